"""What cannot be is refused with a code and the field by `legal_plays`, and in words by pages: never a wrong answer."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games import texts
from games.models import Profile
from games.records import native
from games.rules.inquiry import answer
from games.web import imports
from tests.site import factories
from tests.site.conftest import Script
from tests.site.web.conftest import words

ASKED = {"variant": "short", "me": "24x2 13x5 8x3 6x5", "opponent": "24x2 13x5 8x3 6x5", "dice": [3, 1]}

IMPOSSIBLE = [
    ({"rules": {"foo": 1}}, ("unknown-rule", "flag", "foo"), "option called «foo»"),
    ({"rules": {"dup": 3}}, ("bad-rule", "flag", "dup"), "«dup» cannot be «3»"),
    ({"me": "24x16"}, ("bad-position", "reason", "wrong-number-of-men"), "There are 16 men, but a side has 15"),
    ({"me": "1x15"}, ("bad-position", "reason", "both-sides"), "Both sides stand on point 1"),
    ({"variant": "tapa", "me": "5p 13x14"}, ("bad-position", "reason", "no-pinner"), "Nobody stands on the pinned man"),
    ({"me": "19p 13x14"}, ("bad-position", "reason", "no-pins"), "There are no pinned men in this game"),
    ({"me": "24y"}, ("bad-position", "reason", "unreadable"), "«24y» cannot be read"),
    ({"variant": "hypergammon"}, ("bad-position", "reason", "wrong-number-of-men"), "a side has 3"),
    ({"me": "reservex15"}, ("bad-position", "reason", "no-reserve"), "reserve"),
]


@pytest.mark.parametrize(("wrong", "expected", "said"), IMPOSSIBLE)
def test_legal_plays_names_the_code_and_the_field(wrong: dict, expected: tuple[str, str, str], said: str) -> None:
    code, field, value = expected
    given = json.loads(answer(json.dumps(ASKED | wrong)))
    assert (given["error"], given["detail"][field]) == (code, value)


@pytest.mark.parametrize("dice", [[6, 6, 6], [0, 3], "=66", [6], [7, 1], None])
def test_legal_plays_refuses_dice_that_are_none(dice: object) -> None:
    given = json.loads(answer(json.dumps(ASKED | {"dice": dice})))
    assert given["error"] in {"bad-dice", "bad-request"}
    assert "dice" in json.dumps(given["detail"])


@pytest.mark.parametrize(("wrong", "expected", "said"), IMPOSSIBLE)
def test_a_record_with_it_says_why_in_both_languages(wrong: dict, expected: tuple[str, str, str], said: str) -> None:
    asked = ASKED | wrong
    events = [{"position": [asked["me"], asked["opponent"]], "turn": 1}, {"player": 1, "roll": "31", "play": "8/5 6/5"}]
    record = {
        "format": native.FORMAT,
        "version": native.VERSION,
        "variant": asked["variant"],
        "rules": asked.get("rules", {}),
        "games": [{"names": ["Ann", "Bob"], "events": events}],
    }
    notes = imports.summary(json.dumps(record).encode())["notes"]
    with translation.override("en"):
        assert any(said in texts.record_note(note["text"]) for note in notes), notes
    with translation.override("ru"):
        told = [texts.record_note(note["text"]) for note in notes]
        assert not any(expected[0] in one for one in told), told


@pytest.mark.django_db
def test_a_named_roll_in_a_game_with_dice_is_refused_on_the_page(
    client: Client, alice: Profile, boris: Profile, dice: Script
) -> None:
    dice("31")
    table = factories.match(alice, boris)
    client.force_login(alice.user, backend="django.contrib.auth.backends.ModelBackend")
    where = reverse("answer", args=[factories.prompt(table).pk])
    for line in ("=66", "=66: 24/18(2)"):
        sent = client.post(where, {"line": line, "enter": "1", "ref": line})
        assert sent.status_code == 422
        assert "The roll is 3-1 and is not named here" in words(sent)
        assert f'value="{line}"' in sent.content.decode()
    assert table.entries.filter(seat__isnull=False).count() == 0
