"""The same games in every program's layout are the same games: plays, positions, cube, results."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import pytest

from games.records.playing import play
from games.records.reading import read
from games.records.record import Record
from tests.pure.record_layouts import LAYOUTS, headless
from tests.pure.record_truth import Told, random_record, shown_games

TABLES: dict[str, dict[str, object]] = {
    "match": {"format_name": "match", "length": 5},
    "long match": {"format_name": "match", "length": 3, "steady": True},
    "money": {"format_name": "money", "end": "games:4", "beavers": True, "raccoons": True, "jacoby": "off"},
}


@lru_cache
def table(kind: str, seed: int) -> Told:
    return random_record(seed, **TABLES[kind])  # type: ignore[arg-type]  # the options of one kind of table


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_every_layout_tells_the_same_games(layout: Callable[[Record], str], kind: str) -> None:
    for seed in (1,) if kind == "long match" else range(4):
        told = table(kind, seed)
        played = play(read(layout(told.record).encode()))
        assert played.illegal == ()
        assert shown_games(played) == told.truth


@pytest.mark.parametrize(
    "charset", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1251", "koi8-r"]
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\r\r\n", "\n\n"])
def test_no_charset_and_no_line_end_does_harm(charset: str, end: str) -> None:
    told = table("match", 0)
    text = LAYOUTS["jellyfish"](told.record).replace("P0", "Ёжик").replace("P1", "Щука")
    played = play(read(text.replace("\n", end).encode(charset)))
    assert shown_games(played) == told.truth
    if charset != "koi8-r":  # which old Cyrillic charset it is, nothing tells
        assert played.record.names == ("Ёжик", "Щука")


def test_western_names_in_latin_1_are_read() -> None:
    text = " 3 point match\n\n Game 1\n Jürgen : 0         Bjørn : 0\n  1) 31: 8/5 6/5       42: 8/4 6/4\n"
    assert read(text.encode("latin-1")).names == ("Jürgen", "Bjørn")
    assert read(b"\xef\xbb\xbf" + text.encode("latin-1")).names == ("Jürgen", "Bjørn")


def test_rows_alone_are_enough() -> None:
    """Neither length nor `Game 1` nor names: games begin where the row numbers do."""
    told = random_record(1, format_name="match", length=5, steady=True)
    played = play(read(headless(told.record).encode()))
    assert [game.boards for game in shown_games(played)] == [game.boards for game in told.truth]
    assert "no match length: read as a money session" in [str(note) for note in played.notes]


def test_a_record_cut_off_anywhere_is_read_up_to_there() -> None:
    told = table("long match", 1)
    text = LAYOUTS["studio"](told.record)
    whole = [board for game in told.truth for board in game.boards]
    for share in (1, 3, 6, 9):
        played = play(read(text[: len(text) * share // 10].encode()))
        boards = [board for game in shown_games(played) for board in game.boards]
        # the last row may be cut in the middle of a play, which then is another one
        assert boards[:-1] == whole[: max(len(boards) - 1, 0)]
