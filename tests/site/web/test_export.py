"""The record of a table, for other programs."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Profile, Table
from games.records import reading
from games.rules.actions import Play, Roll
from tests.site import factories
from tests.site.conftest import Script
from tests.site.web.conftest import Browser, words


@pytest.fixture
def own(browser: Browser, alice: Profile) -> Client:
    """A browser of one who plays there: while a table runs its record is for its seats."""
    return browser(alice)


@pytest.fixture
def played(match: Table, dice: Script) -> Table:
    """Two plays of a match."""
    dice("64")
    factories.answer(match, Play(((8, 5), (6, 5))))
    factories.answer(match, Roll())
    factories.answer(match, Play(((24, 18), (13, 9))))
    return match


def test_the_page_links_to_every_file_there_is(own: Client, played: Table) -> None:
    shown = own.get(reverse("record", args=[played.pk])).content.decode()
    for kind in ("mat", "sgf", "json", "txt"):
        assert f'href="{reverse("record_file", args=[played.pk, kind])}"' in shown


@pytest.mark.parametrize("kind", ["mat", "sgf", "json"])
def test_a_file_is_read_back_with_the_same_plays(own: Client, played: Table, kind: str) -> None:
    answer = own.get(reverse("record_file", args=[played.pk, kind]))
    assert "attachment" in answer["Content-Disposition"]
    [game] = reading.read(answer.content).games
    assert game.names == ("Alice", "Boris")
    assert game.length == 3


def test_formats_that_do_not_know_the_game_are_not_offered(own: Client, alice, boris, dice: Script) -> None:
    dice("31", "21")
    table = factories.match(alice, boris, variant="long_classic")
    shown = own.get(reverse("record", args=[table.pk])).content.decode()
    assert reverse("record_file", args=[table.pk, "json"]) in shown
    assert reverse("record_file", args=[table.pk, "sgf"]) not in shown
    assert own.get(reverse("record_file", args=[table.pk, "sgf"])).status_code == 404


def test_no_such_format_and_no_such_table(own: Client, played: Table) -> None:
    assert own.get(reverse("record_file", args=[played.pk, "pdf"])).status_code == 404
    assert own.get(reverse("record", args=[4711])).status_code == 404


def test_positions_have_the_names_that_other_programs_use(own: Client, played: Table) -> None:
    shown = words(own.get(reverse("position", args=[played.pk, 2])))
    assert re.search(r"XGID=[-A-Oa-o]{26}(:-?\d+){9}", shown)
    assert re.search(r"GNU Backgammon [A-Za-z0-9+/]{14}:[A-Za-z0-9+/]{12}", shown)
