"""The clock of a decision: how long it may take, when it is due, when to remind, what it costs. Arithmetic on moments.

Every decision gives `grace` that costs nothing; beyond it the bank of the seat drains; each answer adds `increment`, up
to `cap` (spec/design.md §9). It stands while its seat is away (`vacations`). Whole seconds; moments are aware
datetimes. What silence does is a rule of the table.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo

from games.rules.errors import IllegalAction

HOUR, DAY = 3600, 86400

MORNING = time(8)
"""When the daily letters go, by the reader's clock."""

SHORTEST, LONGEST = 60, 366 * DAY
"""What grace and bank must be at least together, and each at most."""

MARGIN = 3 * HOUR
"""A reminder leaves at least so much time to answer, where there is so much at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A table's clock, in seconds; the bank of a seat starts at `bank` and never grows over `cap` by increments."""

    grace: int
    bank: int
    increment: int = 0
    cap: int = 0


def clock(values: Mapping[str, object]) -> Clock:
    """The clock that these seconds describe. Raises `bad-clock` for what nobody could play by."""
    try:
        made = Clock(**{name: int(str(value)) for name, value in values.items()})
    except (TypeError, ValueError):
        raise IllegalAction("bad-clock") from None
    seconds = (made.grace, made.bank, made.increment, made.cap)
    if min(seconds) < 0 or max(seconds) > LONGEST or made.grace + made.bank < SHORTEST:
        raise IllegalAction("bad-clock", shortest=SHORTEST, longest=LONGEST)
    return made


SHARES = {
    "window": 1.0,
    "answer": 2.0,
    "substitute": 1.0,
    "resign": 2.0,
    "settle": 0.5,
    "partner": 1.0,
    "auto": 1.0,
    "undo": 1.0,
    "rules": 3.0,
    "advice": 0.5,
    "rest": 1.0,
}
"""Decisions of a chouette that have a time of their own and cost no bank, in parts of the table's grace: with a grace
of 24 h these are the times of spec/chouette.md §4.3. All others go by the table's clock."""


CLOCKS = {
    "fast": Clock(grace=12 * HOUR, bank=2 * DAY),
    "daily": Clock(grace=24 * HOUR, bank=4 * DAY),
    "relaxed": Clock(grace=72 * HOUR, bank=7 * DAY),
    "weekly": Clock(grace=168 * HOUR, bank=14 * DAY),
    "postal": Clock(grace=14 * DAY, bank=28 * DAY),
}
"""The presets. A table may be given any other clock."""


@dataclass(frozen=True, slots=True)
class Left:
    """What is left to a decision: of its grace, and of its seat's bank behind it. Seconds."""

    grace: int
    bank: int


@dataclass(frozen=True, slots=True)
class Time:
    """The time that a new question gets: seconds of grace, and whether the bank of its seat stands behind them."""

    grace: int
    banked: bool


def allowed(clock: Clock, decision: str) -> Time:
    """The time for a decision: one of `SHARES`, or anything else by the table's clock."""
    share = SHARES.get(decision)
    if share is None:
        return Time(clock.grace, banked=True)
    return Time(math.ceil(share * (clock.grace or DAY)), banked=False)


Span = tuple[datetime, datetime]
"""From the first moment to the second, without it. Several of them stand in order and do not overlap."""


def due(since: datetime, left: Left, away: Sequence[Span] = ()) -> datetime:
    """The deadline of a decision whose clock runs since `since`, but for the spans in which its seat is `away`."""
    return _after(since, timedelta(seconds=left.grace + left.bank), away)


def remind(since: datetime, due: datetime, away: Sequence[Span] = ()) -> datetime:
    """When to remind: after four fifths of the time; sooner where that leaves less than `MARGIN`, not before half."""
    span = ran(since, due, away)
    return _after(since, max(span / 2, min(span * 0.8, span - timedelta(seconds=MARGIN))), away)


def charge(left: Left, *, since: datetime, now: datetime, away: Sequence[Span] = ()) -> Left:
    """What is left when the clock, running since `since`, is stopped. Part of a second is not charged."""
    used = max(0, math.floor(ran(since, now, away).total_seconds()))
    free = min(used, left.grace)
    return Left(left.grace - free, max(0, left.bank - (used - free)))


def ran(since: datetime, now: datetime, away: Sequence[Span] = ()) -> timedelta:
    """How long a clock has run from `since` to `now`: it stood in the spans of `away`."""
    stood = (min(now, end) - max(since, begin) for begin, end in away if begin < now and end > since)
    return now - since - sum(stood, timedelta(0))


def _after(since: datetime, span: timedelta, away: Sequence[Span]) -> datetime:
    """The moment at which a clock that runs since `since` has run for `span`."""
    at, left = since, span
    for begin, end in away:
        if end > at:
            if begin - at >= left:
                break
            left -= max(begin - at, timedelta(0))
            at = end
    return at + left


def next_morning(now: datetime, zone: tzinfo) -> datetime:
    """When the next daily letter goes to somebody in this zone."""
    today = now.astimezone(zone).date()
    mornings = (datetime.combine(today + timedelta(days=days), MORNING, zone) for days in (0, 1))
    return next(morning for morning in mornings if morning > now).astimezone(now.tzinfo)


def reward(bank: int, clock: Clock) -> int:
    """The bank after an answer that came in time. A bank above the cap already stays as it is."""
    return max(bank, min(bank + clock.increment, clock.cap))
