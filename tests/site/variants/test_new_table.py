"""Making a table of any game: what the form shows of it, which rules it lets be set, and what it refuses."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.models import Profile, Table
from games.rules.formats import agreed
from games.rules.variants import ALL, FLAGS, variant
from games.rules.variants.base.meaning import may_work, works
from games.texts.variants import differences
from games.web.named import NAMED, SETS
from games.web.rule_options import options_of
from games.web.table_forms import NewTableForm

FORM = {"preset": "match-no-cube", "length": "3", "games": "3", "clock": "daily", "seats": "4", "open_for": "7"}
TO_ALL = {**FORM, "against": "open", "ref": "a"}


def test_every_variant_can_be_chosen() -> None:
    assert {named.variant for named in NAMED.values()} == set(ALL)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("key", NAMED)
def test_the_form_shows_the_game(client: Client, alice: Profile, key: str, language: str) -> None:
    alice.language = language
    alice.save(update_fields=["language"])
    client.force_login(alice.user)
    page = client.get(reverse("new_table"), {"game": key}).content.decode()
    with translation.override(language):
        for line in (NAMED[key].name, *differences(NAMED[key].variant), *NAMED[key].special):
            assert line.replace("'", "&#x27;") in page
    assert f'name="game" value="{key}"' in page
    assert page.count('class="board mini"') == 1 + len(NAMED)


@pytest.mark.parametrize("key", NAMED)
def test_the_game_is_offered_with_its_rules(client: Client, alice: Profile, key: str) -> None:
    client.force_login(alice.user)
    assert client.post(reverse("new_table"), {**TO_ALL, "game": key}).status_code == 302
    table = Table.objects.get()
    assert table.variant == NAMED[key].variant
    assert NAMED[key].rules.items() <= table.rules.items()
    assert not agreed(table.variant, table.format, table.rules).variant.cube
    shown = client.get(reverse("table", args=[table.pk])).content.decode()
    assert all(line.replace("'", "&#x27;") in shown for line in differences(table.variant))


@pytest.mark.parametrize("chosen", SETS)
@pytest.mark.parametrize("key", NAMED)
def test_every_named_set_goes_with_every_game(alice: Profile, key: str, chosen: str) -> None:
    form = NewTableForm({**TO_ALL, "game": key, "preset": chosen}, host=alice)
    assert form.is_valid(), form.errors
    made = form.arguments()
    options = agreed(made["variant"], made["format"], made["rules"])
    assert options.variant.cube is not chosen.endswith("no-cube")


@pytest.mark.parametrize("key", NAMED)
def test_every_rule_shown_can_be_set_or_is_said_to_be_idle(alice: Profile, key: str) -> None:
    for option in options_of(NAMED[key].game):
        for place, (value, _name) in enumerate(option.values):
            asked = {**TO_ALL, "game": key, "preset": f"{option.formats[0]}", f"rule_{option.name}": str(place)}
            form = NewTableForm(asked, host=alice)
            if form.is_valid():
                assert form.arguments()["rules"][option.name] == value
            else:
                assert set(form.errors) == {f"rule_{option.name}"}
                assert "changes nothing" in str(form.errors)


@pytest.mark.parametrize("key", ALL)
def test_no_flag_that_means_nothing_is_shown(key: str) -> None:
    shown = {option.name for option in options_of(ALL[key])} & FLAGS.keys()
    assert {flag for flag in FLAGS if works(flag, ALL[key])} <= shown | {"holland"}
    assert all(may_work(flag, ALL[key]) for flag in shown)


@pytest.mark.parametrize(
    ("key", "flags"),
    [
        ("short", {"head_exception", "six_block", "entry", "mother", "naming", "cascade_carry", "pair_rule"}),
        ("tapa", {"hit_run", "entry", "head_limit", "last_throw"}),
        ("long_classic", {"hit_run", "entry", "mother", "naming"}),
        ("gulbara", {"hit_run", "naming", "pair_rule"}),
    ],
)
def test_rules_of_other_games_are_not_shown(key: str, flags: set[str]) -> None:
    assert not flags & {option.name for option in options_of(ALL[key])}


def test_a_rule_that_hangs_on_another_is_refused_without_it(alice: Profile) -> None:
    asked = {**TO_ALL, "game": "tapa", "rule_mother": "1", "rule_mother_points": "1"}
    with translation.override("ru"):
        assert "ничего не меняет" in str(NewTableForm(asked, host=alice).errors["rule_mother_points"])
    assert NewTableForm({**asked, "rule_mother": "0"}, host=alice).is_valid()


def test_flags_hang_together() -> None:
    assert works("draw_value", variant("tapa"))
    assert not works("draw_value", variant("tapa", mother=False))
    assert not works("six_block_transit", variant("long_classic", six_block="free"))
    assert not works("carry_scope", variant("gulbara", cascade_carry="none"))
