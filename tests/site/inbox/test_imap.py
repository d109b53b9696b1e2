"""The door of a mailbox at a provider, before a real IMAP server: kept first, then marked; none lost, none twice."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from pytest_django import Settings

from games.inbox import imap
from games.inbox.imap import Memory, RefusedError, Watch
from games.inbox.receive import MAX_BYTES
from games.models import IncomingMail
from tests.site.inbox.dovecot import MISSING, Dovecot
from tests.site.inbox.post import mail
from tests.site.inbox.test_pipe import ROOT, environment
from tests.site.walks.houses import wait_for

pytestmark = [pytest.mark.django_db, pytest.mark.skipif(bool(MISSING), reason=MISSING)]

TO = "g+aaaaaaaaaaaaaaaaaaaaaaaaaa@play.example.org"


@pytest.fixture(scope="module")
def _running() -> Iterator[Dovecot]:
    server = Dovecot()
    server.start()
    yield server
    server.stop()
    shutil.rmtree(server.folder)


@pytest.fixture
def server(_running: Dovecot) -> Dovecot:
    """The server, with an empty mailbox."""
    with _running.mailbox() as box:
        box.delete(box.uids())
    return _running


@pytest.fixture
def watch(server: Dovecot, tmp_path: Path) -> Watch:
    """A watch that remembers nothing yet."""
    return Watch(server.url, Memory(tmp_path / "imap.json"))


def kept() -> list[bytes]:
    return [bytes(raw) for raw in IncomingMail.objects.order_by("pk").values_list("raw", flat=True)]


def letter(text: str, *, to: str = TO, charset: str = "utf-8") -> bytes:
    """A mail as the provider puts it into the mailbox."""
    fields = f"Return-Path: <boris@example.org>\r\nDelivered-To: {to}\r\n"
    return mail(text, to="Nardy <club@example.org>", charset=charset, fields=fields)


def test_what_lies_there_is_kept_byte_for_byte_and_marked(server: Dovecot, watch: Watch) -> None:
    mails = [letter("бросок", charset="koi8-r"), letter("double")]
    for raw in mails:
        server.put(raw)
    watch.run(once=True)
    assert kept() == mails
    row = IncomingMail.objects.first()
    assert row
    assert (row.recipient, row.envelope_from, row.source) == (TO, "boris@example.org", "imap")
    assert server.seen() == [True, True]
    watch.run(once=True)
    assert len(kept()) == 2


def test_what_somebody_has_opened_meanwhile_is_kept_too(server: Dovecot, watch: Watch) -> None:
    """But not what was read and lay there before we came."""
    server.put(letter("old"))
    mark_all(server)
    watch.run(once=True)
    assert kept() == []
    new = letter("new")
    server.put(new)
    mark_all(server)
    watch.run(once=True)
    assert kept() == [new]


def mark_all(server: Dovecot) -> None:
    with server.mailbox() as box:
        box.flag(box.uids(), "\\Seen", True)


def test_a_mail_that_cannot_be_kept_stays_unseen_and_is_kept_later(
    server: Dovecot, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    mails = [letter("one"), letter("two")]
    for raw in mails:
        server.put(raw)

    def away(*args: object, **kwargs: object) -> None:
        raise OperationalError("away")

    with monkeypatch.context() as patch:
        patch.setattr(imap, "keep", away)
        with pytest.raises(OperationalError):
            watch.run(once=True)
    assert server.seen() == [False, False]
    watch.run(once=True)
    assert kept() == mails


def test_a_crash_between_keeping_and_marking_keeps_one(
    server: Dovecot, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = letter("roll")
    server.put(raw)

    class Crash(BaseException):
        pass

    def crash(*args: object) -> None:
        raise Crash

    with monkeypatch.context() as patch:
        patch.setattr(imap.BaseMailBox, "flag", crash)
        with pytest.raises(Crash):
            watch.run(once=True)
    assert (kept(), server.seen()) == ([raw], [False])
    watch.run(once=True)
    assert (kept(), server.seen()) == ([raw], [True])


def test_when_the_numbers_are_given_anew_nothing_is_lost_and_nothing_is_doubled(server: Dovecot, watch: Watch) -> None:
    first = letter("one")
    server.put(first)
    watch.run(once=True)
    (key, (validity, uid)) = next(iter(watch.memory._read().items()))
    watch.memory.keep(key, validity + 1, uid + 1000)  # so it would stand after the server was set up again
    second = letter("two")
    server.put(second)
    watch.run(once=True)
    assert kept() == [first, second]
    watch.memory.path.write_text("broken {")
    watch.run(once=True)
    assert kept() == [first, second]


def test_too_large_a_mail_is_left_there_and_the_next_is_kept(
    server: Dovecot, watch: Watch, caplog: pytest.LogCaptureFixture
) -> None:
    server.put(letter("big\r\n" + "x" * 70 + "\r\n" + ("y" * 76 + "\r\n") * (MAX_BYTES // 76)))
    small = letter("small")
    server.put(small)
    watch.run(once=True)
    assert kept() == [small]
    assert "is left there: too large" in caplog.text
    assert len(server.seen()) == 2


def test_the_recipient_is_every_address_of_ours_in_the_headers(server: Dovecot, watch: Watch) -> None:
    other = TO.replace("aaa", "bbb")
    server.put(mail("roll", to=f"{TO}, Nardy <{other}>"))
    server.put(mail("roll", to="club@example.org"))
    watch.run(once=True)
    assert list(IncomingMail.objects.order_by("pk").values_list("recipient", flat=True)) == [
        TO, other, "club@example.org",
    ]  # fmt: skip


def test_what_comes_while_another_mail_is_kept_does_not_wait(
    server: Dovecot, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server tells of it while a mail is being marked, and never again."""
    first, second, take = letter("one"), letter("two"), Watch._take

    class Waits(BaseException):
        pass

    def waits(*args: object) -> None:
        raise Waits

    def slow(self: Watch, box: imap.BaseMailBox, uid: str) -> None:
        if not kept():
            server.put(second)
        take(self, box, uid)

    monkeypatch.setattr(Watch, "_take", slow)
    monkeypatch.setattr(Watch, "_wait", waits)
    server.put(first)
    with pytest.raises(Waits):
        watch.run()
    assert kept() == [first, second]


