"""What really happened at a table, told from its facts alone: the measure for its records. No tests here."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from games.records.playing import PlayedRecord
from games.records.record import Further, Record, Roll
from games.records.tables import of_table
from games.rules import actions as a
from games.rules.board import Board
from games.rules.errors import IllegalAction
from games.rules.facts import Fact, GameOver, GameStarted, Played
from games.rules.state import Opening, State, asks
from games.rules.table import advance
from games.rules.variants import Variant, variant
from tests.pure.random_tables import Chance, Entry, choice, played, random_table


@dataclass
class TrueGame:
    """A game: the boards after its plays, with who played; who won how much."""

    boards: list[tuple[int, Board]] = field(default_factory=list)
    winner: int | None = None
    points: float | None = None
    crawford: bool = False


def true_games(entries: Sequence[Sequence[Fact]], game: Variant, start: Board | None = None) -> list[TrueGame]:
    """The games of a two-seat table. Tables with answers taken back are told wrongly: leave them out."""
    found: list[TrueGame] = []
    board = game.start()
    for fact in (fact for facts in entries for fact in facts):
        match fact:
            case GameStarted():
                board = start if start is not None and not found else game.start()
                found.append(TrueGame(crawford=fact.crawford))
            case Played():
                for origin, end, _ in fact.steps:
                    board = board.moved(fact.side, origin, end, facing=game.facing, pins=game.contact == "pin")
                found[-1].boards.append((fact.side + 1, board))
            case GameOver():
                gains = dict(fact.points)
                if gains.get(0, 0) != gains.get(1, 0):
                    found[-1].winner = 1 if gains.get(0, 0) > gains.get(1, 0) else 2
                found[-1].points = fact.value
    return found


def shown_games(record: PlayedRecord) -> list[TrueGame]:
    """The same of a record that was played."""
    return [
        TrueGame(
            boards=[
                (step.event.player, step.board)
                for step in game.steps
                if isinstance(step.event, (Roll, Further)) and step.made
            ],
            winner=game.winner,
            points=game.points,
            crawford=game.crawford,
        )
        for game in record.games
    ]


@dataclass
class Told:
    """A random table with its record."""

    state: State
    entries: list[tuple[Fact, ...]]
    record: Record
    truth: list[TrueGame]


def steady_table(state: State, rng: random.Random, entries: int) -> Iterator[Entry]:
    """Start the table and play it by chance, but so that most games are played to the end: few doubles, no offers."""
    dice, seat, action = Chance(rng), a.HOUSE, cast("a.Action", a.Start())
    for _ in range(entries):
        try:
            state, facts = advance(state, seat, action, dice)
        except IllegalAction:  # a roll that may not be named: another is tried
            facts = ()
        else:
            yield Entry(seat, action, state, facts)
        if state.over:
            return
        seat, action = choice(state, rng, 0.0)
        waited = asks(state)
        if waited and waited[0].kind == "cube" and rng.random() < 0.95:
            action = a.Roll()
        while isinstance(action, a.TimeOut):
            seat, action = choice(state, rng, 0.0)


def random_record(
    seed: int,
    *,
    variant_key: str = "short",
    format_name: str,
    entries: int = 600,
    steady: bool = False,
    start: Opening | None = None,
    **rules: object,
) -> Told:
    """A table played by chance, as facts and as a record."""
    rng = random.Random(seed)
    state = random_table(rng, format_name=format_name, variant=variant_key, **rules)
    state = replace(state, start=start)
    log: list[tuple[Fact, ...]] = []
    for entry in steady_table(state, rng, entries) if steady else played(state, rng, entries, volunteer=0.03):
        state = entry.state
        log.append(entry.facts)
    record = of_table(
        log,
        variant=variant_key,
        format=format_name,
        rules=state.rules,
        names=[f"P{seat}" for seat in range(9)],
        start=start,
    )
    if format_name == "chouette":
        return Told(state, log, record, [])
    return Told(state, log, record, true_games(log, variant(variant_key), start.board if start else None))
