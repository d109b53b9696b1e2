"""Words about records of other programs: what `games.records` notes about a file, in the reader's language.

The notes are English sentences, some with values in them and with what stands in the file at their end
(`not read: 3) 42 8/4`). Here each is known again by its pattern; a test walks every note there is.
"""

from __future__ import annotations

import ast
import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from games.rules.errors import IllegalAction
from games.texts.errors import error
from games.texts.refusals import ERRORS

NOTES = (
    noop("the file is empty"),
    noop("the file is too large"),
    noop("no game was found"),
    noop("no game of backgammon was found"),
    noop("not JSON"),
    noop("JSON, but not a record: its format is not %(format)s"),
    noop("a record of version %(version)s, not %(ours)s"),
    noop("unknown variant %(variant)s"),
    noop("not read"),
    noop("%(where)s, event %(number)s not read"),
    noop("%(where)s, event %(number)s is not possible"),
    noop("a play without dice"),
    noop("turned round, it is in the other player's numbering"),
    noop("a set position with more than fifteen men of one side"),
    noop("a game of another kind is left out"),
    noop("%(name)s with %(men)s men is not played here: read as %(other)s"),
    noop("%(word)s is not played here: read as hypergammon"),
    noop("%(count)s side lines are left out"),
    noop("the file breaks off in this game"),
    noop("unknown variation %(name)s: read as backgammon"),
    noop("another match begins here: length %(length)s"),
    noop("a game begins here without a header"),
    noop("%(count)s more lines were not read"),
    noop("no match length: read as a money session"),
    noop("the score here is %(here)s, the games before make %(before)s"),
    noop("cannot be set up"),
    noop("the game cannot go on from here"),
    noop("after the end of the game"),
    noop("not carried out (%(code)s)"),
    noop("a resignation that was not accepted"),
    noop("the points do not follow from the cube"),
    noop("the record contradicts itself; points by the rules: %(rules)s, as written %(written)s"),
    noop("the record contradicts itself; winner"),
    noop("from here on the games are left out, they take too long"),
    noop("the double before this was not answered: taken"),
    noop("a double that was not answered"),
    noop("the cube stood at %(value)s: set to %(other)s before this double"),
    noop("nothing was doubled"),
    noop("nothing was doubled, and the game goes on"),
    noop("a take without a double"),
    noop("a drop without a double"),
    noop("a settlement that cannot be carried out"),
    noop("the play is left out, it is the only one"),
)
"""Every note, without what of the file it quotes at its end."""

REFUSALS = {
    "no-legal-step": noop("nothing could be played with this roll"),
    "no-man-there": noop("there is no man to move"),
    "bar-first": noop("men on the bar come in first"),
    "no-such-number": noop("there is no such number in the roll"),
    "pinned": noop("a pinned man cannot move"),
    "blocked": noop("the point is closed"),
    "not-all-home": noop("not all men are at home"),
    "higher-man": noop("a man on a higher point must move first"),
    "exact-number": noop("men are borne off by their exact number only"),
    "head-limit": noop("too many men leave the head"),
    "home-moves": noop("at home men are only borne off"),
    "hit-too-early": noop("a hit before a man is home"),
    "no-hide": noop("a man that has hit joins another"),
    "home-stay": noop("a man that has hit at home goes on"),
    "six-block": noop("six points in a row"),
    "smaller-first": noop("the smaller number is played first"),
    "must-play-more": noop("more of the roll could be played"),
    "must-play-larger": noop("the larger number must be played"),
    "not-enough-steps": noop("more of the roll could be played"),
    "bad-roll": noop("this is no roll"),
    "illegal-play": noop("the move is not possible"),
    "play-unknown": noop("the move is not written down"),
}
"""Code of a play that the rules refuse -> why."""

_PLACES = {msgid: re.split(r"%\((\w+)\)s", msgid) for msgid in NOTES}
_PATTERNS = [
    (
        msgid,
        re.compile(
            "".join(f"(?P<{part}>.+?)" if place % 2 else re.escape(part) for place, part in enumerate(parts))
            + r"(?:: (?P<quoted_>.*))?",
            re.DOTALL,
        ),
    )
    for msgid, parts in _PLACES.items()
]


def record_note(text: str) -> str:
    """A note of `games.records` (or the reason why a file is unreadable) in the active language.

    One that is not known stays as it is.
    """
    for msgid, pattern in _PATTERNS:
        if found := pattern.fullmatch(text):
            values = found.groupdict()
            quoted = values.pop("quoted_")
            said = _(msgid) % values
            return f"{said}: {_reason(quoted)}" if quoted else said
    return text


_CODED = re.compile(r"([a-z]+(?:-[a-z]+)+) (\{.{1,500}\})", re.DOTALL)


def _reason(quoted: str) -> str:
    """What a note quotes; an error of the rules, which stands there as its code and data, in words."""
    found = _CODED.fullmatch(quoted)
    if found is None or found[1] not in ERRORS:
        return quoted
    try:
        return error(IllegalAction(found[1], **ast.literal_eval(found[2])))
    except (ValueError, SyntaxError, TypeError):
        return quoted


def refusal(code: str) -> str:
    """Why the rules refuse a play of a record, in the active language."""
    return _(REFUSALS.get(code, REFUSALS["illegal-play"]))
