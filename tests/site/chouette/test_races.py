"""Ten seats of a chouette at the same instant: all count once, the batch closes once."""

from __future__ import annotations

import os

import pytest
from django.db import connection

from games import lobby, rounds
from games.models import Profile, Prompt, Table
from games.models.table import Source
from games.play import play
from games.rules import codec
from games.rules.actions import Answer, Double, Play, Roll
from games.rules.plays import legal_plays
from games.rules.state import spot
from tests.site.chouette.test_rounds import finish, gather
from tests.site.chouette.test_tables import same
from tests.site.factories import NOW, chouette, offer, player, refs
from tests.site.play.test_races import CROWD, Run, crowd

__all__ = ["crowd"]

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one transaction in at a time"),
]

ROUNDS = 100 if os.environ.get("LONG_WALK") else 15
"""`LONG_WALK=1` runs all hundred: more than a minute."""


def until_doubled(table: Table) -> list[Prompt]:
    """Play on until the box has doubled its nine opponents; the questions put to them."""
    while True:
        open_ = list(Prompt.objects.filter(table=table, closed_at=None, answered_at=None).order_by("number"))
        if open_[0].kind == "answer":
            return open_
        state = codec.load(Table.objects.get(pk=table.pk).state)
        here = spot(state)
        if here is not None:
            steps = legal_plays(here)[0].steps
            action: object = Play(tuple((start, end) for start, end, _ in steps))
        else:
            box = state.game is not None and open_[0].seat.number == state.game.box
            action = Double() if box else Roll()
        play(open_[0].pk, action, source=Source.PAGE, ref=next(refs), now=NOW)  # type: ignore[arg-type]


def test_ten_seats_answer_at_once(alice: Profile, crowd: Run) -> None:
    """Nine are doubled and answer, drop after drop; the tenth, the box, tries to answer for one of them."""
    table = chouette(alice, *(player(f"Member{number}") for number in range(CROWD - 1)), rules={"partner": "off"})
    for _ in range(ROUNDS):
        asked = until_doubled(table)
        assert len(asked) == CROWD - 1
        box = table.seats.get(role="box").pk
        before = table.entries.count()

        def give(number: int, asked: list[Prompt] = asked, box: int = box) -> None:
            drop = Answer((("drop", ()),))
            if number == CROWD - 1:
                play(asked[0].pk, drop, source=Source.PAGE, ref=next(refs), now=NOW, by=box)
            else:
                play(asked[number].pk, drop, source=Source.PAGE, ref=next(refs), now=NOW)

        results = crowd(give)
        assert results["done"] == CROWD - 1
        assert table.entries.count() == before + CROWD - 1
        reveals = [entry for entry in table.entries.order_by("seq")[before:] if len(entry.facts) > 1]
        assert len(reveals) == 1
        answers = [fact for fact in reveals[0].facts if fact["fact"] == "Answered"]
        assert len(answers) == CROWD - 1
    assert table.games.filter(ended_at__isnull=False).count() == ROUNDS
    assert sum(seat.points for seat in table.seats.all()) == 0
    same(table)


def test_the_next_round_is_begun_once_by_whoever_presses(alice: Profile, crowd: Run) -> None:
    people = [alice, *(player(f"Member{number}") for number in range(CROWD - 1))]
    session = gather(*people)
    for lap in (2, 3):
        finish(session)
        results = crowd(lambda number, lap=lap: rounds.next_round(session.pk, by=people[number], lap=lap, now=NOW))
        assert results["done"] == CROWD
        session.refresh_from_db()
        assert (session.laps, session.tables.filter(lap=lap).count()) == (lap, CROWD)


def test_the_last_places_of_pairs_go_to_one_each(alice: Profile, crowd: Run) -> None:
    guests = [player(f"Guest{number}") for number in range(CROWD)]
    for _ in range(5):
        table = offer(alice, format="money", rules={"pairs": "turns"}, seats=4)
        results = crowd(lambda number, table=table: lobby.take(table.pk, player=guests[number], now=NOW, wish=2))
        assert results["done"] == 1
        crowd(lambda number, table=table: lobby.take(table.pk, player=guests[number], now=NOW))
        assert sorted(table.seats.values_list("number", flat=True)) == [0, 1, 2, 3]
        assert table.entries.count() == 1
        same(table)
