"""The same mail by several doors at once, and several workers at one mail: one row, one move."""

from __future__ import annotations

from collections import Counter

import pytest
from django.db import connection

from games.inbox.read import handle, read_one, try_one
from games.models import Entry, IncomingMail, OutgoingMail, Profile, Prompt, Table
from tests.site.factories import answer as act
from tests.site.inbox.post import NOON, address_in, answers, letter_to, post, reply
from tests.site.outbox.letters import FIRST
from tests.site.play.test_races import Run, crowd

__all__ = ["crowd"]

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one transaction in at a time"),
]

DOORS = ("lmtp", "pipe", "webhook:mailgun")


def test_by_ten_doors_at_once_a_mail_is_kept_once(letter: OutgoingMail, crowd: Run) -> None:
    for _ in range(5):
        raw = reply(letter, "show")
        before = IncomingMail.objects.count()

        def take(number: int, raw: bytes = raw) -> None:
            post(raw, to=address_in(letter), source=DOORS[number % 3])

        assert crowd(take) == Counter(done=10)
        assert IncomingMail.objects.count() == before + 1


def test_ten_workers_at_one_mail_make_one_move(match: Table, letter: OutgoingMail, boris: Profile, crowd: Run) -> None:
    row = post(reply(letter, "say once", "show", "roll"), to=address_in(letter))
    assert crowd(lambda number: read_one(now=NOON)) == Counter(done=10)
    row.refresh_from_db()
    assert (row.outcome, row.tries) == ("done", 1)
    assert match.messages.count() == match.entries.filter(source="letter").count() == len(answers(boris)) == 1


def test_a_worker_that_is_slower_than_its_claim_does_no_harm(
    match: Table, letter: OutgoingMail, boris: Profile, crowd: Run
) -> None:
    """The claim of the first has run out before it was done: several handle the mail at the same time."""

    row = post(reply(letter, "say once", "show", "roll", "take"), to=address_in(letter))
    assert crowd(lambda number: handle(row.pk, now=NOON)) == Counter(done=10)
    row.refresh_from_db()
    assert (row.outcome, row.detail["done"]) == ("refused", 3)
    assert match.messages.count() == match.entries.filter(source="letter").count() == 1
    assert sorted(told.kind for told in answers(boris)) == ["problem", "shown"]


def test_two_letters_of_one_player_at_once_are_one_answer(
    match: Table, alice: Profile, boris: Profile, crowd: Run
) -> None:
    """A letter and its reminder, both answered: one counts, the other is stale."""
    act(match, FIRST, by=alice)
    letter = letter_to(boris, "turn")
    rows = [post(reply(letter, "roll"), to=address_in(letter)) for _ in range(10)]
    crowd(lambda number: try_one(rows[number].pk, now=NOON))
    assert Counter(IncomingMail.objects.values_list("outcome", flat=True)) == Counter(done=1, stale=9)
    assert Entry.objects.filter(source="letter").count() == 1
    assert Prompt.objects.filter(closed_at=None).count() == 1
