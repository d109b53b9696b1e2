"""Who may advise the one who moves for the team (spec/chouette.md §2.18), and when he may ask for it. Reads only."""

from __future__ import annotations

from games.rules.state.roles import givers, live, members, mover, options, running
from games.rules.state.values import Phase, State


def may_advise(state: State, seat: int, *, captain_asked: bool = False) -> bool:
    """Whether `consult` lets a live member who is not the captain speak about moves.

    `captain_asked`: whether the captain has asked since the open move was asked of him (`consult` = `on_request`).
    """
    game = running(state)
    if game is None:
        return False
    bets = live(game, "main")
    own = [stake for stake in bets if stake.low == seat]
    turned = any(stake.turned for stake in own)
    return {
        "none": False,
        "own_cube_turned": turned,
        "on_request": turned or captain_asked,
        "own_cube_accepted": any(stake.turned and stake.owner is not None for stake in own),
        "any_cube_turned": any(stake.turned for stake in game.stakes),
        "all_cubes_turned": all(stake.turned for stake in game.stakes if stake.kind == "main"),
        "all": True,
    }[options(state).consult]


def may_ask_advice(state: State, seat: int) -> bool:
    """Whether the seat moves for the team now, has not asked in this turn, and somebody could advise it (§4.3)."""
    game = running(state)
    if state.format != "chouette" or game is None or game.phase is not Phase.MOVE or game.turn is None:
        return False
    if game.turn.mover != 1 or seat != mover(state, 1) or state.offer is not None or game.advised == game.occasion:
        return False
    return bool(advisers(state, seat))


def advisers(state: State, seat: int) -> tuple[int, ...]:
    """Who may advise `seat`, who moves for the team and asks for it."""
    game = running(state)
    if game is None:
        return ()
    team = (other for other in members(game) if other != seat and other not in givers(game))
    return tuple(other for other in team if other == game.captain or may_advise(state, other, captain_asked=True))
