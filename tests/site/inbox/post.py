"""Mails for tests: an answer to a letter as a mail program writes it, put through a door and read."""

from __future__ import annotations

import itertools
from datetime import datetime, timedelta
from email.utils import format_datetime

from games.inbox.read import read_one
from games.inbox.receive import keep
from games.models import IncomingMail, OutgoingMail, Profile
from tests.site.factories import NOW
from tests.site.outbox.letters import send

NOON = NOW + timedelta(hours=3)
"""When mails come, if a test does not say otherwise: later than the letters that they answer were sent."""

numbers = itertools.count(1)


def letter_to(player: Profile, kind: str = "", *, now: datetime = NOW + timedelta(hours=1)) -> OutgoingMail:
    """The newest letter (of a kind) to a player, after all that are due were sent."""
    send(now)
    sent = OutgoingMail.objects.filter(player=player, sent_at__isnull=False)
    return (sent.filter(kind=kind) if kind else sent).latest("pk")


def address_in(letter: OutgoingMail, header: str = "Reply-To") -> str:
    """A secret address of a letter: where to answer it (`Reply-To`), or where it bounces (`Return-Path`)."""
    return str(letter.headers[header])


def mail(
    text: str | bytes,
    *,
    to: str,
    sender: str | None = "Boris <boris@example.org>",
    message_id: str | None = None,
    charset: str = "utf-8",
    content_type: str = "",
    fields: str = "",
) -> bytes:
    """A raw mail. `message_id` None: a new one; empty: none at all. `fields`: more header lines with their ends."""
    identity = f"<mail.{next(numbers)}@example.org>" if message_id is None else message_id
    head = [f"To: {to}", "Subject: Re: Nardy", f"Date: {format_datetime(NOON)}"]
    head += [f"From: {sender}"] if sender is not None else []
    head += [f"Message-ID: {identity}"] if identity else []
    head += [f"Content-Type: {content_type or f'text/plain; charset={charset}'}", "Content-Transfer-Encoding: 8bit"]
    body = text if isinstance(text, bytes) else text.encode(charset, "replace")
    return fields.encode() + "\r\n".join(head).encode() + b"\r\n\r\n" + body + b"\r\n"


def reply(letter: OutgoingMail, *lines: str, **more: str | None) -> bytes:
    """The answer to a letter, with the letter quoted under it."""
    quoted = "\n".join(f"> {line}" for line in letter.text.splitlines())
    text = "\n".join(lines) + f"\n\nOn Sun, 1 Mar 2026 at 10:00, Nardy <game@play.example.org> wrote:\n{quoted}\n"
    return mail(text, to=address_in(letter), **more)  # type: ignore[arg-type]


def post(
    raw: bytes, *, to: str, now: datetime = NOON, source: str = "lmtp", sender: str = "somebody@example.org"
) -> IncomingMail:
    """Put a mail through a door, with an envelope sender that says nothing; nobody has read it yet."""
    return keep(raw, recipient=to, sender=sender, source=source, now=now)


def read_all(now: datetime = NOON) -> None:
    """Read what waits."""
    while read_one(now=now):
        pass


def answer(letter: OutgoingMail, *lines: str, now: datetime = NOON, **more: str | None) -> IncomingMail:
    """Answer a letter; the mail as it is when it was read."""
    return received(reply(letter, *lines, **more), to=address_in(letter), now=now)


def received(raw: bytes, *, to: str, now: datetime = NOON) -> IncomingMail:
    """Put a mail through a door and read it; the mail as it is then."""
    row = post(raw, to=to, now=now)
    read_all(now)
    row.refresh_from_db()
    return row


def answers(player: Profile) -> list[OutgoingMail]:
    """Letters queued for a player that answer his mails, in order."""
    return list(OutgoingMail.objects.filter(player=player, kind__in=("problem", "stale", "shown")).order_by("pk"))
