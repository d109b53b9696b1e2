"""A table's page: a play clicked together, a cube turned with its cost seen, and every way to send things wrongly."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Entry, Message, Profile, Prompt, Table
from games.rules.actions import Answer, Double, Play, Roll
from tests.site import factories
from tests.site.conftest import Script
from tests.site.web.conftest import Browser, field, links, words

OPENING = Play(((8, 5), (6, 5)))


def page_of(table: Table, query: str = "") -> str:
    return reverse("table", args=[table.pk]) + query


def answer_of(prompt: Prompt) -> str:
    return reverse("answer", args=[prompt.pk])


@pytest.fixture
def page(browser: Browser, alice: Profile) -> Client:
    """Alice's browser."""
    return browser(alice)


# Clicking a play together


def test_men_that_may_move_are_links_and_a_target_adds_the_step(page: Client, match: Table) -> None:
    shown = page.get(page_of(match))
    assert "?from=8" in links(shown, "source")
    targets = links(page.get(page_of(match, "?from=8")), "target")
    assert sorted(targets) == ["?steps=8/5", "?steps=8/7"]


def test_a_man_with_one_target_goes_there_at_the_first_click(page: Client, match: Table) -> None:
    assert "?steps=8/5,6/5" in links(page.get(page_of(match, "?steps=8/5")), "source")


def test_send_is_off_until_the_play_is_complete(page: Client, match: Table) -> None:
    half = page.get(page_of(match, "?steps=8/5")).content.decode()
    whole = page.get(page_of(match, "?steps=8/5,6/5")).content.decode()
    assert re.search(r'<button[^>]*id="send"[^>]*disabled', half)
    assert not re.search(r'<button[^>]*id="send"[^>]*disabled', whole)
    assert re.search(r'<button[^>]*id="send"', whole)


def test_undo_takes_one_step_back(page: Client, match: Table) -> None:
    shown = page.get(page_of(match, "?steps=8/5,6/5")).content.decode()
    assert re.search(r'id="undo" href="\?steps=8/5"', shown)


@pytest.mark.parametrize("steps", ["9/1", "rubbish", "8/5,24/2,6/5", "8/7/4/1", "бар/22", "8/5" * 90, "%00"])
def test_an_address_that_cannot_be_is_read_as_far_as_it_can(page: Client, match: Table, steps: str) -> None:
    assert page.get(page_of(match, f"?steps={steps}&from=99")).status_code == 200


def test_sending_plays_once_and_leads_home_when_nothing_else_waits(page: Client, match: Table) -> None:
    shown = page.get(page_of(match, "?steps=8/5,6/5"))
    sent = {"ref": field(shown, "ref"), "line": field(shown, "line"), "send": "1"}
    first = page.post(answer_of(factories.prompt(match)), sent)
    assert first.status_code == 302
    assert first["Location"] == reverse("home")
    assert match.entries.filter(seat__isnull=False).count() == 1


def test_two_clicks_on_send_are_one_play(page: Client, match: Table) -> None:
    shown = page.get(page_of(match, "?steps=8/5,6/5"))
    where = answer_of(factories.prompt(match))
    sent = {"ref": field(shown, "ref"), "line": field(shown, "line"), "note": "Good luck"}
    before = Entry.objects.count()
    assert [page.post(where, sent).status_code for _ in range(2)] == [302, 302]
    assert Entry.objects.count() == before + 1
    assert Message.objects.count() == 1


def test_the_same_question_in_two_tabs_is_answered_once(page: Client, match: Table) -> None:
    tabs = [page.get(page_of(match)) for _ in range(2)]
    where = answer_of(factories.prompt(match))
    page.post(where, {"ref": field(tabs[0], "ref"), "line": "8/5 6/5"})
    late = page.post(where, {"ref": field(tabs[1], "ref"), "line": "24/23 13/10"})
    assert late.status_code == 409
    assert "was answered" in words(late)
    assert "Alice" in words(late) or "You" in words(late)


def test_after_the_back_button_the_old_form_plays_nothing_new(page: Client, match: Table) -> None:
    shown = page.get(page_of(match))
    where, ref = answer_of(factories.prompt(match)), field(shown, "ref")
    page.post(where, {"ref": ref, "line": "8/5 6/5"})
    again = page.post(where, {"ref": ref, "line": "24/23 13/10"})
    assert again.status_code == 409
    assert match.entries.filter(seat__isnull=False).count() == 1


# The text box


