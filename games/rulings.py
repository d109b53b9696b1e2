"""What an organiser of a club decides at its tables: a game, a silent captain or box, a pause, a game that is over.

He decides by the same door as everybody: the house acts, one entry in the log, with his reason beside it, told to all.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games import rows
from games.clubs import is_organiser, must_be_organiser
from games.models import Profile, Ruling, Table
from games.models.table import Source
from games.notices import Notice
from games.outbox import compose
from games.play import enter, lock, patient
from games.rules import codec
from games.rules.actions import Action, Adjudicate, Annul, Halt, Relieve, Reverse, StandIn
from games.rules.errors import IllegalAction
from games.rules.state import State, running

LONGEST_REASON = 1000
Kind = Ruling.Kind

OF_A_RUNNING_GAME = (Kind.ADJUDICATE, Kind.RELIEVE, Kind.REPLACE)


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
    seat: int | None = None,
    game: int | None = None,
    ref: str = "",
) -> Ruling:
    """Decide at a club's table, with a reason that all are told.

    `side` and `level` of an adjudication, `seat` that replaces the box, number of the `game` that is meant (None: the
    running one): what is decided of a game is not done to the next one. `ref` names the cause: twice is once.

    An organiser who plays there himself, or has played, only proposes: it is done when another organiser agrees, or all
    others who sit there. Raises IllegalAction; nothing was done then.
    """
    table = lock(pk=table_id)
    if table.club is None:
        raise IllegalAction("no-club-table")
    must_be_organiser(table.club, by)
    if ref and (known := table.rulings.filter(organiser=by, ref=ref).first()):
        return known
    reason = reason.strip()
    _must_be_complete(table, kind=kind, reason=reason, side=side, level=level, seat=seat)
    state = codec.load(table.state) if table.state else None
    if state is None or state.game is None:
        raise IllegalAction("no-game")
    ruling = Ruling(
        table=table,
        game=state.game.number if game is None or kind in (Kind.PAUSE, Kind.GO_ON) else game,
        organiser=by,
        kind=kind,
        side=side if kind == Kind.ADJUDICATE else None,
        level=level if kind == Kind.ADJUDICATE else None,
        seat=seat if kind == Kind.REPLACE else None,
        reason=reason,
        at=now,
        ref=ref,
    )
    if not may_still(ruling, state):
        raise IllegalAction("no-game")
    ruling.save(force_insert=True)
    if not table.seats.filter(player=by).exists():
        _carry_out(ruling, table, now=now)
    return ruling


def _must_be_complete(
    table: Table, *, kind: str, reason: str, side: int | None, level: int | None, seat: int | None
) -> None:
    if not reason:
        raise IllegalAction("reason-missing")
    if len(reason) > LONGEST_REASON:
        raise IllegalAction("message-too-long", length=len(reason), limit=LONGEST_REASON)
    if kind not in Kind.values:
        raise IllegalAction("unknown-command", line=kind)
    if kind == Kind.ADJUDICATE and (side not in (0, 1) or level not in (1, 2, 3)):
        raise IllegalAction("bad-level", side=side, level=level)
    if kind == Kind.REPLACE and (seat is None or not table.seats.filter(number=seat).exists()):
        raise IllegalAction("bad-seat")


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


def may_still(ruling: Ruling, state: State) -> bool:
    """Whether the ruling still says something of the table as it stands."""
    now = running(state)
    if ruling.kind == Kind.ANNUL:
        of_now = now is not None and ruling.game == now.number and not state.over
        if of_now or not 1 <= ruling.game <= state.games or ruling.game in state.reversed:
            return of_now
        return not ruling.table.games.filter(number=ruling.game, how="void").exists()
    if state.over:
        return False
    if ruling.kind in OF_A_RUNNING_GAME:
        return now is not None and ruling.game == now.number
    return state.halted != (ruling.kind == Kind.PAUSE)


def _carry_out(ruling: Ruling, table: Table, *, now: datetime) -> None:
    """Let the house act, and tell everybody who sits there."""
    state = codec.load(table.state)
    if not may_still(ruling, state):
        raise IllegalAction("no-game")
    loaded = rows.Rows(table)
    entry = enter(loaded, state, None, _action(ruling, state), source=Source.HOUSE, ref=f"ruling:{ruling.pk}", now=now)
    ruling.entry = entry
    ruling.save(update_fields=["entry"])
    here = [number for number, seat in loaded.seats.items() if seat.left_at is None]
    told = set(entry.letters_out.values_list("seat__number", flat=True))
    compose.queue(
        [Notice(seat, "told") for seat in here if seat not in told], table=table, entry=entry, prompts=[], now=now
    )
    compose.nudge()


def _action(ruling: Ruling, state: State) -> Action:
    match ruling.kind:
        case Kind.ADJUDICATE:
            assert ruling.side is not None, "the database sees to it"
            assert ruling.level is not None, "the database sees to it"
            return Adjudicate(ruling.side, ruling.level)
        case Kind.REPLACE:
            assert ruling.seat is not None, "the database sees to it"
            return StandIn(ruling.seat)
        case Kind.RELIEVE:
            return Relieve()
        case Kind.PAUSE | Kind.GO_ON:
            return Halt(on=ruling.kind == Kind.PAUSE)
    if ruling.game > state.games:
        return Annul()
    booked = ruling.table.games.get(number=ruling.game).points
    return Reverse(ruling.game, tuple(sorted((int(seat), halves) for seat, halves in booked.items())))
