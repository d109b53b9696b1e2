"""When a letter counts: at the moment at which a door took it, however much later it is read."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games import sweeps
from games.models import OutgoingMail, Profile, Prompt, Table
from games.outbox import compose
from games.rules.actions import Roll
from tests.site.factories import NOW, prompt, seat
from tests.site.factories import answer as act
from tests.site.inbox.post import NOON, address_in, letter_to, mail, post, read_all, reply
from tests.site.outbox.letters import BACK

pytestmark = pytest.mark.django_db

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def sweep(now: datetime) -> None:
    while sweeps.check_one(now):
        pass


def due(asked: Prompt) -> datetime:
    assert asked.due_at
    return asked.due_at


@pytest.fixture
def asked(match: Table, letter: OutgoingMail, boris: Profile) -> Prompt:
    """Boris is asked to roll or double; he has one day, and four days in the bank."""
    return prompt(match, boris)


def test_a_letter_in_time_counts_though_it_is_read_too_late(match: Table, letter: OutgoingMail, asked: Prompt) -> None:
    post(reply(letter, "roll"), to=address_in(letter), now=due(asked) - MINUTE)
    for minutes in (0, 1, 5):
        sweep(due(asked) + minutes * MINUTE)
    asked.refresh_from_db()
    assert (asked.closed_at, asked.check_at) == (None, due(asked) + 6 * MINUTE), "it is looked at again soon"
    read_all(due(asked) + 10 * MINUTE)
    asked.refresh_from_db()
    assert asked.closed_by
    assert asked.closed_by.source == "letter"
    sweep(due(asked) + 20 * MINUTE)
    assert not match.entries.filter(source="clock").exists()


def test_a_letter_that_comes_too_late_does_not_hold_the_clock(
    match: Table, letter: OutgoingMail, asked: Prompt
) -> None:
    row = post(reply(letter, "roll"), to=address_in(letter), now=due(asked) + MINUTE)
    sweep(due(asked) + 2 * MINUTE)
    assert match.entries.latest("seq").source == "clock"
    read_all(due(asked) + 3 * MINUTE)
    row.refresh_from_db()
    assert row.outcome == "stale"


def test_a_letter_that_was_read_does_not_hold_the_clock(match: Table, letter: OutgoingMail, asked: Prompt) -> None:
    post(reply(letter, "say nothing to say"), to=address_in(letter), now=due(asked) - MINUTE)
    read_all(due(asked) - MINUTE)
    sweep(due(asked))
    assert match.entries.latest("seq").source == "clock"


def test_a_letter_of_somebody_else_does_not_hold_the_clock(
    match: Table, letter: OutgoingMail, alice: Profile, asked: Prompt
) -> None:
    compose.shown("show", player=alice, seat=seat(match, alice), prompt=None, message_id="", ref="1", now=NOON)
    hers = address_in(letter_to(alice, now=NOON))
    nobodys = "g+" + "a" * 26 + "@play.example.org"
    for to in (hers, nobodys):
        post(mail("roll", to=to), to=to, now=due(asked) - MINUTE)
    sweep(due(asked))
    assert match.entries.latest("seq").source == "clock"


def test_the_bank_pays_until_the_door_took_it_and_the_next_clock_starts_when_it_is_read(
    match: Table, letter: OutgoingMail, boris: Profile, asked: Prompt
) -> None:
    taken, read = NOW + DAY + 60 * MINUTE, NOW + 3 * DAY
    bank = seat(match, boris).bank
    post(reply(letter, "roll"), to=address_in(letter), now=taken)
    read_all(read)
    assert bank - seat(match, boris).bank == 3600, "an hour beyond the free day; two days in our house cost nothing"
    new = prompt(match, boris)
    assert (new.asked_at, new.running_since) == (read, read)
    assert due(new) == read + timedelta(seconds=24 * 3600 + bank - 3600)


def test_words_are_told_though_a_letter_went_while_they_waited(
    match: Table, letter: OutgoingMail, alice: Profile, boris: Profile
) -> None:
    """Her letter is made after the door took his words, and before anybody read them: they come with the next."""
    post(reply(letter, "say see you"), to=address_in(letter), now=NOON)
    for action in (Roll(), BACK):
        act(match, action, by=boris, now=NOON + MINUTE)
    assert "see you" not in letter_to(alice, "turn", now=NOON + 2 * MINUTE).text
    read_all(NOON + 3 * MINUTE)
    post(reply(letter_to(alice), "show", sender="alice@example.org"), to=address_in(letter_to(alice)), now=NOON)
    read_all(NOON + 4 * MINUTE)
    assert "Boris: see you" in letter_to(alice, "shown", now=NOON + 5 * MINUTE).text
