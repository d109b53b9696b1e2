"""Sitting down on the pages: a new table, open offers, invitations by name and by letter, a rematch."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import lobby
from games.models import Invitation, OutgoingMail, Profile, Table
from games.outbox.headers import token_hash
from tests.site import factories
from tests.site.conftest import Script
from tests.site.web.conftest import Browser, field, words

MATCH = {"game": "short", "preset": "match", "length": "3", "clock": "daily"}


@pytest.fixture
def page(browser: Browser, alice: Profile) -> Client:
    """Alice's browser."""
    return browser(alice)


def offered(page: Client, **more: str) -> Table:
    """The table that the form makes."""
    answer = page.post(reverse("new_table"), {**MATCH, "against": "open", "open_for": "7", "ref": "a", **more})
    assert answer.status_code == 302, words(answer)
    return Table.objects.latest("pk")


# A new table


def test_an_open_offer(page: Client, alice: Profile) -> None:
    table = offered(page)
    assert (table.host, table.format, table.rules) == (alice, "match", {"length": 3})
    assert table.open_until is not None
    assert table.clock["grace"] == 24 * 3600


def test_every_rule_may_be_set_by_itself(page: Client) -> None:
    table = offered(page, rule_crawford="1", rule_cube_cap="2", rule_timeout="1")
    assert table.rules == {"length": 3, "crawford": False, "cube_cap": None, "timeout": "lose_match"}


def test_rules_of_another_format_are_left_out(page: Client) -> None:
    assert offered(page, rule_jacoby="1").rules == {"length": 3}
    assert offered(page, preset="money", games="4", rule_crawford="1", ref="b").rules == {"end": "games:4"}


def test_a_clock_of_ones_own(page: Client) -> None:
    table = offered(page, clock="own", grace_hours="30", bank_days="2", increment_hours="6")
    assert table.clock == {"grace": 30 * 3600, "bank": 2 * 86400, "increment": 6 * 3600, "cap": 2 * 86400}


def test_the_form_sent_twice_makes_one_table(page: Client) -> None:
    ref = field(page.get(reverse("new_table")), "ref")
    first, second = offered(page, ref=ref), offered(page, ref=ref)
    assert first == second
    assert Table.objects.count() == 1


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"length": "0"}, "greater than or equal to 1"),
        ({"length": "65"}, "less than or equal to 64"),
        ({"length": ""}, "How many points"),
        ({"game": "chess"}, "not one of the available choices"),
        ({"preset": "money", "games": ""}, "After how many games"),
        ({"clock": "own"}, "How many hours"),
        ({"against": "player", "player": "Nobody"}, "no player of this name"),
        ({"against": "player", "player": "alice"}, "That is you"),
        ({"against": "address", "address": ""}, "which address"),
        ({"against": "address", "address": "nonsense"}, "valid email"),
        ({"against": "address", "address": "Alice@Example.org"}, "your own"),
        ({"rule_crawford": "2", "rule_cube": "9"}, "not one of the available choices"),
        ({"rule_holland": "0", "rule_crawford": "1"}, "Set both, or neither"),
        ({"preset": "match-no-cube", "rule_holland": "0"}, "this changes nothing"),
    ],
)
def test_what_cannot_be_offered_is_said_beside_it(page: Client, wrong: dict[str, str], said: str) -> None:
    answer = page.post(reverse("new_table"), {**MATCH, "against": "open", "open_for": "7", "ref": "a", **wrong})
    assert answer.status_code == 200
    assert said in words(answer)
    assert 'class="said error"' in answer.content.decode()  # at the top too: the mark may be below the screen
    assert not Table.objects.exists()


# Open offers


def test_offers_stand_with_all_their_rules_for_everybody(page: Client, guest: Client) -> None:
    offered(page, preset="match", length="7")
    shown = words(guest.get(reverse("offers")))
    assert "Match to 7 points" in shown
    assert "Crawford" in shown
    assert "Alice" in shown
    assert "Sign in" in shown


def test_who_takes_an_offer_sits_down_and_it_begins(page: Client, browser: Browser, boris: Profile) -> None:
    table = offered(page)
    answer = browser(boris).post(reverse("take", args=[table.pk]))
    assert answer["Location"] == reverse("table", args=[table.pk])
    table.refresh_from_db()
    assert table.started_at is not None


