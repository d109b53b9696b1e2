"""Rounds of chouettes (круг): as many tables of one game as there are players, seats turned by one each, all at once.

So everybody is once in the box and once captain, and a session does not take a winter. People come to the first round
by its first table, as to any other (`lobby`); between rounds they join and leave here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import gcd
from typing import TypeVar

from django.db import transaction

from games import seating
from games.models import Club, Game, Profile, Round, RoundMember, Seat, Table
from games.play import patient
from games.rules.errors import IllegalAction
from games.rules.formats import agreed

RULES: Mapping[str, object] = {"end": "games:1", "partner": "off"}
"""What every table of a round is played by, whatever else was agreed: one game, and the box alone."""

Place = TypeVar("Place")


def first_table(*, host: Profile, club: Club | None, now: datetime) -> dict[str, object]:
    """A new round, to which people are still to be asked: the columns of the table at which they gather."""
    return {"round": Round.objects.create(host=host, club=club, created_at=now), "lap": 1, "place": 1}


def begin(table: Table, *, now: datetime) -> None:
    """Begin the first round with those who sit at `table`, its first one. The caller holds its lock."""
    session = table.round
    assert session is not None, "a table of a round"
    players = [seat.player for seat in table.seats.select_related("player").order_by("number")]
    RoundMember.objects.bulk_create(RoundMember(round=session, player=player, joined_at=now) for player in players)
    session.laps = 1
    session.save(update_fields=["laps"])
    seating.start(table, now=now)
    for place, line in enumerate(turned(players)[1:], start=2):
        _start(table, line, lap=1, place=place, now=now)


@patient
@transaction.atomic
def next_round(round_id: int, *, by: Profile, lap: int, now: datetime) -> Round:
    """Begin round `lap` with all who stay, once every table of the one before is over. Twice is once.

    Anybody who stays may say so: all who stay have agreed to play on.
    """
    session = _lock(round_id)
    if lap <= session.laps:
        return session
    if not session.members.filter(player=by, stays=True).exists():
        raise IllegalAction("not-of-the-round")
    if lap != session.laps + 1 or session.tables.filter(over=False, withdrawn_at=None).exists():
        raise IllegalAction("round-not-over")
    players = [one.player for one in session.members.filter(stays=True).select_related("player").order_by("pk")]
    first = session.tables.get(lap=1, place=1)
    options = agreed(first.variant, "chouette", first.rules)
    if len(players) < options.min_players:
        raise IllegalAction("too-few-seats", seats=len(players), least=options.min_players)
    session.laps = lap
    session.save(update_fields=["laps"])
    for place, line in enumerate(turned(in_order(players, lap)), start=1):
        _start(first, line, lap=lap, place=place, now=now)
    return session


@patient
@transaction.atomic
def join(round_id: int, *, player: Profile, now: datetime) -> Round:
    """Play from the next round on; with it he accepts the rules of its tables. Twice is once.

    To a round of a club only members come, to one that was never offered openly only those who have played in it.
    """
    session = _lock(round_id)
    member = session.members.filter(player=player).first()
    if member is not None and member.stays:
        return session
    first = session.tables.get(lap=1, place=1)
    if not session.laps:
        raise IllegalAction("not-started")
    if member is None:
        _must_be_admitted(session, first, player)
    most = agreed(first.variant, "chouette", first.rules).max_players
    if session.members.filter(stays=True).count() >= most:
        raise IllegalAction("table-full", most=most)
    RoundMember.objects.update_or_create(
        round=session, player=player, defaults={"stays": True}, create_defaults={"joined_at": now}
    )
    return session


@patient
@transaction.atomic
def leave(round_id: int, *, player: Profile) -> Round:
    """Play no further round. The tables of this one are played to their end. Twice is once."""
    session = _lock(round_id)
    if not session.members.filter(player=player).exists():
        raise IllegalAction("not-of-the-round")
    session.members.filter(player=player).update(stays=False)
    return session


def turned(players: Sequence[Place]) -> list[tuple[Place, ...]]:
    """The seats of every table of a round: the same order, begun with another player each time."""
    return [(*players[place:], *players[:place]) for place in range(len(players))]


def in_order(players: Sequence[Place], lap: int) -> list[Place]:
    """The order in which they sit in round `lap`: by steps of 1, then of the next number without a common divisor …

    So nobody meets the same captain in two rounds in a row, wherever their number allows it.
    """
    count = len(players)
    steps = [step for step in range(1, count) if gcd(step, count) == 1] or [1]
    step = steps[(lap - 1) % len(steps)]
    return [players[place * step % count] for place in range(count)]


@dataclass(frozen=True, slots=True)
class Column:
    """What a player of a round won at each of its tables (key: lap, place), in half points, and in all."""

    player: Profile
    stays: bool
    by_table: Mapping[tuple[int, int], int]

    @property
    def halves(self) -> int:
        """The balance."""
        return sum(self.by_table.values())

    def of_lap(self, lap: int) -> int:
        """What one round brought."""
        return sum(halves for (one, _), halves in self.by_table.items() if one == lap)


def ledger(session: Round) -> list[Column]:
    """The common ledger of all tables of a round, the best player first; it sums to zero. Three queries."""
    seats = {
        (table, str(number)): player
        for table, number, player in Seat.objects.filter(table__round=session).values_list("table", "number", "player")
    }
    over = Game.objects.filter(table__round=session, ended_at__isnull=False, annulled_at=None)
    won: dict[int, dict[tuple[int, int], int]] = {}
    for table, lap, place, points in over.values_list("table", "table__lap", "table__place", "points"):
        for number, halves in points.items():
            won.setdefault(seats[table, number], {})[lap, place] = halves
    members = session.members.select_related("player").order_by("pk")
    columns = [Column(one.player, one.stays, won.get(one.player_id, {})) for one in members]
    return sorted(columns, key=lambda one: (-one.halves, one.player.handle))


def _start(like: Table, line: Sequence[Profile], *, lap: int, place: int, now: datetime) -> Table:
    """A further table of a round, by the rules of the first one; box, captain and queue are `line`."""
    same = {name: getattr(like, name) for name in ("variant", "format", "rules", "clock", "club", "round")}
    table = seating.made(line[0], **same, wanted=len(line), lap=lap, place=place, created_at=now)
    for player in line[1:]:
        seating.sit(table, player, now=now)
    seating.start(table, now=now)
    return table


def _lock(round_id: int) -> Round:
    """The round, locked until the transaction ends."""
    return Round.objects.select_for_update(of=("self",), no_key=True).get(pk=round_id)


def _must_be_admitted(session: Round, first: Table, player: Profile) -> None:
    if session.club is not None:
        if not session.club.memberships.filter(player=player).exists():
            raise IllegalAction("members-only", club=session.club.name)
    elif first.open_until is None:
        raise IllegalAction("join-by-invitation")
