"""A change of address: the new one shows that it is read, the old one is told and can undo it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import OutgoingMail, Profile
from games.outbox.compose import confirmed_addresses
from tests.site.outbox.letters import send
from tests.site.web.conftest import Browser, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(browser: Browser, alice: Profile) -> Client:
    """Alice has signed in with her password just now: allauth asks for it before addresses are changed."""
    cache.clear()  # how often addresses were changed is counted there
    client = Client(headers={"accept-language": "en"})
    client.post(reverse("account_login"), {"login": "alice@example.org", "password": "secret of the tests"})
    return client


def letters(to: str, kind: str) -> list[OutgoingMail]:
    send(timezone.now() + timedelta(minutes=1))
    return list(OutgoingMail.objects.filter(to=to, kind=kind).order_by("pk"))


def moved(page: Client, to: str = "new@example.net") -> None:
    """Alice moves to a new address: adds it, shows that she reads it, makes it her own."""
    email = reverse("account_email")
    page.post(email, {"action_add": "", "email": to})
    code = OutgoingMail.objects.get(to=to, kind="verify").context["secret"]["code"]
    page.post(reverse("account_email_verification_sent"), {"code": code})
    page.post(email, {"action_primary": "", "email": to})


def link_in(letter: OutgoingMail) -> str:
    found = re.search(r"/address/[^\s<]+", letter.text)
    assert found
    return found[0]


def test_an_address_that_did_not_show_that_it_is_read_changes_nothing(page: Client, alice: Profile) -> None:
    page.post(reverse("account_email"), {"action_add": "", "email": "new@example.net"})
    page.post(reverse("account_email"), {"action_primary": "", "email": "new@example.net"})
    assert confirmed_addresses([alice]) == {alice.user_id: "alice@example.org"}


def test_the_old_address_is_told_and_can_undo_it(page: Client, alice: Profile, guest: Client) -> None:
    moved(page)
    assert confirmed_addresses([alice]) == {alice.user_id: "new@example.net"}
    added, changed = letters("alice@example.org", "changed")
    assert "A further mail address of your account was confirmed." in added.text
    assert "The mail address of your account was changed." in changed.text
    assert "The new address: new@example.net" in changed.text
    page.post(reverse("account_email"), {"action_remove": "", "email": "alice@example.org"})
    assert not EmailAddress.objects.filter(email="alice@example.org").exists()

    where = link_in(changed)
    assert "no longer new@example.net" in words(guest.get(where))
    assert confirmed_addresses([alice]) == {alice.user_id: "new@example.net"}, "GET changes nothing"
    for _twice in range(2):
        assert "letters go to alice@example.org again" in words(guest.post(where))
        assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [
            ("alice@example.org", True, True)
        ]
    alice.user.refresh_from_db()
    assert (alice.user.email, alice.user.has_usable_password()) == ("alice@example.org", False)
    assert page.get(reverse("settings")).status_code == 302, "everybody is signed out"


def test_an_address_that_is_only_added_can_be_taken_out_from_the_old_one(
    page: Client, alice: Profile, guest: Client
) -> None:
    moved(page)
    added = letters("alice@example.org", "changed")[0]
    guest.post(link_in(added))
    assert confirmed_addresses([alice]) == {alice.user_id: "alice@example.org"}


def test_whoever_moved_on_to_a_third_address_has_lost_it_too(page: Client, alice: Profile, guest: Client) -> None:
    """The first letter is enough: with any address left, a code for signing in would go there."""
    moved(page)
    where = link_in(letters("alice@example.org", "changed")[-1])
    cache.clear()
    moved(page, "third@example.net")
    assert confirmed_addresses([alice]) == {alice.user_id: "third@example.net"}
    guest.post(where)
    assert list(alice.user.emailaddress_set.values_list("email", flat=True)) == ["alice@example.org"]


def test_a_link_that_is_too_old_or_made_up_does_nothing(page: Client, alice: Profile, guest: Client) -> None:
    moved(page)
    where = link_in(letters("alice@example.org", "changed")[-1])
    assert guest.post(where[:-3] + "xx/").status_code == 404
    with time_machine.travel(timezone.now() + timedelta(days=15)):
        assert guest.post(where).status_code == 404
    assert confirmed_addresses([alice]) == {alice.user_id: "new@example.net"}


def test_an_old_address_that_another_has_by_now_is_not_taken_from_him(
    page: Client, alice: Profile, boris: Profile, guest: Client
) -> None:
    moved(page)
    where = link_in(letters("alice@example.org", "changed")[-1])
    page.post(reverse("account_email"), {"action_remove": "", "email": "alice@example.org"})
    EmailAddress.objects.create(user=boris.user, email="alice@example.org", verified=True)
    assert "belongs to another account" in words(guest.post(where))
    assert confirmed_addresses([alice]) == {alice.user_id: "new@example.net"}


def test_nobody_is_told_of_his_first_address(guest: Client) -> None:
    sent = {"email": "dora@example.org", "handle": "Dora", "password1": ""}
    answer = guest.post(reverse("account_signup"), sent)
    code = OutgoingMail.objects.get(kind="welcome").context["secret"]["code"]
    guest.post(answer["Location"], {"code": code})
    assert User.objects.get(email="dora@example.org")
    assert not OutgoingMail.objects.filter(kind="changed").exists()
