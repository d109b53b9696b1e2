"""Consultation pairs: a table of two, at which two sit on each side and one of them throws."""

from __future__ import annotations

import random

import pytest

from games.rules import actions as a
from games.rules import codec
from games.rules.consulting import may_read, must_be_allowed, thread_of
from games.rules.errors import IllegalAction
from games.rules.facts import Fact, GameOver, GameStarted, Played, Thrown, TimedOut
from games.rules.state import Phase, State, asks, mate, mates, may, mover, party, role, side_of
from games.rules.table import advance, new_table
from tests.pure.random_tables import Chance, choice

PAIRS = ("turns", "fixed")


def table(format_name: str = "money", pairs: str = "turns", **rules: object) -> State:
    length = {"length": 3} if format_name == "match" else {}
    agreed = {"pairs": pairs, **length, **rules}
    state = new_table(variant="short", format=format_name, rules=agreed, seats=4)  # type: ignore[arg-type]
    return begun(state)


def begun(state: State, dice: str = "31") -> State:
    return advance(state, a.HOUSE, a.Start(), thrown(dice))[0]


def thrown(dice: str) -> object:
    return lambda game, n, count: tuple(map(int, dice))


def do(state: State, seat: int, action: a.Action, dice: str = "21") -> tuple[State, tuple[Fact, ...]]:
    return advance(state, seat, action, thrown(dice))  # type: ignore[arg-type]


def refused(state: State, seat: int, action: a.Action) -> str:
    with pytest.raises(IllegalAction) as raised:
        do(state, seat, action)
    return raised.value.code


FIRST = a.Play(((8, 5), (6, 5)))


