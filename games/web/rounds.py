"""What the page of a round shows: its tables at a glance, the common ledger, who plays the next one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch
from django.utils.safestring import SafeString

from games import rounds, texts
from games.boards.shown import shown
from games.models import Profile, Prompt, Round, Seat, Table
from games.queries.lists import OPEN_PROMPTS
from games.rules import codec
from games.rules.state import side_of
from games.web.boards import small_svg

SHOWN_LAPS = 12
"""So many rounds stand one by one in the ledger; the earlier ones are in its last line, as everything is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """One table of the round: who is against whom, whom it waits for, or what it brought the box."""

    table: Table
    box: str
    captain: str
    mine: bool
    asks_me: bool
    waits_for: str
    due: datetime | None
    result: str
    board: SafeString


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPage:
    """All that `games/round.html` shows."""

    session: Round
    title: str
    tables: list[TableCard]
    names: list[str]
    rows: list[tuple[str, list[str]]]
    """Of the ledger: what a line is about (a table of this round, an earlier round), what it brought each."""
    totals: list[str]
    staying: list[str]
    member: bool
    stays: bool
    over: bool
    """Whether all tables of the present round are over."""

    @property
    def coming(self) -> int:
        """Number of the next round."""
        return self.session.laps + 1


def round_page(session: Round, player: Profile | None) -> RoundPage:
    """The round as `player` (None: a guest) sees it. Seven queries, however many tables and rounds there are."""
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
    tables = list(session.tables.filter(lap=session.laps).prefetch_related(seats, OPEN_PROMPTS).order_by("place"))
    columns = rounds.ledger(session)
    own = next((one for one in columns if one.player == player), None)
    return RoundPage(
        session=session,
        title=f"{texts.title(tables[0].variant, 'chouette', {})} · {texts.lap(session.laps)}",
        tables=[_card(table, player) for table in tables],
        names=[one.player.handle for one in columns],
        rows=[
            *(_row(texts.place_in_lap(table.place), columns, session.laps, table.place) for table in tables),
            *(
                (texts.lap(lap), [texts.signed(one.of_lap(lap)) for one in columns])
                for lap in range(session.laps - 1, max(0, session.laps - SHOWN_LAPS), -1)
            ),
        ],
        totals=[texts.signed(one.halves) for one in columns],
        staying=[one.player.handle for one in columns if one.stays],
        member=own is not None,
        stays=own is not None and own.stays,
        over=all(table.over for table in tables),
    )


def _row(name: str, columns: Sequence[rounds.Column], lap: int, place: int) -> tuple[str, list[str]]:
    halves = [one.by_table.get((lap, place)) for one in columns]
    return name, ["" if one is None else texts.signed(one) for one in halves]


def _card(table: Table, player: Profile | None) -> TableCard:
    state = codec.load(table.state)
    seats = {seat.number: seat for seat in table.seats.all()}
    own = next((seat for seat in seats.values() if player and seat.player_id == player.pk), None)
    waiting = [one for one in _open(table) if not one.answered_at and not one.behind_offer]
    game = state.game
    assert game is not None, "a round's tables begin at once"
    side = side_of(state, own.number) if own else None
    return TableCard(
        table=table,
        box=seats[game.box].player.handle,
        captain=seats[game.captain].player.handle,
        mine=own is not None,
        asks_me=own is not None and any(own.pk in (one.seat_id, one.proxy_id) for one in waiting),
        waits_for=", ".join(seats[one.seat.number].player.handle for one in waiting),
        due=min((one.due_at for one in waiting if one.due_at), default=None),
        result=texts.signed(state.halves[game.box]) if table.over else "",
        board=small_svg(shown(state, viewer=side or 0, mirrored=bool(player and player.mirrored))),
    )


def _open(table: Table) -> list[Prompt]:
    """The open questions that were fetched along with the table."""
    found: list[Prompt] = getattr(table, "open_prompts", [])
    return found
