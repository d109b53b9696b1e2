"""Lists: what waits for a player, his tables, invitations and open offers."""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Lower

from games.models import Invitation, Profile, Prompt, Seat, Table

SEATS_AND_PLAYERS = Seat.objects.select_related("player").order_by("number")
SEATS = Prefetch("seats", SEATS_AND_PLAYERS)
OPEN_PROMPTS = Prefetch(
    "prompts", Prompt.objects.filter(closed_at=None).select_related("seat").order_by("number"), to_attr="open_prompts"
)


GATHERING = timedelta(days=14)
"""How long a chouette may wait for players whom nobody has asked yet."""


def waiting(profile: Profile, now: datetime) -> list[Prompt]:
    """The questions that wait for this player, the most urgent first, each with its table, seats and players.

    Two queries. A question whose deadline has passed stays here until the sweep has closed it.
    """
    return list(_waiting(profile).prefetch_related(Prefetch("table__seats", SEATS_AND_PLAYERS)))


def count_waiting(profile: Profile) -> int:
    """How many questions wait for this player."""
    return _waiting(profile).count()


def next_waiting(profile: Profile, *, after: Prompt | None, now: datetime) -> Prompt | None:
    """The question to show after `after` was answered or skipped: the next in urgency at another table, else the first.

    None when nothing else waits.
    """
    found = [prompt for prompt in _waiting(profile) if after is None or prompt.table_id != after.table_id]
    later = [prompt for prompt in found if after and after.due_at and prompt.due_at and prompt.due_at >= after.due_at]
    return next(iter(later or found), None)


def my_tables(profile: Profile) -> list[Table]:
    """The tables of this player that are not over: those running, then those that wait for players.

    Three queries; each has its `seats` with players and its `open_prompts`.
    """
    mine = Table.objects.filter(seats__player=profile, seats__left_at=None, over=False, withdrawn_at=None)
    return list(mine.prefetch_related(SEATS, OPEN_PROMPTS).order_by(F("started_at").desc(nulls_last=True), "-pk"))


def past_tables(profile: Profile, *, limit: int = 20) -> list[Table]:
    """The last tables of this player that are over, the latest first, with their seats and players. Two queries."""
    mine = Table.objects.filter(seats__player=profile, over=True)
    return list(mine.prefetch_related(SEATS).order_by("-over_at", "-pk")[:limit])


def invitations(profile: Profile, now: datetime) -> list[Invitation]:
    """The invitations that this player may accept: to himself, or to one of his confirmed addresses. One query."""
    own = EmailAddress.objects.filter(user=profile.user_id, verified=True).values(folded=Lower("email"))
    found = pending_invitations(now).filter(Q(player=profile) | Q(player=None, address__in=own)).exclude(by=profile)
    return list(found.select_related("table__host", "by").order_by("expires_at"))


def open_offers(profile: Profile | None, now: datetime) -> list[Table]:
    """The tables at which anybody may sit down, those soon to close first; with their seats and players. Two queries.

    The reader's own stand among them.
    """
    found = Table.objects.filter(started_at=None, withdrawn_at=None, open_until__gt=now)
    return list(found.select_related("host").prefetch_related(SEATS).order_by("open_until", "pk"))


def pending_invitations(now: datetime) -> QuerySet[Invitation]:
    """All invitations that can still be accepted: to tables that have not begun, and to chouettes that run."""
    open_table = Q(table__started_at=None) | Q(table__format="chouette", table__over=False, table__round=None)
    return Invitation.objects.filter(
        open_table, accepted_at=None, declined_at=None, expires_at__gt=now, table__withdrawn_at=None
    )


def idle_tables(now: datetime) -> QuerySet[Table]:
    """The tables that wait for players though nobody can sit down at them any more.

    The host of a chouette may ask others for some days when those he asked will not come.
    """
    asked = pending_invitations(now).filter(table=OuterRef("pk"))
    gathering = Q(format="chouette", created_at__gt=now - GATHERING)
    return Table.objects.filter(started_at=None, withdrawn_at=None).exclude(
        Q(open_until__gt=now) | Exists(asked) | gathering
    )


def dated_tables(now: datetime) -> QuerySet[Table]:
    """The running sessions whose agreed last day is over somewhere on earth, and that are not told to end yet."""
    latest = f"after:{(now + timedelta(hours=14)).date().isoformat()}"
    running = Table.objects.filter(started_at__isnull=False, over=False, format="chouette")
    dated = running.filter(state__rules__end__startswith="after:", state__rules__end__lt=latest)
    return dated.exclude(state__has_key="ending").select_related("host").order_by("pk")


def _waiting(profile: Profile) -> QuerySet[Prompt]:
    """The questions that this player, or he as a proxy, can answer now: none that are answered or behind an offer."""
    return (
        Prompt.objects.filter(
            Q(seat__player=profile) | Q(proxy__player=profile), closed_at=None, answered_at=None, behind_offer=False
        )
        .select_related("table", "seat")
        .order_by(F("due_at").asc(nulls_last=True), "pk")
    )
