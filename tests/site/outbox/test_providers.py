"""Whoever keeps many mailboxes is sent letters at a measured pace, and rests when it asks us to; nobody else waits."""

from __future__ import annotations

import smtplib
from datetime import datetime, timedelta

import pytest
from anymail.exceptions import AnymailAPIError, AnymailRecipientsRefused
from django.core import mail
from pytest_django import Settings

from games.models import MailProvider, OutgoingMail
from games.outbox import compose, providers, sending
from games.outbox.providers import provider_of
from games.outbox.refusals import Meaning, refusal
from tests.site.factories import NOW, player
from tests.site.outbox.conftest import Broken
from tests.site.outbox.letters import send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_picture")]

SECOND = timedelta(seconds=1)
MINUTE = 60 * SECOND


def codes(*addresses: str, now: datetime = NOW) -> None:
    """A letter to each, the first the most urgent."""
    for number, address in enumerate(addresses):
        compose.account("code", address, {"code": "X"}, "en", now + number * SECOND / 1000)
    OutgoingMail.objects.update(next_try_at=now)


def sent() -> list[str]:
    return [message.to[0] for message in mail.outbox]


def said(code: int, words: bytes = b"") -> smtplib.SMTPRecipientsRefused:
    """What a mailer answers to RCPT."""
    return smtplib.SMTPRecipientsRefused({"somebody@example.org": (code, words)})


@pytest.mark.parametrize(
    ("address", "provider"),
    [
        ("a@gmail.com", "gmail"),
        ("A@GoogleMail.com", "gmail"),
        ("a@bk.ru", "mail.ru"),
        ("a@ya.ru", "yandex"),
        ("a@hotmail.com", "outlook"),
        ("a@club.example", "club.example"),
        ("a@gmail.com.evil.example", "gmail.com.evil.example"),
    ],
)
def test_the_domains_of_a_provider_are_one(address: str, provider: str) -> None:
    assert provider_of(address) == provider


@pytest.mark.parametrize(
    ("error", "meaning"),
    [
        (said(421, b"4.7.0 Try again later"), Meaning.PROVIDER_BUSY),
        (said(451, b"4.7.1 Greylisted"), Meaning.PROVIDER_BUSY),
        (said(451), Meaning.PROVIDER_BUSY),
        (said(452, b"4.2.2 Mailbox full"), Meaning.LATER),
        (said(450, b"4.1.1 not verified yet"), Meaning.LATER),
        (said(450, b"mailbox is locked"), Meaning.LATER),
        (said(550, b"5.1.1 No such user"), Meaning.ADDRESS_REFUSED),
        (said(550, b"No such user"), Meaning.ADDRESS_REFUSED),
        (said(552, b"5.2.2 Mailbox full"), Meaning.ADDRESS_UNWILLING),
        (said(550, b"5.7.1 Blocked for spam"), Meaning.BLOCKED),
        (said(554, b"5.7.1 <a@b.example>: Relay access denied"), Meaning.MAILER_GONE),
        (said(550, b"relaying denied"), Meaning.MAILER_GONE),
        (said(530, b"5.7.0 Must issue a STARTTLS command first"), Meaning.MAILER_GONE),
        (smtplib.SMTPDataError(421, b"4.7.0 slow down"), Meaning.PROVIDER_BUSY),
        (smtplib.SMTPDataError(452, b"4.2.2 full"), Meaning.LATER),
        (smtplib.SMTPDataError(554, b"5.7.1 spam"), Meaning.LETTER_REFUSED),
        (smtplib.SMTPSenderRefused(552, b"5.3.4 too large", "b@c.example"), Meaning.LETTER_REFUSED),
        (smtplib.SMTPSenderRefused(451, b"4.3.0 busy", "b@c.example"), Meaning.MAILER_GONE),
        (smtplib.SMTPServerDisconnected(), Meaning.MAILER_GONE),
        (AnymailRecipientsRefused(), Meaning.ADDRESS_REFUSED),
        (AnymailAPIError("too large", status_code=413), Meaning.LETTER_REFUSED),
        (AnymailAPIError("busy", status_code=429), Meaning.MAILER_GONE),
    ],
)
def test_what_an_answer_means(error: Exception, meaning: Meaning) -> None:
    found = refusal(error)
    assert found is not None
    assert found.meaning is meaning
    assert "@" not in found.why


