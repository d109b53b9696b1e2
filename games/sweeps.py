"""What the clock does: remind, time out, call off, tell of vacations, gather the day. One thing a call,
so that a test can call it too.

Each may run twice and at once; the rows say what is due, and a lost call costs a minute. One broken table never stops
the others. Letters are sent by `outbox.sending`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta
from typing import TypeVar
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q

from games import absence, elections, lobby
from games.deadlines import next_morning
from games.models import IncomingMail, Profile, Prompt, Table
from games.models.player import Letters
from games.models.table import Source
from games.outbox import compose, personal
from games.play import play
from games.queries import dated_tables, idle_tables
from games.rules.actions import TimeOut
from games.rules.errors import Stale

logger = logging.getLogger(__name__)

Row = TypeVar("Row")

SOON = timedelta(minutes=1)
"""When a prompt is looked at again for which an unread letter waits: it is read by then."""

TOGETHER = timedelta(hours=2)
"""Reminders of a player that would follow one another within that time make one letter."""

PUT_OFF = timedelta(hours=1)
"""When a prompt is looked at again that is being timed out: it is closed by then, or something is broken."""


def check_one(now: datetime) -> bool:
    """Remind of or time out the open prompt that is to be looked at first. True when there may be more."""
    due = Prompt.objects.filter(closed_at=None, check_at__lte=now).order_by("check_at", "pk")
    prompt = due.select_related("table", "seat__player").first()
    if prompt is None:
        return False
    try:
        if prompt.due_at is not None and prompt.due_at <= now:
            if _letter_waits(prompt):
                _claim(prompt, now + SOON)
            elif absence.begin_by_itself(prompt, now=now):
                pass  # that moved the deadline
            elif _claim(prompt, now + PUT_OFF):
                play(prompt.pk, TimeOut(), source=Source.CLOCK, ref=f"timeout:{prompt.pk}", now=now)
        else:
            _remind(prompt, now=now)
    except Stale:
        pass  # answered meanwhile
    except Exception:
        logger.exception("prompt %s is put off for an hour", prompt.pk)
        _claim(prompt, now + PUT_OFF)
    return True


def retire_one(now: datetime) -> bool:
    """Call off one table that nobody can sit down at any more. True when there may be more."""
    return _one_of(idle_tables(now).order_by("pk"), lambda table: lobby.call_off_if_idle(table.pk, now=now))


def end_one(now: datetime) -> bool:
    """End one session that was to end on a day that is over now, in the zone of its host. True when there may be more.

    The running game is played out (spec/chouette.md §2.20).
    """

    def is_over(table: Table) -> bool:
        last = date.fromisoformat(str(table.rules_now["end"]).removeprefix("after:"))
        return now.astimezone(ZoneInfo(table.host.zone)).date() > last

    return _one_of(filter(is_over, dated_tables(now)), lambda table: lobby.end(table.pk, by=None, now=now))


def go_on_one(now: datetime) -> bool:
    """Let the clocks run again at one table whose pause is over. True when there may be more."""
    paused = Table.objects.filter(goes_on_at__lte=now, over=False).order_by("goes_on_at", "pk")
    return _one_of(paused, lambda table: lobby.go_on(table.pk, now=now))


def elect_one(now: datetime) -> bool:
    """See to one club whose organisers are silent. True when there may be more."""
    return elections.elect_one(now)


def tell_absence(now: datetime) -> bool:
    """Tell of one vacation that has begun or ended. True when there may be more."""
    return absence.tell_one(now)


def digest_one(now: datetime) -> bool:
    """Queue the daily letter of one player whose morning it is. True when there may be more."""
    here = Q(seats__letters=Letters.DIGEST, seats__left_at=None, seats__table__over=False)
    due = Profile.objects.filter(Q(letters=Letters.DIGEST) | here, Q(digest_at=None) | Q(digest_at__lte=now))

    @transaction.atomic
    def gather(player: Profile) -> None:
        seen = player.digest_at
        mine = Profile.objects.filter(pk=player.pk, digest_at=seen)
        if mine.update(digest_at=next_morning(now, ZoneInfo(player.zone))) and seen is not None:
            personal.digest(player, since=seen - timedelta(days=1), now=now)
            compose.nudge()

    return _one_of(due.order_by("pk").distinct(), gather)


def _one_of(rows: Iterable[Row], act: Callable[[Row], object]) -> bool:
    """Do it to the first row for which it can be done; False when there is none.

    One that is broken is logged and left for the next time: it never stops the others.
    """
    for row in rows:
        try:
            act(row)
        except Exception:
            logger.exception("%s is left for the next time", row)
        else:
            return True
    return False


def _letter_waits(prompt: Prompt) -> bool:
    """Whether a door took a letter in time that may answer the prompt, and that nobody has read yet."""
    to_its_player = Q(address__prompt=prompt) | Q(address__seat=prompt.seat_id)
    return IncomingMail.objects.filter(to_its_player, handled_at=None, received_at__lte=prompt.due_at).exists()


@transaction.atomic
def _remind(prompt: Prompt, *, now: datetime) -> None:
    """Queue the one reminder; next the prompt is looked at when it is due.

    Whoever is to be reminded of other tables soon is reminded of all of them by one letter.
    """
    if not _claim(prompt, prompt.due_at, reminded_at=now):
        return
    soon = Prompt.objects.filter(
        seat__player=prompt.seat.player_id,
        closed_at=None,
        reminded_at=None,
        check_at__lte=now + TOGETHER,
        due_at__gt=now,
    )
    others = soon.exclude(pk=prompt.pk).select_related("table", "seat__player").order_by("due_at", "pk")
    free = others.select_for_update(of=("self",), no_key=True, skip_locked=True)  # another worker has the rest in hand
    personal.reminders([prompt, *(one for one in free if _claim(one, one.due_at, reminded_at=now))], now)
    compose.nudge()


def _claim(prompt: Prompt, check_at: datetime | None, **columns: datetime) -> bool:
    """Set when the prompt is looked at next, unless another did so first. True for the winner."""
    found = Prompt.objects.filter(pk=prompt.pk, closed_at=None, check_at=prompt.check_at)
    return found.update(check_at=check_at, **columns) == 1
