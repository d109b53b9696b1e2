"""What stands in one row of a `.mat` file: its acts (a roll with a play, a word about the cube, a win), and where.

Which player's column an act stands in is decided in `columns`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from games.records.record import MOST_POINTS

Kind = Literal["roll", "double", "take", "drop", "beaver", "raccoon", "resign", "win", "lose"]

_ROW = re.compile(r"\s*(?P<number>\d{1,4})\s?[).]")
_ROLL = r"(?P<roll>[0-6][-,]?[0-6]\s?:|[1-6][1-6](?=\s+(?:bar|\d{1,2})/))"
_KINDS: dict[Kind, str] = {
    "double": r"(?:re-?)?doubl(?:es?|ed)|offers?\s+(?:the\s+|a\s+)?(?:cube|double)",
    "take": r"takes?|took|accept(?:s|ed)?",
    "drop": r"drop(?:s|ped)?|pass(?:es|ed)?|reject(?:s|ed)?|refuse[sd]?|decline[sd]?|fold(?:s|ed)?",
    "beaver": r"beaver(?:s|ed)?",
    "raccoon": r"rac+oon(?:s|ed)?",
    "resign": r"resign(?:s|ed)?|forfeit(?:s|ed)?|concede[sd]?|gives?\s+up",
    "win": r"wins?|won",
    "lose": r"los(?:es|e|ses|t)",
}
_WORD = "|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _KINDS.items())
_ACT = re.compile(rf"(?<!\S)(?:{_ROLL}|(?:{_WORD})\b)", re.IGNORECASE)
_VALUE = re.compile(r"[^\d?]{0,20}?(\d{1,6})")
_LEVELS = (("backgammon", 3), ("gammon", 2), ("single", 1))
MOST_COLUMNS = 4000
"""Characters of a line that are looked at."""
TAB = 30
"""A tab is a column, wherever the next one begins."""


@dataclass(frozen=True, slots=True)
class Act:
    """One act of a row: the column where it begins, what it says, its text.

    `dice` of a roll (empty for `00:`) and `play`, the words after it; `value` is the number after a word, `level` that
    of a resignation.
    """

    column: int
    kind: Kind
    text: str
    dice: tuple[int, ...] = ()
    play: str = ""
    value: int | None = None
    level: int | None = None


def row_number(line: str) -> tuple[int, str] | None:
    """The number of a row, and the row with blanks in place of it; None for a line without one."""
    found = _ROW.match(line)
    if found is None:
        return None
    return int(found["number"]), " " * found.end() + line[found.end() :]


def acts(row: str, *, again: bool = True) -> list[Act]:
    """The acts of a row (its number blanked out), from left to right.

    `again`: of two rolls with one blank between them the second is the first one set again; else a roll without a play.
    """
    row = row[:MOST_COLUMNS].expandtabs(TAB)
    starts = list(_ACT.finditer(row))
    found: list[Act] = []
    for index, start in enumerate(starts):
        end = starts[index + 1].start() if index + 1 < len(starts) else len(row)
        act = _act(start, row[start.start() : end])
        before = found[-1] if found else None
        if before and before.kind == "roll" and not before.play and _close(row, before, start.start()):
            if act.kind == "roll" and again:
                found[-1] = replace(act, column=before.column)
                continue
            if act.kind == "drop" and act.text.lower().startswith("pass"):
                found[-1] = replace(before, play=act.text, text=f"{before.text} {act.text}")
                continue
        found.append(act)
    return found


def apart(row: str, first: Act, second: Act) -> bool:
    """Whether more than one blank parts two acts of a row."""
    return "  " in row.expandtabs(TAB)[first.column : second.column]


def _close(row: str, before: Act, start: int) -> bool:
    """Whether nothing but one blank parts an act from the one that ends before column `start`."""
    return "  " not in row[before.column : start]


def _act(start: re.Match[str], text: str) -> Act:
    kind = start.lastgroup
    said = text.strip()
    if kind == "roll":
        digits = tuple(int(digit) for digit in start["roll"] if digit.isdigit())
        dice = digits if 0 not in digits else ()
        return Act(start.start(), "roll", said, dice=dice, play=text[len(start["roll"]) :].strip())
    number = _VALUE.match(text, len(start[0]))
    value = int(number[1]) if number and int(number[1]) <= MOST_POINTS else None
    level = next((level for word, level in _LEVELS if word in text.lower()), None)
    return Act(start.start(), _kind(kind), said, value=value, level=level)


def _kind(name: str | None) -> Kind:
    return next(kind for kind in _KINDS if kind == name)
