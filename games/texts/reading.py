"""What all sentences of facts share: who reads, what the seats are called, whose decision something was."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.rules import facts as f
from games.texts import words

Sentence = Callable[[Any, "Reading"], str]


class Reading:
    """Who reads, and what the seats are called."""

    def __init__(self, names: Sequence[str], reader: int | None) -> None:
        self.names = names
        self.reader = reader
        self.across: dict[int, int] = {}
        """Bet -> the seat that spoke of its cube last; kept where one seat answers several others."""

    @property
    def several(self) -> bool:
        """Whether more than two accounts play: who doubles and who answers has to be told."""
        return len(self.names) > 2 and not words.is_paired(self.names)

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

    def answered(self, seat: int, stake: int, what: str) -> str:
        """ "Who → whom: what": an answer about the cube of a bet. Whom is left out where there is only one."""
        whom = self.across.get(stake, seat)
        if whom == seat:
            return self.said(seat, what)
        to = pgettext("to whom", "you") if whom == self.reader else self.who(whom)
        parts = {"who": self.who(seat), "whom": to, "what": what}
        return _("%(who)s → %(whom)s: %(what)s") % parts

    def follow(self, fact: f.Fact) -> None:
        """Remember who spoke of a cube, for whoever answers him. At a table of two sides nobody has to ask."""
        if not self.several:
            return
        match fact:
            case f.Doubled():
                self.across.update(dict.fromkeys(fact.stakes, fact.seat))
            case f.Answered():
                self.across[fact.stake] = fact.seat


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
