"""Clubs: coming in by a link, house rules, standings; and an organiser who decides, with a reason told to all."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from games import clubs, lobby, rulings
from games.models import Club, ClubLink, OutgoingMail, Profile, Ruling, Table
from games.models.table import Source
from games.rules.errors import IllegalAction
from tests.site.chouette.test_tables import roles, same
from tests.site.conftest import Script
from tests.site.factories import NOW, chouette, player
from tests.site.outbox.conftest import one_picture, picture
from tests.site.outbox.letters import send
from tests.site.web.conftest import words

__all__ = ["one_picture", "picture"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(dora: Profile, alice: Profile, boris: Profile, chris: Profile) -> Club:
    """Eve organises it and does not play; Dora organises and plays; the others are members."""
    made = clubs.found(name="Шеш-беш", about="", founder=player("Eve"), now=NOW)
    for one in (alice, boris, chris, dora):
        made.memberships.create(player=one, organiser=one == dora)
    return made


@pytest.fixture
def table(club: Club, alice: Profile, boris: Profile, chris: Profile, dora: Profile, dice: Script) -> Table:
    """A chouette of the club: Alice is the box."""
    dice("6532", "31")
    return chouette(alice, boris, chris, dora, club=club)


def eve() -> Profile:
    return Profile.objects.get(handle="Eve")


def refused(code: str, act: object) -> None:
    with pytest.raises(IllegalAction, match=code), transaction.atomic():
        act()  # type: ignore[operator]


def test_a_link_makes_members_until_it_is_taken_back_or_expires(club: Club, alice: Profile) -> None:
    guest, now = player("Guest"), NOW
    refused("organisers-only", lambda: clubs.new_link(club, by=alice, now=now))
    token = clubs.new_link(club, by=eve(), now=now)
    for _ in range(2):
        assert clubs.come_in(token, player=guest, now=now) == club
    assert club.memberships.filter(player=guest).count() == 1
    assert token not in str(ClubLink.objects.values())
    refused("link-gone", lambda: clubs.come_in(token, player=player("Late"), now=now + timedelta(days=15)))
    clubs.revoke(ClubLink.objects.get().pk, by=eve(), now=now)
    refused("link-gone", lambda: clubs.come_in(token, player=player("Later"), now=now))


def test_two_organisers_stay_or_a_successor_is_named(club: Club, alice: Profile, dora: Profile) -> None:
    refused("last-organiser", lambda: clubs.go(club, player=eve()))
    refused("last-organiser", lambda: clubs.appoint(club, player=dora, by=eve(), organiser=False))
    refused("organisers-only", lambda: clubs.name_successor(club, player=alice, by=alice))
    refused("organiser-already", lambda: clubs.name_successor(club, player=dora, by=eve()))
    refused("no-member", lambda: clubs.name_successor(club, player=player("Guest"), by=eve()))
    clubs.name_successor(club, player=alice, by=eve())
    clubs.go(club, player=eve())
    refused("no-member", lambda: clubs.go(club, player=eve()))
    club.refresh_from_db()
    assert (clubs.is_organiser(club, alice), club.successor) == (True, None), "the successor took his place"
    clubs.appoint(club, player=Profile.objects.get(handle="Boris"), by=dora)
    clubs.go(club, player=alice)


def test_a_club_that_hangs_on_one_person_says_so_to_him(club: Club, alice: Profile) -> None:
    one = clubs.found(name="Alone", about="", founder=alice, now=NOW)
    assert clubs.lacks_organisers(one)
    assert "hangs on you alone" in words(browser(alice).get(f"/clubs/{one.slug}/"))
    assert "hangs on you alone" not in words(browser(eve()).get(f"/clubs/{club.slug}/"))
    one.memberships.create(player=eve())
    form = {"act": "successor", "player": "Eve"}
    browser(alice).post(f"/clubs/{one.slug}/act/", form)
    one.refresh_from_db()
    assert (one.successor, clubs.lacks_organisers(one)) == (eve(), False)


def test_its_tables_are_for_members(table: Table, alice: Profile) -> None:
    refused("members-only", lambda: lobby.join(table.pk, player=player("Guest"), source=Source.PAGE, now=NOW))
    lobby.join(table.pk, player=eve(), source=Source.PAGE, now=NOW)
    assert table.seats.count() == 5


def test_an_organiser_decides_a_game_and_all_are_told_why(table: Table, club: Club, alice: Profile) -> None:
    refused("organisers-only", lambda: rulings.rule(table.pk, by=alice, kind="annul", reason="x", now=NOW))
    refused("reason-missing", lambda: rulings.rule(table.pk, by=eve(), kind="annul", reason=" ", now=NOW))
    refused(
        "bad-level", lambda: rulings.rule(table.pk, by=eve(), kind="adjudicate", reason="x", side=2, level=1, now=NOW)
    )
    rulings.rule(table.pk, by=eve(), kind="adjudicate", side=1, level=2, reason="The box is ill.", now=NOW)
    assert [one.points for one in table.seats.order_by("number")] == [-6, 2, 2, 2]  # Jacoby: no cube was turned
    letters = OutgoingMail.objects.filter(entry=Ruling.objects.get().entry)
    assert set(letters.values_list("player__handle", flat=True)) == {"Alice", "Boris", "Chris", "Dora"}
    same(table)


def test_a_captain_is_relieved_and_a_game_annulled(table: Table) -> None:
    rulings.rule(table.pk, by=eve(), kind="relieve", reason="Silent.", now=NOW)
    assert roles(table)["Boris"] == ("captain", 1), "the title stays"
    rulings.rule(table.pk, by=eve(), kind="annul", reason="A wrong board.", now=NOW)
    assert table.games.get(number=1).how == "void"
    assert {one.points for one in table.seats.all()} == {0}
    assert table.games.get(number=2).box == 0
    same(table)


def test_who_plays_himself_only_proposes(table: Table, alice: Profile, boris: Profile, dora: Profile) -> None:
    chris = Profile.objects.get(handle="Chris")
    proposed = rulings.rule(table.pk, by=dora, kind="adjudicate", side=1, level=1, reason="I won.", now=NOW)
    assert proposed.entry is None
    refused("not-yours", lambda: rulings.agree(proposed.pk, by=dora, now=NOW))
    refused("not-yours", lambda: rulings.agree(proposed.pk, by=player("Guest"), now=NOW))
    for one in (alice, boris):
        assert rulings.agree(proposed.pk, by=one, now=NOW).entry is None
    assert rulings.agree(proposed.pk, by=chris, now=NOW).entry is not None
    second = rulings.rule(table.pk, by=dora, kind="annul", reason="Again.", now=NOW)
    assert rulings.agree(second.pk, by=eve(), now=NOW).entry is not None
    same(table)


def test_a_proposal_is_about_one_game(table: Table, dora: Profile) -> None:
    proposed = rulings.rule(table.pk, by=dora, kind="annul", reason="x", now=NOW)
    rulings.rule(table.pk, by=eve(), kind="annul", reason="y", now=NOW)
    refused("no-game", lambda: rulings.agree(proposed.pk, by=eve(), now=NOW))


def test_standings_add_up_what_games_brought(table: Table, club: Club, alice: Profile) -> None:
    rulings.rule(table.pk, by=eve(), kind="adjudicate", side=0, level=1, reason="x", now=NOW)
    found = [(one.player.handle, one.halves, one.games, one.tables) for one in clubs.standings(club)]
    assert found == [("Alice", 6, 1, 1), ("Boris", -2, 1, 1), ("Chris", -2, 1, 1), ("Dora", -2, 1, 1)]
    assert clubs.standings(club, since=NOW + timedelta(days=1)) == []
    assert clubs.standings(club, until=NOW) == []


def test_the_database_wants_reason_and_level(table: Table) -> None:
    for columns in ({"reason": ""}, {"reason": "x", "side": None, "level": 1}, {"reason": "x", "side": 0, "level": 4}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Ruling.objects.create(table=table, game=1, organiser=eve(), kind="adjudicate", at=NOW, **columns)


def browser(who: Profile) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(who.user)
    return client


def test_the_pages_of_a_club(table: Table, club: Club, alice: Profile) -> None:
    organiser = browser(eve())
    told = words(organiser.get(f"/clubs/{club.slug}/"))
    for word in ("Шеш-беш", "Chouette", "Standings", "Members", "Make a link into the club"):
        assert word in told
    assert "Make a link" not in words(browser(alice).get(f"/clubs/{club.slug}/"))
    assert "Шеш-беш" in words(Client().get("/clubs/"))
    page = organiser.post(f"/clubs/{club.slug}/act/", {"act": "link"}, follow=True)
    link = next(word for word in words(page).split() if "/c/" in word)
    guest = browser(player("Guest"))
    assert "Become a member" in words(guest.get(link))
    assert guest.post(link).status_code == 302
    assert club.memberships.filter(player__handle="Guest").exists()
    assert guest.get("/c/nothing/").status_code == 404
    organiser.post(f"/clubs/{club.slug}/act/", {"act": "rules", "preset": "club", "help_allowed": "Books."})
    assert "Books." in words(guest.get(f"/clubs/{club.slug}/"))
    form = guest.get(f"/new/?club={club.slug}").content.decode()
    assert 'value="chouette-club"' in form


def test_the_organiser_decides_on_the_page_of_the_table(table: Table, boris: Profile) -> None:
    assert "Decide at this table" not in words(browser(boris).get(f"/t/{table.pk}/"))
    organiser = browser(eve())
    assert "Decide at this table" in words(organiser.get(f"/t/{table.pk}/"))
    form = {"ruling": "adjudicate:0-1", "reason": "The team is gone."}
    assert organiser.post(f"/t/{table.pk}/rule/", form).status_code == 302
    assert "The team is gone." in words(Client(headers={"accept-language": "en"}).get(f"/t/{table.pk}/"))
    assert organiser.post(f"/t/{table.pk}/rule/", {"ruling": "what", "reason": "x"}).status_code == 302
    assert Ruling.objects.count() == 1


def test_a_club_is_founded_by_form(alice: Profile) -> None:
    client = browser(alice)
    for _ in range(2):
        client.post("/clubs/", {"name": "Good dice", "about": "We meet on Fridays."})
    client.post("/clubs/", {"name": " "})
    assert [(one.name, one.slug) for one in Club.objects.all()] == [("Good dice", "good-dice")]
    assert clubs.is_organiser(Club.objects.get(), alice)


@pytest.mark.usefixtures("one_picture")
def test_what_was_decided_stands_in_the_letters(table: Table, chris: Profile) -> None:
    send()
    rulings.rule(table.pk, by=eve(), kind="relieve", reason="No word for a week.", now=NOW)
    send()
    letter = OutgoingMail.objects.get(player=chris, entry=Ruling.objects.get().entry)
    assert "Eve, organiser, has relieved the captain of moving: No word for a week." in letter.text
