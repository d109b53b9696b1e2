"""The rows of a table while it is locked: read once, changed in place, written where they differ."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property

from django.db.models import Model

from games.deadlines import Span
from games.models import Absence, Game, Prompt, Seat, Table


class Rows:
    """The rows that an action may change, by number. The caller holds the lock of the table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        seats = list(table.seats.select_related("player"))
        by_key = {seat.pk: seat for seat in seats}
        self.seats: dict[int, Seat] = {seat.number: seat for seat in seats}
        """All of them, with their players."""
        self.prompts: dict[int, Prompt] = {prompt.number: prompt for prompt in table.prompts.filter(closed_at=None)}
        """The open questions; each has its `seat` in common with `seats`."""
        for prompt in self.prompts.values():
            prompt.table, prompt.seat = table, by_key[prompt.seat_id]

    @cached_property
    def games(self) -> dict[int, Game]:
        """The running game, and the next one, which waits with its dice promised. Read when somebody throws."""
        return {game.number: game for game in self.table.games.filter(ended_at=None)}

    @cached_property
    def _away(self) -> dict[int, list[Span]]:
        """Player -> his vacations. Read when a clock starts or stops."""
        spans: dict[int, list[Span]] = defaultdict(list)
        if self.table.format != "chouette":
            players = [seat.player_id for seat in self.seats.values()]
            for absence in Absence.objects.filter(player__in=players, cancelled_at=None).order_by("begins"):
                spans[absence.player_id].append(absence.span)
        return spans

    def away(self, seat: Seat) -> list[Span]:
        """When the clocks of this seat stand for its player's vacations: not in a chouette, where one would stop all
        (spec/chouette.md §4.3)."""
        return self._away.get(seat.player_id, [])


def write(row: Model, **fields: object) -> None:
    """Give `row` these values and save those that are new to it."""
    changed = [name for name, value in fields.items() if getattr(row, name) != value]
    for name in changed:
        setattr(row, name, fields[name])
    if changed:
        row.save(update_fields=changed)
