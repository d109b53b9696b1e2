"""A small board for lists: the same places as the large one, a tenth of its size. No numbers, no links, no arrows."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from games.boards.geometry import HEIGHT, SLAB_WIDTH, WIDTH
from games.boards.ground import ground
from games.boards.markup import tag, text
from games.boards.pieces import cubes, dice
from games.boards.view import Stack, View, stacks
from games.rules.board import OFF, RESERVE


def mini_svg(view: View, *, title: str = "") -> str:
    """The SVG of a small board. Each side's men are strokes without length: round caps make them discs."""
    men = list(stacks(view))
    return tag(
        "svg",
        *((tag("title", escape(title)),) if title else ()),
        *ground(view),
        *_discs(view, men),
        *_counts(view, men),
        *dice(view),
        *cubes(view),
        xmlns="http://www.w3.org/2000/svg",
        class_="board mini",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img" if title else None,
        aria_hidden=None if title else "true",
    )


def _discs(view: View, men: list[Stack]) -> Iterator[str]:
    for side in (0, 1):
        colour = view.colour(side)
        discs, slabs = [], []
        for stack in men:
            if stack.side == side:
                for x, y in (stack.place.slot(stack.lift + index) for index in range(stack.shown)):
                    if stack.point in (OFF, RESERVE):
                        slabs.append(f"M{x - SLAB_WIDTH / 2:g} {y:g}h{SLAB_WIDTH}")
                    else:
                        discs.append(f"M{x:g} {y:g}h0")
        for kind, marks in (("discs", discs), ("slabs", slabs)):
            if marks:
                yield tag("path", class_=f"{kind} edge {colour}", d="".join(marks))
                yield tag("path", class_=f"{kind} {colour}", d="".join(marks))


def _counts(view: View, men: list[Stack]) -> Iterator[str]:
    """The number of men on a stack that does not show them all."""
    for stack in men:
        if stack.men > stack.shown:
            yield tag("g", text(stack.men, *stack.top(), class_="count"), class_=view.colour(stack.side))