def test_a_wrong_password_ends_it_with_a_word(server: Dovecot, settings: Settings, tmp_path: Path) -> None:
    settings.IMAP_URL = server.url.replace("sesame", "barley")
    settings.VAR_DIR = tmp_path
    with pytest.raises(RefusedError):
        Watch(settings.IMAP_URL, Memory(tmp_path / "imap.json")).run()
    with pytest.raises(CommandError, match="name or password is refused"):
        call_command("poll_imap")
    settings.IMAP_URL = ""
    with pytest.raises(CommandError, match="IMAP_URL is not set"):
        call_command("poll_imap")


def test_after_the_server_was_away_it_goes_on(
    server: Dovecot, watch: Watch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    raw, waited = letter("roll"), []

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 3:
            server.start()
            server.put(raw)

    class Done(BaseException):
        pass

    def done(*args: object) -> None:
        raise Done

    monkeypatch.setattr(imap, "sleep", sleep)
    monkeypatch.setattr(Watch, "_wait", done)
    server.stop()
    with pytest.raises(Done):
        watch.run()
    assert kept() == [raw]
    assert waited == [5, 15, 60]
    assert "waits for another try" in caplog.text


def test_idle_is_said_again_before_the_server_hangs_up(
    server: Dovecot, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, raw = [], letter("roll")
    take_new = Watch._take_new

    class Done(BaseException):
        pass

    def look(self: Watch, *args: object) -> None:
        take_new(self, *args)  # type: ignore[arg-type]
        looks.append(len(kept()))
        if len(looks) == 3:
            server.put(raw)
        if len(looks) == 5:
            raise Done

    monkeypatch.setattr(Watch, "_take_new", look)
    monkeypatch.setattr(imap, "IDLE", 0.2)
    with pytest.raises(Done):
        watch.run()
    assert looks == [0, 0, 0, 1, 1]


@pytest.mark.django_db(transaction=True)
def test_the_command_takes_a_mail_as_it_comes_and_stops_when_told_to(server: Dovecot, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "manage.py", "poll_imap"],
        cwd=ROOT,
        env=environment() | {"IMAP_URL": server.url},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        for number in range(2):
            server.put(letter(f"say {number}"))
            wait_for("the mail", lambda number=number: IncomingMail.objects.count() == number + 1, 180)  # type: ignore[misc]
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        told, _ = process.communicate(timeout=30)
    finally:
        process.kill()
    assert (process.returncode, told.decode().strip()) == (os.EX_OK, "Stopped.")
