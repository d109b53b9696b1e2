"""Who is told what: one pure function of facts and new questions. How and when it reaches him is `outbox`'s."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from games.rules.facts import (
    CaptainPassed,
    EndAsked,
    Fact,
    GameOver,
    GameStarted,
    Halted,
    Joined,
    OfferAnswered,
    OrderDropped,
    Paused,
    ProxySet,
    Reversed,
    RulesAgreed,
    RulesAnswered,
    TableOver,
    TimedOut,
    Undone,
)
from games.rules.state import Ask

Kind = Literal["turn", "double", "offer", "told", "game-over", "table-over", "started"]

ASKED: dict[str, Kind] = {"cube": "turn", "move": "turn", "answer": "double", "offer": "offer", "rules": "offer"}
"""What a question is called when it is told."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Tell `seat` something. `ask` is the number of the question it is about; None when nothing is asked."""

    seat: int
    kind: Kind
    ask: int | None = None


def decide(
    facts: Sequence[Fact],
    opened: Sequence[Ask],
    seats: Sequence[int],
    actor: int,
    *,
    proxies: Mapping[int, int] = MappingProxyType({}),
    mates: Mapping[int, int] = MappingProxyType({}),
) -> list[Notice]:
    """The notices of one entry: a `turn`, `double` or `offer` for each new question, then what else is worth knowing.

    `opened` are the questions that the entry opened; a seat of `proxies` is asked through its proxy too.
    `mates`: who sits beside a seat that is asked, to advise it, and is told of it.
    `seats` are all the seats of the table, `actor` is the seat whose action
    it was (`HOUSE` for the house). The end of a game or a table is told to everybody, also to him who brought it about:
    it is his receipt. Everything else he saw himself, and whoever is asked something reads the rest along with the
    question. So a seat may get several notices; which of them make one letter is decided where letters are written.
    """
    notices = [Notice(ask.seat, ASKED[ask.kind], ask.number) for ask in opened]
    notices += [Notice(proxies[ask.seat], ASKED[ask.kind], ask.number) for ask in opened if ask.seat in proxies]
    asked = {notice.seat for notice in notices}
    notices += [Notice(mates[ask.seat], "told") for ask in opened if ask.seat in mates]
    if any(isinstance(fact, TableOver) for fact in facts):
        return notices + [Notice(seat, "table-over") for seat in seats]
    if any(isinstance(fact, GameOver) for fact in facts):
        return notices + [Notice(seat, "game-over") for seat in seats]
    others = [seat for seat in seats if seat not in asked and seat != actor]
    if any(isinstance(fact, GameStarted) and fact.game == 1 for fact in facts):
        return notices + [Notice(seat, "started") for seat in others]
    matters = {seat for fact in facts for seat in _concerned(fact, seats)}
    return notices + [Notice(seat, "told") for seat in others if seat in matters]


def to_new_proxies(
    opened: Sequence[Ask], asks: Sequence[Ask], *, before: Mapping[int, int], after: Mapping[int, int]
) -> list[Notice]:
    """Who has become the proxy of a seat that is asked already is asked what waits for it now.

    `asks` are all open questions, `opened` the new ones, which he is asked about anyway; `before` and `after` are the
    proxies by seat.
    """
    new = {ask.number for ask in opened}
    waiting = (ask for ask in asks if ask.number not in new and not ask.answered and not ask.waiting)
    return [
        Notice(after[ask.seat], ASKED[ask.kind], ask.number)
        for ask in waiting
        if ask.seat in after and after[ask.seat] != before.get(ask.seat)
    ]


def _concerned(fact: Fact, seats: Sequence[int]) -> Iterable[int]:
    """Whom a fact concerns so much that he is told even when nothing is asked of him."""
    match fact:
        case ProxySet():
            return () if fact.proxy is None else (fact.proxy,)
        case TimedOut() | OrderDropped() | OfferAnswered() | RulesAnswered():
            return (fact.seat,)
        case CaptainPassed():
            return (fact.seat_from, fact.seat_to)
        case Undone() | Joined() | Paused() | EndAsked() | Halted() | Reversed() | RulesAgreed():
            return seats
        case _:
            return ()
