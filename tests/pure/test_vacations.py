"""Vacations: what has been earned, what they cost, and which days a player means."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.deadlines import Span
from games.rules.errors import IllegalAction
from games.vacations import A_YEAR, FIRST, HOUR, MOST, YEAR, between, cost, for_days, must_be_earned, stock

JOINED = datetime(2026, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)
MOSCOW = ZoneInfo("Europe/Moscow")


def span(begin: float, end: float) -> Span:
    """From so many days after joining to so many."""
    return JOINED + begin * DAY, JOINED + end * DAY


def test_a_new_player_has_two_weeks_and_earns_more_up_to_the_limit() -> None:
    assert stock(JOINED, [], JOINED) == FIRST
    assert stock(JOINED, [], JOINED + YEAR / 2) == FIRST + A_YEAR / 2
    assert stock(JOINED, [], JOINED + 3 * YEAR) == MOST


def test_every_hour_that_has_begun_is_paid_for() -> None:
    assert cost(span(0, 1)) == DAY
    assert cost((JOINED, JOINED + timedelta(hours=2, seconds=1))) == 3 * HOUR
    assert cost((JOINED, JOINED)) == timedelta(0)


def test_a_vacation_is_paid_for_once_and_earns_nothing() -> None:
    taken = [span(0, 7)]
    assert stock(JOINED, taken, JOINED + 3 * DAY) == stock(JOINED, taken, JOINED + 7 * DAY) == FIRST - 7 * DAY
    assert stock(JOINED, taken, JOINED + 7 * DAY + YEAR / 4) == FIRST - 7 * DAY + A_YEAR / 4


def test_more_than_was_earned_cannot_be_taken() -> None:
    must_be_earned(JOINED, [span(0, 14)])
    with pytest.raises(IllegalAction, match="vacation-too-long") as refused:
        must_be_earned(JOINED, [span(0, 14), span(30, 40)])
    assert refused.value.data == {"days": 1}


def test_a_vacation_before_another_must_leave_enough_for_it() -> None:
    later = span(100, 120)
    must_be_earned(JOINED, [later])
    with pytest.raises(IllegalAction, match="vacation-too-long"):
        must_be_earned(JOINED, [span(10, 20), later])


@given(st.lists(st.integers(0, 700), min_size=2, max_size=10, unique=True), st.integers(0, 1000))
def test_the_stock_is_never_over_the_limit_and_never_below_zero_for_earned_vacations(days: list[int], at: int) -> None:
    marks = sorted(days)[: len(days) // 2 * 2]
    spans = [span(begin, end) for begin, end in zip(marks[::2], marks[1::2], strict=True)]
    try:
        must_be_earned(JOINED, spans)
    except IllegalAction:
        return
    assert timedelta(0) <= stock(JOINED, spans, JOINED + at * DAY) <= MOST


@pytest.mark.parametrize(
    ("today", "first", "last", "begins", "ends"),
    [
        ("2026-11-30", (20, 12), (8, 1), "2026-12-20", "2027-01-09"),  # over New Year
        ("2026-12-25", (20, 12), (8, 1), "now", "2027-01-09"),  # it has begun
        ("2027-01-08", (20, 12), (8, 1), "now", "2027-01-09"),  # its last day
        ("2027-01-09", (20, 12), (8, 1), "2027-12-20", "2028-01-09"),  # it was over yesterday: the next one
        ("2026-03-01", (1, 5), (9, 5), "2026-05-01", "2026-05-10"),
        ("2026-05-05", (1, 5), (9, 5), "now", "2026-05-10"),
        ("2026-05-10", (1, 5), (9, 5), "2027-05-01", "2027-05-10"),
        ("2026-05-05", (5, 5), (5, 5), "now", "2026-05-06"),
        ("2027-12-01", (20, 2), (29, 2), "2028-02-20", "2028-03-01"),
    ],
)
def test_days_are_the_next_ones_by_the_players_clock(
    today: str, first: tuple[int, int], last: tuple[int, int], begins: str, ends: str
) -> None:
    now = datetime.fromisoformat(f"{today}T13:00").replace(tzinfo=MOSCOW).astimezone(UTC)
    expected = now if begins == "now" else datetime.fromisoformat(begins).replace(tzinfo=MOSCOW)
    assert between(first, last, now=now, zone=MOSCOW) == (expected, datetime.fromisoformat(ends).replace(tzinfo=MOSCOW))


def test_a_day_that_is_not() -> None:
    with pytest.raises(IllegalAction, match="no-such-day"):
        between((20, 2), (29, 2), now=JOINED, zone=MOSCOW)


def test_days_from_now_on() -> None:
    assert for_days(7, JOINED) == span(0, 7)
