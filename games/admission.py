"""Who is no member of a club asks to play at one of its tables; those who sit there see who he is, organisers admit.

An organiser who sits there himself does not decide alone: another organiser agrees, or all others of the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.urls import reverse

from games import lobby
from games.models import Admission, Profile, Table
from games.models.table import Source
from games.outbox import compose
from games.play import lock, patient
from games.rules.errors import IllegalAction


@patient
@transaction.atomic
def ask(table_id: int, *, player: Profile, now: datetime) -> Admission:
    """Ask to play at a table of a club. Twice is once; who was not admitted does not ask there again."""
    table = lock(pk=table_id)
    if table.club is None:
        raise IllegalAction("no-club-table")
    if table.over or table.withdrawn_at or table.round_id is not None:
        raise IllegalAction("offer-gone")
    if table.club.memberships.filter(player=player).exists() or table.seats.filter(player=player).exists():
        raise IllegalAction("member-already")
    known = table.admissions.filter(player=player).order_by("-pk").first()
    if known is not None:
        if known.admitted is False:
            raise IllegalAction("not-admitted")
        return known
    asked = Admission.objects.create(table=table, player=player, asked_at=now)
    told = Profile.objects.filter(pk__in=_organisers(table) | _seats(table)).order_by("pk")
    _tell(asked, "asks", told, now=now)
    return asked


@patient
@transaction.atomic
def decide(admission_id: int, *, by: Profile, admit: bool, now: datetime) -> Admission:
    """Say yes, as an organiser or as one who sits there, or no, as an organiser. Done as soon as it is enough.

    Twice is once. Raises IllegalAction when there is no place for him; then nothing was decided.
    """
    table = lock(admissions=admission_id)
    asked = Admission.objects.select_related("player").get(pk=admission_id)
    organisers, seats = _organisers(table), _seats(table)
    if by.pk not in organisers and (not admit or by.pk not in seats):
        raise IllegalAction("organisers-only", club=table.club.name if table.club else "")
    if asked.decided_at is not None:
        return asked
    if admit:
        asked.agreed.add(by)
        agreed = set(asked.agreed.values_list("pk", flat=True))
        if not _enough(agreed, organisers, seats):
            return asked
    asked.decided_at, asked.by, asked.admitted = now, by, admit
    asked.save(update_fields=["decided_at", "by", "admitted"])
    if admit:
        _seat(table, asked.player, now=now)
    _tell(asked, "admitted" if admit else "not-admitted", [asked.player], now=now)
    return asked


def _enough(agreed: set[int], organisers: set[int], seats: set[int]) -> bool:
    """One organiser who does not sit there; else two of them, or one and all others of the table."""
    willing = agreed & organisers
    return bool(willing - seats) or len(willing) > 1 or (bool(willing) and seats <= agreed)


def _seat(table: Table, player: Profile, *, now: datetime) -> None:
    """He sits down, or plays from the next game on."""
    if table.started_at:
        lobby.join(table.pk, player=player, source=Source.PAGE, now=now)
    else:
        lobby.take(table.pk, player=player, now=now)


def _organisers(table: Table) -> set[int]:
    members = table.club.memberships.filter(organiser=True) if table.club else []
    return {member.player_id for member in members}


def _seats(table: Table) -> set[int]:
    return set(table.seats.filter(left_at=None).values_list("player", flat=True))


def _tell(asked: Admission, what: str, players: Iterable[Profile], *, now: datetime) -> None:
    club = asked.table.club
    assert club is not None, "only tables of clubs are asked for"
    words = {"who": asked.player.handle, "path": reverse("table", args=[asked.table_id])}
    compose.club(club, what, players, cause=f"{what}:{asked.pk}", now=now, words=words)
    compose.nudge()
