"""Writes a record as plain text for people: one game after the other, a line a turn, in the words of the notation."""

from __future__ import annotations

from collections.abc import Iterator

from games.records.record import AnyEvent, Comment, Cube, Further, Game, Lot, Record, Resign, Roll, SetUp
from games.records.written import moves_text
from games.rules.notation import position_text

_CUBE = {"double": "doubles", "take": "takes", "drop": "drops", "beaver": "beavers", "raccoon": "raccoons"}
_LEVELS = {1: "a single game", 2: "a gammon", 3: "a backgammon"}


def write(record: Record) -> str:
    """The text of the record."""
    lines = [f"{name}: {value}" for name, value in record.tags.items()]
    kind = f"{record.length} point match" if record.length else "Money session"
    lines += [f"Game: {record.variant}", kind]
    lines += [f"Rule: {name} = {value}" for name, value in record.rules.items()]
    for number, game in enumerate(record.games, start=1):
        lines += ["", *_game(game, number)]
    return "\n".join(lines) + "\n"


def _game(game: Game, number: int) -> Iterator[str]:
    names = (game.names[0] or "1", game.names[1] or "2")
    score = " : ".join(f"{points:g}" for points in game.score or (0, 0))
    crawford = " (Crawford game)" if game.crawford else ""
    yield f"Game {number}{crawford}. {names[0]} – {names[1]}, score {score}"
    if game.autos:
        yield f"Automatic doubles: {game.autos}"
    for event in game.events:
        yield _line(event, names)
    result = game.result
    if result is None:
        yield "Not finished."
    elif result.winner is None:
        yield "Drawn."
    else:
        points = f" {result.points} point{'s' if result.points != 1 else ''}" if result.points else ""
        how = f" ({result.how})" if result.how else ""
        yield f"{names[result.winner - 1]} wins{points}{how}."


def _line(event: AnyEvent, names: tuple[str, str]) -> str:
    match event:
        case Lot():
            return f"Lot: {names[0]} {event.dice[0]}, {names[1]} {event.dice[1]}"
        case Roll():
            named = "=" if event.named else ""
            play = moves_text(event.moves, event.stars) or ("?" if event.unknown else "(no play)")
            return f"{names[event.player - 1]} {named}{''.join(map(str, event.dice))}: {play}"
        case Further():
            named = f"={''.join(map(str, event.dice))}: " if event.dice else ""
            return f"{names[event.player - 1]} | {named}{moves_text(event.moves, None) or '(no play)'}"
        case Cube():
            value = f" to {event.value}" if event.value else ""
            return f"{names[event.player - 1]} {_CUBE[event.act]}{value}"
        case Resign():
            return f"{names[event.player - 1]} gives up {_LEVELS.get(event.level or 0, 'the game')}"
        case SetUp():
            return f"Position: {position_text(event.board)}" if event.board else f"Cube: {event.cube}"
        case Comment():
            return f"; {event.text}"