def test_the_second_taker_reads_that_it_is_gone(page: Client, browser: Browser, boris: Profile, chris: Profile) -> None:
    table = offered(page)
    browser(boris).post(reverse("take", args=[table.pk]))
    late = browser(chris).post(reverse("take", args=[table.pk]))
    assert "is taken" in words(late)


def test_an_offer_may_be_taken_back_by_its_host_alone(page: Client, browser: Browser, boris: Profile) -> None:
    table = offered(page)
    assert browser(boris).post(reverse("withdraw", args=[table.pk])).status_code == 404
    page.post(reverse("withdraw", args=[table.pk]))
    table.refresh_from_db()
    assert table.withdrawn_at is not None
    assert "taken back" in words(page.get(reverse("table", args=[table.pk])))


def test_a_guest_is_asked_to_sign_in_before_he_sits_down(page: Client, guest: Client) -> None:
    answer = guest.post(reverse("take", args=[offered(page).pk]))
    assert reverse("account_login") in answer["Location"]


# Invitations


def test_a_player_of_the_site_finds_the_invitation_on_my_move(page: Client, browser: Browser, boris: Profile) -> None:
    table = offered(page, against="player", player="BORIS")
    shown = browser(boris).get(reverse("home"))
    where = re.search(r'action="(/invited/\d+/)"', shown.content.decode())
    assert where is not None
    browser(boris).post(where[1], {"answer": "accept"})
    table.refresh_from_db()
    assert table.started_at is not None


def test_an_invitation_is_declined(page: Client, browser: Browser, boris: Profile) -> None:
    table = offered(page, against="player", player="Boris")
    browser(boris).post(reverse("invited", args=[table.invitations.get().pk]), {"answer": "decline"})
    assert table.invitations.get().declined_at is not None


def test_an_invitation_to_somebody_else_is_not_found(
    page: Client, browser: Browser, boris: Profile, chris: Profile
) -> None:
    invitation = offered(page, against="player", player="Boris").invitations.get()
    assert browser(chris).post(reverse("invited", args=[invitation.pk]), {"answer": "accept"}).status_code == 404


@pytest.fixture
def letter(page: Client, boris: Profile) -> str:
    """The address of the page in a letter that invites dora@example.org, who has no account."""
    offered(page, against="address", address="dora@example.org")
    token = OutgoingMail.objects.get(kind="invitation").context["secret"]["token"]
    return reverse("invitation", args=[token])


def test_somebody_unknown_signs_up_from_the_letter_and_sits_down(guest: Client, letter: str) -> None:
    shown = guest.get(letter)
    assert "Alice invites you" in words(shown)
    where = re.search(rf'href="({reverse("account_signup")}[^"]*)"', shown.content.decode())
    assert where is not None
    form = guest.get(where[1].replace("&amp;", "&"))
    assert field(form, "email") == "dora@example.org"
    assert f'name="next" value="{letter}"' in form.content.decode()
    signed_up = guest.post(
        reverse("account_signup"),
        {"email": "dora@example.org", "handle": "Dora", "password1": "", "next": letter},
    )
    assert signed_up["Location"] == letter
    answer = guest.post(letter, {"answer": "accept"})
    table = Table.objects.get()
    assert answer["Location"] == reverse("table", args=[table.pk])
    assert table.started_at is not None
    assert Profile.objects.get(handle="Dora").language == "en"


def test_an_invitation_that_is_gone_does_not_vouch_for_the_address_any_more(guest: Client, letter: str) -> None:
    """An old letter may have been passed on: whoever signs up by it gets a code at the address."""
    Invitation.objects.update(expires_at=timezone.now())
    assert "has expired" in words(guest.get(letter))
    sent = {"email": "dora@example.org", "handle": "Dora", "password1": "", "next": letter}
    assert guest.post(reverse("account_signup"), sent)["Location"] != letter
    assert not EmailAddress.objects.filter(email="dora@example.org", verified=True).exists()


