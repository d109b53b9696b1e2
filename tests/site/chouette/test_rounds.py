"""Rounds: as many tables of one game as players, all at once; one ledger; joining and leaving between rounds."""

from __future__ import annotations

from collections import Counter

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import clubs, lobby, rounds
from games.models import Game, Invitation, OutgoingMail, Profile, Round, Table
from games.models.table import Source
from games.play import enter, lock
from games.rows import Rows
from games.rules import codec
from games.rules.actions import Adjudicate
from games.rules.errors import IllegalAction
from tests.site.chouette.test_letters import later, reply
from tests.site.chouette.test_tables import roles, same
from tests.site.conftest import Script
from tests.site.factories import NOW, offer, player
from tests.site.outbox.conftest import one_picture, picture
from tests.site.outbox.letters import of, send
from tests.site.web.conftest import words

__all__ = ["one_picture", "picture"]

pytestmark = pytest.mark.django_db


def gather(*people: Profile, **more: object) -> Round:
    """A round that has begun with these people, who sat down one after the other."""
    table = offer(people[0], **{"format": "chouette", "rules": {}, "seats": len(people), "in_rounds": True} | more)
    for person in people[1:]:
        lobby.take(table.pk, player=person, now=NOW)
    return Round.objects.get()


def finish(session: Round, *, side: int = 0) -> None:
    """Let the house decide every running table of the round, single games for one side."""
    for table in session.tables.filter(over=False):
        with transaction.atomic():
            locked = lock(pk=table.pk)
            state = codec.load(locked.state)
            enter(Rows(locked), state, None, Adjudicate(side, 1), source=Source.HOUSE, ref="end", now=NOW)


def seated(session: Round, lap: int) -> list[str]:
    """Who sits at each table of a round, box first."""
    return [
        "".join(seat.player.handle[0] for seat in table.seats.select_related("player").order_by("line"))
        for table in session.tables.filter(lap=lap).order_by("place")
    ]


def refused(code: str, act: object, *args: object, **more: object) -> None:
    with pytest.raises(IllegalAction, match=code):
        act(*args, **more)  # type: ignore[operator]


@pytest.fixture
def four(alice: Profile, boris: Profile, chris: Profile, dora: Profile, dice: Script) -> Round:
    """A round of four that has begun."""
    return gather(alice, boris, chris, dora)


def test_everybody_is_once_in_the_box_and_once_captain_all_at_once(four: Round) -> None:
    assert seated(four, 1) == ["ABCD", "BCDA", "CDAB", "DABC"]
    tables = list(four.tables.all())
    assert {(table.over, table.started_at, table.rules["end"]) for table in tables} == {(False, NOW, "games:1")}
    for role in ("box", "captain"):
        assert Counter(
            who for table in tables for who, (one, _) in roles(table).items() if one == role
        ) == dict.fromkeys(("Alice", "Boris", "Chris", "Dora"), 1)
    assert Game.objects.filter(table__round=four, started_at__isnull=False).count() == 4
    for table in tables:
        same(table)


def test_begun_by_its_host_with_those_who_came(alice: Profile, boris: Profile, chris: Profile, dice: Script) -> None:
    table = offer(alice, format="chouette", rules={"preset": "club"}, seats=5, in_rounds=True)
    for person in (boris, chris):
        lobby.take(table.pk, player=person, now=NOW)
    assert not Round.objects.get().laps
    for _ in range(2):
        lobby.begin(table.pk, by=alice, now=NOW)
    assert seated(Round.objects.get(), 1) == ["ABC", "BCA", "CAB"]
    assert {one.rules["preset"] for one in Table.objects.all()} == {"club"}


def test_only_a_chouette_is_played_in_rounds(alice: Profile) -> None:
    refused("not-in-format", offer, alice, in_rounds=True)
    assert not Round.objects.exists()


def test_one_ledger_for_all_tables(four: Round) -> None:
    finish(four)
    columns = rounds.ledger(four)
    assert [one.halves for one in columns] == [0, 0, 0, 0]
    alone = next(one for one in columns if one.player.handle == "Alice")
    assert alone.by_table == {(1, 1): 6, (1, 2): -2, (1, 3): -2, (1, 4): -2}
    rounds.next_round(four.pk, by=columns[0].player, lap=2, now=NOW)
    four.refresh_from_db()
    finish(four, side=1)
    columns = rounds.ledger(four)
    assert sum(one.halves for one in columns) == 0
    assert {one.player.handle: (one.of_lap(1), one.of_lap(2)) for one in columns}["Boris"] == (0, 0)
    assert all(table.over for table in four.tables.all())
    for table in four.tables.all():
        same(table)


