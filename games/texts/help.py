"""What can be written now, one line for each command: the word, then what it does.

No line may itself be a command, or a mail program that quotes without marks would send it back to us as one. So words
that take the rest of their line (`say`) stand last.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from games.rules.state import Option
from games.texts.words import is_paired

LINES: dict[str, tuple[str, ...]] = {
    "play": (noop("a move like 13/7 8/7 — from point to point; 6/off bears off"),),
    "name": (noop("=55 — the roll you name, before the move or with it: =66: 24/18(2)"),),
    "roll": (noop("roll — throw the dice"),),
    "double": (noop("double — offer to double the stake"),),
    "take": (noop("take — play on for the doubled stake, the cube is yours"),),
    "drop": (noop("drop — give up the game at the stake before the double"),),
    "beaver": (noop("beaver — take, double once more and keep the cube"),),
    "accept": (noop("accept — yes to the offer"),),
    "decline": (noop("decline — no to the offer"),),
    "resign": (),
    "settle": (noop("settle 3 — offer to end the game by agreement, 3 points for you (−3 to pay)"),),
    "undo": (noop("undo — ask to take your last answer back"),),
    "claim": (noop("claim — take the game, your opponent is out of time"),),
    "order": (
        noop("auto on — throw for me from now on (auto off ends it)"),
        noop("if doubled take — answer the next double for me (or drop)"),
    ),
    "proxy": (noop("proxy NAME — let another player answer for me"),),
    "leave": (noop("leave — leave after this game"),),
    "join": (noop("join — play from the next game on"),),
    "team": (noop("words to your partner alone: team TEXT"),),
}
"""Kind of an option -> its lines."""

RESIGN: dict[int, str] = {
    1: noop("resign — offer to give up the game"),
    2: noop("resign — offer to give up the game; or resign gammon"),
    3: noop("resign — offer to give up the game; or resign gammon, resign backgammon"),
}
"""The highest level that differs from the lower ones in what it costs -> the line about resigning."""

ENTERING = noop("bar/22 — comes in from the bar")

SEVERAL: dict[str, str] = {"double": noop("double B C — double these cubes only")}
"""Kind of an option about several cubes -> one line more."""

WORDS = noop("words to the table: say TEXT")


def command_help(options: Sequence[Option], *, names: Sequence[str] = ()) -> list[str]:
    """All that can be written now. `options` are what `state.may` gives; empty: nothing is left.

    `names` are the handles of the seats: with more than two they are given, since the cubes are named by them.
    """
    lines = command_lines(options)
    if len(names) > 2 and options and not is_paired(names):
        lines.append(_("names of the players: %(names)s") % {"names": ", ".join(names)})
    return [*lines, _(WORDS)] if options else []


def command_lines(options: Sequence[Option]) -> list[str]:
    """A line for each of some commands."""
    lines: list[str] = []
    for option in options:
        if option.kind == "order" and not option.stakes:
            continue  # where no cube can be turned these orders mean nothing
        lines += LINES[option.kind]
        if option.entering:
            lines.append(ENTERING)
        if option.kind == "resign":
            lines.append(RESIGN[max(option.levels, default=3)])
        if len(option.stakes) > 1 and option.kind in SEVERAL:
            lines.append(SEVERAL[option.kind])
    return [_(line) for line in dict.fromkeys(lines)]


def invitation_help() -> list[str]:
    """What an invitation can be answered with."""
    return [_("accept — sit down and play"), _("decline — no, thank you")]
