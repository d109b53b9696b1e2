"""Browsers of the people of the tests: Django's client, signed in, and what a page says without its tags."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client

from games.models import Profile

Browser = Callable[[Profile], Client]


@pytest.fixture
def browser(db: None) -> Browser:
    """A browser in which a player is signed in."""

    def signed_in(player: Profile) -> Client:
        client = Client(headers={"accept-language": "en"})
        client.force_login(player.user, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return signed_in


@pytest.fixture
def guest(db: None) -> Client:
    """A browser in which nobody is signed in."""
    return Client(headers={"accept-language": "en"})


def words(answer: HttpResponse) -> str:
    """What a page says: no tags, no gaps."""
    text = re.sub(r"<(script|style|head)\b.*?</\1>", " ", answer.content.decode(), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


def field(answer: HttpResponse, name: str) -> str:
    """The value of the first field of a page that is called so."""
    found = re.search(rf'<input[^>]*\bname="{name}"[^>]*\bvalue="([^"]*)"', answer.content.decode())
    assert found, f"there is no field {name}"
    return html.unescape(found[1])


def links(answer: HttpResponse, css_class: str) -> list[str]:
    """Where the links of the board with this class lead."""
    page = answer.content.decode()
    tags = re.findall(rf'<a\b[^>]*\bclass="{css_class}(?: [a-z]+)*"[^>]*>', page)
    return [html.unescape(found[1]) for tag in tags if (found := re.search(r'href="([^"]*)"', tag))]
