"""Vacations: clocks stand, nothing of the log moves, twice is once, and more than was earned is not taken."""

from __future__ import annotations

from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from games import absence
from games.models import Absence, Entry, Profile, Prompt, Table
from games.rules.actions import Roll
from games.rules.errors import IllegalAction
from tests.site.conftest import Script
from tests.site.factories import NOW, answer, chouette, player, prompt, seat
from tests.site.factories import match as new_match
from tests.site.outbox.letters import BACK, FIRST

pytestmark = pytest.mark.django_db

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
WEEK = (NOW + DAY, NOW + 8 * DAY)


def due(table: Table, who: Profile) -> datetime:
    found = prompt(table, who).due_at
    assert found is not None
    return found


def test_a_planned_vacation_moves_the_deadline_and_the_reminder(match: Table, alice: Profile) -> None:
    before, check = due(match, alice), prompt(match, alice).check_at
    assert check is not None
    absence.plan(alice, WEEK, ref="a", now=NOW)
    assert due(match, alice) == before + 7 * DAY
    assert prompt(match, alice).check_at == check + 7 * DAY
    assert Entry.objects.count() == 1, "the log knows nothing of it"


def test_it_moves_the_clocks_of_its_player_alone(match: Table, alice: Profile, boris: Profile) -> None:
    before = due(match, alice)
    absence.plan(boris, WEEK, ref="a", now=NOW)
    assert due(match, alice) == before


def test_a_question_put_in_a_vacation_waits_for_its_end(match: Table, alice: Profile, boris: Profile) -> None:
    absence.plan(boris, WEEK, ref="a", now=NOW)
    answer(match, FIRST, by=alice, now=NOW + 3 * DAY)
    assert due(match, boris) == NOW + 8 * DAY + 5 * DAY
    assert prompt(match, boris).check_at == NOW + 8 * DAY + 4 * DAY


def test_playing_in_a_vacation_is_allowed_and_costs_nothing(match: Table, alice: Profile, boris: Profile) -> None:
    absence.plan(alice, (NOW, NOW + 7 * DAY), ref="a", now=NOW)
    answer(match, FIRST, by=alice, now=NOW + 6 * DAY)
    assert seat(match, alice).bank == 4 * 86400


def test_the_bank_pays_for_the_time_outside_of_it(match: Table, alice: Profile) -> None:
    """A day of grace, then 12 hours of the bank before the vacation begins and 6 after its end."""
    absence.plan(alice, (NOW + 36 * HOUR, NOW + 5 * DAY), ref="a", now=NOW)
    answer(match, FIRST, by=alice, now=NOW + 5 * DAY + 6 * HOUR)
    assert seat(match, alice).bank == (4 * 24 - 18) * 3600


def test_the_same_cause_twice_is_one_vacation(match: Table, alice: Profile) -> None:
    first = absence.plan(alice, WEEK, ref="a", now=NOW)
    assert absence.plan(alice, WEEK, ref="a", now=NOW + HOUR) == first
    with pytest.raises(IllegalAction, match="vacation-overlaps"):
        absence.plan(alice, (WEEK[0] - DAY, WEEK[0] + HOUR), ref="b", now=NOW)
    assert Absence.objects.count() == 1


def test_one_vacation_may_follow_another_at_once(match: Table, alice: Profile) -> None:
    before = due(match, alice)
    absence.plan(alice, WEEK, ref="a", now=NOW)
    absence.plan(alice, (WEEK[1], WEEK[1] + DAY), ref="b", now=NOW)
    assert due(match, alice) == before + 8 * DAY


def test_coming_back_early_starts_the_clock_and_gives_back_what_is_left(match: Table, alice: Profile) -> None:
    before = due(match, alice)
    absence.plan(alice, (NOW, NOW + 7 * DAY), ref="a", now=NOW)
    stock = absence.stock(alice, now=NOW)
    for _twice in range(2):
        absence.come_back(alice, ref="b", now=NOW + 2 * DAY)
    assert due(match, alice) == before + 2 * DAY
    assert absence.stock(alice, now=NOW + 2 * DAY) == stock + 5 * DAY
    with pytest.raises(IllegalAction, match="not-away"):
        absence.come_back(alice, ref="c", now=NOW + 2 * DAY)


def test_a_planned_one_is_called_off_before_it_begins(match: Table, alice: Profile) -> None:
    before, stock = due(match, alice), absence.stock(alice, now=NOW)
    absence.plan(alice, WEEK, ref="a", now=NOW)
    absence.come_back(alice, ref="b", now=NOW + HOUR)
    assert due(match, alice) == before
    assert absence.stock(alice, now=NOW) == stock
    absence.plan(alice, WEEK, ref="c", now=NOW + HOUR)
    assert due(match, alice) == before + 7 * DAY


def test_more_than_was_earned_is_not_taken(match: Table, alice: Profile) -> None:
    before = due(match, alice)
    with pytest.raises(IllegalAction, match="vacation-too-long"):
        absence.plan(alice, (NOW, NOW + 50 * DAY), ref="a", now=NOW)
    assert due(match, alice) == before


def test_it_is_paid_once_for_all_tables(alice: Profile, boris: Profile, dice: Script) -> None:
    tables = []
    for _ in range(3):
        dice("31")
        tables.append(new_match(alice, boris))
    before = [due(table, alice) for table in tables]
    stock = absence.stock(alice, now=NOW)
    absence.plan(alice, (NOW, NOW + 7 * DAY), ref="a", now=NOW)
    assert [due(table, alice) for table in tables] == [moment + 7 * DAY for moment in before]
    assert absence.stock(alice, now=NOW) == stock - 7 * DAY


def test_a_chouette_goes_on(alice: Profile, boris: Profile, chris: Profile, dice: Script) -> None:
    dice("654", "31")
    table = chouette(alice, boris, chris)
    before = list(Prompt.objects.filter(table=table).order_by("pk").values_list("due_at", "check_at"))
    for one in (alice, boris, chris):
        absence.plan(one, (NOW, NOW + 7 * DAY), ref="a", now=NOW)
    assert list(Prompt.objects.filter(table=table).order_by("pk").values_list("due_at", "check_at")) == before
    assert absence.tables_without_proxy(boris) == [table]


def test_the_log_still_rebuilds_the_table(match: Table, alice: Profile, boris: Profile) -> None:
    absence.plan(boris, (NOW, NOW + 7 * DAY), ref="a", now=NOW)
    answer(match, FIRST, by=alice, now=NOW + DAY)
    answer(match, Roll(), by=boris, now=NOW + 2 * DAY)
    absence.come_back(boris, ref="b", now=NOW + 3 * DAY)
    answer(match, BACK, by=boris, now=NOW + 4 * DAY)
    told = StringIO()
    call_command("replay", stdout=told)
    assert told.getvalue().strip().endswith("0 differences")


def test_who_sits_at_no_table_may_go_too(db: None) -> None:
    dora = player("Dora")
    assert absence.plan(dora, WEEK, ref="a", now=NOW).span == WEEK
