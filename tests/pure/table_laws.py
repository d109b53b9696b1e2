"""The laws of spec/chouette.md part 5 as checks of one entry of a log. What plays the tables is in `random_tables`."""

from __future__ import annotations

import json

from games.rules import codec
from games.rules.actions import Answer, TimeOut
from games.rules.facts import Answered, AnswerGiven, Doubled, Fact, GameOver, StakeMade
from games.rules.formats import Options
from games.rules.state import Game, Phase, State, asks
from games.rules.state.cubes import anybody_may_double, turnable
from games.rules.state.roles import live, options, running
from games.rules.table.locked import board_is_locked
from tests.pure.random_tables import Entry


def check(before: State | None, entry: Entry) -> None:
    """Every law, on the state after the entry and on the step that led to it."""
    state, agreed = entry.state, options(entry.state)
    assert codec.load(json.loads(json.dumps(codec.dump(state)))) == state
    for fact in entry.facts:
        assert codec.load_fact(json.loads(json.dumps(codec.dump_fact(fact)))) == fact
    _seats(state)
    _points(state, entry.facts)
    _questions(before, state)
    if state.game is not None:
        _cubes(state, state.game, agreed)
    if before is not None and before.game is not None and before.game.phase is not Phase.PARTNER:
        _step(before, before.game, entry)


def _seats(state: State) -> None:
    """1, 2, 3, 4, 7: everybody once, one box, captains by rank, a partner without a bet."""
    assert len(set(state.seats)) == len(state.seats)
    assert not set(state.newcomers) & (set(state.seats) - set(state.leaving))
    game = running(state)
    if game is None:
        return
    assert (game.box, *game.line) == tuple(seat for seat in state.seats if seat != game.partner)
    assert len(set(game.captains)) == len(game.captains)
    assert set(game.captains) <= set(game.line)
    main = {stake.low: stake for stake in game.stakes if stake.kind == "main"}
    assert set(main) == set(game.line)
    assert all(not main[seat].live for seat in game.captains[:-1])
    if live(game, "main"):
        assert main[game.captain].live
    if game.partner is not None:
        assert game.partner not in game.line
        assert game.partner != game.box


def _cubes(state: State, game: Game, agreed: Options) -> None:
    """10, 13: heights within the cap, owners at the ends of the bet, one cube stands at one height."""
    for stake in game.stakes:
        assert stake.value >= 1
        assert stake.value & (stake.value - 1) == 0
        assert agreed.cube_cap is None or stake.value <= max(agreed.cube_cap, state.declared.get(stake.low, 1))
        assert stake.owner in (None, stake.high, stake.low)
        assert stake.turned or stake.owner is None
        assert stake.live == (stake.how is None)
    if agreed.one_cube:
        main = live(game, "main")
        assert len({stake.value for stake in main}) <= 1
        assert len({None if stake.owner is None else stake.owner == game.box for stake in main}) <= 1


def _points(state: State, facts: tuple[Fact, ...]) -> None:
    """17, 18, 22: every ledger sums to zero."""
    if state.format != "match":
        assert sum(state.halves.values()) == 0
        assert all(halves % 2 == 0 for halves in state.halves.values())
        assert all(sum(points for _, points in fact.points) == 0 for fact in facts if isinstance(fact, GameOver))
    if state.game is not None:
        assert sum(points for _, points in state.game.results) == 0


def _questions(before: State | None, state: State) -> None:
    """28: a live game asks somebody, unless nothing can be played and nobody may double. No number comes twice."""
    numbers = [ask.number for ask in state.asks]
    assert len(set(numbers)) == len(numbers)
    assert all(number <= state.asked for number in numbers)
    assert len({(ask.seat, ask.kind) for ask in state.asks}) == len(state.asks)
    known = {} if before is None else {ask.number: ask for ask in before.asks}
    for ask in state.asks:
        if ask.number in known:
            assert (ask.seat, ask.kind) == (known[ask.number].seat, known[ask.number].kind)
        elif before is not None:
            assert ask.number > before.asked
    game = running(state)
    if state.over:
        assert not state.asks
    elif state.paused:
        assert all(ask.kind == "rules" for ask in state.asks)
    elif game is not None and game.phase is Phase.LOCKED and state.offer is None:
        assert board_is_locked(options(state).variant, game.board)
        assert not anybody_may_double(state)
        assert not state.asks
    elif game is not None:
        assert asks(state)


def _step(before: State, game: Game, entry: Entry) -> None:
    """11, 14, 25, 29: who doubles has access, cubes do not fall back, nothing sealed shows, silence raises nothing."""
    after = entry.state.game
    doubled = [fact for fact in entry.facts if isinstance(fact, Doubled)]
    shown = [fact for fact in entry.facts if isinstance(fact, Answered)]
    if before.game is not None and game.phase is Phase.CUBE and doubled and doubled[0].source == "player":
        cubes = turnable(before, game.side or 0)
        assert all(set(fact.stakes) <= set(cubes.get(fact.seat, ())) for fact in doubled if fact.source == "player")
    if after is not None and after.number == game.number and not entry_undoes(entry):
        for old, new in zip(game.stakes, after.stakes, strict=False):
            assert new.value >= old.value
            assert new.turned >= old.turned
            assert old.live or not new.live
        if after.phase is Phase.ANSWER and after.calls == game.calls and game.phase is Phase.ANSWER:
            assert not shown
            in_turn = [fact for fact in entry.facts if isinstance(fact, AnswerGiven)]
            assert not in_turn or options(before).answers != "sealed"
    if isinstance(entry.action, TimeOut):
        _silence(before, entry)
    if isinstance(entry.action, Answer):
        _lone_taker(before, game, entry)


def entry_undoes(entry: Entry) -> bool:
    """Whether the entry took an answer back."""
    return any(type(fact).__name__ == "Undone" for fact in entry.facts)


def _silence(before: State, entry: Entry) -> None:
    """A time-out doubles nothing and makes no extra; what it takes its seat, its captain or an order took."""
    orders = before.orders.get(entry.seat)
    for fact in entry.facts:
        if isinstance(fact, Doubled):
            assert fact.source == "order" or fact.seat != entry.seat
        if isinstance(fact, StakeMade):
            assert entry.seat not in (fact.fee_from, fact.fee_to) or fact.kind == "bought"
        if isinstance(fact, Answered) and fact.seat == entry.seat and fact.answer != "drop":
            allowed = fact.source in ("order", "captain", "proxy", "house")
            assert allowed or (orders is not None and orders.silence == "take")


def _lone_taker(before: State, game: Game, entry: Entry) -> None:
    """15: under `must_drop` no game goes on with one taker of two or more."""
    agreed, after = options(before), entry.state.game
    shown = [fact for fact in entry.facts if isinstance(fact, Answered)]
    if agreed.lone_taker != "must_drop" or game.players < agreed.lone_min_players or game.side != 0 or not shown:
        return
    main = [fact for fact in shown if game.stakes[fact.stake].kind == "main"]
    if len(main) >= 2 and len(main) == len(live(game, "main")):
        assert sum(fact.answer != "drop" for fact in main) != 1
    assert after is not None
