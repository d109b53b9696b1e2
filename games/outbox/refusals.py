"""What an error of the mailer means for the letter. Nothing else knows the errors of SMTP and of the providers."""

from __future__ import annotations

import re
import smtplib
from dataclasses import dataclass
from enum import Enum, auto

from anymail.exceptions import AnymailAPIError, AnymailError, AnymailRecipientsRefused
from requests import RequestException

from games.outbox.health import weight_of

STATUS = re.compile(rb"\s*([245]\.\d{1,3}\.\d{1,3})\b")
RELAYING = re.compile(rb"\brelay(?!ed)", re.IGNORECASE)
LOGIN_FIRST, TOO_LARGE = 530, 552
MAILBOX_CODES = (450, 452)
"""Without a status: the mailbox is locked or full (RFC 5321 §4.2.3)."""
OURS = ("5.7.",)
"""Statuses of refusals for reasons of policy."""


class Meaning(Enum):
    """What to do about an error."""

    MAILER_GONE = auto()
    """Nothing can be sent now: every letter waits."""
    PROVIDER_BUSY = auto()
    """Whoever keeps the reader's mailbox takes nothing now: the letters to him wait, all others go."""
    LATER = auto()
    """This letter is not taken now, for a reason that lies with its mailbox: it waits longer each time."""
    ADDRESS_REFUSED = auto()
    """There is no such mailbox: never again, and it counts against the address."""
    ADDRESS_UNWILLING = auto()
    """Not this letter, though the mailbox is there: full, too large, blocked. It counts less against the address."""
    BLOCKED = auto()
    """As ADDRESS_UNWILLING, but it is we who are not wanted there: the provider is left alone for a while as well."""
    LETTER_REFUSED = auto()
    """This letter is refused for what it is: never again, but the address may be right."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The meaning of an error, and why in a few words that hold no secret and no address."""

    meaning: Meaning
    why: str


def refusal(error: Exception) -> Refusal | None:
    """The meaning of an error raised while sending; None: it is no error of the mailer but a fault of ours."""
    match error:
        case AnymailRecipientsRefused():
            return Refusal(Meaning.ADDRESS_REFUSED, "refused by the provider")
        case AnymailAPIError() | RequestException():
            return _of_provider(error)
        case AnymailError():
            return Refusal(Meaning.LETTER_REFUSED, type(error).__name__)
        case smtplib.SMTPRecipientsRefused():
            code, words = next(iter(error.recipients.values()))
            return _of_recipient(code, words)
        case smtplib.SMTPDataError():
            why = f"SMTP {error.smtp_code} after the text"
            if _is_permanent(error.smtp_code):
                return Refusal(Meaning.LETTER_REFUSED, why)
            return Refusal(_for_now(error.smtp_code, status_in(error.smtp_error)), why)
        case smtplib.SMTPSenderRefused() if error.smtp_code == TOO_LARGE:
            return Refusal(Meaning.LETTER_REFUSED, f"SMTP {TOO_LARGE} before the text")
        case smtplib.SMTPException() | OSError():
            return Refusal(Meaning.MAILER_GONE, type(error).__name__)
        case _:
            return None


def _of_provider(error: AnymailAPIError | RequestException) -> Refusal:
    """A provider's HTTP answer. Without one, or when our key or rate is at fault, no other letter would go either."""
    status = getattr(error, "status_code", None)
    if status in {400, 413, 422}:
        return Refusal(Meaning.LETTER_REFUSED, f"HTTP {status}")
    return Refusal(Meaning.MAILER_GONE, f"HTTP {status}" if status else type(error).__name__)


def _of_recipient(code: int, words: bytes | str) -> Refusal:
    """The answer to RCPT. Here our own mailer also says that it does not let us send, which is no reader's fault."""
    status = status_in(words)
    why = f"SMTP {code}" + (f" {status}" if status else "")
    if code == LOGIN_FIRST or RELAYING.search(words if isinstance(words, bytes) else words.encode()):
        return Refusal(Meaning.MAILER_GONE, f"{why}: our mailer does not relay for us")
    if not _is_permanent(code):
        return Refusal(_for_now(code, status), why)
    if status.startswith(OURS):
        return Refusal(Meaning.BLOCKED, why)
    return Refusal(Meaning.ADDRESS_REFUSED if weight_of(status) == "hard" else Meaning.ADDRESS_UNWILLING, why)


def _for_now(code: int, status: str) -> Meaning:
    """Who waits after a 4xx: the letter alone when its mailbox is the reason, else all letters to that provider."""
    of_mailbox = status.startswith(("4.1.", "4.2.")) if status else code in MAILBOX_CODES
    return Meaning.LATER if of_mailbox else Meaning.PROVIDER_BUSY


def status_in(words: bytes | str) -> str:
    """The status at the beginning of an SMTP answer (RFC 3463), such as 5.1.1; empty when there is none."""
    found = STATUS.match(words if isinstance(words, bytes) else words.encode())
    return found[1].decode() if found else ""


def _is_permanent(code: int) -> bool:
    """SMTP: 5xx says never, 4xx says not now."""
    return 500 <= code < 600
