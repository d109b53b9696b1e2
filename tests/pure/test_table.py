"""What a caller of `advance` is promised: numbers of questions, staleness, undo, orders, proxies, partners."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules import actions as a
from games.rules.actions import HOUSE, Answer, Double, Order, Play, Roll
from games.rules.errors import IllegalAction, Stale
from games.rules.facts import (
    Answered,
    CaptainPassed,
    Doubled,
    Fact,
    GameOver,
    OfferAnswered,
    OrderSet,
    Played,
    Sealed,
    Thrown,
)
from games.rules.state import Opening, Orders, State, asks, captain, may, mover, role, side_of, spot, stake_name
from games.rules.table import advance, new_table
from games.rules.variants import variant

A, B, C, D = range(4)
LOCKED = variant("short").board(*["bar 7x2 6x2 5x2 4x2 3x2 2x2 1x2"] * 2)
TAKE, DROP = Answer((("take", ()),)), Answer((("drop", ()),))


def dice(game: int, n: int, count: int) -> tuple[int, ...]:
    """3-1 for ever."""
    return (3, 1, 2)[:count]


class Table:
    """A table and all that was said at it."""

    def __init__(self, seats: int = 2, format_name: str = "money", side: int | None = 0, **more: object) -> None:
        start = None if side is None else Opening(board=LOCKED, side=side)
        options: dict[str, object] = {"variant": "short", "rules": {}, "start": start} | more
        self.state: State = new_table(format=format_name, seats=seats, **options)  # type: ignore[arg-type]  # as given
        self.facts: list[Fact] = []
        self.do(HOUSE, a.Start())

    def do(self, seat: int, *actions: a.Action, ask: int | None = None) -> tuple[Fact, ...]:
        """Act; the facts of the last action."""
        facts: tuple[Fact, ...] = ()
        for action in actions:
            self.state, facts = advance(self.state, seat, action, dice, ask=ask)
            self.facts.extend(facts)
        return facts

    def refused(self, seat: int, action: a.Action, ask: int | None = None) -> str:
        """The code with which an action is refused."""
        with pytest.raises(IllegalAction) as refused:
            advance(self.state, seat, action, dice, ask=ask)
        return refused.value.code

    def asked(self) -> list[tuple[int, str]]:
        """Whom the table waits for."""
        return [(ask.seat, ask.kind) for ask in asks(self.state)]

    def kinds(self, seat: int) -> set[str]:
        """All that a seat could do."""
        return {option.kind for option in may(self.state, seat)}


def test_nothing_is_done_at_a_table_before_its_start_and_start_only_once() -> None:
    state = new_table(variant="short", format="money", rules={}, seats=2)
    with pytest.raises(IllegalAction, match="not-started"):
        advance(state, A, Roll(), dice)
    table = Table()
    assert table.refused(HOUSE, a.Start()) == "already-started"
    assert table.refused(A, a.End()) == "house-only"


def test_a_question_keeps_its_number_while_it_is_open() -> None:
    table = Table()
    number = asks(table.state)[0].number
    table.do(A, a.Resign())
    behind, offer = sorted(table.state.asks, key=lambda ask: ask.number)
    assert (behind.number, behind.waiting, offer.kind) == (number, True, "offer")
    table.do(B, a.Decline())
    assert [ask.number for ask in asks(table.state)] == [number]
    table.do(A, Roll(), ask=number)
    with pytest.raises(Stale):
        advance(table.state, A, Roll(), dice, ask=number)


def test_a_question_is_answered_by_its_seat_and_with_its_kind() -> None:
    table = Table()
    number = asks(table.state)[0].number
    assert table.refused(B, Roll(), ask=number) == "not-your-question"
    assert table.refused(A, TAKE, ask=number) == "wrong-answer"
    table.do(A, a.Resign())
    assert table.refused(A, Roll(), ask=number) == "offer-open"


def test_sealed_answers_are_told_only_when_the_batch_is_carried_out() -> None:
    table = Table(4, "chouette")
    table.do(A, Double())
    numbers = {ask.seat: ask for ask in asks(table.state)}
    assert {ask.batch for ask in numbers.values()} == {min(ask.number for ask in numbers.values())}
    assert table.do(B, TAKE) == (Sealed(seat=B),)
    assert table.do(B, DROP) == (Sealed(seat=B),)
    assert table.asked() == [(C, "answer"), (D, "answer")]
    assert table.do(D, TAKE) == (Sealed(seat=D),)
    told = table.do(C, TAKE)
    assert [(fact.seat, fact.answer) for fact in told if isinstance(fact, Answered)] == [
        (B, "drop"), (C, "take"), (D, "take"),
    ]  # fmt: skip
    assert not any(isinstance(fact, Sealed) for fact in told)


def test_doubles_of_the_team_are_told_when_the_window_closes() -> None:
    table = Table(4, "chouette", side=1)
    assert table.do(D, Double()) == (Sealed(seat=D),)
    told = table.do(B, Roll())
    assert [fact.seat for fact in told if isinstance(fact, Doubled)] == [D]


def test_who_made_an_order_alone_reads_of_it() -> None:
    table = Table()
    (told,) = table.do(B, Order("if-doubled", "take"))
    assert told == OrderSet(seat=B, kind="if-doubled", value="take", readers=("seat", B))


def test_undo_gives_back_the_board_and_a_new_question() -> None:
    table = Table(side=None)
    before = table.state
    number = asks(before)[0].number
    table.do(A, Play(((8, 5), (6, 5))))
    table.do(A, a.Undo())
    table.do(B, a.Accept())
    assert table.state.game is not None
    assert before.game is not None
    assert table.state.game.board == before.game.board
    (question,) = asks(table.state)
    assert (question.seat, question.kind) == (A, "move")
    assert question.number > number
    assert table.refused(A, a.Undo()) == "nothing-to-undo"


def test_nothing_is_taken_back_once_the_next_throw_is_shown() -> None:
    table = Table(side=None)
    table.do(A, Play(((8, 5), (6, 5))))
    assert table.state.before is not None
    table.do(B, Roll())
    assert table.state.before is None


def test_orders_given_at_the_start() -> None:
    start = Opening(board=variant("short").board("20 1x14", "16x2 1x13"), side=0)
    table = Table(start=start, orders={A: Orders(forced=True, auto="on")})
    assert table.asked() == [(B, "cube")]
    (play,) = [fact for fact in table.facts if isinstance(fact, Played)]
    assert (play.seat, play.source) == (A, "order")


def test_who_may_not_double_himself_need_not_be_asked() -> None:
    """`waive`, the default of real tables."""
    for waive, asked in ((False, [(B, "cube")]), (True, [(A, "cube")])):
        table = Table(3, "chouette", side=1, rules={"cube_cap": 2}, orders={B: Orders(waive=waive)})
        table.do(B, Double())
        table.do(A, TAKE)
        assert table.asked() == [(A, "cube")], "C's cube is still in the middle, and A may double it"
        table.do(A, Roll())
        assert table.asked() == asked


def test_a_proxy_answers_by_the_number_of_the_question() -> None:
    table = Table(4, "chouette")
    table.do(D, a.Proxy(C))
    table.do(A, Double())
    numbers = {ask.seat: ask.number for ask in asks(table.state)}
    table.do(C, DROP, ask=numbers[D])
    table.do(C, TAKE, ask=numbers[C])
    told = table.do(B, TAKE, ask=numbers[B])
    answers = {fact.seat: (fact.answer, fact.source) for fact in told if isinstance(fact, Answered)}
    assert answers == {B: ("take", "player"), C: ("take", "player"), D: ("drop", "proxy")}


def test_roles_and_names_of_cubes() -> None:
    table = Table(4, "chouette", rules={"lone_taker": "extras"})
    assert [role(table.state, seat) for seat in range(5)] == ["box", "captain", "crew", "crew", "spectator"]
    table.do(A, Double())
    table.do(B, Answer((("take", ()),), if_extras="accept"))
    table.do(C, Answer((("drop", ()),), extra=True))
    table.do(D, DROP)
    assert [role(table.state, seat) for seat in range(4)] == ["box", "captain", "out", "out"]
    assert (stake_name(table.state, A, 0), stake_name(table.state, B, 0)) == (B, A)
    assert (stake_name(table.state, B, 3), stake_name(table.state, C, 3)) == (C, B)
    assert (side_of(table.state, A), side_of(table.state, C), side_of(table.state, 9)) == (0, 1, None)


def test_the_captain_keeps_his_title_while_another_moves() -> None:
    table = Table(4, "chouette", side=1)
    told = table.do(B, a.Leave())
    assert CaptainPassed(seat_from=B, seat_to=C, why="left") in told
    assert (captain(table.state), mover(table.state, 1)) == (B, C)


def test_what_a_seat_may_do() -> None:
    table = Table(rules={"settlements": True})
    assert table.kinds(A) == {"roll", "double", "resign", "settle", "order"}
    assert table.kinds(B) == {"resign", "settle", "order"}
    table.do(A, Double())
    assert table.kinds(A) == {"order"}
    assert table.kinds(B) == {"take", "drop", "order"}
    table.do(B, DROP)
    assert table.kinds(A) == {"play", "resign", "settle", "order"}
    table.do(A, a.Settle(1))
    assert table.kinds(B) == {"accept", "decline", "order"}
    table.do(B, a.Accept())
    table.do(HOUSE, a.End())
    assert "play" in table.kinds(A)
    table.do(HOUSE, a.Adjudicate(0, 1))
    assert table.state.over
    assert may(table.state, A) == ()


def test_the_spot_that_is_open() -> None:
    table = Table(side=None)
    here = spot(table.state)
    assert here is not None
    assert (here.side, here.stage, here.dice, here.first_roll) == (0, (3, 1), (3, 1), True)
    table.do(A, Play(((8, 5), (6, 5))))
    assert spot(table.state) is None


def test_a_session_ends_after_the_running_game_or_at_once_in_a_pause() -> None:
    table = Table(3, "chouette")
    table.do(C, a.Leave())
    table.do(HOUSE, a.Adjudicate(0, 1))
    assert table.state.paused
    table.do(HOUSE, a.End())
    assert table.state.over


def test_an_annulled_game_leaves_nothing_behind() -> None:
    table = Table(4, "chouette")
    table.do(A, Double())
    table.do(B, DROP)
    told = table.do(HOUSE, a.Annul())
    (over,) = [fact for fact in told if isinstance(fact, GameOver)]
    assert (over.how, over.side, dict(over.points)) == ("void", None, {})
    assert table.state.seats == (A, B, C, D)
    assert set(table.state.halves.values()) == {0}
    assert table.state.games == 1
    assert table.refused(A, a.Annul()) == "house-only"


def test_an_annulled_crawford_game_is_played_again() -> None:
    table = Table(format_name="match", rules={"length": 3})
    table.do(HOUSE, a.Adjudicate(0, 2))
    assert table.state.game is not None
    assert table.state.game.crawford
    table.do(HOUSE, a.Annul())
    assert table.state.game.crawford
    assert table.state.halves == {A: 4, B: 0}


def test_a_captain_is_relieved_of_moving() -> None:
    table = Table(3, "chouette", side=1)
    assert CaptainPassed(seat_from=B, seat_to=C, why="silent") in table.do(HOUSE, a.Relieve())
    assert (captain(table.state), mover(table.state, 1), table.asked()) == (B, C, [(C, "cube")])
    alone = Table(side=1)
    assert alone.do(HOUSE, a.Relieve()) == ()
    assert alone.asked() == [(B, "cube")]


def test_the_first_order_of_a_chouette_is_thrown_for() -> None:
    """One die each; who is equal throws again among himself and his equals (chouette.md §2.2)."""
    throws: dict[int, tuple[int, ...]] = {0: (2, 5, 5, 2), 1: (1, 6), 2: (3, 3), 3: (4, 2), 4: (6, 1)}

    def thrown(game: int, n: int, count: int) -> tuple[int, ...]:
        assert len(throws[n]) == count
        return throws[n]

    state = new_table(variant="short", format="chouette", rules={}, seats=4, draws_seats=True)
    state, facts = advance(state, HOUSE, a.Start(), thrown)
    assert state.seats == (C, B, A, D)
    assert [fact.why for fact in facts if isinstance(fact, Thrown)] == ["start"] * 4 + ["lot"]
    assert state.game is not None
    assert (state.game.box, state.game.line, state.game.side) == (C, (B, A, D), 0)


def polled(seats: int = 4, **rules: object) -> Table:
    """A chouette where the line is asked for partners from three players on."""
    return Table(seats, "chouette", side=None, rules={"partner_min": 3} | rules, polls=True)


def test_the_box_is_asked_then_the_line_and_the_highest_who_agrees_is_partner() -> None:
    table = polled()
    assert table.asked() == [(A, "offer")]
    table.do(A, a.Accept())
    assert table.asked() == [(B, "offer"), (C, "offer"), (D, "offer")]
    assert table.do(D, a.Accept()) == (Sealed(seat=D),)
    assert table.do(B, a.Decline()) == (Sealed(seat=B),)
    told = table.do(C, a.Accept())
    answers = [(fact.by, fact.accepted) for fact in told if isinstance(fact, OfferAnswered)]
    assert answers == [(B, False), (C, True), (D, True)]
    game = table.state.game
    assert game is not None
    assert (game.box, game.partner, game.line, table.state.seats) == (A, C, (B, D), (A, B, C, D))
    assert role(table.state, C) == "partner"


def test_from_last_the_last_who_agrees_is_partner() -> None:
    table = polled(partner_offer="from_last")
    table.do(A, a.Accept())
    for seat in (B, C, D):
        table.do(seat, a.Accept())
    assert table.state.partner == D


def test_the_box_may_play_alone() -> None:
    table = polled()
    table.do(A, a.Decline())
    assert table.state.partner is None
    assert table.asked() == [(A, "move")]


def test_nobody_agrees_and_the_lot_finds_one_who_may_refuse() -> None:
    table = polled()
    table.do(A, a.Accept())
    for seat in (B, C, D):
        table.do(seat, a.Decline())
    assert table.asked() == [(A, "offer")]
    table.do(A, a.Accept())
    ((drawn, kind),) = table.asked()
    assert (drawn in (C, D), kind) == (True, "offer")
    refusing = replace(table.state)
    table.do(drawn, a.Accept())
    assert table.state.partner == drawn
    state, _ = advance(refusing, drawn, a.Decline(), dice)
    assert state.partner is None


def test_next_in_line_is_it_or_leaves() -> None:
    table = polled(partner="required", partner_offer="next_in_line", partner_draw="leave")
    assert table.asked() == [(B, "offer")]
    table.do(B, a.Decline())
    assert table.state.seats == (A, C, D)
    assert table.asked() == [(A, "move")]


def test_silence_makes_nobody_a_partner() -> None:
    table = polled(partner_draw=False)
    while table.asked()[0][1] == "offer":
        table.do(table.asked()[0][0], a.TimeOut())
    assert table.state.partner is None


def test_dice_that_never_fit_are_refused_after_a_while() -> None:
    """Both sides could enter, but not with 3-1 for ever: the house would throw to and fro."""
    start = Opening(board=variant("short").board(*["bar 6x10 3x2 1x2"] * 2), side=0)
    table = new_table(variant="short", format="money", rules={"cube": False}, seats=2, start=start)
    with pytest.raises(IllegalAction, match="too-many-throws"):
        advance(table, HOUSE, a.Start(), dice)


def silence(table: Table, most: int = 40) -> int:
    """Let every deadline pass until the game is over; how many did."""
    number = table.state.game.number if table.state.game else 0
    for passed in range(most):
        if table.state.game is None or table.state.game.number != number:
            return passed
        table.do(table.asked()[0][0], a.TimeOut())
    raise AssertionError("silence does not end the game")


@pytest.mark.parametrize(
    "orders",
    [
        {},
        {1: a.Order("hold"), 2: a.Order("hold")},
        {1: a.Order("auto", "on")},
        {0: a.Order("auto", "on"), 2: a.Order("hold")},
        {0: a.Order("auto", "on"), 1: a.Order("auto", "on")},
    ],
)
def test_a_board_where_nobody_moves_and_nobody_doubles_is_a_draw(orders: dict[int, a.Order]) -> None:
    """Five rounds of silence: no points, and everybody keeps his place (spec/chouette.md part 5, 30)."""
    table = Table(4, "chouette")
    seats = table.state.seats
    for seat, order in orders.items():
        table.do(seat, order)
    assert silence(table) <= 30
    over = next(fact for fact in table.facts if isinstance(fact, GameOver))
    assert (over.side, over.how, any(dict(over.points).values())) == (None, "adjudicated", False)
    assert table.state.seats == seats
    assert table.state.halves == dict.fromkeys(range(4), 0)


def test_who_speaks_keeps_such_a_game_alive() -> None:
    table = Table(3, "chouette")
    for _ in range(20):
        table.do(table.asked()[0][0], a.TimeOut())
        assert table.state.game is not None
        assert table.state.game.number == 1
        table.do(table.asked()[0][0], a.Roll())


def test_a_double_keeps_such_a_game_alive() -> None:
    table = Table(3, "chouette", side=1)
    table.do(2, a.Double())
    table.do(1, a.TimeOut())
    assert table.asked() == [(0, "answer")]


def test_the_autopilot_ends_such_a_game_too() -> None:
    table = Table(2, "money", rules={"timeout": "autopilot"})
    assert silence(table) == 10
    assert table.state.halves == {0: 0, 1: 0}
