"""The ledger, whatever the house decides: it is the sum of the games that count, and it sums to zero.

Rulings (annulled, reversed, adjudicated, relieved, replaced, stopped clocks), pauses of the box and other rules are
mixed into tables that are played by chance.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games.rules import actions as a
from games.rules.errors import IllegalAction
from games.rules.facts import Fact, GameOver, Reversed
from games.rules.state import State
from games.rules.table import advance
from tests.pure import table_laws
from tests.pure.random_tables import Chance, Entry, choice, random_table, throws_of

SHARE = 0.12
"""How often something of this is decided."""

OTHER_RULES: tuple[tuple[str, object], ...] = (
    ("beavers", True), ("beavers", False), ("jacoby", "off"), ("cube_cap", 8), ("stop_loss", 5), ("cubes", "single"),
    ("cubes", "multi"), ("lone_taker", "extras"), ("lone_taker", "play_on"), ("answers", "sealed"), ("partner", "off"),
)  # fmt: skip

Booked = dict[int, dict[int, int]]
"""What each game that counts brought the seats, in half points."""


def ruling(state: State, rng: random.Random, booked: Booked) -> tuple[int, a.Action]:
    """Something that the house decides, or that the box or anybody asks of all."""
    seat, game = rng.choice((*state.seats, 0)), rng.choice((*booked, 0))
    name, value = rng.choice(OTHER_RULES)
    house: list[a.Action] = [
        a.Annul(),
        a.Reverse(game, tuple(sorted(booked.get(game, {}).items()))),
        a.Relieve(),
        a.StandIn(seat),
        a.Halt(on=not state.halted),
        a.Adjudicate(rng.randint(0, 1), rng.randint(1, 3)),
    ]
    asked: list[a.Action] = [a.Propose({name: value}), a.Rest(rng.randint(0, 5))]
    action = rng.choice(house + asked)
    return (a.HOUSE if action in house else seat), action


def book(booked: Booked, facts: tuple[Fact, ...]) -> None:
    for fact in facts:
        if isinstance(fact, GameOver):
            booked[fact.game] = dict(fact.points)
        elif isinstance(fact, Reversed):
            del booked[fact.game]


def summed(booked: Booked) -> dict[int, int]:
    total: Counter[int] = Counter()
    for points in booked.values():
        total.update(points)
    return {seat: halves for seat, halves in total.items() if halves}


@pytest.mark.parametrize("seed", range(40))
def test_the_ledger_is_the_sum_of_the_games_that_count(seed: int) -> None:
    rng = random.Random(seed)
    start = state = random_table(rng, format_name="chouette")
    dice, booked, log = Chance(rng), Booked(), list[Entry]()
    seat: int = a.HOUSE
    action: a.Action = a.Start()
    for _ in range(120):
        try:
            after, facts = advance(state, seat, action, dice)
        except IllegalAction:
            pass
        else:
            log.append(Entry(seat, action, after, facts))
            table_laws.check(state if len(log) > 1 else None, log[-1])
            book(booked, facts)
            assert {one: halves for one, halves in after.halves.items() if halves} == summed(booked)
            state = after
        if state.over:
            break
        seat, action = ruling(state, rng, booked) if rng.random() < SHARE else choice(state, rng, 0.2)
    throws = throws_of(log)
    for entry in log:
        start, facts = advance(start, entry.seat, entry.action, lambda game, n, _dice: throws[game, n])
        assert (start, facts) == (entry.state, entry.facts)
