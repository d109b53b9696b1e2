"""House rules of a club: every option, what help is allowed, shown to whoever joins; records are for the seats."""

from __future__ import annotations

import pytest
from django.test import Client

from games import clubs, lobby
from games.models import Club, OutgoingMail, Profile, Table
from tests.site.chouette.conftest import decide
from tests.site.chouette.test_clubs import browser, club, eve, refused, table
from tests.site.factories import NOW, match, offer, player
from tests.site.outbox.conftest import one_picture, picture
from tests.site.outbox.letters import send
from tests.site.web.conftest import words

__all__ = ["club", "one_picture", "picture", "table"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def strict(club: Club) -> Club:
    """A club whose chouettes are played with beavers, without Jacoby, and with books."""
    clubs.house_rules(
        club,
        by=eve(),
        about="",
        preset="classic",
        help_allowed="Books, no programs.",
        rules={"beavers": True, "jacoby": "off", "stop_loss": 20},
    )
    return club


def test_a_new_table_of_the_club_begins_with_them(strict: Club, alice: Profile) -> None:
    page = browser(alice).get(f"/new/?club={strict.slug}").content.decode()
    assert 'value="chouette-classic"' in page
    form = page.partition('name="rule_stop_loss"')[2].partition("</select>")[0]
    assert '<option value="3" selected>20</option>' in form
    shown = words(browser(player("Guest")).get(f"/clubs/{strict.slug}/"))
    for line in ("With beavers", "No Jacoby rule", "Who has lost 20 points leaves the table", "Books, no programs."):
        assert line in shown


def test_what_contradicts_itself_is_refused_and_nothing_is_changed(club: Club) -> None:
    for rules in ({"raccoons": True}, {"min_players": 11}, {"colour": "red"}):
        refused(
            "rule",
            lambda rules=rules: clubs.house_rules(
                club, by=eve(), about="x", preset="standard", help_allowed="", rules=rules
            ),
        )
    club.refresh_from_db()
    assert (club.about, club.rules) == ("", {})


def test_the_organiser_sets_them_on_the_page(strict: Club, alice: Profile) -> None:
    client = browser(eve())
    page = client.get(f"/clubs/{strict.slug}/").content.decode()
    assert 'name="rule_lone_taker"' in page
    form = {"act": "rules", "preset": "club", "help_allowed": "All.", "rule_cubes": "1", "about": "Hello"}
    for _ in range(2):
        client.post(f"/clubs/{strict.slug}/act/", form)
    strict.refresh_from_db()
    assert (strict.preset, strict.rules, strict.help_allowed) == ("club", {"cubes": "single"}, "All.")
    browser(alice).post(f"/clubs/{strict.slug}/act/", {**form, "about": "Mine"})
    strict.refresh_from_db()
    assert strict.about == "Hello"
    client.post(f"/clubs/{strict.slug}/act/", {**form, "rule_cubes": "77"})
    strict.refresh_from_db()
    assert strict.rules == {"cubes": "single"}


@pytest.mark.usefixtures("one_picture")
def test_whoever_joins_reads_what_help_is_allowed(strict: Club, alice: Profile, boris: Profile) -> None:
    waiting = offer(alice, format="chouette", rules={}, seats=3, club=strict)
    for reader in (browser(player("Guest")), Client(headers={"accept-language": "en"})):
        assert "Books, no programs." in words(reader.get(f"/t/{waiting.pk}/"))
    lobby.invite(waiting, guest=boris, by=alice, now=NOW)
    send()
    letter = OutgoingMail.objects.get(player=boris, kind="invitation", sent_at__isnull=False)
    assert "Разрешённая помощь: Books, no programs." in letter.text.replace("\n", " ")


def test_it_stands_at_the_running_table(table: Table, strict: Club) -> None:
    assert "Books, no programs." in words(browser(player("Guest")).get(f"/t/{table.pk}/"))


def test_the_record_of_a_running_table_is_for_its_seats(table: Table, alice: Profile, boris: Profile) -> None:
    decide(table)
    own, guest = browser(alice), browser(player("Guest"))
    for url in (f"/t/{table.pk}/record/", f"/t/{table.pk}/record.json"):
        assert own.get(url).status_code == 200
        for other in (guest, Client()):
            answer = other.get(url)
            assert answer.status_code == 403
    assert "for those who play there" in words(guest.get(f"/t/{table.pk}/record/"))
    assert f"/t/{table.pk}/record/" not in guest.get(f"/t/{table.pk}/").content.decode()
    Table.objects.filter(pk=table.pk).update(over=True)
    assert guest.get(f"/t/{table.pk}/record.json").status_code == 200


def test_so_are_the_ids_of_its_positions(alice: Profile, boris: Profile) -> None:
    table = match(alice, boris)
    url = f"/t/{table.pk}/1/"
    assert "XGID" in words(browser(alice).get(url))
    for other in (browser(player("Guest")), Client()):
        assert "XGID" not in words(other.get(url))
    Table.objects.filter(pk=table.pk).update(over=True)
    assert "XGID" in words(Client().get(url))
