"""A club whose organisers are silent for sixty days: its successor takes over, or its members elect."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games import clubs, elections, sweeps
from games.models import Club, Election, Membership, OutgoingMail, Profile, Table
from games.play import say
from tests.site.chouette.test_clubs import browser, club, eve, refused, table
from tests.site.factories import NOW, player, refs, seat
from tests.site.web.conftest import words

__all__ = ["club", "table"]

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(days=61)
CLOSED = LATER + timedelta(days=15)


def sweep(now: datetime) -> None:
    """All that is to be done; twice, and the second time there is nothing."""
    for _ in range(2):
        while sweeps.elect_one(now):
            pass


@pytest.fixture
def old(club: Club) -> Club:
    """The club as it was when all this began."""
    Membership.objects.update(joined_at=NOW)
    Profile.objects.update(created_at=NOW)
    return club


def told(what: str) -> set[str]:
    found = OutgoingMail.objects.filter(kind="club", context__what=what)
    handles = list(found.values_list("player__handle", flat=True))
    assert len(handles) == len(set(handles)), "one letter to one person"
    return set(handles)


def test_nobody_elects_while_an_organiser_is_there(old: Club) -> None:
    sweep(NOW + timedelta(days=59))
    assert not Election.objects.exists()


def test_any_sign_of_any_organiser_counts(table: Table, old: Club, dora: Profile) -> None:
    say(seat(table, dora).pk, "Hello", ref=next(refs), now=NOW + timedelta(days=30))
    sweep(LATER)
    assert not Election.objects.exists()


def test_the_members_elect(old: Club, alice: Profile, boris: Profile, chris: Profile) -> None:
    sweep(LATER)
    election = Election.objects.get()
    assert told("election") == {"Eve", "Alice", "Boris", "Chris", "Dora"}
    guest = player("Guest")
    refused("members-only", lambda: elections.vote(old, by=guest, candidate=alice))
    refused("no-member", lambda: elections.vote(old, by=alice, candidate=guest))
    elections.vote(old, by=alice, candidate=alice)
    elections.vote(old, by=boris, candidate=chris)
    elections.vote(old, by=chris, candidate=alice)
    elections.vote(old, by=chris, candidate=chris)
    sweep(LATER + timedelta(days=13))
    election.refresh_from_db()
    assert election.closed_at is None
    sweep(CLOSED)
    election.refresh_from_db()
    assert election.winner == chris
    assert clubs.is_organiser(old, chris)
    assert told("elected") == {"Eve", "Alice", "Boris", "Chris", "Dora"}
    refused("no-election", lambda: elections.vote(old, by=alice, candidate=alice))


def test_among_equals_the_oldest_member_is_elected(old: Club, alice: Profile, boris: Profile) -> None:
    old.memberships.filter(player=boris).update(joined_at=NOW - timedelta(days=1))
    sweep(LATER)
    elections.vote(old, by=alice, candidate=alice)
    elections.vote(old, by=boris, candidate=boris)
    sweep(CLOSED)
    assert Election.objects.get().winner == boris


def test_without_a_vote_it_stays_open_until_the_first_one(old: Club, alice: Profile) -> None:
    sweep(LATER)
    sweep(CLOSED)
    assert Election.objects.get().closed_at is None
    elections.vote(old, by=alice, candidate=alice)
    sweep(CLOSED + timedelta(days=1))
    assert Election.objects.get().winner == alice


def test_an_organiser_who_comes_back_ends_it(old: Club, alice: Profile) -> None:
    sweep(LATER)
    elections.vote(old, by=alice, candidate=alice)
    refused("organisers-only", lambda: elections.here(old, by=alice, now=LATER))
    assert "end the election" in words(browser(eve()).get(f"/clubs/{old.slug}/"))
    browser(eve()).post(f"/clubs/{old.slug}/act/", {"act": "here"})
    election = Election.objects.get()
    assert (election.closed_at is None, election.winner) == (False, None)
    sweep(CLOSED)
    assert not clubs.is_organiser(old, alice)


def test_an_organiser_who_plays_again_ends_it_too(table: Table, old: Club, alice: Profile, dora: Profile) -> None:
    sweep(LATER)
    elections.vote(old, by=alice, candidate=alice)
    say(seat(table, dora).pk, "I was ill.", ref=next(refs), now=LATER + timedelta(days=1))
    sweep(LATER + timedelta(days=2))
    assert Election.objects.get().closed_at is not None
    assert not clubs.is_organiser(old, alice)


def test_a_named_successor_takes_over_without_an_election(old: Club, alice: Profile) -> None:
    clubs.name_successor(old, player=alice, by=eve())
    sweep(LATER)
    assert clubs.is_organiser(old, alice)
    assert not Election.objects.exists()
    assert "Alice" in told("succeeded")


def test_one_votes_on_the_page_of_the_club(old: Club, alice: Profile) -> None:
    sweep(LATER)
    client = browser(alice)
    assert "I want as organiser" in words(client.get(f"/clubs/{old.slug}/"))
    for _ in range(2):
        client.post(f"/clubs/{old.slug}/act/", {"act": "vote", "candidate": "Boris"})
    assert list(Election.objects.get().votes.values_list("candidate__handle", flat=True)) == ["Boris"]
    assert "I want as organiser" not in words(browser(player("Guest")).get(f"/clubs/{old.slug}/"))
