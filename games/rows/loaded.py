"""The rows of a table while it is locked: read once, changed in place, written where they differ."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Model

from games.models import Game, Prompt, Seat, Table


@dataclass(slots=True)
class Rows:
    """The rows that an action may change, by number: all seats, the games that are not over, the open questions."""

    table: Table
    seats: dict[int, Seat]
    """With their players."""
    games: dict[int, Game]
    """The running game, and the next one, which waits with its dice promised."""
    prompts: dict[int, Prompt]
    """Each has its `seat` in common with `seats`."""


def load(table: Table) -> Rows:
    """Read the rows of `table`; the caller holds its lock. Three queries."""
    seats = list(table.seats.select_related("player"))
    by_key = {seat.pk: seat for seat in seats}
    prompts = list(table.prompts.filter(closed_at=None))
    for prompt in prompts:
        prompt.table, prompt.seat = table, by_key[prompt.seat_id]
    return Rows(
        table=table,
        seats={seat.number: seat for seat in seats},
        games={game.number: game for game in table.games.filter(ended_at=None)},
        prompts={prompt.number: prompt for prompt in prompts},
    )


def write(row: Model, **fields: object) -> None:
    """Give `row` these values and save those that are new to it."""
    changed = [name for name, value in fields.items() if getattr(row, name) != value]
    for name in changed:
        setattr(row, name, fields[name])
    if changed:
        row.save(update_fields=changed)
