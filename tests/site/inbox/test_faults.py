"""Faults of ours: a mail that could not be handled is tried again, does nothing twice, and is never silently lost."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games import lobby
from games.inbox import read
from games.inbox.carry import Errand
from games.inbox.read import TRIES, read_one, try_one
from games.models import IncomingMail, OutgoingMail, Profile, Table
from games.models.table import Source
from games.outbox import compose
from games.rules import codec
from tests.site.factories import offer, seat
from tests.site.inbox.post import NOON, address_in, answers, letter_to, mail, post, read_all, reply

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


class Crash(Exception):
    """A fault that nobody has thought of."""


def crash(*args: object, **kwargs: object) -> None:
    raise Crash


def by_letter(table: Table) -> list[str]:
    """The kinds of what was done by letter."""
    return [
        type(codec.load_action(entry.action)).__name__
        for entry in table.entries.filter(source=Source.LETTER).order_by("seq")
    ]


def moments(row: IncomingMail, until: datetime) -> list[float]:
    """Let the reader look every minute; after how many minutes it tried this mail."""
    tried, now = [], NOON
    while now < until:
        before = row.tries
        read_all(now)
        row.refresh_from_db()
        if row.tries != before:
            tried.append((now - NOON) / timedelta(minutes=1))
        now += timedelta(minutes=1)
    return tried


@pytest.mark.parametrize("step", range(4))
def test_a_crash_after_a_command_doubles_nothing(
    match: Table, letter: OutgoingMail, boris: Profile, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """The worker dies before the letter's command number `step`; what was done before stands and is not done again."""
    row = post(reply(letter, "say one", "show", "forced on", "resign"), to=address_in(letter))
    carry_out = Errand.carry_out

    def dies(self: Errand, number: int, command: object) -> None:
        if number == step:
            raise Crash
        carry_out(self, number, command)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(Errand, "carry_out", dies)
        read_one(now=NOON)
    row.refresh_from_db()
    assert (row.handled_at, row.tries, match.messages.count()) == (None, 1, min(step, 1))
    letter_to(boris, now=NOON)  # what he asked to see goes out meanwhile, and is no newer letter than he could know
    read_all(NOON + DAY)
    row.refresh_from_db()
    assert match.messages.get().text == "one"
    assert [told.kind for told in answers(boris)] == ["shown"]
    assert (row.outcome, by_letter(match)) == ("done", ["Order", "Resign"])


def test_a_resignation_that_was_taken_before_a_crash_stands(
    match: Table, letter: OutgoingMail, boris: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = post(reply(letter, "resign"), to=address_in(letter))
    with monkeypatch.context() as patch:
        patch.setattr(read, "_close", crash)
        read_one(now=NOON)
    compose.shown("show", player=boris, seat=seat(match, boris), prompt=None, message_id="", ref="1", now=NOON)
    assert letter_to(boris, now=NOON).kind == "shown"
    read_all(NOON + DAY)
    row.refresh_from_db()
    assert (row.outcome, by_letter(match)) == ("done", ["Resign"])


def test_an_invitation_accepted_before_a_crash_is_accepted_once(
    alice: Profile, boris: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = offer(alice, open_for=None, opponent=boris)
    invited = letter_to(boris, "invitation")
    row = post(reply(invited, "accept"), to=address_in(invited))
    with monkeypatch.context() as patch:
        patch.setattr(read, "_close", crash)
        read_one(now=NOON)
    assert table.seats.count() == 2
    read_all(NOON + DAY)
    row.refresh_from_db()
    assert (row.outcome, table.seats.count(), table.entries.count()) == ("done", 2, 1)


def test_a_mail_that_fails_waits_longer_each_time_and_then_its_writer_is_told(
    match: Table,
    letter: OutgoingMail,
    boris: Profile,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    row = post(reply(letter, "roll"), to=address_in(letter))
    monkeypatch.setattr("games.inbox.read.reader.read", crash)
    tried = moments(row, NOON + timedelta(hours=5))
    assert tried == [0, 1, 3, 7, 15, 31, 63, 127]
    assert len(tried) == TRIES
    assert (row.outcome, row.detail) == ("failed", {"told": True})
    (told,) = answers(boris)
    assert told.context["code"] == "our-fault"
    monkeypatch.undo()
    assert "По нашей вине" in letter_to(boris, "problem", now=NOON + DAY).text
    assert caplog.text.count("could not be handled") == TRIES


def test_one_broken_mail_does_not_hold_up_the_others(
    match: Table, letter: OutgoingMail, boris: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = post(mail("broken", to=address_in(letter)), to=address_in(letter), now=NOON - timedelta(minutes=1))
    whole = post(reply(letter, "roll"), to=address_in(letter))
    handle = read.handle

    def handles(mail_id: int, *, now: datetime) -> None:
        if mail_id == broken.pk:
            raise Crash
        handle(mail_id, now=now)

    monkeypatch.setattr(read, "handle", handles)
    read_all(NOON)
    whole.refresh_from_db()
    assert whole.outcome == "done"


def test_a_mail_that_gets_better_is_handled(
    match: Table, letter: OutgoingMail, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = post(reply(letter, "roll"), to=address_in(letter))
    with monkeypatch.context() as patch:
        patch.setattr("games.inbox.read.reader.read", crash)
        read_all(NOON)
    read_all(NOON + timedelta(seconds=59))
    row.refresh_from_db()
    assert (row.tries, row.outcome) == (1, "")
    read_all(NOON + timedelta(minutes=1))
    row.refresh_from_db()
    assert (row.tries, row.outcome) == (2, "done")


def test_when_even_the_telling_fails_the_mail_is_closed(
    match: Table, letter: OutgoingMail, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = post(reply(letter, "roll"), to=address_in(letter))
    monkeypatch.setattr("games.inbox.read.reader.read", crash)
    monkeypatch.setattr("games.inbox.asking.compose.problem", crash)
    for day in range(TRIES):
        read_all(NOON + day * DAY)
    row.refresh_from_db()
    assert (row.outcome, row.detail) == ("failed", {"told": False})


def test_a_mail_in_hand_is_left_to_whoever_has_it(match: Table, letter: OutgoingMail) -> None:
    row = post(reply(letter, "roll"), to=address_in(letter))
    IncomingMail.objects.filter(pk=row.pk).update(tries=1, next_try_at=NOON + timedelta(minutes=1))
    try_one(row.pk, now=NOON)
    row.refresh_from_db()
    assert (row.tries, row.outcome) == (1, "")


def test_a_table_that_was_called_off_meanwhile(alice: Profile, boris: Profile) -> None:
    table = offer(alice, open_for=None, opponent=boris)
    invited = letter_to(boris, "invitation")
    lobby.withdraw(table.pk, by=alice, now=NOON)
    row = post(reply(invited, "accept"), to=address_in(invited))
    read_all(NOON)
    row.refresh_from_db()
    assert (row.outcome, row.detail["code"]) == ("refused", "invitation-gone")
