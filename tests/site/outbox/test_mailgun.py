"""README's recipe for a provider, run: letters go to Mailgun's API as anymail speaks it, here to a server of ours."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.conf import settings as site
from pytest_django import Settings

from games.models import Profile, Table
from games.outbox import sending
from games.outbox.providers import closed
from nardy_site.env import Environment
from tests.site.factories import answer
from tests.site.outbox.letters import FIRST, SOON, of, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_picture")]

RECIPE = {
    "NARDY_MAIL_DOMAIN": "play.example.org",
    "ANYMAIL_PROVIDER": "mailgun",
    "ANYMAIL_MAILGUN_API_KEY": "…",
    "ANYMAIL_MAILGUN_SENDER_DOMAIN": "play.example.org",
    "ANYMAIL_MAILGUN_WEBHOOK_SIGNING_KEY": "…",
}


class Mailgun(HTTPServer):
    """It takes a letter, or answers with the status that it is told."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Request)
        self.status, self.letters, self.paths = 200, list[EmailMessage](), list[str]()


class _Request(BaseHTTPRequestHandler):
    server: Mailgun

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        head = f"Content-Type: {self.headers['Content-Type']}\r\n\r\n".encode()
        self.server.letters.append(message_from_bytes(head + body, policy=policy.default))
        self.server.paths.append(self.path)
        told = json.dumps({"id": "<1@play.example.org>", "message": "Queued. Thank you."}).encode()
        self.send_response(self.server.status)
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *_args: object) -> None:
        """It keeps no log."""


@pytest.fixture
def mailgun(settings: Settings) -> Iterator[Mailgun]:
    """The provider, with the settings that README names."""
    with Mailgun() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        environment = Environment(RECIPE)
        settings.EMAIL_BACKEND = f"anymail.backends.{environment['ANYMAIL_PROVIDER']}.EmailBackend"
        settings.ANYMAIL = {**environment.anymail, "MAILGUN_API_URL": f"http://127.0.0.1:{server.server_port}/v3"}
        settings.ANYMAIL["MAILGUN_API_KEY"] = "key"
        yield server
        server.shutdown()
        thread.join()


def fields(form: EmailMessage) -> dict[str, str]:
    """What was sent, by its name in the form; files by their names."""
    parts = [part for part in form.iter_parts() if isinstance(part, EmailMessage)]
    return {
        str(part.get_param("name", header="content-disposition")): (part.get_payload(decode=True) or b"").decode(
            "utf-8", "replace"
        )
        for part in parts
    }


def test_the_recipe_is_readmes() -> None:
    readme = (site.BASE_DIR / "README.md").read_text()
    assert all(f"{name}={value}" in readme for name, value in RECIPE.items())


def test_a_letter_goes_by_the_api(match: Table, alice: Profile, boris: Profile, mailgun: Mailgun) -> None:
    answer(match, FIRST, by=alice)
    send()
    letter = of(boris, "turn")
    assert letter.sent_at
    sent = next(found for found in map(fields, mailgun.letters) if found["h:Message-Id"] == letter.message_id)
    assert set(mailgun.paths) == {"/v3/play.example.org/messages"}
    assert sent["to"] == "boris@example.org"
    assert sent["h:Reply-To"] == letter.headers["Reply-To"]
    assert sent["h:Auto-Submitted"] == "auto-generated"
    assert sent["text"].replace("\r\n", "\n").strip() == letter.text.strip()
    assert "cid:" in sent["html"]
    assert "inline" in sent


@pytest.mark.parametrize("status", [401, 429, 500, 503])
def test_while_it_is_away_or_refuses_our_key_letters_wait(match: Table, mailgun: Mailgun, status: int) -> None:
    mailgun.status = status
    assert send() == 0
    assert closed(SOON) == []
    mailgun.status = 200
    assert send(SOON + sending.WAITS[0]) > 0


def test_what_it_never_takes_is_given_up(match: Table, alice: Profile, mailgun: Mailgun) -> None:
    mailgun.status = 400
    send()
    assert of(alice, "turn").failed == "HTTP 400"
