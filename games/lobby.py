"""Sitting down: offer a table, invite to it, take a place, begin; and the same again after it. Writes the first entry.

Nothing is played here and nobody is put off a table that has begun. Everything waits for the table's lock, so that one
place goes to one player, and doing the same twice does it once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from itertools import zip_longest

from django.db import transaction

from games import deadlines, inviting, rounds, rows, seating
from games.models import Club, Invitation, Profile, Seat, Table
from games.models.table import Source
from games.notices import Notice
from games.outbox import compose
from games.play import enter, lock, patient, volunteer
from games.queries import idle_tables, pending_invitations
from games.rules import codec
from games.rules.actions import End, Halt, Join, Leave, Order
from games.rules.errors import IllegalAction
from games.rules.state import options
from games.rules.table import new_table


@patient
@transaction.atomic
def offer(
    *,
    host: Profile,
    variant: str,
    format: str,  # noqa: A002 (the word of the house for it)
    rules: Mapping[str, object],
    clock: Mapping[str, object],
    now: datetime,
    seats: int = 2,
    open_for: timedelta | None = None,
    address: str = "",
    opponent: Profile | None = None,
    invited: Iterable[Profile | str] = (),
    club: Club | None = None,
    ref: str = "",
    in_rounds: bool = False,
    mate: Profile | str | None = None,
) -> Table:
    """A new table at which the host sits: open to all for a time, or for whom he invites, or both.

    `ref` names the cause of it (a form, a letter): the same one twice is one table, which the second call gives back.

    `invited` are players and mail addresses, as `opponent` and `address` are one of each; a table of a `club` is open
    to its members.

    At a table of pairs (`seats` 4) `mate` is who is asked to play beside the host, the others against them.

    `in_rounds`: it is the first table of a round of chouettes (`rounds`), and all are asked to that.

    `rules` are the options that differ from the defaults, `clock` the seconds of `deadlines.Clock`. The rules of the
    game themselves say whether such a table can be played. Raises IllegalAction, and nothing was made.
    """
    if known := _offered(host, ref):
        return known
    guests: list[Profile | str] = [*invited, *([opponent] if opponent else []), *([address] if address else [])]
    if open_for is None and not guests and mate is None:
        raise IllegalAction("nobody-asked")
    _must_be_member(club, host)
    if in_rounds:
        if format != "chouette":
            raise IllegalAction("not-in-format", format=format)
        rules = {**rules, **rounds.RULES}
    asked = new_table(variant=variant, format=format, rules=dict(rules), seats=seats)
    agreed = options(asked)
    if agreed.crawford and not (agreed.variant.cube or agreed.variant.holland):
        rules = {**rules, "crawford": False}  # nobody doubles at this table: no game of it is a special one
    if seats < agreed.min_players:
        raise IllegalAction("too-few-seats", seats=seats, least=agreed.min_players)
    table = seating.made(
        host,
        variant=variant,
        format=format,
        rules=dict(rules),
        clock=asdict(deadlines.clock(clock)),
        wanted=seats,
        club=club,
        **(rounds.first_table(host=host, club=club, now=now) if in_rounds else {}),
        open_until=now + open_for if open_for else None,
        created_at=now,
        ref=ref,
    )
    if mate is not None:
        inviting.invite(table, mate, by=host, now=now, place=2)
    for guest, place in zip_longest(guests, (1, 3) if table.paired else ()):
        if guest is not None:
            inviting.invite(table, guest, by=host, now=now, place=place)
    return table


@patient
@transaction.atomic
def rematch(table_id: int, *, by: Profile, now: datetime) -> Table:
    """Offer the others of a table that is over the same again, with nothing carried over.

    When another has offered it already, this is the acceptance. After a table of a round the next round begins.
    """
    old = lock(pk=table_id)
    if not old.over:
        raise IllegalAction("not-over")
    if not old.seats.filter(player=by).exists():
        raise IllegalAction("not-yours")
    if old.round_id is not None:
        session = rounds.next_round(old.round_id, by=by, lap=old.lap + 1, now=now)
        return session.tables.get(lap=old.lap + 1, place=1)
    if standing := Table.objects.filter(rematch_of=old).first():
        return standing if standing.host == by else take(standing.pk, player=by, now=now)
    _must_be_member(old.club, by)
    same = {name: getattr(old, name) for name in ("variant", "format", "clock", "wanted", "club")}
    same["rules"] = old.rules_now
    table = seating.made(by, **same, rematch_of=old, created_at=now)
    own = old.seats.get(player=by).number
    for seat in old.seats.exclude(player=by).select_related("player").order_by("number"):
        inviting.invite(table, seat.player, by=by, now=now, place=(seat.number - own) % 4 if table.paired else None)
    return table


@patient
@transaction.atomic
def invite(table: Table, *, guest: Profile | str, by: Profile, now: datetime, ref: str = "") -> Invitation:
    """Keep a place at a table that has not begun, or at a chouette that runs, for a player or the reader of an address.

    Twice is once; with a `ref` (its cause) even when the first invitation was declined meanwhile.
    """
    table = lock(pk=table.pk)
    if ref and (known := Invitation.objects.filter(by=by, ref=ref).first()):
        return known
    if not table.seats.filter(player=by).exists():
        raise IllegalAction("not-yours")
    return inviting.invite(table, guest, by=by, now=now, ref=ref)


@patient
@transaction.atomic
def accept(
    invitation_id: int, *, player: Profile, now: datetime, salt: str = "", source: Source = Source.PAGE
) -> Table:
    """Sit down where one was invited, with a salt of one's own for the dice of the first game.

    At a chouette that runs he plays from the next game on.
    """
    table = lock(invitations=invitation_id)
    if _sits(table, player):
        return table
    invitation = pending_invitations(now).filter(table=table, pk=invitation_id).first()
    if invitation is None:
        raise IllegalAction("invitation-gone")
    if invitation.player_id not in (None, player.pk):
        raise IllegalAction("not-yours")
    invitation.accepted_at, invitation.player = now, player
    invitation.save(update_fields=["accepted_at", "player"])
    if table.started_at:
        return join(table.pk, player=player, source=source, now=now)
    return _sit_down(table, player, salt=salt, now=now, wish=invitation.place)


@patient
@transaction.atomic
def take(
    table_id: int,
    *,
    player: Profile,
    now: datetime,
    salt: str = "",
    source: Source = Source.PAGE,
    wish: int | None = None,
) -> Table:
    """Take a place at a table that is open, or to which one was invited. Exactly one gets the last place.

    `wish` is the seat he would like at a table of pairs. At a chouette that has begun this is `join`.
    """
    table = lock(pk=table_id)
    if table.started_at and table.format == "chouette":
        return join(table_id, player=player, source=source, now=now)
    if _sits(table, player):
        return table
    invited = pending_invitations(now).filter(table=table, player=player)
    admitted = table.admissions.filter(player=player, admitted=True)
    if not (table.open_until and table.open_until > now) and not invited.exists() and not admitted.exists():
        raise IllegalAction("offer-gone")
    if not invited.exists():
        _must_be_admitted(table, player)
    wish = next((one.place for one in invited if one.place is not None), wish)
    invited.update(accepted_at=now)
    return _sit_down(table, player, salt=salt, now=now, wish=wish)


@patient
@transaction.atomic
def join(table_id: int, *, player: Profile, source: Source, now: datetime) -> Table:
    """Ask to play at a chouette that has begun, from its next game on; with it he accepts its rules. Twice is once.

    At a table of a round it is the next round that he joins. His seat gets the orders that he takes to every table.
    Who has left may come back to the seat he had. To a table of a club only its members come and who was invited or
    admitted, to one that was never offered openly only those who sat there or were invited.
    """
    table = lock(pk=table_id)
    if not table.started_at:
        return take(table_id, player=player, source=source, now=now)
    if table.round_id is not None:
        rounds.join(table.round_id, player=player, now=now)
        return table
    seat = table.seats.filter(player=player).first()
    state = codec.load(table.state)
    if seat and (seat.number in state.newcomers or (seat.left_at is None and seat.number not in state.leaving)):
        return table
    if seat is None:
        pending_invitations(now).filter(table=table, player=player).update(accepted_at=now)
        if not table.invitations.filter(player=player, accepted_at__isnull=False).exists():
            if table.open_until is None and table.club is None:
                raise IllegalAction("join-by-invitation")
            _must_be_admitted(table, player)
        seat = seating.sit(table, player, now=now)
    ref = f"join:{seat.number}:{table.last_seq}"
    entry = volunteer(seat.pk, Join(), source=source, ref=ref, now=now)
    if source == Source.LETTER:  # who joins by letter is told by letter that he sits there
        compose.queue([Notice(seat.number, "told")], table=table, entry=entry, prompts=[], now=now)
    for number, order in enumerate(seating.brought_along(seat)):
        volunteer(seat.pk, order, source=source, ref=f"{ref}:{number}", now=now)
    return Table.objects.get(pk=table_id)


def leave(seat: Seat, *, source: Source, ref: str, now: datetime, came: datetime | None = None) -> None:
    """Leave a chouette after its running game; at a table of a round: play no further round. Twice is once."""
    if seat.table.round_id is not None:
        rounds.leave(seat.table.round_id, player=seat.player)
    else:
        volunteer(seat.pk, Leave(), source=source, ref=ref, now=now, came=came)


@patient
@transaction.atomic
def begin(table_id: int, *, by: Profile, now: datetime) -> Table:
    """Begin a chouette with those who sit at it, though more were wanted. Only its host may. Twice is once."""
    table = lock(pk=table_id)
    if table.host_id != by.pk:
        raise IllegalAction("not-yours")
    if table.started_at:
        return table
    here = table.seats.count()
    least = options(seating.start_of(table, ())).min_players
    if table.format != "chouette" or here < least:
        raise IllegalAction("too-few-seats", seats=here, least=least)
    table.wanted = here
    table.save(update_fields=["wanted"])
    _begin(table, now=now)
    return table


@patient
@transaction.atomic
def end(table_id: int, *, by: Profile | None, now: datetime) -> Table:
    """End a chouette after its running game, or at once when none runs. Twice is once.

    Only its host may; `by` None: the day has come that was agreed for its end.
    """
    table = lock(pk=table_id)
    if by is not None and table.host_id != by.pk:
        raise IllegalAction("not-yours")
    if table.format != "chouette" or not table.started_at:
        raise IllegalAction("not-started")
    state = codec.load(table.state)
    if not (state.over or state.ending):
        enter(rows.Rows(table), state, None, End(), source=Source.HOUSE, ref=f"end:{table.last_seq}", now=now)
    return table


@patient
@transaction.atomic
def go_on(table_id: int, *, now: datetime) -> None:
    """Let the clocks of a table run again whose agreed pause is over. Twice is once."""
    table = lock(pk=table_id)
    if table.goes_on_at is not None and table.goes_on_at <= now:
        state, action = codec.load(table.state), Halt(on=False)
        enter(rows.Rows(table), state, None, action, source=Source.HOUSE, ref=f"go-on:{table.last_seq}", now=now)


@patient
@transaction.atomic
def decline(invitation_id: int, *, now: datetime) -> None:
    """Say no to an invitation. A table to which nobody is asked any more is called off."""
    table = lock(invitations=invitation_id)
    pending_invitations(now).filter(pk=invitation_id).update(declined_at=now)
    call_off_if_idle(table.pk, now=now)


@patient
@transaction.atomic
def withdraw(table_id: int, *, by: Profile, now: datetime) -> None:
    """Call off a table that has not begun. Only its host may."""
    table = lock(pk=table_id)
    if table.host_id != by.pk:
        raise IllegalAction("not-yours")
    if table.started_at:
        raise IllegalAction("already-started")
    if table.withdrawn_at is None:
        _call_off(table, now=now)


@patient
@transaction.atomic
def call_off_if_idle(table_id: int, *, now: datetime) -> None:
    """Call off a table that waits for players when nobody can sit down at it any more."""
    table = lock(pk=table_id)
    if idle_tables(now).filter(pk=table.pk).exists():
        _call_off(table, now=now)


@patient
@transaction.atomic
def declare(seat_id: int, stake: int, *, ref: str, now: datetime) -> None:
    """Declare one's stake (1, 2 or 4) where they may differ: for the first game, or once it runs for the next one."""
    table = lock(seats=seat_id)
    seat = table.seats.get(pk=seat_id)
    if table.started_at:
        volunteer(seat_id, Order("stake", stake), source=Source.PAGE, ref=ref, now=now)
        return
    declared = {seat.number: stake}
    new_table(variant=table.variant, format=table.format, rules=table.rules, seats=table.wanted, declared=declared)
    seat.declared = stake
    seat.save(update_fields=["declared"])


