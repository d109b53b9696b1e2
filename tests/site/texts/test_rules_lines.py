"""The rules of a table in plain words."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from games import texts
from games.rules.errors import IllegalAction
from games.rules.formats import PRESETS
from games.rules.variants import ALL, FLAGS
from games.rules.variants import variant as variant_named


def lines(language: str, variant: str, table_format: str, **rules: object) -> list[str]:
    with translation.override(language):
        return texts.rules_lines(variant, table_format, rules)


@pytest.mark.parametrize("variant", ALL)
@pytest.mark.parametrize(
    ("table_format", "rules"),
    [("match", {"length": 5}), ("money", {"end": "games:3"}), *(("chouette", {"preset": name}) for name in PRESETS)],
)
def test_every_table_can_be_told_in_both_languages(variant: str, table_format: str, rules: dict[str, object]) -> None:
    english, russian = lines("en", variant, table_format, **rules), lines("ru", variant, table_format, **rules)
    assert len(english) == len(russian) == len(set(russian)) >= 4
    for one, other in zip(english, russian, strict=True):
        assert one != other
        assert re.search("[а-яё]", other), other
        assert "%(" not in one + other


@pytest.mark.parametrize("variant", ALL)
def test_every_variant_has_a_name(variant: str) -> None:
    with translation.override("ru"):
        russian = texts.variant_name(variant)
    with translation.override("en"):
        assert texts.variant_name(variant) not in {variant, russian}


def test_a_match_of_short_nardy_in_russian() -> None:
    assert lines("ru", "short", "match", length=3) == [
        "Короткие нарды",
        "Матч до 3 очков",
        "Правило Кроуфорда: одна партия без даве, когда кому-то не хватает очка",
        "С кубом удвоения, до 64",
        "Оин 1, марс 2, кокс 3",
        "Не ответивший в срок проигрывает партию",
    ]


def test_what_was_agreed_otherwise_is_told() -> None:
    told = lines(
        "en",
        "short",
        "money",
        jacoby="off",
        beavers=True,
        auto_max=2,
        settlements=True,
        hit_run="no_hide",
        cube_cap=None,
    )
    assert "No Jacoby rule: gammons always count" in told
    assert "With beavers" in told
    assert "Equal opening dice double the stake, at most 2 times" in told
    assert "A bet may be settled by agreement" in told
    assert "A man that has hit may not go on to join another of its own in the same turn" in told
    assert "With the doubling cube, without limit" in told


def test_rules_that_make_no_sense_are_refused() -> None:
    with pytest.raises(IllegalAction):
        lines("en", "short", "match", length="five")


def test_a_match_without_a_length_is_told_without_it() -> None:
    assert not any("Match to" in line for line in lines("en", "short", "match"))


@pytest.mark.parametrize("flag", ["hit_run", "six_block", "head_exception", "score", "draw_value", "next_starter"])
def test_no_value_of_a_flag_fails(flag: str) -> None:
    for value in FLAGS[flag]:
        game = variant_named("long_classic", **{flag: value})
        with translation.override("ru"):
            assert list(texts.play_lines(game))
