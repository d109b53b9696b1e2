"""The rows of questions and their clocks: opened, stopped, run on and closed as the state asks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games import deadlines
from games.deadlines import Clock, Left
from games.models import Entry, Prompt
from games.models.table import Source
from games.rows import said
from games.rows.loaded import Rows, write
from games.rules.facts import AdviceAsked, Fact, GameStarted
from games.rules.state import Ask, State, proxy

Columns = dict[str, object]


def sync_prompts(
    rows: Rows, state: State, facts: Sequence[Fact], *, entry: Entry, now: datetime, came: datetime
) -> list[Prompt]:
    """Close the questions that the state asks no more, let the clocks of the others stand or run, open the new ones.

    It goes by the number of a question: the same seat may be asked the same again, and that is another question.
    Clocks stop at the moment at which the answer `came`, and start `now`. Returns the newly opened ones.
    """
    asks = {ask.number: ask for ask in state.asks}
    clock = Clock(**rows.table.clock)
    advised = {fact.seat for fact in facts if isinstance(fact, AdviceAsked)}
    for prompt in rows.prompts.values():
        ask = asks.get(prompt.number)
        if ask is not None and ask.kind == "move" and ask.seat in advised:
            _give_time(rows, prompt, clock, now=now)
        columns = _columns(rows, prompt, ask, state, entry=entry, now=now, came=came)
        answered = ask is None or ask.answered
        if answered and prompt.banked and prompt.answered_at is None and _in_time(prompt, entry):
            write(prompt.seat, bank=deadlines.reward(prompt.seat.bank, clock))
        write(prompt, **columns)
    if state.format == "chouette" and any(isinstance(fact, GameStarted) for fact in facts):
        for seat in rows.seats.values():  # a session may last for a year: its bank is for a game (chouette.md §4.3)
            write(seat, bank=max(seat.bank, clock.bank))
    opened = [_opened(rows, state, ask, clock, now=now) for number, ask in asks.items() if number not in rows.prompts]
    return Prompt.objects.bulk_create(opened)


def _columns(
    rows: Rows, prompt: Prompt, ask: Ask | None, state: State, *, entry: Entry, now: datetime, came: datetime
) -> Columns:
    """What becomes of a question that was open, now that the state asks `ask` under its number, or nothing more."""
    if ask is None:
        return _stop(rows, prompt, at=came) | {"closed_at": now, "closed_by": entry}
    answered_at = (prompt.answered_at or now) if ask.answered else None
    stand_in = proxy(state, ask.seat)
    columns: Columns = {
        "answered_at": answered_at,
        "behind_offer": ask.waiting,
        "proxy_id": None if stand_in is None else rows.seats[stand_in].pk,
    }
    if not said.clock_runs(state, ask):
        return columns | _stop(rows, prompt, at=came) | {"due_at": None}
    if prompt.running_since is None:
        return columns | _run(rows, prompt, waiting=ask.waiting, since=now)
    return columns | {"check_at": _check(rows, prompt, prompt.running_since, prompt.due_at, waiting=ask.waiting)}


def _opened(rows: Rows, state: State, ask: Ask, clock: Clock, *, now: datetime) -> Prompt:
    """The row of a new question."""
    time, stand_in = deadlines.allowed(clock, said.decision(state, ask)), proxy(state, ask.seat)
    prompt = Prompt(
        table=rows.table,
        number=ask.number,
        seat=rows.seats[ask.seat],
        kind=ask.kind,
        batch=ask.batch,
        asked_at=now,
        grace_left=time.grace,
        banked=time.banked,
        proxy=None if stand_in is None else rows.seats[stand_in],
        answered_at=now if ask.answered else None,
        behind_offer=ask.waiting,
    )
    if said.clock_runs(state, ask):
        for name, value in _run(rows, prompt, waiting=ask.waiting, since=now).items():
            setattr(prompt, name, value)
    return prompt


def _give_time(rows: Rows, prompt: Prompt, clock: Clock, *, now: datetime) -> None:
    """The clock of a move stands while advice is asked for: what that may take at most is added to its grace.

    Who moves sooner has used none of his own time, and the rest of it goes with the question (chouette.md §4.3).
    """
    if prompt.running_since is None:
        return
    write(prompt, **_stop(rows, prompt, at=now))
    write(prompt, grace_left=prompt.grace_left + deadlines.allowed(clock, "advice").grace)


def move_deadlines(rows: Rows, player_id: int) -> None:
    """Reckon the running clocks of a player at this table anew, after his vacations were changed."""
    for prompt in rows.prompts.values():
        if prompt.seat.player_id == player_id and prompt.running_since is not None:
            write(prompt, **_run(rows, prompt, waiting=prompt.behind_offer, since=prompt.running_since))


def _run(rows: Rows, prompt: Prompt, *, waiting: bool, since: datetime) -> Columns:
    """The clock of a question runs since this moment. `waiting`: the question stands behind an offer."""
    due = deadlines.due(since, _left(prompt), rows.away(prompt.seat))
    return {"running_since": since, "due_at": due, "check_at": _check(rows, prompt, since, due, waiting=waiting)}


def _check(rows: Rows, prompt: Prompt, since: datetime, due: datetime | None, *, waiting: bool) -> datetime | None:
    """When the sweep looks at a question next: to remind, once, then when it is due.

    Not while it stands behind an offer: nothing could be answered then. Its time may run out there all the same, and
    the sweep finds that as soon as the offer is out of the way.
    """
    if waiting or due is None:
        return None
    return due if prompt.reminded_at else deadlines.remind(since, due, rows.away(prompt.seat))


def _stop(rows: Rows, prompt: Prompt, *, at: datetime) -> Columns:
    """The clock of a question stands: its seat pays for the time it ran."""
    if prompt.running_since is None:
        return {}
    left = deadlines.charge(_left(prompt), since=prompt.running_since, now=at, away=rows.away(prompt.seat))
    if prompt.banked:
        write(prompt.seat, bank=left.bank)
    return {"running_since": None, "grace_left": left.grace, "check_at": None}


def _left(prompt: Prompt) -> Left:
    """What was left to a question when its clock began to run."""
    return Left(prompt.grace_left, prompt.seat.bank if prompt.banked else 0)


def _in_time(prompt: Prompt, entry: Entry) -> bool:
    """Whether a question was answered by its own seat, not by the clock in its stead."""
    return entry.seat_id == prompt.seat_id and entry.source != Source.CLOCK
