"""Reads a `.mat` file: lines become rows and games, rows become events. Nothing is refused, what is odd is noted.

What is read: JellyFish, GamesGrid, DailyGammon, Snowie, GNU Backgammon, eXtreme Gammon, PlayOK, Backgammon Studio,
Galaxy, OpenGammon and their likes. Missing headers, missing rows and analysis between the rows do no harm.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from games.records.decoding import lines
from games.records.mat import headers
from games.records.mat.cells import MOST_COLUMNS, Act, acts, row_number
from games.records.mat.columns import Layout, Row, collapsed, layout, players
from games.records.mat.rules import rules_of, variant_of
from games.records.record import (
    AnyEvent,
    Comment,
    Cube,
    Game,
    Note,
    Record,
    Resign,
    Result,
    Roll,
    SetUp,
    UnreadableError,
)
from games.records.written import only_moves, read_moves

MOST_NOTES = 50
"""Lines that are reported one by one; of the others only the number is told."""


@dataclass(slots=True)
class _Draft:
    """A game in the making. `extras` are set positions and comments: (index of the row they stand before, event).

    `lengths` counts the lines with a match length up to here.
    """

    line: int
    length: int
    lengths: int
    header: headers.Header | None = None
    rows: list[Row] = field(default_factory=list)
    extras: list[tuple[int, AnyEvent]] = field(default_factory=list)
    autos: int = 0


class _Reader:
    """The lines of a file so far."""

    def __init__(self) -> None:
        self.games: list[_Draft] = []
        self.tags: dict[str, str] = {}
        self.notes: list[Note] = []
        self.lengths: list[int] = []
        self.odd = 0
        self.before: list[tuple[int, AnyEvent]] = []
        self.autos = 0

    @property
    def game(self) -> _Draft | None:
        """The game that the next line belongs to."""
        return self.games[-1] if self.games else None

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        if not line.strip():
            return
        if line.lstrip()[0] in ";#[":
            self._remark(number, line)
            return
        row = row_number(line)
        if row is not None:
            self._row(number, row[0], row[1], line)
        elif not (self._header(number, line) or self._bare(number, line)):
            self._odd(number, line)

    def _remark(self, number: int, line: str) -> None:
        found = headers.tag(line)
        position = headers.set_up(line, before_play=not (self.game and self.game.rows))
        length = None if self.lengths or self.games else headers.remarked_length(line)
        if length is not None:
            self.lengths.append(length)
        elif position is not None:
            self._extra(replace(position, line=number, text=line.strip()))
        elif found is None:
            self._extra(Comment(line=number, text=line.strip(" \t;#")))
        elif found[0].lower() == "automatic doubles":
            self.autos = int(found[1]) if found[1].isdecimal() and len(found[1]) < 3 else 0
        else:
            self.tags.setdefault(*found)

    def _extra(self, event: AnyEvent) -> None:
        """A position or a comment: of the running game, or of the one that begins next."""
        if self.game is None:
            self.before.append((0, event))
        else:
            self.game.extras.append((len(self.game.rows), event))

    def _header(self, number: int, line: str) -> bool:
        """A line over a match or over a game."""
        length = headers.match_length(line)
        if length is not None and not acts(line):
            self.lengths.append(length)
            return True
        rest = headers.game_line(line)
        if rest is not None:
            self._begin(number, headers.score_line(rest))
            return True
        game = self.game
        fresh = game is not None and not game.rows and (game.header is None or game.header.score is None)
        header = headers.score_line(line) or (headers.names_line(line) if fresh and not acts(line) else None)
        if header is None or not (fresh or self._known(header)):
            return False
        if game is None or not fresh:
            self._begin(number, header)
        else:
            game.header = header
        return True

    def _known(self, header: headers.Header) -> bool:
        """Whether a line with names and score, but without `Game 3` over it, begins a game: of known players."""
        game = self.game
        if game is None or len(self.lengths) > game.lengths:
            return True
        return game.header is not None and set(header.names) == set(game.header.names)

    def _begin(self, number: int, header: headers.Header | None) -> _Draft:
        """A new game; where the length is told again, and the score is level or the length another, a new match."""
        game, length = self.game, self.lengths[-1] if self.lengths else 0
        again = game is not None and len(self.lengths) > game.lengths
        if again and game is not None and (length != game.length or (header is not None and header.score == (0, 0))):
            self.notes.append(Note(number, f"another match begins here: length {length}"))
        draft = _Draft(number, length, len(self.lengths), header, extras=self.before, autos=self.autos)
        self.before, self.autos = [], 0
        self.games.append(draft)
        return draft

    def _row(self, line: int, number: int, row: str, text: str) -> None:
        """A numbered row. When the numbers begin again at 1, so does a game whose header is missing."""
        game, found = self.game, tuple(acts(row))
        before = next((row for row in reversed(game.rows) if row.number), None) if game else None
        again = number == 1 and found and before is not None and (before.number != 1 or len(before.acts) > 1)
        if game is None or again:
            if game is not None:
                self.notes.append(Note(line, "a game begins here without a header"))
            game = self._begin(line, None)
        game.rows.append(_by_name(game, row, line) or Row(line, number, found, text))
        if not found and row.strip():
            self._odd(line, text)

    def _bare(self, line: int, text: str) -> bool:
        """A line without a row number that belongs to a game all the same."""
        game = self.game
        position = headers.set_up(text, before_play=game is None or not game.rows)
        if position is not None:
            self._extra(replace(position, line=line, text=text.strip()))
            return True
        found = tuple(acts(text))
        if only_moves(text) and game and game.rows and game.rows[-1].acts:
            self._continue(game, text)
            return True
        named = _by_name(game, text, line)
        if game is None or not (found or named):
            return False
        game.rows.append(named or Row(line, None, found, text))
        return True

    def _continue(self, game: _Draft, text: str) -> None:
        """The rest of a play that was too long for its row."""
        row = game.rows[-1]
        column = len(text) - len(text.lstrip())
        index = max((i for i, act in enumerate(row.acts) if act.column <= column), default=0)
        act = row.acts[index]
        longer = replace(act, play=f"{act.play} {text.strip()}", text=f"{act.text} {text.strip()}")
        game.rows[-1] = replace(row, acts=(*row.acts[:index], longer, *row.acts[index + 1 :]))

    def _odd(self, number: int, line: str) -> None:
        self.odd += 1
        if self.odd <= MOST_NOTES:
            self.notes.append(Note(number, f"not read: {line.strip()[:80]}"))


def _by_name(game: _Draft | None, text: str, line: int) -> Row | None:
    """`Ann wins 2 points`: the player is told by name, so the column is made to fit."""
    names = game.header.names if game and game.header else ("", "")
    for player, name in enumerate(names, start=1):
        if name and text.strip().lower().startswith(name.lower() + " "):
            found = acts(" " * (len(text) - len(text.lstrip())) + " " * len(name) + text.strip()[len(name) :])
            column = 0 if player == 1 else MOST_COLUMNS
            return Row(line, None, tuple(replace(act, column=column) for act in found), text) if found else None
    return None


def read(text: str) -> Record:
    """The record in the text of a `.mat` file. Raises `UnreadableError` when there is no game in it."""
    reader = _Reader()
    for number, line in enumerate(lines(text), start=1):
        reader.take(number, line)
    if reader.odd > MOST_NOTES:
        reader.notes.append(Note(0, f"{reader.odd - MOST_NOTES} more lines were not read"))
    drafts = [draft for draft in reader.games if draft.header or _rolls(draft)]
    rows = [row for draft in reader.games for row in draft.rows if row.acts]
    if (rows and not drafts) or not (rows or reader.lengths):
        raise UnreadableError("no game was found")
    if not reader.lengths:
        reader.notes.append(Note(0, "no match length: read as a money session"))
    if collapsed(rows):
        for draft in drafts:
            draft.rows = [_collapsed(row) for row in draft.rows]
    shape = layout([row for draft in drafts for row in draft.rows])
    games = tuple(_game(draft, shape, reader) for draft in drafts)
    return Record(
        games=games,
        length=reader.lengths[0] if reader.lengths else 0,
        variant=variant_of(reader.tags, reader.notes),
        rules=rules_of(reader.tags),
        tags=reader.tags,
        notes=tuple(sorted(reader.notes, key=lambda note: note.line)),
    )


def _collapsed(row: Row) -> Row:
    """A row of a file in which one blank parts all acts: two rolls in it are those of both players."""
    numbered = row_number(row.text)
    return replace(row, acts=tuple(acts(numbered[1], again=False))) if numbered and row.number is not None else row


def _rolls(draft: _Draft) -> bool:
    """Whether a roll with its play stands there: lines of an analysis have bare rolls and words of the cube."""
    return any(act.kind == "roll" and read_moves(act.play).moves for row in draft.rows for act in row.acts)


def _game(draft: _Draft, shape: Layout, reader: _Reader) -> Game:
    events: list[AnyEvent] = []
    result: Result | None = None
    extras = iter(sorted(draft.extras, key=lambda extra: extra[0]))
    extra = next(extras, None)
    seen = {id(row): index for index, row in enumerate(draft.rows)}
    header = draft.header
    names = header.names if header else ("", "")
    for player, row, act in players(draft.rows, shape):
        while extra is not None and extra[0] <= seen[id(row)]:
            events.append(extra[1])
            extra = next(extras, None)
        if act.kind in ("win", "lose"):
            winner = player if act.kind == "win" else 3 - player
            if act.kind == "win" or result is None:
                result = Result(winner=winner, points=act.value, line=row.line, text=act.text)
        else:
            noted = headers.noted_board(act.text, names, player) if act.kind == "roll" else None
            if noted is not None:
                events.extend(_noted(player, act, row, noted, fresh=not events))
            else:
                events.extend(_events(player, row, act, reader.notes))
    events.extend(event for _, event in ([extra] if extra else []) + list(extras))
    return Game(
        names=names,
        length=draft.length,
        score=header.score if header else None,
        autos=draft.autos,
        events=tuple(events),
        result=result,
        line=draft.line,
    )


def _events(player: int, row: Row, act: Act, notes: list[Note]) -> Iterator[AnyEvent]:
    if act.kind == "roll":
        yield from _roll(player, act, row, notes)
    elif act.kind == "resign":
        yield Resign(player=player, level=act.level, line=row.line, text=act.text)
    elif act.kind in ("double", "take", "drop", "beaver", "raccoon"):
        yield Cube(player=player, act=act.kind, value=act.value, line=row.line, text=act.text)


def _noted(player: int, act: Act, row: Row, noted: SetUp, *, fresh: bool) -> Iterator[AnyEvent]:
    """A board in place of a play. At the start of a game it is where the game starts, and the roll is none at all."""
    if fresh:
        yield replace(noted, line=row.line, text=act.text)
        return
    yield Roll(player=player, dice=act.dice, line=row.line, text=act.text)
    yield replace(noted, cube=None, owner=None, line=row.line, text=act.text)


def _roll(player: int, act: Act, row: Row, notes: list[Note]) -> Iterator[AnyEvent]:
    said = read_moves(act.play)
    if not act.dice:
        if said.moves:
            notes.append(Note(row.line, f"a play without dice: {act.text}"))
        return
    if said.rising:
        notes.append(Note(row.line, f"turned round, it is in the other player's numbering: {act.text}"))
    yield Roll(
        player=player,
        dice=act.dice,
        moves=said.moves,
        stars=said.stars,
        unknown=said.unknown,
        line=row.line,
        text=act.text,
    )
