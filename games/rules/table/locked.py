"""Boards on which nobody can play anything: there the house does not throw (spec/rehearse.md §4.3)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement

from games.rules.board import Board
from games.rules.plays import Spot, legal_plays
from games.rules.state.cubes import anybody_may_double
from games.rules.state.roles import options
from games.rules.state.values import State
from games.rules.variants import Variant

NUMBERS = range(1, 7)


def is_locked(state: State) -> bool:
    """Whether neither side could play any throw and nobody may double any more."""
    if state.game is None or anybody_may_double(state):
        return False
    return board_is_locked(options(state).variant, state.game.board)


@lru_cache(maxsize=256)
def board_is_locked(variant: Variant, board: Board) -> bool:
    """Whether neither side could play any throw on this board."""
    if any(_plays(variant, board, side, (number,)) for side in (0, 1) for number in NUMBERS):
        return False
    # A wall may be legal only as the end of several steps, so a lone step says nothing about whole rolls (§3.2).
    return not any(
        _plays(variant, board, side, stage)
        for side in (0, 1)
        for dice in combinations_with_replacement(NUMBERS, variant.dice)
        for stage in variant.stages(dice)[:1]
    )


def _plays(variant: Variant, board: Board, side: int, stage: tuple[int, ...]) -> bool:
    spot = Spot(variant, board, side, stage, (stage * 2)[:2])
    return bool(legal_plays(spot)[0].steps)
