"""The whole path: a mail goes to a real Postfix, from it by LMTP to `manage.py run_lmtp`, and moves a checker."""

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
from tests.site.inbox.post import NOON, address_in, letter_to, mail, read_all, reply
from tests.site.inbox.postfix import MISSING, RECIPE, Postfix
from tests.site.inbox.test_pipe import ROOT, environment
from tests.site.outbox.letters import FIRST
from tests.site.walks.houses import Postbox, free_port, listens, wait_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.skipif(bool(MISSING), reason=MISSING)]

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


@pytest.fixture(scope="module")
def postfix(door: Door, postbox: Postbox) -> Iterator[Postfix]:
    """The mailer between them."""
    refusing = Controller(Refusing(), hostname="127.0.0.1", port=free_port())
    refusing.start()
    postfix = Postfix(lmtp_port=door.port, postbox=postbox.port, refusing=refusing.port)
    postfix.start()
    yield postfix
    postfix.stop()
    refusing.stop()


def test_readme_tells_to_write_what_is_run_here() -> None:
    assert RECIPE.format(lmtp_port=8024) in (ROOT / "README.md").read_text()


def kept(number: int) -> list[IncomingMail]:
    """Wait until so many mails are kept; the mails."""
    wait_for(f"{number} mails at the door", lambda: IncomingMail.objects.count() >= number, 60)
    return list(IncomingMail.objects.order_by("pk"))


def test_a_letter_goes_out_and_its_answer_comes_in(
    match: Table, alice: Profile, boris: Profile, postfix: Postfix, postbox: Postbox, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", postfix.port
    act(match, FIRST, by=alice)
    letter = letter_to(boris, "turn")
    (came,) = wait_for("the letter", lambda: postbox.to(BORIS), 60)
    assert came["Reply-To"] == address_in(letter)
    raw = mail("скажи Удачи!\r\nбросок\r\n\r\n> был ваш ход".encode("koi8-r"), to=came["Reply-To"], charset="koi8-r")
    postfix.send(raw, sender=BORIS, to=[came["Reply-To"]])
    (row,) = kept(1)
    assert (row.recipient, row.envelope_from, row.source) == (address_in(letter).lower(), BORIS, "lmtp")
    assert "скажи Удачи!".encode("koi8-r") in bytes(row.raw), "raw bytes come through"
    read_all(LATER)
    row.refresh_from_db()
    assert row.outcome == "done"
    assert match.entries.latest("seq").source == "letter"
    assert match.messages.get().text == "Удачи!"


def test_one_mail_to_two_letters_comes_twice_and_the_same_mail_again_is_one(
    match: Table, letter: OutgoingMail, boris: Profile, postfix: Postfix
) -> None:
    compose.shown("show", player=boris, seat=seat(match, boris), prompt=None, message_id="", ref="1", now=NOON)
    both = [address_in(letter), address_in(letter_to(boris, "shown", now=NOON))]
    raw = reply(letter, "say once", "roll")
    for _ in range(2):
        assert postfix.send(raw, sender=BORIS, to=both) == {}
    kept(2)
    wait_for("an empty queue", lambda: not postfix.waiting(), 60)
    read_all(LATER)
    assert [row.outcome for row in kept(2)] == ["done", "done"]
    assert IncomingMail.objects.count() == 2
    assert (match.messages.count(), match.entries.filter(source="letter").count()) == (1, 1)


def test_while_the_door_is_closed_mails_wait_in_the_queue(
    match: Table, letter: OutgoingMail, door: Door, postfix: Postfix
) -> None:
    assert door.close() == os.EX_OK
    postfix.send(reply(letter, "roll"), sender=BORIS, to=[address_in(letter)])
    wait_for("a mail that waits", postfix.waiting, 60)
    wait_for("a try", lambda: "status=deferred" in postfix.log, 60)
    door.open()
    postfix.command("flush")
    kept(1)
    wait_for("an empty queue", lambda: not postfix.waiting(), 60)
    read_all(LATER)
    assert match.entries.latest("seq").source == "letter"


def test_too_large_a_mail_is_refused_by_the_mailer_itself(match: Table, letter: OutgoingMail, postfix: Postfix) -> None:
    raw = reply(letter, "roll") + b"x" * 76 + b"\r\n" + (b"y" * 76 + b"\r\n") * 65536
    with pytest.raises(Exception, match=r"552|size"):
        postfix.send(raw, sender=BORIS, to=[address_in(letter)])
    assert not IncomingMail.objects.exists()


def test_a_letter_that_bounces_comes_back_and_counts(
    match: Table, letter: OutgoingMail, boris: Profile, postfix: Postfix
) -> None:
    """Postfix writes the report itself, to the envelope sender of our letter."""
    lost = mail("Ваш ход", to="boris@example.net", sender="Nardy <game@play.example.org>")
    postfix.send(lost, sender=address_in(letter, "Return-Path"), to=["boris@example.net"])
    (row,) = kept(1)
    read_all(LATER)
    row.refresh_from_db()
    letter.refresh_from_db()
    assert (row.outcome, row.envelope_from, letter.failed) == ("bounce", "", "hard: bounce 5.1.1")
    assert match.entries.count() == 2
    assert prompt(match, boris).asked_at == NOW
