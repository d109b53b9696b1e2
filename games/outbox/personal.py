"""Queue letters to a player that belong to no single table: what he asked for, vacation, digest, several reminders.

They take no moves by reply (`inbox.read`), and say so. Letters about one table are queued in `compose`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from games import queries
from games.models import Absence, OutgoingMail, Profile, Prompt, Seat, Table
from games.models.player import Letters
from games.notices import ASKED
from games.outbox import compose
from games.outbox.compose import new_row, save

Receipts = Sequence[tuple[str, Mapping[str, Any]]]
"""What was done, as codes with data (`texts.receipt`)."""

MOST_AGAIN = 60
"""So many waiting letters are sent again at once."""


def noted(receipts: Receipts, *, player: Profile, message_id: str, ref: str, now: datetime, asks: str = "") -> None:
    """Queue the answer to a mail that was carried out and led to no letter of a table: what was done.

    `asks`: what the answer `accept` to this letter is to do (`stop`).
    """
    to = compose.confirmed_addresses([player]).get(player.user_id)
    if not to:
        return
    context = {"receipts": [list(one) for one in receipts], "answers": message_id[:250], "asks": asks}
    row = new_row("noted", player=player, to=to, now=now, context=context, dedupe=f"answer:{ref}:noted"[:200])
    save(row)


def again(player: Profile, *, ref: str, now: datetime) -> int:
    """Queue every letter anew that waits for an answer of this player; how many."""
    to = compose.confirmed_addresses([player]).get(player.user_id)
    if not to:
        return 0
    waiting = queries.waiting(player, now)[:MOST_AGAIN]
    own = {seat.table_id: seat for seat in player.seats.filter(left_at=None).select_related("player")}
    for prompt in waiting:
        seat = own.get(prompt.table_id)
        if seat is None or _pulled_forward(seat, prompt, now=now):
            continue
        context, dedupe = {"again": True}, f"again:{ref}:{prompt.pk}"[:200]
        kind = ASKED[prompt.kind]
        save(new_row(kind, player=player, to=to, seat=seat, prompt=prompt, now=now, context=context, dedupe=dedupe))
    return len(waiting)


def _pulled_forward(seat: Seat, prompt: Prompt, *, now: datetime) -> bool:
    """Whether a letter of this question has not gone yet: then it goes now, and needs no second one."""
    unsent = OutgoingMail.objects.filter(seat=seat, prompt=prompt, sent_at=None, dropped_at=None, failed="", tries=0)
    return unsent.update(next_try_at=now, not_before=None) > 0


def vacation(absence: Absence, what: Literal["begins", "ends"], *, now: datetime) -> None:
    """Queue the letters that tell of a vacation: to its player, unless he knows, and to those whom he plays.

    One person gets one letter, however many tables they share.
    """
    player = absence.player
    knows = absence.ended_by != "" if what == "ends" else absence.begins <= absence.planned_at and not absence.automatic
    shared = _opponents(player)
    if not knows:
        shared[player] = []
    confirmed = compose.confirmed_addresses(shared)
    for other, tables in shared.items():
        to = confirmed.get(other.user_id)
        if to is None or other.mail_paused_at:
            continue
        context = {"absence": absence.pk, "what": what, "tables": [table.pk for table in tables]}
        dedupe = f"vacation:{absence.pk}:{what}:{other.pk}"
        save(new_row("vacation", player=other, to=to, now=now, context=context, dedupe=dedupe))


def reminders(prompts: Sequence[Prompt], now: datetime) -> None:
    """Queue one reminder of several open questions to one player, or the ordinary one of a single question."""
    if len(prompts) == 1:
        compose.reminder(prompts[0], now)
        return
    player = prompts[0].seat.player
    to = compose.confirmed_addresses([player]).get(player.user_id)
    wanted = [prompt.pk for prompt in prompts if compose.setting(prompt.seat) != Letters.NONE]
    if to is None or player.mail_paused_at or not wanted:
        return
    row = new_row(
        "reminders",
        player=player,
        to=to,
        now=now,
        context={"prompts": wanted},
        dedupe=f"reminders:{prompts[0].pk}",
    )
    row.wanted_by = min((prompt.due_at for prompt in prompts if prompt.due_at), default=row.wanted_by)
    save(row)


def digest(player: Profile, *, since: datetime, now: datetime) -> None:
    """Queue a player's daily letter about the tables for which he wants one, if there is anything to tell.

    Who plays by letter gets the full letter of every question along with it, once each.
    """
    to = compose.confirmed_addresses([player]).get(player.user_id)
    if to is None or player.mail_paused_at:
        return
    seats = queries.in_digest(player)
    waiting = queries.waiting_at(seats)
    if not waiting and not any(queries.has_news(seat, since) for seat in seats):
        return
    context = {"since": since.isoformat()}
    save(new_row("digest", player=player, to=to, now=now, context=context, dedupe=f"digest:{player.pk}:{now:%Y%m%d%H}"))
    if not compose.plays_by_letter(player, now=now):
        return
    of_table = {seat.table_id: seat for seat in seats}
    for prompt in waiting:
        kind, seat = ASKED[prompt.kind], of_table[prompt.table_id]
        dedupe = f"{kind}:{prompt.table_id}:{prompt.number}:{seat.number}"
        save(new_row(kind, player=player, to=to, seat=seat, prompt=prompt, now=now, dedupe=dedupe))


def _opponents(player: Profile) -> dict[Profile, list[Table]]:
    """Whom a player meets at running tables where his clock stands for a vacation, and where; who wants letters."""
    tables = Table.objects.filter(seats__player=player, seats__left_at=None, over=False, started_at__isnull=False)
    seats = Seat.objects.filter(table__in=tables.exclude(format="chouette"), left_at=None).exclude(player=player)
    met: dict[Profile, list[Table]] = {}
    for seat in seats.select_related("player", "table").order_by("table"):
        if compose.setting(seat) not in {Letters.NONE, Letters.DIGEST}:
            met.setdefault(seat.player, []).append(seat.table)
    return met
