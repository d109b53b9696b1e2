"""From a form of a table's page to `play`: what was written, by whom, and whether he must be asked if he is sure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from games import lobby
from games.commands import parse
from games.models import Entry, Prompt, Seat
from games.models.table import Source
from games.play import patient, play, say, volunteer
from games.rules.actions import Accept, Action, Answer, Decline, Double, Join, Leave, Name, Play, Roll
from games.rules.errors import IllegalAction, Stale

ANSWERS = (Roll, Play, Name, Double, Answer, Accept, Decline)
"""What answers a question. Everything else nobody asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a form asks for: an action, words to the others, or both. Its `ref` makes twice once."""

    seat: Seat
    prompt: Prompt | None
    action: Action | None
    words: str
    audience: str
    ref: str


def read(
    *,
    seat: Seat,
    prompt: Prompt | None,
    line: str,
    note: str,
    ref: str,
    names: tuple[str, ...],
    audience: str = "all",
) -> tuple[Wish, str]:
    """What the form means, and the kind of its command. Raises IllegalAction when the line cannot be read.

    A command that names another question than the one that is open is Stale. The command `say` adds its words to the
    note.
    """
    action: Action | None = None
    kind = "say"
    if line:
        command = parse(line, names)
        kind, action = command.kind, command.action
        if command.number is not None and (prompt is None or prompt.number != command.number):
            raise _stale(seat, command.number)
        if kind in {"say", "team", "box"}:
            note = "\n".join(filter(None, (command.words, note)))
            audience = "all" if kind == "say" else kind
    return Wish(seat=seat, prompt=prompt, action=action, words=note.strip(), audience=audience, ref=ref), kind


@patient
@transaction.atomic
def carry_out(wish: Wish, *, now: datetime) -> Entry | None:
    """Do all that the form asks for, or nothing; the entry of its action. Twice is once."""
    entry = None
    ref = f"page:{wish.ref}"
    if wish.action is not None:
        if isinstance(wish.action, ANSWERS) and wish.prompt is not None:
            entry = play(wish.prompt.pk, wish.action, source=Source.PAGE, ref=ref, now=now, by=wish.seat.pk)
        elif isinstance(wish.action, Join):
            lobby.join(wish.seat.table_id, player=wish.seat.player, source=Source.PAGE, now=now)
        elif isinstance(wish.action, Leave):
            lobby.leave(wish.seat, source=Source.PAGE, ref=ref, now=now)
        else:
            entry = volunteer(wish.seat.pk, wish.action, source=Source.PAGE, ref=ref, now=now)
    if wish.words:
        say(wish.seat.pk, wish.words, audience=wish.audience, ref=ref, now=now)
    return entry


def _stale(seat: Seat, number: int) -> IllegalAction:
    """The error for a command that names a question which is not open."""
    prompt = Prompt.objects.select_related("closed_by__seat").filter(table=seat.table_id, number=number).first()
    if prompt is None or prompt.closed_at is None:
        return IllegalAction("unknown-command", line=f"#{number}")
    by = prompt.closed_by.seat.number if prompt.closed_by and prompt.closed_by.seat else None
    return Stale("stale", number=number, answered_at=prompt.closed_at.isoformat(), by=by)
