"""The only way to act at a table: one transaction that makes log entry, snapshot, rows and letters, or nothing.

`play` answers a question, `volunteer` does what nobody asked, `say` adds words of a person. Every edge (page, letter,
bot, clock) builds an action and calls one of them; none of them knows a rule. What is allowed is said by `rules`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial, wraps
from typing import ParamSpec, TypeVar, cast

from django.db import OperationalError, connection, transaction

from games import notices, rows
from games.models import Entry, Message, Prompt, Seat, Table
from games.models.table import Source
from games.outbox import compose
from games.rules import codec
from games.rules.actions import HOUSE, Action, AskAdvice, TimeOut
from games.rules.consulting import Thread, may_read, must_be_allowed, thread_of
from games.rules.errors import IllegalAction, Stale
from games.rules.facts import Fact
from games.rules.state import State, captain, mate, mates, may_ask_advice, proxy
from games.rules.table import advance

P = ParamSpec("P")
T = TypeVar("T")

MESSAGE_LENGTH = 2000
"""Letters of a message, at most."""

PAUSES = (0.05, 0.2, 1.0)
"""Seconds between the tries of a transaction that found the database busy."""


def patient(transact: Callable[P, T]) -> Callable[P, T]:
    """Try a transaction again, a few times, when the database was busy or went away: it was rolled back as a whole.

    This stands here, at the transaction, so that no edge needs to know of it; and as every cause has its `ref`, it does
    no harm if the first try was committed after all. Within a transaction of the caller only he could begin again.
    """

    @wraps(transact)
    def tried(*args: P.args, **kwargs: P.kwargs) -> T:
        for pause in PAUSES:
            try:
                return transact(*args, **kwargs)
            except OperationalError:
                if connection.in_atomic_block:
                    raise
                connection.close_if_unusable_or_obsolete()
                time.sleep(pause)
        return transact(*args, **kwargs)

    return tried


@patient
@transaction.atomic
def play(
    prompt_id: int,
    action: Action,
    *,
    source: Source,
    ref: str,
    now: datetime,
    by: int | None = None,
    came: datetime | None = None,
) -> Entry:
    """Answer a prompt: save log entry, snapshot, rows and letters, or nothing.

    `by` is the seat (its key) that acts when it is not the one asked: its proxy, as the rules allow. `came`: when the
    answer came, if that was before `now`: a letter counts from the moment a door took it. Clocks stop then, and those
    of new questions start `now`.
    The same ref twice is one action: the second call returns the first entry; with another action: Stale.
    Raises IllegalAction; Stale (a kind of it) when the question was answered meanwhile.
    """
    table = lock(prompts=prompt_id)
    whose = {"prompts": prompt_id} if by is None else {"pk": by}
    if done := _done(table, action, ref=ref, **whose):
        return done
    loaded = rows.Rows(table)
    prompt = next((prompt for prompt in loaded.prompts.values() if prompt.pk == prompt_id), None)
    if prompt is None:
        raise _closed(Prompt.objects.select_related("closed_by__seat").get(pk=prompt_id))
    if isinstance(action, TimeOut) and not (prompt.due_at and prompt.due_at <= now):
        raise Stale("not-due", number=prompt.number)
    actor = prompt.seat if by is None else next(seat for seat in loaded.seats.values() if seat.pk == by)
    before = codec.load(table.state)
    return enter(loaded, before, actor, action, ask=prompt.number, source=source, ref=ref, now=now, came=came)


@patient
@transaction.atomic
def volunteer(
    seat_id: int, action: Action, *, source: Source, ref: str, now: datetime, came: datetime | None = None
) -> Entry:
    """Do what nobody asked: resign, offer, order, leave. In all else like `play`."""
    table = lock(seats=seat_id)
    if done := _done(table, action, ref=ref, pk=seat_id):
        return done
    if not table.state:
        raise IllegalAction("not-started")
    loaded = rows.Rows(table)
    seat = next(seat for seat in loaded.seats.values() if seat.pk == seat_id)
    return enter(loaded, codec.load(table.state), seat, action, source=source, ref=ref, now=now, came=came)


@patient
@transaction.atomic
def say(seat_id: int, text: str, *, audience: str = "all", ref: str, now: datetime) -> Message:
    """Add words of a person to his table, for all or for one side. The same ref twice is one message.

    Who may write to his side is said by `rules.consulting`. When the captain writes to his team while his move is open,
    he asks for its advice.
    """
    table = lock(seats=seat_id)
    seat = table.seats.get(pk=seat_id)
    words = text.strip()
    if not words:
        raise IllegalAction("empty-message")
    if len(words) > MESSAGE_LENGTH:
        raise IllegalAction("message-too-long", length=len(words), limit=MESSAGE_LENGTH)
    if known := table.messages.filter(ref=ref).first():
        return known
    state = codec.load(table.state) if table.state else None
    thread = cast("Thread | None", None if audience == "all" else audience)
    if thread and state is None:
        raise IllegalAction("not-started")
    if thread and state:
        thread = thread_of(state, seat.number, thread)
        must_be_allowed(state, seat.number, thread, captain_asked=_captain_asked(table, state))
    message = Message.objects.create(
        table=table,
        ref=ref,
        seat=seat,
        audience=thread or "all",
        text=words,
        game=state.game.number if state and state.game else 0,
        after_seq=table.last_seq,
        at=now,
    )
    if thread and state:
        here = (*state.seats, *mates(state))
        readers = [one for one in here if one != seat.number and may_read(state, one, thread, message.game)]
        compose.words(message, readers, now=now)
        compose.nudge()
        if thread == "team" and may_ask_advice(state, seat.number):
            enter(rows.Rows(table), state, seat, AskAdvice(), source=Source.PAGE, ref=f"{ref}:advice", now=now)
    return message


def _captain_asked(table: Table, state: State) -> bool:
    """Whether the captain has written to his team since the move that is open was asked of him."""
    asked = table.prompts.filter(kind="move", closed_at=None).order_by("asked_at").first()
    leader = captain(state)
    if asked is None or leader is None:
        return False
    return table.messages.filter(audience="team", seat__number=leader, at__gte=asked.asked_at).exists()


def lock(**which: object) -> Table:
    """The one table of `which`, locked until the transaction ends: who acts at a table acts alone.

    SQLite has no row locks; there a transaction has the whole database from its beginning (`transaction_mode`).
    """
    return Table.objects.select_for_update(of=("self",), no_key=True).get(**which)


def enter(
    loaded: rows.Rows,
    before: State,
    seat: Seat | None,
    action: Action,
    *,
    ask: int | None = None,
    source: Source,
    ref: str,
    now: datetime,
    came: datetime | None = None,
) -> Entry:
    """Carry out an action on a locked table that stands at `before`: advance, save, sync, tell.

    `seat` None: the house acts.
    """
    table, actor = loaded.table, seat.number if seat else HOUSE
    present = [number for number, other in loaded.seats.items() if other.left_at is None]
    state, facts = advance(before, actor, action, partial(rows.throw, loaded), ask=ask)
    cause = Entry(seat=seat, source=source, ref=ref, ask=ask, at=now, action=codec.dump_action(action))
    entry = _save(table, state, cause, facts)
    opened = rows.sync(loaded, before, state, facts, entry=entry, now=now, came=came or now)
    numbers = {prompt.number for prompt in opened}
    new = [question for question in state.asks if question.number in numbers]
    proxies = _stand_ins(state)
    advisers = {ask.seat: other for ask in new if (other := mate(state, ask.seat)) is not None}
    decided = notices.decide(facts, new, present, actor, proxies=proxies, mates=advisers)
    decided += notices.to_new_proxies(new, state.asks, before=_stand_ins(before), after=proxies)
    compose.queue(decided, table=table, entry=entry, prompts=[*opened, *loaded.prompts.values()], now=now)
    if decided:
        compose.nudge()
    return entry


def _stand_ins(state: State) -> dict[int, int]:
    """Who may answer for which seats now: seat -> its proxy."""
    found = {ask.seat: proxy(state, ask.seat) for ask in state.asks}
    return {seat: other for seat, other in found.items() if other is not None}


def _save(table: Table, state: State, entry: Entry, facts: Sequence[Fact]) -> Entry:
    """Write the log entry, and the snapshot that it led to."""
    table.last_seq += 1
    table.state, table.codec = codec.dump(state), codec.VERSION
    if state.over and not table.over:
        table.over, table.over_at = True, entry.at
    table.save(update_fields=["last_seq", "state", "codec", "over", "over_at", "started_at"])
    entry.table, entry.seq, entry.epoch = table, table.last_seq, table.dice_epoch
    entry.facts = [codec.dump_fact(fact) for fact in facts]
    entry.save(force_insert=True)
    return entry


def _done(table: Table, action: Action, *, ref: str, **whose: int) -> Entry | None:
    """The entry that this very cause led to already; None if there is none.

    Raises Stale when the cause is known but was another action, or another seat's (`whose` filters its seats).
    """
    entry = table.entries.select_related("seat").filter(ref=ref).first()
    if entry is None:
        return None
    if entry.action == codec.dump_action(action) and table.seats.filter(entries=entry).filter(**whose).exists():
        return entry
    raise Stale("ref-used", answered_at=entry.at.isoformat(), by=entry.seat.number if entry.seat else None)


def _closed(prompt: Prompt) -> Stale:
    """The question was answered, by whom and when; `by` None: by the house."""
    entry = prompt.closed_by
    assert prompt.closed_at, "only closed questions are stale"
    by = entry.seat.number if entry and entry.seat else None
    return Stale("stale", number=prompt.number, answered_at=prompt.closed_at.isoformat(), by=by)