def test_the_link_of_a_letter_only_shows_and_never_acts(guest: Client, letter: str) -> None:
    for _ in range(2):
        assert guest.get(letter).status_code == 200
    invitation = Invitation.objects.get()
    assert (invitation.accepted_at, invitation.declined_at) == (None, None)


def test_a_letter_may_be_answered_no_without_an_account(guest: Client, letter: str) -> None:
    answer = guest.post(letter, {"answer": "decline"})
    assert "was declined" in words(answer)


def test_an_old_invitation_says_so(guest: Client, letter: str) -> None:
    Invitation.objects.update(expires_at=timezone.now() - timedelta(days=1))
    shown = words(guest.get(letter))
    assert "has expired" in shown
    assert "Sign up" not in shown


def test_a_forged_link_is_not_found(guest: Client, letter: str) -> None:
    assert guest.get(reverse("invitation", args=["a" * 26])).status_code == 404
    assert Invitation.objects.get().token_hash != token_hash("a" * 26)


# My move


def test_what_waits_stands_first_by_deadline_with_its_board(
    browser: Browser, alice: Profile, chris: Profile, match: Table, dice: object
) -> None:
    page = browser(alice)
    shown = page.get(reverse("home")).content.decode()
    assert reverse("table", args=[match.pk]) in shown
    assert 'class="board mini"' in shown
    assert "3-1" in words(page.get(reverse("home")))


def test_nothing_waits_and_when_something_is_expected(browser: Browser, boris: Profile, match: Table) -> None:
    boris.language = "en"
    boris.save(update_fields=["language"])
    shown = words(browser(boris).get(reverse("home")))
    assert "Nothing waits for you" in shown
    assert "due from Alice until" in shown


def test_of_several_others_it_is_said_when_they_answer(
    browser: Browser, alice: Profile, boris: Profile, chris: Profile, dice: Script
) -> None:
    """Whose answer is missing may be secret, and three names are no one player."""
    dice("653", "31")
    factories.chouette(alice, boris, chris)
    shown = words(browser(chris).get(reverse("home")))
    assert "The next answer of the others is due until" in shown
    assert "due from" not in shown


def test_a_table_of_many_begins_when_all_are_there(browser: Browser, alice: Profile, chris: Profile) -> None:
    table = factories.offer(alice, format="chouette", rules={}, seats=4, now=timezone.now())
    lobby.invite(table, guest="eve@example.org", by=alice, now=timezone.now())
    lobby.take(table.pk, player=chris, now=timezone.now())
    for reader, may_revoke in ((alice, True), (chris, False)):
        shown = words(browser(reader).get(reverse("table", args=[table.pk])))
        assert "as soon as all places are taken" in shown
        assert ("Take it back" in shown) == may_revoke


def test_my_move_makes_the_same_few_queries_for_many_tables(
    browser: Browser, alice: Profile, boris: Profile, chris: Profile, match: Table, django_assert_max_num_queries
) -> None:
    for other in (boris, chris) * 3:
        factories.match(alice, other)
    page = browser(alice)
    with django_assert_max_num_queries(16):
        page.get(reverse("home"))


def test_a_rematch_is_offered_and_found_by_the_other(
    page: Client, browser: Browser, alice: Profile, boris: Profile, match: Table
) -> None:
    where = reverse("table", args=[match.pk])
    page.post(where, {"ref": "a", "command": "resign backgammon", "sure": "1"})
    browser(boris).post(where, {"ref": "b", "command": "accept"})
    answer = page.post(reverse("rematch", args=[match.pk]))
    again = Table.objects.exclude(pk=match.pk).get()
    assert answer["Location"] == reverse("table", args=[again.pk])
    assert again.rules == match.rules
    lobby.take(again.pk, player=boris, now=timezone.now())
    again.refresh_from_db()
    assert again.started_at is not None


def test_a_match_without_a_cube_has_no_game_without_doubling(alice: Profile, boris: Profile) -> None:
    """At one point from the end nobody is told that he may not double, who never could."""
    assert factories.offer(alice, variant="tapa").rules == {"length": 3, "crawford": False}
    assert factories.offer(alice, variant="short", rules={"length": 3, "cube": False}).rules["crawford"] is False
    assert factories.offer(alice, variant="short").rules == {"length": 3}
