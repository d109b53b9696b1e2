"""Keeping a mail: as it came, once, whatever it is; and which question it may answer is known at once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from games.inbox.receive import MAX_BYTES, TooLargeError
from games.models import IncomingMail, OutgoingMail
from tests.site.inbox.post import NOON, address_in, mail, post, reply

pytestmark = pytest.mark.django_db

TO = "g+nobody@play.example.org"


def test_a_mail_is_kept_as_it_came() -> None:
    raw = b"From: x\r\n\xff\xfe\x00 no header\n\rbroken \xd0"
    row = post(raw, to=TO)
    row.refresh_from_db()
    assert bytes(row.raw) == raw
    assert (row.recipient, row.received_at, row.next_try_at, row.handled_at) == (TO, NOON, NOON, None)


def test_twice_is_once_and_the_first_moment_counts() -> None:
    raw = mail("roll", to=TO)
    first = post(raw, to=TO)
    by_another_way = b"Received: by another way\r\n" + raw
    again = post(by_another_way, to=TO.upper(), now=NOON + timedelta(hours=1), source="pipe")
    assert (again.pk, again.received_at, again.source) == (first.pk, NOON, "lmtp")
    assert bytes(again.raw) == raw
    assert IncomingMail.objects.count() == 1


def test_another_recipient_another_writer_another_text_are_other_mails() -> None:
    for raw, to in (
        (mail("roll", to=TO, message_id="<1@x>"), TO),
        (mail("roll", to=TO, message_id="<1@x>"), "g+other@play.example.org"),
        (mail("roll", to=TO, message_id="<1@x>", sender="m@example.net"), TO),
        (mail("roll", to=TO, message_id=""), TO),
        (mail("double", to=TO, message_id=""), TO),
    ):
        post(raw, to=to)
    assert IncomingMail.objects.count() == 5


def test_too_large_a_mail_is_refused_and_the_largest_is_kept() -> None:
    with pytest.raises(TooLargeError):
        post(b"x" * (MAX_BYTES + 1), to=TO)
    assert IncomingMail.objects.count() == 0
    assert len(post(b"x" * MAX_BYTES, to=TO).raw) == MAX_BYTES


@pytest.mark.parametrize("to", ["", "<>", "no address", "a\x00b@play.example.org", "\udcd0@x", "g+" + "y" * 900 + "@x"])
def test_an_odd_recipient_does_no_harm(to: str) -> None:
    assert post(b"roll", to=to).pk


def test_the_secret_address_is_known_at_the_door_in_any_case(letter: OutgoingMail) -> None:
    known = letter.addresses.get(purpose="reply")
    assert post(reply(letter, "roll"), to=address_in(letter)).address == known
    assert post(reply(letter, "roll"), to=f"<{address_in(letter).upper()}>").address == known
    assert post(reply(letter, "roll"), to="g+" + "a" * 26 + "@play.example.org").address is None
    assert post(reply(letter, "roll"), to=address_in(letter).replace("play.", "elsewhere.")).address is None


def test_a_nudge_that_fails_does_not_make_the_mail_unkept(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    def broken() -> None:
        raise RuntimeError("no broker, and not even an error that is known")

    monkeypatch.setattr("games.inbox.tasks.nudge", broken)
    with django_capture_on_commit_callbacks(execute=True):
        assert post(mail("roll", to=TO), to=TO).pk
