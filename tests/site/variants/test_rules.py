"""The rules of every game in both languages: a page with its start, and three sentences for whoever sits down."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.rules.variants import ALL, FLAGS, variant
from games.texts.playing import how_lines, play_lines
from games.texts.variants import differences, gist

LANGUAGES = ["en", "ru"]


@pytest.mark.parametrize("key", ALL)
def test_three_sentences_say_what_is_different(key: str) -> None:
    with translation.override("en"):
        english = differences(key)
    with translation.override("ru"):
        russian = differences(key)
    assert len(english) == len(russian) == 3
    assert all(sentence.endswith(".") for sentence in english + russian)
    assert all(re.search("[а-я]", sentence) for sentence in russian)


def test_no_two_games_are_told_alike() -> None:
    with translation.override("en"):
        assert len({tuple(differences(key)) for key in ALL}) == len(ALL)
        assert len({(*how_lines(game), *play_lines(game), str(game.start())) for game in ALL.values()}) == len(ALL)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ALL)
def test_a_page_of_rules(client: Client, db: None, key: str, language: str) -> None:
    shown = client.get(reverse("rules_of", args=[key]), headers={"accept-language": language})
    assert shown.status_code == 200
    page = shown.content.decode()
    with translation.override(language):
        for line in (*differences(key), *how_lines(ALL[key]), *play_lines(ALL[key])):
            assert line.replace("'", "&#x27;") in page
    assert page.count('class="board"') == 1
    assert f"?game={key}" in page


def test_there_is_no_page_of_an_unknown_game(client: Client, db: None) -> None:
    assert client.get(reverse("rules_of", args=["chess"])).status_code == 404


def test_the_list_of_games_is_light(client: Client, db: None) -> None:
    page = client.get(reverse("rules")).content
    assert page.count(b'class="board mini"') == len(ALL)
    assert len(page) < 120_000


HARMLESS = {"cube", "progress", "cube_kills_mars", "holland", "opening", "next_starter"}
"""Told by the lines about the table, or by how the game begins."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("flag", sorted(FLAGS.keys() - HARMLESS))
def test_every_value_of_a_flag_is_told_somewhere(flag: str, language: str) -> None:
    """In some game each value of the flag reads differently from the others."""
    with translation.override(language):
        told = max(len({tuple(play_lines(variant(key, **{flag: value}))) for value in FLAGS[flag]}) for key in ALL)
    assert told == len(FLAGS[flag])


def test_the_list_tells_the_games_apart() -> None:
    with translation.override("ru"):
        assert len({gist(key) for key in ALL}) == len(ALL)
