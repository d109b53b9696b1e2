"""What is wrong with this installation, and what to do about it. Looks and changes nothing; words for operators.

Each check yields findings: one line of what was looked at, and, if something is wrong, what to do next.
"""

from __future__ import annotations

import os
import stat
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.core import checks
from django.core.mail import get_connection
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from games.models import OutgoingMail, Prompt
from nardy_site.celery import app, still_there
from nardy_site.env import KEY_LENGTH
from nardy_site.run import is_answering

WORKER_SECONDS = 5
"""How long a running worker may take to fetch a message."""

LATE = timedelta(minutes=10)
"""A row that waits for the clock longer than this shows that the clock stands still."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at; what is wrong with it and what to do, both empty when all is well."""

    subject: str
    problem: str = ""
    advice: str = ""


def findings(now: datetime) -> Iterator[Finding]:
    """Everything there is to say, in the order in which one would put it right."""
    yield from folder()
    yield from keys()
    yield from address()
    database_works = True
    for finding in database():
        database_works = database_works and not finding.problem
        yield finding
    yield from broker()
    if database_works:
        yield from clock(now)
    yield from mail_out()
    yield from mail_in()
    yield from files()
    yield from django_checks()


def folder() -> Iterator[Finding]:
    """Can we write where we keep things?"""
    subject = _("Folder %(path)s") % {"path": settings.VAR_DIR}
    try:
        settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=settings.VAR_DIR):
            pass
    except OSError as error:
        advice = _("Make it writable for the user that runs the site, or name another folder in NARDY_VAR.")
        yield Finding(subject, _("cannot be written: %(error)s") % {"error": error.strerror}, advice)
    else:
        yield Finding(subject)


def keys() -> Iterator[Finding]:
    """Are the two keys long, made by chance, and seen by nobody else?"""
    for name in ("SECRET_KEY", "DICE_KEY"):
        value = getattr(settings, name)
        kept = settings.VAR_DIR / name.lower()
        if len(value) < KEY_LENGTH or len(set(value)) < 10:
            advice = _("Set it to the output of: openssl rand -hex 32")
            yield Finding(name, _("is easy to guess."), advice)
        elif kept.exists() and stat.S_IMODE(kept.stat().st_mode) & 0o077:
            advice = _("Run: chmod 600 %(path)s") % {"path": kept}
            yield Finding(name, _("is kept in a file that others can read."), advice)
        else:
            yield Finding(name)


def address() -> Iterator[Finding]:
    """Is the site known under an address that people can reach, over https?"""
    subject = _("Address %(url)s") % {"url": settings.NARDY_SITE_URL}
    at_home = settings.NARDY_SITE_URL.startswith(("http://127.", "http://localhost", "http://[::1]"))
    if settings.FOR_REAL and at_home:
        advice = _("Set NARDY_SITE_URL to the address that people type; links in letters begin with it.")
        yield Finding(subject, _("can be reached from this machine only."), advice)
    elif settings.FOR_REAL and not settings.HTTPS:
        advice = _("Put a proxy with a certificate in front, set NARDY_SITE_URL to https://… and NARDY_BEHIND_PROXY=1.")
        yield Finding(subject, _("is not encrypted."), advice)
    elif settings.HTTPS and not settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        advice = _("Set NARDY_BEHIND_PROXY=1, if the proxy sets X-Forwarded-For and X-Forwarded-Proto itself.")
        yield Finding(subject, _("is served by a proxy that is not believed: all visitors look like one."), advice)
    elif settings.DEBUG and not at_home:
        yield Finding(subject, _("shows a developer's error pages to everybody."), _("Take DEBUG away."))
    else:
        yield Finding(subject)


def database() -> Iterator[Finding]:
    """Can the database be reached, and is it up to date?"""
    subject = _("Database (%(vendor)s)") % {"vendor": connection.vendor}
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except Exception as error:  # whatever the driver raises, the operator reads it here
        yield Finding(subject, _first_line(error), _("Start the database, or put DATABASE_URL right."))
        return
    if missing:
        problem = _("%(count)d migrations are not applied.") % {"count": len(missing)}
        yield Finding(subject, problem, _("Run: python manage.py migrate"))
    else:
        yield Finding(subject)


def broker() -> Iterator[Finding]:
    """Can the broker be reached, and does a worker take what is put there?"""
    scheme = settings.CELERY_BROKER_URL.split(":")[0]
    subject = _("Broker (%(scheme)s)") % {"scheme": scheme}
    try:
        still_there.apply_async(expires=60)
    except Exception as error:  # whatever the driver raises, the operator reads it here
        yield Finding(subject, _first_line(error), _("Start the broker, or put BROKER_URL right."))
        return
    yield Finding(subject)
    subject = _("Worker")
    if _queue_empties(WORKER_SECONDS):
        yield Finding(subject)
    else:
        advice = _("Start one: celery --app nardy_site worker (`make run` starts it too).")
        yield Finding(subject, _("takes no messages from the broker."), advice)


