"""Plays, turns and positions as people write them (spec/rules.md §5.1): writes and reads the one printed form.

What a player may type instead is read by `games.commands`. Nothing here knows what is legal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Literal

from games.rules.actions import Move
from games.rules.board import BAR, OFF, Board
from games.rules.errors import IllegalAction
from games.rules.facts import Step
from games.rules.variants import Variant


@dataclass(frozen=True, slots=True)
class Words:
    """The three words that notation has."""

    bar: str = "bar"
    off: str = "off"
    passed: str = "(pass)"


EN = Words()
RU = Words("бар", "снять", "нет хода")


def play_text(steps: Sequence[Step], words: Words = EN) -> str:
    """A play as people write it: `8/5 6/5`, `24/18*/13`, `13/7(2)`, `bar/22`, `6/off`; empty for no steps.

    The steps of one man are chained over every point he touched, equal chains are counted, the highest come first.
    """
    chains: list[list[Step]] = []
    for step in steps:
        chain = next((chain for chain in reversed(chains) if chain[-1][1] == step[0]), None)
        if chain:
            chain.append(step)
        else:
            chains.append([step])
    starred: dict[tuple[int, ...], list[set[int]]] = {}
    for chain in chains:
        route = (chain[0][0], *(end for _, end, _ in chain))
        starred.setdefault(route, []).append({index for index, step in enumerate(chain, 1) if step[2]})
    texts = []
    for route, stars in sorted(starred.items(), key=lambda item: [-place for place in item[0]]):
        hits = set().union(*stars)
        places = (_place_text(place, words) + "*" * (index in hits) for index, place in enumerate(route))
        texts.append("/".join(places) + (f"({len(stars)})" if len(stars) > 1 else ""))
    return " ".join(texts)


def _place_text(place: int, words: Words) -> str:
    return words.bar if place >= BAR else words.off if place == OFF else str(place)


_POINT = "2[0-4]|1[0-9]|[1-9]"
_CHAIN = re.compile(rf"(?P<route>(?:bar|{_POINT})(?:/(?:off|{_POINT})\*?)+)(?:\((?P<times>[2-9])\))?")
_NAMES = {"bar": BAR, "off": OFF}


def read_play(text: str) -> tuple[Move, ...]:
    """The single moves of a printed play, chains taken apart and repeats written out. Raises `unreadable-play`."""
    moves: list[Move] = []
    for word in text.split():
        chain = _CHAIN.fullmatch(word)
        if chain is None:
            raise IllegalAction("unreadable-play", text=text, word=word)
        route = [_NAMES[name] if name in _NAMES else int(name) for name in chain["route"].replace("*", "").split("/")]
        moves += list(pairwise(route)) * int(chain["times"] or 1)
    return tuple(moves)


@dataclass(frozen=True, slots=True)
class Part:
    """One stage of a turn: its numbers, and the printed play that was made with them (empty: a pass).

    `kind` says what the numbers are: a `roll` (a single number: the next stage of a cascade), a roll that the player
    `named`, or the step lengths of a remainder taken `over` from the opponent.
    """

    numbers: tuple[int, ...]
    play: str
    kind: Literal["roll", "named", "over"] = "roll"


def roll_text(dice: Sequence[int]) -> str:
    """A roll, the larger number first: `31`, `554`."""
    return "".join(str(number) for number in sorted(dice, reverse=True))


def turn_text(parts: Sequence[Part], words: Words = EN) -> str:
    """A turn on one line, stages divided by `|`: `21: bar/24 23/21 | 66: 24/18(4)`, `>5x3 6x4: 20/15`, `=66: …`."""
    return " | ".join(f"{_head(part)}: {part.play or words.passed}" for part in parts)


def _head(part: Part) -> str:
    if part.kind == "over":
        counted = ((number, len(list(equal))) for number, equal in groupby(part.numbers))
        return ">" + " ".join(f"{number}x{count}" for number, count in counted)
    return "=" * (part.kind == "named") + roll_text(part.numbers)


_TURN_PART = re.compile(r"(?:(?P<sign>=?)(?P<roll>[1-6]{1,3})|>(?P<over>[1-6]x[1-9](?: [1-6]x[1-9])*)): (?P<play>.+)")
_PASSES = {EN.passed, RU.passed}


def read_turn(text: str) -> tuple[Part, ...]:
    """The stages of a printed turn, with their plays as texts for `read_play`. Raises `unreadable-play`."""
    parts = []
    for stage in text.split("|"):
        match = _TURN_PART.fullmatch(stage.strip())
        if match is None:
            raise IllegalAction("unreadable-play", text=text, word=stage.strip())
        play = "" if match["play"] in _PASSES else match["play"]
        read_play(play)
        if match["over"]:
            counts = (word.split("x") for word in match["over"].split())
            numbers = tuple(int(number) for number, count in counts for _ in range(int(count)))
            parts.append(Part(numbers, play, "over"))
        else:
            parts.append(Part(tuple(map(int, match["roll"])), play, "named" if match["sign"] else "roll"))
    return tuple(parts)


def position_text(board: Board, side: int = 0) -> str:
    """Both sides, each in its own numbering, that of `side` first: `24x2 13x5 8x3 6x5 / 24x2 13x5 8x3 6x5`."""
    return f"{board.text(side)} / {board.text(1 - side)}"


def read_position(text: str, game: Variant) -> Board:
    """The board of a printed position, the first side being side 0. Raises `bad-position`."""
    first, slash, second = text.partition("/")
    if not slash:
        raise IllegalAction("bad-position", reason="one-side", text=text)
    return game.board(first, second)
