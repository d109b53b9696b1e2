"""A table's row, the seats at it, its beginning: what `lobby` and `rounds` share. Nobody is asked or admitted here."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from games import rows
from games.models import Profile, Seat, Table
from games.models.table import Source
from games.play import enter
from games.rules.actions import Start
from games.rules.formats import agreed
from games.rules.state import Orders, State
from games.rules.table import new_table


def start_of(table: Table, seats: Iterable[Seat]) -> State:
    """The state of a table before its first entry: what was agreed, and the orders its first players brought along.

    In a chouette it is thrown for a mover who may not double himself, unless he has said otherwise (chouette.md §4.2).
    At a table of a round they sit in the order of their numbers; elsewhere it is thrown who is box and who captain.
    """
    seats = list(seats)
    session = table.format == "chouette"
    usual = {"waive": True} if session else {}
    orders = {seat.number: Orders(**{**usual, **seat.orders}) for seat in seats if seat.number < table.wanted}
    declares = agreed(table.variant, table.format, table.rules).stakes == "min_multiple"
    declared = {seat.number: seat.declared for seat in seats if seat.number < table.wanted} if declares else {}
    return new_table(
        variant=table.variant,
        format=table.format,
        rules=table.rules,
        seats=table.wanted,
        orders=orders,
        declared=declared,
        polls=session,
        draws_seats=session and table.round_id is None,
    )


def made(host: Profile, **columns: Any) -> Table:
    """The row of a table, its host in his seat, and the dice of its first game promised."""
    table = Table.objects.create(host=host, thread=secrets.token_hex(8), **columns)
    rows.promise(table, 1, now=table.created_at)
    sit(table, host, now=table.created_at)
    return table


def sit(table: Table, player: Profile, *, now: datetime) -> Seat:
    """Give a player the next seat, with the orders that he takes to every table."""
    return Seat.objects.create(
        table=table,
        number=table.seats.count(),
        player=player,
        orders=player.orders,
        bank=table.clock["bank"],
        joined_at=now,
    )


def start(table: Table, *, now: datetime) -> None:
    """Begin: the first entry of the table."""
    loaded = rows.Rows(table)
    state = start_of(table, loaded.seats.values())
    table.started_at = now
    enter(loaded, state, None, Start(), source=Source.HOUSE, ref="start", now=now)
