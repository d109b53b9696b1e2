"""The desk of the club: what a player asks for himself, not as a move at a table, by letter or in the page's text box.

Language, zone, letters, vacation, open offers, sitting down, invitations, a rematch. Each ends in `lobby`, `absence` or
a setting of the player; twice is once. What was done comes back as codes (`texts.receipt`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from games import absence, lobby, queries, vacations
from games.commands import Command, handle_key
from games.desk.zones import find_zone
from games.models import Profile, Seat, Table
from games.models.player import Letters
from games.models.table import Source
from games.rules.errors import IllegalAction

Receipts = list[tuple[str, dict[str, Any]]]
"""What was done: codes with data that JSON can hold."""

MOST_OFFERS = 30


@dataclass(slots=True, kw_only=True)
class Wish:
    """A command at the desk: whose, from which of his seats (None: from none), by which door, and its cause."""

    command: Command
    player: Profile
    seat: Seat | None
    source: Source
    ref: str
    now: datetime
    receipts: Receipts = field(default_factory=list)

    def done(self, code: str, **data: Any) -> None:
        """Note that this was done."""
        self.receipts.append((code, data))


def carry_out(
    command: Command, *, player: Profile, seat: Seat | None, source: Source, ref: str, now: datetime
) -> Receipts:
    """Do what the command asks for; what was done. Twice (the same `ref`) is once. Raises IllegalAction.

    `seat` is the one whose letter is answered or whose page it is: `invite` and `rematch` are about its table.
    """
    wish = Wish(command=command, player=player, seat=seat, source=source, ref=ref, now=now)
    WISHES[command.kind](wish)
    return wish.receipts


def _language(wish: Wish) -> None:
    _set(wish.player, language=wish.command.words)
    wish.done("language")


def _zone(wish: Wish) -> None:
    zone = find_zone(wish.command.words)
    if zone is None:
        raise IllegalAction("unknown-zone", name=wish.command.words)
    _set(wish.player, zone=zone)
    wish.done("zone", zone=zone, now=wish.now.isoformat())


def _letters(wish: Wish) -> None:
    """When letters about his tables come; tables with a choice of their own keep it."""
    when, _, minutes = wish.command.words.partition(" ")
    if when == "after":
        _set(wish.player, letters=Letters.WAITING, letters_after=int(minutes))
        wish.done("letters-after", minutes=int(minutes))
    else:
        chosen = {"at": Letters.AT_ONCE, "daily": Letters.DIGEST, "none": Letters.NONE}[when]
        _set(wish.player, letters=chosen)
        wish.done({"at": "letters-at-once"}.get(when, f"letters-{when}"))


def _away(wish: Wish) -> None:
    command, player = wish.command, wish.player
    if command.days is not None:
        span = vacations.for_days(command.days, wish.now)
    else:
        first, last = command.since or (1, 1), command.until or (1, 1)  # a vacation without days has both
        span = vacations.between(first, last, now=wish.now, zone=ZoneInfo(player.zone))
    planned = absence.plan(player, span, ref=wish.ref, now=wish.now)
    wish.done("away", since=planned.begins.isoformat(), until=planned.ends.isoformat())
    wish.done("away-left", left=int(absence.stock(player, now=wish.now).total_seconds()))
    if tables := absence.tables_without_proxy(player):
        wish.done("away-proxy", tables=[table.pk for table in tables])


def _back(wish: Wish) -> None:
    ended = absence.come_back(wish.player, ref=wish.ref, now=wish.now)
    if ended.cancelled_at:
        wish.done("back-planned", since=ended.begins.isoformat(), until=ended.ends.isoformat())
    else:
        wish.done("back")


def _offers(wish: Wish) -> None:
    """The tables at which he may sit down; none of his own."""
    found = [table for table in queries.open_offers(wish.player, wish.now) if table.host_id != wish.player.pk]
    if found:
        wish.done("offers", offers=[table.pk for table in found[:MOST_OFFERS]])
    else:
        wish.done("no-offers")


def _join(wish: Wish) -> None:
    number = int(wish.command.words)
    if not Table.objects.filter(pk=number).exists():
        raise IllegalAction("offer-gone")
    table = lobby.take(number, player=wish.player, source=wish.source, now=wish.now)
    table.refresh_from_db()
    code = "seated" if table.started_at is None else "coming" if table.format == "chouette" else "begun"
    _done_at(wish, code, table)


def _invite(wish: Wish) -> None:
    """To this table, if it still has places; else to the same game as here."""
    here = _table(wish)
    guest = _guest(wish.command.words)
    gathers = here.started_at is None and here.withdrawn_at is None
    if gathers or (here.format == "chouette" and here.round_id is None and not here.over):
        lobby.invite(here, guest=guest, by=wish.player, ref=wish.ref, now=wish.now)
        table = here
    else:
        same = {name: getattr(here, name) for name in ("variant", "format", "rules", "clock", "club")}
        table = lobby.offer(host=wish.player, seats=here.wanted, invited=[guest], ref=wish.ref, now=wish.now, **same)
    _done_at(wish, "invited", table, guest=guest.handle if isinstance(guest, Profile) else guest)


def _guest(name: str) -> Profile | str:
    """A player by his handle, or a mail address. Raises `unknown-player`."""
    if "@" in name:
        return name
    found = Profile.objects.filter(handle_key=handle_key(name)).first()
    if found is None:
        raise IllegalAction("unknown-player", name=name)
    return found


def _rematch(wish: Wish) -> None:
    table = lobby.rematch(_table(wish).pk, by=wish.player, now=wish.now)
    _done_at(wish, "begun" if table.started_at else "rematch-offered", table)


def _table(wish: Wish) -> Table:
    """The table that the command is about."""
    if wish.seat is None:
        raise IllegalAction("which-table", command=wish.command.text)
    return wish.seat.table


def _done_at(wish: Wish, code: str, table: Table, **data: object) -> None:
    wish.done(code, table=table.pk, variant=table.variant, format=table.format, rules=table.rules, **data)


def _set(player: Profile, **columns: object) -> None:
    for name, value in columns.items():
        setattr(player, name, value)
    player.save(update_fields=list(columns))


WISHES: dict[str, Callable[[Wish], None]] = {
    "language": _language,
    "zone": _zone,
    "letters": _letters,
    "away": _away,
    "back": _back,
    "offers": _offers,
    "join": _join,
    "invite": _invite,
    "rematch": _rematch,
}
"""Kind of a command -> what does it."""
