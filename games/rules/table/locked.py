"""Boards on which nobody can play anything: there the house does not throw (spec/rehearse.md §4.3)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement

from games.rules.board import Board
from games.rules.plays import Spot, legal_plays
from games.rules.state.cubes import anybody_may_double, turnable
from games.rules.state.roles import options
from games.rules.state.values import State
from games.rules.table.draft import Draft
from games.rules.variants import Variant

NUMBERS = range(1, 7)

ROUNDS = 5
"""So many windows of each side pass without a word before a locked board is a draw: who is away may come back."""


def is_locked(state: State) -> bool:
    """Whether neither side could play any throw and nobody may double any more."""
    if state.game is None or anybody_may_double(state):
        return False
    return board_is_locked(options(state).variant, state.game.board)


def nobody_cares(draft: Draft) -> bool:
    """A window passes without a word, by silence or by an order; whether all that can still be said has gone unsaid.

    Where nobody can move, cubes that may still be turned are all that is left of the game. Windows that pass would
    send the throw to and fro for ever (spec/chouette.md part 5, 30), so some rounds of them are enough: nobody doubles,
    neither side can win, and no side has given up more than the other. The bets are off, as in a deal for nothing, and
    like a drawn game it moves nobody from his place.
    """
    game = draft.game
    if game.side is None or not board_is_locked(draft.options.variant, game.board):
        return False
    first, second = game.silent
    silent = (first + 1, second) if game.side == 0 else (first, second + 1)
    draft.change_game(silent=silent)
    return all(silent[side] >= ROUNDS or not turnable(draft.state, side, ever=True) for side in (0, 1))


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
