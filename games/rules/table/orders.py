"""Standing orders, proxies, leaving and joining: what a seat may say at any time (spec/chouette.md §2.16, §4.2)."""

from __future__ import annotations

from typing import Any

from games.rules.actions import Order
from games.rules.errors import IllegalAction
from games.rules.facts import CaptainPassed, Declared, Joined, Left, OrderSet, ProxySet
from games.rules.formats import Options
from games.rules.state.pairs import mates
from games.rules.state.roles import mover, running, side_of
from games.rules.state.values import Orders
from games.rules.table import proposals, session
from games.rules.table.draft import Draft
from games.rules.table.opening import DECLARED

CHOICES: dict[str, tuple[object, ...]] = {
    "auto": ("on", "off", "once"),
    "double": ("next",),
    "forced": ("on", "off"),
    "greedy": ("on", "off"),
    "waive": ("on", "off"),
    "if-doubled": ("take", "drop", "beaver"),
    "none": (None,),
    "silence": ("follow", "drop", "take"),
}
"""Kind of an order -> its values; `hold` takes none, or pips."""


def order(draft: Draft, seat: int, action: Order) -> None:
    """Set a standing order; the house carries it out at once where its question is open."""
    if seat not in (*draft.state.seats, *mates(draft.state), *draft.state.newcomers):
        raise IllegalAction("not-at-table")
    value = action.value
    if action.kind == "stake":
        _declare(draft, seat, value)
        return
    pips = action.kind == "hold" and (value is None or (type(value) is int and value >= 0))
    if not pips and value not in CHOICES.get(action.kind, ()):
        raise IllegalAction("bad-order", kind=action.kind, value=value)
    if (action.kind, value) == ("if-doubled", "beaver") and not may_beaver(draft.options):
        raise IllegalAction("no-beavers")
    draft.change_orders(seat, **_fields(draft.orders(seat), action))
    draft.say(OrderSet(seat=seat, kind=action.kind, value=value, readers=("seat", seat)))


def _declare(draft: Draft, seat: int, stake: object) -> None:
    """Declare another stake: it counts from the next game on (spec/chouette.md §2.14)."""
    if draft.options.stakes != "min_multiple":
        raise IllegalAction("rules-clash", reason="declared-needs-min-multiple")
    if type(stake) is not int or stake not in DECLARED:
        raise IllegalAction("bad-declared", seat=seat, stake=stake)
    draft.change(declared={**draft.state.declared, seat: stake})
    draft.say(Declared(seat=seat, stake=stake))


def may_beaver(options: Options) -> bool:
    """Whether anybody can ever beaver at a table with these options."""
    return options.beavers or options.lone_taker == "must_beaver"


def _fields(orders: Orders, action: Order) -> dict[str, Any]:
    """What the order replaces. `hold` ends `auto`, `auto on` ends `hold` (spec/rehearse.md §4.8)."""
    value = action.value
    if action.kind == "hold":
        return {"hold": True, "hold_ahead": value, "auto": "off", "missed": 0}
    if action.kind == "auto":
        return {"auto": value} | ({"hold": False, "hold_ahead": None} if value == "on" else {})
    if action.kind == "none":
        kept = Orders(proxy=orders.proxy, silence=orders.silence, waive=orders.waive)
        return {name: getattr(kept, name) for name in Orders.__dataclass_fields__}
    if action.kind == "double":
        return {"double_next": True}
    if action.kind == "if-doubled":
        return {"if_doubled": value}
    if action.kind == "silence":
        return {"silence": value}
    return {action.kind: value == "on"}


def set_proxy(draft: Draft, seat: int, other: int | None) -> None:
    """Name who answers for the seat: a player of the session who is not against him (spec/chouette.md §4.2)."""
    state = draft.state
    if state.format != "chouette":
        raise IllegalAction("not-in-format", format=state.format)
    everybody = (*state.seats, *state.newcomers)
    if seat not in everybody:
        raise IllegalAction("not-at-table")
    game = running(state)
    if other is not None:
        if other == seat or other not in everybody:
            raise IllegalAction("bad-proxy", seat=other)
        if game is not None and side_of(state, seat) == 1 and side_of(state, other) == 0:
            raise IllegalAction("proxy-opponent", seat=other)
        if (
            game is not None
            and seat == game.box
            and any(stake.live and other in (stake.high, stake.low) for stake in game.stakes)
        ):
            raise IllegalAction("proxy-opponent", seat=other)
    draft.change_orders(seat, proxy=other)
    draft.say(ProxySet(seat=seat, proxy=other))


def leave(draft: Draft, seat: int) -> None:
    """Leave after the running game; at once where none runs."""
    _leave(draft, seat)
    proposals.only_of_those_here(draft)


def _leave(draft: Draft, seat: int) -> None:
    state = draft.state
    if state.format != "chouette":
        raise IllegalAction("not-in-format", format=state.format)
    if seat in state.newcomers and seat not in state.seats:
        draft.change(newcomers=tuple(other for other in state.newcomers if other != seat))
        draft.say(Left(seat=seat, now=True))
        return
    if seat not in state.seats:
        raise IllegalAction("not-at-table")
    if seat in state.leaving:
        raise IllegalAction("already-leaving")
    game = running(state)
    if game is None:
        draft.change(seats=tuple(other for other in state.seats if other != seat))
        draft.say(Left(seat=seat, now=True))
        return
    side = side_of(state, seat)
    before = None if side is None else mover(state, side)
    draft.change(leaving=(*state.leaving, seat))
    draft.say(Left(seat=seat, now=False))
    if side == 1 and before == seat != mover(draft.state, side):
        draft.say(CaptainPassed(seat_from=seat, seat_to=mover(draft.state, side), why="left"))


def join(draft: Draft, seat: int) -> None:
    """Ask to play from the next game on; while the table is paused, at once."""
    state = draft.state
    if state.format != "chouette":
        raise IllegalAction("not-in-format", format=state.format)
    if seat < 0:
        raise IllegalAction("bad-seat")
    if seat in state.newcomers:
        raise IllegalAction("already-joining")
    if seat in state.seats and seat not in state.leaving:
        raise IllegalAction("already-seated")
    if len(state.seats) - len(state.leaving) + len(state.newcomers) >= draft.options.max_players:
        raise IllegalAction("table-full", most=draft.options.max_players)
    halves = state.halves if seat in state.halves else {**state.halves, seat: 0}
    draft.change(newcomers=(*state.newcomers, seat), halves=halves)
    draft.say(Joined(seat=seat))
    proposals.ask_newcomer(draft, seat)
    if state.paused:
        session.seat_newcomers(draft)
