"""What mail servers report about our letters: they did not arrive, or are taken for spam. Counted, never answered.

A report is believed because it comes to the secret bounce address of the letter that it is about: what stands in it
says only how bad it is (RFC 3464, RFC 5965).
"""

from __future__ import annotations

from datetime import datetime

from games.inbox.reader import Letter
from games.models import OutgoingMail
from games.outbox import health


def count(letter: OutgoingMail, report: Letter, *, now: datetime) -> None:
    """Count one report against the address that `letter` went to. One letter counts once; a delay does not count."""
    if report.is_complaint:
        if letter.player is not None:
            health.complained(letter.player, now=now)
        return
    if letter.failed:
        return
    failures = [delivery for delivery in report.deliveries if delivery.action in ("failed", "")]
    if report.deliveries and not failures:
        return
    status = next((delivery.status for delivery in failures if delivery.status), "")
    health.failed(letter, health.weight_of(status), f"bounce {status or 'without a status'}", now=now)