def test_two_a_side_and_one_of_them_is_asked() -> None:
    state = table()
    assert [side_of(state, seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [party(state, seat) for seat in range(4)] == [0, 1, 0, 1]
    assert ([mate(state, seat) for seat in range(4)], mates(state)) == ([2, 3, 0, 1], (2, 3))
    assert [role(state, seat) for seat in range(4)] == ["box", "captain", "mate", "mate"]
    assert [(ask.seat, ask.kind) for ask in asks(state)] == [(0, "move")]
    assert (sorted(state.halves), state.seats) == ([0, 1], (0, 1))


@pytest.mark.parametrize(("pairs", "second"), [("turns", (2, 3)), ("fixed", (0, 1))])
def test_the_thrower_changes_by_games_or_never(pairs: str, second: tuple[int, int]) -> None:
    state, facts = do(table(pairs=pairs), a.HOUSE, a.Adjudicate(0, 1), "42")
    started = next(fact for fact in facts if isinstance(fact, GameStarted))
    assert started.throwers == second
    assert (mover(state, 0), mover(state, 1)) == second
    assert next(fact.seat for fact in facts if isinstance(fact, Thrown)) == second[0]
    state, facts = do(state, second[0], a.Play(((8, 4), (6, 4))))
    assert next(fact.seat for fact in facts if isinstance(fact, Played)) == second[0]


def test_only_the_thrower_throws_moves_answers_and_offers() -> None:
    state = table(settlements=True)
    assert refused(state, 2, FIRST) == "mate-throws"
    for action in (a.Resign(1), a.Settle(1)):
        assert refused(state, 2, action) == "mate-throws"
    state, _ = do(state, 0, FIRST)
    assert [(ask.seat, ask.kind) for ask in asks(state)] == [(1, "cube")]
    for action in (a.Roll(), a.Double()):
        assert refused(state, 3, action) == "mate-throws"
    state, _ = do(state, 1, a.Double())
    assert refused(state, 2, a.Answer((("take", ()),))) == "mate-throws"
    assert {option.kind for option in may(state, 0)} >= {"take", "drop"}
    assert not {option.kind for option in may(state, 2)} & {"take", "drop", "resign", "settle"}
    state, _ = do(state, 0, a.Answer((("take", ()),)))
    assert state.game
    assert (state.game.stakes[0].value, state.game.stakes[0].owner) == (2, 0)


def test_the_cube_of_the_mate_who_throws_belongs_to_the_pair() -> None:
    state, _ = do(table(), a.HOUSE, a.Adjudicate(0, 1), "42")
    state, _ = do(state, 2, a.Play(((8, 4), (6, 4))))
    state, _ = do(state, 3, a.Double())
    dropped, facts = do(state, 2, a.Answer((("drop", ()),)), "31")
    over = next(fact for fact in facts if isinstance(fact, GameOver))
    assert dict(over.points) == {0: -2, 1: 2}
    assert dropped.halves == {0: 0, 1: 0}
    for name in (1, 3):  # the cube goes by the name of either of the other pair
        taken, _ = do(state, 2, a.Answer((("take", (name,)),)))
        assert taken.game
        assert taken.game.stakes[0].owner == 0


def test_offers_go_to_who_throws_for_the_other_side() -> None:
    state, _ = do(table(settlements=True), a.HOUSE, a.Adjudicate(0, 1), "42")
    offered, _ = do(state, 2, a.Settle(3))
    assert offered.offer
    assert offered.offer.to == (3,)
    after, _ = do(offered, 3, a.Accept(), "31")
    assert after.halves == {0: 8, 1: -8}
    for by, other, halves in ((2, 3, 0), (3, 2, 4)):
        offered, _ = do(state, by, a.Resign(1))
        assert offered.offer
        assert offered.offer.to == (other,)
        after, _ = do(offered, other, a.Accept(), "31")
        assert after.halves[0] == halves
    state, _ = do(state, 2, a.Play(((8, 4), (6, 4))))
    undo, _ = do(state, 2, a.Undo())
    assert undo.offer
    assert undo.offer.to == (3,)
    back, _ = do(undo, 3, a.Accept())
    assert [(ask.seat, ask.kind) for ask in asks(back)] == [(2, "move")]


@pytest.mark.parametrize("rule", ["lose_game", "autopilot", "claim"])
def test_the_mate_stands_in_for_the_silent_before_the_rule_of_silence(rule: str) -> None:
    state = table(timeout=rule)
    state, facts = do(state, 0, a.TimeOut())
    assert [fact.effect for fact in facts if isinstance(fact, TimedOut)] == ["mate"]
    assert [(ask.seat, ask.kind) for ask in asks(state)] == [(2, "move")]
    assert refused(state, 0, FIRST) == "mate-throws"
    played, _ = do(state, 2, FIRST)
    assert played.game
    assert mover(played, 0) == 2
    silent, facts = do(state, 2, a.TimeOut())
    assert [fact.effect for fact in facts if isinstance(fact, TimedOut)] == [rule]
    if rule == "claim":
        silent, _ = do(silent, 3, a.Claim())
    if rule == "autopilot":
        assert silent.game
        assert (silent.games, silent.game.side) == (0, 1)
    else:
        assert silent.games == 1
        assert (mover(silent, 0), mover(silent, 1)) == (2, 3), "in the next game the usual order again"


def test_silence_alone_ends_every_game() -> None:
    for seed in range(10):
        rng = random.Random(seed)
        state, dice = table(pairs=rng.choice(PAIRS)), Chance(rng)
        for _ in range(rng.randint(0, 30)):
            seat, action = choice(state, rng, 0)
            state = attempt(state, seat, action, dice)
        games = state.games
        for _ in range(4):
            if state.games == games:
                state, _ = advance(state, asks(state)[0].seat, a.TimeOut(), dice)
        assert state.games > games


def test_each_side_has_a_thread_of_its_own_where_both_talk_freely() -> None:
    state = table()
    assert [thread_of(state, seat, "team") for seat in range(4)] == ["box", "team", "box", "team"]
    doubled, _ = do(do(state, 0, FIRST)[0], 1, a.Double())
    for at in (state, doubled):
        for seat in range(4):
            own = thread_of(at, seat, "team")
            other = thread_of(at, (seat + 1) % 4, "team")
            must_be_allowed(at, seat, own)
            assert may_read(at, seat, own, 1)
            assert not may_read(at, seat, other, 1)
            with pytest.raises(IllegalAction, match="not-of-the-team"):
                must_be_allowed(at, seat, other)
        assert not may_read(at, None, "team", 1)


def test_all_four_agree_to_other_rules() -> None:
    state, _ = do(table(), 0, a.Propose({"beavers": True}))
    for seat in (2, 3, 1):
        assert refused(state, seat, FIRST) in ("mate-throws", "not-asked")
        state, _ = do(state, seat, a.Accept())
    assert state.coming
    assert state.coming["beavers"] is True
    assert refused(state, 2, a.Accept()) == "mate-throws"


@pytest.mark.parametrize(("format_name", "seats"), [("money", 2), ("money", 3), ("match", 5)])
def test_a_table_of_pairs_has_four_seats(format_name: str, seats: int) -> None:
    rules = {"pairs": "turns", "length": 3} if format_name == "match" else {"pairs": "turns"}
    with pytest.raises(IllegalAction, match="bad-seats"):
        new_table(variant="short", format=format_name, rules=rules, seats=seats)


def test_a_chouette_is_not_played_in_pairs() -> None:
    with pytest.raises(IllegalAction, match="unknown-rule"):
        new_table(variant="short", format="chouette", rules={"pairs": "turns"}, seats=4)


@pytest.mark.parametrize("seed", range(40))
def test_it_is_a_table_of_two_whoever_throws(seed: int) -> None:
    """The same dice and decisions lead to the same board, bets and points as between two; silence apart."""
    rng = random.Random(seed)
    format_name = rng.choice(("match", "money"))
    rules: dict[str, object] = {"length": 5} if format_name == "match" else {"beavers": True, "settlements": True}
    pairs = new_table(variant="short", format=format_name, rules={**rules, "pairs": rng.choice(PAIRS)}, seats=4)
    two = new_table(variant="short", format=format_name, rules=rules, seats=2)
    dice = Chance(rng)
    pairs, two = (advance(state, a.HOUSE, a.Start(), dice)[0] for state in (pairs, two))
    for _ in range(120):
        seat, action = choice(two, rng, 0.1)
        if isinstance(action, a.TimeOut | a.Proxy | a.Join | a.Leave | a.Order):
            continue
        outcomes = [attempt(two, seat, action, dice)]
        throws = seat if seat == a.HOUSE else mover(pairs, seat)
        outcomes.append(attempt(pairs, throws, action, dice))
        two, pairs = outcomes
        assert two.game
        assert pairs.game
        assert (pairs.halves, pairs.over, pairs.games) == (two.halves, two.over, two.games)
        assert (pairs.game.board, pairs.game.stakes) == (two.game.board, two.game.stakes)
        assert [(mover(two, party(pairs, ask.seat)), ask.kind) for ask in asks(pairs)] == [
            (ask.seat, ask.kind) for ask in asks(two)
        ] or two.game.phase is Phase.OVER
        assert codec.load(codec.dump(pairs)) == pairs
        if two.over:
            break


def attempt(state: State, seat: int, action: a.Action, dice: Chance) -> State:
    try:
        return advance(state, seat, action, dice)[0]
    except IllegalAction:
        return state
