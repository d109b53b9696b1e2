"""`manage.py doctor`: each thing that may be wrong is found, with words on what to do."""

import ast
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import polib
import pytest
from django.conf import settings as site
from django.core.management import call_command
from django.utils import timezone, translation
from pytest_django import Settings

import games.inbox.tasks
import games.outbox.tasks
import games.tasks
from games import pulse
from games.models import Profile
from nardy_site import doctor
from nardy_site.doctor import Finding
from nardy_site.messages import compile_messages
from tests.site.factories import NOW, match


def problems(found: Iterator[Finding]) -> list[str]:
    wrong = [finding for finding in found if finding.problem]
    assert all(finding.advice for finding in wrong)
    return [f"{finding.subject}: {finding.problem}" for finding in wrong]


def test_a_folder_that_cannot_be_written(settings: Settings, tmp_path: Path) -> None:
    assert problems(doctor.folder()) == []
    (tmp_path / "file").touch()
    settings.VAR_DIR = tmp_path / "file"
    assert problems(doctor.folder()) == [f"Folder {tmp_path}/file: cannot be written: File exists"]


def test_keys_that_are_weak_or_seen_by_others(settings: Settings, tmp_path: Path) -> None:
    assert problems(doctor.keys()) == []
    settings.SECRET_KEY = "a" * 64
    settings.VAR_DIR = tmp_path
    (tmp_path / "dice_key").touch(0o644)
    assert problems(doctor.keys()) == [
        "SECRET_KEY: is easy to guess.",
        "DICE_KEY: is kept in a file that others can read.",
    ]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"FOR_REAL": True}, "can be reached from this machine only."),
        ({"FOR_REAL": True, "NARDY_SITE_URL": "http://play.club.example"}, "is not encrypted."),
        ({"NARDY_SITE_URL": "https://play.club.example", "HTTPS": True}, "is served by a proxy that is not believed"),
        ({"NARDY_SITE_URL": "http://play.club.example", "DEBUG": True}, "shows a developer's error pages"),
    ],
)
def test_addresses(settings: Settings, changes: dict[str, object], problem: str) -> None:
    assert problems(doctor.address()) == []
    for name, value in changes.items():
        setattr(settings, name, value)
    (words,) = problems(doctor.address())
    assert problem in words


@pytest.mark.django_db
def test_a_clock_that_stands_still() -> None:
    now = timezone.now()
    never = "was never seen at work; after a start it takes half a minute."
    assert problems(doctor.clock(now)) == [
        f"Clock (celery beat): {never}", f"Sender of letters: {never}", f"Reader of mails: {never}"
    ]  # fmt: skip
    for work in (games.tasks.check_deadlines, games.outbox.tasks.send_waiting, games.inbox.tasks.read_waiting):
        for _ in range(2):
            work()
    assert problems(doctor.clock(now)) == []
    pulse.beat("clock", now=now - timedelta(hours=1))
    (words,) = problems(doctor.clock(now))
    assert words.startswith("Clock (celery beat): was last seen at work on 20")


@pytest.mark.django_db
def test_a_deadline_that_was_overlooked(alice: Profile, boris: Profile) -> None:
    match(alice, boris)
    problem = "Deadlines: 1 overdue."
    assert problem in problems(doctor.clock(NOW + timedelta(days=30)))
    assert problem not in problems(doctor.clock(NOW))


@pytest.mark.django_db
def test_a_database_that_is_up_to_date_and_one_that_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    assert problems(doctor.database()) == []
    monkeypatch.setattr(doctor.MigrationExecutor, "migration_plan", lambda *_: [("games", "0001"), ("games", "0002")])
    (words,) = problems(doctor.database())
    assert words.endswith("2 migrations are not applied.")


def test_a_worker_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "WORKER_SECONDS", 0.2)
    assert problems(doctor.broker()) == ["Worker: takes no messages from the broker."]


def test_letters_that_cannot_leave(settings: Settings) -> None:
    assert problems(doctor.mail_out()) == []
    settings.FOR_REAL = True
    assert problems(doctor.mail_out()) == ["Letters out: stay in the database: no way out is set."]
    settings.MAIL_STAYS_HERE = False
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    nobody, example = problems(doctor.mail_out())
    assert "refused" in nobody
    assert example == "Mail domain: is only an example."


