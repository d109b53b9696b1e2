"""The pipe of a mailer: a process for each mail, and its exit code says what the mailer is to do (sysexits.h)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from games.inbox.receive import MAX_BYTES
from games.models import IncomingMail, OutgoingMail, Table
from tests.site.inbox.post import address_in, reply

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).resolve().parents[3]
NOWHERE = "postgres://nobody@127.0.0.1:1/none"


def pipe(raw: bytes, *more: str, to: str = "g+a@play.example.org", database: str = "") -> tuple[int, str]:
    """Pipe a mail to the command; its exit code and what it said."""
    command = [sys.executable, "manage.py", "receive_mail", "--rcpt", to, "--sender", "<boris@example.org>", *more]
    ended = subprocess.run(
        command, cwd=ROOT, env=environment(database), input=raw, capture_output=True, timeout=120, check=False
    )
    return ended.returncode, (ended.stdout + ended.stderr).decode()


def environment(database: str = "") -> dict[str, str]:
    """The environment of a command that works on the database of this test (or on another)."""
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "nardy_site.settings",
        "NARDY_DEMO": "1",
        "NARDY_VAR": str(settings.VAR_DIR),
        "DATABASE_URL": database or url_of_the_test_database(),
    }


def url_of_the_test_database() -> str:
    values = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{values['NAME']}"
    user = f"{values['USER']}:{values['PASSWORD']}" if values["PASSWORD"] else values["USER"]
    return f"postgres://{user}@{values['HOST']}:{values['PORT'] or 5432}/{values['NAME']}"


def test_a_mail_is_kept(match: Table) -> None:
    raw = b"From: boris@example.org\n\n\xe2\xee roll\n"
    assert pipe(raw) == (os.EX_OK, "")
    row = IncomingMail.objects.get()
    assert (bytes(row.raw), row.source, row.envelope_from) == (raw, "pipe", "boris@example.org")
    assert (row.recipient, row.handled_at) == ("g+a@play.example.org", None)


def test_it_is_read_at_once_when_asked_to(match: Table, letter: OutgoingMail) -> None:
    code, told = pipe(reply(letter, "roll"), "--now", to=address_in(letter))
    assert (code, told.strip()) == (os.EX_OK, "done")
    assert match.entries.latest("seq").source == "letter"


def test_too_large_a_mail_and_no_mail_are_bad_data(match: Table) -> None:
    code, told = pipe(b"x" * (MAX_BYTES + 1))
    assert (code, told.strip()) == (os.EX_DATAERR, "The mail is too large.")
    code, told = pipe(b"\n")
    assert (code, told.strip()) == (os.EX_DATAERR, "There is no mail on standard input.")
    assert not IncomingMail.objects.exists()


def test_without_a_database_the_mailer_is_to_try_again() -> None:
    code, told = pipe(b"From: boris@example.org\n\nroll\n", database=NOWHERE)
    assert code == os.EX_TEMPFAIL
    assert "could not keep the mail just now" in told
    assert "Traceback" not in told
