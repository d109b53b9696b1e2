"""What an error of the mailer means for the letter. Nothing else knows the errors of SMTP and of the providers."""

from __future__ import annotations

import smtplib
from dataclasses import dataclass
from enum import Enum, auto

from anymail.exceptions import AnymailAPIError, AnymailError, AnymailRecipientsRefused
from requests import RequestException


class Meaning(Enum):
    """What to do about an error."""

    MAILER_GONE = auto()
    """Nothing can be sent now: every letter waits."""
    LATER = auto()
    """This letter is not taken now: it waits longer each time."""
    ADDRESS_REFUSED = auto()
    """There is no such mailbox: never again, and it counts against the address."""
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
            codes = [code for code, _ in error.recipients.values()]
            permanent = all(_is_permanent(code) for code in codes)
            return Refusal(Meaning.ADDRESS_REFUSED if permanent else Meaning.LATER, f"SMTP {codes}")
        case smtplib.SMTPDataError():
            meaning = Meaning.LETTER_REFUSED if _is_permanent(error.smtp_code) else Meaning.LATER
            return Refusal(meaning, f"SMTP {error.smtp_code} after the text")
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


def _is_permanent(code: int) -> bool:
    """SMTP: 5xx says never, 4xx says not now."""
    return 500 <= code < 600
