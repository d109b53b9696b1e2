"""Lines of a `.mat` file around the games: match length, tags, the line with names and score, set positions."""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.records.record import MOST_POINTS, Names, SetUp
from games.records.setups import read_id, read_snowie

_LENGTH = re.compile(
    r"(?:(?P<before>\d{1,6})\s*[- ]?\s*(?:points?|pts?)\s*(?:match|game)\b"
    r"|\b(?:match|length|first)\s*(?:to|of|length)?\s*[:=]?\s*(?P<after>\d{1,6})\s*(?:points?|pts?)?\s*$)",
    re.IGNORECASE,
)
_MONEY = re.compile(r"\s*(?:unlimited|money)\s*(?:match|game|session|play)?\s*$", re.IGNORECASE)
_GAME = re.compile(r"\s*game\s*(?:no\.?|nr\.?|#|:)?\s*\d{1,5}\b(?P<rest>.*)", re.IGNORECASE)
_TAG = re.compile(r"[;#]?\s*\[\s*(?P<name>[A-Za-z][^\"\]]{0,40}?)\s*(?:\"(?P<value>.*)\"|(?P<bare>[^\"\]]*))\s*\]$")
_SCORES = tuple(
    re.compile(
        rf"\s*(?P<first>\S.*?)?\s*:\s*(?P<a>\d{{1,5}})\s{{{gap},}}(?P<second>\S.*?)?\s*:\s*(?P<b>\d{{1,5}})"
        r"(?:\s*[(\[*].*)?$"
    )
    for gap in (2, 1)
)
_NAMES = re.compile(r"\s*(?P<first>\S.*?)\s*:?\s{3,}(?P<second>\S.*?)\s*:?\s*$")
_SET = re.compile(
    r"(?:set|edited?)\s*(?:up\s*)?(?:the\s*)?(?:pos(?:ition)?\b|board)|^[;#\s]*position\s*[:=]", re.IGNORECASE
)
_NOTED = re.compile(r"illegal play\s*\((?P<list>[^)]*)\)?", re.IGNORECASE)
MOST_HEADER = 300
"""No line with names and score is longer."""


@dataclass(frozen=True, slots=True)
class Header:
    """The line over a game: who plays, and with what score (None: no score stands there)."""

    names: Names
    score: tuple[int, int] | None


def match_length(line: str) -> int | None:
    """The length that a line such as ` 7 point match` tells, 0 for money; None: it is no such line."""
    if _MONEY.match(line):
        return 0
    found = _LENGTH.search(line[:MOST_HEADER])
    if found is None:
        return None
    length = int(found["before"] or found["after"])
    return length if length <= MOST_POINTS else None


def remarked_length(line: str) -> int | None:
    """The length that a remark tells: `; 7 point match`, `; [Match Length "7"]`; None: it tells none."""
    found = tag(line)
    if found is None:
        return match_length(line.lstrip(" \t;#"))
    name, value = found[0].lower().replace(" ", ""), found[1]
    known = name in ("matchlength", "length") and value.isdecimal() and len(value) < 5
    return int(value) if known else None


def game_line(line: str) -> str | None:
    """What follows `Game 3` in its line; None: it is no such line."""
    found = _GAME.match(line[:MOST_HEADER])
    return found["rest"] if found else None


def tag(line: str) -> tuple[str, str] | None:
    """The name and the value of `; [Site "Backgammon Club"]`."""
    found = _TAG.match(line.strip()[:MOST_HEADER])
    return (found["name"], (found["value"] or found["bare"] or "").strip()) if found else None


def score_line(line: str) -> Header | None:
    """Names and score: ` Ann : 0                  Bob : 2`. A name may hold colons and digits."""
    said = line.strip()[:MOST_HEADER]
    found = next((found for pattern in _SCORES if (found := pattern.match(said))), None)
    if found is None:
        return None
    names = (found["first"] or "").strip(), (found["second"] or "").strip()
    return Header(names, (int(found["a"]), int(found["b"])))


def names_line(line: str) -> Header | None:
    """Two names without a score; meant for the line under `Game 3` only."""
    found = _NAMES.match(line.rstrip()[:MOST_HEADER])
    return Header((found["first"], found["second"]), None) if found else None


def set_up(line: str, *, before_play: bool) -> SetUp | None:
    """A position that the line sets: any position ID before the first play of a game, later only where it says so.

    In between IDs are what analysis programs print beside every play.
    """
    said = line[:MOST_HEADER]
    return read_id(said) if before_play or _SET.search(said) else None


def noted_board(text: str, names: Names, mover: int) -> SetUp | None:
    """The board after a play of `mover` that could not be written down: `Illegal play (7;0;1;…)`."""
    found = _NOTED.search(text[:MOST_HEADER])
    return read_snowie(found["list"], names, mover) if found else None
