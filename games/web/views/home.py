"""My move: what waits for the player, the most urgent first, and his other tables."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import queries, texts
from games.boards.shown import shown
from games.models import Profile, Prompt, Table
from games.models.names import Names
from games.rules import codec
from games.rules.state import State, side_of
from games.web.boards import small_svg
from games.web.offered import offered
from games.web.people import for_player


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLine:
    """A table in a list."""

    table: Table
    opponent: str
    title: str
    game: str = ""
    """What is played there."""
    asked: str = ""
    due: datetime | None = None
    board: SafeString | str = ""
    waits_for: str = ""


@require_safe
@for_player
def home(request: HttpRequest, player: Profile) -> HttpResponse:
    """All tables of a player."""
    now = timezone.now()
    waiting = queries.waiting(player, now)
    asked = {prompt.table_id for prompt in waiting}
    mine = [table for table in queries.my_tables(player) if table.pk not in asked]
    running = [_line(table, player) for table in mine if table.started_at]
    context = {
        "vacation": queries.away_until(player, now),
        "waiting_tables": [_waiting(prompt, player) for prompt in waiting],
        "invitations": [
            {"invitation": one, "offer": offered(one.table, reader=player)} for one in queries.invitations(player, now)
        ],
        "tables": running,
        "expected": min((line for line in running if line.due), key=lambda line: str(line.due), default=None),
        "not_started": [_not_started(table, now) for table in mine if not table.started_at],
        "finished": [_line(table, player) for table in queries.past_tables(player)],
    }
    return render(request, "games/home.html", context)


def _names(table: Table) -> Names:
    return table.names(table.seats.all())


def _number(table: Table, player: Profile) -> int | None:
    return next((seat.number for seat in table.seats.all() if seat.player_id == player.pk), None)


def _others(table: Table, player: Profile) -> str:
    """The other players; of a round, where they are the same at every table, also which table it is."""
    names = ", ".join(seat.player.handle for seat in table.seats.all() if seat.player_id != player.pk)
    which = texts.in_round(table.lap, table.place, table.wanted)
    return f"{names} · {which}" if which else names


def _title(table: Table) -> str:
    return texts.title(table.variant, table.format, table.rules_now)


def _waiting(prompt: Prompt, player: Profile) -> TableLine:
    """A table that asks the player something, with its board."""
    table, number = prompt.table, prompt.seat.number
    state = codec.load(table.state)
    names = _names(table)
    ask = next((one for one in state.asks if one.number == prompt.number), None)
    return TableLine(
        table=table,
        opponent=_others(table, player),
        title=texts.score_line(state, names=names, reader=number),
        game=texts.variant_name(table.variant),
        asked=texts.ask(state, ask, names=names) if ask else "",
        due=prompt.due_at,
        board=_board(state, number, player),
    )


def _board(state: State, number: int, player: Profile) -> SafeString:
    return small_svg(shown(state, viewer=side_of(state, number) or 0, mirrored=player.mirrored))


def _line(table: Table, player: Profile) -> TableLine:
    """A table that runs without asking the player anything, or is over."""
    state = codec.load(table.state)
    prompts = getattr(table, "open_prompts", [])
    dues = [prompt.due_at for prompt in prompts if prompt.due_at and not prompt.answered_at and not prompt.behind_offer]
    return TableLine(
        table=table,
        opponent=_others(table, player),
        title=texts.score_line(state, names=_names(table), reader=_number(table, player)),
        game=texts.variant_name(table.variant),
        due=min(dues, default=None),
    )


def _not_started(table: Table, now: datetime) -> TableLine:
    """A table that waits for players."""
    is_open = bool(table.open_until and table.open_until > now)
    waits = _("waits for whoever takes it") if is_open else _("waits for an answer to the invitation")
    return TableLine(table=table, opponent="", title=_title(table), waits_for=waits)
