"""One call that makes all rows of a table equal to its state."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.models import Entry, Prompt, Seat
from games.rows import said
from games.rows.games import sync_games
from games.rows.loaded import Rows, write
from games.rows.prompts import sync_prompts
from games.rules.facts import Fact, Halted, Joined, Left
from games.rules.state import State


def sync(
    rows: Rows,
    before: State,
    state: State,
    facts: Sequence[Fact],
    *,
    entry: Entry,
    now: datetime,
    came: datetime,
) -> list[Prompt]:
    """Make the rows, equal to `before`, equal to `state`, to which `entry` led with `facts`.

    `came`: when the cause of `entry` came, `now` or earlier. Returns the newly opened questions.
    """
    _sync_seats(rows, state, facts, now=now)
    for fact in facts:
        if isinstance(fact, Halted):
            until = now + timedelta(days=fact.days) if fact.on and fact.days else None
            write(rows.table, goes_on_at=until)
    sync_games(rows, before, state, facts, now=now)
    return sync_prompts(rows, state, facts, entry=entry, now=now, came=came)


def _sync_seats(rows: Rows, state: State, facts: Sequence[Fact], *, now: datetime) -> None:
    """Give every seat its role, place and points.

    Places and roles that change are cleared first: two seats may change places, and the unique indexes over them look
    at each row as it is written.
    """
    columns = {number: said.of_seat(state, number) for number in rows.seats}
    moving = [seat for seat in rows.seats.values() if (seat.role, seat.line) != _place(columns[seat.number])]
    if moving:
        Seat.objects.filter(pk__in=[seat.pk for seat in moving]).update(role="", line=None)
    for seat in moving:
        seat.role, seat.line = "", None
    for fact in facts:
        if isinstance(fact, Joined):
            columns[fact.seat]["left_at"] = None
        elif isinstance(fact, Left) and fact.now and fact.seat not in (*state.seats, *state.newcomers):
            columns[fact.seat]["left_at"] = now
    for number, seat in rows.seats.items():
        write(seat, **columns[number])


def _place(columns: said.Fields) -> tuple[object, object]:
    return columns["role"], columns["line"]
