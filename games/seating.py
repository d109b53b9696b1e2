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
from games.rules.actions import Order, Start
from games.rules.errors import IllegalAction
from games.rules.formats import agreed
from games.rules.state import Orders, State
from games.rules.table import new_table

SALT_LENGTH = 100
"""Letters of a salt, at most."""


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


def sit(table: Table, player: Profile, *, now: datetime, place: int | None = None) -> Seat:
    """Give a player seat `place`, or else the next one, with the orders that he takes to every table."""
    return Seat.objects.create(
        table=table,
        number=table.seats.count() if place is None else place,
        player=player,
        orders=player.orders,
        bank=table.clock["bank"],
        joined_at=now,
    )


def free_place(table: Table, wish: int | None, *, kept: Iterable[int | None]) -> int | None:
    """The seat for who sits down at a table of pairs: the one he wishes, or the first that is `kept` for nobody.

    None at other tables: there it is the next one. Raises `place-taken`.
    """
    if not table.paired:
        return None
    taken = {*table.seats.values_list("number", flat=True), *kept}
    free = [number for number in range(table.wanted) if number not in taken]
    if not free or (wish is not None and wish not in free):
        raise IllegalAction("place-taken")
    return free[0] if wish is None else wish


def start(table: Table, *, now: datetime) -> None:
    """Begin: the first entry of the table."""
    loaded = rows.Rows(table)
    state = start_of(table, loaded.seats.values())
    table.started_at = now
    enter(loaded, state, None, Start(), source=Source.HOUSE, ref="start", now=now)


def brought_along(seat: Seat) -> list[Order]:
    """What a newcomer's own settings order at this table, one order each; a mover who may not double need not throw."""
    brought = Orders(**{"waive": True, **seat.player.orders})
    orders = [Order(kind, "on") for kind in ("waive", "forced", "greedy") if getattr(brought, kind)]
    if brought.auto == "on":
        orders.append(Order("auto", "on"))
    if brought.silence != "follow":
        orders.append(Order("silence", brought.silence))
    return orders


def put_salt(table: Table, seat: Seat, text: str) -> None:
    """Keep a seat's salt for the dice of the game to come; empty: none."""
    if len(text) > SALT_LENGTH:
        raise IllegalAction("salt-too-long", length=len(text), limit=SALT_LENGTH)
    game = table.games.get(started_at=None)
    game.salts.pop(str(seat.number), None)
    if text:
        game.salts[str(seat.number)] = text
    game.save(update_fields=["salts"])
