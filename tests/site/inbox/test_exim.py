"""README's recipe for Exim, run: a mail goes to it, from it by LMTP to `manage.py run_lmtp`, and moves a checker."""

from __future__ import annotations

import os
import smtplib
from collections.abc import Iterator

import pytest
from aiosmtpd.controller import Controller

from games.models import IncomingMail, OutgoingMail, Profile, Table
from games.outbox import compose
from tests.site.factories import seat
from tests.site.inbox.exim import MISSING, ROUTER, TRANSPORT, Exim
from tests.site.inbox.post import NOON, address_in, letter_to, mail, read_all, reply
from tests.site.inbox.test_pipe import ROOT
from tests.site.inbox.test_postfix import BORIS, LATER, Door, Refusing, kept
from tests.site.walks.houses import free_port, wait_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.skipif(bool(MISSING), reason=MISSING)]


@pytest.fixture(scope="module")
def door(django_db_setup: None) -> Iterator[Door]:
    """A door that is open."""
    door = Door()
    door.open()
    yield door
    if door.process and door.process.poll() is None:
        door.process.kill()


@pytest.fixture(scope="module")
def exim(door: Door) -> Iterator[Exim]:
    """The mailer before it."""
    refusing = Controller(Refusing(), hostname="127.0.0.1", port=free_port())
    refusing.start()
    exim = Exim(lmtp_port=door.port, refusing=refusing.port)
    exim.start()
    yield exim
    exim.stop()
    refusing.stop()


def test_readme_tells_to_write_what_is_run_here() -> None:
    readme = (ROOT / "README.md").read_text()
    assert ROUTER in readme
    assert TRANSPORT.format(lmtp_port=8024) in readme


def test_an_answer_comes_in_byte_for_byte(match: Table, letter: OutgoingMail, exim: Exim) -> None:
    text = "скажи Удачи!\r\nбросок\r\n\r\n> был ваш ход\r\n" + "> " + "х" * 3000
    raw = mail(text.encode("koi8-r"), to=address_in(letter), charset="koi8-r")
    exim.send(raw, sender=BORIS, to=[address_in(letter)])
    (row,) = kept(1)
    assert (row.recipient, row.envelope_from, row.source) == (address_in(letter).lower(), BORIS, "lmtp")
    assert text.encode("koi8-r") in bytes(row.raw)
    read_all(LATER)
    row.refresh_from_db()
    assert row.outcome == "done"
    assert match.entries.latest("seq").source == "letter"
    assert match.messages.get().text == "Удачи!"


def test_one_mail_to_two_letters_comes_twice_and_the_same_mail_again_is_one(
    match: Table, letter: OutgoingMail, boris: Profile, exim: Exim
) -> None:
    compose.shown("show", player=boris, seat=seat(match, boris), prompt=None, message_id="", ref="1", now=NOON)
    both = [address_in(letter), address_in(letter_to(boris, "shown", now=NOON))]
    for _ in range(2):
        assert exim.send(reply(letter, "say once", "roll", message_id="<o@e.org>"), sender=BORIS, to=both) == {}
    kept(2)
    wait_for("an empty spool", lambda: not exim.waiting(), 60)
    read_all(LATER)
    assert [row.outcome for row in kept(2)] == ["done", "done"]
    assert IncomingMail.objects.count() == 2
    assert (match.messages.count(), match.entries.filter(source="letter").count()) == (1, 1)


def test_while_the_door_is_closed_mails_wait(match: Table, letter: OutgoingMail, door: Door, exim: Exim) -> None:
    assert door.close() == os.EX_OK
    exim.send(reply(letter, "roll"), sender=BORIS, to=[address_in(letter)])
    wait_for("a try", lambda: "Connection refused" in exim.log, 60)
    assert exim.waiting() == 1
    door.open()
    exim.flush()
    kept(1)
    wait_for("an empty spool", lambda: not exim.waiting(), 60)
    read_all(LATER)
    assert match.entries.latest("seq").source == "letter"


def test_too_large_a_mail_is_refused_by_the_mailer_itself(match: Table, letter: OutgoingMail, exim: Exim) -> None:
    raw = reply(letter, "roll") + (b"y" * 76 + b"\r\n") * 16384
    with pytest.raises(smtplib.SMTPException, match="552"):
        exim.send(raw, sender=BORIS, to=[address_in(letter)])
    assert not IncomingMail.objects.exists()


def test_a_letter_that_bounces_comes_back_and_counts(match: Table, letter: OutgoingMail, exim: Exim) -> None:
    """Exim writes the report itself, to the envelope sender of our letter."""
    lost = mail("Ваш ход", to="boris@example.net", sender="Nardy <game@play.example.org>")
    exim.send(lost, sender=address_in(letter, "Return-Path"), to=["boris@example.net"])
    (row,) = kept(1)
    read_all(LATER)
    row.refresh_from_db()
    letter.refresh_from_db()
    assert (row.outcome, row.envelope_from) == ("bounce", "")
    assert letter.failed.startswith("hard: bounce")
