"""What members of a club are told by letter, beside what happens at their tables."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from games.texts.moments import moment

LETTERS = {
    "election": noop(
        "No organiser of the club %(club)s has been heard of for two months. Its members now elect one: "
        "vote on the page of the club, until %(until)s. An organiser who is there ends the election on that page."
    ),
    "elected": noop("The members of the club %(club)s have elected an organiser: %(who)s."),
    "succeeded": noop(
        "No organiser of the club %(club)s has been heard of for two months. Its organiser is now %(who)s, "
        "who was named as successor."
    ),
    "asks": noop(
        "%(who)s is no member of the club %(club)s and asks to play at one of its tables. "
        "An organiser admits or declines on the page of that table."
    ),
    "admitted": noop("An organiser of the club %(club)s has admitted you to the table you asked for."),
    "not-admitted": noop(
        "An organiser of the club %(club)s has not admitted you to the table you asked for. "
        "Write to him, or choose another table."
    ),
}
"""What happened -> the sentence."""


def club_news(what: str, *, club: str, words: Mapping[str, str]) -> str:
    """One piece of news; moments among `words` (`until`) are ISO 8601."""
    values = dict(words)
    if "until" in values:
        values["until"] = moment(datetime.fromisoformat(values["until"]))
    return _(LETTERS[what]) % {**values, "club": club}


def help_allowed(club: str, said: str) -> str:
    """What help the club of a table allows while one plays, on one line."""
    words = " ".join(said.split()) or _("nothing is said about it")
    return _("A table of the club %(club)s. Help that is allowed: %(said)s") % {"club": club, "said": words}
