"""Position text: the canonical form, what else is read, and what is refused (spec/legal_plays.md, "Position text")."""

from __future__ import annotations

import pytest

from games.rules.board import BAR, OFF, RESERVE, move_text, read_side, side_text
from games.rules.errors import IllegalAction
from games.rules.variants import variant


def side(**men: int) -> tuple[int, ...]:
    places = {"off": OFF, "bar": BAR, "reserve": RESERVE} | {f"p{point}": point for point in range(1, 25)}
    counts = [0] * 27
    for name, count in men.items():
        counts[places[name]] = count
    return tuple(counts)


@pytest.mark.parametrize(
    ("text", "men"),
    [
        ("24x2 13x5 8x3 6x5", side(p24=2, p13=5, p8=3, p6=5)),
        ("6x5 8x3 24x2 13x5", side(p24=2, p13=5, p8=3, p6=5)),
        ("reservex9 bar 24x2 13x3", side(reserve=9, bar=1, p24=2, p13=3)),
        ("25x2 13x13", side(bar=2, p13=13)),
        ("3x1 0x14", side(p3=1, off=14)),
        ("1", side(p1=1, off=14)),
        ("offx15", side(off=15)),
        ("", side(off=15)),
        ("  6x5   8x10 ", side(p6=5, p8=10)),
    ],
)
def test_what_is_read(text: str, men: tuple[int, ...]) -> None:
    assert read_side(text, 15) == (men, frozenset())


@pytest.mark.parametrize(
    ("men", "pinned", "text"),
    [
        (side(reserve=9, bar=1, p24=2, p13=3), (), "reservex9 bar 24x2 13x3"),
        (side(p6=1, p3=2, off=12), (6,), "6p 3x2 offx12"),
        (side(off=15), (), "offx15"),
        (side(p24=15), (), "24x15"),
    ],
)
def test_the_canonical_form(men: tuple[int, ...], pinned: tuple[int, ...], text: str) -> None:
    assert side_text(men, frozenset(pinned)) == text
    assert read_side(text, 15) == (men, frozenset(pinned))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("26x2 13x5", "unreadable"),
        ("13x0 6x5", "unreadable"),
        ("013x2", "unreadable"),
        ("13 x2", "unreadable"),
        ("Bar 6x2", "unreadable"),
        ("6x", "unreadable"),
        ("-6", "unreadable"),
        ("6x99999999999999999999", "unreadable"),
        ("\u0666x5", "unreadable"),
        ("13x2 6x5 13x3", "place-twice"),
        ("bar 25", "place-twice"),
        ("24x2 13x5 8x3 6x6", "wrong-number-of-men"),
        ("24x2 13x5 8x3 6x3 off", "wrong-number-of-men"),
        ("barp", "bad-pin"),
        ("6px1", "bad-pin"),
        ("offp", "bad-pin"),
    ],
)
def test_what_is_refused(text: str, reason: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        read_side(text, 15)
    assert refused.value.code == "bad-position"
    assert refused.value.data["reason"] == reason


@pytest.mark.parametrize(
    ("key", "first", "second", "reason"),
    [
        ("short", "24 17 12", "13x5", "both-sides"),
        ("long_classic", "24x14 12", "24x15", "both-sides"),
        ("gammon_race", "20 22x14", "20 24x14", "both-sides"),
        ("short", "24p 6", "1x2", "no-pins"),
        ("tapa", "24p 6", "13x2", "no-pinner"),
        ("tapa", "19p 13", "6p 13x2", "no-pinner"),
        ("tapa", "19 13", "6x2", "both-sides"),
        ("short", "reservex3 6x2", "24x2", "no-reserve"),
        ("race", "6x2", "24x2 reserve", None),
        ("tapa", "19p 13", "6x2", None),
        ("short", "24x2", "1", "both-sides"),
    ],
)
def test_two_sides_must_go_together(key: str, first: str, second: str, reason: str | None) -> None:
    if reason is None:
        board = variant(key).board(first, second)
        assert board.text(0).startswith(first.split(" off")[0].split()[0])
        return
    with pytest.raises(IllegalAction) as refused:
        variant(key).board(first, second)
    assert (refused.value.code, refused.value.data["reason"]) == ("bad-position", reason)


def test_a_reserve_needs_free_entry_whatever_the_game() -> None:
    assert variant("dutch", entry="free").board("reservex13 21x2", "").text(0) == "reservex13 21x2"
    with pytest.raises(IllegalAction):
        variant("race", entry="strict").board("reservex13 21x2", "")


@pytest.mark.parametrize(
    ("key", "pips"),
    [("short", 167), ("long_classic", 360), ("dutch", 375), ("race", 375), ("hypergammon", 69), ("nackgammon", 194)],
)
def test_pips_of_the_set_up(key: str, pips: int) -> None:
    board = variant(key).start()
    assert [board.pips(0), board.pips(1)] == [pips, pips]


def test_moves_as_texts() -> None:
    assert [move_text(25, 22), move_text(26, 22), move_text(13, 7), move_text(6, 0)] == [
        "bar/22", "bar/22", "13/7", "6/off",
    ]  # fmt: skip
