"""The doors' one act: keep a mail as it came, and answer. Nothing is decided here; `read` does that later.

The row is the queue. The same mail for the same recipient is kept once, however often and by however many doors.
"""

from __future__ import annotations

import hashlib
from datetime import datetime

from django.db import transaction

from games.inbox import reader, route, tasks
from games.models import IncomingMail
from games.outbox.headers import token_of

MAX_BYTES = 1 << 20
"""The largest mail a door takes, in bytes (spec/mail.md §1, "Size")."""


class TooLargeError(Exception):
    """The mail is larger than `MAX_BYTES`; the door refuses it in its own way."""


def keep(raw: bytes, *, recipient: str, sender: str, source: str, now: datetime) -> IncomingMail:
    """Store `raw` (bytes as they came) for `recipient`, the envelope's, and wake the reader after the commit.

    `source` names the door (`lmtp`, `pipe`, `webhook:mailgun`). Which secret address it is, is looked up already here:
    the clock does not time out a question for which an unread letter waits. Returns the row: the first one, when this
    mail was kept before. Raises `TooLargeError`, and the database's own errors, on which a door must say "try again
    later".
    """
    if len(raw) > MAX_BYTES:
        raise TooLargeError(len(raw))
    to = _storable(recipient.strip("<> \t").lower())
    with transaction.atomic():
        mail, _ = IncomingMail.objects.get_or_create(
            recipient=to,
            key=key_of(raw),
            defaults={
                "raw": raw,
                "envelope_from": _storable(sender.strip("<> \t")),
                "source": source[:20],
                "address_id": route.key_of(to),
                "received_at": now,
                "next_try_at": now,
            },
        )
        # Robust: the mail is kept, so whatever becomes of the nudge, the door must not say that it is not.
        transaction.on_commit(tasks.nudge, robust=True)
    return mail


def key_of(raw: bytes) -> str:
    """What names this mail: 64 hex digits, of its Message-ID with its sender, or of all of it where it has none."""
    return hashlib.sha256(reader.message_key(raw)).hexdigest()


def recipients_of(raw: bytes) -> list[str]:
    """Whom the headers name, for doors that know no envelope: all secret addresses of ours, or the likeliest other."""
    named = reader.Letter(raw).recipients
    return [address for address in named if token_of(address)] or named[:1] or [""]


def _storable(text: str) -> str:
    """An envelope address as a database takes it: no NUL, no bytes that are no letters, not endless."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()[:320]
