"""Signing up and in, the handle, settings, language. Letters with codes are rows like all others."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games.models import OutgoingMail, Profile, Table
from tests.site import factories
from tests.site.web.conftest import Browser, words

SIGNUP = {"email": "dora@example.org", "handle": "Dora", "password1": ""}


def code_of(kind: str) -> str:
    """The code in the last letter of a kind."""
    return OutgoingMail.objects.filter(kind=kind).latest("pk").context["secret"]["code"]


# Signing up


def test_signing_up_by_code_without_a_password(guest: Client) -> None:
    sent = guest.post(reverse("account_signup"), {**SIGNUP, "zone": "Asia/Tbilisi"})
    assert sent.status_code == 302
    assert "dora@example.org" in words(guest.get(sent["Location"]))
    done = guest.post(sent["Location"], {"code": code_of("welcome")})
    assert done.status_code == 302
    dora = Profile.objects.get(handle="Dora")
    assert (dora.zone, dora.language, dora.orders) == ("Asia/Tbilisi", "en", {"forced": True})
    assert EmailAddress.objects.get(user=dora.user).verified
    assert not dora.user.has_usable_password()
    assert "Nothing waits for you" in words(guest.get(reverse("home")))


def test_an_address_that_was_not_shown_to_be_theirs_does_not_play(guest: Client) -> None:
    guest.post(reverse("account_signup"), SIGNUP)
    assert guest.get(reverse("home")).status_code == 302
    guest.post(reverse("account_email_verification_sent"), {"code": "WRONG1"})
    assert guest.get(reverse("home")).status_code == 302


@pytest.mark.parametrize(
    ("handle", "said"),
    [
        ("", "required"),
        ("a b", "1 to 12 letters"),
        ("roll", "1 to 12 letters"),
        ("Пас", "1 to 12 letters"),
        ("abcdefghijklm", "at most 12"),
        ("boris", "taken"),
        ("Вoris", "taken"),
        ("<b>", "1 to 12 letters"),
    ],
)
def test_a_handle_that_commands_cannot_use_is_refused(guest: Client, boris: Profile, handle: str, said: str) -> None:
    answer = guest.post(reverse("account_signup"), {**SIGNUP, "handle": handle})
    assert answer.status_code == 200
    assert said in words(answer)
    assert not User.objects.filter(email="dora@example.org").exists()


def test_who_has_an_account_is_told_by_letter_and_nobody_else_learns_of_it(guest: Client, boris: Profile) -> None:
    known = guest.post(reverse("account_signup"), {**SIGNUP, "email": "boris@example.org"})
    assert known["Location"] == reverse("account_email_verification_sent")
    assert OutgoingMail.objects.get().kind == "exists"
    assert not Profile.objects.filter(handle="Dora").exists()


# Signing in


def test_signing_in_by_code(guest: Client, boris: Profile) -> None:
    sent = guest.post(reverse("account_request_login_code"), {"email": "boris@example.org"})
    guest.post(sent["Location"], {"code": code_of("code")})
    assert words(guest.get(reverse("home"))).startswith("К содержанию")


def test_an_empty_password_asks_for_a_code(guest: Client, boris: Profile) -> None:
    sent = guest.post(reverse("account_login"), {"login": "boris@example.org", "password": ""})
    assert sent["Location"].startswith(reverse("account_confirm_login_code"))
    assert OutgoingMail.objects.get().kind == "code"


def test_signing_in_by_password_leads_to_where_one_wanted_to_go(guest: Client, match: Table) -> None:
    where = reverse("table", args=[match.pk])
    sent = {"login": "alice@example.org", "password": "secret of the tests", "next": where}
    assert guest.post(reverse("account_login"), sent)["Location"] == where


def test_who_signed_in_is_not_greeted_in_another_language_than_his(guest: Client, alice: Profile) -> None:
    Profile.objects.filter(pk=alice.pk).update(language="en")
    sent = {"login": "alice@example.org", "password": "secret of the tests"}
    home = guest.post(reverse("account_login"), sent, headers={"accept-language": "ru"}, follow=True)
    assert "Успешный вход" not in words(home)
    assert "My move" in words(home)


def test_a_wrong_password_is_refused(guest: Client, alice: Profile) -> None:
    answer = guest.post(reverse("account_login"), {"login": "alice@example.org", "password": "wrong"})
    assert answer.status_code == 200
    assert "not correct" in words(answer)


def test_an_unknown_address_gets_a_letter_that_says_so(guest: Client, db: None) -> None:
    answer = guest.post(reverse("account_request_login_code"), {"email": "nobody@example.org"})
    assert answer.status_code == 302
    assert OutgoingMail.objects.get().kind == "unknown"


def test_an_account_without_a_handle_is_asked_for_one_first(guest: Client, boris: Profile) -> None:
    user = User.objects.create_user("root", "root@example.org", "secret of the tests")
    guest.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    asked = guest.get(reverse("offers")).status_code, guest.get(reverse("new_table"))
    assert asked[0] == 200
    assert asked[1]["Location"].startswith(reverse("handle"))
    assert "taken" in words(guest.post(asked[1]["Location"], {"handle": "BORIS"}))
    chosen = guest.post(asked[1]["Location"], {"handle": "Root"})
    assert chosen["Location"] == reverse("new_table")
    assert guest.get(reverse("new_table")).status_code == 200


def test_a_page_elsewhere_is_never_led_to(guest: Client, boris: Profile) -> None:
    answer = guest.post(reverse("language"), {"language": "ru", "next": "https://evil.example/"})
    assert answer["Location"] == "/"


def test_the_demo_s_door_is_closed_where_the_site_is_for_real(guest: Client, boris: Profile, settings) -> None:
    settings.NARDY_DEMO = False
    assert guest.post(reverse("demo_sign_in", args=["Boris"])).status_code == 404
    settings.NARDY_DEMO = True
    assert guest.get(reverse("demo_sign_in", args=["Boris"])).status_code == 405
    assert guest.post(reverse("demo_sign_in", args=["Boris"]))["Location"] == reverse("home")


def test_the_demo_has_no_door_for_its_admin(guest: Client, boris: Profile) -> None:
    User.objects.filter(profile=boris).update(is_staff=True)
    assert guest.post(reverse("demo_sign_in", args=["Boris"])).status_code == 404


@pytest.mark.parametrize(
    "name",
    ["account_email", "account_set_password", "account_logout", "account_reset_password", "account_login"],
)
def test_the_pages_of_the_account_stand_in_our_frame(guest: Client, alice: Profile, name: str) -> None:
    alice.user.set_unusable_password()
    alice.user.save()
    if name != "account_login":
        guest.force_login(alice.user, backend="django.contrib.auth.backends.ModelBackend")
    shown = guest.get(reverse(name), follow=True)
    assert shown.status_code == 200
    assert 'class="brand"' in shown.content.decode()


# Settings

CHOSEN = {
    "language": "ru",
    "zone": "Asia/Yekaterinburg",
    "theme": "dark",
    "mirrored": "on",
    "letters": "waiting",
    "letters_after": "30",
    "auto": "on",
    "forced": "on",
    "greedy": "off",
    "if_doubled": "take",
}


def test_settings_are_kept_and_taken_to_the_next_table(
    browser: Browser, alice: Profile, boris: Profile, dice: object
) -> None:
    page = browser(alice)
    answer = page.post(reverse("settings"), CHOSEN, follow=True)
    assert "Сохранено." in words(answer)
    assert 'data-theme="dark"' in answer.content.decode()
    alice.refresh_from_db()
    assert (alice.zone, alice.letters, alice.letters_after, alice.mirrored) == (
        "Asia/Yekaterinburg",
        "waiting",
        30,
        True,
    )
    table = factories.match(alice, boris)
    shown = page.get(reverse("table", args=[table.pk])).content.decode()
    assert 'name="if_doubled" value="take" id="id_if_doubled_1" checked' in shown.replace(" required", "")


@pytest.mark.parametrize("wrong", [{"zone": "Mars/Olympus"}, {"language": "tlh"}, {"letters_after": "0"}])
def test_settings_that_make_no_sense_change_nothing(browser: Browser, alice: Profile, wrong: dict[str, str]) -> None:
    assert browser(alice).post(reverse("settings"), {**CHOSEN, **wrong}).status_code == 200
    alice.refresh_from_db()
    assert (alice.language, alice.letters) == ("en", "at-once")


def test_moments_are_in_the_reader_s_zone(browser: Browser, alice: Profile, match: Table) -> None:
    page = browser(alice)
    berlin = words(page.get(reverse("home")))
    Profile.objects.filter(pk=alice.pk).update(zone="Asia/Yekaterinburg")
    assert "CET" in berlin
    assert "UTC+05" in words(page.get(reverse("home")))


def test_a_zone_that_is_no_more_harms_nobody(browser: Browser, alice: Profile, match: Table) -> None:
    Profile.objects.filter(pk=alice.pk).update(zone="Asia/Atlantis")
    assert browser(alice).get(reverse("home")).status_code == 200


def test_the_language_of_a_player_goes_with_him_and_of_a_guest_with_his_browser(
    browser: Browser, alice: Profile, guest: Client
) -> None:
    browser(alice).post(reverse("language"), {"language": "ru", "next": "/my/"})
    alice.refresh_from_db()
    assert alice.language == "ru"
    guest.post(reverse("language"), {"language": "ru", "next": "/"})
    shown = guest.get("/")
    assert '<html lang="ru"' in shown.content.decode()
    guest.post(reverse("language"), {"language": "xx", "next": "/"})
    assert '<html lang="ru"' in guest.get("/").content.decode()
