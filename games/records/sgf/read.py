"""Reads SGF: the main line of each game of a collection becomes a game of the record.

Points are `a` … `x`: `a` is 1 for White and 24 for Black; `y` is the bar, `z` is off. What a property means: the SGF
definition for GM[6], and what GNU Backgammon writes: RU, MI, RE, DI, PL, CV, CP, AE, AW, AB, `W[31hefe]`, `B[double]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from games.records.mat.rules import VARIATIONS
from games.records.record import (
    MOST_POINTS,
    AnyEvent,
    Comment,
    Cube,
    CubeAct,
    Game,
    Note,
    Record,
    Resign,
    Result,
    Roll,
    SetUp,
    UnreadableError,
)
from games.records.sgf.tree import Node, Tree, trees, words
from games.rules.actions import Move
from games.rules.board import BAR, OFF, Board, Side
from games.rules.variants import variant

_MI = re.compile(r"\s*([A-Za-z]+)\s*:\s*(-?\d{1,6})")
_RE = re.compile(r"\s*(?P<winner>[WB])\s*\+\s*(?P<points>\d{1,6})?\s*(?P<resigned>R)?", re.IGNORECASE)
_PLAY = re.compile(r"\s*(?P<dice>[1-6]{2})?(?P<points>[a-z]*)\s*$", re.IGNORECASE)
_RANGE = re.compile(r"([a-z])(?::([a-z]))?$", re.IGNORECASE)
_ACTS: Mapping[str, CubeAct] = {
    "double": "double",
    "redouble": "double",
    "take": "take",
    "accept": "take",
    "drop": "drop",
    "pass": "drop",
    "reject": "drop",
    "beaver": "beaver",
    "raccoon": "raccoon",
}
_TAGS = {"EV": "Event", "RO": "Round", "DT": "EventDate", "PC": "Place", "AN": "Annotator", "SO": "Source"}
_COLOURS = ("W", "B")


def read(text: str) -> Record:
    """The record of a collection. Raises `UnreadableError` when it holds no game of backgammon."""
    notes: list[Note] = []
    games: list[Game] = []
    root: Node | None = None
    for tree in trees(text):
        if not tree.nodes:
            continue
        first = tree.nodes[0]
        if (first.first("GM") or "6").strip() != "6":
            notes.append(Note(first.line, "a game of another kind is left out"))
            continue
        root = root or first
        games.append(_game(tree, notes))
    if root is None:
        raise UnreadableError("no game of backgammon was found")
    rules = [word.strip().lower() for word in words(root.first("RU") or "").split(":")]
    if any(game.crawford for game in games):  # who marks it marks it wherever it is
        games = [replace(game, crawford=bool(game.crawford) if game.length else None) for game in games]
    return Record(
        games=tuple(games),
        length=games[0].length,
        variant=_variant(rules, notes),
        rules=_rules(rules, games[0].length),
        tags={name: words(root.first(key) or "") for key, name in _TAGS.items() if root.first(key)},
        notes=tuple(notes),
    )


def _variant(rules: list[str], notes: list[Note]) -> str:
    for word in rules:
        if word.startswith("hypergammon") and word not in ("hypergammon", "hypergammon3"):
            notes.append(Note(0, f"{word} is not played here: read as hypergammon"))
        name = word.rstrip("0123456789")
        if VARIATIONS.get(name, "short") != "short":
            return VARIATIONS[name]
    return "short"


def _rules(rules: list[str], length: int) -> dict[str, object]:
    """Options of a table; without Crawford among the rules of a match it is played without."""
    if not length:
        return {"jacoby": "per_cube" if "jacoby" in rules else "off"}
    return {} if any(word.startswith("crawford") for word in rules) or rules == [""] else {"crawford": False}


def _game(tree: Tree, notes: list[Note]) -> Game:
    first = tree.nodes[0]
    info = {
        name.lower(): int(value) for name, value in (_pair(text) for text in first.properties.get("MI", [])) if name
    }
    rules = words(first.first("RU") or "").lower()
    length = info.get("length", 0)
    if tree.cut:
        notes.append(Note(first.line, f"{tree.cut} side lines are left out"))
    if not tree.whole:
        notes.append(Note(first.line, "the file breaks off in this game"))
    reader = _Line(notes)
    events = tuple(event for index, node in enumerate(tree.nodes) for event in reader.events(node, root=index == 0))
    return Game(
        names=(words(first.first("PW") or ""), words(first.first("PB") or "")),
        length=length if 0 <= length <= MOST_POINTS else 0,
        score=(info["ws"], info["bs"]) if "ws" in info and "bs" in info else None,
        crawford=True if length and "crawfordgame" in rules else None,
        events=events,
        result=_result(first),
        line=first.line,
    )


def _pair(text: str) -> tuple[str, str]:
    found = _MI.match(text)
    return (found[1], found[2]) if found else ("", "0")


def _result(node: Node) -> Result | None:
    found = _RE.match(node.first("RE") or "")
    if found is None:
        return None
    points = int(found["points"]) if found["points"] else None
    return Result(
        winner=_COLOURS.index(found["winner"].upper()) + 1,
        points=points if points is None or 0 < points <= MOST_POINTS else None,
        how="resigned" if found["resigned"] else "",
        line=node.line,
        text=f"RE[{words(node.first('RE') or '')}]",
    )


class _Line:
    """The main line of a game. Dice may be told (DI) before the play that uses them; men are set on a known board."""

    def __init__(self, notes: list[Note]) -> None:
        self.notes = notes
        self.dice: tuple[int, ...] = ()
        self.turn = 1
        self.men: tuple[list[int], list[int]] | None = None

    def events(self, node: Node, *, root: bool) -> Iterator[AnyEvent]:
        """What a node tells, in the order in which it happens."""
        yield from self._set_up(node)
        player = node.first("PL")
        if player and player.strip()[:1].upper() in _COLOURS:
            self.turn = _COLOURS.index(player.strip()[0].upper()) + 1
        dice = (node.first("DI") or "").strip()
        if re.fullmatch(r"[1-6]{2}", dice):
            self.dice = tuple(map(int, dice))
        for number, colour in enumerate(_COLOURS, start=1):
            for value in node.properties.get(colour, ()):
                yield from self._play(number, value, node)
        comment = words(node.first("C") or "")
        if comment and not root:
            yield Comment(line=node.line, text=comment)

    def _play(self, player: int, value: str, node: Node) -> Iterator[AnyEvent]:
        said = words(value)
        text = f"{_COLOURS[player - 1]}[{said}]"
        act = _ACTS.get(said.lower())
        self.turn = 3 - player
        if act is not None:
            yield Cube(player=player, act=act, line=node.line, text=text)
            return
        if said.lower().startswith("resign"):
            level = next((int(digit) for digit in said if digit in "123"), None)
            yield Resign(player=player, level=level, line=node.line, text=text)
            return
        found = _PLAY.match(said)
        if found is None or len(found["points"]) % 2:
            self.notes.append(Note(node.line, f"not read: {text[:80]}"))
            return
        dice = tuple(map(int, found["dice"])) if found["dice"] else self.dice
        self.dice = ()
        if not dice:
            self.notes.append(Note(node.line, f"a play without dice: {text}"))
            return
        places = [_place(letter, player) for letter in found["points"].lower()]
        moves: tuple[Move, ...] = tuple(list(pairwise(places))[::2])
        if moves and all(start < end for start, end in moves):
            self.notes.append(Note(node.line, f"turned round, it is in the other player's numbering: {text}"))
            moves = tuple((BAR - start, BAR - end) for start, end in moves)
        yield Roll(player=player, dice=dice, moves=moves, line=node.line, text=text)

    def _set_up(self, node: Node) -> Iterator[AnyEvent]:
        """AE, AW and AB change the board as it stands; CV and CP the cube."""
        changed = any(name in node.properties for name in ("AE", "AW", "AB"))
        cube = (node.first("CV") or "").strip()
        holder = (node.first("CP") or "").strip().lower()[:1]
        value = int(cube) if cube.isdecimal() and 0 < int(cube[:6]) <= MOST_POINTS else None
        board = self._board(node) if changed else None
        if board is None and value is None and not holder:
            return
        yield SetUp(
            board=board,
            cube=value,
            owner={"w": 1, "b": 2, "c": 0, "n": 0}.get(holder),
            line=node.line,
            text="".join(f"{name}[…]" for name in ("AE", "AW", "AB", "CV", "CP") if name in node.properties),
        )

    def _board(self, node: Node) -> Board | None:
        self.men = self.men or _start()
        for letter in "".join(_letters(value) for value in node.properties.get("AE", ())):
            for player, men in enumerate(self.men, start=1):
                if letter != "z":
                    men[_place(letter, player) - 1] = 0
        for name, mine in (("AW", self.men[0]), ("AB", self.men[1])):
            for value in node.properties.get(name, ()):
                for letter in _letters(value):
                    player = 1 if name == "AW" else 2
                    place = _place(letter, player)
                    if place != OFF:
                        mine[place - 1] += 1
        sides = tuple(_side(men) for men in self.men)
        if None in sides:
            self.notes.append(Note(node.line, "a set position with more than fifteen men of one side"))
            return None
        first, second = sides
        return Board((first or (), second or ()))


def _start() -> tuple[list[int], list[int]]:
    side = variant("short").start().sides[0]
    return list(side[1:26]), list(side[1:26])


def _side(men: list[int]) -> Side | None:
    off = 15 - sum(men)
    return (off, *men, 0) if off >= 0 else None


def _letters(value: str) -> str:
    """The points of `a` or `a:f`."""
    found = _RANGE.match(value.strip().lower())
    if found is None:
        return ""
    first, last = ord(found[1]), ord(found[2] or found[1])
    return "".join(map(chr, range(min(first, last), max(first, last) + 1)))


def _place(letter: str, player: int) -> int:
    """A letter as a place in the player's own numbering; 25 for the bar, 0 for off."""
    if letter == "y":
        return BAR
    if letter == "z":
        return OFF
    point = ord(letter) - ord("a") + 1
    return point if player == 1 else BAR - point
