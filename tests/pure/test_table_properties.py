"""What holds at every table, whatever is agreed and whoever acts: the invariants of spec/chouette.md part 5."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

import pytest

from games.rules import actions as a
from games.rules.errors import IllegalAction
from games.rules.facts import Fact, Rotated
from games.rules.state import Ask, Phase, State, asks
from games.rules.state.roles import options
from games.rules.table import advance, new_table
from games.rules.table.locked import board_is_locked
from games.rules.variants import ALL
from tests.pure import table_laws
from tests.pure.random_tables import Chance, Entry, choice, played, random_table, throws_of

EQUAL_GAMES = int(os.environ.get("EQUAL_GAMES", "40"))
"""Random games by which a money game is compared with a chouette of two seats."""


def log_of(seed: int, entries: int, *, format_name: str, variant: str = "short", **rules: object) -> list[Entry]:
    """A table played by chance; the laws hold after every entry."""
    rng = random.Random(seed)
    state = random_table(rng, format_name=format_name, variant=variant, **rules)
    log: list[Entry] = []
    for entry in played(state, rng, entries):
        table_laws.check(log[-1].state if log else None, entry)
        log.append(entry)
    return log


@pytest.mark.parametrize("seed", range(40))
def test_chouettes_of_all_options_keep_the_laws(seed: int) -> None:
    assert len(log_of(seed, 60, format_name="chouette")) > 1


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("format_name", ["match", "money"])
def test_two_players_keep_the_laws(seed: int, format_name: str) -> None:
    assert len(log_of(seed, 60, format_name=format_name)) > 1


@pytest.mark.parametrize("variant", sorted(ALL))
def test_games_of_every_variant_keep_their_men_and_can_be_replayed(variant: str) -> None:
    men = ALL[variant].men
    rng = random.Random(variant)
    state = random_table(rng, format_name="money", variant=variant)
    log = list(played(state, rng, 150, volunteer=0.02))
    throws = throws_of(log)
    for entry in log:
        state, facts = advance(state, entry.seat, entry.action, lambda game, n, dice: throws[game, n])
        assert (state, facts) == (entry.state, entry.facts)
        assert state.game is not None
        assert all(sum(side) == men for side in state.game.board.sides)


@pytest.mark.parametrize("seed", range(EQUAL_GAMES))
def test_a_money_game_is_a_chouette_with_a_team_of_one(seed: int) -> None:
    """The same dice and actions lead to the same facts, questions and points; silence apart.

    A thousand games, in a minute: `EQUAL_GAMES=1000 pytest tests/pure/test_table_properties.py -k team_of_one`.
    """
    rules = {"beavers": True, "raccoons": True, "auto_max": 1, "settlements": True, "end": "games:1"}
    cubes = {"cubes": "single"} if seed % 2 else {}
    money = new_table(variant="short", format="money", rules=rules, seats=2)
    chouette = new_table(variant="short", format="chouette", rules={**rules, **cubes}, seats=2)
    rng, dice = random.Random(seed), Chance(random.Random(seed))
    seat: int = a.HOUSE
    action: a.Action = a.Start()
    while not money.over:
        money, told = attempt(money, seat, action, dice)
        chouette, same = attempt(chouette, seat, action, dice)
        assert [fact for fact in same if not isinstance(fact, Rotated)] == told
        assert chouette.asks == money.asks
        assert chouette.game == money.game
        assert chouette.halves == money.halves
        if not money.over:
            seat, action = next(pair for pair in choices(money, rng) if means_the_same(pair[1]))
    assert chouette.over


def attempt(state: State, seat: int, action: a.Action, dice: Chance) -> tuple[State, list[Fact]]:
    """The state and facts after an action; as it was, if the action is refused."""
    try:
        after, facts = advance(state, seat, action, dice)
    except IllegalAction:
        return state, []
    return after, list(facts)


def choices(state: State, rng: random.Random) -> Iterator[tuple[int, a.Action]]:
    """Seats and actions, one after the other."""
    while True:
        yield choice(state, rng, 0.1)


def means_the_same(action: a.Action) -> bool:
    """Not what only a chouette knows: its silence, seats that come and go, conditions, the winner of a deal for 0."""
    if isinstance(action, (a.TimeOut, a.Join, a.Leave, a.Proxy)):
        return False
    if isinstance(action, a.Settle):
        return action.points != 0
    return not isinstance(action, a.Answer) or (action.if_alone, action.if_extras, action.extra) == (None, None, None)


@pytest.mark.parametrize("seed", range(24))
def test_silence_alone_ends_every_game(seed: int) -> None:
    """Also on a board where nobody can move and cubes may still be turned; where none may, nobody is asked anything."""
    rng = random.Random(seed)
    table = random_table(rng, format_name=rng.choice(("match", "money", "chouette", "chouette")))
    *_, last = played(table, rng, rng.randint(2, 30))
    state, dice = last.state, Chance(rng)
    if state.game is None or state.over or state.paused:
        return
    number = state.game.number
    for _ in range(400):
        if state.over or state.paused or state.game is None or state.game.number != number:
            return
        if not asks(state):
            assert board_is_locked(options(state).variant, state.game.board)
            return
        state, _ = advance(state, rng.choice(asks(state)).seat, a.TimeOut(), dice)
    raise AssertionError("silence does not end the game")


@pytest.mark.parametrize("rules", [{}, {"lone_taker": "extras"}, {"cubes": "single", "beavers": True}])
def test_the_order_of_sealed_answers_does_not_matter(rules: dict[str, object]) -> None:
    table = new_table(variant="short", format="chouette", rules=rules, seats=4)
    state, _ = advance(table, a.HOUSE, a.Start(), lambda game, n, dice: (3, 1))
    state, _ = advance(state, 0, a.Play(((8, 5), (6, 5))), lambda game, n, dice: (6, 5))
    state, _ = advance(state, 1, a.Roll(), lambda game, n, dice: (6, 5))
    state, _ = advance(state, 1, a.Play(((24, 13),)), lambda game, n, dice: (6, 5))
    state, _ = advance(state, 0, a.Double(), lambda game, n, dice: (6, 5))
    extra = True if rules.get("lone_taker") == "extras" else None
    accept = "accept" if rules.get("lone_taker") == "extras" else None
    answers: dict[int, a.Action] = {
        1: a.Answer((("drop", ()),), extra=extra),
        2: a.Answer((("take", ()),), if_extras=accept),
        3: a.TimeOut(),
    }
    results = []
    for order in permutations(answers):
        end = state
        for seat in order:
            end, facts = advance(end, seat, answers[seat], lambda game, n, dice: (2, 1))
        results.append((comparable(end), facts[-6:]))
    assert all(result == results[0] for result in results)


def comparable(state: State) -> State:
    """Without what only counts questions."""
    return replace(state, asks=(), asked=0)


def test_numbers_of_questions_go_up_by_one_and_stay_while_open() -> None:
    rng = random.Random(3)
    seen: dict[int, Ask] = {}
    last = 0
    for entry in played(random_table(rng, format_name="chouette", beavers=True), rng, 80):
        new = sorted(ask.number for ask in entry.state.asks if ask.number not in seen)
        assert new == list(range(entry.state.asked - len(new) + 1, entry.state.asked + 1))
        assert entry.state.asked >= last
        last = entry.state.asked
        seen |= {ask.number: ask for ask in entry.state.asks}
    assert last > 10


def test_a_refused_action_changes_nothing() -> None:
    """States are values: what was refused left the very same one, and may be tried again."""
    rng = random.Random(11)
    refused = 0
    for seed in range(6):
        table = random_table(random.Random(seed), format_name="money")
        for entry in played(table, rng, 40):
            if entry.state.over or entry.state.game is None or entry.state.game.phase is Phase.OVER:
                continue
            kept = replace(entry.state)
            for action in (a.Roll(), a.Double(), a.Accept(), a.Play(((1, 0),)), a.Claim(), a.Leave(), a.Start()):
                try:
                    advance(entry.state, 1, action, Chance(rng))
                except IllegalAction:
                    refused += 1
                assert entry.state == kept
    assert refused > 100