def _queue_empties(seconds: float) -> bool:
    """Does everything that waits in the queue get taken within so many seconds?"""
    deadline = time.monotonic() + seconds
    with app.connection_for_write() as link:
        channel: Any = link.default_channel
        while channel.queue_declare(queue=app.conf.task_default_queue, durable=True, auto_delete=False).message_count:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.1)
    return True


def clock(now: datetime) -> Iterator[Finding]:
    """Do the sweeps run? Rows that they should have met long ago say no."""
    subject = _("Clock (celery beat)")
    advice = _("Start it, once in all: celery --app nardy_site beat (`make run` starts it too).")
    prompts = Prompt.objects.filter(closed_at=None, check_at__lt=now - LATE).count()
    letters = OutgoingMail.objects.filter(sent_at=None, dropped_at=None, failed="", next_try_at__lt=now - LATE).count()
    if prompts or letters:
        problem = _("stands still: %(prompts)d deadlines and %(letters)d letters are overdue.")
        yield Finding(subject, problem % {"prompts": prompts, "letters": letters}, advice)
    else:
        yield Finding(subject)


def mail_out() -> Iterator[Finding]:
    """Do letters leave?"""
    subject = _("Letters out")
    if settings.MAIL_STAYS_HERE:
        if settings.FOR_REAL:
            advice = _("Set EMAIL_URL, or ANYMAIL_PROVIDER and its key.")
            yield Finding(subject, _("stay in the database: no way out is set."), advice)
        else:
            yield Finding(_("Letters out: kept here and shown at /mailbox/"))
        return
    try:
        way_out = get_connection()
        way_out.open()
        way_out.close()
    except Exception as error:  # whatever the mailer raises, the operator reads it here
        advice = _("Put EMAIL_URL right, or the provider's ANYMAIL_… variables.")
        yield Finding(subject, _first_line(error), advice)
    else:
        yield Finding(subject)
    if settings.NARDY_MAIL_DOMAIN.endswith("example.org"):
        advice = _("Set NARDY_MAIL_DOMAIN to a domain of yours that is used for nothing else.")
        yield Finding(_("Mail domain"), _("is only an example."), advice)


def mail_in() -> Iterator[Finding]:
    """Is there a door for replies: the LMTP server, or a provider's webhook with its secret?"""
    door = f"{settings.LMTP_HOST}:{settings.LMTP_PORT}"
    if is_answering(settings.LMTP_HOST, settings.LMTP_PORT):
        yield Finding(_("Letters in: LMTP at %(door)s") % {"door": door})
    elif settings.ANYMAIL.get("WEBHOOK_SECRET"):
        yield Finding(_("Letters in: the mail provider's webhook"))
    else:
        problem = _("no door is open: nothing listens at %(door)s, and no webhook secret is set.") % {"door": door}
        advice = _("Start `python manage.py run_lmtp`, or set ANYMAIL_WEBHOOK_SECRET.")
        yield Finding(_("Letters in"), problem, advice)


def files() -> Iterator[Finding]:
    """Are time zones, translations and static files there?"""
    subject = _("Time zones")
    try:
        ZoneInfo("Europe/Moscow")
        yield Finding(subject)
    except ZoneInfoNotFoundError:
        yield Finding(subject, _("are not known."), _("Install the package tzdata."))
    subject = _("Translations")
    sources = [path for folder in settings.LOCALE_PATHS for path in Path(folder).glob("*/LC_MESSAGES/*.po")]
    if all(path.with_suffix(".mo").exists() for path in sources):
        yield Finding(subject)
    else:
        yield Finding(subject, _("are not compiled."), _("Run: python manage.py compile_messages"))
    subject = _("Static files")
    if settings.FOR_REAL and not os.path.exists(settings.STATIC_ROOT / "staticfiles.json"):
        yield Finding(subject, _("are not collected."), _("Run: python manage.py collectstatic --no-input"))
    else:
        yield Finding(subject)


def django_checks() -> Iterator[Finding]:
    """What Django itself finds wrong."""
    subject = _("Django's own checks")
    errors = [message for message in checks.run_checks() if message.level >= checks.ERROR]
    for message in errors:
        yield Finding(subject, message.msg, message.hint or "")
    if not errors:
        yield Finding(subject)


def _first_line(error: Exception) -> str:
    """What an exception says, without its further lines."""
    lines = str(error).splitlines()
    return lines[0] if lines else type(error).__name__