def test_a_provider_without_its_key(settings: Settings) -> None:
    settings.MAIL_STAYS_HERE, settings.NARDY_MAIL_DOMAIN = False, "play.club.example"
    settings.EMAIL_BACKEND = "anymail.backends.mailgun.EmailBackend"
    settings.ANYMAIL = {}
    (words,) = problems(doctor.mail_out())
    assert "MAILGUN_API_KEY" in words


def test_doors_for_letters(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        settings.LMTP_PORT = door.getsockname()[1]
        assert problems(doctor.mail_in(None)) == []
    (words,) = problems(doctor.mail_in(None))
    assert "no door is open" in words
    settings.ANYMAIL = {"WEBHOOK_SECRET": "user:password"}
    assert problems(doctor.mail_in(None)) == []


@pytest.mark.django_db
def test_a_mailbox_that_nobody_watches(settings: Settings) -> None:
    settings.IMAP_URL = "imaps://club:secret@imap.club.example"
    now = timezone.now()
    pulse.beat("imap", now=now - doctor.WATCHED)
    assert problems(doctor.mail_in(now)) == []
    pulse.beat("imap", now=now - 2 * doctor.WATCHED)
    (words,) = problems(doctor.mail_in(now))
    assert words.startswith("Letters in: the watch of the mailbox: was last seen")
    assert "secret" not in words


def test_files_that_are_missing(settings: Settings, tmp_path: Path) -> None:
    assert problems(doctor.files()) == []
    settings.FOR_REAL, settings.STATIC_ROOT = True, tmp_path
    settings.LOCALE_PATHS = [tmp_path]
    (tmp_path / "ru" / "LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "ru" / "LC_MESSAGES" / "django.po").touch()
    assert problems(doctor.files()) == ["Translations: are not compiled.", "Static files: are not collected."]


def test_from_the_command_line_a_dead_database_is_words_and_exit_code_1(tmp_path: Path) -> None:
    environ = {
        "PATH": os.environ["PATH"],
        "NARDY_DEMO": "1",
        "NARDY_VAR": str(tmp_path),
        "NARDY_LANGUAGE": "ru",
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing",
        "BROKER_URL": "redis://127.0.0.1:1/0",
        "LMTP_PORT": "1",
    }
    ran = subprocess.run(
        [sys.executable, "manage.py", "doctor"],
        cwd=site.BASE_DIR,
        env=environ,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 1, ran.stderr
    assert ran.stderr == ""
    assert "Запустите базу данных или исправьте DATABASE_URL." in ran.stdout
    assert "Запустите брокер или исправьте BROKER_URL." in ran.stdout
    assert ran.stdout.splitlines()[-1] == "Не в порядке: 3 пункта."


def test_it_prints_the_settings(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("doctor", table=True)
    assert "| `DATABASE_URL` | SQLite in var/ |" in capsys.readouterr().out


def test_every_word_of_it_is_there_in_russian() -> None:
    folder = site.BASE_DIR / "nardy_site"
    said = set()
    for path in (
        folder / "doctor.py",
        folder / "mail_dns.py",
        site.BASE_DIR / "games" / "management" / "commands" / "doctor.py",
    ):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "ngettext"):
                said.add(ast.literal_eval(node.args[0]))
    translated = {
        entry.msgid for entry in polib.pofile(str(folder / "locale/ru/LC_MESSAGES/django.po")).translated_entries()
    }
    assert said == translated


def test_translations_are_compiled_without_gettext(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    folder = tmp_path / "ru" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    source = folder / "django.po"
    source.write_text('msgid "Roll"\nmsgstr "Бросить"\n\n#, fuzzy\nmsgid "Take"\nmsgstr "Сдать"\n')
    assert compile_messages(tmp_path) == [folder / "django.mo"]
    assert [entry.msgstr for entry in polib.mofile(str(folder / "django.mo"))] == ["Бросить"]
    assert compile_messages(tmp_path) == []
    newer = (folder / "django.mo").stat().st_mtime + 10
    os.utime(source, (newer, newer))
    assert compile_messages(tmp_path) == [folder / "django.mo"]


def test_the_site_speaks_russian_from_what_was_compiled() -> None:
    with translation.override("ru"):
        assert translation.gettext("All is well.") == "Всё в порядке."
