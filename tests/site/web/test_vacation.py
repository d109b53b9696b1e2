"""Vacation in the settings, when letters about a table come, and what the page's text box does besides playing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import absence
from games.models import Absence, Invitation, Profile, Table
from tests.site import factories
from tests.site.conftest import Script
from tests.site.factories import offer, prompt, seat
from tests.site.web.conftest import Browser, field, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(browser: Browser, alice: Profile) -> Client:
    return browser(alice)


def planned(page: Client, first: str, last: str, ref: str = "r") -> str:
    answer = page.post(reverse("vacation"), {"first": first, "last": last, "ref": ref}, follow=True)
    return words(answer)


def test_a_vacation_is_planned_once_and_called_off(page: Client, match: Table, alice: Profile) -> None:
    year = timezone.now().year + 1
    for _twice in range(2):
        assert "Your vacation: from" in planned(page, f"{year}-05-01", f"{year}-05-09")
    (vacation,) = Absence.objects.all()
    assert vacation.ends.isoformat() == f"{year}-05-09T22:00:00+00:00", "the end of the last day in Berlin"
    settings = page.get(reverse("settings"))
    assert "Call off the next one" in words(settings)
    done = page.post(reverse("back"), {"ref": "b"}, follow=True)
    assert "is called off" in words(done)
    assert "Nothing needs to be ended" in words(page.post(reverse("back"), {"ref": "c"}, follow=True))


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        ("", "2099-01-01", "Choose the first and the last day."),
        ("soon", "later", "Choose the first and the last day."),
        ("2020-01-01", "2020-01-03", "These days are over"),
        ("2098-02-01", "2098-01-01", "These days are over"),
        ("2098-02-01", "2098-12-01", "Choose a shorter one"),
    ],
)
def test_days_that_make_no_vacation_change_nothing(page: Client, first: str, last: str, said: str) -> None:
    assert said in planned(page, first, last)
    assert not Absence.objects.exists()


def test_the_night_in_which_clocks_are_changed_is_paid_for_too(page: Client, alice: Profile) -> None:
    """Fourteen days on the calendar, an hour more by the sun: a new player does not have that."""
    year = alice.created_at.year
    Profile.objects.update(created_at=datetime(year, 10, 20, 22, tzinfo=UTC))  # midnight in Berlin
    with time_machine.travel(datetime(year, 10, 20, 22, tzinfo=UTC), tick=False):
        assert "Choose a shorter one" in planned(page, f"{year}-10-21", f"{year}-11-03")
        assert "Your vacation: from" in planned(page, f"{year}-10-21", f"{year}-11-02")


def test_a_running_one_is_ended(page: Client, alice: Profile) -> None:
    now = timezone.now()
    absence.plan(alice, (now, now + timedelta(days=3)), ref="a", now=now)
    assert "I am back" in words(page.get(reverse("settings")))
    ref = field(page.get(reverse("settings")), "ref")
    assert "Welcome back!" in words(page.post(reverse("back"), {"ref": ref}, follow=True))


def test_opponents_see_it(browser: Browser, match: Table, alice: Profile, boris: Profile) -> None:
    now = timezone.now()
    assert "on vacation" not in words(browser(alice).get(reverse("table", args=[match.pk])))
    absence.plan(boris, (now, now + timedelta(days=3)), ref="a", now=now)
    assert "on vacation until" in words(browser(alice).get(reverse("table", args=[match.pk])))


def test_my_move_says_that_i_am_away(page: Client, match: Table, alice: Profile) -> None:
    now = timezone.now()
    assert "on vacation" not in words(page.get(reverse("home")))
    absence.plan(alice, (now, now + timedelta(days=3)), ref="a", now=now)
    assert "You are on vacation until" in words(page.get(reverse("home")))


def test_the_others_of_a_chouette_see_it(
    page: Client, alice: Profile, boris: Profile, chris: Profile, dice: Script
) -> None:
    dice("654", "31")
    table, now = factories.chouette(alice, boris, chris), timezone.now()
    absence.plan(chris, (now, now + timedelta(days=3)), ref="a", now=now)
    assert "on vacation until" in words(page.get(reverse("table", args=[table.pk])))


def test_settings_keep_the_digest_and_the_vacation_by_itself(page: Client, alice: Profile) -> None:
    shown = page.get(reverse("settings"))
    assert "one letter a day about all tables" in words(shown)
    form = shown.context["form"]
    sent = {name: value for name, value in form.initial.items() if value not in (None, False)}
    answer = page.post(reverse("settings"), {**sent, "letters": "digest", "auto_vacation": "on"})
    assert answer.status_code == 302
    alice.refresh_from_db()
    assert (alice.letters, alice.auto_vacation) == ("digest", True)


def test_saving_the_settings_is_the_way_back_for_paused_letters(page: Client, alice: Profile) -> None:
    Profile.objects.filter(pk=alice.pk).update(mail_paused_at=timezone.now())
    form = page.get(reverse("settings")).context["form"]
    page.post(reverse("settings"), {name: value for name, value in form.initial.items() if value not in (None, False)})
    alice.refresh_from_db()
    assert alice.mail_paused_at is None


@pytest.mark.parametrize("chosen", ["at-once", "waiting", "digest", "none", ""])
def test_letters_about_one_table(page: Client, match: Table, alice: Profile, chosen: str) -> None:
    assert "Letters about this table" in words(page.get(reverse("table", args=[match.pk])))
    page.post(reverse("table_letters", args=[match.pk]), {"letters": chosen})
    assert seat(match, alice).letters == chosen


def test_letters_about_a_table_of_others_and_nonsense(
    browser: Browser, match: Table, chris: Profile, alice: Profile
) -> None:
    assert browser(chris).post(reverse("table_letters", args=[match.pk]), {"letters": "none"}).status_code == 404
    browser(alice).post(reverse("table_letters", args=[match.pk]), {"letters": "never"})
    assert seat(match, alice).letters == ""


# The text box


def write(page: Client, table: Table, line: str, ref: str = "a") -> str:
    """Write a line into the box of the table, twice as after two clicks; what the page says then."""
    where = reverse("answer", args=[prompt(table).pk])
    page.post(where, {"ref": ref, "line": line})
    return words(page.post(where, {"ref": ref, "line": line}, follow=True))


def test_the_text_box_plans_a_vacation_once(page: Client, match: Table, alice: Profile) -> None:
    assert "Your vacation: from" in write(page, match, "away 3")
    assert Absence.objects.count() == 1
    assert "Welcome back!" in write(page, match, "вернулась", ref="b")


def test_the_text_box_changes_language_and_zone_and_letters(page: Client, match: Table, alice: Profile) -> None:
    assert "Теперь мы пишем вам по-русски." in write(page, match, "язык русский")
    assert "Europe/Rome" in write(page, match, "zone Rome", ref="b")
    write(page, match, "письма раз в день", ref="c")
    alice.refresh_from_db()
    assert (alice.language, alice.zone, alice.letters) == ("ru", "Europe/Rome", "digest")


def test_the_text_box_invites_once_and_sits_down(page: Client, match: Table, chris: Profile) -> None:
    assert "Chris is invited to table" in write(page, match, "invite Chris")
    assert Invitation.objects.count() == 1
    table = offer(chris)
    Table.objects.filter(pk=table.pk).update(open_until=timezone.now() + timedelta(days=1))
    assert "It has begun." in write(page, match, f"join {table.pk}", ref="b")


@pytest.mark.parametrize(("line", "name"), [("offers", "offers"), ("games", "home"), ("stop", "settings")])
def test_the_text_box_leads_to_other_pages(page: Client, match: Table, line: str, name: str) -> None:
    answer = page.post(reverse("answer", args=[prompt(match).pk]), {"ref": "a", "line": line})
    assert (answer.status_code, answer["Location"]) == (302, reverse(name))


def test_a_new_player_gets_letters_after_a_quarter_of_an_hour() -> None:
    dora = factories.player("Dora")
    fresh = Profile(user=dora.user, handle="x", handle_key="x")
    assert (fresh.letters, fresh.letters_after) == ("waiting", 15)