def test_a_play_may_be_written(page: Client, match: Table) -> None:
    shown = page.get(page_of(match))
    page.post(answer_of(factories.prompt(match)), {"ref": field(shown, "ref"), "line": "8/5, 6/5", "enter": "1"})
    assert match.entries.filter(seat__player__handle="Alice").exists()


def test_a_wrong_play_keeps_what_was_written_and_the_note(page: Client, match: Table) -> None:
    before = Entry.objects.count()
    sent = {"ref": "a", "line": "8/5 24/17", "note": "Sorry for the delay"}
    refused = page.post(answer_of(factories.prompt(match)), sent)
    assert refused.status_code == 422
    assert 'value="8/5 24/17"' in refused.content.decode()
    assert "Sorry for the delay" in refused.content.decode()
    assert "24/17" in words(refused)
    assert Entry.objects.count() == before
    assert not Message.objects.exists()


def test_half_a_play_written_is_refused_and_its_steps_stand_on_the_board(page: Client, match: Table) -> None:
    refused = page.post(answer_of(factories.prompt(match)), {"ref": "a", "line": "8/5"})
    assert refused.status_code == 422
    assert "?steps=8/5,6/5" in links(refused, "source")


@pytest.mark.parametrize("line", ["hello", "take", "back", "zone Nowhere", "roll", "8/5 6/5 #99", "say", "x" * 5000])
def test_what_is_no_answer_is_refused_with_a_sentence(page: Client, match: Table, line: str) -> None:
    before = Entry.objects.count()
    refused = page.post(answer_of(factories.prompt(match)), {"ref": "a", "line": line})
    assert refused.status_code == 422
    assert 'role="alert"' in refused.content.decode()
    assert Entry.objects.count() == before


def test_an_empty_form_does_nothing(page: Client, match: Table) -> None:
    before = Entry.objects.count()
    assert page.post(answer_of(factories.prompt(match)), {"ref": "a", "line": ""}).status_code == 302
    assert Entry.objects.count() == before


def test_words_go_to_the_table_and_never_to_its_log(page: Client, match: Table) -> None:
    page.post(answer_of(factories.prompt(match)), {"ref": "a", "line": "say Hello there"})
    page.post(page_of(match), {"ref": "b", "note": "And this"})
    assert [message.text for message in Message.objects.order_by("pk")] == ["Hello there", "And this"]
    assert "And this" in words(page.get(page_of(match)))


# Whose question it is


def test_a_question_of_somebody_else_is_not_found(browser: Browser, boris: Profile, match: Table) -> None:
    where = answer_of(factories.prompt(match))
    assert browser(boris).post(where, {"ref": "a", "line": "8/5 6/5"}).status_code == 404


def test_a_stranger_may_look_but_has_no_form(browser: Browser, chris: Profile, match: Table) -> None:
    shown = browser(chris).get(page_of(match))
    assert shown.status_code == 200
    assert 'id="answer"' not in shown.content.decode()
    assert browser(chris).post(page_of(match), {"ref": "a", "note": "Hi"}).status_code == 404


def test_a_guest_who_sends_something_is_asked_to_sign_in(guest: Client, match: Table) -> None:
    answered = guest.post(answer_of(factories.prompt(match)), {"ref": "a", "line": "8/5 6/5"})
    assert answered.status_code == 302
    assert reverse("account_login") in answered["Location"]


def test_words_of_players_are_for_players(guest: Client, page: Client, match: Table) -> None:
    page.post(page_of(match), {"ref": "b", "note": "Between us"})
    assert "Between us" not in words(guest.get(page_of(match)))


def test_there_is_no_such_table(page: Client) -> None:
    assert page.get("/t/4711/").status_code == 404


# Rolling and doubling


@pytest.fixture
def before_my_roll(match: Table, dice: Script) -> Table:
    """Alice has played 8/5 6/5, Boris 24/23 13/11: she may double or roll."""
    dice("21", "64")
    factories.answer(match, OPENING)
    factories.answer(match, Roll())
    factories.answer(match, Play(((24, 23), (13, 11))))
    return match


def test_after_the_roll_the_dice_come_on_the_same_page(page: Client, before_my_roll: Table) -> None:
    rolled = page.post(answer_of(factories.prompt(before_my_roll)), {"ref": "a", "command": "roll"})
    assert rolled["Location"] == page_of(before_my_roll)
    assert "6-4" in words(page.get(page_of(before_my_roll)))


