"""One table as one reader meets it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from games.models import Game, Message, Profile, Prompt, Seat, Table
from games.models.names import Names
from games.rules import codec
from games.rules.consulting import Thread, may_read
from games.rules.state import State, sealed, side_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A table with what its page shows. `seat` is the reader's, None for a guest."""

    table: Table
    state: State | None
    """None before the start. Not for pages: it holds sealed answers and orders of others."""
    seats: tuple[Seat, ...]
    """All, by number, with their players."""
    seat: Seat | None
    game: Game | None
    """The row of the running game, or of the last one."""
    coming: Game | None
    """The row of the next game: its dice are promised, and salts can be added."""
    prompts: tuple[Prompt, ...]
    """The open questions that the reader may answer, those he can answer now first: his own, then as a proxy."""
    others: tuple[Prompt, ...]
    """The open questions of others."""

    @property
    def names(self) -> Names:
        """Handles by seat number."""
        return self.table.names(self.seats)

    @property
    def open_book(self) -> bool:
        """Whether the reader may have the record and the IDs of positions, which other programs understand.

        While a table runs only those who sit there or sat there may (issue 5): what help is allowed is agreed by them.
        """
        return self.table.over or self.seat is not None

    @property
    def secret(self) -> frozenset[int]:
        """Numbers of the open questions of which the reader may not know whether they are answered.

        Whoever made the table sees whose answers are missing, never what was answered (spec/chouette.md §4.1).
        """
        if self.state is None or (self.seat is not None and self.table.host_id == self.seat.player_id):
            return frozenset()
        return frozenset(ask.number for ask in sealed(self.state)) - {prompt.number for prompt in self.prompts}

    @property
    def waited(self) -> tuple[int, ...]:
        """The other seats that the table waits for, as far as the reader may know."""
        return tuple(
            one.seat.number
            for one in self.others
            if not one.answered_at and not one.behind_offer and one.kind != "rules" and one.number not in self.secret
        )

    @property
    def missing(self) -> int:
        """How many answers of the open batch are missing."""
        return sum(not ask.answered for ask in sealed(self.state)) if self.state else 0

    @property
    def opponent(self) -> Seat | None:
        """The other seat of a table of two: of the reader's opponent; None where there is not just one."""
        rest = [seat for seat in self.seats if seat != self.seat]
        return rest[0] if self.seat and len(rest) == 1 else None

    @property
    def side(self) -> int:
        """The side of the board the reader looks from: his own, 0 for whoever has none."""
        side = side_of(self.state, self.seat.number) if self.state and self.seat else None
        return side or 0


def scene(table_id: int, *, profile: Profile | None) -> Scene:
    """The table as `profile` (None: a guest) meets it. Raises Table.DoesNotExist. Four queries."""
    table = Table.objects.select_related("host", "club").get(pk=table_id)
    seats = tuple(table.seats.select_related("player").order_by("number"))
    own = next((seat for seat in seats if profile and seat.player_id == profile.pk), None)
    state = codec.load(table.state) if table.state else None
    current = state.game.number if state and state.game else 0
    games = {game.number: game for game in table.games.filter(number__in=[current, current + 1])}
    prompts = list(table.prompts.filter(closed_at=None).select_related("seat").order_by("number"))
    for prompt in prompts:
        prompt.table = table
    mine = [prompt for prompt in prompts if own and own.pk in (prompt.seat_id, prompt.proxy_id)]
    return Scene(
        table=table,
        state=state,
        seats=seats,
        seat=own,
        game=games.get(current),
        coming=games.get(current + 1) if not table.over else None,
        prompts=tuple(sorted(mine, key=lambda prompt: _urgency(prompt, own))),
        others=tuple(prompt for prompt in prompts if prompt not in mine),
    )


def _urgency(prompt: Prompt, own: Seat | None) -> tuple[bool, bool, bool, bool, int]:
    """What can be answered now comes first, one's own questions before those of others, the game before its rules."""
    not_mine = own is None or prompt.seat_id != own.pk
    return bool(prompt.answered_at), prompt.behind_offer, prompt.kind == "rules", not_mine, prompt.number


def messages(table: Table, *, seat: Seat | None, state: State | None) -> list[Message]:
    """The words said at a table that this reader may see, the first first (`rules.consulting`). One query."""
    found = table.messages.filter(hidden_at=None).select_related("seat__player").order_by("at", "pk")
    number = seat.number if seat else None

    def readable_here(message: Message) -> bool:
        if message.audience == "all":
            return True
        return state is not None and may_read(state, number, cast("Thread", message.audience), message.game)

    return [message for message in found if readable_here(message)]