def test_no_more_letters_a_minute_than_are_set(settings: Settings) -> None:
    settings.NARDY_LETTERS_A_MINUTE = 3
    codes(*(f"p{number}@gmail.com" for number in range(5)), "a@googlemail.com", "b@yandex.ru")
    assert send(NOW) == 4
    assert sent() == ["p0@gmail.com", "p1@gmail.com", "p2@gmail.com", "b@yandex.ru"]
    assert send(NOW + 59 * SECOND) == 0
    waiting = OutgoingMail.objects.filter(sent_at=None)
    assert set(waiting.values_list("tries", "rendered_at")) == {(0, None)}, "as if nobody had looked at them"
    assert send(NOW + MINUTE) == 3
    assert sent()[4:] == ["p3@gmail.com", "p4@gmail.com", "a@googlemail.com"]


def test_dead_letters_take_nobodys_place(settings: Settings) -> None:
    settings.NARDY_LETTERS_A_MINUTE = 1
    codes(*(f"p{number}@gmail.com" for number in range(3)))
    OutgoingMail.objects.exclude(to="p2@gmail.com").update(created_at=NOW - sending.CODE_LIVES)
    assert send(NOW) == 3
    assert sent() == ["p2@gmail.com"]


def test_a_busy_provider_holds_up_its_own_letters_alone(mailer: Broken) -> None:
    codes("a@gmail.com", "b@gmail.com", "c@yandex.ru", "d@gmail.com")
    mailer(said(421, b"4.7.0 slow down"))
    assert send(NOW) == 2
    assert sent() == ["c@yandex.ru"]
    refused = OutgoingMail.objects.get(to="a@gmail.com")
    assert (refused.failed, refused.next_try_at) == ("", NOW + 2 * providers.RESTS[0])
    assert send(NOW + providers.RESTS[0]) == 2
    assert sent()[1:] == ["b@gmail.com", "d@gmail.com"], "the one that was refused waits longer than its provider"
    assert send(NOW + 2 * providers.RESTS[0]) == 1
    assert MailProvider.objects.get(name="gmail").refusals == 0


def test_it_rests_longer_each_time_and_one_letter_is_tried_after_each_rest(mailer: Broken) -> None:
    codes(*(f"p{number}@gmail.com" for number in range(9)), now=NOW)
    now, rests = NOW, []
    for _ in range(7):
        mailer(*[said(421)] * 9)
        assert send(now) == 1
        (provider,) = MailProvider.objects.all()
        assert provider.opens_at
        rests.append(provider.opens_at - now)
        OutgoingMail.objects.update(created_at=now)
        assert send(provider.opens_at - SECOND) == 0
        now = provider.opens_at
    assert rests == [*providers.RESTS, providers.RESTS[-1]]
    mailer()
    send(now)
    OutgoingMail.objects.update(created_at=now + 2 * providers.RESTS[-1])
    send(now + 2 * providers.RESTS[-1])
    assert len(sent()) == 9


def test_two_workers_make_one_trial(mailer: Broken) -> None:
    codes("a@gmail.com", "b@gmail.com")
    mailer(said(421))
    send(NOW)
    later = NOW + providers.RESTS[0]
    assert providers.admit("gmail", now=later)
    assert not providers.admit("gmail", now=later)
    assert send(later) == 0
    assert send(later + providers.RESTS[0]) == 2, "the worker with the trial was killed"


def test_who_is_not_wanted_there_leaves_it_alone_but_does_not_hold_it_against_its_people(mailer: Broken) -> None:
    boris = player("Boris")
    compose.account("code", "boris@gmail.com", {"code": "X"}, "en", NOW, player=boris)
    mailer(said(550, b"5.7.1 blocked"))
    send(NOW)
    letter = OutgoingMail.objects.get()
    assert letter.failed == "soft: SMTP 550 5.7.1"
    assert providers.closed(NOW) == ["gmail"]
    boris.refresh_from_db()
    assert boris.mail_paused_at is None


def test_a_full_mailbox_stops_neither_its_provider_nor_its_owner(mailer: Broken) -> None:
    codes("a@gmail.com", "b@gmail.com")
    mailer(said(452, b"4.2.2 full"), said(552, b"5.2.2 full"))
    send(NOW)
    first, second = OutgoingMail.objects.order_by("pk")
    assert (first.failed, first.next_try_at) == ("", NOW + sending.WAITS[0])
    assert second.failed == "soft: SMTP 552 5.2.2"
    assert providers.closed(NOW) == []


def test_a_mailer_that_hangs_up_after_a_refusal_is_called_again(
    mailer: Broken, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[bool] = []
    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.close", lambda _self: closed.append(True))
    codes("a@gmail.com", "b@yandex.ru")
    mailer(said(421, b"4.7.0 too many"))
    send(NOW)
    assert closed[:1] == [True]
    assert sent() == ["b@yandex.ru"]
