"""A script played: its lines become actions, its dice the throws (spec/rehearse.md §4, §5)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from games.commands import find_seat, parse
from games.rehearsal.report import report
from games.rehearsal.script import HOUSE_NAME, Script, ScriptError, seat_name
from games.rules.actions import HOUSE, Action, Adjudicate, Join, Start, TimeOut
from games.rules.errors import IllegalAction
from games.rules.facts import Fact
from games.rules.state import State, side_of
from games.rules.table import advance, new_table

STANDARD_DICE = (3, 2, 1)
"""What is thrown when the list is used up: its last numbers, as many as are asked for."""

_ADJUDICATE = re.compile(r"adjudicate (\S+) ([123])", re.IGNORECASE)
_TIMEOUT = re.compile(r"timeout (\S+)", re.IGNORECASE)


@dataclass(slots=True)
class Dice:
    """The throws of a script, in the order they are used. The same throw of the same game is the same dice."""

    listed: tuple[str, ...]
    used: int = 0
    thrown: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)

    def __call__(self, game: int, n: int, dice: int) -> tuple[int, ...]:
        """The next throw of the list, or the standard dice. Raises `ScriptError` when it has too few numbers."""
        if (game, n) not in self.thrown:
            self.thrown[game, n] = self._next(dice)
        return self.thrown[game, n]

    def _next(self, dice: int) -> tuple[int, ...]:
        if self.used == len(self.listed):
            return STANDARD_DICE[-dice:]
        text = self.listed[self.used]
        self.used += 1
        if len(text) < dice:
            raise ScriptError(f"throw {text!r} has too few numbers")
        return tuple(int(number) for number in text[:dice])


def rehearse(script: Script) -> dict[str, object]:
    """Play the script; the output of spec/rehearse.md §6.

    A line that cannot be read or is not allowed changes nothing and is reported. Raises `ScriptError` when the table
    itself cannot be made.
    """
    dice, names = Dice(script.dice), list(script.seats)
    try:
        state = new_table(
            variant=script.variant,
            format=script.format,
            rules=script.rules,
            seats=len(names),
            start=script.start,
            declared=script.declared,
            partner=script.partner,
        )
        state, facts = advance(state, HOUSE, Start(), dice)
    except IllegalAction as error:
        raise ScriptError(str(error)) from error
    history: list[Fact] = list(facts)
    errors: list[dict[str, object]] = []
    for number, (seat, text) in enumerate(script.do, start=1):
        try:
            state, facts = _line(state, seat, text, names, dice)
        except IllegalAction as error:
            errors.append({"line": number, "do": [seat, text], "error": error.code})
        else:
            history.extend(facts)
    return report(script.title, state, names, history, errors)


def _line(state: State, seat: str, text: str, names: list[str], dice: Dice) -> tuple[State, tuple[Fact, ...]]:
    """One line: the state and the facts after it. A newcomer is added to `names`."""
    if seat == HOUSE_NAME:
        number, action = _house(state, " ".join(text.split()), names)
        return advance(state, number, action, dice)
    command = parse(text, names)
    if isinstance(command.action, Join) and seat not in names:
        return _newcomer(state, seat, names, dice)
    speaker = find_seat(seat, names)
    if command.action is None:
        return state, ()
    return advance(state, speaker, command.action, dice, ask=command.number)


def _newcomer(state: State, name: str, names: list[str], dice: Dice) -> tuple[State, tuple[Fact, ...]]:
    try:
        seat_name(name)
    except ScriptError:
        raise IllegalAction("bad-name", name=name) from None
    state, facts = advance(state, len(names), Join(), dice)
    names.append(name)
    return state, facts


def _house(state: State, text: str, names: list[str]) -> tuple[int, Action]:
    """What only the house says: `adjudicate SIDE LEVEL`, `timeout SEAT`."""
    if found := _ADJUDICATE.fullmatch(text):
        return HOUSE, Adjudicate(_side(state, found[1], names), int(found[2]))
    if found := _TIMEOUT.fullmatch(text):
        return find_seat(found[1], names), TimeOut()
    raise IllegalAction("unknown-command", line=text)


def _side(state: State, word: str, names: list[str]) -> int:
    """`box`, `team`, or a seat of that side."""
    sides = {"box": 0, "team": 1}
    if word.casefold() in sides:
        return sides[word.casefold()]
    side = side_of(state, find_seat(word, names))
    if side is None:
        raise IllegalAction("not-in-game")
    return side
