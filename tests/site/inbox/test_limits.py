"""How often a mail is answered: enough for a person, never enough for a loop."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games.inbox.asking import BREAKER, PER_DAY
from games.models import OutgoingMail, Profile, Table
from tests.site.factories import prompt
from tests.site.inbox.post import NOON, address_in, answer, answers, letter_to, post, read_all, reply

pytestmark = pytest.mark.django_db

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def wrong(letter: OutgoingMail, now: datetime, line: str = "hm") -> bool:
    """Write what is no command; whether a letter told so."""
    row = answer(letter, line, now=now)
    assert row.outcome == "refused"
    return bool(row.detail["told"])


def test_a_problem_of_one_kind_is_told_once_an_hour(letter: OutgoingMail, boris: Profile) -> None:
    told = [wrong(letter, NOON + minutes * MINUTE) for minutes in (0, 20, 59, 61)]
    assert told == [True, False, False, True]
    assert len(answers(boris)) == 2


def test_problems_of_different_kinds_are_each_told(letter: OutgoingMail, boris: Profile) -> None:
    for number, line in enumerate(("hm", "", "back", "13/2")):
        assert wrong(letter, NOON + number * MINUTE, line)
    assert len({told.context["code"] for told in answers(boris)}) == 4


def test_no_more_than_ten_a_day(letter: OutgoingMail, boris: Profile) -> None:
    told = [wrong(letter, NOON + hours * HOUR) for hours in range(0, 36, 2)]
    assert sum(told[:12]) == PER_DAY
    assert any(told[12:]), "the next day it is told again"


def test_the_limits_do_not_touch_what_is_done(match: Table, letter: OutgoingMail, boris: Profile) -> None:
    asked = prompt(match, boris)
    for number in range(4):
        answer(letter, "hm", now=NOON + number * MINUTE)
    assert answer(letter, "roll", now=NOON + 5 * MINUTE).outcome == "done"
    asked.refresh_from_db()
    assert asked.closed_at


def test_a_loop_is_read_but_not_answered(letter: OutgoingMail, boris: Profile) -> None:
    """A robot that looks like a person asks for the board again and again."""
    for number in range(3 * BREAKER):
        assert answer(letter, "show", now=NOON + number * timedelta(seconds=10)).outcome == "done"
    assert len(answers(boris)) == BREAKER
    answer(letter, "show", now=NOON + HOUR)
    assert len(answers(boris)) == BREAKER + 1, "an hour later it is answered again"


def test_many_at_once_are_not_a_loop_when_they_were_taken_far_apart(letter: OutgoingMail, boris: Profile) -> None:
    """What counts is when the door took them, not when a worker came to read them."""
    for number in range(2 * BREAKER):
        post(reply(letter, "show"), to=address_in(letter), now=NOON + number * HOUR)
    read_all(NOON + 100 * HOUR)
    assert len(answers(boris)) == 2 * BREAKER


def test_a_stranger_who_has_the_address_makes_no_storm_of_letters(letter: OutgoingMail, boris: Profile) -> None:
    for number in range(30):
        row = answer(letter, "roll", sender=f"m{number}@example.net", now=NOON + number * MINUTE)
        assert row.outcome == "foreign-sender"
    assert len(answers(boris)) == 1
    assert letter_to(boris, "problem", now=NOON + HOUR).to == "boris@example.org"
