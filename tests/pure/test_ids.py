"""Position names of other programs: what we write they read, and the other way round."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.records import ids
from games.rules.board import BAR, OFF, Board, Side
from games.rules.errors import IllegalAction

START_MEN = {24: 2, 13: 5, 8: 3, 6: 5}


def side(men: dict[int, int]) -> Side:
    counts = [0] * 27
    for point, count in men.items():
        counts[point] = count
    counts[OFF] = 15 - sum(men.values())
    return tuple(counts)


START = Board((side(START_MEN), side(START_MEN)))


def test_the_start_has_the_id_that_everybody_knows() -> None:
    assert ids.position_id(START, 0) == "4HPwATDgc/ABMA"
    assert ids.xgid(ids.Position(board=START, turn=0)) == "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"


def test_the_player_who_is_not_on_roll_comes_first() -> None:
    """What GNU Backgammon 1.07 prints after 31: 8/5 6/5, with the opponent on roll."""
    made_five = side({24: 2, 13: 5, 8: 2, 6: 4, 5: 2})
    assert ids.position_id(Board((made_five, START.sides[0])), 1) == "sGfwATDgc/ABMA"
    assert ids.position_id(Board((START.sides[0], made_five)), 0) == "sGfwATDgc/ABMA"


def test_the_two_ids_of_another_program_agree_with_its_xgid() -> None:
    """What GNU Backgammon 1.07 makes of the XGID: player 1 on roll, 2 : 3 in a match to 7, he owns a 4-cube."""
    of_xg = ids.read_xgid("XGID=-a-a--E-B--BbC---cBd----A-:2:-1:-1:00:2:3:0:7:10")
    assert ids.gnu_id(of_xg) == "4DPmYCDgORhAAg:UgngACAAGAAE"
    assert ids.read_gnu_id("4DPmYCDgORhAAg:UgngACAAGAAE").board == of_xg.board


def test_a_match_id_of_another_program_is_read() -> None:
    """The Crawford game of a match to 3 at 2 : 1, player 1 has thrown 5-3."""
    position = ids.read_gnu_id("4HPwATDgc/ABMA:8IhuACAACAAE")
    assert position == ids.Position(board=START, turn=1, dice=(5, 3), length=3, score=(2, 1), crawford=True)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Boards of two sides that never share a point."""
    counts = [[0] * 27, [0] * 27]
    for number in (0, 1):
        for _ in range(draw(st.integers(0, 15))):
            free = [p for p in (*range(1, 25), BAR) if p == BAR or not counts[1 - number][BAR - p]]
            counts[number][draw(st.sampled_from(free))] += 1
        counts[number][OFF] = 15 - sum(counts[number])
    return Board((tuple(counts[0]), tuple(counts[1])))


@st.composite
def positions(draw: st.DrawFn) -> ids.Position:
    length = draw(st.integers(0, 64))
    dice = draw(st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6)))
    doubled = draw(st.booleans()) and dice is None
    return ids.Position(
        board=draw(boards()),
        turn=draw(st.integers(0, 1)),
        dice=dice,
        cube=1 << draw(st.integers(0, 10)),
        owner=draw(st.sampled_from([None, 0, 1])),
        doubled=doubled,
        length=length,
        score=(draw(st.integers(0, 63)), draw(st.integers(0, 63))),
        crawford=bool(length) and draw(st.booleans()),
        jacoby=not length and draw(st.booleans()),
    )


@given(positions())
def test_every_position_survives_both_ways(position: ids.Position) -> None:
    assert ids.read_xgid(ids.xgid(position)) == position
    assert ids.read_gnu_id(ids.gnu_id(position)) == position


@given(positions(), st.integers(1, 3))
def test_a_resignation_is_kept_in_the_match_id(position: ids.Position, level: int) -> None:
    offered = replace(position, doubled=False, resigned=level)
    assert ids.read_gnu_id(ids.gnu_id(offered)) == offered


@pytest.mark.parametrize(
    "text",
    [
        "",
        "XGID=",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0",
        "XGID=-b----E-C---eE---c-e----Z-:0:0:1:00:0:0:0:0:10",
        "XGID=-b----E-C---eE---c-e----B-:x:0:1:00:0:0:0:0:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:70:0:0:0:0:10",
        "XGID=Ab----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
    ],
)
def test_what_is_no_xgid_is_refused(text: str) -> None:
    with pytest.raises(IllegalAction):
        ids.read_xgid(text)


@pytest.mark.parametrize("read", [ids.read_xgid, ids.read_gnu_id, ids.read_position_id])
@given(text=st.text(max_size=40))
def test_no_text_breaks_the_readers(read: Callable[[str], object], text: str) -> None:
    with suppress(IllegalAction):
        read(text)
