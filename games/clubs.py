"""Clubs: who belongs to them, how one comes in, how they stand; and what an organiser may decide at a club's table.

An organiser decides by the same door as everybody: the house acts, one entry in the log, with his reason beside it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.text import slugify

from games import rows
from games.models import Club, ClubLink, Game, Membership, Profile, Ruling, Table
from games.models.table import Source
from games.notices import Notice
from games.outbox import compose
from games.outbox.headers import new_token, token_hash
from games.play import enter, lock, patient
from games.rules import codec
from games.rules.actions import Action, Adjudicate, Annul, Relieve
from games.rules.errors import IllegalAction
from games.rules.formats import PRESETS

LINK_STANDS = timedelta(days=14)
LONGEST_REASON = 1000


@patient
@transaction.atomic
def found(*, name: str, about: str, founder: Profile, now: datetime) -> Club:
    """A new club with its first organiser. Raises IllegalAction for a name that is empty or taken."""
    name = " ".join(name.split())[:80]
    if not name or Club.objects.filter(name__iexact=name).exists():
        raise IllegalAction("bad-club-name", name=name)
    stem = slugify(name)[:40] or "club"
    taken = set(Club.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    slug = next(one for one in (stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 3))) if one not in taken)
    club = Club.objects.create(name=name, slug=slug, about=about.strip()[:2000])
    Membership.objects.create(club=club, player=founder, organiser=True)
    return club


@patient
@transaction.atomic
def house_rules(club: Club, *, by: Profile, about: str, preset: str, help_allowed: str) -> None:
    """Say what the club is, by which set of rules it plays, and what help it allows."""
    _must_be_organiser(club, by)
    if preset not in PRESETS:
        raise IllegalAction("bad-rule", flag="preset", value=preset)
    club.about, club.preset, club.help_allowed = about.strip()[:2000], preset, help_allowed.strip()[:2000]
    club.save(update_fields=["about", "preset", "help_allowed"])


@patient
@transaction.atomic
def new_link(club: Club, *, by: Profile, now: datetime) -> str:
    """The token of a new link that makes members for a time."""
    _must_be_organiser(club, by)
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
    _must_be_organiser(link.club, by)
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
    """Leave a club. Its last organiser must name another one first."""
    member = _membership(club, player)
    if member.organiser:
        _must_not_be_last(club)
    member.delete()


@patient
@transaction.atomic
def appoint(club: Club, *, player: Profile, by: Profile, organiser: bool = True) -> None:
    """Make a member an organiser, or an organiser a member again."""
    _must_be_organiser(club, by)
    member = _membership(club, player)
    if member.organiser and not organiser:
        _must_not_be_last(club)
    member.organiser = organiser
    member.save(update_fields=["organiser"])


def is_organiser(club: Club, player: Profile | None) -> bool:
    """Whether the player is an organiser of the club."""
    return player is not None and club.memberships.filter(player=player, organiser=True).exists()


@dataclass(frozen=True, slots=True)
class Standing:
    """What a member won in a club's games: half points, games, and at how many tables."""

    player: Profile
    halves: int
    games: int
    tables: int


def standings(club: Club, *, since: datetime | None = None, until: datetime | None = None) -> list[Standing]:
    """The members of the club's sessions by their points in the games that ended in a period. Two queries.

    Matches have no points to add up, only their games are counted.
    """
    games = Game.objects.filter(table__club=club, ended_at__isnull=False)
    if since is not None:
        games = games.filter(ended_at__gte=since)
    if until is not None:
        games = games.filter(ended_at__lt=until)
    played = list(games.values_list("table_id", "table__format", "points"))
    seats = {
        (seat.table_id, str(seat.number)): seat.player
        for table in Table.objects.filter(pk__in={table for table, _, _ in played}).prefetch_related("seats__player")
        for seat in table.seats.all()
    }
    return _summed(
        (table, seats[table, number], 0 if form == "match" else halves)
        for table, form, points in played
        for number, halves in points.items()
    )


def _summed(results: Iterable[tuple[int, Profile, int]]) -> list[Standing]:
    """Results (table, player, half points) by player, the best first."""
    by_player: dict[Profile, list[tuple[int, int]]] = {}
    for table, player, halves in results:
        by_player.setdefault(player, []).append((table, halves))
    found = [
        Standing(player, sum(halves for _, halves in own), len(own), len({table for table, _ in own}))
        for player, own in by_player.items()
    ]
    return sorted(found, key=lambda one: (-one.halves, -one.games, one.player.handle))


