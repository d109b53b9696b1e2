"""Two people play a match to 3 in two windows, one in English and one in Russian; with scripts, and without any."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import OutgoingMail, Profile, Table
from games.rules.actions import Play
from tests.browser.conftest import Visit
from tests.site import factories
from tests.site.conftest import Script


def take_and_put(page: Page, *steps: tuple[int, int]) -> None:
    """Click a man and where he goes; by scripts he goes by himself, once the die that is meant lies left."""
    for start, end in steps:
        before = page.locator("#line").input_value()
        if page.locator(".board .swap").count() and left_die(page) != start - end:
            page.locator(".board .swap").click()
        page.locator(f'.board a[data-from="{start}"]').click()
        target = page.locator(f'.board a[data-to="{end}"]')
        for _ in range(200):
            if target.count() or page.locator("#line").input_value() != before:
                break
            page.wait_for_timeout(50)
        if target.count():
            target.click()
        expect(page.locator("#line")).not_to_have_value(before)


def left_die(page: Page) -> int:
    """The number of the leftmost die that is not used yet."""
    drawn = "dice => dice.sort((a, b) => a.getBoundingClientRect().x - b.getBoundingClientRect().x)[0].innerHTML"
    path = page.locator(".board .die:not(.used)").evaluate_all(drawn)
    return path.count("h0")


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_match_to_three(visit: Visit, alice: Profile, boris: Profile, dice: Script, scripts: bool) -> None:
    dice("31", "64", "31")
    table = factories.match(alice, boris)
    where = f"/t/{table.pk}/"
    hers = visit(alice, where, java_script_enabled=scripts)
    his = visit(boris, where, java_script_enabled=scripts, viewport={"width": 360, "height": 740})
    alice_plays_31_with_a_note(hers)
    boris_rolls_and_writes_64(his, where)
    alice_doubles_and_boris_drops(hers, his, where)
    alice_begins_again_and_boris_resigns_a_gammon(hers, his, where)
    hers.goto(where)
    hers.get_by_role("button", name="Accept").click()
    expect(hers.locator(".seats")).to_contain_text(re.compile(r"Alice.*3 / 3", re.DOTALL))
    expect(hers.get_by_role("button", name="Play the same again")).to_be_visible()
    table.refresh_from_db()
    assert table.over


def alice_plays_31_with_a_note(hers: Page) -> None:
    """Click by click, with a step taken back on the way."""
    expect(hers.locator("#send")).to_be_disabled()
    take_and_put(hers, (8, 5))
    expect(hers.locator("#send")).to_be_disabled()
    hers.locator("#undo").click()
    expect(hers.locator("#line")).to_have_value("")
    take_and_put(hers, (8, 5), (6, 5))
    expect(hers.locator("#send")).to_be_enabled()
    hers.locator("#note").fill("Have fun!")
    hers.locator("#send").click()
    expect(hers.locator("h1")).to_have_text("Nothing waits for you")


def boris_rolls_and_writes_64(his: Page, where: str) -> None:
    """The dice come on the same page; the play is written into the text box."""
    his.goto(where)
    expect(his.locator("main")).to_contain_text("Have fun!")
    his.get_by_role("button", name="Бросить").click()
    expect(his.locator(".ask")).to_contain_text("6-4")
    his.locator("#line").fill("24/18 13/9")
    his.locator("#line").press("Enter")
    expect(his.locator("h1")).to_have_text("Вас ничто не ждёт")


def alice_doubles_and_boris_drops(hers: Page, his: Page, where: str) -> None:
    """Both see what it costs before it is sent."""
    hers.goto(where)
    hers.get_by_role("button", name="Double…").click()
    expect(hers.locator("#sure")).to_contain_text("you get 1 point")
    hers.locator("#sure").get_by_role("button", name="Yes, double").click()
    his.goto(where)
    expect(his.get_by_role("button", name="Беру")).to_be_visible()
    his.get_by_role("button", name="Пас…").click()
    expect(his.locator("#sure")).to_contain_text("1 очко")
    his.locator("#sure").get_by_role("button", name="Да, пас").click()


def alice_begins_again_and_boris_resigns_a_gammon(hers: Page, his: Page, where: str) -> None:
    """The next game has begun by itself; a gammon would end the match, and the page says so."""
    hers.goto(where)
    expect(hers.locator("h1")).to_contain_text("game 2")
    expect(hers.locator(".seats")).to_contain_text(re.compile(r"Alice.*1 / 3", re.DOTALL))
    take_and_put(hers, (8, 5), (6, 5))
    hers.locator("#send").click()
    expect(hers.locator("h1")).to_have_text("Nothing waits for you")
    his.goto(where)
    his.locator("#level").select_option("resign gammon")
    his.get_by_role("button", name="Сдаться…").click()
    expect(his.locator("#sure")).to_contain_text("Матч был бы окончен")
    his.locator("#sure").get_by_role("button", name="Да, предложить сдачу").click()


def test_the_browser_s_back_button_takes_steps_back(visit: Visit, alice: Profile, boris: Profile, dice: Script) -> None:
    dice("31")
    page = visit(alice, f"/t/{factories.match(alice, boris).pk}/")
    take_and_put(page, (8, 5), (6, 5))
    page.go_back()
    expect(page.locator("#line")).to_have_value("8/5")
    expect(page.locator("#send")).to_be_disabled()


def test_where_plays_are_too_many_every_click_asks_the_server(
    visit: Visit, alice: Profile, boris: Profile, dice: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.web.choosing.MOST_WAYS", 0)
    dice("31")
    page = visit(alice, f"/t/{factories.match(alice, boris).pk}/")
    page.evaluate("window.sameDocument = true")
    page.locator("#note").fill("Stays while I click")
    take_and_put(page, (8, 5), (6, 5))
    expect(page.locator("#send")).to_be_enabled()
    expect(page.locator("#note")).to_have_value("Stays while I click")
    assert page.evaluate("window.sameDocument")
    page.locator("#send").click()
    expect(page.locator("h1")).to_have_text("Nothing waits for you")


def test_a_hit_and_a_return_from_the_bar_are_drawn(visit: Visit, alice: Profile, boris: Profile, dice: Script) -> None:
    dice("21", "64", "61")
    table = factories.match(alice, boris)
    page = visit(alice, f"/t/{table.pk}/")
    page.locator("#line").fill("13/11 6/5")
    page.locator("#line").press("Enter")
    expect(page.locator("h1")).to_have_text("Nothing waits for you")
    his = visit(boris, f"/t/{table.pk}/")
    his.get_by_role("button", name="Бросить").click()
    take_and_put(his, (24, 20))
    expect(his.locator('.stack[data-side="theirs"][data-point="25"]')).to_have_attribute("data-men", "1")
    expect(his.locator("#line")).to_have_value("24/20")
    take_and_put(his, (24, 18))
    his.locator("#send").click()
    expect(his.locator("h1")).to_have_text("Вас ничто не ждёт")
    page.goto(f"/t/{table.pk}/")
    page.get_by_role("button", name="Roll").click()
    expect(page.locator('.board a[data-from="25"]')).to_have_count(1)
    expect(page.locator(".board a.source")).to_have_count(1)


def test_a_play_by_keyboard_alone(visit: Visit, alice: Profile, boris: Profile, dice: Script) -> None:
    dice("31")
    page = visit(alice, f"/t/{factories.match(alice, boris).pk}/")
    page.locator('.board a[data-from="8"]').focus()
    page.keyboard.press("Enter")
    page.locator('.board a[data-from="6"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#line")).to_have_value("8/5 6/5")
    page.locator("#send").focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Nothing waits for you")


def test_two_quick_clicks_on_send_are_one_play(visit: Visit, alice: Profile, boris: Profile, dice: Script) -> None:
    dice("31")
    table = factories.match(alice, boris)
    page = visit(alice, f"/t/{table.pk}/?steps=8/5,6/5")
    page.locator("#send").dblclick(no_wait_after=True)
    expect(page.locator("h1")).to_have_text("Nothing waits for you")
    assert table.entries.filter(seat__isnull=False).count() == 1


def test_a_wrong_play_says_why_and_keeps_what_was_written(
    visit: Visit, alice: Profile, boris: Profile, dice: Script
) -> None:
    dice("31")
    page = visit(alice, f"/t/{factories.match(alice, boris).pk}/")
    page.locator("#line").fill("8/5 24/17")
    page.locator("#line").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("24/17")
    expect(page.locator("#line")).to_have_value("8/5 24/17")


def test_signing_up_in_a_browser_takes_its_zone(visit: Visit, transactional_db: None) -> None:
    page = visit(path="/accounts/signup/", timezone_id="Asia/Tbilisi", locale="en")
    page.locator("[name=email]").fill("dora@example.org")
    page.locator("[name=handle]").fill("Dora")
    page.locator("form.card button.go").click()
    letter = OutgoingMail.objects.get(kind="welcome")
    page.locator("[name=code]").fill(letter.context["secret"]["code"])
    page.locator("form.card button.go").click()
    expect(page.locator("h1")).to_have_text("Nothing waits for you")
    assert Profile.objects.get(handle="Dora").zone == "Asia/Tbilisi"


def test_arrow_keys_walk_through_the_positions(visit: Visit, match_in_progress: Table, alice: Profile) -> None:
    page = visit(alice, f"/t/{match_in_progress.pk}/2/")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/1/")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/2/")


@pytest.fixture
def match_in_progress(alice: Profile, boris: Profile, dice: Script) -> Table:
    """A match in which Alice has played the opening."""
    dice("31")
    table = factories.match(alice, boris)
    factories.answer(table, Play(((8, 5), (6, 5))))
    return table
