"""Written and clicked plays: the play that is meant, never another, and the reason where there is none."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from games.rules.actions import Move
from games.rules.board import Board
from games.rules.errors import IllegalAction
from games.rules.plays import Clicks, Spot, legal_plays, resolve, ways
from games.rules.variants import ALL, variant
from tests.pure.compare_plays import describe, spots
from tests.pure.slow_plays import Finder


def spot(key: str, mine: str, his: str, dice: tuple[int, ...], *, first_roll: bool = False, **flags: object) -> Spot:
    game = variant(key, **flags)
    return Spot(game, game.board(mine, his), 0, game.stages(dice)[0], dice, first_roll)


START = "24x2 13x5 8x3 6x5"


def short(dice: tuple[int, ...], mine: str = START, his: str = START, **flags: object) -> Spot:
    return spot("short", mine, his, dice, **flags)


@pytest.mark.parametrize(
    ("dice", "moves", "steps"),
    [
        ((3, 1), [(8, 5), (6, 5)], [(8, 5), (6, 5)]),
        ((3, 1), [(6, 5), (8, 5)], [(6, 5), (8, 5)]),
        ((2, 1), [(13, 10)], [(13, 11), (11, 10)]),
        ((6, 5), [(24, 13)], [(24, 18), (18, 13)]),
        ((2, 2), [(13, 5)], [(13, 11), (11, 9), (9, 7), (7, 5)]),
        ((2, 2), [(6, 4), (24, 20), (6, 4)], [(6, 4), (24, 22), (22, 20), (6, 4)]),
        ((2, 2), [(13, 11), (13, 11), (11, 9), (11, 9)], [(13, 11), (13, 11), (11, 9), (11, 9)]),
    ],
)
def test_a_play_is_taken_as_it_is_written(dice: tuple, moves: list[Move], steps: list[Move]) -> None:
    play = resolve(short(dice), moves)
    assert [(start, end) for start, end, _ in play.steps] == steps


def test_steps_in_an_order_that_cannot_be_are_put_into_one_that_can() -> None:
    play = resolve(short((6, 4), "bar 24 13x5 8x3 6x5", "6x5 8x10"), [(13, 7), (25, 21)])
    assert [(start, end) for start, end, _ in play.steps] == [(25, 21), (13, 7)]


def test_men_in_reserve_enter_as_from_the_bar() -> None:
    play = resolve(spot("race", "reservex15", "reservex15", (6, 3)), [(25, 22), (25, 19)])
    assert play.board.text(0) == "reservex13 22 19"


def test_one_move_may_take_a_man_off_with_two_numbers() -> None:
    play = resolve(short((3, 1), "3 offx14", "23 6x14"), [(3, 0)])
    assert play.steps == ((3, 2, True), (2, 0, False))


def test_a_move_over_two_points_with_different_results_is_ambiguous() -> None:
    here = short((4, 2), "13 1x14", "14 6x14")
    with pytest.raises(IllegalAction) as refused:
        resolve(here, [(13, 7)])
    assert refused.value.code == "ambiguous-play"
    assert refused.value.data["ways"] == ["13/11 11/7", "13/9 9/7"]
    assert resolve(here, [(13, 11), (11, 7)]).steps == ((13, 11, True), (11, 7, False))
    assert resolve(here, [(13, 9), (9, 7)]).steps == ((13, 9, False), (9, 7, False))


def test_a_move_over_two_points_with_the_same_result_is_not() -> None:
    assert resolve(short((2, 1)), [(24, 21)]).board.text(0) == "24 21 13x5 8x3 6x5"


def test_nothing_written_is_a_pass_where_nothing_can_be_played() -> None:
    assert resolve(short((6, 4), "bar 13x5 8x4 6x5", "6x2 4x2 1x11"), []).steps == ()


FIRST = {"first_roll": True}


@pytest.mark.parametrize(
    ("here", "moves", "code", "rule"),
    [
        (short((3, 1)), [(8, 5)], "not-enough-steps", "must-play-more"),
        (short((3, 1)), [], "not-enough-steps", "must-play-more"),
        (short((6, 5), "20 1x14", "16x2 1x13"), [(20, 15)], "not-enough-steps", "must-play-larger"),
        (short((3, 1)), [(13, 12), (13, 10)], "illegal-play", "blocked"),
        (short((6, 5)), [(13, 7), (24, 19)], "illegal-play", "blocked"),
        (short((3, 1)), [(7, 4), (6, 5)], "illegal-play", "no-man-there"),
        (short((3, 1)), [(24, 23), (23, 20), (24, 23)], "illegal-play", "no-such-number"),
        (short((3, 1)), [(24, 18)], "illegal-play", "no-such-number"),
        (short((3, 1)), [(8, 5), (6, 5), (5, 5)], "illegal-play", "no-such-number"),
        (short((3, 1)), [(5, 8)], "illegal-play", "no-such-number"),
        (short((3, 1)), [(99, -5)], "illegal-play", "no-such-number"),
        (short((3, 1)), [(-99, -100)], "illegal-play", "no-such-number"),
        (short((3, 1)), [(6, 5), (6, 0)], "illegal-play", "not-all-home"),
        (short((6, 4), "barx2 13x13", "6x2 1x13"), [(25, 21), (13, 7)], "illegal-play", "bar-first"),
        (short((6, 4), "bar 13x5 8x4 6x5", "6x2 4x2 1x11"), [(13, 7)], "illegal-play", "no-legal-step"),
        (short((5, 1), "6 3 offx13", ""), [(3, 0), (6, 5)], "illegal-play", "higher-man"),
        (short((5, 4), "6 3 offx13", "", bearoff="exact"), [(3, 0), (6, 2)], "illegal-play", "exact-number"),
        (short((3, 1), "6x2 3x2 offx11", "", home_moves=False), [(3, 0), (6, 5)], "illegal-play", "home-moves"),
        (
            short((5, 2), "4 1 offx13", "", small_die_first=True),
            [(4, 0), (1, 0)], "illegal-play", "smaller-first",
        ),
        (
            spot("short", "8 6x2 4x2 1x10", "20 6x14", (3, 1), hit_run="no_hide"),
            [(8, 5), (5, 4)], "illegal-play", "no-hide",
        ),
        (
            spot("short", "8 6x2 4x2 1x10", "20 6x14", (3, 1), hit_run="home_stay"),
            [(6, 5), (5, 2)], "illegal-play", "home-stay",
        ),
        (
            spot("dutch", "bar 24x14", "4 6x14", (4, 1), hit_only_after_home=True),
            [(25, 21), (24, 23)], "illegal-play", "hit-too-early",
        ),
        (spot("long_classic", "24x15", "24x15", (5, 4)), [(24, 19), (24, 20)], "illegal-play", "head-limit"),
        (
            spot("long_classic", "14 11 10 9 8 7 1x9", "24x15", (5, 3)),
            [(14, 9), (9, 6)], "illegal-play", "six-block",
        ),
        (
            spot("feuga", "14 11 10 9 8 7 1x9", "24x15", (5, 3)),
            [(14, 9), (9, 6)], "illegal-play", "six-block",
        ),
        (spot("tapa", "19p 13 5x13", "6 24x2 10x12", (4, 2)), [(19, 15), (13, 11)], "illegal-play", "pinned"),
    ],
)  # fmt: skip
def test_why_a_play_is_refused(here: Spot, moves: list[Move], code: str, rule: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        resolve(here, moves)
    assert (refused.value.code, refused.value.data["rule"]) == (code, rule)


def test_a_refusal_says_how_much_there_is_to_play() -> None:
    with pytest.raises(IllegalAction) as refused:
        resolve(short((6, 5), "20 1x14", "16x2 1x13"), [(20, 15)])
    data = refused.value.data
    assert (data["steps"], data["most"], data["total"], data["largest"]) == (1, 1, 5, 6)


# Against an independent reading: a play may be meant if its steps can be shared out among the moves as written.


def can_be_meant(steps: Sequence[Move], moves: Sequence[Move]) -> bool:
    """Whether single steps fall into chains that are exactly these moves."""
    if not moves:
        return not steps
    (start, end), rest = moves[0], list(moves[1:])
    for index, (origin, stop) in enumerate(steps):
        if origin == start and stop >= end:
            others = [*steps[:index], *steps[index + 1 :]]
            onward = rest if stop == end else [(stop, end), *rest]
            if can_be_meant(others, onward):
                return True
    return False


def merged(steps: Sequence[Move], rng: random.Random) -> list[Move]:
    """Steps in another order, some that follow one another written as one move."""
    moves = list(steps)
    rng.shuffle(moves)
    for _ in range(rng.randint(0, len(moves))):
        pairs = [(a, b) for a in moves for b in moves if a is not b and a[1] == b[0] and a[1]]
        if pairs:
            first, second = rng.choice(pairs)
            moves.remove(first)
            moves.remove(second)
            moves.append((first[0], second[1]))
    return moves


def meant(every: dict[Board, frozenset], moves: Sequence[Move]) -> set[Board]:
    return {board for board, sets in every.items() if any(can_be_meant(way, moves) for way in sets)}


@pytest.mark.parametrize("key", ALL)
def test_what_is_written_is_played_or_refused(key: str) -> None:
    rng = random.Random(f"written {key}")
    stream = spots([key], rng)
    for _ in range(25):
        here = next(stream)
        every = ways(here)
        if sum(map(len, every.values())) > 1500:
            continue
        way = rng.choice(sorted(rng.choice(list(every.values()))))
        moves = merged(way, rng)
        if moves and rng.random() < 0.3:
            start, end = moves.pop(rng.randrange(len(moves)))
            moves.append((start, max(end - rng.choice((1, 2)), 0)))
        expected = meant(every, moves)
        if len(expected) == 1:
            played = resolve(here, moves)
            assert expected == {played.board}, (describe(here), moves)
            assert can_be_meant([(start, end) for start, end, _ in played.steps], moves)
        else:
            with pytest.raises(IllegalAction) as refused:
                resolve(here, moves)
            assert (refused.value.code == "ambiguous-play") is bool(expected), (describe(here), moves)


@pytest.mark.parametrize("key", ALL)
def test_clicks_lead_to_legal_plays_and_to_all_of_them(key: str) -> None:
    rng = random.Random(f"clicks {key}")
    stream = spots([key], rng)
    for _ in range(6):
        here = next(stream)
        if len(legal_plays(here)) > 60:
            continue
        every, board = ways(here), Clicks(here)
        clicked: list[Move] = []
        while not board.complete(clicked):
            offered = board.next_steps(clicked)
            assert offered, (describe(here), clicked)
            assert list(offered) == sorted(set(offered), reverse=True)
            clicked.append(rng.choice(offered))
        assert board.next_steps(clicked) == ()
        assert board.legal_part([*clicked, (3, 2)]) == tuple(clicked)
        assert any(tuple(sorted(clicked, reverse=True)) in sets for sets in every.values()), describe(here)
        first = {sets_way[0] for sets in every.values() for sets_way in sets if sets_way}
        assert set(board.next_steps([])) >= {move for move in first if move[0] == 25}


def slow_next_steps(here: Spot, chosen: Sequence[Move]) -> set[Move]:
    """By the slow finder: the steps that may follow, every order of every step tried from the beginning."""
    finder = Finder(here)
    every = {(frozenset(Counter(now.steps).items()), sum(now.numbers)) for now in finder.plays()}
    orders = [finder.beginning()]
    found: set[Move] = set()
    while orders:
        now = orders.pop()
        if (frozenset(Counter(now.steps).items()), sum(now.numbers)) in every and len(now.steps) > len(chosen):
            found.add(now.steps[len(chosen)])
        for number in Counter(here.stage) - Counter(now.numbers):
            further = [finder.step(now, place, number) for place in list(now.me)]
            orders += [
                after
                for after in further
                if after and all(made == meant for made, meant in zip(after.steps, chosen, strict=False))
            ]
    return found


@pytest.mark.parametrize("key", ALL)
def test_clicks_offer_what_the_slow_finder_finds(key: str) -> None:
    rng = random.Random(f"slow clicks {key}")
    stream = spots([key], rng)
    compared = 0
    while compared < 25:
        here = next(stream)
        if len(here.stage) > 3 or here.variant.small_die_first:
            continue
        board, clicked = Clicks(here), list[Move]()
        while offered := board.next_steps(clicked):
            assert set(offered) == slow_next_steps(here, clicked), (describe(here), clicked)
            clicked.append(rng.choice(offered))
            compared += 1
        assert not slow_next_steps(here, clicked), (describe(here), clicked)


def test_clicks_offer_what_some_whole_play_allows() -> None:
    board = Clicks(short((5, 3), "18 9 1x13", "21x2 15x2 12x2 1x9"))
    assert board.next_steps([]) == ((9, 6),)  # 18/15 would kill the 5
    assert board.next_steps([(9, 6)]) == ((6, 1),)
    assert not board.complete([(9, 6)])
    assert board.complete([(9, 6), (6, 1)])
    assert board.next_steps([(24, 20)]) == ()
    assert not board.complete([(24, 20)])
    assert board.legal_part([(24, 20), (9, 6)]) == ()
    assert board.legal_part([(9, 6), (24, 20)]) == ((9, 6),)


def test_a_man_off_by_either_number_keeps_both_possible() -> None:
    board = Clicks(short((6, 5), "5 4 offx13", ""))
    assert board.next_steps([]) == ((5, 0),)
    assert board.next_steps([(5, 0)]) == ((4, 0),)
    assert board.complete([(5, 0), (4, 0)])
