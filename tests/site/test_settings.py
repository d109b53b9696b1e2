"""Settings as processes meet them: what comes of an environment, and how a bad one is refused."""

import json
import logging
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from nardy_site.keys import kept_key
from nardy_site.logs import Discreet

KEYS = {"SECRET_KEY": "0123456789abcdef" * 4, "DICE_KEY": "fedcba9876543210" * 4}


def python(code: str, var: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run `code` with nothing of our own environment but the path to programs."""
    clean = {"PATH": os.environ["PATH"], "NARDY_VAR": str(var), "DJANGO_SETTINGS_MODULE": "nardy_site.settings"}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=settings.BASE_DIR,
        env={**clean, **environ},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def setting(names: str, var: Path, **environ: str) -> list[object]:
    code = f"import json; from nardy_site import settings as s; print(json.dumps([{names}], default=str))"
    ran = python(code, var, **environ)
    assert ran.returncode == 0, ran.stderr
    values: list[object] = json.loads(ran.stdout)
    return values


def manage(var: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    code = f"import sys; sys.argv = ['manage.py', *{list(arguments)!r}]; import manage; manage.main()"
    return python(code, var, **environ)


def test_a_bad_setting_is_said_in_words_without_a_traceback(tmp_path: Path) -> None:
    ran = manage(tmp_path, "check", PORT="eighty")
    assert ran.returncode == 1
    assert ran.stderr == (
        "The settings do not make sense:\n  PORT is 'eighty'; allowed: a whole number from 1 to 65535.\n"
    )


def test_a_database_server_needs_keys_from_outside(tmp_path: Path) -> None:
    ran = manage(tmp_path, "check", DATABASE_URL="postgres://u:p@db.example/nardy")
    assert ran.returncode == 1
    assert "SECRET_KEY must be given" in ran.stderr
    assert "DICE_KEY must be given" in ran.stderr
    assert not list(tmp_path.iterdir())


def test_by_itself_the_site_makes_its_keys_and_keeps_them(tmp_path: Path) -> None:
    first = setting("s.SECRET_KEY, s.DICE_KEY, s.FOR_REAL, s.DEBUG", tmp_path)
    assert first == setting("s.SECRET_KEY, s.DICE_KEY, s.FOR_REAL, s.DEBUG", tmp_path)
    assert first[0] != first[1]
    assert first[2:] == [True, False]
    assert stat.S_IMODE((tmp_path / "dice_key").stat().st_mode) == 0o600


def test_of_two_that_make_a_key_at_once_both_get_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "key"
    link = os.link

    def late(draft: Path, target: Path) -> None:
        link(draft, tmp_path / "spare")
        path.write_text("of the other process\n")
        link(draft, target)

    monkeypatch.setattr(os, "link", late)
    assert kept_key(path) == "of the other process"


def test_for_real_on_servers(tmp_path: Path) -> None:
    names = "s.DATABASES['default']['ENGINE'], s.CELERY_BROKER_URL, s.EMAIL_BACKEND, s.ANYMAIL['MAILGUN_API_KEY'],"
    names += "s.SESSION_COOKIE_SECURE, s.SECURE_SSL_REDIRECT, s.ALLOWED_HOSTS[0], s.CSRF_TRUSTED_ORIGINS, s.DICE_KEY"
    values = setting(
        names,
        tmp_path,
        **KEYS,
        DATABASE_URL="postgres://u:p@db.example:5433/nardy",
        BROKER_URL="redis://queue.example:6379/1",
        ANYMAIL_PROVIDER="mailgun",
        ANYMAIL_MAILGUN_API_KEY="key",
        NARDY_SITE_URL="https://play.club.example/",
        NARDY_BEHIND_PROXY="1",
    )
    assert values == [
        "django.db.backends.postgresql",
        "redis://queue.example:6379/1",
        "anymail.backends.mailgun.EmailBackend",
        "key",
        True,
        True,
        "play.club.example",
        ["https://play.club.example"],
        KEYS["DICE_KEY"],
    ]


@pytest.mark.django_db
def test_sqlite_writes_ahead_and_begins_as_a_writer() -> None:
    if connection.vendor != "sqlite":
        assert os.environ["DATABASE_URL"].startswith("postgres")
        return
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        assert cursor.fetchone() == ("wal",)


def test_no_inline_script_or_style_is_allowed() -> None:
    policy = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
    assert not [words for words in policy.values() if "'unsafe-inline'" in words or "'unsafe-eval'" in words]
    assert policy["script-src"] == ["'self'"]


@pytest.mark.parametrize(
    "secret",
    [
        "g+abcdefghijklmnopqrstuvwxyz@play.example.org",
        "/u/ABCDEFGHIJKLMNOPQRSTUVWXYZ/",
        "bounce-234567abcdefghijklmnopqrst@play.example.org",
        "/accounts/confirm-email/MQ:1sPxYz:0123456789abcdef_-A/",
    ],
)
def test_secrets_are_struck_from_log_lines(secret: str) -> None:
    record = logging.LogRecord("n", logging.INFO, "f", 1, "refused %s politely", (secret,), None)
    line = Discreet("%(message)s").format(record)
    assert line.startswith("refused ")
    assert line.endswith(" politely")
    assert "…" in line
    assert "abcdefghijklmnop" not in line.lower()
    assert "0123456789abcdef" not in line
