"""An address that does not take our letters: counted, given up, and no other address with it."""

from __future__ import annotations

import smtplib
from datetime import timedelta

import pytest
from anymail.exceptions import AnymailAPIError, AnymailInvalidAddress, AnymailRecipientsRefused

from games.models import Profile
from games.outbox import compose, health
from tests.site.factories import NOW
from tests.site.outbox.conftest import Broken
from tests.site.outbox.letters import HOUR, of, send

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "error",
    [
        smtplib.SMTPRecipientsRefused({"alice@example.org": (550, b"no such user")}),
        AnymailRecipientsRefused(),
    ],
)
def test_a_dead_address_is_given_up_and_counted(alice: Profile, mailer: Broken, error: Exception) -> None:
    for number in range(2):
        compose.account("welcome", "alice@example.org", {"code": "X"}, "en", NOW, player=alice)
        mailer(error)
        send(NOW + number * HOUR)
        letter = of(alice, "welcome")
        assert letter.failed.startswith("hard: ")
        assert "alice" not in letter.failed
        alice.refresh_from_db()
        assert bool(alice.mail_paused_at) == (number == 1)
    assert send(NOW + 9 * HOUR) == 0


def test_old_failures_of_an_address_do_not_count(alice: Profile, mailer: Broken) -> None:
    for when in (NOW, NOW + timedelta(days=4)):
        compose.account("welcome", "alice@example.org", {"code": "X"}, "en", when, player=alice)
        mailer(AnymailRecipientsRefused())
        send(when)
    alice.refresh_from_db()
    assert not alice.mail_paused_at


def test_soft_failures_pause_after_the_fifth_and_a_complaint_at_once(alice: Profile, boris: Profile) -> None:
    for number in range(5):
        alice.refresh_from_db()
        assert not alice.mail_paused_at
        compose.account("welcome", "alice@example.org", {"code": "X"}, "en", NOW, player=alice)
        health.failed(of(alice, "welcome"), "soft", "mailbox full", now=NOW + timedelta(days=2 * number))
    health.complained(boris, now=NOW)
    for player in (alice, boris):
        player.refresh_from_db()
        assert player.mail_paused_at
        health.recovered(player)
        player.refresh_from_db()
        assert not player.mail_paused_at


def test_a_refused_letter_is_not_held_against_the_address(alice: Profile, mailer: Broken) -> None:
    refusals = [
        smtplib.SMTPDataError(554, b"spam"),
        AnymailAPIError("bad", status_code=400),
        AnymailInvalidAddress("bad"),
    ]
    for error in refusals:
        compose.account("welcome", "alice@example.org", {"code": "X"}, "en", NOW, player=alice)
        mailer(error)
        send(NOW)
        assert of(alice, "welcome").failed
    alice.refresh_from_db()
    assert not alice.mail_paused_at
