"""Reads what FIBS prints for `oldmoves`: a line a turn, `X: (5 3) 1-6 12-15`, one numbering for both players.

X of the first game is player 1. The numbers of the one who moves upwards are turned into his own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from games.records.decoding import lines
from games.records.record import (
    MOST_POINTS,
    AnyEvent,
    Cube,
    CubeAct,
    Game,
    Names,
    Note,
    Record,
    Resign,
    Result,
    Roll,
    UnreadableError,
)
from games.records.written import read_moves
from games.rules.actions import Move
from games.rules.board import BAR, OFF

_SCORE = re.compile(
    r"\s*score is (?P<x>\d{1,5})-(?P<o>\d{1,5})(?:\s+in an? (?P<length>\d{1,5})[ -]point match)?", re.IGNORECASE
)
_PLAYERS = re.compile(r"\s*(?P<x>\S+) is X\s*-\s*(?P<o>\S+) is O", re.IGNORECASE)
_TURN = re.compile(r"\s*(?P<who>[XO])\s*:\s*(?P<said>.*)", re.IGNORECASE)
_ROLL = re.compile(r"\(\s*(?P<a>[1-6])[ ,-]+(?P<b>[1-6])\s*\)\s*(?P<play>.*)")
_POINTS = re.compile(r"\d{1,4}")
_WORDS: tuple[tuple[str, CubeAct], ...] = (
    ("double", "double"),
    ("redouble", "double"),
    ("accept", "take"),
    ("take", "take"),
    ("reject", "drop"),
    ("drop", "drop"),
    ("beaver", "beaver"),
    ("raccoon", "raccoon"),
)


@dataclass(slots=True)
class _Draft:
    """A game in the making; events hold X as player 1."""

    line: int
    score: tuple[int, int]
    length: int
    names: Names = ("", "")
    events: list[AnyEvent] = field(default_factory=list)
    result: Result | None = None
    resigning: Resign | None = None
    """A resignation that waits for its answer."""


def looks_like(text: str) -> bool:
    """Whether a text holds games in this form."""
    some = lines(text[:20000])
    return any(_PLAYERS.match(line) for line in some) and any(_TURN.match(line) for line in some)


def read(text: str) -> Record:
    """The record in such a text. Raises `UnreadableError` when there is no game in it."""
    drafts: list[_Draft] = []
    notes: list[Note] = []
    for number, line in enumerate(lines(text), start=1):
        if score := _SCORE.match(line):
            drafts.append(_Draft(number, (int(score["x"]), int(score["o"])), int(score["length"] or 0)))
        elif players := _PLAYERS.match(line):
            if not drafts or drafts[-1].names != ("", ""):
                drafts.append(_Draft(number, (0, 0), drafts[-1].length if drafts else 0))
            drafts[-1].names = (players["x"], players["o"])
        elif (turn := _TURN.match(line)) and drafts:
            _turn(drafts[-1], 1 if turn["who"].upper() == "X" else 2, turn["said"].strip(), number, notes)
        elif line.strip():
            notes.append(Note(number, f"not read: {line.strip()[:80]}"))
    drafts = [draft for draft in drafts if draft.events or draft.names != ("", "")]
    if not any(draft.events for draft in drafts):
        raise UnreadableError("no game was found")
    games = tuple(_game(draft, drafts[0].names) for draft in drafts)
    return Record(games=games, length=drafts[0].length, notes=tuple(notes[:100]))


def _turn(draft: _Draft, player: int, said: str, line: int, notes: list[Note]) -> None:
    roll, text, lower = _ROLL.match(said), f"{'XO'[player - 1]}: {said}", said.lower()
    if roll:
        play = read_moves(re.sub(r"\b25\b", "bar", roll["play"]))
        moves = play.moves if not play.rising else tuple((BAR - start, BAR - end) for start, end in play.moves)
        dice = (int(roll["a"]), int(roll["b"]))
        draft.events.append(Roll(player=player, dice=dice, moves=moves, unknown=play.unknown, line=line, text=text))
    elif "resign" in lower:
        level = 3 if "backgammon" in lower else 2 if "gammon" in lower else None
        draft.resigning = Resign(player=player, level=level, line=line, text=text)
    elif draft.resigning is not None and lower.startswith(("accept", "reject")):
        draft.events += [draft.resigning] if lower.startswith("accept") else []
        draft.resigning = None
    elif lower.startswith("win"):
        points = _POINTS.search(said)
        number = int(points[0]) if points and 0 < int(points[0]) <= MOST_POINTS else None
        draft.result = Result(winner=player, points=number, line=line, text=text)
    else:
        act = next((act for word, act in _WORDS if lower.startswith(word)), None)
        if act is None:
            notes.append(Note(line, f"not read: {text[:80]}"))
        else:
            draft.events.append(Cube(player=player, act=act, line=line, text=text))


def _game(draft: _Draft, first: Names) -> Game:
    """The game with each player's plays in his own numbering, and the players in the order of the first game."""
    rising = {player for player in (1, 2) if _rises(draft, player)}
    swapped = draft.names != first and draft.names[0] == first[1]
    events = tuple(_turned(event, rising, swapped=swapped) for event in draft.events)
    result = draft.result
    if result is not None and swapped and result.winner is not None:
        result = replace(result, winner=3 - result.winner)
    return Game(
        names=(draft.names[1], draft.names[0]) if swapped else draft.names,
        length=draft.length,
        score=(draft.score[1], draft.score[0]) if swapped else draft.score,
        events=events,
        result=result,
        line=draft.line,
    )


def _moves_of(draft: _Draft, player: int) -> Iterator[Move]:
    for event in draft.events:
        if isinstance(event, Roll) and event.player == player:
            yield from (move for move in event.moves if move[0] != BAR and move[1] != OFF)


def _rises(draft: _Draft, player: int) -> bool:
    moves = list(_moves_of(draft, player))
    return sum(start < end for start, end in moves) * 2 > len(moves)


def _turned(event: AnyEvent, rising: set[int], *, swapped: bool) -> AnyEvent:
    if not isinstance(event, (Roll, Cube, Resign)):
        return event
    player = 3 - event.player if swapped else event.player
    if isinstance(event, Roll) and event.player in rising:
        return replace(event, player=player, moves=tuple((_turn_place(a), _turn_place(b)) for a, b in event.moves))
    return replace(event, player=player)


def _turn_place(place: int) -> int:
    """25 − n; the bar and off are the same for both."""
    return place if place in (BAR, OFF) else BAR - place
