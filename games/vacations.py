"""The stock of vacation that a player has earned, and what a vacation costs of it. Arithmetic on moments. PURE.

Whoever plays by correspondence may be away some weeks a year: it is earned by the hour, kept up to a limit, and paid in
whole hours, once for all tables (spec/design.md §9). What a vacation does to a clock is in `deadlines`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta, tzinfo

from games.deadlines import Span
from games.rules.errors import IllegalAction

FIRST, MOST = timedelta(days=14), timedelta(days=42)
"""What a new player has, and how much can be kept."""

A_YEAR = timedelta(days=36)
"""What is earned in a year."""

YEAR = timedelta(days=365)
HOUR = timedelta(hours=1)


def cost(span: Span) -> timedelta:
    """What a vacation costs: every hour of it that has begun."""
    return HOUR * math.ceil((span[1] - span[0]) / HOUR)


def stock(joined: datetime, spans: Sequence[Span], at: datetime) -> timedelta:
    """What a player who is here since `joined` has at the moment `at`; `spans` are his vacations, in their order.

    A vacation is paid for as a whole when it begins, and nothing is earned in it. Below zero: more was taken than had
    been earned.
    """
    left, since = FIRST, joined
    for begin, end in spans:
        if begin >= at:
            break
        left = _earned(left, begin - since) - cost((begin, end))
        since = end
    return _earned(left, at - since)


def _earned(left: timedelta, span: timedelta) -> timedelta:
    more = max(span, timedelta(0)) * (A_YEAR / YEAR)
    return max(left, min(left + more, MOST))


def must_be_earned(joined: datetime, spans: Sequence[Span]) -> None:
    """Raises `vacation-too-long` with the `days` that there are, if the stock does not last for these vacations."""
    for place, span in enumerate(spans):
        there = stock(joined, spans[:place], span[0])
        if cost(span) > there:
            raise IllegalAction("vacation-too-long", days=there // timedelta(days=1))


def for_days(days: int, now: datetime) -> Span:
    """A vacation that begins now."""
    return now, now + timedelta(days=days)


def between(first: tuple[int, int], last: tuple[int, int], *, now: datetime, zone: tzinfo) -> Span:
    """From the first day (day, month) to the end of the last one in a player's `zone`: the next such span of days.

    One that has begun goes from `now` on. Raises `no-such-day`: 29 February, in other years.
    """
    end = _next(last, now.astimezone(zone).date())
    begin = _day(first, end.year - (first[::-1] > last[::-1]))
    midnight = time(0)
    since = datetime.combine(begin, midnight, zone).astimezone(now.tzinfo)
    until = datetime.combine(end + timedelta(days=1), midnight, zone).astimezone(now.tzinfo)
    return max(since, now), until


def _next(day: tuple[int, int], today: date) -> date:
    """The first such day of a year from `today` on."""
    return _day(day, today.year + (day[::-1] < (today.month, today.day)))


def _day(day: tuple[int, int], year: int) -> date:
    try:
        return date(year, day[1], day[0])
    except ValueError:
        raise IllegalAction("no-such-day", day=f"{day[0]:02}.{day[1]:02}.{year}") from None
