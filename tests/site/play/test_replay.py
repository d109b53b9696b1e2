"""`manage.py replay`: the log alone leads to the snapshot and the rows; whatever differs is told in words."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from itertools import cycle, repeat

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, Profile, Prompt, Seat, Stake, Table
from games.models.table import Source
from games.play import play, volunteer
from games.rules import codec
from games.rules.actions import Accept, Answer, Decline, Double, Order, Play, Resign, Roll, TimeOut
from games.rules.plays import legal_plays
from games.rules.state import spot
from tests.site.factories import NOW, answer, offer, player, prompt, refs, seat
from tests.site.factories import match as new_match

pytestmark = pytest.mark.django_db


def replay(*tables: int) -> tuple[list[str], int]:
    """The lines of the command and its exit status."""
    out = StringIO()
    try:
        call_command("replay", *tables, stdout=out)
    except SystemExit as done:
        return out.getvalue().splitlines(), int(str(done.code))
    return out.getvalue().splitlines(), 0


def played(table: Table, answers: int) -> Table:
    """The table after so many answers: real dice, the first legal play, every third window a double."""
    cubes = cycle([Roll(), Roll(), Double()])
    replies = cycle([Answer(replies=(("drop", ()),)), Answer(replies=(("take", ()),))])
    for _ in range(answers):
        asked = prompt(table)
        here = spot(codec.load(Table.objects.get(pk=table.pk).state))
        moves = legal_plays(here)[0].steps if here else ()
        choices = {"cube": cubes, "answer": replies, "move": repeat(Play(moves=tuple((a, b) for a, b, _ in moves)))}
        play(asked.pk, next(choices[asked.kind]), source=Source.PAGE, ref=next(refs), now=NOW)
    return table


@pytest.fixture
def short(match: Table, alice: Profile, boris: Profile) -> Table:
    """A match with one game ended by a drop and the next begun."""
    answer(match, Play(moves=((8, 5), (6, 5))), by=alice)
    answer(match, Double(), by=boris)
    answer(match, Answer(replies=(("drop", ()),)), by=alice)
    return Table.objects.get(pk=match.pk)


@pytest.fixture
def session(alice: Profile, boris: Profile) -> Table:
    """Some games of a money session with everything in it."""
    dora = player("Dora", orders={"forced": True, "auto": "on"})
    table = played(new_match(alice, dora, format="money", rules={"beavers": True, "auto_max": 1}), 40)
    volunteer(seat(table, alice).pk, Order(kind="if-doubled", value="drop"), source=Source.PAGE, ref="o", now=NOW)
    volunteer(prompt(table).seat_id, Resign(level=2), source=Source.PAGE, ref="r", now=NOW)
    play(Prompt.objects.get(kind="offer", closed_at=None).pk, Decline(), source=Source.PAGE, ref="d", now=NOW)
    asked = prompt(table)
    assert asked.due_at is not None
    play(asked.pk, TimeOut(), source=Source.CLOCK, ref="t", now=asked.due_at)
    return table


def test_a_whole_session_can_be_played_again(session: Table, alice: Profile, boris: Profile) -> None:
    offer(alice)
    open_offer = new_match(alice, boris)
    volunteer(seat(open_offer, alice).pk, Resign(level=3), source=Source.PAGE, ref="r", now=NOW)
    entries = session.entries.count() + 2
    assert replay() == ([f"3 tables, {entries} entries, 0 differences"], 0)
    play(Prompt.objects.get(kind="offer", closed_at=None).pk, Accept(), source=Source.PAGE, ref="a", now=NOW)
    assert replay(open_offer.pk) == (["1 tables, 3 entries, 0 differences"], 0)
    assert session.games.filter(ended_at__isnull=False).exists(), "the first double was dropped"


def test_an_unknown_table_is_an_error() -> None:
    with pytest.raises(CommandError, match="there is no table 99"):
        replay(99)


def spoil_state(table: Table) -> None:
    state = table.state
    state["asked"] += 1
    Table.objects.filter(pk=table.pk).update(state=state)


def spoil_log(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(last_seq=table.last_seq + 1)


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (spoil_state, "snapshot: asked differs"),
        (spoil_log, "log: has"),
        (lambda table: Seat.objects.filter(table=table, number=0).update(points=77), "seat 0: points is 77"),
        (lambda table: Seat.objects.filter(table=table, number=1).update(role="crew"), "seat 1: role is 'crew'"),
        (lambda table: Game.objects.filter(table=table, number=1).update(value=99), "game 1: value is 99"),
        (
            lambda table: Game.objects.filter(table=table, number=1).update(ended_at=None, started_at=None),
            "game 1: is",
        ),
        (lambda table: Stake.objects.filter(game__table=table, game__number=1).update(value=512), "game 1: its stakes"),
        (lambda table: Stake.objects.filter(game__table=table).latest("pk").delete(), "its stakes are []"),
        (lambda table: Prompt.objects.filter(table=table, number=3).update(kind="offer"), "prompt #3: kind is 'offer'"),
        (lambda table: Prompt.objects.filter(table=table, number=3).delete(), "prompt #3: is missing"),
        (lambda table: Prompt.objects.filter(closed_at=None).update(answered_at=NOW), "answered is True"),
        (lambda table: Table.objects.filter(pk=table.pk).update(over=True), "table: over is True"),
    ],
)
def test_every_difference_is_told(short: Table, spoil: Callable[[Table], object], told: str) -> None:
    spoil(short)
    lines, status = replay(short.pk)
    assert status == 1
    assert len(lines) == 2, lines
    assert told in lines[0]
    assert lines[1].endswith("entries, 1 differences")


def test_a_forged_entry_is_found(match: Table, alice: Profile) -> None:
    """Somebody past the triggers put another play into the log."""
    answer(match, Play(moves=((8, 5), (6, 5))), by=alice)
    last = match.entries.latest("seq")
    last.pk, last.seq, last.ref = None, 3, "forged"
    last.save(force_insert=True)
    Table.objects.filter(pk=match.pk).update(last_seq=3)
    lines, status = replay(match.pk)
    assert status == 1
    assert "entry 3: cannot be played again" in lines[0]