@patient
@transaction.atomic
def salt(seat_id: int, text: str, now: datetime) -> None:
    """Add a salt to the dice of the next game, in place of an earlier one; empty: none. It counts if it is there when
    that game begins."""
    table = lock(seats=seat_id)
    if table.over or table.withdrawn_at:
        raise IllegalAction("table-over")
    seating.put_salt(table, table.seats.get(pk=seat_id), text)


def _begin(table: Table, *, now: datetime) -> None:
    """Begin what people sat down to: the table, or the round whose first table it is."""
    if table.round_id is None:
        seating.start(table, now=now)
    else:
        rounds.begin(table, now=now)


def _offered(host: Profile, ref: str) -> Table | None:
    """The table that this very cause made already. A host waits here for himself: twice at once is once."""
    if not ref:
        return None
    Profile.objects.select_for_update(no_key=True).get(pk=host.pk)
    return Table.objects.filter(host=host, ref=ref).first()


def _must_be_member(club: Club | None, player: Profile) -> None:
    """Only its members make tables of a club."""
    if club is not None and not club.memberships.filter(player=player).exists():
        raise IllegalAction("members-only", club=club.name)


def _must_be_admitted(table: Table, player: Profile) -> None:
    """A table of a club is for its members, and for whom its organisers have admitted (`admission`)."""
    if not table.admissions.filter(player=player, admitted=True).exists():
        _must_be_member(table.club, player)


def _sits(table: Table, player: Profile) -> bool:
    """Whether he sits there already: then sitting down again is the same act. A host cannot be his own guest."""
    if table.host_id == player.pk:
        raise IllegalAction("own-offer")
    return table.seats.filter(player=player, left_at=None).exists()


def _sit_down(table: Table, player: Profile, *, salt: str, now: datetime, wish: int | None = None) -> Table:
    """Give him the next place, or the one he wishes. The last wanted one begins the table."""
    if table.started_at or table.withdrawn_at:
        raise IllegalAction("offer-gone")
    kept = pending_invitations(now).filter(table=table, place__isnull=False).values_list("place", flat=True)
    place = seating.free_place(table, wish, kept=kept)
    seat = seating.sit(table, player, now=now, place=place)
    if salt:
        seating.put_salt(table, seat, salt)
    if (table.seats.count() if table.paired else seat.number + 1) == table.wanted:
        _begin(table, now=now)
    return table


def _call_off(table: Table, *, now: datetime) -> None:
    """It will not begin. The table before it may be played again by another offer."""
    table.withdrawn_at, table.rematch_of = now, None
    table.save(update_fields=["withdrawn_at", "rematch_of"])
