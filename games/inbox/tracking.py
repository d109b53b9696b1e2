"""What a mail provider tells of our letters by webhook: refused, bounced, taken for spam. Counted like reports by mail.

anymail has checked who calls, and gives the events of all providers the same names.
"""

from __future__ import annotations

from typing import Any

from anymail.signals import AnymailTrackingEvent, EventType, RejectReason, tracking
from django.dispatch import receiver
from django.utils import timezone

from games.models import OutgoingMail
from games.outbox import health

DEAD = (RejectReason.INVALID, RejectReason.BOUNCED)
"""There is no such mailbox. All other reasons (full, blocked, spam, timed out) may pass."""


@receiver(tracking, dispatch_uid="games.inbox")
def hear(sender: Any, event: AnymailTrackingEvent, esp_name: str, **kwargs: Any) -> None:
    """Count an event against the address that its letter went to. A letter counts once; a delay does not count."""
    letter = _letter(event)
    if letter is None:
        return
    if event.event_type == EventType.COMPLAINED:
        if letter.player is not None:
            health.complained(letter.player, now=timezone.now())
    elif event.event_type in (EventType.BOUNCED, EventType.REJECTED, EventType.FAILED) and not letter.failed:
        weight: health.Weight = "hard" if event.reject_reason in DEAD else "soft"
        health.failed(letter, weight, f"{esp_name} {event.event_type}", now=timezone.now())


def _letter(event: AnymailTrackingEvent) -> OutgoingMail | None:
    """The letter an event is about: by its Message-ID, which some providers replace; else the last to that address."""
    sent = OutgoingMail.objects.filter(sent_at__isnull=False).select_related("player")
    named = sent.filter(message_id=f"<{(event.message_id or '').strip('<>')}>").first()
    if named is not None or not event.recipient:
        return named
    return sent.filter(to__iexact=event.recipient).order_by("sent_at", "pk").last()
