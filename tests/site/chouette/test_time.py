"""What silence does at a chouette (chouette.md 4.3): the sweep alone carries a game on to its end."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games import sweeps
from games.models import Profile, Prompt, Stake, Table
from games.models.table import Source
from games.play import volunteer
from games.rules.actions import Order
from tests.site.chouette.conftest import TAKE
from tests.site.chouette.test_tables import asked, roles, same
from tests.site.factories import NOW, answer, prompt, seat

pytestmark = pytest.mark.django_db


def sweep(now: datetime) -> None:
    """All that is due."""
    while sweeps.check_one(now):
        pass


def test_silent_members_follow_the_captain(doubled: Table, boris: Profile) -> None:
    answer(doubled, TAKE, by=boris)
    sweep(NOW + timedelta(hours=47))
    assert asked(doubled) == {"Chris": "answer", "Dora": "answer"}
    sweep(NOW + timedelta(hours=48))
    values = Stake.objects.filter(game__table=doubled).values_list("value", "live")
    assert list(values) == [(2, True)] * 3
    shown = [fact for entry in doubled.entries.all() for fact in entry.facts if fact["fact"] == "Answered"]
    assert sorted(fact.get("source", "player") for fact in shown) == ["captain", "captain", "player"]
    same(doubled)


def test_a_silent_captain_drops_and_the_captaincy_passes(doubled: Table, chris: Profile, dora: Profile) -> None:
    for who in (chris, dora):
        answer(doubled, TAKE, by=who)
    sweep(NOW + timedelta(hours=48))
    assert roles(doubled)["Boris"] == ("out", 1)
    assert roles(doubled)["Chris"] == ("captain", 2)
    same(doubled)


def test_a_window_that_runs_out_is_no_double_and_the_second_ends_hold(window: Table, dora: Profile) -> None:
    """24 hours; two in a row, and the seat is told that nobody waits for it any more."""
    volunteer(seat(window, dora).pk, Order("hold"), source=Source.PAGE, ref="hold", now=NOW)
    assert asked(window) == {"Boris": "cube", "Dora": "cube"}
    sweep(NOW + timedelta(hours=24))
    assert asked(window) == {"Boris": "move"}
    assert Table.objects.get(pk=window.pk).state["orders"][str(seat(window, dora).number)]["missed"] == 1


def test_the_duty_to_move_goes_down_the_line_and_then_the_game_is_given_up(four: Table, alice: Profile) -> None:
    """The box has no partner: when its clock is out it has given up the game."""
    bank = timedelta(seconds=four.clock["grace"] + four.clock["bank"])
    sweep(NOW + bank - timedelta(minutes=1))
    assert asked(four) == {"Alice": "move"}
    sweep(NOW + bank)
    assert four.games.get(number=1).how == "adjudicated"
    assert [one.points for one in four.seats.order_by("number")] == [-6, 2, 2, 2]
    assert {one.bank for one in four.seats.all()} == {four.clock["bank"]}, "the bank is for a game"
    same(four)


def test_silences_alone_end_a_session(window: Table) -> None:
    """Nobody ever answers: game after game ends, and no cube is turned."""
    now, games = NOW, set()
    for _ in range(40):
        due = Prompt.objects.filter(closed_at=None, due_at__isnull=False).order_by("due_at").first()
        assert due is not None
        assert due.due_at is not None
        now = max(now, due.due_at)
        sweep(now)
        games.add(window.games.filter(ended_at__isnull=False).count())
        if max(games) >= 2:
            break
    assert max(games) >= 2
    assert set(Stake.objects.filter(game__table=window).values_list("value", "turned")) == {(1, False)}
    assert sum(one.points for one in window.seats.all()) == 0
    same(window)


def test_a_question_of_its_own_time_is_reminded_of(doubled: Table, chris: Profile) -> None:
    question = prompt(doubled, chris)
    assert question.check_at is not None
    sweep(question.check_at)
    question.refresh_from_db()
    assert question.reminded_at is not None
    assert question.closed_at is None
