"""Names and headers of a letter: Message-ID, secret addresses, threading, what keeps robots quiet.

They are those of spec/mail.md §3.1–3.2. No words and no rows here: `render` puts the letter together.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Sequence
from typing import Literal, get_args

from django.conf import settings

Box = Literal["g", "bounce", "unsub"]
"""Local part before the token: an answer, a delivery report, "no more letters"."""


def new_token() -> str:
    """128 bits by chance in lower-case base32 without padding: 26 characters that survive any mailer."""
    return base64.b32encode(secrets.token_bytes(16)).decode().rstrip("=").lower()


def token_hash(token: str) -> str:
    """What is kept of a token: SHA-256 in hexadecimal. Case does not matter, some clients lower-case addresses."""
    return hashlib.sha256(token.lower().encode()).hexdigest()


def secret_address(box: Box, token: str) -> str:
    """`g+TOKEN@domain`, or with the separator that the settings name."""
    return f"{box}{settings.NARDY_MAIL_SEPARATOR}{token}@{settings.NARDY_MAIL_DOMAIN}"


def token_of(address: str) -> str:
    """The token in one of our secret addresses, in lower case; empty when it is none of them."""
    local, _, domain = address.strip("<> ").lower().partition("@")
    box, _, token = local.partition(settings.NARDY_MAIL_SEPARATOR)
    return token if domain == settings.NARDY_MAIL_DOMAIN and box in get_args(Box) else ""


def new_message_id(kind: str, *numbers: int) -> str:
    """`<kind.12.34.RANDOM@domain>`: readable in a log, and not to be guessed by an outsider."""
    return f"<{'.'.join([kind, *map(str, numbers), secrets.token_hex(8)])}@{settings.NARDY_MAIL_DOMAIN}>"


def quiet_headers(*, answer: bool) -> dict[str, str]:
    """Headers that keep automatic answers away and let us know our own letters when they come back.

    `answer`: the letter answers a mail (RFC 3834 `auto-replied`), else it is a notice.
    """
    return {
        "Auto-Submitted": "auto-replied" if answer else "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Nardy-Loop": settings.NARDY_MAIL_DOMAIN,
    }


def list_id(name: str) -> dict[str, str]:
    """List-Id, for people's filters (RFC 2919)."""
    return {"List-Id": f"<{name}.games.{settings.NARDY_MAIL_DOMAIN}>"}


def unsubscribe_headers(unsubscribe_token: str) -> dict[str, str]:
    """One-click unsubscribing, by link or by mail (RFC 2369, RFC 8058)."""
    link = f"{settings.NARDY_SITE_URL}/u/{unsubscribe_token}/"
    mailbox = secret_address("unsub", unsubscribe_token)
    return {
        "List-Unsubscribe": f"<{link}>, <mailto:{mailbox}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def thread_headers(earlier: Sequence[str]) -> dict[str, str]:
    """References and In-Reply-To after the Message-IDs of the thread so far, the root first."""
    if not earlier:
        return {}
    root, last = earlier[0], earlier[-1]
    return {"In-Reply-To": last, "References": root if root == last else f"{root} {last}"}


def sender(name: str) -> str:
    """From: it says that it is the server, and for whom it speaks: `Nardy (Ivan) <game@domain>`."""
    return f'"{name}" <game@{settings.NARDY_MAIL_DOMAIN}>'
