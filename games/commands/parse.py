"""The grammar: one line -> one command, or a refusal. Never guesses (spec/commands.md)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from games.commands.command import LEVELS, Command, Kind, canonical
from games.commands.fold import LONGEST, fold, plain, unhide
from games.commands.plays import read_play, read_roll, roll_text
from games.commands.seats import find_seat
from games.commands.wishes import read_wish
from games.commands.words import CONCEPT, PHRASES, RESERVED
from games.rules import actions
from games.rules.actions import Action, Order, Reply
from games.rules.errors import IllegalAction

_WORD = re.compile(r"[,;]|[^ ,;]+")
_NUMBER = re.compile(r"(?P<line>.*?) ?# ?(?P<number>[1-9][0-9]{0,8})")
_DAYS = re.compile(r"([0-9]{1,2})\.([0-9]{1,2}) ?- ?([0-9]{1,2})\.([0-9]{1,2})")
_POINTS = re.compile(r"[+-]?[0-9]{1,5}")
_MONTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

_NUMBERED = (
    actions.Play, actions.Name, actions.Roll, actions.Double, actions.Answer, actions.Resign, actions.Accept,
    actions.Decline,
)  # fmt: skip
"""What answers a question, so that the question's number may follow."""

_REPLIES: tuple[Reply, ...] = ("take", "drop", "beaver")

_FIXED: dict[str, Action | Kind] = {
    "roll": actions.Roll(),
    "accept": actions.Accept(),
    "decline": actions.Decline(),
    "undo": actions.Undo(),
    "claim": actions.Claim(),
    "leave": actions.Leave(),
    "join": actions.Join(),
    "proxy none": actions.Proxy(None),
    "auto once": Order("auto", "once"),
    **{f"{kind} {on}": Order(kind, "on") for kind in ("auto", "forced", "greedy") for on in ("on", "yes")},
    **{f"{kind} {off}": Order(kind, "off") for kind in ("auto", "forced", "greedy") for off in ("off", "no")},
    "hold": Order("hold"),
    "double next": Order("double", "next"),
    **{f"if {given} {reply}": Order("if-doubled", reply) for given in ("doubled", "double") for reply in _REPLIES},
    "no orders": Order("none"),
    "show": "show",
    "help": "help",
    "games": "games",
    "history": "history",
    "back": "back",
    "stop": "stop",
    "offers": "offers",
    "rematch": "rematch",
}
"""Commands without a name or a number in them, in canonical words; «да» and «даве» serve two English ones."""

_CONDITIONS: dict[str, tuple[str, object]] = {
    **{f"if {given} accept": ("if_beavered", "accept") for given in ("beavered", "beaver")},
    **{f"if {given} drop": ("if_beavered", "drop") for given in ("beavered", "beaver")},
    **{f"if {given} raccoon": ("if_beavered", "raccoon") for given in ("beavered", "beaver")},
    "if alone keep": ("if_alone", "keep"),
    "if alone drop": ("if_alone", "drop"),
    "if alone beaver": ("if_alone", "beaver"),
    "if extras accept": ("if_extras", "accept"),
    "if extras drop": ("if_extras", "drop"),
    "extra yes": ("extra", True),
    "extra no": ("extra", False),
}
"""What may follow a double or an answer after `;`: the field of the action, and its value."""


def parse(line: str, seats: Sequence[str] = ()) -> Command:
    """The command that stands in `line` (spec/commands.md); `seats` are the names that count as seats in it.

    Without `seats` no command that names a seat is one, and there is no team to write to. Raises IllegalAction:
    `unknown-command` and `two-readings` with `line`, `unknown-seat` with `name`.
    """
    written = " ".join(line.split())
    spoken = _spoken(line, with_team=bool(seats))
    if spoken is not None:
        return replace(spoken, written=written)
    if len(written) > LONGEST:
        raise IllegalAction("unknown-command", line=written[:200])
    body = plain(fold(written)).rstrip(" .!")
    numbered = _NUMBER.fullmatch(body)
    try:
        command = _play(numbered["line"] if numbered else body) or _words(numbered["line"] if numbered else body, seats)
    except _UnreadableError:
        raise IllegalAction("unknown-command", line=written) from None
    command = replace(command, written=written)
    if numbered is None:
        return command
    if not isinstance(command.action, _NUMBERED):
        raise IllegalAction("unknown-command", line=written)
    number = int(numbered["number"])
    return replace(command, text=f"{command.text} #{number}", number=number)


def is_command(line: str, seats: Sequence[str] = ()) -> bool:
    """Whether the whole line is a command."""
    try:
        parse(line, seats)
    except IllegalAction:
        return False
    return True


class _UnreadableError(Exception):
    """No rule of the grammar fits."""


def _spoken(line: str, *, with_team: bool) -> Command | None:
    """`say`, `team` and `box`: the rest of the line is kept as it was written, but for white space."""
    first, *rest = unhide(line).split(maxsplit=1) or [""]
    word = plain(fold(first[:50]))
    kind = CONCEPT.get(word, word)
    words = " ".join(rest[0].split()) if rest else ""
    if kind == "say" and words:
        return Command("say", f"say {words}", words=words)
    if kind in ("team", "box") and words and with_team:
        return Command(cast("Kind", kind), f"{kind} {words}", words=words)
    return None


def _play(body: str) -> Command | None:
    """A play, a named roll with its play, or a named roll alone."""
    named = read_roll(body)
    roll, rest = named or (None, body)
    if roll is not None and not rest:
        return None if body.endswith(":") else Command("action", roll_text(roll), actions.Name(roll))
    play = read_play(rest) if rest else None
    if play is None:
        return None
    moves, text = play
    return Command("action", f"{roll_text(roll)}: {text}" if roll else text, actions.Play(moves, roll))


