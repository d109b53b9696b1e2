"""The door of mail providers: anymail checks who calls, this keeps the raw mail, whatever state it is in.

An error here would be answered 500 and the provider would send the same mail for days, so that only a database that is
away, a wrong configuration or a download that failed may be one (spec/mail.md §3.7).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from anymail.exceptions import AnymailAPIError, AnymailConfigurationError, AnymailWebhookValidationFailure
from anymail.signals import AnymailInboundEvent, inbound
from anymail.webhooks.base import AnymailCoreWebhookView
from django.core.exceptions import RequestDataTooBig
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from requests import RequestException

from games.inbox.payloads import Posted, posted
from games.inbox.receive import TooLargeError, keep, recipients_of

logger = logging.getLogger(__name__)

TO_BE_TOLD = (AnymailAPIError, AnymailConfigurationError, AnymailWebhookValidationFailure, RequestException)
"""Errors that the provider is to hear of: it is to try again, or it is not who it says."""


class Door(AnymailCoreWebhookView):  # type: ignore[misc]  # anymail is not typed
    """What stands before each of anymail's views for mail that comes in; `urls` makes classes of both."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Check who calls, keep what came, answer 200. Too large a mail is dropped with a note in the log."""
        try:
            _ = request.body  # as a whole, before a form is read out of it: then its bytes can be had as well
        except RequestDataTooBig:
            logger.warning("a mail came by %s and was dropped: too large", self.esp_name)
            return HttpResponse()
        answer: HttpResponse = super().post(request, *args, **kwargs)
        return answer

    def run_validators(self, request: HttpRequest) -> None:
        """Refuse all callers where nothing is set that they could prove themselves by."""
        if getattr(self, "warn_if_no_basic_auth", False) and not getattr(self, "basic_auth", None):
            raise AnymailWebhookValidationFailure("ANYMAIL_WEBHOOK_SECRET is not set")
        super().run_validators(request)

    def parse_events(self, request: HttpRequest) -> Sequence[Any]:
        """Keep raw mails at once; whatever else it is is left to anymail, and ends in `take`, or is kept unread."""
        try:
            mails = posted(self.esp_name, request)
            if mails is None:
                events: Sequence[Any] = super().parse_events(request)
                return events
        except TO_BE_TOLD:
            raise
        except Exception:
            logger.exception("what came by %s cannot be parsed; it is kept as it was posted", self.esp_name)
            mails = [Posted(request.body, [""], "")]
        for mail in mails:
            _keep(mail, self.esp_name)
        return []


@receiver(inbound, dispatch_uid="games.inbox")
def take(sender: Any, event: AnymailInboundEvent, esp_name: str, **kwargs: Any) -> None:
    """Keep a mail that the provider parsed, or that anymail had to fetch: as anymail puts it together again."""
    message = event.message
    try:
        raw = bytes(message.as_bytes())
    except (LookupError, ValueError):  # an odd charset or header that the email package cannot write again
        raw = str(message.as_string()).encode("utf-8", "replace")
    recipient = [message.envelope_recipient] if message.envelope_recipient else []
    _keep(Posted(raw, recipient, message.envelope_sender or ""), esp_name)


def _keep(mail: Posted, provider: str) -> None:
    for recipient in mail.recipients or recipients_of(mail.raw):
        try:
            source = f"webhook:{provider.lower()}"
            keep(mail.raw, recipient=recipient, sender=mail.sender, source=source, now=timezone.now())
        except TooLargeError as error:
            logger.warning("a mail of %s bytes came by %s and was dropped: too large", error, provider)
