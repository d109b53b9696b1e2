"""Clubs: who belongs to them, how one comes in, by which rules they play, how they stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from games.models import Club, ClubLink, Game, Membership, Profile, Table
from games.outbox.headers import new_token, token_hash
from games.play import patient
from games.rules.errors import IllegalAction
from games.rules.formats import PRESETS, agreed

ENOUGH = 2
"""Organisers that a club needs, if it has no successor for them."""
LINK_STANDS = timedelta(days=14)


@patient
@transaction.atomic
def found(*, name: str, about: str, founder: Profile, now: datetime) -> Club:
    """A new club with its first organiser. Raises IllegalAction for a name that is empty or taken.

    Founding the club that he organises already gives it back: twice is once.
    """
    name = " ".join(name.split())[:80]
    Profile.objects.select_for_update(no_key=True).get(pk=founder.pk)
    own = Membership.objects.filter(player=founder, organiser=True, club__name=name).select_related("club").first()
    if own is not None:
        return own.club
    if not name or Club.objects.filter(name__iexact=name).exists():
        raise IllegalAction("bad-club-name", name=name)
    stem = slugify(name)[:40] or "club"
    taken = set(Club.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    slug = next(one for one in (stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 3))) if one not in taken)
    try:
        with transaction.atomic():
            club = Club.objects.create(name=name, slug=slug, about=about.strip()[:2000])
    except IntegrityError:  # somebody was a moment faster
        raise IllegalAction("bad-club-name", name=name) from None
    Membership.objects.create(club=club, player=founder, organiser=True)
    return club


@patient
@transaction.atomic
def house_rules(
    club: Club, *, by: Profile, about: str, preset: str, help_allowed: str, rules: Mapping[str, object] | None = None
) -> None:
    """Say what the club is, by which set of rules it plays, what of it otherwise (`rules`), and what help it allows.

    Raises IllegalAction for rules that no chouette could be played by.
    """
    must_be_organiser(club, by)
    if preset not in PRESETS:
        raise IllegalAction("bad-rule", flag="preset", value=preset)
    chosen = dict(club.rules if rules is None else rules)
    agreed("short", "chouette", {"preset": preset, **chosen})
    club.about, club.preset, club.help_allowed = about.strip()[:2000], preset, help_allowed.strip()[:2000]
    club.rules = chosen
    club.save(update_fields=["about", "preset", "help_allowed", "rules"])


@patient
@transaction.atomic
def new_link(club: Club, *, by: Profile, now: datetime) -> str:
    """The token of a new link that makes members for a time."""
    must_be_organiser(club, by)
    token = new_token()
    ClubLink.objects.create(
        club=club, token_hash=token_hash(token), by=by, created_at=now, expires_at=now + LINK_STANDS
    )
    return token


@patient
@transaction.atomic
def revoke(link_id: int, *, by: Profile, now: datetime) -> None:
    """Let a link work no more. Twice is once."""
    link = ClubLink.objects.select_related("club").get(pk=link_id)
    must_be_organiser(link.club, by)
    ClubLink.objects.filter(pk=link_id, revoked_at=None).update(revoked_at=now)


def club_of(token: str, *, now: datetime) -> Club | None:
    """The club that a link leads into; None when there is no such link any more."""
    found = ClubLink.objects.filter(token_hash=token_hash(token), revoked_at=None, expires_at__gt=now)
    link = found.select_related("club").first()
    return link.club if link else None


@patient
@transaction.atomic
def come_in(token: str, *, player: Profile, now: datetime) -> Club:
    """Become a member by a link. Twice is once."""
    club = club_of(token, now=now)
    if club is None:
        raise IllegalAction("link-gone")
    Membership.objects.get_or_create(club=club, player=player)
    return club


@patient
@transaction.atomic
def go(club: Club, *, player: Profile) -> None:
    """Leave a club. An organiser must leave two behind him, or a successor."""
    club = _locked(club)
    member = _membership(club, player)
    if member.organiser:
        _must_be_succeeded(club, member)
    member.delete()


@patient
@transaction.atomic
def appoint(club: Club, *, player: Profile, by: Profile, organiser: bool = True) -> None:
    """Make a member an organiser, or an organiser a member again. Two must stay, or a successor be named."""
    club = _locked(club)
    must_be_organiser(club, by)
    member = _membership(club, player)
    if member.organiser and not organiser:
        _must_be_succeeded(club, member)
    member.organiser = organiser
    member.save(update_fields=["organiser"])


@patient
@transaction.atomic
def name_successor(club: Club, *, player: Profile | None, by: Profile) -> None:
    """Say which member becomes organiser when the last one goes or falls silent; None: nobody."""
    club = _locked(club)
    must_be_organiser(club, by)
    if player is not None and _membership(club, player).organiser:
        raise IllegalAction("organiser-already", player=player.handle)
    club.successor = player
    club.save(update_fields=["successor"])


def succeed(club: Club) -> Profile | None:
    """Make the named successor an organiser; None when there is none (any more)."""
    heir = club.memberships.filter(player=club.successor_id, organiser=False).select_related("player").first()
    if heir is None:
        return None
    heir.organiser = True
    heir.save(update_fields=["organiser"])
    club.successor = None
    club.save(update_fields=["successor"])
    return heir.player


def lacks_organisers(club: Club) -> bool:
    """Whether the club hangs on one person: it has fewer than two organisers, and no successor."""
    if club.memberships.filter(player=club.successor_id).exists():
        return False
    return club.memberships.filter(organiser=True).count() < ENOUGH


def is_organiser(club: Club, player: Profile | None) -> bool:
    """Whether the player is an organiser of the club."""
    return player is not None and club.memberships.filter(player=player, organiser=True).exists()


@dataclass(frozen=True, slots=True)
class Standing:
    """What a member won in a club's games: half points, games, at how many tables; those of a round count as one."""

    player: Profile
    halves: int
    games: int
    tables: int


