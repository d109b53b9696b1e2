"""When all organisers of a club have been silent for long: the successor takes over, or the members elect.

The sweep opens and closes elections; an organiser who shows himself meanwhile ends one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.clubs import succeed
from games.models import Club, Election, Entry, Membership, Message, Profile, Vote
from games.models.table import Source
from games.outbox import compose
from games.play import patient
from games.rules.errors import IllegalAction

SILENT = timedelta(days=60)
"""After so long without any sign of any organiser the members elect (issue 5)."""
VOTING = timedelta(days=14)


@patient
@transaction.atomic
def vote(club: Club, *, by: Profile, candidate: Profile) -> None:
    """Say whom one wants as organiser, until the election closes. The last word counts."""
    election = _open(club)
    members = set(club.memberships.values_list("player", flat=True))
    if by.pk not in members:
        raise IllegalAction("members-only", club=club.name)
    if candidate.pk not in members:
        raise IllegalAction("no-member", club=club.name)
    Vote.objects.update_or_create(election=election, voter=by, defaults={"candidate": candidate})


@patient
@transaction.atomic
def here(club: Club, *, by: Profile, now: datetime) -> None:
    """An organiser says that he is there: an open election is over. Twice is once."""
    mine = club.memberships.filter(player=by, organiser=True)
    if not mine.update(seen_at=now):
        raise IllegalAction("organisers-only", club=club.name)
    Election.objects.filter(club=club, closed_at=None).update(closed_at=now)


def elect_one(now: datetime) -> bool:
    """See to one club whose organisers are silent, or to one election that is due. True when there may be more."""
    due = Election.objects.filter(closed_at=None).filter(
        Q(closes_at__lte=now, votes__isnull=False) | Exists(_seen(OuterRef("club"), now - SILENT))
    )
    if election := due.order_by("pk").first():
        _close(election.pk, now=now)
        return True
    silent = Club.objects.filter(~Exists(_seen(OuterRef("pk"), now - SILENT)), memberships__organiser=False)
    elects = Election.objects.filter(club=OuterRef("pk"), closed_at=None)
    club = silent.exclude(Exists(elects)).order_by("pk").first()
    if club is None:
        return False
    _begin(club.pk, now=now)
    return True


def _seen(club: Any, since: datetime) -> QuerySet[Membership]:
    """The organisers of a club who have given a sign of themselves since then: played, written, signed in."""
    by_himself = [Source.PAGE, Source.LETTER]
    entries = Entry.objects.filter(seat__player=OuterRef("player"), source__in=by_himself, at__gt=since)
    words = Message.objects.filter(seat__player=OuterRef("player"), at__gt=since)
    return Membership.objects.filter(club=club, organiser=True).filter(
        Q(joined_at__gt=since)
        | Q(seen_at__gt=since)
        | Q(player__created_at__gt=since)
        | Q(player__last_letter_at__gt=since)
        | Q(player__user__last_login__gt=since)
        | Exists(entries)
        | Exists(words)
    )


@patient
@transaction.atomic
def _begin(club_id: int, *, now: datetime) -> None:
    """The successor takes over, or an election begins. Two workers at once do it once: the club is locked."""
    club = Club.objects.select_for_update().get(pk=club_id)
    if _seen(club, now - SILENT).exists() or club.elections.filter(closed_at=None).exists():
        return
    heir = succeed(club)
    if heir is not None:
        club.memberships.filter(player=heir).update(seen_at=now)
        _tell(club, "succeeded", f"succeeded:{club.pk}:{heir.pk}:{now:%Y%m%d}", now=now, who=heir.handle)
        return
    election = Election.objects.create(club=club, opened_at=now, closes_at=now + VOTING)
    _tell(club, "election", f"election:{election.pk}", now=now, until=election.closes_at.isoformat())


@patient
@transaction.atomic
def _close(election_id: int, *, now: datetime) -> None:
    """Whoever has most votes is organiser; among equals who has been a member for longest."""
    election = Election.objects.select_for_update(of=("self",)).select_related("club").get(pk=election_id)
    if election.closed_at is not None:
        return
    club = election.club
    election.closed_at = now
    if not _seen(club, now - SILENT).exists():
        election.winner = _winner(club, election.votes.values_list("candidate", flat=True))
        club.memberships.filter(player=election.winner).update(organiser=True, seen_at=now)
    election.save(update_fields=["closed_at", "winner"])
    if election.winner is not None:
        _tell(club, "elected", f"elected:{election.pk}", now=now, who=election.winner.handle)


def _winner(club: Club, votes: Iterable[int]) -> Profile | None:
    count = Counter(votes)
    members = club.memberships.filter(player__in=count).select_related("player").order_by("joined_at", "pk")
    return max((one.player for one in members), key=lambda player: count[player.pk], default=None)


def _open(club: Club) -> Election:
    election = Election.objects.select_for_update().filter(club=club, closed_at=None).first()
    if election is None:
        raise IllegalAction("no-election", club=club.name)
    return election


def _tell(club: Club, what: str, cause: str, *, now: datetime, **words: str) -> None:
    players = Profile.objects.filter(memberships__club=club)
    compose.club(club, what, players, cause=cause, now=now, words=words)
    compose.nudge()
