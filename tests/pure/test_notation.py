"""Plays, turns and positions as people write them: the one printed form, and that it reads back."""

from __future__ import annotations

import random

import pytest

from games.rules.errors import IllegalAction
from games.rules.notation import (
    EN,
    RU,
    Part,
    play_text,
    position_text,
    read_play,
    read_position,
    read_turn,
    roll_text,
    turn_text,
)
from games.rules.plays import legal_plays, resolve
from games.rules.variants import ALL
from tests.pure.compare_plays import spots


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        ([(8, 5, False), (6, 5, False)], "8/5 6/5"),
        ([(6, 5, False), (8, 5, False)], "8/5 6/5"),
        ([(24, 18, True), (18, 13, False)], "24/18*/13"),
        ([(13, 7, False), (13, 7, False)], "13/7(2)"),
        ([(13, 7, True), (13, 7, False)], "13/7*(2)"),
        ([(24, 20, False), (24, 20, False), (20, 16, False), (20, 16, False)], "24/20/16(2)"),
        ([(25, 22, False), (25, 19, True)], "bar/22 bar/19*"),
        ([(5, 0, False)] * 6, "5/off(6)"),
        ([(5, 4, False), (4, 0, False)], "5/4/off"),
        ([(24, 21, False), (24, 21, False), (21, 18, False), (18, 15, False)], "24/21 24/21/18/15"),
        ([(8, 6, True), (6, 5, False)], "8/6*/5"),
        ([(6, 0, False), (1, 0, False)], "6/off 1/off"),
        ([], ""),
    ],
)
def test_plays(steps: list, text: str) -> None:
    assert play_text(steps) == text


def test_plays_in_russian_words() -> None:
    assert play_text([(25, 22, False), (6, 0, False)], RU) == "бар/22 6/снять"
    assert turn_text([Part((6, 4), "")], RU) == "64: нет хода"


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("8/5 6/5", ((8, 5), (6, 5))),
        ("24/18*/13", ((24, 18), (18, 13))),
        ("13/7(2)", ((13, 7), (13, 7))),
        ("bar/22* 6/off", ((25, 22), (6, 0))),
        ("24/20/16(2)", ((24, 20), (20, 16), (24, 20), (20, 16))),
        ("", ()),
    ],
)
def test_plays_are_read(text: str, moves: tuple) -> None:
    assert read_play(text) == moves


@pytest.mark.parametrize(
    "text", ["13", "13/", "/7", "13/7(1)", "13/26", "off/3", "13-7", "13/7x2", "13/7,", "0/0", "bar/bar"]
)
def test_what_is_no_printed_play(text: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        read_play(text)
    assert refused.value.code == "unreadable-play"


@pytest.mark.parametrize("key", ALL)
def test_a_printed_play_is_read_back_as_the_same_play(key: str) -> None:
    rng = random.Random(f"printed {key}")
    stream = spots([key], rng)
    for _ in range(25):
        spot = next(stream)
        play = rng.choice(legal_plays(spot))
        assert resolve(spot, read_play(play_text(play.steps))).board == play.board


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([Part((1, 3), "8/5 6/5")], "31: 8/5 6/5"),
        ([Part((6, 4), "")], "64: (pass)"),
        ([Part((6, 6), "24/18(2)", "named")], "=66: 24/18(2)"),
        ([Part((4, 5, 5), "13/8")], "554: 13/8"),
        (
            [Part((2, 1), "bar/24 bar/23"), Part((6, 6), "24/18 23/17/11/5"), Part((4, 3), "13/6")],
            "21: bar/24 bar/23 | 66: 24/18 23/17/11/5 | 43: 13/6",
        ),
        ([Part((3, 3), "24/21"), Part((4,), "21/17"), Part((5,), "")], "33: 24/21 | 4: 21/17 | 5: (pass)"),
        ([Part((5, 5, 5, 6, 6, 6, 6), "20/15", "over")], ">5x3 6x4: 20/15"),
    ],
)
def test_turns(parts: list[Part], text: str) -> None:
    assert turn_text(parts) == text
    back = read_turn(text)
    assert [(sorted(part.numbers), part.play, part.kind) for part in back] == [
        (sorted(part.numbers), part.play, part.kind) for part in parts
    ]


def test_a_pass_is_read_in_both_languages() -> None:
    assert read_turn("64: нет хода") == read_turn(f"64: {EN.passed}") == (Part((6, 4), ""),)


@pytest.mark.parametrize(
    "text", ["", "8/5", "71: 8/5", "31 8/5", "31: 8-5", "31: 8/5 |", ">5: 20/15", "=: 8/5", "3111: 8/7"]
)
def test_what_is_no_printed_turn(text: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        read_turn(text)
    assert refused.value.code == "unreadable-play"


def test_rolls() -> None:
    assert [roll_text((1, 3)), roll_text((5, 4, 5)), roll_text((6, 6))] == ["31", "554", "66"]


def test_positions() -> None:
    game = ALL["tapa"]
    board = game.board("19p 13 5x13", "6 24x2 10x12")
    assert position_text(board) == "19p 13 5x13 / 24x2 10x12 6"
    assert position_text(board, 1) == "24x2 10x12 6 / 19p 13 5x13"
    assert read_position(position_text(board), game) == board
    with pytest.raises(IllegalAction):
        read_position("24x15", game)
