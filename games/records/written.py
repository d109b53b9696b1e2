"""Plays as other programs write them: `8/5 6/5`, `bar/22*/20`, `13/7(2)`, `25/21`, `4/0`, `Cannot Move`, `????`.

Lenient on purpose; what our own site writes is `rules.notation`. No board is known here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.rules.actions import Move
from games.rules.board import BAR, OFF

_PLACE = r"(?:bar|off|home|[bhox]|\d{1,2})"
_CHAIN = re.compile(
    rf"(?<![\w/])(?P<route>{_PLACE}\*?(?:[/-]{_PLACE}\*?)+)(?:\s?[(x](?P<times>[1-4])\)?)?\*?", re.IGNORECASE
)
_HOP = re.compile(rf"({_PLACE})(\*?)", re.IGNORECASE)
_WORDS = {"bar": BAR, "b": BAR, "x": BAR, "off": OFF, "o": OFF, "home": OFF, "h": OFF}
_NO_PLAY = re.compile(
    r"can.{0,4}t|cannot|can not|\bno\b|\bnone\b|pass|danc|\bfan|closed|unable|forced|skip|^[-–—. ]+$", re.IGNORECASE
)
_UNKNOWN = re.compile(r"\?{2,}")
_REMARK = re.compile(r"[^\W_]|[\[({]")
"""What parts the play from a remark about it, which may name other plays."""
MOST_MOVES = 12
"""Moves in one play beyond this are not read: no roll has so many."""


@dataclass(frozen=True, slots=True)
class Written:
    """A written play. `stars`: where hits are marked. `unknown`: nothing readable, though a play was meant.

    `rising`: every move was written towards the higher numbers, so it is in the other player's numbering; `moves` are
    turned already.
    """

    moves: tuple[Move, ...] = ()
    stars: frozenset[int] = frozenset()
    unknown: bool = False
    rising: bool = False


def read_moves(text: str) -> Written:
    """What a play says; an empty text, or words that say so, are no play. `0/0`, for a die left over, is no move."""
    moves: list[Move] = []
    stars: set[int] = set()
    end = 0
    for chain in _CHAIN.finditer(text):
        if moves and _REMARK.search(text, end, chain.start()):
            break
        end = chain.end()
        hops = [(_place(name), bool(star)) for name, star in _HOP.findall(chain["route"])]
        if chain[0].endswith("*"):
            hops[-1] = (hops[-1][0], True)
        places = [place for place, _ in hops]
        if max(places) > BAR or len(moves) > MOST_MOVES:
            return Written(unknown=True)
        stars.update(place for place, star in hops if star)
        moves += [hop for hop in pairwise(places) if hop[0] != OFF] * int(chain["times"] or 1)
    if not moves:
        said = text.strip()
        return Written(unknown=bool(said) and (bool(_UNKNOWN.search(said)) or not _NO_PLAY.search(said)))
    if all(start < end for start, end in moves):
        turned = tuple((BAR - start, BAR - end) for start, end in moves)
        return Written(turned, frozenset(BAR - place for place in stars), rising=True)
    return Written(tuple(moves), frozenset(stars))


def only_moves(text: str) -> bool:
    """Whether a text is nothing but moves: the rest of a play that was too long for its line."""
    return bool(text.strip()) and not _CHAIN.sub("", text).strip(" *,;")


def _place(name: str) -> int:
    word = name.lower()
    return _WORDS[word] if word in _WORDS else int(word)


def moves_text(moves: Sequence[Move], stars: frozenset[int] | None) -> str:
    """The moves one by one, as every program reads them: `25/21* 8/4`; a hit is marked where it first falls."""
    marked: set[int] = set()
    words = []
    for start, end in moves:
        star = end != OFF and end in (stars or ()) and end not in marked
        marked.update({end} if star else ())
        words.append(f"{'bar' if start == BAR else start}/{'off' if end == OFF else end}{'*' if star else ''}")
    return " ".join(words)
