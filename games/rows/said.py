"""What the state and the facts say of each row, as plain values: `sync` writes it, `manage.py replay` compares it.

No rows are read or written here. Seats stand by number.
"""

from __future__ import annotations

from games.rules.facts import GameOver, GameStarted
from games.rules.stake import Stake
from games.rules.state import Ask, Phase, State, party, proxy, role

Fields = dict[str, object]
"""Columns of a row by name."""


def of_seat(state: State, seat: int) -> Fields:
    """The row of a seat: its role, its place in the rotation (None: not in it), its result so far in half points."""
    return {
        "role": role(state, seat),
        "line": state.seats.index(seat) if seat in state.seats else None,
        "points": state.halves.get(party(state, seat), 0),
    }


def of_start(fact: GameStarted) -> Fields:
    """The row of a game, by its start."""
    return {"box": fact.box, "line": list(fact.line), "partner": fact.partner}


def bets(state: State) -> tuple[int, tuple[Stake, ...]] | None:
    """The number of the running game and its stakes; None: no game runs, or who bets with whom is not settled yet (the
    box is still looking for a partner)."""
    game = state.game
    if game is None or game.phase in (Phase.OVER, Phase.PARTNER):
        return None
    return game.number, game.stakes


def of_end(fact: GameOver, *, box: int) -> Fields:
    """The row of a game, by its end.

    `value` is what the box, side 0, won or lost by it, in half points. A match books nothing to the loser: there it is
    what the other side got. `winner` is the side that won the board, or else the bets; None for a draw.
    """
    points = dict(fact.points)
    total, own = sum(points.values()), points.get(box, 0)
    value = own if total == 0 else 2 * own - total
    shares = {str(seat): halves for seat, halves in fact.points}
    by_bets = None if value == 0 else int(value < 0)
    return {"winner": by_bets if fact.side is None else fact.side, "how": fact.how, "value": value, "points": shares}


def of_ask(state: State, ask: Ask) -> Fields:
    """The row of an open question, without its moments."""
    return {
        "seat": ask.seat,
        "proxy": proxy(state, ask.seat),
        "kind": ask.kind,
        "batch": ask.batch,
        "answered": ask.answered,
        "behind_offer": ask.waiting,
    }


def decision(state: State, ask: Ask) -> str:
    """What an open question is for the clock (`deadlines.SHARES`); the moves of all tables go by the table's clock."""
    game = state.game
    if ask.kind == "rules":
        return "rules"
    if state.format != "chouette" or game is None:
        return "move"
    if ask.kind == "offer" and state.offer is not None:
        return state.offer.kind
    if ask.kind == "cube" and game.side == 1:
        return "window"
    if ask.kind == "move" and game.rung:
        return "substitute"
    return "answer" if ask.kind == "answer" else "move"


def clock_runs(state: State, ask: Ask) -> bool:
    """Whether an open question costs its seat time.

    Not while all clocks stand or a sealed answer lies in, and not while it waits behind an offer, unless its own seat
    made that offer.
    """
    if ask.answered or state.halted:
        return False
    return not ask.waiting or (state.offer is not None and state.offer.seat == ask.seat)
