"""What providers tell of our letters counts against addresses, as reports by mail do."""

from __future__ import annotations

import hashlib
import hmac
import json
from base64 import b64encode

import pytest
from django.test import Client
from pytest_django import Settings

from games.models import OutgoingMail, Profile
from tests.site.inbox.post import NOON, answer, letter_to

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _secrets(settings: Settings) -> None:
    settings.ANYMAIL = {"WEBHOOK_SECRET": "robot:password", "MAILGUN_WEBHOOK_SIGNING_KEY": "a signing key"}


def mailgun(client: Client, event: str, message_id: str, *, severity: str = "permanent", reason: str = "bounce") -> int:
    """An event of Mailgun; the status of the answer."""
    stamp, token = "1790000000", "c" * 50
    signature = hmac.new(b"a signing key", f"{stamp}{token}".encode(), hashlib.sha256).hexdigest()
    body = {
        "signature": {"timestamp": stamp, "token": token, "signature": signature},
        "event-data": {
            "event": event,
            "severity": severity,
            "reason": reason,
            "timestamp": 1790000000.1,
            "id": "x",
            "recipient": "boris@example.org",
            "message": {"headers": {"message-id": message_id, "to": "boris@example.org"}},
            "delivery-status": {"code": 550, "message": "5.1.1 no such user"},
        },
    }
    return post(client, "mailgun", body)


def postmark(client: Client, kind: str, code: int) -> int:
    """A bounce of Postmark, which knows its own message id only."""
    body = {
        "RecordType": "Bounce",
        "Type": kind,
        "TypeCode": code,
        "MessageID": "its-own",
        "Email": "Boris@example.org",
    }
    return post(client, "postmark", body)


def post(client: Client, provider: str, body: dict[str, object]) -> int:
    basic = "Basic " + b64encode(b"robot:password").decode()
    answer = client.post(
        f"/anymail/{provider}/tracking/", json.dumps(body), "application/json", HTTP_AUTHORIZATION=basic
    )
    return answer.status_code


def failed(letter: OutgoingMail) -> str:
    letter.refresh_from_db()
    return letter.failed


def test_a_bounce_counts_against_its_letter_once(client: Client, letter: OutgoingMail) -> None:
    answer(letter, "show")
    newer = letter_to(letter.player, "shown", now=NOON)  # type: ignore[arg-type]
    for _ in range(2):
        assert mailgun(client, "failed", letter.message_id.strip("<>")) == 200
    assert (failed(letter), failed(newer)) == ("hard: Mailgun bounced", "")


def test_a_delay_does_not_count(client: Client, letter: OutgoingMail) -> None:
    assert mailgun(client, "failed", letter.message_id, severity="temporary") == 200
    assert mailgun(client, "delivered", letter.message_id) == 200
    assert failed(letter) == ""


def test_a_blocked_letter_and_a_dead_mailbox(client: Client, letter: OutgoingMail) -> None:
    """Without our Message-ID it is the last letter to that address."""
    assert postmark(client, "Blocked", 100006) == 200
    assert failed(letter).startswith("soft: Postmark")
    answer(letter, "show")
    newer = letter_to(letter.player, "shown", now=NOON)  # type: ignore[arg-type]
    assert postmark(client, "HardBounce", 1) == 200
    assert failed(newer).startswith("hard: Postmark")


def test_a_complaint_stops_the_letters(client: Client, letter: OutgoingMail, boris: Profile) -> None:
    assert mailgun(client, "complained", letter.message_id) == 200
    boris.refresh_from_db()
    assert boris.mail_paused_at


def test_an_event_about_nothing_that_we_sent(client: Client, letter: OutgoingMail) -> None:
    OutgoingMail.objects.update(to="other@example.org")
    assert mailgun(client, "failed", "<unknown@elsewhere>") == 200
    assert failed(letter) == ""
