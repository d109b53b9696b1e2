"""A play as people write it -> its moves and its canonical text (spec/commands.md, "Plays"). Knows no board."""

from __future__ import annotations

import re
from itertools import pairwise

from games.commands.words import PLACES
from games.rules.actions import Move

_MOST = 36
"""More moves than any turn has."""

_PLACE = "(?:bar|бар|off|снять|вон|2[0-5]|1[0-9]|[0-9])"
_STEP = re.compile(
    rf"(?P<chain>{_PLACE}(?: ?/ ?{_PLACE}\*?)++|{_PLACE}(?:-{_PLACE}\*?)++)"
    r"(?: ?\( ?(?P<times>[1-9]) ?\)| ?[xх×] ?(?P<by>[1-9]))?(?P<hit>\*?)"
)
"""One step or chain: places by `/` or `-`, never both (`6/5-3/1` could be two); stars; `(n)` or `x n`.

No throw moves more than nine men, so `8/5 6/5 (31)` does not repeat: somebody has noted his dice.
"""

_APART = re.compile(r" ?, ?| |$")
_ROLL = re.compile(r"= ?([1-6])-?([1-6])(?: ?: ?| |$)")


def read_roll(line: str) -> tuple[tuple[int, ...], str] | None:
    """The roll that a line names with `=66: …`, and what follows it; None when it names none. `line` is plain."""
    named = _ROLL.match(line)
    if named is None:
        return None
    return (int(named[1]), int(named[2])), line[named.end() :]


def read_play(line: str) -> tuple[tuple[Move, ...], str] | None:
    """The moves of a play in their order, chains taken apart and repeats written out, and its canonical text.

    `line` is plain. None: it is no play (a step always goes down, so `5/8` is none).
    """
    moves: list[Move] = []
    texts: list[str] = []
    at = 0
    while at < len(line) or not texts:
        step = _STEP.match(line, at)
        apart = _APART.match(line, step.end()) if step else None
        if step is None or apart is None or (apart.end() == len(line) and apart[0]):
            return None
        read = _read_step(step)
        if read is None or len(moves) + len(read[0]) > _MOST:
            return None
        moves += read[0]
        texts.append(read[1])
        at = apart.end()
    return tuple(moves), " ".join(texts)


def _read_step(step: re.Match[str]) -> tuple[list[Move], str] | None:
    written = re.split(r" ?[/-] ?", step["chain"])
    places = [_place(word.rstrip("*")) for word in written]
    stars = [word.endswith("*") for word in written]
    stars[-1] = stars[-1] or bool(step["hit"])
    times = int(step["times"] or step["by"] or 1)
    pairs = list(pairwise(places))
    if any(high <= low for high, low in pairs) or (stars[-1] and places[-1] == 0):
        return None
    text = "/".join(_place_text(place) + "*" * star for place, star in zip(places, stars, strict=True))
    repeat = f"({times})" if step["times"] or step["by"] else ""
    return pairs * times, text + repeat


def _place(word: str) -> int:
    return PLACES[word] if word in PLACES else int(word)


def _place_text(place: int) -> str:
    return {25: "bar", 0: "off"}.get(place, str(place))


def play_text(moves: tuple[Move, ...], roll: tuple[int, ...] | None = None) -> str:
    """The canonical text of moves that nobody has written, such as clicked ones; equal moves in a row are counted."""
    texts: list[str] = []
    counts: list[int] = []
    for high, low in moves:
        text = f"{_place_text(high)}/{_place_text(low)}"
        if texts and texts[-1] == text:
            counts[-1] += 1
        else:
            texts.append(text)
            counts.append(1)
    play = " ".join(text + (f"({count})" if count > 1 else "") for text, count in zip(texts, counts, strict=True))
    return f"{roll_text(roll)}: {play}" if roll else play


def roll_text(roll: tuple[int, ...]) -> str:
    """How a named roll is written: `=66`."""
    return "=" + "".join(map(str, roll))
