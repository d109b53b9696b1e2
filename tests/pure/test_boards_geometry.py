"""Where the points of both sides stand, for every facing and both ways round."""

from __future__ import annotations

import itertools

import pytest

from games.boards.geometry import BOTTOM, COLUMN, HEIGHT, MIDDLE, TOP, WIDTH, area, bar_room, leaves_left, place
from games.rules.board import BAR, OFF, RESERVE, Facing
from games.rules.variants.base.routes import mirror, rotate, shared
from tests.pure.board_views import FACINGS

CORNERS = {1: ("right", "low"), 12: ("left", "low"), 13: ("left", "high"), 24: ("right", "high")}


def corner(point: int, *, mine: bool, facing: Facing, mirrored: bool = False) -> tuple[str, str]:
    """The corner of the board in which a point lies."""
    spot = place(point, mine=mine, facing=facing, mirrored=mirrored)
    outermost = {84: "left", 804: "right"} if not mirrored else {96: "left", 816: "right"}
    return outermost[int(spot.x)], "low" if spot.y > MIDDLE else "high"


@pytest.mark.parametrize("facing", FACINGS)
def test_the_readers_home_is_at_the_bottom_right_and_his_24_above_it(facing: Facing) -> None:
    assert {point: corner(point, mine=True, facing=facing) for point in CORNERS} == CORNERS


@pytest.mark.parametrize("facing", FACINGS)
def test_a_mirrored_board_has_the_home_at_the_left(facing: Facing) -> None:
    turned = {point: ({"right": "left", "left": "right"}[x], y) for point, (x, y) in CORNERS.items()}
    assert {point: corner(point, mine=True, facing=facing, mirrored=True) for point in CORNERS} == turned


@pytest.mark.parametrize(
    ("facing", "head", "last"),
    [
        (mirror, ("right", "low"), ("right", "high")),
        (rotate, ("left", "low"), ("left", "high")),
        (shared, ("right", "high"), ("right", "low")),
    ],
)
def test_the_other_sides_head_and_last_point(facing: Facing, head: tuple[str, str], last: tuple[str, str]) -> None:
    """Long nardy: own head top right, the other's bottom left. In the shared lane both sides count alike."""
    assert [corner(point, mine=False, facing=facing) for point in (24, 1)] == [head, last]


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("facing", FACINGS)
def test_men_go_round_the_board_counter_clockwise(facing: Facing, mirrored: bool) -> None:
    """Every side in the long game and in the shared lane; in mirror games the other side goes the other way."""
    for mine in (True, False):
        spots = [place(point, mine=mine, facing=facing, mirrored=mirrored) for point in range(24, 0, -1)]
        turns = [
            (a.x - WIDTH / 2) * (b.y - MIDDLE) - (a.y - MIDDLE) * (b.x - WIDTH / 2) < 0
            for a, b in itertools.pairwise(spots)
        ]
        opposite = facing is mirror and not mine
        assert set(turns) == {mirrored == opposite}


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("facing", FACINGS)
def test_no_two_places_are_the_same(facing: Facing, mirrored: bool) -> None:
    points = [place(point, mine=True, facing=facing, mirrored=mirrored) for point in range(27)]
    outside = [place(point, mine=False, facing=facing, mirrored=mirrored) for point in (OFF, BAR, RESERVE)]
    assert len({(spot.x, spot.y) for spot in points + outside}) == 30


@pytest.mark.parametrize("facing", FACINGS)
def test_a_stack_of_five_stays_in_its_half(facing: Facing) -> None:
    for point in range(1, 25):
        x, y = place(point, mine=True, facing=facing).slot(4)
        assert TOP < y < MIDDLE - 20 or MIDDLE + 20 < y < BOTTOM
        assert 0 < x < WIDTH


def test_the_other_side_bears_off_beside_its_own_home() -> None:
    assert [leaves_left(facing) for facing in (mirror, rotate, shared)] == [False, True, False]
    for facing in FACINGS:
        home, off = (place(point, mine=False, facing=facing) for point in (1, OFF))
        assert abs(home.x - off.x) < COLUMN + 10
    assert place(OFF, mine=True, facing=mirror).low


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("facing", FACINGS)
def test_every_hit_area_is_24_pixels_on_a_small_phone_and_none_overlap(facing: Facing, mirrored: bool) -> None:
    """WCAG 2.2, 2.5.8, on a screen of 360 px."""
    boxes = {point: area(point, facing=facing, mirrored=mirrored) for point in range(26)}
    for point, box in boxes.items():
        spot = place(point, mine=True, facing=facing, mirrored=mirrored)
        assert min(box.width, box.height) * 360 / WIDTH >= 24
        assert box.x <= spot.x <= box.x + box.width
        assert box.y <= spot.y <= box.y + box.height
        assert box.x >= 0
        assert box.x + box.width <= WIDTH
        assert box.y + box.height <= HEIGHT
    for one, two in itertools.combinations(boxes.values(), 2):
        apart = one.x + one.width <= two.x or two.x + two.width <= one.x
        assert apart or one.y + one.height <= two.y or two.y + two.height <= one.y


@pytest.mark.parametrize("reserve", range(16))
def test_men_on_the_bar_leave_room_for_those_in_reserve(reserve: int) -> None:
    """Where both do not fit, fewer men are drawn on the bar and the last bears the number."""
    shown = bar_room(reserve)
    assert 1 <= shown <= 5
    if reserve < 15:
        last = place(BAR, mine=True, facing=mirror).slot(shown - 1)[1]
        lowest = place(RESERVE, mine=True, facing=mirror).slot(max(0, reserve - 1))[1]
        assert last - 26 > lowest
