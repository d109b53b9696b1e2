"""The daily letter and the gathered reminder: once each, only what is alive, no moves by reply."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from games import absence, sweeps, tasks
from games.models import OutgoingMail, Profile, Seat, Table
from games.models.player import Letters
from games.play import say
from games.rules.actions import Roll
from tests.site.conftest import Script
from tests.site.factories import NOW, answer, prompt, seat
from tests.site.factories import match as new_match
from tests.site.inbox.post import answer as reply_to
from tests.site.outbox.letters import BACK, FIRST, send

pytestmark = pytest.mark.django_db

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
MORNING = datetime.fromisoformat("2026-03-02T05:00+00:00")
"""Eight o'clock in Moscow, the day after NOW."""


@pytest.fixture
def daily(boris: Profile) -> Profile:
    """Boris takes one letter a day; his first morning has been seen."""
    Profile.objects.filter(pk=boris.pk).update(letters=Letters.DIGEST)
    assert sweep(NOW) == 1
    boris.refresh_from_db()
    assert boris.digest_at == MORNING
    return boris


@pytest.fixture
def tables(alice: Profile, boris: Profile, dice: Script) -> list[Table]:
    """Three tables at which Boris is asked."""
    made = []
    for _ in range(3):
        dice("31")
        made.append(new_match(alice, boris))
        answer(made[-1], FIRST, by=alice)
    return made


def sweep(now: datetime) -> int:
    """Sweep twice over: the second time nothing is left."""
    done = 0
    while sweeps.digest_one(now):
        done += 1
        assert done < 10
    assert not sweeps.digest_one(now)
    return done


def sent(player: Profile, kind: str) -> list[OutgoingMail]:
    return list(OutgoingMail.objects.filter(player=player, kind=kind, sent_at__isnull=False).order_by("pk"))


def test_one_letter_a_day_at_eight(daily: Profile, tables: list[Table]) -> None:
    assert sweep(MORNING - HOUR) == 0
    assert sweep(MORNING) == 1
    assert sweep(MORNING + HOUR) == 0
    send(MORNING + HOUR)
    (letter,) = sent(daily, "digest")
    assert letter.subject == "Нарды: ваши столы сегодня"
    assert "Ждут вас: 3." in letter.text
    for table in tables:
        assert f"/t/{table.pk}/" in letter.text
    assert letter.headers["Precedence"] == "bulk"
    assert "Auto-Submitted" in letter.headers
    assert not sent(daily, "turn"), "all in one letter"
    assert sweep(MORNING + DAY) == 1
    send(MORNING + DAY)
    assert len(sent(daily, "digest")) == 2


def test_a_day_with_nothing_to_tell_brings_no_letter(daily: Profile) -> None:
    assert sweep(MORNING) == 1
    assert not OutgoingMail.objects.filter(kind="digest").exists()


def test_words_and_what_happened_are_told_where_nothing_is_asked(
    daily: Profile, alice: Profile, tables: list[Table]
) -> None:
    for table in tables:
        answer(table, Roll(), by=daily, now=NOW + HOUR)
        answer(table, BACK, by=daily, now=NOW + HOUR)
    say(seat(tables[0], alice).pk, "Хорошей недели!\nroll", ref="w", now=NOW + HOUR)
    sweep(MORNING)
    send(MORNING)
    (letter,) = sent(daily, "digest")
    assert "Ждут вас: 0." in letter.text
    assert "Alice: Хорошей недели! roll" in letter.text


def test_it_takes_no_moves_and_says_so(daily: Profile, tables: list[Table]) -> None:
    sweep(MORNING)
    send(MORNING)
    (letter,) = sent(daily, "digest")
    assert "Это письмо о нескольких столах, и ход в ответ на него не принимается." in letter.text
    row = reply_to(letter, "бросок", now=MORNING + HOUR)
    assert (row.outcome, row.detail["code"]) == ("stale", "gathered-letter")
    assert [prompt(table, daily).kind for table in tables] == ["cube"] * 3
    assert reply_to(letter, "партии", now=MORNING + 2 * HOUR).outcome == "done"
    send(MORNING + 3 * HOUR)
    assert len(sent(daily, "turn")) == 3


def test_who_plays_by_letter_gets_a_full_letter_a_table_once(daily: Profile, tables: list[Table]) -> None:
    Profile.objects.filter(pk=daily.pk).update(last_letter_at=NOW)
    sweep(MORNING)
    send(MORNING)
    turns = sent(daily, "turn")
    assert {one.seat.table for one in turns} == set(tables)
    assert len(turns) == 3
    assert reply_to(turns[0], "бросок", now=MORNING + HOUR).outcome == "done"
    sweep(MORNING + DAY)
    send(MORNING + DAY)
    assert len(sent(daily, "digest")) == 2
    assert {one.prompt_id for one in sent(daily, "turn")} == {one.prompt_id for one in sent(daily, "turn")}
    by_question = [one.prompt_id for one in sent(daily, "turn")]
    assert len(by_question) == len(set(by_question)), "each question has one letter of its own"


