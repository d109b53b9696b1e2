"""Vacations: planned, ended, told. They move deadlines, never the log (spec/design.md §9).

What a vacation may last is in `vacations`; how clocks stand for it in `deadlines` and `rows.prompts`. Moving stays
allowed.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, QuerySet

from games import rows, vacations
from games.deadlines import Span
from games.models import Absence, Profile, Prompt, Table
from games.outbox import compose, personal
from games.play import patient
from games.rules import codec
from games.rules.errors import IllegalAction

AUTOMATIC = timedelta(days=7)
"""How long a vacation lasts that begins by itself, where the stock is not less."""

LEAST = timedelta(days=1)
"""What must be left of the stock for one to begin by itself."""

FOR_AN_ANSWER = timedelta(hours=1)
"""What is left to the question that began it once it is over."""


@patient
@transaction.atomic
def plan(player: Profile, span: Span, *, ref: str, now: datetime, automatic: bool = False) -> Absence:
    """A vacation of the player, from now or later. Twice (the same `ref`) is once.

    Raises `vacation-overlaps` with `since` and `until` of the other one, `vacation-too-long` with the `days` there are.
    """
    tables = _locked(player)
    if known := Absence.objects.filter(player=player, ref=ref).first():
        return known
    others = list(Absence.objects.filter(player=player, cancelled_at=None, ends__gt=F("begins")).order_by("begins"))
    for other in others:
        if other.begins < span[1] and other.ends > span[0]:
            raise IllegalAction("vacation-overlaps", since=other.begins.isoformat(), until=other.ends.isoformat())
    vacations.must_be_earned(player.created_at, sorted([*(other.span for other in others), span]))
    absence = Absence.objects.create(
        player=player, begins=span[0], ends=span[1], ref=ref, planned_at=now, automatic=automatic
    )
    _move_deadlines(tables, player)
    return absence


@patient
@transaction.atomic
def come_back(player: Profile, *, ref: str, now: datetime) -> Absence:
    """End the vacation that runs, or else call off the next one that is planned. Twice (the same `ref`) is once.

    Raises `not-away` when there is neither.
    """
    tables = _locked(player)
    if known := Absence.objects.filter(player=player, ended_by=ref).first():
        return known
    absence = coming(player, now=now).first()
    if absence is None:
        raise IllegalAction("not-away")
    absence.ended_by = ref
    if absence.begins > now:
        absence.cancelled_at = now
    else:
        absence.ends = now
    absence.save(update_fields=["ended_by", "cancelled_at", "ends"])
    _move_deadlines(tables, player)
    return absence


def coming(player: Profile, *, now: datetime) -> QuerySet[Absence]:
    """The vacations of a player that run or are planned, in their order."""
    return Absence.objects.filter(player=player, cancelled_at=None, ends__gt=now).order_by("begins")


def stock(player: Profile, *, now: datetime) -> timedelta:
    """What the player may still plan, from now on: what he has less what is planned already."""
    taken = Absence.objects.filter(player=player, cancelled_at=None, ends__gt=F("begins")).order_by("begins")
    spans = [absence.span for absence in taken]
    later = [span for span in spans if span[0] >= now]
    there = vacations.stock(player.created_at, spans, now)
    return max(timedelta(0), there - sum(map(vacations.cost, later), timedelta(0)))


def begin_by_itself(prompt: Prompt, *, now: datetime) -> bool:
    """Where a player would be out of time and has wished so, his vacation begins instead. True: it has.

    Once for a question: whoever does not come back in that time is out of time.
    """
    player, due = prompt.seat.player, prompt.due_at
    if not player.auto_vacation or due is None or prompt.table.format == "chouette":
        return False
    ref = f"automatic:{prompt.pk}"
    begin = max(due - FOR_AN_ANSWER, prompt.asked_at)
    length = min(AUTOMATIC, stock(player, now=now))
    if length < LEAST or Absence.objects.filter(player=player, ref=ref).exists():
        return False
    try:
        plan(player, (begin, begin + length - length % vacations.HOUR), ref=ref, now=now, automatic=True)
    except IllegalAction:
        return False
    return True


def tell_one(now: datetime) -> bool:
    """Tell of one vacation that has begun or ended, to its player and to those who wait for him. True: maybe more."""
    present = Absence.objects.filter(cancelled_at=None)
    begun = present.filter(begin_told_at=None, begins__lte=now, ends__gt=now)
    ended = present.filter(end_told_at=None, ends__lte=now)
    absence = begun.order_by("begins").first() or ended.order_by("ends").first()
    if absence is None:
        return False
    with transaction.atomic():
        if absence.ends > now:
            if begun.filter(pk=absence.pk).update(begin_told_at=now):
                personal.vacation(absence, "begins", now=now)
        elif ended.filter(pk=absence.pk).update(end_told_at=now) and absence.begin_told_at:
            personal.vacation(absence, "ends", now=now)
        compose.nudge()
    return True


def tables_without_proxy(player: Profile) -> list[Table]:
    """The chouettes in which the player plays on while he is away: nobody answers there for him yet
    (spec/chouette.md §4.3)."""
    seats = player.seats.filter(
        left_at=None, table__format="chouette", table__over=False, table__started_at__isnull=False
    )
    without = []
    for seat in seats.select_related("table").order_by("table"):
        orders = codec.load(seat.table.state).orders.get(seat.number)
        if orders is None or orders.proxy is None:
            without.append(seat.table)
    return without


def _locked(player: Profile) -> list[Table]:
    """Lock the player, then his tables with a clock that a vacation stops: nobody starts or stops one meanwhile."""
    Profile.objects.select_for_update(no_key=True).get(pk=player.pk)
    running = Table.objects.filter(
        seats__player=player, seats__left_at=None, over=False, started_at__isnull=False
    ).exclude(format="chouette")
    return list(running.select_for_update(of=("self",), no_key=True).order_by("pk"))


def _move_deadlines(tables: list[Table], player: Profile) -> None:
    for table in tables:
        rows.move_deadlines(rows.Rows(table), player.pk)
