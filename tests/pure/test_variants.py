"""The games of spec/rules.md §3: values, stages, endings, win classes, flags; and that shared code asks for no game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import games.rules.plays
import games.rules.variants.base
from games.rules.board import Board
from games.rules.errors import IllegalAction
from games.rules.variants import ALL, FLAGS, Ending, Variant, variant

TABLE = """
short         mirror short           2 hit strict 2 4 none none         free  False shared roll      short123  True
long_classic  rotate 24x15           1 hit strict 2 4 1    head_blocked ahead True  reroll alternate oin_mars  False
feuga         rotate 24x15           1 hit strict 2 4 1    listed       ahead False reroll roll      oin_mars  False
kazakh        rotate 24x15           1 hit strict 2 2 none none         free  False shared roll      short123  True
narde         rotate 24x15           1 hit strict 2 2 1    listed       ahead False reroll roll      oin_mars  False
longgammon    mirror 24x15           2 hit strict 2 4 none none         free  False shared roll      short123  True
dutch         mirror barx15          2 hit strict 2 4 none none         free  False shared roll      short123  False
race          mirror reservex15      2 hit free   2 4 none none         free  False shared roll      short123  False
gammon_race   shared barx15          2 hit strict 2 4 none none         free  False shared roll      short123  False
garankuet     mirror short           2 hit strict 3 4 none none         free  False reroll roll      short123  False
diceless      rotate 24x15           1 hit strict 2 4 1    listed       ahead False lot    roll      oin_mars  False
deadgammon    mirror short           2 hit strict 2 4 none none         free  False shared roll      single    False
hypergammon   mirror 24.23.22        2 hit strict 2 4 none none         free  False shared roll      short123  True
nackgammon    mirror nack            2 hit strict 2 4 none none         free  False shared roll      short123  True
tapa          mirror 24x15           2 pin strict 2 4 none none         free  False reroll roll      oin_mars  False
gulbara       rotate 24x15           1 hit strict 2 4 1    listed       ahead False reroll roll      oin_mars  False
acey_deucey   mirror reservex15      2 hit free   2 4 none none         free  False reroll roll      short123  False
"""
"""spec/rules.md §3.19, with what §3 adds."""

SET_UPS = {"short": "24x2 13x5 8x3 6x5", "24.23.22": "24 23 22", "nack": "24x2 23x2 13x4 8x3 6x4"}


@pytest.mark.parametrize("row", TABLE.split("\n")[1:-1], ids=lambda row: row.split()[0])
def test_the_table_of_games(row: str) -> None:
    key, facing, set_up, *values = row.split()
    game = ALL[key]
    shown = [
        game.closed_at, game.contact, game.entry, game.dice, game.dup, game.head_limit, game.head_exception,
        game.six_block, game.six_block_transit, game.opening, game.next_starter, game.score, game.cube,
    ]  # fmt: skip
    assert list(map(str, shown)) == values
    assert game.facing.__name__ == facing
    assert [game.start().text(0), game.start().text(1)] == [SET_UPS.get(set_up, set_up)] * 2


def test_all_games_of_the_table_are_there_and_first() -> None:
    keys = [row.split()[0] for row in TABLE.split("\n")[1:-1]]
    assert list(ALL)[: len(keys)] == keys


@pytest.mark.parametrize("key", ALL)
def test_facing_is_an_involution(key: str) -> None:
    facing = ALL[key].facing
    assert [facing(facing(point)) for point in range(1, 25)] == list(range(1, 25))
    assert sorted(map(facing, range(1, 25))) == list(range(1, 25))


@pytest.mark.parametrize(("key", "mine"), [("short", 1), ("long_classic", 12), ("gammon_race", 24)])
def test_where_the_opponents_head_stands(key: str, mine: int) -> None:
    assert variant(key).facing(24) == mine


def test_the_same_flags_are_the_same_object() -> None:
    assert variant("short") is ALL["short"]
    assert variant("feuga", dup=2, six_block="never") is variant("feuga", six_block="never", dup=2)
    assert variant("feuga", dup=2) is not ALL["feuga"]
    assert (variant("feuga", dup=2).dup, ALL["feuga"].dup) == (2, 4)


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: variant("chess"), "unknown-variant"),
        (lambda: variant("short", gravity=True), "unknown-rule"),
        (lambda: variant("short", dup=3), "bad-rule"),
        (lambda: variant("short", dup="4"), "bad-rule"),
        (lambda: variant("short", dup=4.0), "bad-rule"),
        (lambda: variant("feuga", head_limit=True), "bad-rule"),
        (lambda: variant("short", home_moves=1), "bad-rule"),
        (lambda: variant("short", hit_run=["off"]), "bad-rule"),
        (lambda: variant("short", hit_run=None), "bad-rule"),
    ],
)
def test_what_is_no_game(call, code: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        call()
    assert refused.value.code == code


@pytest.mark.parametrize("key", ALL)
def test_every_flag_may_be_given_for_every_game(key: str) -> None:
    for flag, values in FLAGS.items():
        for value in values:
            assert getattr(variant(key, **{flag: value}), flag) == value
        assert getattr(ALL[key], flag) in values


def test_entry_moves_the_men_of_the_set_up() -> None:
    assert variant("dutch", entry="free").start().text(0) == "reservex15"
    assert variant("race", entry="strict").start().text(1) == "barx15"
    assert variant("short", entry="free").start().text(0) == "24x2 13x5 8x3 6x5"


@pytest.mark.parametrize(
    ("key", "flags", "dice", "turn", "stages"),
    [
        ("short", {}, (1, 3), 1, ((3, 1),)),
        ("short", {}, (3, 3), 1, ((3, 3, 3, 3),)),
        ("kazakh", {}, (3, 3), 1, ((3, 3),)),
        ("garankuet", {}, (5, 4, 5), 1, ((5, 5, 5, 5, 4),)),
        ("garankuet", {}, (5, 5, 6), 1, ((6, 5, 5),)),
        ("garankuet", {}, (5, 5, 5), 1, ((5,) * 6,)),
        ("garankuet", {"triplet_steps": 9}, (5, 5, 5), 1, ((5,) * 9,)),
        ("garankuet", {}, (5, 2, 5), 1, ((5, 5, 5, 5, 2),)),
        ("garankuet", {"pair_rule": "plus_one"}, (5, 2, 5), 1, ((5, 5, 2),)),
        ("garankuet", {"pair_rule": "plus_one"}, (5, 4, 5), 1, ((5, 5, 5, 5, 4),)),
        ("garankuet", {}, (1, 2, 1), 1, ((2, 1, 1),)),
        ("garankuet", {}, (6, 4, 5), 1, ((6, 5, 4),)),
        ("gulbara", {}, (4, 4), 1, ((4,) * 4, (5,) * 4, (6,) * 4)),
        ("gulbara", {}, (6, 6), 1, ((6,) * 4,)),
        ("gulbara", {}, (6, 5), 1, ((6, 5),)),
        ("gulbara", {"cascade_from_turn": 4}, (1, 1), 3, ((1,) * 4,)),
        ("gulbara", {"cascade_from_turn": 4}, (5, 5), 4, ((5,) * 4, (6,) * 4)),
        ("acey_deucey", {}, (1, 2), 1, ((2, 1),)),
        ("acey_deucey", {}, (4, 4), 1, ((4,) * 4,)),
        ("gammon_race", {"complement_doubles": True}, (2, 2), 1, ((2,) * 4, (5,) * 4)),
        ("gammon_race", {"complement_doubles": True}, (2, 1), 1, ((2, 1),)),
    ],
)
def test_stages_of_a_roll(key: str, flags: dict, dice: tuple, turn: int, stages: tuple) -> None:
    assert variant(key, **flags).stages(dice, turn) == stages


def test_what_follows_the_stages() -> None:
    acey = variant("acey_deucey")
    assert acey.sequel((1, 2)) == ("named", "bonus")
    assert acey.sequel((4, 4)) == acey.sequel((3, 2)) == variant("short").sequel((2, 1)) == ()
    assert acey.named_stage(6) == (6, 6, 6, 6)
    assert variant("gammon_race", complement_doubles=True).sequel((2, 2)) == ("bonus",)
    assert variant("diceless").named
    assert not acey.named


@pytest.mark.parametrize(
    ("key", "flags", "dice", "turn", "passed"),
    [
        ("gulbara", {}, (3, 3), 1, True),
        ("gulbara", {}, (6, 5), 1, False),
        ("gulbara", {"carry_scope": "any_roll"}, (6, 5), 1, True),
        ("gulbara", {"cascade_carry": "none"}, (3, 3), 1, False),
        ("gulbara", {"cascade_from_turn": 4}, (3, 3), 1, False),
        ("gulbara", {"cascade_from_turn": 4}, (3, 3), 4, True),
        ("feuga", {"carry_scope": "any_roll"}, (3, 3), 1, False),
    ],
)
def test_what_is_passed_on(key: str, flags: dict, dice: tuple, turn: int, *, passed: bool) -> None:
    assert variant(key, **flags).passes_on(dice, turn) is passed


def board(game: Variant, first: str, second: str) -> Board:
    return game.board(first, second)


@pytest.mark.parametrize(
    ("key", "flags", "first", "second", "ending"),
    [
        ("short", {}, "", "6x14", Ending(0, 1)),
        ("short", {}, "", "6x15", Ending(0, 2)),
        ("short", {}, "", "6x14 19", Ending(0, 3)),
        ("short", {}, "", "6x14 bar", Ending(0, 3)),
        ("short", {}, "", "6x13 bar", Ending(0, 1)),
        ("short", {}, "1", "6x14", None),
        ("dutch", {}, "", "barx15", Ending(0, 3)),
        ("longgammon", {}, "", "24x2 6x13", Ending(0, 3)),
        ("kazakh", {}, "", "24 6x14", Ending(0, 3)),
        ("gammon_race", {}, "", "18x15", Ending(0, 2)),
        ("gammon_race", {}, "", "18x14 19", Ending(0, 3)),
        ("acey_deucey", {}, "", "reserve 6x14", Ending(0, 3)),
        ("acey_deucey", {"score": "per_checker"}, "", "reserve 6x3", Ending(0, 4)),
        ("acey_deucey", {"score": "single"}, "", "reserve 6x14", Ending(0, 1)),
        ("long_classic", {}, "", "24 6x14", Ending(0, 2)),
        ("feuga", {}, "", "24 6x14", Ending(0, 2)),
        ("feuga", {}, "", "6x14", Ending(0, 1)),
        ("long_classic", {"score": "four_tier"}, "", "6x15", Ending(0, 3)),
        ("long_classic", {"score": "four_tier"}, "", "6x14 7", Ending(0, 2)),
        ("long_classic", {"score": "four_tier"}, "", "6x14 19", Ending(0, 4)),
        ("short", {"score": "four_tier"}, "", "6x14 19", Ending(0, 2)),
        ("short", {"score": "four_tier"}, "", "6x14 bar", Ending(0, 4)),
        ("short", {"score": "four_tier"}, "", "6x15", Ending(0, 3)),
        ("deadgammon", {}, "", "6x15", Ending(1, 1)),
        ("hypergammon", {}, "", "6 5 4", Ending(0, 2)),
        ("hypergammon", {}, "", "6 5", Ending(0, 1)),
        ("tapa", {}, "", "6x15", Ending(0, 2)),
        ("tapa", {}, "4x2 3x12 1", "24p 10x14", Ending(0, 2)),
        ("tapa", {"mother_points": 3}, "4x2 3x12 1", "24p 10x14", Ending(0, 3)),
        ("tapa", {"mother": False}, "4x2 3x12 1", "24p 10x14", None),
        ("tapa", {}, "24x2 3x12 1", "24p 10x14", None),
        ("tapa", {}, "24p 3x13 1", "24p 10x13 1", Ending(None, 0)),
        ("tapa", {}, "24 3x13 1", "24p 10x14", None),
    ],
)
def test_how_a_game_ends_after_a_play_of_the_first_side(
    key: str, flags: dict, first: str, second: str, ending: Ending | None
) -> None:
    game = variant(key, **flags)
    assert game.ended(board(game, first, second), 0) == ending


def test_a_pinned_mother_is_lost_when_the_pinners_last_man_has_left_his_start() -> None:
    game = variant("tapa")
    pinned = board(game, "24p 3x14", "1 10x13 24")
    assert game.ended(pinned, 1) is None
    left = board(game, "24p 3x14", "1 10x13 23")
    assert game.ended(left, 1) == Ending(1, 2)


@pytest.mark.parametrize(
    ("flags", "first", "second", "due"),
    [
        ({}, "", "3 1", True),
        ({}, "", "3x2 1x2", True),
        ({}, "", "3x2 1x3", False),
        ({}, "1", "3 1", False),
        ({}, "", "", False),
        ({"last_throw": False}, "", "3 1", False),
    ],
)
def test_the_last_throw_of_the_second_player(flags: dict, first: str, second: str, *, due: bool) -> None:
    game = variant("long_classic", **flags)
    assert game.last_throw_due(board(game, first, second), starter=0) is due


def test_no_shared_module_asks_which_game_it_serves() -> None:
    shared = [Path(games.rules.plays.__file__).parent, Path(games.rules.variants.base.__file__).parent]
    names = re.compile("|".join(rf"['\"]{key}['\"]" for key in ALL) + r"|\.key\b")
    for folder in shared:
        for module in folder.glob("*.py"):
            assert not names.findall(module.read_text()), module.name


def test_a_game_is_one_short_file() -> None:
    folder = Path(games.rules.variants.base.__file__).parent.parent
    lengths = {module.stem: len(module.read_text().splitlines()) for module in folder.glob("*.py")}
    assert set(lengths) - {"__init__"} == set(ALL)
    assert max(length for name, length in lengths.items() if name in ALL) <= 30
