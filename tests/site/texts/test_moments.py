"""Moments, spans, clocks and points as people write them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation

from games import texts

AT = datetime(2026, 12, 4, 15, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "language", "words"),
    [
        ("Europe/Moscow", "ru", "до пт 4 дек, 18:00 мск"),
        ("Europe/Moscow", "en", "until Fri 4 Dec, 18:00 MSK"),
        ("Europe/Berlin", "ru", "до пт 4 дек, 16:00 CET"),
        ("Asia/Yekaterinburg", "ru", "до пт 4 дек, 20:00 UTC+05"),
        ("Asia/Yekaterinburg", "en", "until Fri 4 Dec, 20:00 UTC+05"),
    ],
)
def test_a_deadline_is_absolute_and_has_the_zone_of_the_reader(zone: str, language: str, words: str) -> None:
    with translation.override(language), timezone.override(ZoneInfo(zone)):
        assert texts.until(AT) == words


@pytest.mark.parametrize(
    ("span", "russian", "english"),
    [
        (timedelta(0), "1 мин", "1 min"),
        (timedelta(minutes=40), "40 мин", "40 min"),
        (timedelta(hours=5, minutes=3), "5 ч 3 мин", "5 h 3 min"),
        (timedelta(days=1), "1 день", "1 day"),
        (timedelta(days=3, hours=8, minutes=4), "3 дня 8 ч", "3 days 8 h"),
        (timedelta(days=11), "11 дней", "11 days"),
        (timedelta(days=21), "21 день", "21 days"),
    ],
)
def test_a_span_has_its_two_largest_units(span: timedelta, russian: str, english: str) -> None:
    with translation.override("ru"):
        assert texts.duration(span) == russian
    with translation.override("en"):
        assert texts.duration(span) == english
        assert texts.distance(max(span, timedelta(minutes=1))) == f"in {english}"
        assert texts.distance(-max(span, timedelta(minutes=1))) == f"{english} ago"


def test_a_clock_is_one_line() -> None:
    clock = {"grace": 24 * 3600, "bank": 4 * 86400, "increment": 6 * 3600, "cap": 5 * 86400}
    with translation.override("ru"):
        assert texts.clock_line(clock) == (
            "24 ч на каждое решение и запас 4 дня на стол, каждый ответ добавляет 6 ч, не больше 5 дней"
        )
        assert texts.clock_line({"grace": 72 * 3600}) == "3 дня на каждое решение"


@pytest.mark.parametrize(
    ("halves", "russian", "english", "signed"),
    [
        (0, "0 очков", "0 points", "0"),
        (1, "½ очка", "½ points", "+½"),
        (2, "1 очко", "1 point", "+1"),
        (3, "1½ очка", "1½ points", "+1½"),
        (8, "4 очка", "4 points", "+4"),
        (22, "11 очков", "11 points", "+11"),
        (42, "21 очко", "21 points", "+21"),
        (-3, "−1½ очка", "−1½ points", "−1½"),
    ],
)
def test_points_are_counted_in_halves(halves: int, russian: str, english: str, signed: str) -> None:
    with translation.override("ru"):
        assert texts.points(halves) == russian
    with translation.override("en"):
        assert texts.points(halves) == english
    assert texts.signed(halves) == signed