def test_a_double_shows_what_it_costs_before_it_is_sent(page: Client, before_my_roll: Table) -> None:
    prompt = factories.prompt(before_my_roll)
    asked = page.post(answer_of(prompt), {"ref": "a", "command": "double", "note": "Dare you"})
    assert asked.status_code == 200
    assert "you get 1 point" in words(asked)
    assert "Alice 1" in words(asked) or "You 1" in words(asked)
    assert field(asked, "note") == "Dare you"
    assert factories.prompt(before_my_roll) == prompt
    sent = page.post(answer_of(prompt), {"ref": field(asked, "ref"), "command": "double", "sure": "1"})
    assert sent.status_code == 302
    assert factories.prompt(before_my_roll).kind == "answer"


@pytest.fixture
def doubled(before_my_roll: Table) -> Table:
    """Alice has doubled Boris."""
    factories.answer(before_my_roll, Double())
    return before_my_roll


def test_take_and_drop_look_alike_and_neither_is_the_default(browser: Browser, boris: Profile, doubled: Table) -> None:
    shown = browser(boris).get(page_of(doubled)).content.decode()
    looks = re.findall(r'<button class="([^"]*)" name="command" value="(take|drop)"', shown)
    assert [value for _, value in looks] == ["take", "drop"]
    assert looks[0][0] == looks[1][0] == "button"
    assert "autofocus" not in shown


@pytest.mark.parametrize("line", ["drop", "пас"])
def test_a_drop_is_never_sent_at_the_first_click(browser: Browser, boris: Profile, doubled: Table, line: str) -> None:
    prompt = factories.prompt(doubled)
    asked = browser(boris).post(answer_of(prompt), {"ref": "a", "line": line})
    assert asked.status_code == 200
    assert "1 очко" in words(asked)
    assert factories.prompt(doubled) == prompt
    browser(boris).post(answer_of(prompt), {"ref": field(asked, "ref"), "command": line, "sure": "1"})
    doubled.refresh_from_db()
    assert doubled.state["halves"] is not None
    assert doubled.games.get(number=1).ended_at is not None


def test_a_take_is_one_click(browser: Browser, boris: Profile, doubled: Table) -> None:
    browser(boris).post(answer_of(factories.prompt(doubled)), {"ref": "a", "command": "take"})
    assert factories.prompt(doubled).seat.player.handle == "Alice"


def test_a_resignation_shows_its_cost_and_is_accepted_by_the_other(
    page: Client, browser: Browser, boris: Profile, match: Table
) -> None:
    asked = page.post(answer_of(factories.prompt(match)), {"ref": "a", "command": "resign gammon"})
    assert "2 points" in words(asked)
    page.post(page_of(match), {"ref": "b", "command": "resign gammon", "sure": "1"})
    offered = factories.prompt(match, boris)
    assert offered.kind == "offer"
    browser(boris).post(answer_of(offered), {"ref": "c", "command": "accept"})
    assert match.games.get(number=1).ended_at is not None


# From table to table


def test_after_an_answer_the_most_urgent_other_table_opens(
    page: Client, alice: Profile, chris: Profile, match: Table, dice: Script
) -> None:
    dice("31")
    other = factories.match(alice, chris)
    sent = page.post(answer_of(factories.prompt(match)), {"ref": "a", "line": "8/5 6/5"})
    assert sent["Location"] == page_of(other)


def test_skip_leads_on_without_answering(
    page: Client, alice: Profile, chris: Profile, match: Table, dice: Script
) -> None:
    dice("31")
    other = factories.match(alice, chris)
    assert f'href="{page_of(other)}" rel="next"' in page.get(page_of(match)).content.decode()
    assert f'href="{page_of(match)}" rel="next"' in page.get(page_of(other)).content.decode()


def test_the_end_of_a_table_is_shown_where_it_happened(
    browser: Browser, alice: Profile, boris: Profile, match: Table
) -> None:
    browser(alice).post(page_of(match), {"ref": "b", "command": "resign backgammon", "sure": "1"})
    accepted = browser(boris).post(answer_of(factories.prompt(match, boris)), {"ref": "c", "command": "accept"})
    assert accepted["Location"] == page_of(match)
    shown = browser(boris).get(page_of(match))
    assert reverse("rematch", args=[match.pk]) in shown.content.decode()
    assert 'id="answer"' not in shown.content.decode()


# Orders


