"""Our own records: JSON that holds everything a two-player game of any variant has. `read` and `write`.

    {"format": "nardy-record", "version": 1, "variant": "short", "length": 5, "rules": {"crawford": true},
     "tags": {"Event": "…"},
     "games": [{"names": ["A", "B"], "length": 5, "score": [0, 0], "crawford": false, "autos": 0,
                "events": […], "result": {"winner": 1, "points": 2, "level": 2, "how": "board"}}]}

An event is one of these; `player` is 1 or 2, plays are in the mover's own numbering (spec/rules.md §5.1):

    {"lot": "31"}                                       player 1's die first
    {"player": 1, "roll": "31", "play": "8/5 6/5"}      no `play`: none was made; `named`, `last`, `unknown`: true
    {"player": 1, "further": "24/18(4)", "dice": "66"}  the next stage of the same roll; `dice`: the double named for it
    {"player": 2, "cube": "double", "value": 2}         double, take, drop, beaver, raccoon
    {"player": 2, "resign": 1}                          level 1, 2, 3
    {"position": ["24x2 …", "6x5 …"], "turn": 1, "cube": 2, "owner": 0}
    {"comment": "…"}

Fields at their usual value are left out. What cannot be read is noted and left out, never an error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, cast, get_args

from games.records.record import (
    MOST_POINTS,
    AnyEvent,
    Comment,
    Cube,
    CubeAct,
    Further,
    Game,
    How,
    Lot,
    Note,
    Record,
    Resign,
    Result,
    Roll,
    SetUp,
    UnreadableError,
)
from games.records.written import moves_text
from games.rules.actions import Move
from games.rules.board import Board
from games.rules.errors import IllegalAction
from games.rules.notation import read_play
from games.rules.variants import ALL, variant

FORMAT, VERSION = "nardy-record", 1
_STARRED = re.compile(r"(\d{1,2})\*")


def write(record: Record) -> str:
    """The JSON text of a record, an event a line."""
    head = {
        "format": FORMAT,
        "version": VERSION,
        "variant": record.variant,
        "length": record.length,
        "rules": dict(record.rules),
        "tags": dict(record.tags),
    }
    lines = [f"{json.dumps(name)}: {_json(value)}," for name, value in head.items()]
    games = ",\n".join(_game_text(game) for game in record.games)
    return "{" + "\n ".join([*lines, '"games": [']) + ("\n" + games if games else "") + "]}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _game_text(game: Game) -> str:
    head: dict[str, object] = {"names": list(game.names), "length": game.length}
    if game.score is not None:
        head["score"] = list(game.score)
    if game.crawford is not None:
        head["crawford"] = game.crawford
    if game.autos:
        head["autos"] = game.autos
    lines = [f"{_json(name)}: {_json(value)}" for name, value in head.items()]
    events = ",\n    ".join(_json(_event(event)) for event in game.events)
    lines.append(f'"events": [\n    {events}]' if events else '"events": []')
    if game.result is not None:
        result = {name: value for name, value in _result(game.result).items() if value not in (None, "")}
        lines.append(f'"result": {_json(result)}')
    return "  {" + ",\n   ".join(lines) + "}"


def _result(result: Result) -> dict[str, object]:
    return {"winner": result.winner, "points": result.points, "level": result.level, "how": result.how}


def _digits(dice: tuple[int, ...]) -> str:
    return "".join(map(str, dice))


def _event(event: AnyEvent) -> dict[str, object]:
    """The JSON object of an event; fields that are None, empty or false are left out."""
    return {
        name: value
        for name, value in _fields(event).items()
        if value is not None and value != "" and value is not False
    }


def _fields(event: AnyEvent) -> dict[str, object]:
    match event:
        case Lot():
            return {"lot": _digits(event.dice)}
        case Roll():
            play = moves_text(event.moves, event.stars)
            flags = {"named": event.named, "last": event.last, "unknown": event.unknown}
            return {"player": event.player, "roll": _digits(event.dice), "play": play, **flags}
        case Further():
            play = moves_text(event.moves, None) or "(pass)"
            return {"player": event.player, "further": play, "dice": _digits(event.dice or ()), "last": event.last}
        case Cube():
            return {"player": event.player, "cube": event.act, "value": event.value}
        case Resign():
            return {"player": event.player, "resign": event.level or 0}
        case SetUp():
            board = event.board
            position = None if board is None else [board.text(0), board.text(1)]
            return {"position": position, "turn": event.turn, "cube": event.cube, "owner": event.owner}
        case Comment():
            return {"comment": event.text}


def read(text: str) -> Record:
    """The record in a JSON text. Raises `UnreadableError` for JSON that is no record of ours."""
    try:
        data = json.loads(text)
        if "\\u" in text:  # an escape may name half a letter, which no file can hold again
            data = json.loads(json.dumps(data, ensure_ascii=False).encode("utf-8", "replace"))
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"not JSON: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise UnreadableError(f"JSON, but not a record: its format is not {FORMAT!r}")
    if data.get("version") != VERSION:
        raise UnreadableError(f"a record of version {data.get('version')!r}, not {VERSION}")
    if data.get("variant") not in ALL:
        raise UnreadableError(f"unknown variant {data.get('variant')!r}")
    reader = _Reader(data["variant"])
    games = tuple(reader.game(game, f"game {number}") for number, game in enumerate(_list(data.get("games")), start=1))
    return Record(
        games=games,
        length=_number(data.get("length")) or 0,
        variant=data["variant"],
        rules=_rules(data.get("rules")),
        tags={str(name): str(value) for name, value in _dict(data.get("tags")).items()},
        notes=tuple(reader.notes),
    )


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _rules(value: Any) -> dict[str, object]:
    """Options are words, numbers and switches."""
    return {
        name: option for name, option in _dict(value).items() if option is None or isinstance(option, (str, int, float))
    }


def _number(value: Any, most: int = MOST_POINTS) -> int | None:
    return value if type(value) is int and 0 <= value <= most else None


class _Reader:
    """Reads the games of a record of one variant."""

    def __init__(self, key: str) -> None:
        self.variant = variant(key)
        self.notes: list[Note] = []

    def game(self, data: Any, where: str) -> Game:
        """One game; `where` names it in notes."""
        said = _dict(data)
        names = [str(name) for name in _list(said.get("names"))[:2]]
        score = _list(said.get("score"))
        whole = len(score) == 2 and all(type(points) in (int, float) and 0 <= points <= MOST_POINTS for points in score)
        events: list[AnyEvent] = []
        for number, event in enumerate(_list(said.get("events")), start=1):
            shown = _json(event)[:200]
            try:
                events.append(self._event(_dict(event), shown))
            except IllegalAction as error:
                self.notes.append(Note(0, f"{where}, event {number} is not possible: {error}"))
            except ValueError:
                self.notes.append(Note(0, f"{where}, event {number} not read: {shown[:80]}"))
        return Game(
            names=(names[0] if names else "", names[1] if len(names) > 1 else ""),
            length=_number(said.get("length")) or 0,
            score=(score[0], score[1]) if whole else None,
            crawford=said["crawford"] if isinstance(said.get("crawford"), bool) else None,
            autos=_number(said.get("autos"), 20) or 0,
            events=tuple(events),
            result=self._result(_dict(said["result"])) if "result" in said else None,
        )

    def _result(self, data: Mapping[str, Any]) -> Result:
        how = data.get("how", "")
        return Result(
            winner=data["winner"] if data.get("winner") in (1, 2) else None,
            points=_number(data.get("points")),
            level=data["level"] if data.get("level") in (1, 2, 3) else None,
            how=cast("How", how) if how in get_args(How) else "",
        )

    def _event(self, data: Mapping[str, Any], text: str) -> AnyEvent:
        """One event. Raises ValueError or IllegalAction for what is none."""
        if "lot" in data:
            return Lot(dice=_dice(data["lot"]), text=text)
        if "comment" in data:
            return Comment(text=str(data["comment"]))
        if "position" in data or ("cube" in data and "player" not in data):
            return self._set_up(data, text)
        player = data.get("player")
        if player not in (1, 2):
            raise ValueError("no player")
        if "roll" in data:
            moves, stars = _play(data.get("play", ""))
            flags = {name: data.get(name) is True for name in ("named", "last", "unknown")}
            return Roll(player=player, dice=_dice(data["roll"]), moves=moves, stars=stars, text=text, **flags)
        if "further" in data:
            dice = _dice(data["dice"]) if "dice" in data else None
            moves, _ = _play("" if data["further"] == "(pass)" else data["further"])
            return Further(player=player, moves=moves, dice=dice, last=data.get("last") is True, text=text)
        if "cube" in data and data["cube"] in get_args(CubeAct):
            return Cube(player=player, act=cast("CubeAct", data["cube"]), value=_number(data.get("value")), text=text)
        if "resign" in data:
            return Resign(player=player, level=data["resign"] if data["resign"] in (1, 2, 3) else None, text=text)
        raise ValueError("no such event")

    def _set_up(self, data: Mapping[str, Any], text: str) -> SetUp:
        board: Board | None = None
        if "position" in data:
            first, second = (str(side) for side in _list(data["position"]))
            board = self.variant.board(first, second)
        owner, turn = data.get("owner"), data.get("turn")
        return SetUp(
            board=board,
            turn=turn if turn in (1, 2) else None,
            cube=_number(data.get("cube")) or None,
            owner=owner if owner in (0, 1, 2) else None,
            text=text,
        )


def _dice(value: Any) -> tuple[int, ...]:
    if not isinstance(value, str) or not 1 <= len(value) <= 3 or not set(value) <= set("123456"):
        raise ValueError("no dice")
    return tuple(int(digit) for digit in value)


def _play(value: Any) -> tuple[tuple[Move, ...], frozenset[int]]:
    """The moves and the places of their stars."""
    text = str(value)
    if len(text) > 200:
        raise ValueError("too long")
    stars = frozenset(int(place) for place in _STARRED.findall(text))
    return read_play(text), stars
