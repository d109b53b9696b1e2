"""What all sentences of facts share: who reads, what the seats are called, whose decision something was."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.rules import facts as f
from games.texts import words

Sentence = Callable[[Any, "Reading"], str]


class Reading:
    """Who reads, and what the seats are called."""

    def __init__(self, names: Sequence[str], reader: int | None) -> None:
        self.names = names
        self.reader = reader

    def who(self, seat: int | None) -> str:
        """The name of a seat for this reader."""
        return words.who(seat, names=self.names, reader=self.reader)

    def account(self, seat: int | None) -> str:
        """The name of the end of a bet: of a pair both names."""
        return words.account(seat, names=self.names, reader=self.reader)

    def listed(self, seats: Sequence[int]) -> str:
        """The names of several seats."""
        return words.listed(seats, names=self.names, reader=self.reader)

    def said(self, seat: int | None, what: str) -> str:
        """ "Who: what"."""
        return _("%(who)s: %(what)s") % {"who": self.who(seat), "what": what}


def whose(source: f.Source) -> str:
    """Whose decision it was, when it was not the seat's own at that moment."""
    return {
        "player": "",
        "order": _(" (standing order)"),
        "proxy": _(" (by proxy)"),
        "captain": _(" (as the captain)"),
        "timeout": _(" (no answer in time)"),
        "house": _(" (made by the house)"),
    }[source]
