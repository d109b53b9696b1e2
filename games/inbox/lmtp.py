"""The LMTP door: one recipient, one mail, one answer. `manage.py run_lmtp` opens it."""

from __future__ import annotations

import asyncio
import logging

from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.db import close_old_connections
from django.utils import timezone

from games.inbox.receive import MAX_BYTES, TooLargeError, keep

logger = logging.getLogger(__name__)


class Door:
    """What the LMTP server does with a mail. A second recipient is put off, as aiosmtpd answers DATA only once."""

    async def handle_RCPT(  # noqa: N802  (the name is aiosmtpd's)
        self, server: SMTP, session: Session, envelope: Envelope, address: str, rcpt_options: list[str]
    ) -> str:
        """Take one recipient of our own mail domain."""
        if envelope.rcpt_tos:
            return "452 4.5.3 One recipient at a time, please"
        if address.rpartition("@")[2].lower() != settings.NARDY_MAIL_DOMAIN:
            return "550 5.1.2 That is not our mail domain"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(  # noqa: N802  (the name is aiosmtpd's)
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Keep the mail; when that cannot be done (the database is away) say "try again", so that it is not lost."""
        try:
            await asyncio.to_thread(_keep, envelope)
        except TooLargeError:
            return f"552 5.3.4 A mail may have {MAX_BYTES} bytes"
        except Exception:  # whatever it is: aiosmtpd would say 500, and the mail would go back to its writer
            logger.exception("a mail could not be kept; its mailer will try again")
            return "451 4.3.0 Could not keep it just now, try again later"
        return "250 2.0.0 Kept"


def _keep(envelope: Envelope) -> None:
    close_old_connections()
    content = envelope.content or b""
    raw = content if isinstance(content, bytes) else content.encode()
    try:
        keep(
            raw,
            recipient=envelope.rcpt_tos[0],
            sender=envelope.mail_from or "",
            source="lmtp",
            now=timezone.now(),
        )
    finally:
        close_old_connections()


class Server(LMTP):
    """LMTP that takes lines of any length: a mail may be badly wrapped, but it must not be lost for that."""

    line_length_limit = MAX_BYTES


class LmtpController(Controller):
    """An LMTP server on `hostname`:`port` in a thread of its own."""

    def factory(self) -> LMTP:
        """LMTP in place of SMTP. A little over the limit is let in, so that our own words refuse it."""
        return Server(self.handler, data_size_limit=MAX_BYTES + 1024, enable_SMTPUTF8=True)