def test_one_table_can_be_chosen_for_it(alice: Profile, boris: Profile, tables: list[Table]) -> None:
    Seat.objects.filter(player=boris, table=tables[0]).update(letters=Letters.DIGEST)
    sweep(NOW)
    sweep(MORNING)
    send(MORNING)
    (letter,) = sent(boris, "digest")
    assert f"/t/{tables[0].pk}/" in letter.text
    assert f"/t/{tables[1].pk}/" not in letter.text


def test_one_table_can_be_left_out_of_it(daily: Profile, alice: Profile, dice: Script) -> None:
    dice("31")
    table = new_match(alice, daily)
    Seat.objects.filter(player=daily).update(letters=Letters.AT_ONCE)
    answer(table, FIRST, by=alice)
    send(NOW + HOUR)
    assert len(sent(daily, "turn")) == 1
    sweep(MORNING)
    assert not OutgoingMail.objects.filter(kind="digest").exists()


def test_a_letter_about_a_dead_moment_is_not_sent(daily: Profile, tables: list[Table]) -> None:
    sweep(MORNING)
    for table in tables:
        answer(table, Roll(), by=daily, now=MORNING)
        answer(table, BACK, by=daily, now=MORNING)
    Profile.objects.filter(pk=daily.pk).update(letters=Letters.AT_ONCE)
    send(MORNING + HOUR)
    assert not sent(daily, "digest")


def test_paused_letters_stay_away(daily: Profile, tables: list[Table]) -> None:
    Profile.objects.filter(pk=daily.pk).update(mail_paused_at=NOW)
    sweep(MORNING)
    assert not OutgoingMail.objects.filter(kind="digest").exists()


# Reminders


def remind(now: datetime) -> None:
    looked_at = 0
    while sweeps.check_one(now):
        looked_at += 1
        assert looked_at < 20


def test_one_reminder_for_several_tables(boris: Profile, tables: list[Table]) -> None:
    remind(NOW + 4 * DAY)
    remind(NOW + 4 * DAY)
    send(NOW + 4 * DAY)
    (letter,) = sent(boris, "reminders")
    assert not sent(boris, "reminder")
    for table in tables:
        assert f"/t/{table.pk}/" in letter.text
    row = reply_to(letter, "бросок", now=NOW + 4 * DAY)
    assert row.detail["code"] == "gathered-letter"
    assert all(prompt(table, boris).reminded_at == NOW + 4 * DAY for table in tables)


def test_what_was_answered_meanwhile_is_not_in_it(boris: Profile, tables: list[Table]) -> None:
    remind(NOW + 4 * DAY)
    answer(tables[0], Roll(), by=boris, now=NOW + 4 * DAY)
    answer(tables[0], BACK, by=boris, now=NOW + 4 * DAY)
    send(NOW + 4 * DAY)
    (letter,) = sent(boris, "reminders")
    assert f"/t/{tables[0].pk}/" not in letter.text
    assert f"/t/{tables[1].pk}/" in letter.text


def test_where_all_was_answered_it_is_not_sent(boris: Profile, tables: list[Table]) -> None:
    remind(NOW + 4 * DAY)
    for table in tables:
        answer(table, Roll(), by=boris, now=NOW + 4 * DAY)
        answer(table, BACK, by=boris, now=NOW + 4 * DAY)
    send(NOW + 4 * DAY)
    assert not sent(boris, "reminders")


def test_a_table_that_takes_no_letters_is_not_in_it(boris: Profile, tables: list[Table]) -> None:
    Seat.objects.filter(player=boris, table=tables[0]).update(letters=Letters.NONE)
    remind(NOW + 4 * DAY)
    send(NOW + 4 * DAY)
    (letter,) = sent(boris, "reminders")
    assert letter.context["prompts"] == [prompt(table, boris).pk for table in tables[1:]]


def test_a_question_that_is_far_from_its_reminder_waits_for_its_own(
    alice: Profile, boris: Profile, tables: list[Table], dice: Script
) -> None:
    dice("31")
    later = new_match(alice, boris)
    answer(later, FIRST, by=alice, now=NOW + DAY)
    remind(NOW + 4 * DAY)
    assert prompt(later, boris).reminded_at is None
    remind(NOW + 5 * DAY - 3 * HOUR)
    send(NOW + 5 * DAY)


def test_the_tasks_drain_what_is_due(alice: Profile, boris: Profile, tables: list[Table]) -> None:
    """Their moment is the real one, and the tables of tests were made long before it."""
    Profile.objects.filter(pk=boris.pk).update(letters=Letters.DIGEST, digest_at=NOW)
    now = timezone.now()
    absence.plan(alice, (now, now + DAY), ref="a", now=now)
    for _twice in range(2):
        tasks.digests()
        tasks.tell_absences()
    assert OutgoingMail.objects.filter(player=boris, kind="digest").count() == 1
    assert alice.absences.get().begin_told_at is not None
