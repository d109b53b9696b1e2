"""The clock of a decision: grace is free, then the bank drains, an answer in time adds, nothing goes below zero."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.deadlines import CLOCKS, DAY, HOUR, Clock, Left, Span, charge, due, next_morning, ran, remind, reward

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
seconds = st.integers(0, 60 * DAY)


def after(**time: float) -> datetime:
    return NOON + timedelta(**time)


@pytest.mark.parametrize(
    ("key", "grace", "bank"),
    [("fast", 12, 2), ("daily", 24, 4), ("relaxed", 72, 7), ("weekly", 168, 14), ("postal", 336, 28)],
)
def test_presets_are_those_of_the_house_plan(key: str, grace: int, bank: int) -> None:
    assert (CLOCKS[key].grace, CLOCKS[key].bank) == (grace * HOUR, bank * DAY)


def test_due_is_grace_and_bank_away() -> None:
    assert due(NOON, Left(12 * HOUR, 2 * DAY)) == after(hours=60)


@pytest.mark.parametrize(
    ("hours", "grace", "bank"),
    [(0, 12, 48), (11, 1, 48), (12, 0, 48), (13, 0, 47), (60, 0, 0), (61, 0, 0), (-1, 12, 48)],
)
def test_grace_is_used_before_the_bank(hours: int, grace: int, bank: int) -> None:
    """The last two: over time (the sweep came late), and a clock that was set back."""
    left = charge(Left(12 * HOUR, 48 * HOUR), since=NOON, now=after(hours=hours))
    assert left == Left(grace * HOUR, bank * HOUR)


def test_part_of_a_second_is_not_charged() -> None:
    assert charge(Left(0, 100), since=NOON, now=after(seconds=7.9)) == Left(0, 93)


@given(seconds, seconds, seconds, seconds)
def test_a_pause_costs_nothing_and_moves_the_deadline(grace: int, bank: int, used: int, pause: int) -> None:
    left = Left(grace, bank)
    stopped = charge(left, since=NOON, now=after(seconds=used))
    if used <= grace + bank:
        assert due(after(seconds=used + pause), stopped) == due(NOON, left) + timedelta(seconds=pause)
    assert 0 <= stopped.grace <= grace
    assert 0 <= stopped.bank <= bank


@pytest.mark.parametrize(
    ("hours", "at"), [(120, 96), (60, 48), (12, 9), (4, 2), (1, 0.5), (0, 0)], ids=lambda value: f"{value}h"
)
def test_the_reminder_leaves_time_to_answer(hours: float, at: float) -> None:
    assert remind(NOON, after(hours=hours)) == after(hours=at)


@given(seconds)
def test_the_reminder_lies_between_the_question_and_the_deadline(span: int) -> None:
    end = after(seconds=span)
    assert NOON <= remind(NOON, end) <= end


def test_an_answer_adds_up_to_the_cap() -> None:
    clock = Clock(grace=DAY, bank=2 * DAY, increment=HOUR, cap=DAY)
    assert reward(5 * HOUR, clock) == 6 * HOUR
    assert reward(DAY - 60, clock) == DAY
    assert reward(2 * DAY, clock) == 2 * DAY, "what was given at the start is not taken away"


# Vacations


def spans(*hours: int) -> list[Span]:
    """Spans from pairs of hours after noon."""
    return [(after(hours=begin), after(hours=end)) for begin, end in zip(hours[::2], hours[1::2], strict=True)]


@pytest.mark.parametrize(
    ("away", "hours"),
    [
        ((), 10),
        ((2, 5), 13),  # it stands for three hours
        ((-5, 3), 13),  # the question was put during the vacation
        ((10, 20), 10),  # time is out in the very moment in which the vacation begins
        ((12, 20), 10),  # too late to help
        ((-9, -3), 10),  # over before
        ((1, 2, 3, 5), 13),  # two of them
        ((-1, 2, 11, 12), 13),  # the second one moves into the time that the first one gave
    ],
    ids=str,
)
def test_a_clock_stands_while_its_seat_is_away(away: tuple[int, ...], hours: int) -> None:
    assert due(NOON, Left(10 * HOUR, 0), spans(*away)) == after(hours=hours)


@given(seconds, st.lists(st.integers(-40, 80), min_size=2, max_size=6, unique=True))
def test_what_is_charged_at_the_deadline_is_all_that_was_left(span: int, marks: list[int]) -> None:
    """Reckoning forward and backward are one: whatever vacations there are."""
    away = spans(*sorted(marks)[: len(marks) // 2 * 2])
    end = due(NOON, Left(span, 0), away)
    assert ran(NOON, end, away) == timedelta(seconds=span)
    assert charge(Left(span, 0), since=NOON, now=end, away=away) == Left(0, 0)
    assert NOON <= remind(NOON, end, away) <= end


def test_nobody_is_reminded_in_his_vacation() -> None:
    away = spans(7, 50)
    assert remind(NOON, due(NOON, Left(10 * HOUR, 0), away), away) == after(hours=7)
    away = spans(6, 50)
    assert remind(NOON, due(NOON, Left(10 * HOUR, 0), away), away) == after(hours=51)


@pytest.mark.parametrize(
    ("now", "zone", "morning"),
    [
        ("2026-03-01T04:59", "Europe/Moscow", "2026-03-01T05:00"),
        ("2026-03-01T05:00", "Europe/Moscow", "2026-03-02T05:00"),
        ("2026-03-28T12:00", "Europe/Berlin", "2026-03-29T06:00"),  # the night of the change to summer time
        ("2026-03-01T23:30", "America/New_York", "2026-03-02T13:00"),
    ],
)
def test_the_daily_letter_goes_at_eight_by_the_readers_clock(now: str, zone: str, morning: str) -> None:
    moment = datetime.fromisoformat(f"{now}+00:00")
    assert next_morning(moment, ZoneInfo(zone)) == datetime.fromisoformat(f"{morning}+00:00")
