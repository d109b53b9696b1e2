"""The door of a club's table: who asks to be let in and who he is, what the reader may say to it, or ask himself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from games.clubs import is_organiser
from games.models import Admission, Profile, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """Somebody who asks: since when he is on the site, at how many tables he sat, how many of them are over."""

    number: int
    name: str
    since: datetime
    tables: int
    ended: int
    agreed: bool
    """Whether the reader is for it already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """What the page shows of it."""

    outside: bool
    """The reader is no member and does not sit there: he cannot just sit down."""
    waits: bool
    """He has asked."""
    guests: list[Guest]
    """Those who ask, for readers who may say something to it."""
    organises: bool


def door(table: Table, player: Profile | None, *, sits: bool) -> Door | None:
    """The door of the table for this reader; None where there is nothing to show. At most four queries."""
    club = table.club
    if club is None or player is None or table.over or table.round_id is not None:
        return None
    member = sits or club.memberships.filter(player=player).exists()
    own = table.admissions.filter(player=player).order_by("-pk").first()
    organises = is_organiser(club, player)
    asking = table.admissions.filter(decided_at=None).select_related("player").order_by("asked_at")
    return Door(
        outside=not member and (own is None or not own.admitted),
        waits=own is not None and own.decided_at is None,
        guests=[_guest(one, player) for one in asking.prefetch_related("agreed")] if sits or organises else [],
        organises=organises,
    )


def _guest(one: Admission, reader: Profile) -> Guest:
    seats = one.player.seats.aggregate(tables=Count("pk"), ended=Count("pk", filter=Q(table__over=True)))
    return Guest(
        number=one.pk,
        name=one.player.handle,
        since=one.player.created_at,
        tables=seats["tables"],
        ended=seats["ended"],
        agreed=reader in one.agreed.all(),
    )
