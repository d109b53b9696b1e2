"""Consultation pairs: two against two on one board (spec/rules.md §4.4, spec/chouette.md §2.18). Reads only.

Bets and scores are those of a table of two, seats 0 and 1. Seat 2 plays beside seat 0, seat 3 beside seat 1: they talk
freely, and one of them throws, moves and answers for both: the thrower.
"""

from __future__ import annotations

from games.rules.state.values import State

SEATS = 4
"""Seats of a table of pairs."""


def paired(state: State) -> bool:
    """Whether the table is played by pairs."""
    return state.rules.get("pairs", "off") != "off"  # asked so often that the options are not asked for it


def party(state: State, seat: int) -> int:
    """The seat in whose name the bets of `seat` stand: the first of its pair; elsewhere it stands for itself."""
    return seat % 2 if seat in range(SEATS) and paired(state) else seat


def mates(state: State) -> tuple[int, ...]:
    """The seats of a table of pairs that have no bets in their own name."""
    return (2, 3) if paired(state) else ()


def mate(state: State, seat: int) -> int | None:
    """Who plays beside `seat`; None where nobody does."""
    return (seat + 2) % SEATS if seat in range(SEATS) and paired(state) else None


def throwers(state: State, side: int) -> tuple[int, int]:
    """The pair of a side, the one who throws now first: by turns game by game, or always the first.

    Who has let a question of his go unanswered has given it over to his mate until the game is over.
    """
    first, second = (side, side + 2)
    game = state.game
    if game is not None and state.rules["pairs"] == "turns" and game.number % 2 == 0:
        first, second = second, first
    if game is not None and first in game.missed_moves and second not in game.missed_moves:
        first, second = second, first
    return first, second
