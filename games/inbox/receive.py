"""The doors' one act: keep a mail as it came, and answer. Nothing is decided here; `read` does that later.

The row is the queue. The same mail for the same recipient is kept once, however often and by however many doors.
"""

from __future__ import annotations

import hashlib
from datetime import datetime

from django.db import transaction

from games.inbox import reader, tasks
from games.models import IncomingMail

MAX_BYTES = 1 << 20
"""The largest mail a door takes, in bytes (spec/mail.md §1, "Size")."""


class TooLargeError(Exception):
    """The mail is larger than `MAX_BYTES`; the door refuses it in its own way."""


def keep(raw: bytes, *, recipient: str, sender: str, source: str, now: datetime) -> IncomingMail:
    """Store `raw` (bytes as they came) for `recipient`, the envelope's, and wake the reader after the commit.

    `source` names the door (`lmtp`, `pipe`, `webhook:mailgun`). Returns the row: the first one, when this mail was kept
    before. Raises `TooLargeError`, and the database's own errors, on which a door must say "try again later".
    """
    if len(raw) > MAX_BYTES:
        raise TooLargeError(len(raw))
    with transaction.atomic():
        mail, _ = IncomingMail.objects.get_or_create(
            recipient=recipient[:320].lower(),
            key=key_of(raw),
            defaults={
                "raw": raw,
                "envelope_from": sender[:320],
                "source": source,
                "received_at": now,
                "next_try_at": now,
            },
        )
        transaction.on_commit(tasks.nudge)
    return mail


def key_of(raw: bytes) -> str:
    """What names this mail: 64 hex digits, of its Message-ID with its sender, or of all of it where it has none."""
    return hashlib.sha256(reader.message_key(raw)).hexdigest()