def standings(club: Club, *, since: datetime | None = None, until: datetime | None = None) -> list[Standing]:
    """The members of the club's sessions by their points in the games that ended in a period. Two queries.

    Matches have no points to add up, only their games are counted; annulled games count for nothing.
    """
    games = Game.objects.filter(table__club=club, ended_at__isnull=False, annulled_at=None)
    if since is not None:
        games = games.filter(ended_at__gte=since)
    if until is not None:
        games = games.filter(ended_at__lt=until)
    played = list(games.values_list("table_id", "table__format", "points", "table__round_id", "table__lap"))
    seats = {
        (seat.table_id, str(seat.number)): seat.player
        for table in Table.objects.filter(pk__in={table for table, *_ in played}).prefetch_related("seats__player")
        for seat in table.seats.all()
    }
    return _summed(
        ((session, lap) if session else (table, 0), seats[table, number], 0 if form == "match" else halves)
        for table, form, points, session, lap in played
        for number, halves in points.items()
    )


def _summed(results: Iterable[tuple[tuple[int, int], Profile, int]]) -> list[Standing]:
    """Results (table or round, player, half points) by player, the best first."""
    by_player: dict[Profile, list[tuple[tuple[int, int], int]]] = {}
    for table, player, halves in results:
        by_player.setdefault(player, []).append((table, halves))
    found = [
        Standing(player, sum(halves for _, halves in own), len(own), len({table for table, _ in own}))
        for player, own in by_player.items()
    ]
    return sorted(found, key=lambda one: (-one.halves, -one.games, one.player.handle))


def _locked(club: Club) -> Club:
    """The club, locked until the transaction ends: its last organisers do not all go at the same instant."""
    return Club.objects.select_for_update(of=("self",), no_key=True).get(pk=club.pk)


def _membership(club: Club, player: Profile) -> Membership:
    member = club.memberships.filter(player=player).first()
    if member is None:
        raise IllegalAction("no-member", club=club.name)
    return member


def must_be_organiser(club: Club, player: Profile) -> None:
    """Raise `organisers-only` for anybody else."""
    if not is_organiser(club, player):
        raise IllegalAction("organisers-only", club=club.name)


def _must_be_succeeded(club: Club, going: Membership) -> None:
    """An organiser goes: two others must stay, or the successor takes his place."""
    if club.memberships.filter(organiser=True).exclude(pk=going.pk).count() >= ENOUGH:
        return
    if club.successor_id == going.player_id or succeed(club) is None:
        raise IllegalAction("last-organiser")
