"""What facts say of a position is what the state says: cube, owner, dice, turn, score, after every answer of tables."""

from __future__ import annotations

import random

import pytest

from games.records.standing import standing
from games.rules.actions import HOUSE, Accept, Action, Answer, Decline, Double, Play, Resign, Roll, Start
from games.rules.facts import Fact
from games.rules.plays import legal_plays
from games.rules.state import State, asks, spot
from games.rules.table import advance, new_table

ANSWERS = 250


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    ("form", "rules"),
    [("match", {"length": 5}), ("money", {"beavers": True, "raccoons": True, "auto_max": 1, "cube_cap": None})],
)
def test_facts_say_what_the_state_says(form: str, rules: dict[str, object], seed: int) -> None:
    chance = random.Random(seed)
    dice: dict[tuple[int, int], tuple[int, ...]] = {}

    def throw(game: int, n: int, count: int) -> tuple[int, ...]:
        return dice.setdefault((game, n), tuple(chance.randint(1, 6) for _ in range(count)))

    state = new_table(variant="short", format=form, rules=rules, seats=2)
    facts: list[Fact] = []
    action: Action = Start()
    seat = HOUSE
    for _ in range(ANSWERS):
        state, more = advance(state, seat, action, throw)
        facts += more
        if state.over or state.game is None:
            break
        compare(state, facts, length=int(str(rules.get("length", 0))))
        ask = asks(state)[0]
        seat, action = ask.seat, answer(state, ask.kind, chance)


def compare(state: State, facts: list[Fact], *, length: int) -> None:
    game = state.game
    assert game is not None
    found = standing(facts, board=game.board, length=length, shared=True)
    assert found is not None
    assert found.board == game.board
    assert (found.cube, found.owner) == (game.stakes[0].value, game.stakes[0].owner)
    assert found.crawford == game.crawford
    assert found.doubled == (game.phase == "answer" and state.offer is None)
    assert found.resigned == (state.offer.level if state.offer else 0)
    assert found.decides == asks(state)[0].seat
    assert found.dice == (game.turn.dice if game.turn else None)
    if length:
        assert found.score == tuple(state.halves[seat] // 2 for seat in (0, 1))


def answer(state: State, kind: str, chance: random.Random) -> Action:
    if kind == "offer":
        return chance.choice([Accept(), Decline()])
    if kind == "answer":
        return Answer(((chance.choice(["take", "take", "drop", "beaver"]) if state.format == "money" else "take", ()),))
    if kind == "cube":
        double = Double(if_beavered=chance.choice(["accept", "raccoon"])) if state.format == "money" else Double()
        give_up = Roll() if state.game and state.game.declined else Resign()
        return chance.choice([Roll(), Roll(), Roll(), double, give_up])
    here = spot(state)
    assert here is not None
    return Play(tuple((start, end) for start, end, _ in chance.choice(legal_plays(here)).steps))
