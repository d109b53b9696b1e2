"""The door of mail providers: anymail has checked who calls; this keeps the raw mail, whatever state it is in.

An exception here would be answered 500 and the provider would send the same mail for days, so only a database that is
away may raise (spec/mail.md §3.7).
"""

from __future__ import annotations

import logging
from typing import Any

from anymail.inbound import AnymailInboundMessage
from anymail.signals import AnymailInboundEvent, inbound
from django.dispatch import receiver
from django.utils import timezone

from games.inbox.receive import TooLargeError, keep

logger = logging.getLogger(__name__)


@receiver(inbound, dispatch_uid="games.inbox")
def take(sender: Any, event: AnymailInboundEvent, esp_name: str, **kwargs: Any) -> None:
    """Keep the mail of one inbound event. Too large a mail is dropped with a note in the log."""
    message: AnymailInboundMessage = event.message
    recipient = message.envelope_recipient or _header_recipient(message)
    try:
        keep(
            _raw(event),
            recipient=recipient,
            sender=message.envelope_sender or "",
            source=f"webhook:{esp_name.lower()}"[:20],
            now=timezone.now(),
        )
    except TooLargeError as error:
        logger.warning("a mail of %s bytes came by %s and was dropped: too large", error, esp_name)


def _raw(event: AnymailInboundEvent) -> bytes:
    """The mail as the provider sent it, where the event still holds that; else as anymail writes it."""
    posted = getattr(event.esp_event, "POST", {})
    if text := posted.get("body-mime"):
        return str(text).encode("utf-8", "surrogateescape")
    try:
        return bytes(event.message.as_bytes())
    except (LookupError, UnicodeError):  # an odd charset or 8-bit header that the email package cannot write again
        return str(event.message.as_string()).encode("utf-8", "replace")


def _header_recipient(message: AnymailInboundMessage) -> str:
    """The recipient as the headers have it, for providers that tell no envelope."""
    for name in ("Delivered-To", "X-Original-To", "Envelope-To", "To"):
        if value := message.get(name):
            return str(value)[:320]
    return ""
