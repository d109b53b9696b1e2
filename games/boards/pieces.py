"""Dice and cubes as SVG. Who may turn a cube and what a die may play is known elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from games.boards.geometry import BOTTOM, CUBE, HALF, HALVES, MARGIN_X, MIDDLE, TOP, turned
from games.boards.markup import tag, text
from games.boards.view import Cube, Die, View

DIE, GAP = 48, 14
LABELLED = 58
"""Height of a cube that bears a name."""

_PIPS = {
    1: "M0 0h0",
    2: "M-12-12h0M12 12h0",
    3: "M-12-12h0M0 0h0M12 12h0",
    4: "M-12-12h0M12-12h0M-12 12h0M12 12h0",
    5: "M-12-12h0M12-12h0M0 0h0M-12 12h0M12 12h0",
    6: "M-12-13h0M-12 0h0M-12 13h0M12-13h0M12 0h0M12 13h0",
}
"""The spots as strokes without length: round caps make them dots."""


def dice(view: View) -> Iterator[str]:
    """The dice in a row, on the mover's right as he sits: the viewer's on the right field, the other's on the left."""
    if not view.dice or view.mover is None:
        return
    colour = view.colour(view.mover)
    for die, (x, size) in zip(view.dice, _row(view, len(view.dice), mine=view.mover == view.viewer), strict=True):
        yield _die(die, colour, x, size)


def cubes(view: View) -> Iterator[str]:
    """Cubes outside the field, at their owner's end; one that is offered lies on the field of the one who is asked."""
    for mine in (False, True):
        asked = [cube for cube in view.cubes if cube.offered and (cube.owner == view.viewer) is mine]
        for cube, (x, size) in zip(asked, _row(view, len(asked), mine=mine), strict=True):
            yield _cube(cube, x, MIDDLE, size, "cube offered")
    yield from _margin(view, [cube for cube in view.cubes if not cube.offered])


def _margin(view: View, kept: list[Cube]) -> Iterator[str]:
    """The cubes at the edge, top to bottom: the other side's, the middle ones, the viewer's."""
    mine = [cube for cube in kept if cube.owner == view.viewer]
    middle = [cube for cube in kept if cube.owner is None]
    theirs = [cube for cube in kept if cube.owner not in (None, view.viewer)]
    height = (LABELLED if any(cube.label for cube in kept) else CUBE) + 6
    size = min(1.0, (BOTTOM - TOP) / max(1, len(kept) * height))
    pitch = height * size
    top, bottom = TOP + len(theirs) * pitch, BOTTOM - len(mine) * pitch
    start = min(max(MIDDLE - len(middle) * pitch / 2, top), bottom - len(middle) * pitch)
    x = turned(MARGIN_X, mirrored=view.mirrored)
    for group, first in ((theirs, float(TOP)), (middle, start), (mine, bottom)):
        for index, cube in enumerate(group):
            yield _cube(cube, x, first + (index + 0.5) * pitch, size, "cube")


def _row(view: View, count: int, *, mine: bool) -> list[tuple[float, float]]:
    """Where `count` things stand side by side on the viewer's or the other side's field: centres and size, 1 = full."""
    pitch = min(DIE + GAP, (HALF - 10) / max(1, count))
    middle = turned(HALVES[1 if mine else 0] + HALF / 2, mirrored=view.mirrored)
    return [(middle + (index - (count - 1) / 2) * pitch, pitch / (DIE + GAP)) for index in range(count)]


def _die(die: Die, colour: str, x: float, size: float) -> str:
    return tag(
        "g",
        tag("rect", x=-DIE // 2, y=-DIE // 2, width=DIE, height=DIE, rx=9),
        tag("path", d=_PIPS[die.number]),
        class_=f"die {colour} used" if die.used else f"die {colour}",
        transform=_at(x, MIDDLE, size),
    )


def _cube(cube: Cube, x: float, y: float, size: float, class_: str) -> str:
    """A cube with its value and, below it, as much of the label as finds room."""
    height = LABELLED if cube.label else CUBE
    inside = [tag("rect", x=-CUBE // 2, y=-height // 2, width=CUBE, height=height, rx=7)]
    inside.append(text(cube.value, 0, -9 if cube.label else 0))
    if cube.label:
        inside.append(text(cube.label[:4], 0, 17, class_="label", width=CUBE - 4 if len(cube.label) > 3 else None))
    return tag("g", *inside, class_=class_, transform=_at(x, y, size))


def _at(x: float, y: float, size: float) -> str:
    return f"translate({x:.5g} {y:.5g})" + (f" scale({size:.3g})" if size < 1 else "")
