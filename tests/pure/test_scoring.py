"""What a bet pays: Jacoby, cubes that kill the mars, halves, and the partner's part."""

from __future__ import annotations

import pytest

from games.rules.scoring import capped, class_times, draw_halves, partner_share, payment


def pays(level: int, **rules: object) -> int:
    """A cube at 4, with nothing agreed but `rules`."""
    plain = {"jacoby": "off", "turned": False, "any_turned": False, "kills_mars": False}
    return payment(4, level, **(plain | rules))  # type: ignore[arg-type]  # the parameters are the rules


def test_a_level_multiplies_the_cube() -> None:
    assert [pays(level) for level in (1, 2, 3)] == [4, 8, 12]


def test_under_jacoby_only_a_turned_cube_counts_gammons() -> None:
    assert pays(2, jacoby="per_cube", any_turned=True) == 4
    assert pays(2, jacoby="per_cube", turned=True, any_turned=True) == 8


def test_jacoby_for_any_cube_looks_at_the_whole_game() -> None:
    assert pays(3, jacoby="any_cube", any_turned=True) == 12
    assert pays(3, jacoby="any_cube") == 4


def test_a_turned_cube_may_kill_the_mars() -> None:
    assert pays(2, kills_mars=True) == 8
    assert pays(2, kills_mars=True, turned=True) == 4


@pytest.mark.parametrize(
    ("score", "times"),
    [("short123", [1, 2, 3]), ("oin_mars", [1, 2, 2]), ("single", [1, 1, 1]), ("four_tier", [1, 2, 4])],
)
def test_classes_of_games_given_up(score: str, times: list[int]) -> None:
    assert [class_times(score, level) for level in (1, 2, 3)] == times


def test_a_match_score_stops_at_the_length() -> None:
    assert capped(9, 5) == 9
    assert capped(13, 5) == 10


def test_draws_in_half_points() -> None:
    assert [draw_halves(value) for value in ("half", "one_each", "zero")] == [1, 2, 0]


@pytest.mark.parametrize(("points", "share"), [(5, 2), (-5, -2), (12, 6), (1, 0), (-1, 0), (0, 0)])
def test_the_odd_point_is_the_boxs_won_or_lost(points: int, share: int) -> None:
    assert partner_share(points) == share