def test_standing_orders_of_this_table(page: Client, match: Table) -> None:
    chosen = {"ref": "a", "auto": "on", "forced": "on", "greedy": "off", "if_doubled": "take"}
    page.post(reverse("orders", args=[match.pk]), chosen)
    page.post(reverse("orders", args=[match.pk]), chosen)
    match.refresh_from_db()
    shown = page.get(page_of(match)).content.decode()
    assert re.search(r'name="auto" value="on"[^>]*checked', shown)
    assert re.search(r'name="if_doubled" value="take"[^>]*checked', shown)
    page.post(reverse("orders", args=[match.pk]), {**chosen, "ref": "b", "if_doubled": ""})
    shown = page.get(page_of(match)).content.decode()
    assert re.search(r'name="auto" value="on"[^>]*checked', shown)
    assert re.search(r'name="if_doubled" value=""[^>]*checked', shown)


def test_a_script_that_sends_a_play_is_told_where_to_go_on(page: Client, alice: Profile, match: Table) -> None:
    where, told = answer_of(factories.prompt(match, alice)), {"X-Sent-By-Script": "1"}
    refused = page.post(where, {"ref": "a", "line": "8/5 24/17"}, headers=told)
    assert refused.status_code == 422
    for _ in range(2):
        sent = page.post(where, {"ref": "a", "line": "8/5 6/5"}, headers=told)
        assert (sent.status_code, sent["Location"], sent.content) == (204, reverse("home"), b"")
    late = page.post(where, {"ref": "b", "line": "24/23 13/10"}, headers=told)
    assert late.status_code == 409


def test_where_there_is_no_cube_nobody_is_asked_about_throwing_and_doubling(
    page: Client, alice: Profile, boris: Profile, dice: Script
) -> None:
    dice("31")
    table = factories.match(alice, boris, variant="tapa")
    assert not re.search(r'name="(auto|if_doubled)"', page.get(page_of(table)).content.decode())
    page.post(reverse("orders", args=[table.pk]), {"ref": "a", "forced": "on", "greedy": "off"})
    shown = page.get(page_of(table)).content.decode()
    assert re.search(r'name="forced" value="on"[^>]*checked', shown)
    assert "if doubled" not in shown


def test_my_move_says_which_game_it_is(page: Client, alice: Profile, boris: Profile, dice: Script) -> None:
    dice("31", "31")
    factories.match(alice, boris, variant="tapa")
    factories.match(alice, boris, variant="long_classic")
    shown = page.get(reverse("home")).content.decode()
    assert "Tapa · Match to 3" in shown
    assert "Long nardy · Match to 3" in shown


def test_only_resignations_that_differ_are_explained(
    page: Client, alice: Profile, boris: Profile, dice: Script
) -> None:
    for variant, levels in (("short", "resign gammon, resign backgammon"), ("tapa", "resign gammon")):
        dice("31")
        table = factories.match(alice, boris, variant=variant)
        assert f"; or {levels}</li>" in page.get(page_of(table)).content.decode()


def test_orders_of_others_are_not_for_my_eyes(browser: Browser, boris: Profile, page: Client, match: Table) -> None:
    browser(boris).post(
        reverse("orders", args=[match.pk]), {"ref": "a", "auto": "on", "forced": "on", "if_doubled": "drop"}
    )
    shown = page.get(page_of(match)).content.decode()
    assert re.search(r'name="if_doubled" value=""[^>]*checked', shown)
    assert "drop it" not in shown


# Measured (spec/pages.md, principle 7)


def test_a_table_page_makes_few_queries(page: Client, before_my_roll: Table, django_assert_max_num_queries) -> None:
    with django_assert_max_num_queries(14):
        page.get(page_of(before_my_roll))


def test_the_answer_to_a_bare_get_is_never_kept_by_others(page: Client, match: Table) -> None:
    assert page.get(page_of(match))["Cache-Control"] == "no-store"


def test_doubled_by_nobody_the_page_offers_no_take(page: Client, match: Table) -> None:
    assert 'name="command" value="take"' not in page.get(page_of(match)).content.decode()


def test_an_answer_by_mail_after_the_page_was_opened_is_told(
    page: Client, before_my_roll: Table, browser: Browser, boris: Profile
) -> None:
    prompt = factories.prompt(before_my_roll)
    page.get(page_of(before_my_roll))
    factories.answer(before_my_roll, Double())
    factories.answer(before_my_roll, Answer((("take", ()),)))
    late = page.post(answer_of(prompt), {"ref": "z", "command": "roll"})
    assert late.status_code == 409
    assert factories.prompt(before_my_roll).kind == "move"
