"""The board of a page as inline SVG. The looks are in `static/games/board.css`, the words come from the caller.

No inline style and no script, so it may stand on a page with a strict Content-Security-Policy. From back to front:
ground, men, links that take a man, arrows of the last play, dice and cubes, links that put a man down.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from games.boards.arrows import arrows
from games.boards.geometry import HEIGHT, RADIUS, SHOWN, SLAB_HEIGHT, SLAB_WIDTH, WIDTH, Box, area
from games.boards.ground import ground, numbers
from games.boards.markup import tag, text
from games.boards.pieces import cubes, dice
from games.boards.view import Stack, View, stacks
from games.rules.board import BAR, OFF, RESERVE


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkLabels:
    """The names of links, in the reader's language: take from a point, let go of it, put on a point.

    `{point}` in them is the printed number; those for the bar (or reserve) and for bearing off have none.
    """

    source: str
    source_bar: str
    chosen: str
    chosen_bar: str
    target: str
    target_off: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """The words of a board for those who hear it: its name, the position (see `text.points_in_words`), its links."""

    title: str
    position: str
    links: LinkLabels | None = None


def board_svg(view: View, *, labels: Labels | None = None, uid: str = "board") -> str:
    """The SVG of a board: a group of links if something can be taken or put and `labels` name links, else an image.

    `uid` must differ between the boards of one page. For scripts, all in the viewer's own numbering: `data-point`,
    `data-men` and `data-side` on stacks, `data-from` and `data-to` on links, and on the root `data-places`:
    point -> [x, y, step], the centre of the first man there and the signed distance to the next.
    """
    names = labels.links if labels else None
    linked = names is not None and bool(view.sources or view.targets)
    words = (tag("title", escape(labels.title)), tag("desc", escape(labels.position))) if labels else ()
    return tag(
        "svg",
        *words,
        tag("defs", *_men(uid)),
        _silent(*ground(view), *numbers(view), *(_stack(view, stack, uid) for stack in stacks(view))),
        *(_sources(view, names) if names else ()),
        _silent(*arrows(view), *dice(view), *cubes(view)),
        *(_targets(view, names) if names else ()),
        xmlns="http://www.w3.org/2000/svg",
        class_="board",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="group" if linked else "img",
        data_places=_places(view) if names else None,
    )


def _silent(*inside: str) -> str:
    """What is drawn for the eye only: its numbers would be read out one by one; the description says it in words."""
    return tag("g", *inside, aria_hidden="true")


def _men(uid: str) -> Iterator[str]:
    """A man of each side from above and from the edge. They differ by their rings too, not by colour alone."""
    ring = tag("circle", class_="ring", r=17)
    hub = tag("circle", class_="hub", r=6)
    for colour, marks in (("white", (ring,)), ("black", (ring, hub))):
        yield tag("g", tag("circle", r=RADIUS), *marks, id=f"{uid}-{colour}", class_=f"man {colour}")
        slab = tag("rect", x=-SLAB_WIDTH / 2, y=-SLAB_HEIGHT / 2, width=SLAB_WIDTH, height=SLAB_HEIGHT, rx=3)
        yield tag("g", slab, id=f"{uid}-{colour}-slab", class_=f"man {colour}")


def _stack(view: View, stack: Stack, uid: str) -> str:
    """The men of a stack; the last one bears the number when not all are drawn, and always in tray and reserve."""
    colour = view.colour(stack.side)
    slabs = stack.point in (OFF, RESERVE)
    symbol = f"#{uid}-{colour}-slab" if slabs else f"#{uid}-{colour}"
    places = [stack.place.slot(stack.lift + index) for index in range(stack.shown)]
    inside = [tag("use", href=symbol, x=x, y=y) for x, y in places]
    if slabs:
        x, y = stack.place.slot(stack.shown)
        inside.append(text(stack.men, x, y + (9 if stack.place.step > 0 else -9), class_="aside"))
    elif stack.men > stack.shown:
        x, y = places[-1]
        last = tag("g", tag("circle", cx=x, cy=y, r=RADIUS), class_=f"man {colour}")
        inside[-1:] = [last, text(stack.men, x, y, class_="count")]
    return tag(
        "g",
        *inside,
        class_=f"stack {colour} pinned" if stack.pinned else f"stack {colour}",
        data_point=stack.at,
        data_men=stack.men,
        data_side="mine" if stack.side == view.viewer else "theirs",
    )


def _sources(view: View, labels: LinkLabels) -> Iterator[str]:
    """Links that take a man, the farthest first. A point that is a target of the chosen man is left to that."""
    mine = {stack.point: stack for stack in stacks(view) if stack.side == view.viewer}
    colour = view.colour(view.viewer)
    for point in sorted(set(view.sources) - set(view.targets), reverse=True):
        stack = mine.get(point) or (mine.get(RESERVE) if point == BAR else None)
        chosen = point == view.chosen
        kind = "source chosen" if chosen else "source"
        plain, bar = (labels.chosen, labels.chosen_bar) if chosen else (labels.source, labels.source_bar)
        yield tag(
            "a",
            _hit(area(point, facing=view.facing, mirrored=view.mirrored)),
            *(_ring(stack, chosen=chosen) if stack else ()),
            href=view.sources[point],
            class_=f"{kind} {colour}",
            data_from=point,
            aria_label=bar if point == BAR else plain.format(point=view.numbered(point)),
        )
    if view.chosen in mine and view.chosen not in view.sources:
        yield tag("g", *_ring(mine[view.chosen], chosen=True), class_=f"chosen {colour}")


def _ring(stack: Stack, *, chosen: bool) -> Iterator[str]:
    """The mark of the man that would be taken: one ring, or a double one if he is chosen."""
    x, y = stack.top()
    if stack.point == RESERVE:
        box = {"x": x - SLAB_WIDTH / 2 - 2, "y": y - SLAB_HEIGHT / 2 - 2}
        yield tag("rect", class_="ring", **box, width=SLAB_WIDTH + 4, height=SLAB_HEIGHT + 4, rx=4)
        return
    yield tag("circle", class_="ring", cx=x, cy=y, r=RADIUS)
    if chosen:
        yield tag("circle", class_="ring inner", cx=x, cy=y, r=15)


def _targets(view: View, labels: LinkLabels) -> Iterator[str]:
    """Links that put the chosen man down, the farthest first, each with a dot where he would stand."""
    mine = {stack.point: stack for stack in stacks(view) if stack.side == view.viewer}
    for point in sorted(view.targets, reverse=True):
        stack = mine.get(point)
        height = stack.lift + stack.shown if stack else 0
        spot = view.place(view.viewer, point)
        x, y = spot.slot(height + 3 if point == OFF else min(height, SHOWN - 0.35))
        yield tag(
            "a",
            _hit(area(point, facing=view.facing, mirrored=view.mirrored)),
            tag("circle", class_="dot", cx=x, cy=y, r=12),
            href=view.targets[point],
            class_="target",
            data_to=point,
            aria_label=labels.target_off if point == OFF else labels.target.format(point=view.numbered(point)),
        )


def _hit(box: Box) -> str:
    return tag("rect", class_="hit", x=box.x, y=box.y, width=box.width, height=box.height)


def _places(view: View) -> str:
    """For scripts: the place of each of the viewer's own points 0…26."""
    spots = {point: view.place(view.viewer, point) for point in range(RESERVE + 1)}
    return json.dumps({point: [spot.x, spot.y, spot.step] for point, spot in spots.items()}, separators=(",", ":"))
