"""Names and headers of letters (spec/mail.md §3.1–3.2)."""

from __future__ import annotations

import re

import pytest
from pytest_django import Settings

from games.outbox import headers


def test_a_token_is_128_bits_that_survive_any_mailer() -> None:
    tokens = {headers.new_token() for _ in range(200)}
    assert len(tokens) == 200
    assert all(re.fullmatch("[a-z2-7]{26}", token) for token in tokens)


def test_of_a_token_only_the_hash_is_kept_and_case_does_not_matter() -> None:
    token = headers.new_token()
    assert re.fullmatch("[0-9a-f]{64}", headers.token_hash(token))
    assert headers.token_hash(token.upper()) == headers.token_hash(token)
    assert headers.token_hash(headers.new_token()) != headers.token_hash(token)


@pytest.mark.parametrize("separator", ["+", "-"])
@pytest.mark.parametrize("box", ["g", "bounce", "unsub"])
def test_an_address_holds_the_token_behind_the_separator(settings: Settings, separator: str, box: headers.Box) -> None:
    settings.NARDY_MAIL_SEPARATOR = separator
    settings.NARDY_MAIL_DOMAIN = "play.example.net"
    token = headers.new_token()
    address = headers.secret_address(box, token)
    assert address == f"{box}{separator}{token}@play.example.net"
    assert len(address.split("@")[0]) <= 64


def test_a_message_id_cannot_be_guessed() -> None:
    one, other = headers.new_message_id("turn", 3, 17, 0), headers.new_message_id("turn", 3, 17, 0)
    assert re.fullmatch(r"<turn\.3\.17\.0\.[0-9a-f]{16}@[a-z.]+>", one)
    assert one != other


def test_the_thread_is_named_by_its_root_and_its_last_letter() -> None:
    assert headers.thread_headers([]) == {}
    assert headers.thread_headers(["<a@x>"]) == {"In-Reply-To": "<a@x>", "References": "<a@x>"}
    assert headers.thread_headers(["<a@x>", "<b@x>", "<c@x>"]) == {
        "In-Reply-To": "<c@x>",
        "References": "<a@x> <c@x>",
    }


def test_one_click_unsubscribing_has_a_link_and_a_mailbox(settings: Settings) -> None:
    settings.NARDY_SITE_URL = "https://play.example.net"
    found = headers.unsubscribe_headers("abc")
    assert found["List-Unsubscribe"].startswith("<https://play.example.net/u/abc/>, <mailto:unsub+abc@")
    assert found["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_filters_know_the_letters_of_a_table() -> None:
    assert headers.list_id("table-7") == {"List-Id": "<table-7.games.play.example.org>"}


@pytest.mark.parametrize(("answer", "value"), [(True, "auto-replied"), (False, "auto-generated")])
def test_robots_are_told_to_be_quiet(answer: bool, value: str) -> None:
    found = headers.quiet_headers(answer=answer)
    assert found["Auto-Submitted"] == value
    assert found["X-Auto-Response-Suppress"] == "All"
    assert found["X-Nardy-Loop"]
    assert "Precedence" not in found


def test_the_sender_says_that_it_is_the_server() -> None:
    assert headers.sender("Nardy (Ivan)").startswith('"Nardy (Ivan)" <game@')
