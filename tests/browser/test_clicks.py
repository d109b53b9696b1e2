"""A play put together with scripts: by single clicks, by dragging, without the network, in every game."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from games.models import Profile, Table
from games.rules import codec
from games.rules.actions import Name, Play, Roll
from games.rules.state import spot
from games.rules.variants import ALL
from tests.browser.conftest import Visit, session_of
from tests.browser.test_match import left_die
from tests.site import factories
from tests.site.conftest import Script

STACK = re.compile(r'<g class="stack[^>]*>')


def men(html: str) -> dict[str, int]:
    """How many men a drawn board has on each point of each side."""
    found: Counter[str] = Counter()
    for stack in STACK.findall(html):
        of = dict(re.findall(r'data-(\w+)="(\w+)"', stack))
        found[f"{of['side']} {of['point']}"] += int(of["men"])
    return dict(+found)


def drag(page: Page, start: int, end: int) -> None:
    """Take the man at `start` and let him go at `end`."""
    held = page.locator(f'.board a[data-from="{start}"] .ring').bounding_box()
    assert held is not None
    page.mouse.move(held["x"] + held["width"] / 2, held["y"] + held["height"] / 2)
    page.mouse.down()
    page.mouse.move(held["x"], held["y"] + 40)
    over = page.locator(f'.board a[data-to="{end}"] .dot').bounding_box()
    assert over is not None
    page.mouse.move(over["x"] + 5, over["y"] + 5, steps=3)
    page.mouse.up()


def test_one_click_plays_by_the_left_die(visit: Visit, alice: Profile, boris: Profile, dice: Script) -> None:
    dice("31")
    page = visit(alice, f"/t/{factories.match(alice, boris).pk}/")
    assert left_die(page) == 3
    page.locator('.board a[data-from="8"]').click()
    expect(page.locator("#line")).to_have_value("8/5")
    page.locator('.board a[data-from="6"]').click()
    expect(page.locator("#line")).to_have_value("8/5 6/5")
    expect(page.locator("#send")).to_be_enabled()


def test_a_click_on_the_dice_puts_another_one_to_the_left(
    visit: Visit, alice: Profile, boris: Profile, dice: Script
) -> None:
    dice("31")
    page = visit(alice, f"/t/{factories.match(alice, boris).pk}/")
    page.locator(".board .swap").focus()
    page.keyboard.press("Enter")
    assert left_die(page) == 1
    page.locator('.board a[data-from="8"]').click()
    expect(page.locator("#line")).to_have_value("8/7")
    expect(page.locator(".board .swap")).to_have_count(0)
    page.locator("#undo").click()
    page.locator(".board .swap").click()
    assert left_die(page) == 3


def test_a_man_is_dragged_to_either_number(visit: Visit, alice: Profile, boris: Profile, dice: Script) -> None:
    dice("31")
    page = visit(alice, f"/t/{factories.match(alice, boris).pk}/", viewport={"width": 1280, "height": 1000})
    drag(page, 6, 5)
    expect(page.locator("#line")).to_have_value("6/5")
    drag(page, 8, 5)
    expect(page.locator("#line")).to_have_value("6/5 8/5")
    assert men(page.content())["mine 5"] == 2
    page.locator("#send").click()
    expect(page.locator("h1")).to_have_text("Nothing waits for you")


def test_a_man_let_go_beside_the_targets_stays(visit: Visit, alice: Profile, boris: Profile, dice: Script) -> None:
    dice("31")
    page = visit(alice, f"/t/{factories.match(alice, boris).pk}/")
    held = page.locator('.board a[data-from="8"] .ring').bounding_box()
    assert held is not None
    page.mouse.move(held["x"] + 9, held["y"] + 9)
    page.mouse.down()
    page.mouse.move(held["x"] + 60, held["y"] + 9, steps=3)
    expect(page.locator(".board a.target")).to_have_count(2)
    page.mouse.move(held["x"] + 9, held["y"] - 150, steps=3)
    page.mouse.up()
    expect(page.locator(".board a.target")).to_have_count(0)
    expect(page.locator("#line")).to_have_value("")


def test_a_man_is_dragged_by_finger_and_the_page_stays(
    visit: Visit, alice: Profile, boris: Profile, dice: Script
) -> None:
    dice("31")
    phone = {"viewport": {"width": 390, "height": 700}, "has_touch": True, "is_mobile": True}
    page = visit(alice, f"/t/{factories.match(alice, boris).pk}/", **phone)
    held = page.locator('.board a[data-from="8"] .ring').bounding_box()
    assert held is not None
    x, y = held["x"] + held["width"] / 2, held["y"] + held["height"] / 2
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        places = [{"x": right, "y": down} for right, down in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    touch("touchStart", (x, y))
    for step in range(1, 6):
        touch("touchMove", (x + step, y - 9 * step))
    over = page.locator('.board a[data-to="5"] .dot').bounding_box()
    assert over is not None
    touch("touchMove", (over["x"] + 4, over["y"] + 4))
    touch("touchEnd")
    expect(page.locator("#line")).to_have_value("8/5")
    assert page.evaluate("scrollY") == 0
    page.locator('.board a[data-from="6"]').tap()
    expect(page.locator("#line")).to_have_value("8/5 6/5")


# Without the network (spec/pages.md, principle 1)


def test_a_play_sent_without_network_waits_and_is_sent_once(
    visit: Visit, alice: Profile, boris: Profile, dice: Script
) -> None:
    dice("31")
    table = factories.match(alice, boris)
    page = visit(alice, f"/t/{table.pk}/")
    page.context.set_offline(True)
    page.locator('.board a[data-from="8"]').click()
    page.locator('.board a[data-from="6"]').click()
    page.locator("#send").click()
    expect(page.locator("#kept")).to_contain_text("8/5 6/5 is kept here and will be sent once")
    page.locator("#send").click()
    assert table.entries.filter(seat__isnull=False).count() == 0
    page.context.set_offline(False)
    expect(page.locator("h1")).to_have_text("Nothing waits for you")
    expect(page.locator("#kept")).to_be_hidden()
    assert table.entries.filter(seat__isnull=False).count() == 1
    assert page.evaluate("Object.values(localStorage)") == ["[]"]


def test_a_play_that_waits_is_sent_from_any_page(visit: Visit, alice: Profile, boris: Profile, dice: Script) -> None:
    dice("31")
    table = factories.match(alice, boris)
    page = visit(alice, f"/t/{table.pk}/?steps=8/5,6/5")
    page.route("**/answer/**", lambda route: route.abort())
    page.locator("#send").click()
    expect(page.locator("#kept")).to_contain_text("is kept here")
    page.unroute("**/answer/**")
    page.goto("/rules/")
    expect(page.locator("#kept")).to_have_text("Sent: 8/5 6/5")
    assert table.entries.filter(seat__isnull=False).count() == 1


def test_a_play_whose_answer_got_lost_is_one_play(visit: Visit, alice: Profile, boris: Profile, dice: Script) -> None:
    dice("31")
    table = factories.match(alice, boris)
    page = visit(alice, f"/t/{table.pk}/?steps=8/5,6/5")

    def arrives_and_is_lost(route) -> None:
        route.fetch(max_redirects=0)
        route.abort()

    page.route("**/answer/**", arrives_and_is_lost)
    page.locator("#send").click()
    expect(page.locator("#kept")).to_contain_text("is kept here")
    assert table.entries.filter(seat__isnull=False).count() == 1
    page.unroute("**/answer/**")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("h1")).to_have_text("Nothing waits for you")
    assert table.entries.filter(seat__isnull=False).count() == 1


def test_a_play_that_came_too_late_is_told_and_why(visit: Visit, alice: Profile, boris: Profile, dice: Script) -> None:
    dice("31")
    table = factories.match(alice, boris)
    page = visit(alice, f"/t/{table.pk}/?steps=8/5,6/5")
    page.route("**/answer/**", lambda route: route.abort())
    page.locator("#send").click()
    expect(page.locator("#kept")).to_contain_text("is kept here")
    factories.answer(table, Play(((24, 23), (13, 10))))
    page.unroute("**/answer/**")
    page.goto("/rules/")
    expect(page.locator("#kept")).to_contain_text("8/5 6/5 was kept here, but can no longer be played.")
    page.get_by_role("button", name="See why").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("#kept")).to_be_hidden()


# Every game


@pytest.mark.parametrize("key", ALL)
def test_in_every_game_a_play_is_clicked_together_without_the_network(
    visit: Visit, alice: Profile, boris: Profile, dice: Script, key: str
) -> None:
    """Clicking the first man that can move, to the end; the board drawn here is the board of the server."""
    dice("61", *["643", "531", "412", "652"] * 4)
    table = factories.match(alice, boris, variant=key)
    page = visit(alice, f"/t/{table.pk}/")
    for _ in range(6):
        reader = to_the_next_move(table)
        page.context.clear_cookies()
        page.context.add_cookies([{**session_of(reader), "url": page.evaluate("location.origin")}])
        page.goto(f"/t/{table.pk}/")
        assert page.locator("#answer").get_attribute("data-ways") is not None
        page.context.set_offline(True)
        while page.locator("#send").is_disabled():
            page.locator(".board a.source").last.click()
        page.context.set_offline(False)
        chosen = page.locator("#line").input_value().replace(" ", ",")
        from_server = page.request.get(f"/t/{table.pk}/?steps={chosen}").text()
        assert men(page.content()) == men(from_server)
        assert 'id="send" name="send"' in from_server  # it is a whole play there too
        page.locator("#send").click()
        page.wait_for_url("**/my/")


def to_the_next_move(table: Table) -> Profile:
    """Throw, or name a roll, until somebody is to move men; who it is."""
    while True:
        table.refresh_from_db()
        state = codec.load(table.state)
        if spot(state):
            return factories.prompt(table).seat.player
        named = state.asks[0].kind == "move"
        factories.answer(
            table, Name((6, 4)) if named and ALL[table.variant].named else Name((5, 5)) if named else Roll()
        )
