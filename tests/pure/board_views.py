"""Boards to draw in tests: written by hand in position text, and any legal one at random. No tests live here."""

from __future__ import annotations

from hypothesis import strategies as st

from games.boards.svg import Labels, LinkLabels
from games.boards.text import WordLabels
from games.boards.view import Cube, Die, LastPlay, View
from games.rules.board import OFF, Board, Facing, read_board
from games.rules.variants.base.routes import mirror, rotate, shared

FACINGS: tuple[Facing, ...] = (mirror, rotate, shared)

LABELS = Labels(
    title="Доска",
    position="O & X",
    links=LinkLabels(
        source="взять с {point}",
        source_bar="взять с бара",
        chosen="отпустить {point}",
        chosen_bar="отпустить бар",
        target="поставить на {point}",
        target_off="снять",
    ),
)

WORDS = WordLabels(
    mine="O, вы",
    theirs="X, соперник",
    standing="{men} на {point}",
    pinned="прижата на {point}",
    bar="на баре {men}",
    reserve="вне доски {men}",
    off="снято {men}",
    pips="пипсы {pips}",
)


def board(mine: str, theirs: str, facing: Facing = mirror, men: int = 15) -> Board:
    """Position texts of side 0 and side 1, each in its own numbering."""
    return read_board((mine, theirs), men=men, facing=facing, pins=True, reserve=True)


START = board("24x2 13x5 8x3 6x5", "24x2 13x5 8x3 6x5")

SHORT = View(
    board=board("24 22 13x3 9 8x3 6x4 5x2", "24x2 13x3 10 8x2 7x2 6x5"),
    facing=mirror,
    mover=0,
    dice=(Die(4, used=True), Die(2)),
    cubes=(Cube(2, owner=0),),
    last=LastPlay(1, ((13, 7), (8, 7))),
    sources={24: "?a=1&b=24", 13: "?a=1&b=13", 9: "?", 8: "?a=1&b=8", 6: "?a=1&b=6"},
    targets={7: "?a=1&b=7"},
    chosen=9,
)

LONG = View(
    board=board("24x9 18 6x2 1", "24x11 20 15 1", rotate),
    facing=rotate,
    viewer=1,
    mover=0,
    heads=True,
    dice=(Die(6, used=True), Die(6), Die(6), Die(6)),
    last=LastPlay(1, ((24, 20), (4, 0))),
)

LANE = View(board=board("barx13 22 19", "20x2 6x5 5x2 3", shared), facing=shared, mover=1, dice=(Die(6), Die(3)))

PINS = View(board=board("24x7 19p 6x7", "6x3 24x9 10x2 1p", mirror), facing=mirror, mirrored=True)

RACE = View(
    board=board("reservex12 bar 22 21", "reservex9 24x2 20 18x3"),
    facing=mirror,
    mover=0,
    dice=(Die(2), Die(1)),
    sources={25: "?25"},
    last=LastPlay(1, ((25, 24),)),
)

VIEWS = {"short": SHORT, "long": LONG, "lane": LANE, "pins": PINS, "race": RACE}


@st.composite
def views(draw: st.DrawFn) -> View:
    """Any board that could stand: every facing, pins, bar, reserve and off on both sides; seen from either side."""
    facing = draw(st.sampled_from(FACINGS))
    men = draw(st.sampled_from((15, 15, 3)))
    taken = draw(st.sets(st.integers(1, 24), max_size=12))
    outside = st.sampled_from((0, 25, 26))
    first = draw(_men(men, st.one_of(st.sampled_from(sorted(taken)), outside) if taken else outside))
    free = [point for point in range(1, 25) if not first[facing(point)]]
    second = draw(_men(men, st.one_of(st.sampled_from(free), outside) if free else outside))
    pinned: set[int] = set()
    if facing is mirror:
        pinned = _pin(draw, first, second, facing)
    position = Board((tuple(first), tuple(second)), (frozenset(), frozenset(pinned)))
    return View(
        board=position,
        facing=facing,
        viewer=draw(st.sampled_from((0, 1))),
        mover=draw(st.sampled_from((None, 0, 1))),
        white=draw(st.sampled_from((0, 1))),
        mirrored=draw(st.booleans()),
        numbers=draw(st.sampled_from(("viewer", "mover", "none"))),
        heads=draw(st.booleans()),
        dice=tuple(Die(number) for number in draw(st.lists(st.integers(1, 6), max_size=9))),
        cubes=tuple(Cube(2**power, draw(st.sampled_from((None, 0, 1)))) for power in range(draw(st.integers(0, 9)))),
    )


def _men(count: int, places: st.SearchStrategy[int]) -> st.SearchStrategy[list[int]]:
    def counted(places: list[int]) -> list[int]:
        return [places.count(place) for place in range(27)]

    return st.lists(places, min_size=count, max_size=count).map(counted)


def _pin(draw: st.DrawFn, first: list[int], second: list[int], facing: Facing) -> set[int]:
    """Put one man of the second side that is off under some of the first side's stacks."""
    pinned = set()
    for point in range(1, 25):
        if second[OFF] and first[facing(point)] and draw(st.booleans()):
            second[OFF] -= 1
            second[point] = 1
            pinned.add(point)
    return pinned
