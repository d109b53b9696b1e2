"""One table played again from its log, and compared with what the database says of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from typing import Any

from django.db.models import Model

from games.models import Entry, Game, Prompt, Table
from games.rows import said, stakes
from games.rules import codec
from games.rules.actions import HOUSE
from games.rules.errors import IllegalAction
from games.rules.facts import Fact, GameOver, GameStarted, Reversed, Thrown
from games.rules.stake import Stake
from games.rules.state import State
from games.rules.table import advance
from games.seating import start_of

Rows = dict[str, dict[str, object]]
"""What a row is called in a difference -> its columns."""


RUNNING: dict[str, object] = {"winner": None, "how": "", "value": None, "points": {}, "ended": False, "annulled": False}
"""Columns of a game that has begun and is not over."""
CLOSED = {"answered": None, "behind_offer": None, "proxy": None}
"""Columns of a question that say nothing any more once it is closed."""


class MissingThrowError(Exception):
    """The house would throw, and the log has no such throw."""


@dataclass(slots=True)
class Expected:
    """What the rows of a table must say, grown entry by entry."""

    games: Rows = field(default_factory=dict)
    stakes: dict[int, list[Stake]] = field(default_factory=dict)
    prompts: Rows = field(default_factory=dict)
    open: set[str] = field(default_factory=set)
    """The questions among `prompts` that are open."""

    def follow(self, state: State, facts: Iterable[Fact], seq: int) -> None:
        """Take in one entry."""
        for fact in facts:
            if isinstance(fact, GameStarted):
                self.games[f"game {fact.game}"] = said.of_start(fact) | RUNNING
            elif isinstance(fact, GameOver):
                game = self.games[f"game {fact.game}"]
                game |= said.of_end(fact, box=int(str(game["box"]))) | {"ended": True}
                self.stakes[fact.game] = list(state.closed)
            elif isinstance(fact, Reversed):
                self.games[f"game {fact.game}"]["annulled"] = True
        if bets := said.bets(state):
            self.stakes[bets[0]] = list(bets[1])
        asked = {f"prompt #{ask.number}": said.of_ask(state, ask) for ask in state.asks}
        for name in self.open - asked.keys():
            self.prompts[name] |= CLOSED | {"closed_by": seq}
        self.prompts |= {name: ask | {"closed_by": None} for name, ask in asked.items()}
        self.open = set(asked)


class Replay:
    """Plays the log of `table` again. `entries` counts what was played."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.entries = 0
        self._expected = Expected()

    def differences(self) -> Iterator[str]:
        """In words, each beginning with the row it is about."""
        entries = list(self.table.entries.select_related("seat").order_by("seq"))
        if [entry.seq for entry in entries] != list(range(1, self.table.last_seq + 1)):
            yield f"log: has {len(entries)} entries, the table says {self.table.last_seq}, or some are missing between"
            return
        if not entries:
            if self.table.state or self.table.started_at:
                yield "snapshot: there is one without any entry"
            return
        state = start_of(self.table, self.table.seats.all())
        for entry in entries:
            try:
                state, facts = self._again(state, entry)
            except (IllegalAction, MissingThrowError) as error:
                yield f"entry {entry.seq}: cannot be played again: {error}"
                return
            self.entries += 1
            if facts != entry.facts:
                yield f"entry {entry.seq}: leads to other facts: {_first_difference(facts, entry.facts)}"
        yield from self._of_snapshot(state)
        yield from self._of_rows(state)

    def _again(self, state: State, entry: Entry) -> tuple[State, list[Any]]:
        """Play one entry; the next state, and the facts as the log has them."""
        throws = {
            (fact.game, fact.n): fact.dice for fact in map(codec.load_fact, entry.facts) if isinstance(fact, Thrown)
        }

        def throw(game: int, n: int, dice: int) -> tuple[int, ...]:
            if (game, n) not in throws:
                raise MissingThrowError(f"throw {n} of game {game} is not among its facts")
            return throws[game, n]

        seat = entry.seat.number if entry.seat else HOUSE
        state, facts = advance(state, seat, codec.load_action(entry.action), throw, ask=entry.ask)
        self._expected.follow(state, facts, entry.seq)
        return state, [codec.dump_fact(fact) for fact in facts]

    def _of_snapshot(self, state: State) -> Iterator[str]:
        kept = codec.load(self.table.state)
        for column in fields(State):
            if getattr(kept, column.name) != getattr(state, column.name):
                yield f"snapshot: {column.name} differs from the log"
        if self.table.over != state.over:
            yield f"table: over is {self.table.over}, by the log it is {state.over}"

    def _of_rows(self, state: State) -> Iterator[str]:
        seats = list(self.table.seats.order_by("number"))
        games = list(self.table.games.order_by("number"))
        prompts = list(self.table.prompts.select_related("seat", "proxy", "closed_by").order_by("number"))
        expected = self._expected
        yield from _compared(
            {f"seat {seat.number}": _columns(seat, "role", "line", "points") for seat in seats},
            {f"seat {seat.number}": said.of_seat(state, seat.number) for seat in seats},
        )
        yield from _compared({f"game {game.number}": _game(game) for game in games if game.started_at}, expected.games)
        for game in games:
            kept, told = stakes(game, seats), expected.stakes.get(game.number, [])
            if kept != told:
                yield f"game {game.number}: its stakes are {kept}, by the log {told}"
        yield from _compared({f"prompt #{prompt.number}": _prompt(prompt) for prompt in prompts}, expected.prompts)


def _columns(row: Model, *names: str) -> dict[str, object]:
    return {name: getattr(row, name) for name in names}


def _game(game: Game) -> dict[str, object]:
    columns = ("box", "line", "partner", "winner", "how", "value", "points")
    return _columns(game, *columns) | {"ended": game.ended_at is not None, "annulled": game.annulled_at is not None}


def _prompt(prompt: Prompt) -> dict[str, object]:
    columns = _columns(prompt, "kind", "batch", "behind_offer") | {
        "seat": prompt.seat.number,
        "proxy": prompt.proxy.number if prompt.proxy else None,
        "answered": prompt.answered_at is not None,
        "closed_by": prompt.closed_by.seq if prompt.closed_by else None,
    }
    return columns if prompt.closed_by is None else columns | CLOSED


def _compared(kept: Rows, told: Rows) -> Iterator[str]:
    """Where the rows that are kept are not those that the log tells."""
    for name in kept.keys() | told.keys():
        if name not in told:
            yield f"{name}: is there, by the log it is not"
        elif name not in kept:
            yield f"{name}: is missing"
        else:
            for column, value in told[name].items():
                if kept[name][column] != value:
                    yield f"{name}: {column} is {kept[name][column]!r}, by the log {value!r}"


def _first_difference(told: list[Any], kept: list[Any]) -> str:
    for place, (one, other) in enumerate(zip(told, kept, strict=False)):
        if one != other:
            return f"fact {place + 1} would be {one}, the log has {other}"
    return f"there would be {len(told)}, the log has {len(kept)}"
