"""What the state and the facts say of each row, as plain values: `sync` writes it, `manage.py replay` compares it.

No rows are read or written here. Seats stand by number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from games.rules.facts import (
    Answered,
    BeaverAnswered,
    Doubled,
    Fact,
    GameOver,
    GameStarted,
    StakeClosed,
    StakeMade,
)
from games.rules.stake import Stake
from games.rules.state import Ask, State, role

Fields = dict[str, object]
"""Columns of a row by name."""


def of_seat(state: State, seat: int) -> Fields:
    """The row of a seat: its role, its place in the rotation (None: not in it), its result so far in half points."""
    return {
        "role": role(state, seat),
        "line": state.seats.index(seat) if seat in state.seats else None,
        "points": state.halves.get(seat, 0),
    }


def of_start(fact: GameStarted) -> Fields:
    """The row of a game, by its start."""
    return {"box": fact.box, "line": list(fact.line), "partner": fact.partner}


def of_end(fact: GameOver, *, box: int) -> Fields:
    """The row of a game, by its end. Its value is what the box, side 0, got."""
    return {"winner": fact.side, "how": fact.how, "value": dict(fact.points)[box]}


def of_ask(ask: Ask) -> Fields:
    """The row of an open question, without its moments."""
    return {"seat": ask.seat, "kind": ask.kind, "batch": ask.batch}


def clock_runs(state: State, ask: Ask) -> bool:
    """Whether an open question costs its seat time.

    Not while a sealed answer lies in, and not while it waits behind an offer, unless its own seat made that offer.
    """
    if ask.answered:
        return False
    return not ask.waiting or (state.offer is not None and state.offer.seat == ask.seat)


def stakes_after(stakes: Sequence[Stake], facts: Iterable[Fact]) -> list[Stake]:
    """The stakes of a game that stood so, after `facts` of the same game.

    For a game that ended: the state after an entry shows the next game already, so how the last bets closed is told by
    the facts alone.
    """
    after = list(stakes)
    for fact in facts:
        match fact:
            case Doubled():
                for number in fact.stakes:
                    after[number] = replace(after[number], turned=True)
            case Answered(answer="take" | "beaver"):
                after[fact.stake] = replace(after[fact.stake], value=fact.value, owner=fact.seat)
            case BeaverAnswered():
                after[fact.stake] = replace(after[fact.stake], value=fact.value)
            case StakeMade():
                after.append(Stake(kind=fact.kind, high=fact.high, low=fact.low, value=fact.value))
            case StakeClosed():
                after[fact.stake] = replace(after[fact.stake], live=False, won=fact.winner, how=fact.how)
    return after