def test_the_next_round_is_begun_once_with_all_who_stay(four: Round, alice: Profile, chris: Profile) -> None:
    eve = player("Eve")
    refused("round-not-over", rounds.next_round, four.pk, by=alice, lap=2, now=NOW)
    for _ in range(2):
        rounds.leave(four.pk, player=chris)
        rounds.join(four.pk, player=eve, now=NOW)
    assert four.tables.filter(over=False).count() == 4, "who leaves plays this round to its end"
    finish(four)
    refused("not-of-the-round", rounds.next_round, four.pk, by=chris, lap=2, now=NOW)
    refused("round-not-over", rounds.next_round, four.pk, by=alice, lap=3, now=NOW)
    for _ in range(2):
        assert rounds.next_round(four.pk, by=alice, lap=2, now=NOW).laps == 2
    assert four.tables.filter(lap=2).count() == 4
    assert seated(four, 2)[0] == "AEDB", "another captain than before"
    assert {person.handle for person in Profile.objects.filter(seats__table__lap=2)} == {
        "Alice",
        "Boris",
        "Dora",
        "Eve",
    }
    assert (chris.handle, 0) in {(one.player.handle, one.of_lap(2)) for one in rounds.ledger(four)}


def test_too_few_who_stay_make_no_round(four: Round, alice: Profile, boris: Profile, chris: Profile) -> None:
    finish(four)
    for person in (boris, chris):
        rounds.leave(four.pk, player=person)
    refused("too-few-seats", rounds.next_round, four.pk, by=alice, lap=2, now=NOW)
    rounds.join(four.pk, player=boris, now=NOW)
    rounds.next_round(four.pk, by=alice, lap=2, now=NOW)
    assert len(seated(four, 2)) == 3


def test_who_may_join(alice: Profile, boris: Profile, chris: Profile, dora: Profile, dice: Script) -> None:
    club = clubs.found(name="Шеш-беш", about="", founder=alice, now=NOW)
    for one in (boris, chris):
        club.memberships.create(player=one)
    session = gather(alice, boris, chris, club=club, rules={"max_players": 4})
    refused("members-only", rounds.join, session.pk, player=dora, now=NOW)
    club.memberships.create(player=dora)
    rounds.join(session.pk, player=dora, now=NOW)
    eve = player("Eve")
    club.memberships.create(player=eve)
    refused("table-full", rounds.join, session.pk, player=eve, now=NOW)
    refused("not-of-the-round", rounds.leave, session.pk, player=eve)
    finish(session)
    standings = {one.player.handle: (one.halves, one.games, one.tables) for one in clubs.standings(club)}
    assert standings == dict.fromkeys(("Alice", "Boris", "Chris"), (0, 3, 1))


def test_who_was_asked_by_name_is_joined_by_nobody_else(alice: Profile, boris: Profile, chris: Profile) -> None:
    table = offer(alice, format="chouette", rules={}, seats=3, open_for=None, invited=[boris, chris], in_rounds=True)
    for invitation in table.invitations.all():
        assert invitation.player
        lobby.accept(invitation.pk, player=invitation.player, now=NOW)
    session = Round.objects.get()
    refused("join-by-invitation", rounds.join, session.pk, player=player("Eve"), now=NOW)
    rounds.leave(session.pk, player=boris)
    rounds.join(session.pk, player=boris, now=NOW)


@pytest.mark.parametrize("count", range(3, 11))
def test_the_order_turns_and_changes(count: int) -> None:
    people = list(range(count))
    captains = []
    for lap in (1, 2):
        tables = rounds.turned(rounds.in_order(people, lap))
        assert sorted(line[0] for line in tables) == sorted(line[1] for line in tables) == people
        assert all(sorted(line) == people for line in tables)
        captains.append({line[0]: line[1] for line in tables})
    assert all(captains[0][box] != captains[1][box] for box in people)


@pytest.mark.usefixtures("one_picture")
def test_by_letter_one_acceptance_is_for_the_whole_round(
    alice: Profile, boris: Profile, chris: Profile, dice: Script
) -> None:
    offer(alice, format="chouette", rules={}, seats=3, open_for=None, invited=[boris, chris], in_rounds=True)
    send(later())
    told = of(boris, "invitation").text
    assert "Игра кругами" in told
    for who in (boris, chris):
        assert reply(who, "invitation", "принять").outcome == "done"
    session = Round.objects.get()
    assert (session.laps, session.tables.count(), Invitation.objects.count()) == (1, 3, 2)
    send(later())
    letters = OutgoingMail.objects.filter(player=boris, seat__isnull=False, rendered_at__isnull=False)
    assert {letter.seat.table_id for letter in letters if letter.seat} == {table.pk for table in session.tables.all()}
    for letter in letters:
        assert letter.seat
        place = letter.seat.table.place
        assert f"круг 1, стол {place} из 3" in letter.text
        assert "1 партия ·" not in letter.text
        assert f"/rounds/{session.pk}/" in letter.text
        assert f"/rounds/{session.pk}/" in letter.html


@pytest.mark.usefixtures("one_picture")
def test_by_letter_one_leaves_the_next_round_and_comes_back(four: Round, boris: Profile) -> None:
    send(later())
    for text, stays in (("выйти", False), ("выйти", False), ("войти", True)):
        kind = "started" if OutgoingMail.objects.filter(player=boris, kind="started", sent_at__isnull=False) else "turn"
        assert reply(boris, kind, text).outcome == "done"
        assert four.members.get(player=boris).stays is stays
    assert not any(codec.load(table.state).leaving for table in four.tables.all())


