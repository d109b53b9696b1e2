"""The whole path, with README's recipes: a mail goes to a real mailer, by LMTP to `run_lmtp`, and moves a checker."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from aiosmtpd.controller import Controller
from pytest_django import Settings

from games.models import IncomingMail, OutgoingMail, Profile, Table
from games.outbox import compose
from tests.site.factories import NOW, prompt, seat
from tests.site.factories import answer as act
from tests.site.inbox import exim, postfix
from tests.site.inbox.exim import Exim
from tests.site.inbox.post import NOON, address_in, letter_to, mail, read_all, reply
from tests.site.inbox.postfix import Postfix
from tests.site.inbox.test_pipe import ROOT, environment
from tests.site.outbox.letters import FIRST
from tests.site.walks.houses import Postbox, free_port, listens, wait_for

pytestmark = pytest.mark.django_db(transaction=True)

MAILERS = {"postfix": (Postfix, postfix.MISSING), "exim": (Exim, exim.MISSING)}
"""Each mailer of a recipe, and why it cannot be run here."""

Mailer = Postfix | Exim

BORIS = "boris@example.org"
LATER = NOON.replace(year=2030)


class Door:
    """The process of `manage.py run_lmtp`, which may be closed and opened again."""

    def __init__(self) -> None:
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def open(self) -> None:
        command = [sys.executable, "manage.py", "run_lmtp", "--port", str(self.port)]
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment(), stdout=subprocess.DEVNULL)
        wait_for("the door", lambda: listens(self.port), 60)

    def close(self) -> int:
        """Close it; its exit code."""
        assert self.process
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)


class Refusing:
    """A mailer at which nobody lives."""

    async def handle_RCPT(self, *args: object) -> str:
        return "550 5.1.1 No such user here"


@pytest.fixture(scope="module")
def door(django_db_setup: None) -> Iterator[Door]:
    """A door that is open."""
    door = Door()
    door.open()
    yield door
    if door.process and door.process.poll() is None:
        door.process.kill()


@pytest.fixture(scope="module")
def postbox() -> Iterator[Postbox]:
    """Where letters to example.org end."""
    postbox = Postbox()
    yield postbox
    postbox.close()


@pytest.fixture(scope="module", params=MAILERS)
def mailer(request: pytest.FixtureRequest, door: Door, postbox: Postbox) -> Iterator[Mailer]:
    """The mailer between them."""
    kind, missing = MAILERS[request.param]
    if missing:
        pytest.skip(missing)
    refusing = Controller(Refusing(), hostname="127.0.0.1", port=free_port())
    refusing.start()
    mailer = kind(lmtp_port=door.port, postbox=postbox.port, refusing=refusing.port)
    mailer.start()
    yield mailer
    mailer.stop()
    refusing.stop()


def test_readme_tells_to_write_what_is_run_here() -> None:
    readme = (ROOT / "README.md").read_text()
    for recipe in (postfix.RECIPE, exim.ROUTER, exim.TRANSPORT):
        assert recipe.format(lmtp_port=8024) in readme


def kept(number: int) -> list[IncomingMail]:
    """Wait until so many mails are kept; the mails."""
    wait_for(f"{number} mails at the door", lambda: IncomingMail.objects.count() >= number, 60)
    return list(IncomingMail.objects.order_by("pk"))


def test_a_letter_goes_out_and_its_answer_comes_in(
    match: Table, alice: Profile, boris: Profile, mailer: Mailer, postbox: Postbox, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", mailer.port
    act(match, FIRST, by=alice)
    letter = letter_to(boris, "turn")
    (came,) = wait_for(
        "the letter", lambda: [one for one in postbox.to(BORIS) if one["Message-ID"] == letter.message_id]
    )
    assert came["Reply-To"] == address_in(letter)
    raw = mail("скажи Удачи!\r\nбросок\r\n\r\n> был ваш ход".encode("koi8-r"), to=came["Reply-To"], charset="koi8-r")
    mailer.send(raw, sender=BORIS, to=[came["Reply-To"]])
    (row,) = kept(1)
    assert (row.recipient, row.envelope_from, row.source) == (address_in(letter).lower(), BORIS, "lmtp")
    assert "скажи Удачи!".encode("koi8-r") in bytes(row.raw), "raw bytes come through"
    read_all(LATER)
    row.refresh_from_db()
    assert row.outcome == "done"
    assert match.entries.latest("seq").source == "letter"
    assert match.messages.get().text == "Удачи!"


def test_one_mail_to_two_letters_comes_twice_and_the_same_mail_again_is_one(
    match: Table, letter: OutgoingMail, boris: Profile, mailer: Mailer
) -> None:
    compose.shown("show", player=boris, seat=seat(match, boris), prompt=None, message_id="", ref="1", now=NOON)
    both = [address_in(letter), address_in(letter_to(boris, "shown", now=NOON))]
    raw = reply(letter, "say once", "roll")
    for _ in range(2):
        assert mailer.send(raw, sender=BORIS, to=both) == {}
    kept(2)
    wait_for("an empty queue", lambda: not mailer.waiting(), 60)
    read_all(LATER)
    assert [row.outcome for row in kept(2)] == ["done", "done"]
    assert IncomingMail.objects.count() == 2
    assert (match.messages.count(), match.entries.filter(source="letter").count()) == (1, 1)


def test_while_the_door_is_closed_mails_wait_in_the_queue(
    match: Table, letter: OutgoingMail, door: Door, mailer: Mailer
) -> None:
    assert door.close() == os.EX_OK
    mailer.send(reply(letter, "roll"), sender=BORIS, to=[address_in(letter)])
    wait_for("a mail that waits", mailer.waiting, 60)
    wait_for("a try", lambda: "Connection refused" in mailer.log, 60)
    door.open()
    mailer.flush()
    kept(1)
    wait_for("an empty queue", lambda: not mailer.waiting(), 60)
    read_all(LATER)
    assert match.entries.latest("seq").source == "letter"


def test_too_large_a_mail_is_refused_by_the_mailer_itself(match: Table, letter: OutgoingMail, mailer: Mailer) -> None:
    raw = reply(letter, "roll") + b"x" * 76 + b"\r\n" + (b"y" * 76 + b"\r\n") * 65536
    with pytest.raises(Exception, match=r"552|size"):
        mailer.send(raw, sender=BORIS, to=[address_in(letter)])
    assert not IncomingMail.objects.exists()


def test_a_letter_that_bounces_comes_back_and_counts(
    match: Table, letter: OutgoingMail, boris: Profile, mailer: Mailer
) -> None:
    """The mailer writes the report itself, to the envelope sender of our letter."""
    lost = mail("Ваш ход", to="boris@example.net", sender="Nardy <game@play.example.org>")
    mailer.send(lost, sender=address_in(letter, "Return-Path"), to=["boris@example.net"])
    (row,) = kept(1)
    read_all(LATER)
    row.refresh_from_db()
    letter.refresh_from_db()
    assert (row.outcome, row.envelope_from) == ("bounce", "")
    assert letter.failed.startswith("hard: bounce 5.")
    assert match.entries.count() == 2
    assert prompt(match, boris).asked_at == NOW
