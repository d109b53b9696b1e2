"""No way of planning, ending and calling off vacations gives more of them than was earned, or time at a table."""

from __future__ import annotations

import itertools
import random
from datetime import timedelta

import pytest

from games import absence, vacations
from games.deadlines import Span
from games.models import Absence, OutgoingMail, Profile, Table
from games.rules.errors import IllegalAction
from games.sweeps import check_one, tell_absence
from tests.site.factories import NOW, prompt

pytestmark = pytest.mark.django_db

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def spans(player: Profile) -> list[Span]:
    return [one.span for one in Absence.objects.filter(player=player, cancelled_at=None).order_by("begins")]


@pytest.mark.parametrize("seed", range(10))
def test_the_stock_lasts_whatever_is_planned_and_called_off(alice: Profile, seed: int) -> None:
    rng, now = random.Random(seed), NOW
    Profile.objects.filter(pk=alice.pk).update(created_at=NOW)
    alice.refresh_from_db()
    done = 0
    for number in range(40):
        now += rng.choice((timedelta(minutes=1), HOUR, DAY, 9 * DAY))
        try:
            if rng.random() < 0.4:
                absence.come_back(alice, ref=f"back{number}", now=now)
            else:
                begin = now + rng.choice((timedelta(0), timedelta(0), DAY, 20 * DAY, 200 * DAY))
                length = rng.choice((timedelta(minutes=1), 90 * timedelta(minutes=1), DAY, 7 * DAY, 14 * DAY))
                absence.plan(alice, (begin, begin + length), ref=str(number), now=now)
        except IllegalAction:
            continue
        done += 1
        taken = spans(alice)
        for place, span in enumerate(taken):
            assert vacations.stock(NOW, taken[:place], span[0]) >= vacations.cost(span), "each was earned"
        assert all(one[1] <= other[0] for one, other in itertools.pairwise(taken)), "none lies in another"
        stood = sum((min(end, now) - begin for begin, end in taken if begin < now), timedelta(0))
        assert stood <= vacations.FIRST + (now - NOW) * (vacations.A_YEAR / vacations.YEAR)
        assert absence.stock(alice, now=now) >= timedelta(0)
    assert done > 5


def test_calling_it_off_gives_no_time(match: Table, alice: Profile) -> None:
    """However often: in the end the clock has stood exactly while she was away."""
    mover = prompt(match).seat.player
    due = prompt(match).due_at
    assert due is not None
    away = timedelta(0)
    for number in range(6):
        now = NOW + number * 5 * HOUR
        absence.plan(mover, (now + HOUR, now + 3 * DAY), ref=f"p{number}", now=now)
        if number % 2:
            absence.come_back(mover, ref=f"b{number}", now=now + HOUR / 2)
        else:
            absence.come_back(mover, ref=f"b{number}", now=now + 2 * HOUR)
            away += HOUR
        assert prompt(match).due_at == due + away


def reminders() -> int:
    return OutgoingMail.objects.filter(kind__in=("reminder", "reminders")).count()


def sweep(moment: object) -> None:
    """Twice; the second time nothing is left."""
    for _ in range(2):
        for _ in range(20):
            if not (check_one(moment) or tell_absence(moment)):  # type: ignore[arg-type]
                break
        else:
            raise AssertionError("the sweep does not end")


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_vacation_moved_across_the_reminder_leaves_it_one(match: Table, when: str) -> None:
    """Planned before the reminder, it moves along; planned after it, none comes again."""
    asked = prompt(match)
    assert asked.check_at is not None
    assert asked.due_at is not None
    due, moment = asked.due_at, asked.check_at
    if when == "after":
        sweep(moment)
        assert reminders() == 1
    start = moment - HOUR if when == "before" else moment + HOUR
    absence.plan(asked.seat.player, (start, start + 7 * DAY), ref="v", now=start)
    sweep(moment + 2 * HOUR)
    assert reminders() == (when == "after")
    back = start + 2 * HOUR
    absence.come_back(asked.seat.player, ref="b", now=back)
    assert prompt(match).due_at == due + 2 * HOUR
    sweep(due + HOUR)
    assert reminders() == 1
    assert prompt(match).pk == asked.pk
    sweep(due + 3 * HOUR)
    assert match.prompts.get(pk=asked.pk).closed_at is not None