@pytest.mark.usefixtures("one_picture")
def test_by_letter_one_begins_the_next_round(four: Round, boris: Profile) -> None:
    finish(four)
    send(later())
    told = of(boris, "table-over").text
    assert "слово «реванш»" in told
    assert "Слово «выйти»" in told
    for _ in range(2):
        assert reply(boris, "table-over", "реванш").outcome == "done"
        four.refresh_from_db()
        assert (four.laps, four.tables.count()) == (2, 8)


def get(url: str, who: Profile | None) -> tuple[str, int]:
    """The words of a page, in English, and how many queries it takes."""
    client = Client(headers={"accept-language": "en"})
    if who is not None:
        Profile.objects.filter(pk=who.pk).update(language="en")
        client.force_login(who.user)
    with CaptureQueriesContext(connection) as captured:
        response = client.get(url)
    assert response.status_code == 200
    return words(response), len(captured)


def test_its_page_shows_all_tables_and_the_ledger(four: Round, alice: Profile, boris: Profile) -> None:
    url = f"/rounds/{four.pk}/"
    told, _ = get(url, alice)
    for line in ("Table 1", "box Alice, captain Boris", "box Dora, captain Alice", "waits for you", "Common ledger"):
        assert line in told
    assert "round 1, table 1 of 4" in get(f"/t/{four.tables.get(place=1).pk}/", alice)[0]
    assert "round 1, table 4 of 4" in get("/my/", alice)[0]
    assert "Begin the next round" not in told
    finish(four)
    assert "over: the box +3" in get(url, None)[0]
    assert "Begin the next round" in get(url, boris)[0]


def test_the_page_of_the_club_leads_to_it(alice: Profile, boris: Profile, chris: Profile, dice: Script) -> None:
    club = clubs.found(name="Шеш-беш", about="", founder=alice, now=NOW)
    for one in (boris, chris):
        club.memberships.create(player=one)
    session = gather(alice, boris, chris, club=club)
    client = Client(headers={"accept-language": "en"})
    client.force_login(boris.user)
    page = client.get(f"/clubs/{club.slug}/")
    assert f'href="/rounds/{session.pk}/"' in page.content.decode()
    assert "round 1 Alice, Boris, Chris" in get(f"/clubs/{club.slug}/", alice)[0]


def test_what_is_done_on_its_page(four: Round, boris: Profile, alice: Profile) -> None:
    url, client = f"/rounds/{four.pk}/", Client()
    assert client.post(url, {"act": "leave"}).status_code == 302
    assert four.members.filter(stays=True).count() == 4, "a guest does nothing"
    client.force_login(boris.user)
    for act, stays in (("leave", False), ("join", True)):
        client.post(url, {"act": act})
        assert four.members.get(player=boris).stays is stays
    client.post(url, {"act": "next", "lap": "2"})
    assert four.tables.count() == 4
    finish(four)
    for _ in range(2):
        client.post(url, {"act": "next", "lap": "2"})
    assert four.tables.count() == 8
    for bad in ({"act": "next", "lap": "x"}, {"act": "none"}):
        assert client.post(url, bad).status_code == 404
    assert client.get("/rounds/999/").status_code == 404


def test_a_round_that_has_not_begun_is_its_first_table(alice: Profile) -> None:
    table = offer(alice, format="chouette", rules={}, seats=3, in_rounds=True)
    assert Client().get(f"/rounds/{Round.objects.get().pk}/").url == f"/t/{table.pk}/"  # type: ignore[attr-defined]
    told = get(f"/t/{table.pk}/", None)[0]
    assert "Chouette · Short nardy (backgammon) · in rounds" in told
    assert "Played in rounds" in told


def test_it_is_offered_by_the_form_of_a_new_table(alice: Profile) -> None:
    client = Client()
    client.force_login(alice.user)
    form = {
        "game": "short", "preset": "chouette", "clock": "daily", "against": "open", "open_for": "7", "seats": "4",
        "in_rounds": "on", "ref": "once", "length": "5", "games": "5",
    }  # fmt: skip
    for _ in range(2):
        assert client.post("/new/", form).status_code == 302
    table = Table.objects.get()
    assert (table.round, table.lap, table.place, table.rules) == (Round.objects.get(), 1, 1, rounds.RULES)


def test_queries_do_not_grow_with_players_or_rounds(
    alice: Profile, boris: Profile, chris: Profile, dora: Profile, dice: Script
) -> None:
    session = gather(alice, boris, chris)
    url = f"/rounds/{session.pk}/"
    get(url, alice)
    few = get(url, alice)[1]
    for name in ("Eve", "Fedor", "Gleb"):
        rounds.join(session.pk, player=player(name), now=NOW)
    rounds.join(session.pk, player=dora, now=NOW)
    for lap in (2, 3):
        finish(session)
        rounds.next_round(session.pk, by=alice, lap=lap, now=NOW)
    assert session.tables.count() == 3 + 7 + 7
    assert get(url, alice)[1] == few
