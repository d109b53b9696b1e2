"""What a player's daily letter is about: the tables whose letters he wants gathered, their news; and who is away."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q

from games.models import Absence, Profile, Prompt, Seat
from games.models.player import Letters


def in_digest(player: Profile) -> list[Seat]:
    """The seats of a player whose letters are gathered into his digest."""
    chosen = Q(letters=Letters.DIGEST)
    if player.letters == Letters.DIGEST:
        chosen |= Q(letters="")
    seats = player.seats.filter(chosen, left_at=None, table__started_at__isnull=False)
    return list(seats.select_related("player", "table"))


def waiting_at(seats: Sequence[Seat]) -> list[Prompt]:
    """The questions that can be answered now from these seats, the most urgent first."""
    keys = [seat.pk for seat in seats]
    found = Prompt.objects.filter(
        Q(seat__in=keys) | Q(proxy__in=keys), closed_at=None, answered_at=None, behind_offer=False
    )
    return list(found.select_related("table", "seat").order_by("due_at", "pk"))


def away(seats: Sequence[Seat], now: datetime) -> dict[int, datetime]:
    """Players of these seats who are on vacation, and until when. One query."""
    running = Absence.objects.filter(
        player__in=[seat.player_id for seat in seats], cancelled_at=None, begins__lte=now, ends__gt=now
    )
    return {absence.player_id: absence.ends for absence in running}


def away_until(player: Profile, now: datetime) -> datetime | None:
    """Until when this player is on vacation; None: he is not. One query."""
    running = Absence.objects.filter(player=player, cancelled_at=None, begins__lte=now, ends__gt=now).first()
    return running.ends if running else None


def has_news(seat: Seat, since: datetime) -> bool:
    """Whether somebody else has done or said something at this seat's table since then."""
    done = seat.table.entries.filter(at__gt=since).exclude(seat=seat)
    return done.exists() or seat.table.messages.filter(at__gt=since, audience="all").exclude(seat=seat).exists()
