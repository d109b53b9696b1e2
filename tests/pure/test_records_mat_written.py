"""`.mat` files of our own, as GNU Backgammon 1.07 reads them: tried with the program itself, kept here as text."""

from __future__ import annotations

import re

import pytest

from games.records import mat
from games.records.playing import play
from games.records.record import Record

MONEY = '; [Beaver "On"]\n 0 point match\n\n Game 1\n Ann : 0                        Bob : 0\n'
ROWS = """\
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Beavers => 4                {answer}
  3)                             42: 8/4 6/4
"""


@pytest.mark.parametrize(
    ("answer", "words"),
    [("Takes", ["Doubles", "Beavers"]), ("Raccoons => 8", ["Doubles", "Beavers", "Beavers"])],
)
def test_beavers_are_written_as_another_program_reads_them(answer: str, words: list[str]) -> None:
    """It has no word for a raccoon, and takes the word that accepts a beaver for a further double."""
    record = mat.read(MONEY + ROWS.format(answer=answer))
    written = mat.write(record)
    assert re.findall("Doubles|Takes|Beavers|Raccoons", written) == words
    cubes = [game.games[0].steps[-1].cube for game in (play(record), play(mat.read(written)))]
    assert cubes == [2 ** len(words)] * 2


@pytest.mark.parametrize(
    ("key", "name"), [("short", "Backgammon"), ("nackgammon", "NackGammon"), ("hypergammon", "HyperGammon (3)")]
)
def test_variations_are_named_as_another_program_knows_them(key: str, name: str) -> None:
    written = mat.write(Record(games=(), variant=key))
    assert f'; [Variation "{name}"]' in written
