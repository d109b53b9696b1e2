"""The sweep over vacations: each beginning and end is told once to whom it matters; one may begin by itself."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import absence, sweeps
from games.models import Absence, OutgoingMail, Profile, Prompt, Table
from games.rules.actions import Roll
from tests.site.conftest import Script
from tests.site.factories import NOW, answer, prompt
from tests.site.factories import match as new_match
from tests.site.outbox.letters import FIRST, send

pytestmark = pytest.mark.django_db

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
WEEK = (NOW + DAY, NOW + 8 * DAY)


def sweep(now) -> int:  # type: ignore[no-untyped-def]
    """Sweep twice over: the second time nothing is left."""
    told = 0
    while sweeps.tell_absence(now):
        told += 1
        assert told < 10
    assert not sweeps.tell_absence(now)
    return told


def letters(player: Profile) -> list[str]:
    found = OutgoingMail.objects.filter(player=player, kind="vacation").order_by("pk")
    return [one.context["what"] for one in found]


def test_beginning_and_end_are_told_once_to_both(match: Table, alice: Profile, boris: Profile) -> None:
    absence.plan(alice, WEEK, ref="a", now=NOW)
    assert sweep(NOW) == 0
    assert (sweep(WEEK[0]), sweep(WEEK[0] + HOUR)) == (1, 0)
    assert (letters(alice), letters(boris)) == (["begins"], ["begins"])
    assert (sweep(WEEK[1]), sweep(WEEK[1] + HOUR)) == (1, 0)
    assert (letters(alice), letters(boris)) == (["begins", "ends"], ["begins", "ends"])


def test_what_it_says(match: Table, alice: Profile, boris: Profile) -> None:
    absence.plan(alice, WEEK, ref="a", now=NOW)
    sweep(WEEK[0])
    send(WEEK[0] + HOUR)
    told = OutgoingMail.objects.get(player=boris, kind="vacation")
    assert "Alice в отпуске до пн 9 мар, 12:00 мск, часы стоят." in told.text
    assert f"/t/{match.pk}/" in told.text
    own = OutgoingMail.objects.get(player=alice, kind="vacation")
    assert "* back — end the vacation now" in own.text


def test_who_asked_for_it_himself_is_not_told_again(match: Table, alice: Profile, boris: Profile) -> None:
    absence.plan(alice, (NOW, NOW + 7 * DAY), ref="a", now=NOW)
    sweep(NOW)
    absence.come_back(alice, ref="b", now=NOW + DAY)
    sweep(NOW + DAY)
    assert (letters(alice), letters(boris)) == ([], ["begins", "ends"])


def test_one_person_gets_one_letter_however_many_tables(alice: Profile, boris: Profile, dice: Script) -> None:
    tables = [new_match(alice, boris) for _ in range(3)]
    absence.plan(alice, WEEK, ref="a", now=NOW)
    sweep(WEEK[0])
    told = OutgoingMail.objects.get(player=boris, kind="vacation")
    assert told.context["tables"] == [table.pk for table in tables]


def test_who_takes_no_letters_is_not_told(match: Table, alice: Profile, boris: Profile) -> None:
    Profile.objects.filter(pk=boris.pk).update(letters="none")
    absence.plan(alice, WEEK, ref="a", now=NOW)
    sweep(WEEK[0])
    assert letters(boris) == []


def test_a_late_sweep_does_not_tell_what_is_over(match: Table, alice: Profile, boris: Profile) -> None:
    absence.plan(alice, WEEK, ref="a", now=NOW)
    sweep(WEEK[1] + DAY)
    assert letters(boris) == []


def test_a_letter_that_is_late_is_dropped(match: Table, alice: Profile, boris: Profile) -> None:
    absence.plan(alice, WEEK, ref="a", now=NOW)
    sweep(WEEK[0])
    absence.come_back(alice, ref="b", now=WEEK[0] + HOUR)
    send(WEEK[0] + 2 * HOUR)
    told = OutgoingMail.objects.get(player=boris, kind="vacation")
    assert (told.sent_at, told.dropped_at) == (None, WEEK[0] + 2 * HOUR)


def test_what_was_called_off_is_not_told(match: Table, alice: Profile) -> None:
    absence.plan(alice, WEEK, ref="a", now=NOW)
    absence.come_back(alice, ref="b", now=NOW + HOUR)
    assert sweep(WEEK[0]) == 0


def test_the_letters_of_the_table_say_who_is_away(match: Table, alice: Profile, boris: Profile) -> None:
    absence.plan(alice, (NOW, NOW + 7 * DAY), ref="a", now=NOW)
    answer(match, FIRST, by=alice)
    send(NOW + HOUR)
    turn = OutgoingMail.objects.get(player=boris, kind="turn")
    assert "Alice в отпуске до" in turn.text
    assert "Alice в отпуске до" in turn.html


# By itself


def out_of_time(now) -> None:  # type: ignore[no-untyped-def]
    looked_at = 0
    while sweeps.check_one(now):
        looked_at += 1
        assert looked_at < 10


def test_where_time_would_run_out_a_vacation_begins_once(match: Table, alice: Profile, boris: Profile) -> None:
    Profile.objects.filter(pk=alice.pk).update(auto_vacation=True)
    due = prompt(match, alice).due_at
    assert due is not None
    out_of_time(due)
    (vacation,) = Absence.objects.all()
    assert (vacation.player, vacation.automatic, vacation.begins) == (alice, True, due - HOUR)
    assert vacation.ends - vacation.begins == 7 * DAY
    assert prompt(match, alice).due_at == due + 7 * DAY
    sweep(due)
    assert (letters(alice), letters(boris)) == (["begins"], ["begins"])
    send(due + HOUR)
    assert "because your time at a table was running out" in OutgoingMail.objects.get(
        player=alice, kind="vacation"
    ).text.replace("\n", " ")
    out_of_time(due + 6 * DAY)
    assert match.entries.filter(source="clock").count() == 0
    out_of_time(due + 7 * DAY)
    assert Absence.objects.count() == 1, "once for a question"
    assert match.entries.filter(source="clock").count() == 1


def test_nobody_is_sent_on_a_vacation_who_did_not_wish_it(match: Table, alice: Profile) -> None:
    due = prompt(match, alice).due_at
    assert due is not None
    out_of_time(due)
    assert not Absence.objects.exists()
    assert match.entries.filter(source="clock").count() == 1


def test_without_a_day_left_none_begins(match: Table, alice: Profile) -> None:
    Profile.objects.filter(pk=alice.pk).update(auto_vacation=True)
    absence.plan(alice, (NOW + 30 * DAY, NOW + 43 * DAY + 2 * HOUR), ref="a", now=NOW)
    due = prompt(match, alice).due_at
    assert due is not None
    out_of_time(due)
    assert Absence.objects.count() == 1
    assert match.entries.filter(source="clock").count() == 1


def test_an_answer_within_it_is_an_answer(match: Table, alice: Profile, boris: Profile) -> None:
    Profile.objects.filter(pk=alice.pk).update(auto_vacation=True)
    due = prompt(match, alice).due_at
    assert due is not None
    out_of_time(due)
    answer(match, FIRST, by=alice, now=due + DAY)
    assert Prompt.objects.get(table=match, closed_at=None).seat.player == boris
    answer(match, Roll(), by=boris, now=due + DAY)
