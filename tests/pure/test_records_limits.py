"""No file does harm: whatever stands in it, it is read in time, and what cannot be read is told."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.records import mat, native, sgf
from games.records.decoding import decode, lines
from games.records.report import report
from tests.pure.record_layouts import LAYOUTS, fibs
from tests.pure.record_truth import random_record

SAMPLE = random_record(1, format_name="money", end="games:2", beavers=True, raccoons=True).record
TEXTS = [
    LAYOUTS["jellyfish"](SAMPLE),
    LAYOUTS["studio"](SAMPLE),
    mat.write(SAMPLE),
    sgf.write(SAMPLE),
    native.write(SAMPLE),
    fibs(SAMPLE),
]
PIECES = [
    "Doubles => 2", "Takes", "Drops", "Beavers", "Raccoons => 64", "Resigns", "Wins 2 points", "????", "(", ")", ";",
    "[", "]", "W[31hefe]", "B[double]", "\\", "\n Game 3\n", "\t", "\0", " : 3      x : 4", "66: bar/off(4)",
    "\n0 point match\n", "AE[a:y]AW[a]", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "31: 8/5 6/5",
]  # fmt: skip


@given(st.binary(max_size=300))
@settings(max_examples=150, deadline=None)
def test_any_bytes_have_a_report(data: bytes) -> None:
    json.dumps(report("x", data, trace=True))


@pytest.mark.parametrize("seed", range(40))
def test_a_file_with_pieces_changed_has_a_report(seed: int) -> None:
    rng = random.Random(seed)
    text = rng.choice(TEXTS)
    for _ in range(rng.randint(1, 8)):
        place = rng.randrange(len(text) + 1)
        until = min(len(text), place + rng.randint(0, 80))
        text = rng.choice(
            (
                text[:place] + rng.choice(PIECES) + text[place:],
                text[:place] + text[until:],
                text[:place] + text[place:until] * 2 + text[until:],
                text[:until] + text[place:until][::-1] + text[until:],
            )
        )
    shown = report("x", text.encode(), trace=True)
    assert json.loads(json.dumps(shown))["file"] == "x"


GROWING: dict[str, Callable[[int], str]] = {
    "parentheses": lambda n: "(;GM[6]" + "(" * n,
    "brackets": lambda n: "(;GM[6]W[" + "[" * n,
    "backslashes": lambda n: "(;GM[6]C[" + "\\" * n,
    "values": lambda n: "(;GM[6]AW" + "[a]" * (n // 3) + ")",
    "blanks": lambda n: " 5 point match\n Game 1\n" + " " * n + "a : 0" + " " * n + ": 1 x\n",
    "colons": lambda n: " 5 point match\n Game 1\n" + ": 1  " * (n // 5) + "x\n",
    "one row": lambda n: " 5 point match\n Game 1\n a : 0   b : 0\n  1) " + "31: 8/5 6/5 " * (n // 12),
    "moves": lambda n: " 5 point match\n Game 1\n a : 0   b : 0\n  1) 31: " + "8/5 " * (n // 4),
    "slashes": lambda n: " 5 point match\n Game 1\n a : 0   b : 0\n  1) 31: 8" + "/5" * (n // 2),
    "remarks": lambda n: " 5 point match\n Game 1\n a : 0   b : 0\n  1) 31: 8/5 6/5\n" + "; hello\n" * (n // 8),
    "quotes": lambda n: "; [" + "a" * n + ' "' + '"' * n + "]",
    "digits": lambda n: " 5 point match\n" + "1" * n + " point match",
    "lists": lambda n: '{"format":"nardy-record","version":1,"variant":"short","games":[' + "[" * n,
}


@pytest.mark.parametrize("text", GROWING.values(), ids=GROWING)
def test_four_times_the_text_takes_no_more_than_some_times_the_time(text: Callable[[int], str]) -> None:
    def taken(size: int) -> float:
        data = text(size).encode()
        begin = time.process_time()
        report("x", data)
        return time.process_time() - begin

    assert taken(80_000) < 12 * taken(20_000) + 0.5


@given(st.text(max_size=200), st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32"]))
def test_unicode_is_decoded_as_it_was_written(text: str, charset: str) -> None:
    if charset == "utf-8" and text[:1] in ("", "\ufeff"):
        return
    data = text.encode(charset, "replace")
    if "\0" not in text:
        assert decode(data) == data.decode(charset)


def test_all_line_ends_are_line_ends() -> None:
    assert lines("a\r\nb\rc\nd") == ["a", "b", "c", "d"]


def test_a_file_that_is_no_record_is_told_in_its_line() -> None:
    assert report("x", b"\x00\x01\x02")["error"]
    assert report("y", b"") == {"file": "y", "error": "the file is empty"}
