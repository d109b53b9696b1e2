"""What `manage.py import_record` prints about a file (spec/design.md §12): results, plays, the trace of positions."""

from __future__ import annotations

from games.records import ids
from games.records.playing import PlayedGame, PlayedRecord, play
from games.records.reading import read
from games.records.record import Cube, Resign, Roll, UnreadableError


def report(path: str, data: bytes, *, trace: bool = False) -> dict[str, object]:
    """The JSON object for one file; with `error` instead of the games when nothing can be read in it."""
    try:
        record = read(data)
    except UnreadableError as error:
        return {"file": path, "error": str(error)}
    played = play(record)
    return {
        "file": path,
        "length": record.length,
        "games": [_game(game, trace=trace) for game in played.games],
        "illegal": _illegal(played),
        "notes": [str(note) for note in played.notes],
    }


def _illegal(played: PlayedRecord) -> list[dict[str, object]]:
    return [
        {"game": illegal.game, "line": illegal.line, "text": illegal.text, "error": illegal.error}
        for illegal in played.illegal
    ]


def _game(game: PlayedGame, *, trace: bool) -> dict[str, object]:
    shown: dict[str, object] = {
        "score_before": [_number(points) for points in game.score],
        "winner": game.winner,
        "points": None if game.points is None else _number(game.points),
        "plays": game.plays,
        "crawford": game.crawford,
    }
    if trace:
        shown["trace"] = _trace(game)
    return shown


def _number(points: float) -> int | float:
    """Whole points as integers, half points as they are."""
    return int(points) if points == int(points) else points


def _trace(game: PlayedGame) -> list[list[object]]:
    """A line for each roll with a play (the position after it) and for each act with the cube.

    The ID is the one that GNU Backgammon shows after the play: the men of the one who played come first in it, as the
    manual has it for the player on roll.
    """
    lines: list[list[object]] = []
    for step in game.steps:
        event = step.event
        if not step.made:
            continue
        if isinstance(event, Roll):
            name = ids.position_id(step.board, 2 - event.player) if ids.knows(step.board) else None
            lines.append([event.player, "".join(map(str, event.dice)), name])
        elif isinstance(event, Cube):
            lines.append([event.player, event.act])
        elif isinstance(event, Resign):
            lines.append([event.player, "resign"])
    return lines
