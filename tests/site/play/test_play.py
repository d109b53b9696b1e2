"""play(): one cause is one entry with its snapshot, rows and letters, or nothing at all."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import OperationalError

from games import play as door
from games.models import Entry, OutgoingMail, Profile, Prompt, Stake, Table
from games.models.table import Source
from games.play import play, say, volunteer
from games.rules import codec
from games.rules.actions import Answer, Double, Play, Resign, Roll, TimeOut
from games.rules.errors import IllegalAction, Stale
from games.rules.facts import Played
from tests.site.conftest import Script
from tests.site.factories import NOW, answer, offer, prompt, seat

FIRST = Play(moves=((8, 5), (6, 5)))
OTHER = Play(moves=((24, 23), (13, 10)))
LATER = NOW + timedelta(hours=1)

pytestmark = pytest.mark.django_db


def written(table: Table) -> tuple[object, ...]:
    """All that an answer may change."""
    table = Table.objects.get(pk=table.pk)
    return (
        table.last_seq,
        table.state,
        list(Entry.objects.values_list("table", "seq")),
        list(Prompt.objects.values_list("number", "closed_at", "running_since", "due_at")),
        list(table.seats.values_list("number", "role", "points", "bank")),
        list(Stake.objects.values_list("number", "value", "live")),
        OutgoingMail.objects.count(),
    )


def test_an_answer_is_entry_snapshot_rows_and_letter(match: Table, alice: Profile, boris: Profile) -> None:
    asked = prompt(match, alice)
    entry = play(asked.pk, FIRST, source=Source.PAGE, ref="nonce", now=LATER)

    match.refresh_from_db()
    assert (entry.seq, match.last_seq) == (2, 2)
    assert (entry.seat, entry.source, entry.ref, entry.at) == (seat(match, alice), "page", "nonce", LATER)
    assert codec.load_action(entry.action) == FIRST
    assert any(isinstance(codec.load_fact(fact), Played) for fact in entry.facts)
    asked.refresh_from_db()
    assert (asked.closed_at, asked.closed_by) == (LATER, entry)
    new = prompt(match)
    assert (new.seat, new.kind, new.asked_at) == (seat(match, boris), "cube", LATER)
    assert OutgoingMail.objects.get(prompt=new).player == boris


def test_the_same_cause_twice_is_one_action(match: Table, alice: Profile) -> None:
    asked = prompt(match, alice)
    first = play(asked.pk, FIRST, source=Source.PAGE, ref="nonce", now=LATER)
    before = written(match)
    again = play(asked.pk, FIRST, source=Source.PAGE, ref="nonce", now=LATER + timedelta(days=1))
    assert (again.pk, again.at) == (first.pk, LATER)
    assert written(match) == before


def test_the_same_cause_with_another_action_is_stale(match: Table, alice: Profile) -> None:
    asked = prompt(match, alice)
    play(asked.pk, FIRST, source=Source.PAGE, ref="nonce", now=LATER)
    before = written(match)
    with pytest.raises(Stale) as refused:
        play(asked.pk, OTHER, source=Source.PAGE, ref="nonce", now=LATER)
    assert (refused.value.code, refused.value.data) == ("ref-used", {"answered_at": LATER.isoformat(), "by": 0})
    assert written(match) == before


def test_a_cause_is_not_lent_to_another_seat(match: Table, alice: Profile, boris: Profile, dice: Script) -> None:
    answer(match, FIRST, by=alice)
    play(prompt(match, boris).pk, Roll(), source=Source.PAGE, ref="nonce", now=LATER)
    with pytest.raises(Stale) as refused:
        volunteer(seat(match, alice).pk, Roll(), source=Source.PAGE, ref="nonce", now=LATER)
    assert refused.value.code == "ref-used"


def test_two_tabs_the_second_is_told_who_answered_and_when(match: Table, alice: Profile) -> None:
    asked = prompt(match, alice)
    play(asked.pk, FIRST, source=Source.PAGE, ref="tab one", now=LATER)
    before = written(match)
    with pytest.raises(Stale) as refused:
        play(asked.pk, OTHER, source=Source.LETTER, ref="tab two", now=LATER + timedelta(minutes=1))
    assert refused.value.code == "stale"
    assert refused.value.data == {"number": asked.number, "answered_at": LATER.isoformat(), "by": 0}
    assert written(match) == before


def test_an_illegal_play_changes_nothing(match: Table, alice: Profile) -> None:
    before = written(match)
    with pytest.raises(IllegalAction) as refused:
        play(prompt(match, alice).pk, Play(moves=((8, 4), (6, 5))), source=Source.PAGE, ref="nonce", now=LATER)
    assert not isinstance(refused.value, Stale)
    assert written(match) == before


def test_after_a_refusal_the_same_cause_may_try_again(match: Table, alice: Profile) -> None:
    """The form that was sent back carries the same nonce."""
    asked = prompt(match, alice)
    with pytest.raises(IllegalAction):
        play(asked.pk, Roll(), source=Source.PAGE, ref="nonce", now=LATER)
    assert play(asked.pk, FIRST, source=Source.PAGE, ref="nonce", now=LATER).seq == 2


def test_when_a_letter_cannot_be_queued_nothing_was_done(
    match: Table, alice: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise RuntimeError("no letters today")

    before = written(match)
    monkeypatch.setattr(door.compose, "queue", broken)
    with pytest.raises(RuntimeError):
        play(prompt(match, alice).pk, FIRST, source=Source.PAGE, ref="nonce", now=LATER)
    assert written(match) == before


def test_the_broker_may_be_gone(
    match: Table, alice: Profile, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    def gone(*args: object, **kwargs: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("games.outbox.tasks.send_waiting.apply_async", gone)
    with django_capture_on_commit_callbacks(execute=True) as after_commit:  # type: ignore[operator]
        assert play(prompt(match, alice).pk, FIRST, source=Source.PAGE, ref="nonce", now=LATER).seq == 2
    assert len(after_commit) == 1, "one nudge, and it did no harm"


def test_nobody_acts_out_of_turn(match: Table, boris: Profile) -> None:
    before = written(match)
    for action in (Roll(), Double(), FIRST, Answer(replies=(("take", ()),))):
        with pytest.raises(IllegalAction):
            volunteer(seat(match, boris).pk, action, source=Source.PAGE, ref="nonce", now=LATER)
    assert written(match) == before


def test_what_nobody_asked_can_be_volunteered_once(match: Table, boris: Profile) -> None:
    offered = volunteer(seat(match, boris).pk, Resign(level=1), source=Source.LETTER, ref="letter", now=LATER)
    again = volunteer(seat(match, boris).pk, Resign(level=1), source=Source.LETTER, ref="letter", now=LATER)
    assert again == offered
    assert Prompt.objects.get(table=match, kind="offer", closed_at=None).seat.player.handle == "Alice"


def test_nothing_can_be_done_before_the_start(alice: Profile) -> None:
    table = offer(alice)
    with pytest.raises(IllegalAction) as refused:
        volunteer(seat(table, alice).pk, Resign(), source=Source.PAGE, ref="nonce", now=LATER)
    assert refused.value.code == "not-started"


def test_silence_counts_only_after_the_deadline(match: Table, alice: Profile) -> None:
    asked = prompt(match, alice)
    assert asked.due_at is not None
    with pytest.raises(Stale) as refused:
        play(asked.pk, TimeOut(), source=Source.CLOCK, ref="timeout", now=asked.due_at - timedelta(seconds=1))
    assert refused.value.code == "not-due"
    assert play(asked.pk, TimeOut(), source=Source.CLOCK, ref="timeout", now=asked.due_at).seat == seat(match, alice)


def test_words_are_said_once(match: Table, alice: Profile) -> None:
    sits = seat(match, alice)
    first = say(sits.pk, "  Удачи! ", ref="letter", now=LATER)
    assert say(sits.pk, "Удачи!", ref="letter", now=LATER) == first
    assert (first.text, first.audience, first.after_seq, match.messages.count()) == ("Удачи!", "all", 1, 1)


@pytest.mark.parametrize(("text", "code"), [(" \n", "empty-message"), ("x" * 2001, "message-too-long")])
def test_no_words_and_too_many_are_refused(match: Table, alice: Profile, text: str, code: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        say(seat(match, alice).pk, text, ref="nonce", now=LATER)
    assert refused.value.code == code


@pytest.mark.django_db(transaction=True)
def test_a_busy_database_is_asked_again(match: Table, alice: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    read, tries = door.rows.Rows, []

    def busy(table: Table) -> object:
        tries.append(table)
        if len(tries) < 3:
            raise OperationalError("database is locked")
        return read(table)

    monkeypatch.setattr(door.rows, "Rows", busy)
    monkeypatch.setattr(door, "PAUSES", (0, 0, 0))
    assert play(prompt(match, alice).pk, FIRST, source=Source.PAGE, ref="nonce", now=LATER).seq == 2
    assert len(tries) == 3


@pytest.mark.django_db(transaction=True)
def test_a_database_that_stays_busy_is_an_error_and_nothing_was_done(
    match: Table, alice: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*args: object, **kwargs: object) -> None:
        raise OperationalError("database is locked")

    before = written(match)
    monkeypatch.setattr(door.compose, "queue", busy)
    monkeypatch.setattr(door, "PAUSES", (0, 0, 0))
    with pytest.raises(OperationalError):
        play(prompt(match, alice).pk, FIRST, source=Source.PAGE, ref="nonce", now=LATER)
    assert written(match) == before
