"""Legal plays: every given case, the opening counts, the limits of the search's work."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from math import comb
from pathlib import Path

import pytest

from games.rules.inquiry import answer
from games.rules.plays import Clicks, Spot, clicks, legal_plays
from games.rules.plays.search import Node, Search
from games.rules.variants import ALL, variant
from tests.pure.compare_plays import scattered_spot, spots

CASES = Path(__file__).parent.parent / "data" / "plays"
FILES = sorted(CASES.glob("*.jsonl"))


def read(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def shown(result: dict) -> tuple:
    return result["me"], result["opponent"], tuple(result.get("plays", ()))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_given_cases(path: Path) -> None:
    wrong = []
    for case in read(path):
        given = json.loads(answer(case.get("line") or json.dumps(case["request"])))
        if "error" in case:
            right = given.get("error") == case["error"]
        elif "count" in case:
            right = len(given["results"]) == case["count"]
        else:
            right = sorted(map(shown, given.get("results", []))) == sorted(map(shown, case["expect"]))
        if not right:
            wrong.append((case["id"], given))
    assert not wrong


def test_there_are_cases() -> None:
    assert sum(len(read(path)) for path in FILES) > 300


OPENINGS = {
    "short": "11:42 21:15 22:75 31:16 32:17 33:73 41:14 42:18 43:17 44:52 51:8 52:8 53:9 54:9 55:4 61:10 62:14 63:14 "
    "64:14 65:7 66:11",
    "hypergammon": "11:7 21:6 22:11 31:7 32:8 33:15 41:7 42:8 43:9 44:15 51:7 52:8 53:9 54:9 55:15 61:7 62:8 63:9 64:9 "
    "65:9 66:12",
    "kazakh": "11:2 21:2 31:2 41:2 51:2 61:2 22:2 32:2 42:2 52:2 62:2 33:2 43:2 53:2 63:2 44:2 54:2 64:2 55:2 65:2 "
    "66:1",
    "long_classic": "11:1 21:1 31:1 41:1 51:1 61:1 22:1 32:1 42:1 52:1 62:1 33:2 43:1 53:1 63:1 44:1 54:1 64:1 55:1 "
    "65:1 66:1",
    "longgammon": "11:5 21:2 31:2 41:2 51:2 61:2 22:5 32:2 42:2 52:2 62:2 33:5 43:2 53:2 63:2 44:5 54:2 64:2 55:5 65:2 "
    "66:4",
    "race": "11:5 21:2 31:2 41:2 51:2 61:2 22:5 32:2 42:2 52:2 62:2 33:5 43:2 53:2 63:2 44:5 54:2 64:2 55:5 65:2 66:5",
    "dutch": "11:1 21:1 31:1 41:1 51:1 61:1 22:1 32:1 42:1 52:1 62:1 33:1 43:1 53:1 63:1 44:1 54:1 64:1 55:1 65:1 66:1",
}
OPENINGS["feuga"] = OPENINGS["long_classic"]


def opening(key: str, dice: tuple[int, ...]) -> Spot:
    game = ALL[key]
    return Spot(game, game.start(), 0, game.stages(dice)[0], dice, first_roll=True)


@pytest.mark.parametrize("key", OPENINGS)
def test_results_of_the_first_roll(key: str) -> None:
    expected = dict(word.split(":") for word in OPENINGS[key].split())
    counted = {roll: str(len(legal_plays(opening(key, tuple(map(int, roll)))))) for roll in expected}
    assert counted == expected
    assert len(expected) == 21


def test_the_first_turn_of_short_nardy_has_447_results() -> None:
    rolls = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
    assert sum(len(legal_plays(opening("short", roll))) for roll in rolls) == 447


@pytest.mark.parametrize("key", ALL)
def test_a_position_means_the_same_for_either_side(key: str) -> None:
    rng = random.Random(3)
    for _ in range(20):
        spot = scattered_spot(ALL[key], rng)
        board = spot.board
        turned = type(board)(board.sides[::-1], board.pinned[::-1])
        other = Spot(spot.variant, turned, 1 - spot.side, spot.stage, spot.dice, spot.first_roll, spot.head_used)
        first = {(play.board.text(spot.side), play.board.text(1 - spot.side)) for play in legal_plays(spot)}
        second = {(play.board.text(1 - spot.side), play.board.text(spot.side)) for play in legal_plays(other)}
        assert first == second


def test_a_pass_is_one_play_without_steps() -> None:
    game = variant("short")
    board = game.board("bar 13x5 8x4 6x5", "6x2 4x2 1x11")
    plays = legal_plays(Spot(game, board, 0, (6, 4), (6, 4)))
    assert [(play.board, play.steps, play.left) for play in plays] == [(board, (), (6, 4))]


def test_a_play_tells_what_it_hit_and_what_it_leaves() -> None:
    game = variant("short")
    board = game.board("20 1x14", "16x2 11 1x12")
    (play,) = legal_plays(Spot(game, board, 0, (6, 5), (6, 5)))
    assert (play.steps, play.left) == (((20, 14, True),), (5,))
    assert play.board.text(1) == "bar 16x2 1x12"


def test_a_pin_is_starred_each_time_a_free_man_is_met() -> None:
    game = variant("tapa")
    board = game.board("8 24x2 5x12", "19 24x2 10x12")
    plays = legal_plays(Spot(game, board, 0, (2, 1), (2, 1)))
    steps = {play.board.text(0): play.steps for play in plays}
    assert steps["24 23 6 5x12"] == ((24, 23, False), (8, 6, True))
    pinned = game.board("6x2 24x2 5x11", "19p 24x2 10x12")
    assert not any(hit for play in legal_plays(Spot(game, pinned, 0, (4, 1), (4, 1))) for *_, hit in play.steps)


def test_plays_can_be_counted_and_sliced_without_making_boards() -> None:
    plays = legal_plays(opening("short", (3, 1)))
    assert len(plays) == 16
    assert plays[:3] == tuple(plays)[:3]
    assert plays[-1] in plays


# The bound on work: nothing is tried twice, so the work grows with what there is to find and with nothing else.

WIDE = "24 22 20 18 16 14 12 11 10 9 8 7 6 5 4"


@pytest.mark.parametrize(("steps", "number"), [(4, 1), (4, 6), (6, 1), (6, 2), (6, 5), (9, 5), (9, 6)])
def test_equal_numbers_meet_each_position_once(steps: int, number: int) -> None:
    game = variant("garankuet")
    search = Search(Spot(game, game.board(WIDE, "barx15"), 0, (number,) * steps, (number,) * 3))
    levels = search.levels(search.root, search.numbers, search.order)
    met = [position for level in levels[1:] for nodes in level.values() for position, _, _ in nodes]
    assert search.work == len(met) == len(set(met))
    assert search.work <= sum(comb(24 + count - 1, count) for count in range(1, steps + 1))


@pytest.mark.parametrize("rule", ["no_hide", "home_stay"])
def test_men_to_hit_do_not_make_every_order_be_tried(rule: str) -> None:
    """Only steps that have to do with one another are tried in several orders, where men to hit stand in between."""
    for number in range(1, 7):
        game = variant("garankuet", hit_run=rule)
        search = Search(Spot(game, game.board(WIDE, "2 4 6 8 10 22 barx9"), 0, (number,) * 6, (number,) * 3))
        levels = search.levels(search.root, search.numbers, search.order)
        kept = sum(len(nodes) for level in levels for nodes in level.values())
        assert search.work < 1.5 * kept


def test_nine_steps_cost_what_they_find() -> None:
    game = variant("garankuet", triplet_steps=9)
    found, work = [], []
    for men in range(3, 16, 3):
        text = " ".join(WIDE.split()[:men]) + (f" offx{15 - men}" if men < 15 else "")
        search = Search(Spot(game, game.board(text, "barx15"), 0, (3,) * 9, (3, 3, 3)))
        found.append(len(search.legal_ends()))
        work.append(search.work)
    assert all(made <= 9 * 15 + 4 * ends for made, ends in zip(work, found, strict=True))


@pytest.mark.parametrize("his", ["barx15", "24x2 22x2 12x3 8x3 4x3 2x2"])
@pytest.mark.parametrize(("steps", "number"), [(6, 1), (6, 5), (9, 3), (9, 5)])
def test_what_a_click_asks_looks_at_each_position_once(
    steps: int, number: int, his: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it leads on or, with points closed, mostly not."""
    game = variant("garankuet")
    spot = Spot(game, game.board(WIDE, his), 0, (number,) * steps, (number,) * 3)
    search, looked = Search(spot), []
    find = clicks.steps

    def counted(search: Search, node: Node, left: tuple[int, ...]) -> Iterator[tuple]:
        looked.append(node[0])
        return find(search, node, left)

    monkeypatch.setattr(clicks, "steps", counted)
    board = Clicks(spot)
    for _ in range(2):
        assert board.next_steps([])
        levels = search.levels(search.root, search.numbers, search.order)
        assert len(looked) <= 2 + sum(len(nodes) for level in levels for nodes in level.values())
    assert len(set(looked)) >= len(looked) - 1  # the root is asked for its steps each time


@pytest.mark.parametrize("key", ["short", "long_classic", "garankuet", "tapa", "dutch"])
def test_no_flag_makes_the_work_more_than_places_times_positions(key: str) -> None:
    stream = spots([key], random.Random(8))
    for _ in range(60):
        search = Search(next(stream))
        levels = search.levels(search.root, search.numbers, search.order)
        kept = sum(len(nodes) for level in levels for nodes in level.values())
        assert search.work <= kept * 26 * len(set(search.numbers))
