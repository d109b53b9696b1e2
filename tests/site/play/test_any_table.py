"""Whatever happens at a table, its log leads to its rows, and its history to its board. Played at random, replayed."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from random import Random

import pytest
from django.core.management import call_command

from games import lobby, queries
from games.models import Prompt, Seat, Table
from games.models.table import Source
from games.play import play, volunteer
from games.rules import codec
from games.rules.actions import (
    Accept,
    Action,
    Answer,
    Decline,
    Double,
    Leave,
    Order,
    Play,
    Resign,
    Roll,
    Settle,
    TimeOut,
    Undo,
)
from games.rules.errors import IllegalAction
from games.rules.plays import legal_plays
from games.rules.state import State, spot
from tests.site.conftest import Script
from tests.site.factories import NOW, offer, player, refs

TABLES = {
    "match": (2, {"length": 5}),
    "money": (2, {"beavers": True, "raccoons": True, "auto_max": 2, "settlements": True}),
    "pairs": (4, {"pairs": "turns", "settlements": True, "beavers": True}),
    "chouette": (4, {}),
}
ANSWERS = 40
UNASKED: tuple[Action, ...] = (
    Resign(level=1),
    Resign(level=2),
    Undo(),
    Double(),
    Leave(),
    Settle(points=1),
    Order(kind="hold"),
    Order(kind="auto", value="on"),
    Order(kind="if-doubled", value="take"),
    Order(kind="none"),
)


def answer_to(asked: Prompt, state: State, chance: Random) -> Action:
    """Some answer to a question, legal if the question is an ordinary one."""
    here = spot(state)
    if asked.kind == "move" and here:
        return Play(moves=tuple((start, end) for start, end, _ in chance.choice(legal_plays(here)).steps))
    if asked.kind == "answer":
        return Answer(replies=((chance.choice(("take", "take", "drop")), None),))
    return chance.choice((Accept(), Decline()) if asked.kind == "offer" else (Roll(), Roll(), Double()))


def happens(table: Table, chance: Random) -> None:
    """Something: mostly an answer, sometimes what nobody asked, sometimes nothing until the deadline."""
    asked = chance.choice(list(table.prompts.filter(closed_at=None)))
    kind = chance.random()
    if kind < 0.08:
        seat = chance.choice(list(Seat.objects.filter(table=table)))
        volunteer(seat.pk, chance.choice(UNASKED), source=Source.PAGE, ref=next(refs), now=NOW)
    elif kind < 0.12 and asked.check_at:
        play(asked.pk, TimeOut(), source=Source.CLOCK, ref=next(refs), now=NOW + timedelta(days=60))
    else:
        action = answer_to(asked, codec.load(table.state), chance)
        play(asked.pk, action, source=Source.PAGE, ref=next(refs), now=NOW)


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("kind", TABLES)
def test_any_table_can_be_played_again(kind: str, seed: int, dice: Script) -> None:
    chance = Random(f"{kind} {seed}")
    dice(*("".join(chance.choices("123456", k=4)) for _ in range(5 * ANSWERS)))
    seats, rules = TABLES[kind]
    host, *guests = (player(f"Player{number}") for number in range(seats))
    table = offer(host, format="money" if kind == "pairs" else kind, rules=rules, seats=seats)
    for guest in guests:
        lobby.take(table.pk, player=guest, now=NOW)
    done = 0
    for _ in range(ANSWERS):
        table = Table.objects.get(pk=table.pk)
        if table.over:
            break
        try:
            happens(table, chance)
        except IllegalAction:
            continue
        done += 1
    assert done > ANSWERS / 3, "most of it was allowed"

    out = StringIO()
    call_command("replay", stdout=out)
    assert out.getvalue() == f"1 tables, {done + 1} entries, 0 differences\n"
    table.refresh_from_db()
    state = codec.load(table.state)
    assert state.game is not None
    assert queries.history(table, reader_seat=None)[-1].board == state.game.board
