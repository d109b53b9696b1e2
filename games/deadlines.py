"""The clock of a decision: how long it may take, when it is due, when to remind, what it costs. Arithmetic on moments.

Every decision gives `grace` that costs nothing; beyond it the bank of the seat drains; each answer adds `increment`, up
to `cap` (spec/design.md §9). Whole seconds; moments are aware datetimes. What silence does is a rule of the table.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.rules.errors import IllegalAction

HOUR, DAY = 3600, 86400

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


def due(since: datetime, left: Left) -> datetime:
    """The deadline of a decision whose clock runs since `since`."""
    return since + timedelta(seconds=left.grace + left.bank)


def remind(since: datetime, due: datetime) -> datetime:
    """When to remind: after four fifths of the time; sooner where that leaves less than `MARGIN`, not before half."""
    span = due - since
    return max(since + span / 2, min(since + span * 0.8, due - timedelta(seconds=MARGIN)))


def charge(left: Left, *, since: datetime, now: datetime) -> Left:
    """What is left when the clock, running since `since`, is stopped. Part of a second is not charged."""
    used = max(0, math.floor((now - since).total_seconds()))
    free = min(used, left.grace)
    return Left(left.grace - free, max(0, left.bank - (used - free)))


def reward(bank: int, clock: Clock) -> int:
    """The bank after an answer that came in time. A bank above the cap already stays as it is."""
    return max(bank, min(bank + clock.increment, clock.cap))
