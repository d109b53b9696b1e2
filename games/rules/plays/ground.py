"""What stays fixed while one stage is played, as the search reads it: which places may be left by which number.

Bar priority, closed points, pinned men and bearing off are decided here; rules that look back at earlier steps of the
play, or at the position it makes, are `constraints`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter

from games.rules.board import BAR, RESERVE
from games.rules.plays.packing import (
    BIT,
    HOME,
    OFF_EXACT,
    OFF_STANDARD,
    ONE,
    POINTS,
    SOME,
    TWO,
    mask,
    pack,
)
from games.rules.plays.spot import Spot
from games.rules.variants import Variant

_FALLING_PLACES = itemgetter(*range(RESERVE, 0, -1))
_ALL_HOME = HOME + 2
_ENTERING = BIT[RESERVE]


@lru_cache(maxsize=256)
def _his_points(variant: Variant) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    """Picks his counts on my points 24 … 1 out of his side."""
    return itemgetter(*(variant.facing(point) for point in range(24, 0, -1)))


class Ground:
    """The fixed part of a stage.

    `start` and `occupied` are the position and the mask of my free men before it; `stuck` are my pinned men. `closed`
    are the points on which I cannot land; `blots` those where I would hit, `pins` those where I would pin (or have
    pinned) one man. `quiet` and `hitting`, by number, are the places that a step leaves to land without, with a hit.
    """

    __slots__ = ("blots", "closed", "hitting", "occupied", "off", "pins", "quiet", "spot", "start", "stuck")

    def __init__(self, spot: Spot) -> None:
        variant, board = spot.variant, spot.board
        mine, his = board.sides[spot.side], board.sides[1 - spot.side]
        self.spot = spot
        self.start = pack(mine)
        self.stuck = sum(BIT[point] for point in board.pinned[spot.side])
        self.occupied = (mask(_FALLING_PLACES(mine), SOME) << 1) & ~self.stuck
        on_mine = _his_points(variant)(his)
        self.closed = mask(on_mine, TWO if variant.closed_at == 2 else SOME) << 1 | self.stuck
        alone = (mask(on_mine, ONE) << 1) & ~self.closed
        self.blots, self.pins = (alone, 0) if variant.contact == "hit" else (0, alone)
        self.off = OFF_STANDARD if variant.bearoff == "standard" else OFF_EXACT
        self.quiet: dict[int, int] = {}
        self.hitting: dict[int, int] = {}
        for number in set(spot.stage):
            self.quiet[number] = departures(POINTS & ~self.closed & ~self.blots, number)
            self.hitting[number] = departures(self.blots, number) if self.blots else 0

    @property
    def all_home(self) -> bool:
        """Whether the stage begins with every man of mine in play at home."""
        return self.occupied | self.stuck < _ALL_HOME

    def sources(self, occupied: int, number: int) -> tuple[int, int]:
        """Places that a step of `number` may leave, by the rules that look at nothing but the position: masks of those
        where it does not hit and of those where it does. `occupied` is the mask of my men that are not pinned."""
        if occupied & BIT[BAR]:
            return self.quiet[number] & BIT[BAR], self.hitting[number] & BIT[BAR]
        quiet = occupied & self.quiet[number]
        present = occupied | self.stuck
        if present < _ALL_HOME:
            quiet |= self.off[number][present] & occupied
        return quiet, occupied & self.hitting[number]


def departures(landings: int, number: int) -> int:
    """The places from which `number` leads to one of the points `landings`."""
    return landings << number & ~_ENTERING | (_ENTERING if landings & BIT[BAR - number] else 0)
