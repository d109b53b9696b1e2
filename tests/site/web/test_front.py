"""Pages for everybody, what machines ask for, and what is shown when something is wrong."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from games.models import Profile, Table
from tests.site.web.conftest import Browser, words

PAGES = ["front", "rules", "offers", "account_login", "account_signup", "account_request_login_code", "mailbox"]
OWN_PAGES = ["home", "new_table", "settings", "offers", "import"]


@pytest.mark.parametrize("name", PAGES)
def test_a_guest_may_look(guest: Client, db: None, name: str) -> None:
    assert guest.get(reverse(name)).status_code == 200


@pytest.mark.parametrize("name", ["home", "new_table", "settings", "import"])
def test_a_guest_is_asked_to_sign_in(guest: Client, db: None, name: str) -> None:
    assert guest.get(reverse(name))["Location"] == f"{reverse('account_login')}?next={reverse(name)}"


def test_a_player_goes_from_the_front_to_his_tables(browser: Browser, alice: Profile) -> None:
    assert browser(alice).get("/")["Location"] == reverse("home")


@pytest.mark.parametrize("name", [*PAGES, *OWN_PAGES, "table", "dice", "position"])
def test_every_page_keeps_a_strict_policy_and_is_well_labelled(
    browser: Browser, alice: Profile, guest: Client, match: Table, name: str
) -> None:
    """No inline script or style, no foreign request; one main part and heading, a language, a label for each field."""
    where = reverse(name, args={"table": [match.pk], "dice": [match.pk], "position": [match.pk, 1]}.get(name, []))
    shown = (browser(alice) if name in (*OWN_PAGES, "table") else guest).get(where)
    page = shown.content.decode()
    assert "unsafe-inline" not in shown["Content-Security-Policy"]
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:", page)
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page)
    assert re.search(r'<html lang="(en|ru)"', page)
    assert page.count("<main") == page.count("<h1") == 1
    assert 'class="skip"' in page
    ids = re.findall(r'\sid="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    for field in re.findall(r"<(?:input|select|textarea)\b[^>]*>", page):
        if 'type="hidden"' not in field:
            name_of = re.search(r'\bid="([^"]*)"', field)
            assert name_of, field
            assert f'for="{name_of[1]}"' in page, field


def test_healthz_asks_the_database(guest: Client, db: None) -> None:
    assert guest.get("/healthz").content == b"ok\n"


def test_robots_stay_out_of_tables_and_secret_links(guest: Client, db: None) -> None:
    told = guest.get("/robots.txt").content.decode().splitlines()
    assert {"Disallow: /t/", "Disallow: /i/", "Disallow: /u/", "Disallow: /my/"} <= set(told)


@pytest.mark.parametrize(("language", "said"), [("en", "There is no such page"), ("ru", "Такой страницы нет")])
def test_not_found_in_both_languages_with_a_way_on(guest: Client, db: None, language: str, said: str) -> None:
    shown = guest.get("/nothing/", headers={"accept-language": language})
    assert shown.status_code == 404
    assert said in words(shown)
    assert 'class="button" href="/"' in shown.content.decode()


def test_a_form_without_its_secret_is_refused_in_both_languages(alice: Profile, match: Table) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice.user, backend="django.contrib.auth.backends.ModelBackend")
    shown = strict.post(reverse("table", args=[match.pk]), {"note": "Hi"})
    assert shown.status_code == 403
    assert "Страница устарела" in words(shown)
    assert "This page is too old" in words(shown)
    assert not match.messages.exists()


def test_what_broke_says_that_nothing_was_half_done(
    browser: Browser, alice: Profile, match: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("games.web.views.table.table_page", broken)
    page = browser(alice)
    page.raise_request_exception = False
    shown = page.get(reverse("table", args=[match.pk]))
    assert shown.status_code == 500
    assert "Something broke on our side" in words(shown)
    assert "Traceback" not in words(shown)


def test_a_busy_database_asks_to_try_again(
    browser: Browser, alice: Profile, match: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object, **__: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("games.web.acting.play", busy)
    where = reverse("answer", args=[match.prompts.get(closed_at=None).pk])
    shown = browser(alice).post(where, {"ref": "a", "line": "8/5 6/5"})
    assert shown.status_code == 503
    assert shown["Retry-After"] == "30"
    assert "Nothing was lost" in words(shown)


def test_while_we_are_at_work_every_page_says_so(guest: Client, db: None) -> None:
    sign = Path(site.VAR_DIR) / "maintenance"
    sign.touch()
    try:
        shown = guest.get("/offers/")
        assert (shown.status_code, guest.get("/healthz").status_code) == (503, 200)
    finally:
        sign.unlink()
    assert "We are at work" in words(shown)
    assert "Идут работы" in words(shown)
    assert guest.get("/offers/").status_code == 200


def test_no_menu_entry_for_what_does_not_exist(guest: Client, db: None, settings: Any) -> None:
    settings.NARDY_DEMO = False
    shown = guest.get("/")
    assert reverse("mailbox") not in shown.content.decode()
    assert "sit down as" not in words(shown)


def test_every_link_of_the_menu_leads_somewhere(browser: Browser, alice: Profile) -> None:
    page = browser(alice)
    menu = re.search(r"<nav.*?</nav>", page.get(reverse("home")).content.decode(), re.DOTALL)
    assert menu is not None
    links = re.findall(r'href="([^"]+)"', menu[0])
    assert len(links) >= 4
    assert all(page.get(link).status_code == 200 for link in links)
