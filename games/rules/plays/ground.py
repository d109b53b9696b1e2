"""What stays fixed while one stage is played, as the search reads it: which places may be left by which number.

Bar priority, closed points, pinned men and bearing off are decided here; rules that look back at earlier steps of the
play, or at the position it makes, are `constraints`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter

from games.rules.board import BAR
from games.rules.plays.packing import BIT, HOME, OFF_EXACT, OFF_STANDARD, ONE, POINTS, SOME, TWO, OffTable
from games.rules.plays.spot import Spot
from games.rules.variants import Variant

_ALL_HOME = HOME + 2
_BAR = BIT[BAR]
_UP_TO_BAR = POINTS | _BAR


@dataclass(frozen=True, slots=True)
class _View:
    """What the values of a variant mean to the search, worked out once."""

    on_my_points: Callable[[tuple[int, ...]], tuple[int, ...]]
    """Picks his counts on my points 24 … 1 out of his side."""
    closing: bytes
    hits: bool
    off: OffTable


@lru_cache(maxsize=256)
def _view(variant: Variant) -> _View:
    return _View(
        on_my_points=itemgetter(*(variant.facing(point) for point in range(24, 0, -1))),
        closing=TWO if variant.closed_at == 2 else SOME,
        hits=variant.contact == "hit",
        off=OFF_STANDARD if variant.bearoff == "standard" else OFF_EXACT,
    )


class Ground:
    """The fixed part of a stage.

    `start` and `occupied` are the position and the mask of my free men before it; `stuck` are my pinned men. `closed`
    are the points on which I cannot land; `blots` those where I would hit, `pins` those where I would pin (or have
    pinned) one man. `quiet` and `hitting`, by number, are the places that a step leaves to land without, with a hit.
    """

    __slots__ = ("blots", "closed", "hitting", "occupied", "off", "pins", "quiet", "spot", "start", "stuck")

    def __init__(self, spot: Spot) -> None:
        view = _view(spot.variant)
        board = spot.board
        mine = bytes(board.sides[spot.side])
        his = bytes(view.on_my_points(board.sides[1 - spot.side]))
        self.spot = spot
        self.start = int.from_bytes(mine, "little")
        self.stuck = 0
        occupied = int(mine[:0:-1].translate(SOME), 2) << 1
        closed = int(his.translate(view.closing), 2) << 1
        if board.pinned[spot.side]:
            self.stuck = sum(BIT[point] for point in board.pinned[spot.side])
            occupied ^= self.stuck
            closed |= self.stuck
        alone = int(his.translate(ONE), 2) << 1 & ~closed
        self.occupied, self.closed, self.off = occupied, closed, view.off
        self.blots, self.pins = (alone, 0) if view.hits else (0, alone)
        self.quiet: dict[int, int] = {}
        self.hitting: dict[int, int] = {}
        open_points = POINTS ^ (closed | self.blots)
        for number in set(spot.stage):
            self.quiet[number] = departures(open_points, number)
            self.hitting[number] = departures(alone, number) if self.blots else 0

    @property
    def all_home(self) -> bool:
        """Whether the stage begins with every man of mine in play at home."""
        return self.occupied | self.stuck < _ALL_HOME

    def sources(self, occupied: int, number: int) -> tuple[int, int]:
        """Places that a step of `number` may leave, by the rules that look at nothing but the position: masks of those
        where it does not hit and of those where it does. `occupied` is the mask of my men that are not pinned."""
        if occupied & _BAR:
            return self.quiet[number] & _BAR, self.hitting[number] & _BAR
        quiet = occupied & self.quiet[number]
        present = occupied | self.stuck
        if present < _ALL_HOME:
            quiet |= self.off[number][present] & occupied
        return quiet, occupied & self.hitting[number]


def departures(landings: int, number: int) -> int:
    """The places from which `number` leads to one of the points `landings`: reserve men enter like those on the bar."""
    places = landings << number & _UP_TO_BAR
    return places | (places & _BAR) << 1
