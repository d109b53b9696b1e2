"""Reading: who waits for whom, who may read what, and as many queries for fifty tables as for one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import queries
from games.models import Message, Profile, Prompt, Table
from games.models.table import Source
from games.play import say, volunteer
from games.queries import readable
from games.rules import codec
from games.rules.actions import Order, Play, Roll
from games.rules.facts import Sealed
from tests.site.conftest import Script
from tests.site.factories import NOW, answer, offer, prompt, refs, seat
from tests.site.factories import match as new_match

HOUR = timedelta(hours=1)
FIRST = Play(moves=((8, 5), (6, 5)))

pytestmark = pytest.mark.django_db


def count(read: Callable[[], Any]) -> int:
    """How many queries a reading makes."""
    with CaptureQueriesContext(connection) as captured:
        read()
    return len(captured)


def test_the_most_urgent_question_comes_first(alice: Profile, boris: Profile, dice: Script) -> None:
    late, early = new_match(alice, boris, now=NOW + HOUR), new_match(alice, boris)
    assert [asked.table for asked in queries.waiting(alice, NOW)] == [early, late]
    assert queries.waiting(boris, NOW) == []
    assert (queries.count_waiting(alice), queries.count_waiting(boris)) == (2, 0)


def test_skip_goes_on_to_the_next_and_round(alice: Profile, boris: Profile, dice: Script) -> None:
    first, second, third = (new_match(alice, boris, now=NOW + number * HOUR) for number in range(3))
    after = prompt(second)
    assert queries.next_waiting(alice, after=None, now=NOW) == prompt(first)
    assert queries.next_waiting(alice, after=after, now=NOW) == prompt(third)
    assert queries.next_waiting(alice, after=prompt(third), now=NOW) == prompt(first)
    assert queries.next_waiting(boris, after=None, now=NOW) is None


def test_nothing_else_waits(match: Table, alice: Profile) -> None:
    assert queries.next_waiting(alice, after=prompt(match), now=NOW) is None


def test_my_tables_are_those_that_are_not_over(match: Table, alice: Profile, boris: Profile, chris: Profile) -> None:
    waiting = offer(alice)
    assert queries.my_tables(alice) == [match, waiting]
    assert queries.my_tables(chris) == []
    running = queries.my_tables(boris)[0]
    assert [sits.player for sits in running.seats.all()] == [alice, boris]
    assert [asked.seat.player_id for asked in running.open_prompts] == [alice.pk]  # type: ignore[attr-defined]
    Table.objects.filter(pk=match.pk).update(over=True, over_at=NOW)
    assert queries.my_tables(boris) == []
    assert queries.past_tables(boris) == [match]


@pytest.mark.parametrize(
    "read",
    [
        lambda alice: [asked.table.seats.all()[1].player.handle for asked in queries.waiting(alice, NOW)],
        queries.count_waiting,
        lambda alice: queries.next_waiting(alice, after=None, now=NOW),
        lambda alice: [(t.seats.all()[0].player, t.open_prompts) for t in queries.my_tables(alice)],
        lambda alice: [t.seats.all()[0].player for t in queries.past_tables(alice)],
        lambda alice: [(i.table.host, i.by) for i in queries.invitations(alice, NOW)],
        lambda alice: [(t.host, t.seats.all()[0].player) for t in queries.open_offers(alice, NOW)],
    ],
    ids=["waiting", "count_waiting", "next_waiting", "my_tables", "past_tables", "invitations", "open_offers"],
)
def test_ten_tables_take_as_many_queries_as_one(
    alice: Profile, boris: Profile, dice: Script, read: Callable[[Profile], Any]
) -> None:
    def more() -> None:
        new_match(alice, boris)
        offer(boris)
        offer(boris, opponent=alice)
        Table.objects.filter(pk=new_match(alice, boris).pk).update(over=True, over_at=NOW)

    more()
    one = count(lambda: read(alice))
    for _ in range(9):
        more()
    assert count(lambda: read(alice)) == one <= 3


def test_a_scene_is_five_queries_and_a_history_one(match: Table, alice: Profile, boris: Profile) -> None:
    answer(match, FIRST, by=alice)
    for _ in range(5):
        say(seat(match, alice).pk, "Hello", ref=next(refs), now=NOW)
    scene = queries.scene(match.pk, profile=alice)
    assert count(lambda: queries.scene(match.pk, profile=alice)) == 4
    assert count(lambda: queries.history(match, reader_seat=0)) == 1
    assert count(lambda: queries.messages(match, seat=scene.seat, state=scene.state)) == 1


def test_a_scene_is_seen_from_the_readers_seat(match: Table, alice: Profile, boris: Profile, chris: Profile) -> None:
    hers, his, guests = (queries.scene(match.pk, profile=who) for who in (alice, boris, None))
    assert (hers.names, hers.seat, hers.side) == (("Alice", "Boris"), seat(match, alice), 0)
    assert (his.seat, his.side, guests.seat, guests.side) == (seat(match, boris), 1, None, 0)
    assert (hers.opponent, his.opponent, guests.opponent) == (seat(match, boris), seat(match, alice), None)
    assert (hers.prompts, hers.others) == ((prompt(match),), ())
    assert (his.prompts, his.others) == ((), (prompt(match),))
    assert hers.game is not None
    assert hers.coming is not None
    assert (hers.game.number, hers.coming.number) == (1, 2)
    assert queries.scene(offer(chris).pk, profile=chris).state is None
    with pytest.raises(Table.DoesNotExist):
        queries.scene(0, profile=alice)


def test_history_carries_the_board(match: Table, alice: Profile, boris: Profile) -> None:
    answer(match, FIRST, by=alice)
    answer(match, Roll(), by=boris)
    answer(match, Play(moves=((13, 11), (6, 5))), by=boris)
    lines = queries.history(match, reader_seat=None)
    assert [line.seq for line in lines] == [1, 2, 3, 4]
    assert [line.seat for line in lines] == [None, 0, 1, 1]
    assert lines[1].board is not None
    assert lines[1].board.text(0) == "24x2 13x5 8x2 6x4 5x2"
    match.refresh_from_db()
    state = codec.load(match.state)
    assert state.game is not None
    assert lines[-1].board == state.game.board
    assert queries.position(match, 2, reader_seat=None) == lines[1]
    assert queries.position(match, 0, reader_seat=None) is None
    assert queries.position(match, 5, reader_seat=None) is None
    assert [line.seq for line in queries.since(match, seat=seat(match, alice))] == [2, 3, 4]


def test_an_undo_brings_the_board_back(match: Table, alice: Profile, boris: Profile) -> None:
    from games.rules.actions import Accept, Undo

    before = queries.history(match, reader_seat=0)[-1].board
    answer(match, FIRST, by=alice)
    volunteer(seat(match, alice).pk, Undo(), source=Source.PAGE, ref=next(refs), now=NOW)
    asked = Prompt.objects.get(kind="offer", closed_at=None)
    volunteer(asked.seat_id, Accept(), source=Source.PAGE, ref=next(refs), now=NOW)
    assert queries.history(match, reader_seat=0)[-1].board == before
    match.refresh_from_db()
    state = codec.load(match.state)
    assert state.game is not None
    assert state.game.board == before


def test_facts_are_read_by_whom_they_are_meant_for() -> None:
    for readers, seat_number, side, may in (
        ("all", None, None, True),
        ("nobody", 0, 0, False),
        (("seat", 1), 1, 0, True),
        (("seat", 1), 0, 1, False),
        (("seat", 1), None, None, False),
        (("side", 1), 2, 1, True),
        (("side", 1), 1, 0, False),
        (("side", 1), None, None, False),
    ):
        assert readable(Sealed(seat=1, readers=readers), seat=seat_number, side=side) is may  # type: ignore[arg-type]


def test_an_order_is_for_its_own_seat_to_read(match: Table, alice: Profile, boris: Profile) -> None:
    volunteer(
        seat(match, boris).pk, Order(kind="if-doubled", value="drop"), source=Source.PAGE, ref=next(refs), now=NOW
    )
    assert len(queries.history(match, reader_seat=1)[-1].facts) == 1
    for reader in (0, None):
        assert queries.history(match, reader_seat=reader)[-1].facts == ()


def test_hidden_words_are_shown_to_nobody(match: Table, alice: Profile) -> None:
    say(seat(match, alice).pk, "seen", ref=next(refs), now=NOW)
    Message.objects.create(table=match, seat=seat(match, alice), text="hidden", ref="x", at=NOW, hidden_at=NOW)
    scene = queries.scene(match.pk, profile=alice)
    for sits in (scene.seat, None):
        assert [one.text for one in queries.messages(match, seat=sits, state=scene.state)] == ["seen"]
