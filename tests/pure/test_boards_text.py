"""The text board of a letter: ASCII, narrow, every man counted, and the same position in words."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from games.boards.text import COLUMNS, board_text, points_in_words, position_words
from games.boards.view import Cube, Die, View
from games.rules.board import BAR, OFF, RESERVE
from games.rules.variants import ALL
from tests.pure.board_views import LONG, PINS, RACE, SHORT, START, VIEWS, WORDS, views

DATA = Path(__file__).parents[1] / "data" / "boards"
CELLS = (*range(3, 21, 3), *range(26, 44, 3))
"""Columns of the sign in each cell: six points, six points; the bar is between them."""


@pytest.mark.parametrize("name", VIEWS)
def test_the_letter_shows_what_was_agreed(name: str) -> None:
    """`tests/data/boards` holds boards that were read and found right."""
    view = VIEWS[name]
    whole = f"{board_text(view)}\n\n{points_in_words(view, WORDS)}\n"
    assert whole == (DATA / f"{name}.txt").read_text(encoding="utf-8")


@settings(max_examples=80, deadline=None)
@given(view=views())
def test_any_board_is_ascii_and_narrow(view: View) -> None:
    text = board_text(view)
    assert text.isascii()
    assert all(len(line) <= COLUMNS and line == line.rstrip() for line in text.split("\n"))


@settings(max_examples=80, deadline=None)
@given(view=views())
def test_the_men_in_the_drawing_are_the_men_on_the_board(view: View) -> None:
    found = Counter[str]()
    rows = [line for line in board_text(view).split("\n") if line.startswith(" |")]
    assert len(rows) == 11
    for column in CELLS:
        for half in (rows[:5], rows[:5:-1]):
            found += read_cell([line[column - 1 : column + 2] for line in half])
    for half in (rows[4::-1], rows[6:]):
        found += read_cell([line[21:24] for line in half])
    expected = Counter[str]()
    for sign, side in (("O", view.viewer), ("X", 1 - view.viewer)):
        expected[sign] = sum(view.board.sides[side][1:26])
    assert found == +expected


def read_cell(cells: list[str]) -> Counter[str]:
    """Men of one point from the edge inwards: signs, or signs and the number that stands for all of the last sign."""
    men = Counter[str]()
    last = ""
    for cell in (cell.strip(" .|") for cell in cells):
        if cell.isdigit():
            men[last] = int(cell)
        elif cell:
            last = cell.upper()
            men[last] += 1
    return men


def test_the_numbers_stand_over_their_points() -> None:
    lines = board_text(SHORT).split("\n")
    for line, points in ((lines[0], range(13, 25)), (lines[14], range(12, 0, -1))):
        assert [line[column - 1 : column + 1].strip() for column in CELLS] == [str(point) for point in points]


def test_numbers_can_be_the_movers_or_left_out() -> None:
    assert board_text(replace(SHORT, mover=1, numbers="mover")).startswith("  12 11 10")
    assert not re.search(r"^ *1[23] 1", board_text(replace(SHORT, numbers="none")), re.MULTILINE)


def test_a_board_with_the_home_to_the_left_is_the_other_way_round() -> None:
    plain, turned = board_text(SHORT).split("\n"), board_text(replace(SHORT, mirrored=True)).split("\n")
    assert turned[14].split() == plain[14].split()[::-1]
    for one, two in zip(plain[2:13], turned[2:13], strict=True):
        assert [one[column] for column in CELLS] == [two[column] for column in CELLS][::-1]


def test_below_the_drawing_stand_pips_bar_reserve_off_dice_and_cube() -> None:
    assert board_text(RACE).split("\n")[-3:] == [
        " O  pips 368  bar 1  reserve 12  off 0",
        " X  pips 347  reserve 9  off 0",
        " O dice 2 1",
    ]
    offered = replace(SHORT, dice=(Die(5), Die(5, used=True)), mover=1, cubes=(Cube(4, 0, offered=True),))
    assert board_text(offered).split("\n")[-1] == " X dice 5 (5)  cube 4 to O"


def test_the_cubes_of_a_chouette_have_their_names_and_stay_in_the_columns() -> None:
    cubes = tuple(Cube(2, owner, label) for label, owner in zip("BCDEFGHIJ", (0, 1, None) * 3, strict=True))
    text = board_text(replace(SHORT, cubes=cubes))
    assert re.findall(r"cube ([B-J]) 2( [OX])?", text) == list(zip("BCDEFGHIJ", (" O", " X", "") * 3, strict=True))
    assert max(map(len, text.split("\n"))) <= COLUMNS


@pytest.mark.parametrize("key", ALL)
def test_the_start_of_every_variant_in_words(key: str) -> None:
    variant = ALL[key]
    for side, words in enumerate(position_words(View(board=variant.start(), facing=variant.facing))):
        men = sum(count for _, count in words.standing) + words.bar + words.reserve + words.off + len(words.pinned)
        assert men == variant.men
        assert words.pips == variant.start().pips(side)


def test_words_use_the_numbers_of_the_drawing() -> None:
    mine, theirs = position_words(View(board=START, facing=SHORT.facing))
    assert mine.standing == ((24, 2), (13, 5), (8, 3), (6, 5))
    assert theirs.standing == ((1, 2), (12, 5), (17, 3), (19, 5))
    assert [words.side for words in position_words(LONG)] == [1, 0]


def test_words_tell_pins_bar_reserve_and_off() -> None:
    mine, theirs = position_words(PINS)
    assert (mine.pinned, theirs.pinned) == ((19,), (24,))
    mine, _ = position_words(RACE)
    men = RACE.board.sides[0]
    assert (mine.bar, mine.reserve, mine.off) == (men[BAR], men[RESERVE], men[OFF])


def test_words_are_wrapped_between_phrases_or_not_at_all() -> None:
    lines = points_in_words(SHORT, WORDS).split("\n")
    assert all(len(line) <= COLUMNS for line in lines)
    assert points_in_words(SHORT, WORDS, width=0).split("\n") == [
        "O, вы: 1 на 24, 1 на 22, 3 на 13, 1 на 9, 3 на 8, 4 на 6, 2 на 5, пипсы 152.",
        "X, соперник: 2 на 1, 3 на 12, 1 на 15, 2 на 17, 2 на 18, 5 на 19, пипсы 157.",
    ]


def test_cubes_are_drawn_where_the_drawing_can_name_them_all() -> None:
    """It is ASCII: of cubes without their names nobody knows whose they are; the words around it tell of them."""
    named = replace(SHORT, cubes=(Cube(2, owner=1, label="Victor", offered=True), Cube(1, owner=None, label="Anna")))
    assert "cube Victor 2 to X  cube Anna 1" in board_text(named)
    half = replace(SHORT, cubes=(*named.cubes, Cube(4, owner=None, label="Лейла")))
    assert "cube" not in board_text(half)
    assert "cube 2" in board_text(replace(SHORT, cubes=(Cube(2, owner=None),)))
