"""Writes a record as a `.mat` file, in the layout that GNU Backgammon and eXtreme Gammon read.

`N point match`, then the games: names and score, rows of two cells, who won how much. Also for other games with two
dice and one play a roll (long nardy: each player's own numbering), with the game's key as `; [Variation "…"]`.
What the format has no word for is a comment line (`;`): automatic doubles, which our own reader takes up again.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.records.mat.rules import WRITTEN
from games.records.record import AnyEvent, Comment, Cube, Further, Game, Record, Result, Roll, SetUp, UnwritableError
from games.records.setups import gnu_id_of
from games.records.written import moves_text

_LEFT = 30
_WORDS = {"take": "Takes", "drop": "Drops"}


def write(record: Record) -> str:
    """The text of the file. Raises `UnwritableError` for games whose turns have several stages, and for three dice."""
    lines = [f'; [{name} "{_plain(value)}"]' for name, value in _tags(record).items()]
    for index, game in enumerate(record.games):
        if index == 0 or game.length != record.games[index - 1].length:
            lines += ["", f" {game.length} point match"]
        lines += _game(game, index + 1)
    if not record.games:
        lines += ["", f" {record.length} point match"]
    return "\n".join(lines) + "\n"


def _tags(record: Record) -> dict[str, str]:
    """The headers: what the record has, the variation, and the rules that another program may ask for."""
    tags = dict(record.tags)
    for index, name in enumerate(record.names, start=1):
        tags.setdefault(f"Player {index}", name)
    tags["Variation"] = WRITTEN.get(record.variant, record.variant)
    rules = record.rules
    if record.length:
        tags["Crawford"] = "On" if rules.get("crawford", True) else "Off"
    else:
        tags["Jacoby"] = "On" if rules.get("jacoby", "off") != "off" else "Off"
        tags["Beaver"] = "On" if rules.get("beavers") else "Off"
    return tags


def _plain(text: str) -> str:
    return " ".join(text.replace('"', "'").split())


def _name(text: str) -> str:
    return _plain(text).replace(":", ";") or "?"


def _points(points: float) -> str:
    """Half points are not known to the format: the whole ones."""
    return str(int(points))


def _game(game: Game, number: int) -> Iterator[str]:
    yield ""
    if game.autos:
        yield f'; [Automatic doubles "{game.autos}"]'
    yield f" Game {number}"
    first, second = (_name(name) for name in game.names)
    score = game.score or (0, 0)
    yield f" {first + ' : ' + _points(score[0]):<{_LEFT}} {second} : {_points(score[1])}"
    rows = _Rows()
    for event in game.events:
        rows.add(event)
    if game.result and game.result.winner:
        rows.end(game.result.winner, _wins(game.result, game))
    yield from rows.lines
    yield from rows.rest()


def _wins(result: Result, game: Game) -> str:
    points = result.points or 1
    said = f"Wins {points} point{'s' if points > 1 else ''}"
    score = (game.score or (0, 0))[(result.winner or 1) - 1]
    if game.length and score + points >= game.length:
        said += " and the match"
    return said


class _Rows:
    """Rows of two cells in the making."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._number = 0
        self._open: str | None = None
        self._beavered = False

    def add(self, event: AnyEvent) -> None:
        """The next event. That a beaver is accepted is not written: GNU Backgammon would read another double."""
        if isinstance(event, Further):
            raise UnwritableError("a turn of several stages has no place in a .mat file")
        if isinstance(event, Roll):
            self._cell(event.player, _roll(event))
        elif isinstance(event, Cube):
            if not (self._beavered and event.act == "take"):
                self._cell(event.player, self._cube(event))
            self._beavered = event.act == "beaver"
        elif isinstance(event, SetUp) and event.board is not None:
            self.lines += [*self.rest(), f"; Set position: {gnu_id_of(event)}"]
        elif isinstance(event, Comment) and event.text:
            self.lines += [*self.rest(), f"; {_plain(event.text)}"]

    def end(self, winner: int, text: str) -> None:
        """Who wins, in his column: beside a left cell that waits, else on a line of its own."""
        if winner == 2 and self._open is not None:
            self._cell(2, " " + text)
        else:
            self.lines += [*self.rest(), f"{'':{6 if winner == 1 else _LEFT + 4}}{text}"]

    def rest(self) -> list[str]:
        """The row that waits for its right cell, as it is."""
        waiting, self._open = self._open, None
        return [] if waiting is None else [waiting.rstrip()]

    def _cell(self, player: int, text: str) -> None:
        if player == 1:
            self.lines += self.rest()
            self._open = self._row(text)
        else:
            left = self._row("") if self._open is None else self._open
            self.lines.append(f"{left} {text}")
            self._open = None

    def _row(self, left: str) -> str:
        self._number += 1
        return f"{self._number:3}) {left:<{_LEFT - 3}}"

    def _cube(self, event: Cube) -> str:
        """The word for a cube act; the two who raise it further say to what. A raccoon has none of its own there."""
        if event.act in _WORDS:
            return " " + _WORDS[event.act]
        value = f" => {event.value}" if event.value else ""
        word = {"double": "Doubles", "beaver": "Beavers", "raccoon": "Beavers"}[event.act]
        return f" {word}{value}"


def _roll(event: Roll) -> str:
    if len(event.dice) != 2 or event.named or event.last:
        raise UnwritableError("only rolls of two dice have a place in a .mat file")
    return (
        f"{event.dice[0]}{event.dice[1]}: {'????' if event.unknown else moves_text(event.moves, event.stars)}".rstrip()
    )