def _words(body: str, seats: Sequence[str]) -> Command:
    """A command of words. Each word is first put into its canonical form, so the grammar is in one language."""
    words = [CONCEPT.get(word, word) for word in _WORD.findall(PHRASES.get(body, body))]
    _split(words, ",")  # a comma stands between two words, in every command
    fixed = _FIXED.get(" ".join(words if words[0] != "if" else [word for word in words if word != ","]))
    if isinstance(fixed, str):
        return Command(fixed, fixed)
    if fixed is not None:
        return Command("action", canonical(fixed), fixed)
    if words[0] == "away":
        return _away(body.partition(" ")[2])
    if wish := read_wish(words[0], body.partition(" ")[2]):
        return wish
    if words[0] == "double" or words[0] in _REPLIES:
        return _cubes(words, seats)
    action = _one_of(words, seats)
    return Command("action", canonical(action, seats), action)


def _one_of(words: list[str], seats: Sequence[str]) -> Action:
    """`resign`, `settle`, `hold if ahead`, `proxy`."""
    match [word for word in words if word != ","]:
        case ["resign"]:
            return actions.Resign()
        case ["resign", ("1" | "2" | "3") as level]:
            return actions.Resign(int(level))
        case ["resign", level] if level in LEVELS:
            return actions.Resign(LEVELS.index(level) + 1)
        case ["hold", "if", "ahead", pips] if re.fullmatch("[0-9]{1,3}", pips):
            return Order("hold", int(pips))
        case ["proxy", name]:
            return actions.Proxy(find_seat(name, seats))
        case ["settle", *rest]:
            return _settle(rest, seats)
    raise _UnreadableError


def _settle(words: list[str], seats: Sequence[str]) -> actions.Settle:
    winner = None
    if len(words) > 2 and words[-2] == "winner":
        winner = find_seat(words[-1], seats)
        words = words[:-2]
    match words:
        case [points] if _POINTS.fullmatch(points):
            return actions.Settle(int(points), None, winner)
        case [name, points] if _POINTS.fullmatch(points):
            return actions.Settle(int(points), find_seat(name, seats), winner)
    raise _UnreadableError


def _cubes(words: list[str], seats: Sequence[str]) -> Command:
    """A double or an answer, and the conditions after it; the conditions keep their order in the text."""
    head, *conditions = _split(words, ";")
    action: Action = _double(head, seats) if head[0] == "double" else _answer(head, seats)
    texts = [canonical(action, seats)]
    given: dict[str, Any] = {}
    for condition in conditions:
        text = " ".join(word for word in condition if word != ",")
        field, value = _CONDITIONS.get(text, ("", None))
        if not hasattr(action, field):
            raise _UnreadableError
        if field in given:
            raise IllegalAction("two-readings", line=text)
        given[field] = value
        texts.append(text.replace("if beaver ", "if beavered "))
    return Command("action", "; ".join(texts), replace(action, **given))


def _double(words: list[str], seats: Sequence[str]) -> actions.Double:
    groups = _split(words[1:], ",") if words[1:] else []
    named = [cube for group in groups for cube in _names(group, seats)]
    _only_once(named, words)
    return actions.Double(tuple(named))


def _answer(words: list[str], seats: Sequence[str]) -> actions.Answer:
    """`take`, `take all`, `take B C, drop D`; a name after a comma goes with the reply before it."""
    if words[1:] in ([], ["all"]):
        return actions.Answer(((cast("Reply", words[0]), None if words[1:] else ()),))
    replies: list[tuple[Reply, tuple[int, ...]]] = []
    for group in _split(words, ","):
        if group[0] in _REPLIES:
            replies.append((group[0], _names(group[1:], seats)))
        else:
            reply, cubes = replies.pop()
            replies.append((reply, cubes + _names(group, seats)))
    _only_once([cube for _, cubes in replies for cube in cubes], words)
    return actions.Answer(tuple(replies))


def _names(words: list[str], seats: Sequence[str]) -> tuple[int, ...]:
    """Seats by name, one or more; `and` may stand between two."""
    names = [name for run in _split(words, "and") for name in run]
    if any(name in RESERVED for name in names):
        raise _UnreadableError
    return tuple(find_seat(name, seats) for name in names)


def _only_once(cubes: list[int], words: list[str]) -> None:
    if len(set(cubes)) < len(cubes):
        raise IllegalAction("two-readings", line=" ".join(words))


def _split(words: list[str], mark: str) -> list[list[str]]:
    """The runs of words between the marks. Raises when one is empty."""
    runs: list[list[str]] = [[]]
    for word in words:
        if word == mark:
            runs.append([])
        else:
            runs[-1].append(word)
    if not all(runs):
        raise _UnreadableError
    return runs


def _away(text: str) -> Command:
    """A number of days, or the first and the last day."""
    if re.fullmatch("[1-9][0-9]{0,2}", text):
        return Command("away", f"away {text}", days=int(text))
    dates = _DAYS.fullmatch(text)
    if dates is None:
        raise _UnreadableError
    day, month, last_day, last_month = map(int, dates.groups())
    for number, of in ((day, month), (last_day, last_month)):
        if not (1 <= of <= 12 and 1 <= number <= _MONTHS[of - 1]):
            raise _UnreadableError
    text = f"away {day:02}.{month:02}-{last_day:02}.{last_month:02}"
    return Command("away", text, since=(day, month), until=(last_day, last_month))
