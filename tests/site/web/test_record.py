"""What has happened at a table: its positions and the proof of its dice."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.models import Game, Profile, Table
from games.models.table import Source
from games.play import volunteer
from games.rules.actions import Accept, Play, Resign
from tests.site import factories
from tests.site.web.conftest import Browser, words


@pytest.fixture
def real(alice: Profile, boris: Profile) -> Table:
    """A match with the real dice whose first game is over."""
    table = factories.match(alice, boris)
    by = table.prompts.select_related("seat__player").get(closed_at=None).seat.player
    volunteer(factories.seat(table, by).pk, Resign(1), source=Source.PAGE, ref="test:resign", now=factories.NOW)
    other = table.prompts.select_related("seat__player").exclude(seat__player=by).get(closed_at=None).seat.player
    factories.answer(table, Accept(), by=other)
    return table


def test_every_move_is_a_link_to_its_position(browser: Browser, alice: Profile, match: Table) -> None:
    factories.answer(match, Play(((8, 5), (6, 5))))
    shown = browser(alice).get(reverse("table", args=[match.pk])).content.decode()
    where = re.search(r'<td><a href="([^"]+)">31: 8/5 6/5</a>', shown)
    assert where is not None
    position = browser(alice).get(where[1])
    assert "move 8/5 6/5" in words(position)
    assert 'rel="prev"' in position.content.decode()


def test_a_position_may_be_sent_to_anybody(guest: Client, match: Table) -> None:
    factories.answer(match, Play(((8, 5), (6, 5))))
    assert guest.get(reverse("position", args=[match.pk, 2])).status_code == 200


def test_a_position_has_its_names_in_other_programs(browser: Browser, alice: Profile, match: Table) -> None:
    factories.answer(match, Play(((8, 5), (6, 5))))
    shown = browser(alice).get(reverse("position", args=[match.pk, 2])).content.decode()
    assert "XGID=-b---BD-B---eE---c-e----B-:0:0:-1:" in shown
    assert "sGfwATDgc/ABMA" in shown


@pytest.mark.parametrize("seq", [0, 99])
def test_there_is_no_such_position(guest: Client, match: Table, seq: int) -> None:
    assert guest.get(reverse("position", args=[match.pk, seq])).status_code == 404


def test_the_dice_of_a_running_game_show_their_promise_and_keep_their_seed(guest: Client, match: Table) -> None:
    game = Game.objects.get(table=match, number=1)
    shown = words(guest.get(reverse("dice", args=[match.pk])))
    assert game.seed_hash in shown
    assert "after the end of the game" in shown
    document = guest.get(reverse("dice_json", args=[match.pk])).json()
    assert document["games"][0]["seed"] is None


def test_the_dice_of_a_finished_game_are_recomputed(guest: Client, real: Table) -> None:
    assert "all throws agree" in words(guest.get(reverse("dice", args=[real.pk])))


def test_the_script_agrees_with_the_document(guest: Client, real: Table, tmp_path: Path) -> None:
    document = tmp_path / "dice.json"
    document.write_bytes(guest.get(reverse("dice_json", args=[real.pk])).content)
    script = Path(settings.BASE_DIR) / "games/static/games/check_dice.py"
    run = subprocess.run([sys.executable, str(script), str(document)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    forged = json.loads(document.read_text())
    forged["games"][0]["throws"][0]["dice"] = [7 - face for face in forged["games"][0]["throws"][0]["dice"]]
    document.write_text(json.dumps(forged))
    run = subprocess.run([sys.executable, str(script), str(document)], capture_output=True, text=True, check=False)
    assert run.returncode != 0


def test_a_changed_throw_does_not_agree(guest: Client, real: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.web.views.record.roll", lambda *_, **__: (0, 0))
    assert "do NOT agree" in words(guest.get(reverse("dice", args=[real.pk])))


def test_a_salt_for_the_next_game(browser: Browser, alice: Profile, chris: Profile, match: Table) -> None:
    where = reverse("salt", args=[match.pk])
    browser(alice).post(where, {"salt": "my own words"})
    assert Game.objects.get(table=match, number=2).salts == {"0": "my own words"}
    assert browser(chris).post(where, {"salt": "not mine"}).status_code == 404
    assert "my own words" in browser(alice).get(reverse("dice", args=[match.pk])).content.decode()


def test_a_salt_too_long_is_refused(browser: Browser, alice: Profile, match: Table) -> None:
    browser(alice).post(reverse("salt", args=[match.pk]), {"salt": "x" * 5000})
    assert Game.objects.get(table=match, number=2).salts == {}
