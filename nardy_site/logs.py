"""How log lines look: secrets that stand in addresses and links are struck out, wherever in the line they are."""

from __future__ import annotations

import logging
import re

TOKEN = re.compile(r"(?<![A-Za-z0-9])[a-z2-7]{26}(?![A-Za-z0-9])", re.IGNORECASE)
"""The secret of a letter's addresses: 128 bits in base 32 (spec/mail.md §2)."""

LINK_KEY = re.compile(r"(/accounts/[^\s?]*?/)[A-Za-z0-9:_-]{16,}")
"""The secret in a link that confirms an address or sets a password."""


class Discreet(logging.Formatter):
    """A formatter that strikes out secrets after the whole line, traceback included, is made."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of `record` without secrets."""
        return LINK_KEY.sub(r"\1…", TOKEN.sub("…", super().format(record)))
