"""Writes a record as an SGF collection (FF[4], GM[6]), one game tree a game, as GNU Backgammon reads it."""

from __future__ import annotations

from collections.abc import Iterator

from games.records.record import Comment, Cube, Event, Game, Record, Resign, Roll, SetUp, UnwritableError
from games.rules.board import BAR, OFF, Board
from games.rules.variants import variant
from games.rules.variants.base.routes import mirror

_COLOURS = ("W", "B")
_ACTS = {"double": "double", "beaver": "double", "raccoon": "double", "take": "take", "drop": "drop"}
"""A raise of the cube by the one who was doubled is written as a double, as the format has no word for it."""
_VARIATIONS = {"nackgammon": "Nackgammon", "hypergammon": "Hypergammon3"}
_TAGS = {"Event": "EV", "Round": "RO", "EventDate": "DT", "Place": "PC"}


def write(record: Record) -> str:
    """The text of the file. Raises `UnwritableError` for games that are not mirror games of two dice."""
    rules = variant(record.variant)
    if rules.facing is not mirror or rules.dice != 2 or rules.contact != "hit" or rules.entry != "strict":
        raise UnwritableError("SGF knows mirror games only")
    return "".join(_tree(record, game, number) for number, game in enumerate(record.games))


def _tree(record: Record, game: Game, number: int) -> str:
    first, second = (int(points) for points in game.score or (0, 0))
    root = [
        "FF[4]GM[6]CA[UTF-8]AP[nardy]",
        f"MI[length:{game.length}][game:{number}][ws:{first}][bs:{second}]",
        f"PW[{_escaped(game.names[0])}]PB[{_escaped(game.names[1])}]",
        *(f"{key}[{_escaped(record.tags[name])}]" for name, key in _TAGS.items() if name in record.tags),
        f"RU[{':'.join(_rules(record, game))}]",
    ]
    result = game.result
    if result and result.winner:
        resigned = "R" if result.how == "resigned" else ""
        root.append(f"RE[{_COLOURS[result.winner - 1]}+{result.points or 1}{resigned}]")
    if game.autos:
        root.append(f"CV[{1 << game.autos}]")
    nodes = [node for event in game.events for node in _node(event)]
    return "\n".join(["(;" + "".join(root), *nodes]) + ")\n"


def _rules(record: Record, game: Game) -> Iterator[str]:
    if record.variant in _VARIATIONS:
        yield _VARIATIONS[record.variant]
    if not game.length:
        if record.rules.get("jacoby", "off") != "off":
            yield "Jacoby"
    elif record.rules.get("crawford", True):
        yield "Crawford"
        if game.crawford:
            yield "CrawfordGame"


def _node(event: Event) -> Iterator[str]:
    """The node of an event. A resignation stands in RE alone, a lot nowhere."""
    if isinstance(event, Roll):
        if event.named or event.last or len(event.dice) != 2:
            raise UnwritableError("only rolls of two dice have a place in SGF")
        played = "".join(_point(start, event.player) + _point(end, event.player) for start, end in event.moves)
        yield f";{_COLOURS[event.player - 1]}[{event.dice[0]}{event.dice[1]}{played}]"
    elif isinstance(event, Cube):
        yield f";{_COLOURS[event.player - 1]}[{_ACTS[event.act]}]"
    elif isinstance(event, SetUp):
        yield ";" + _set_up(event)
    elif isinstance(event, Comment):
        if event.text:
            yield f";C[{_escaped(event.text)}]"
    elif isinstance(event, Resign):
        return
    elif type(event).__name__ != "Lot":
        raise UnwritableError("a turn of several stages has no place in SGF")


def _set_up(event: SetUp) -> str:
    text = f"PL[{_COLOURS[event.turn - 1]}]" if event.turn else ""
    if event.board is not None:
        text += "AE[a:y]" + _men(event.board)
    if event.cube is not None:
        text += f"CV[{event.cube}]CP[{'cwb'[event.owner or 0]}]"
    return text


def _men(board: Board) -> str:
    text = ""
    for player, name in ((1, "AW"), (2, "AB")):
        men = board.sides[player - 1]
        values = "".join(f"[{_point(place, player)}]" * men[place] for place in range(1, BAR + 1))
        text += name + values if values else ""
    return text


def _point(place: int, player: int) -> str:
    """A place of a player as a letter."""
    if place in (BAR, OFF):
        return "y" if place == BAR else "z"
    return chr(ord("a") + (place - 1 if player == 1 else 24 - place))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]").replace(":", "\\:")
