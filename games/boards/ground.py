"""The empty board as SVG: frame, fields, points, trays, numbers, heads. No men, no dice, no links."""

from __future__ import annotations

from collections.abc import Iterator

from games.boards.geometry import (
    BOTTOM,
    COLUMN,
    CUBE,
    HALF,
    HALVES,
    HEIGHT,
    MARGIN_X,
    MIDDLE,
    POINT_LENGTH,
    TOP,
    TRAY_X,
    WIDTH,
    leaves_left,
    turned,
)
from games.boards.markup import tag, text
from games.boards.view import View

TRAY_WIDTH = 52


def ground(view: View) -> Iterator[str]:
    """Frame, fields and points."""
    yield tag("rect", class_="frame", width=WIDTH, height=HEIGHT)
    lefts = [left if not view.mirrored else WIDTH - HALF - left for left in HALVES]
    for left in lefts:
        yield tag("rect", class_="field", x=left, y=TOP, width=HALF, height=BOTTOM - TOP, rx=4)
    yield from _trays(view)
    yield tag("path", class_="sage", d=_points(lefts, 0))
    yield tag("path", class_="clay", d=_points(lefts, 1))


def numbers(view: View) -> Iterator[str]:
    """The numbers of the points, and the marks of the heads."""
    points = range(1, 25)
    places = {point: view.place(view.viewer, point) for point in points}
    strip = {False: TOP / 2, True: (BOTTOM + HEIGHT) / 2}
    if view.numbers != "none":
        drawn = (text(view.numbered(point), places[point].x, strip[places[point].low]) for point in points)
        yield tag("g", *drawn, class_="numbers")
    if view.heads:
        for side in (0, 1):
            yield _head(view, side, strip)


def _points(lefts: list[int], colour: int) -> str:
    """The triangles of one colour: every other point of the upper and, shifted by one, of the lower row."""
    marks = []
    for left in lefts:
        for column in range(6):
            x = left + column * COLUMN + 3
            lower = column % 2 == colour
            start, tip = (BOTTOM, -POINT_LENGTH) if lower else (TOP, POINT_LENGTH)
            marks.append(f"M{x} {start}h{COLUMN - 6}l-{COLUMN // 2 - 3} {tip}z")
    return "".join(marks)


def _trays(view: View) -> Iterator[str]:
    """Room for the men borne off: the right edge; in the long games the other side's is at the upper left."""
    apart = leaves_left(view.facing)
    spans = [(TRAY_X, MIDDLE + 3 if apart else TOP, BOTTOM)]
    if apart:
        spans.append((MARGIN_X, TOP + CUBE + 8, MIDDLE - 30))
    for centre, top, bottom in spans:
        x = turned(centre, mirrored=view.mirrored) - TRAY_WIDTH / 2
        yield tag("rect", class_="tray", x=x, y=top, width=TRAY_WIDTH, height=bottom - top, rx=4)


def _head(view: View, side: int, strip: dict[bool, float]) -> str:
    """A chevron beside the number of a side's point 24, pointing the way its men go."""
    head = view.place(side, 24)
    way = 1 if view.place(side, 23).x > head.x else -1
    return tag("path", class_="head", d=f"M{head.x + way * 23:g} {strip[head.low] - 6:g}l{way * 5} 6l{-way * 5} 6")
