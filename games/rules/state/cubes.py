"""Who may turn which cube, and who is doubled by the open batch (rehearse.md §4, chouette.md §2.4). Reads only."""

from __future__ import annotations

from games.rules.formats.match import cube_is_dead
from games.rules.state.pairs import paired
from games.rules.state.roles import mover, options, proxy
from games.rules.state.values import Game, State

Cubes = dict[int, tuple[int, ...]]
"""Seat -> indexes of stakes."""


def turnable(state: State, side: int, *, ever: bool = False) -> Cubes:
    """The cubes that each seat of `side` may turn in a window of its side now; seats without any are left out.

    With `ever` also those that wait only for time to pass (`holland`): whether anybody may double again in this game.
    """
    game, agreed = state.game, options(state)
    if game is None or not agreed.variant.cube or game.crawford:
        return {}
    if (
        state.format == "match"
        and agreed.variant.holland
        and state.crawford_played
        and min(game.rolls) < 2
        and not ever
    ):
        return {}
    found: dict[int, list[int]] = {}
    cap, progress = agreed.cube_cap, agreed.variant.progress
    for index, stake in enumerate(game.stakes):
        end = stake.of_side(side)
        if not stake.open_to(end, cap=cap, progress=progress):
            continue
        if state.format == "match" and cube_is_dead(state.halves[end], stake.value, agreed):
            continue
        shared = stake.kind == "main" and (end == game.box or agreed.one_cube or agreed.pairs != "off")
        found.setdefault(mover(state, side) if shared else end, []).append(index)
    return {seat: tuple(stakes) for seat, stakes in found.items()}


def anybody_may_double(state: State) -> bool:
    """Whether any cube of the game may still be turned by anybody."""
    return any(turnable(state, side, ever=True) for side in (0, 1))


def offered(state: State) -> Cubes:
    """The stakes of the open batch by the seat that has to answer for them."""
    game = state.game
    found: dict[int, list[int]] = {}
    if game is not None and game.side is not None:
        for call in game.calls:
            end = game.stakes[call.stake].of_side(1 - game.side)
            found.setdefault(answerer(state, game, end), []).append(call.stake)
    return {seat: tuple(stakes) for seat, stakes in found.items()}


def answerer(state: State, game: Game, seat: int) -> int:
    """Who answers doubles for a seat: itself; of a pair who throws; for a box that left or was silent its partner."""
    if paired(state):
        return mover(state, seat)
    if seat == game.box and game.partner is not None and (game.deputy or seat in state.leaving):
        return game.partner
    return seat


def follows(state: State, seat: int) -> bool:
    """Whether nobody answers for the seat, because it is leaving and has no proxy: it follows the captain (§2.16)."""
    game = state.game
    return game is not None and seat in game.line and seat in state.leaving and proxy(state, seat) is None


def waits(state: State, seat: int) -> bool:
    """Whether the window of its side waits for this seat: `hold`, and far enough ahead where that was said (§4.2)."""
    orders, game = state.orders.get(seat), state.game
    if orders is None or not orders.hold or game is None or game.side is None or follows(state, seat):
        return False
    lead = game.board.pips(1 - game.side) - game.board.pips(game.side)
    return orders.hold_ahead is None or lead >= orders.hold_ahead
