"""Where everything of a drawn board stands, in the units of the SVG. Draws nothing and knows no rules of movement.

The board is drawn from one side, the reader's: his home (1…6) at the bottom right, his 7…12 at the bottom left, his
13…18 at the top left, his 19…24 at the top right. This holds for every facing (spec/rules.md §1.2): the other side's
points are put where the facing says they lie, so both directions, the long game's half lap and the shared lane need no
case of their own. `mirrored` puts the home to the left.

Across the board lie fifteen columns of 60 units (margin, six points, bar, six points, tray), so that a column is 24 px
wide on a screen of 360 px.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.board import BAR, OFF, RESERVE, Facing

WIDTH, HEIGHT = 900, 640
COLUMN = 60
TOP, MIDDLE, BOTTOM = 34, 320, 606
"""The field lies between TOP and BOTTOM; above and below it are the strips with the numbers."""
HALVES = (54, 474)
"""Left edges of the two fields of six points."""
HALF = 6 * COLUMN
MARGIN_X, BAR_X, TRAY_X = 27, 444, 867
RADIUS, PITCH = 26, 52
SLAB_WIDTH, SLAB_HEIGHT, SLAB_PITCH = 46, 11, 13
"""A man seen from its edge: those borne off, and those that have not entered."""
SHOWN = 5
"""A higher stack shows so many men and the number."""
POINT_LENGTH = 232
CUBE = 44


@dataclass(frozen=True, slots=True)
class Place:
    """A stack's place: the centre of its first man, and the signed distance to the next one (down is positive)."""

    x: float
    y: float
    step: float

    def slot(self, index: float) -> tuple[float, float]:
        """Centre of man number `index`, counted from 0 at the edge of the board (bar: from its middle)."""
        return self.x, self.y + index * self.step

    @property
    def low(self) -> bool:
        """In the lower half of the board."""
        return self.y > MIDDLE


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle: its upper left corner and its size."""

    x: float
    y: float
    width: float
    height: float


def place(point: int, *, mine: bool, facing: Facing, mirrored: bool = False) -> Place:
    """Where men stand that are on `point` (0…26, as in `Board.sides`) of the reader (`mine`) or of the other side."""
    if point == BAR:
        spot = Place(BAR_X, MIDDLE - 30, -PITCH) if mine else Place(BAR_X, MIDDLE + 30, PITCH)
    elif point == RESERVE:
        spot = Place(BAR_X, TOP + 10, SLAB_PITCH) if mine else Place(BAR_X, BOTTOM - 10, -SLAB_PITCH)
    elif point == OFF:
        spot = _off(mine=mine, facing=facing)
    else:
        spot = _column(point if mine else facing(point))
    return Place(turned(spot.x, mirrored=mirrored), spot.y, spot.step)


def area(point: int, *, facing: Facing, mirrored: bool = False) -> Box:
    """What may be touched for `point` (0…25) of the reader: its half of a column, from the number to the middle."""
    spot = place(point, mine=True, facing=facing, mirrored=mirrored)
    return Box(spot.x - COLUMN / 2, MIDDLE if spot.low else 0, COLUMN, MIDDLE)


def turned(x: float, *, mirrored: bool) -> float:
    """A distance from the left edge as it is on a board with the home to the left (`mirrored`) or to the right."""
    return WIDTH - x if mirrored else x


def leaves_left(facing: Facing) -> bool:
    """True when the other side bears off at the left edge, as in the long games; else its men leave at the tray."""
    return 7 <= facing(1) <= 18


def bar_room(reserve: int) -> int:
    """How many men are shown on one side's half of the bar above which `reserve` men wait to enter, 1…5."""
    waiting = reserve * SLAB_PITCH + 30 if reserve else 0
    return max(1, min(SHOWN, (MIDDLE - TOP - 8 - waiting) // PITCH))


def _column(point: int) -> Place:
    """The place of the reader's own point 1…24."""
    quarter, index = divmod(point - 1, 6)
    left = HALVES[1] if quarter in (0, 3) else HALVES[0]
    column = index if quarter >= 2 else 5 - index
    x = left + column * COLUMN + COLUMN / 2
    return Place(x, TOP + RADIUS + 3, PITCH) if quarter >= 2 else Place(x, BOTTOM - RADIUS - 3, -PITCH)


def _off(*, mine: bool, facing: Facing) -> Place:
    """Where men borne off lie: beside the home that they left from; the other side's in the upper half."""
    if mine:
        return Place(TRAY_X, BOTTOM - 10, -SLAB_PITCH)
    if leaves_left(facing):
        return Place(MARGIN_X, TOP + CUBE + 18, SLAB_PITCH)
    return Place(TRAY_X, TOP + 10, SLAB_PITCH)
