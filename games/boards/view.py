"""What a board shows: one record that the SVG, the picture and the text board are made from. Draws nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from games.boards.geometry import SHOWN, Place, bar_room, place
from games.rules.actions import Move
from games.rules.board import BAR, OFF, RESERVE, Board, Facing


@dataclass(frozen=True, slots=True)
class Die:
    """One die: the number on it, and whether it has been played (it is drawn dimmed)."""

    number: int
    used: bool = False


@dataclass(frozen=True, slots=True)
class Cube:
    """A cube: the number on it and the side that owns it, None = the middle.

    `offered`: it has just been offered to `owner` and lies on the field. `label` tells one cube from another where
    several are played (the short name of the other seat).
    """

    value: int
    owner: int | None = None
    label: str = ""
    offered: bool = False


@dataclass(frozen=True, slots=True)
class LastPlay:
    """The moves of `side` that led to this board, in its own numbering; each is drawn as an arrow."""

    side: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A board as one reader sees it.

    `facing` is the variant's (spec/rules.md §1.2). `viewer` is the side whose home is at the bottom, `mover` the side
    whose dice are shown (None: nobody's), `white` the side with the light men. `mirrored`: home to the left.
    `numbers`: whose own numbering stands on the points. `heads`: mark both heads (own 24) and the way the men go.

    For links, all in the viewer's own numbering, 25 = bar or reserve, 0 = off: `sources` are the points from which a
    man can be taken, `targets` those to which the man on `chosen` can go, each with the address it leads to.
    """

    board: Board
    facing: Facing
    viewer: int = 0
    mover: int | None = None
    white: int = 0
    mirrored: bool = False
    numbers: Literal["viewer", "mover", "none"] = "viewer"
    heads: bool = False
    dice: tuple[Die, ...] = ()
    cubes: tuple[Cube, ...] = ()
    last: LastPlay | None = None
    sources: Mapping[int, str] = field(default_factory=dict)
    targets: Mapping[int, str] = field(default_factory=dict)
    chosen: int | None = None

    def numbered(self, point: int) -> int:
        """The number to print on the viewer's own point 1…24."""
        others = self.numbers == "mover" and self.mover not in (None, self.viewer)
        return self.facing(point) if others else point

    def colour(self, side: int) -> Literal["white", "black"]:
        """The men of a side, and its dice."""
        return "white" if side == self.white else "black"

    def place(self, side: int, point: int) -> Place:
        """Where the men of `side` on its own `point` (0…26) stand."""
        return place(point, mine=side == self.viewer, facing=self.facing, mirrored=self.mirrored)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """The men of one side on one of its places.

    `point` is the side's own number (0…26), `at` the same place as the viewer counts (0, 25 and 26 stay). `lift` is
    how many men's heights it stands above the edge: 0.5 on a pinned man. `shown` men are drawn; if there are more,
    the last one carries the number `men`.
    """

    side: int
    point: int
    at: int
    men: int
    shown: int
    place: Place
    pinned: bool = False
    lift: float = 0

    def top(self, below: int = 0) -> tuple[float, float]:
        """Centre of the last man shown, or of the one `below` places under it."""
        return self.place.slot(self.lift + max(0, self.shown - 1 - below))


def stacks(view: View) -> Iterator[Stack]:
    """Every stack of the board; a pinned man before the men that stand on him."""
    pinned = [(side, point) for side in (0, 1) for point in sorted(view.board.pinned[side])]
    standing = [
        (side, point)
        for side in (0, 1)
        for point, men in enumerate(view.board.sides[side])
        if men and point not in view.board.pinned[side]
    ]
    for side, point in pinned + standing:
        yield _stack(view, side, point)


def _stack(view: View, side: int, point: int) -> Stack:
    men = view.board.sides[side][point]
    mine = side == view.viewer
    slabs = point in (OFF, RESERVE)
    if slabs:
        shown = men
    elif point == BAR:
        shown = min(men, bar_room(view.board.sides[side][RESERVE]))
    else:
        shown = min(men, SHOWN)
    pins = not slabs and point != BAR and view.facing(point) in view.board.pinned[1 - side]
    return Stack(
        side=side,
        point=point,
        at=point if mine or slabs or point == BAR else view.facing(point),
        men=men,
        shown=shown,
        place=view.place(side, point),
        pinned=point in view.board.pinned[side],
        lift=0.5 if pins else 0,
    )