@patient
@transaction.atomic
def rule(
    table_id: int,
    *,
    by: Profile,
    kind: str,
    reason: str,
    now: datetime,
    side: int | None = None,
    level: int | None = None,
) -> Ruling:
    """Decide about the running game of a club's table, with a reason that all are told.

    An organiser who plays there himself only proposes: it is done when another organiser agrees, or all others who sit
    there. Raises IllegalAction; nothing was done then.
    """
    table = lock(pk=table_id)
    if table.club is None:
        raise IllegalAction("no-club-table")
    _must_be_organiser(table.club, by)
    reason = reason.strip()
    if not reason:
        raise IllegalAction("reason-missing")
    if len(reason) > LONGEST_REASON:
        raise IllegalAction("message-too-long", length=len(reason), limit=LONGEST_REASON)
    state = codec.load(table.state) if table.state else None
    if state is None or state.game is None or state.over:
        raise IllegalAction("no-game")
    if kind == Ruling.Kind.ADJUDICATE and (side not in (0, 1) or level not in (1, 2, 3)):
        raise IllegalAction("bad-level", side=side, level=level)
    if kind not in Ruling.Kind.values:
        raise IllegalAction("unknown-command", line=kind)
    ruling = Ruling.objects.create(
        table=table, game=state.game.number, organiser=by, kind=kind, side=side, level=level, reason=reason, at=now
    )
    if not table.seats.filter(player=by, left_at=None).exists():
        _carry_out(ruling, table, now=now)
    return ruling


@patient
@transaction.atomic
def agree(ruling_id: int, *, by: Profile, now: datetime) -> Ruling:
    """Agree to what an organiser who plays himself has proposed; done as soon as that is enough. Twice is once."""
    table = lock(rulings=ruling_id)
    ruling = Ruling.objects.get(pk=ruling_id)
    others = set(table.seats.filter(left_at=None).exclude(player=ruling.organiser_id).values_list("player", flat=True))
    organises = table.club is not None and is_organiser(table.club, by) and by.pk != ruling.organiser_id
    if not organises and by.pk not in others:
        raise IllegalAction("not-yours")
    if ruling.entry_id is not None:
        return ruling
    ruling.agreed.add(by)
    if organises or others <= set(ruling.agreed.values_list("pk", flat=True)):
        _carry_out(ruling, table, now=now)
    return ruling


def _carry_out(ruling: Ruling, table: Table, *, now: datetime) -> None:
    """Let the house act, and tell everybody who sits there."""
    state = codec.load(table.state)
    if state.game is None or state.game.number != ruling.game or state.over:
        raise IllegalAction("no-game")
    loaded = rows.Rows(table)
    entry = enter(loaded, state, None, _action(ruling), source=Source.HOUSE, ref=f"ruling:{ruling.pk}", now=now)
    ruling.entry = entry
    ruling.save(update_fields=["entry"])
    here = [number for number, seat in loaded.seats.items() if seat.left_at is None]
    told = set(entry.letters_out.values_list("seat__number", flat=True))
    compose.queue(
        [Notice(seat, "told") for seat in here if seat not in told], table=table, entry=entry, prompts=[], now=now
    )
    compose.nudge()


def _action(ruling: Ruling) -> Action:
    if ruling.kind == Ruling.Kind.ADJUDICATE:
        assert ruling.side is not None, "the database sees to it"
        assert ruling.level is not None, "the database sees to it"
        return Adjudicate(ruling.side, ruling.level)
    return Relieve() if ruling.kind == Ruling.Kind.RELIEVE else Annul()


def _membership(club: Club, player: Profile) -> Membership:
    member = club.memberships.filter(player=player).first()
    if member is None:
        raise IllegalAction("no-member", club=club.name)
    return member


def _must_be_organiser(club: Club, player: Profile) -> None:
    if not is_organiser(club, player):
        raise IllegalAction("organisers-only", club=club.name)


def _must_not_be_last(club: Club) -> None:
    if club.memberships.filter(organiser=True).count() < 2:
        raise IllegalAction("last-organiser")
