"""What is wrong with this installation, and what to do about it. Looks and changes nothing; words for operators.

Each check yields findings: one line of what was looked at, and, if something is wrong, what to do next.
"""

from __future__ import annotations

import os
import stat
import tempfile
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.core import checks
from django.core.mail import get_connection
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.translation import gettext as _

from games import pulse
from games.models import Prompt
from nardy_site.celery import app, still_there
from nardy_site.env import KEY_LENGTH
from nardy_site.finding import Finding
from nardy_site.mail_dns import mail_dns
from nardy_site.run import is_answering

WORKER_SECONDS = 5
"""How long a running worker may take to fetch a message."""

LATE = timedelta(minutes=10)
"""Whoever was not at work for this long is not there. A deadline that waits longer was overlooked."""

WATCHED = timedelta(minutes=40)
"""The same for the watch of a mailbox, which may hear nothing for half an hour (`inbox.imap.IDLE`)."""


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
    yield from mail_dns()
    yield from mail_in(now if database_works else None)
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
    """Does the clock strike, and do those work whom it wakes? They say themselves when they were last at work."""
    beat = _("Start it, once in all: celery --app nardy_site beat (`make run` starts it too).")
    worker = _("See whether a worker hangs in a long work, and start it anew.")
    yield _at_work(_("Clock (celery beat)"), "clock", beat, now=now)
    yield _at_work(_("Sender of letters"), "sender", worker, now=now)
    yield _at_work(_("Reader of mails"), "reader", worker, now=now)
    overdue = Prompt.objects.filter(closed_at=None, check_at__lt=now - LATE).count()
    if overdue:
        advice = _("Look into the worker's log for the tables that are put off.")
        yield Finding(_("Deadlines"), _("%(count)d overdue.") % {"count": overdue}, advice)


def _at_work(subject: str, part: pulse.Part, advice: str, *, now: datetime, within: timedelta = LATE) -> Finding:
    """Was this part at work lately?"""
    last = pulse.last(part)
    if last is None:
        return Finding(subject, _("was never seen at work; after a start it takes half a minute."), advice)
    if last < now - within:
        moment = timezone.localtime(last).strftime("%Y-%m-%d %H:%M %Z")
        return Finding(subject, _("was last seen at work on %(moment)s.") % {"moment": moment}, advice)
    return Finding(subject)


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


def mail_in(now: datetime | None) -> Iterator[Finding]:
    """Is there a door for replies: the LMTP server, a provider's webhook with its secret, a mailbox that is watched?

    Without `now` the database cannot be asked.
    """
    door = f"{settings.LMTP_HOST}:{settings.LMTP_PORT}"
    open_doors = []
    if is_answering(settings.LMTP_HOST, settings.LMTP_PORT):
        open_doors.append(_("Letters in: LMTP at %(door)s") % {"door": door})
    if settings.ANYMAIL.get("WEBHOOK_SECRET"):
        open_doors.append(_("Letters in: the mail provider's webhook"))
    yield from map(Finding, open_doors)
    if settings.IMAP_URL and now:
        advice = _("Start `python manage.py poll_imap`, once for the mailbox; it says what the server does not like.")
        yield _at_work(_("Letters in: the watch of the mailbox"), "imap", advice, now=now, within=WATCHED)
    elif not open_doors:
        problem = _("no door is open: nothing listens at %(door)s, and no webhook secret is set.") % {"door": door}
        advice = _("Start `python manage.py run_lmtp`, or set ANYMAIL_WEBHOOK_SECRET or IMAP_URL.")
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
