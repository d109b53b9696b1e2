"""What may be agreed about a table, and what is refused with a reason."""

from __future__ import annotations

import pytest

from games.rules.errors import IllegalAction
from games.rules.formats import OPTIONS, PRESETS, agreed
from games.rules.state import Opening
from games.rules.table import new_table
from games.rules.variants import variant

STANDARD = agreed("short", "chouette", {})


def test_the_presets_of_the_specification() -> None:
    """A few cells of the table of chouette.md §2.1 for each column."""
    classic, club, la = (agreed("short", "chouette", {"preset": name}) for name in ("classic", "club", "la"))
    assert agreed("short", "chouette", {"preset": "standard"}) == agreed("short", "chouette", {})
    assert (STANDARD.cubes, STANDARD.lone_taker, STANDARD.partner_min, STANDARD.max_players) == (
        "multi", "play_on", 8, 10,
    )  # fmt: skip
    assert (classic.cubes, classic.box_decider, classic.lone_taker) == ("single", "acting_captain", "must_drop")
    assert (club.box_take, club.beavers, club.raccoons, club.partner_draw) == ("half_or_none", True, False, False)
    assert (STANDARD.settlements, classic.settlements, club.settlements) == (False, False, True)
    assert (la.box_decider, la.successor, la.box_double, la.box_take) == (
        "last_and_net", "next_in_line", "captain_if_level", "break_even_captain",
    )  # fmt: skip
    assert (la.lone_taker, la.auto_max, la.settlements, la.partner_draw) == ("extras", 1, True, "leave")


def test_an_option_is_put_on_top_of_the_preset() -> None:
    assert agreed("short", "chouette", {"preset": "classic", "cubes": "multi"}).cubes == "multi"


def test_every_default_is_a_value_of_its_option() -> None:
    for table in OPTIONS.values():
        for name, (default, allowed) in table.items():
            assert name == "length" or allowed(default)
    for preset in PRESETS.values():
        assert all(OPTIONS["chouette"][name][1](value) for name, value in preset.items())


def test_a_match_knows_no_jacoby_and_a_game_without_cube_neither() -> None:
    assert agreed("short", "match", {"length": 3}).jacoby == "off"
    assert agreed("short", "money", {}).jacoby == "per_cube"
    assert agreed("feuga", "money", {}).jacoby == "off"
    assert agreed("feuga", "money", {"cube": True}).jacoby == "per_cube"


def test_the_last_throw_is_for_matches_unless_it_is_agreed() -> None:
    assert agreed("long_classic", "match", {"length": 3}).variant.last_throw
    assert not agreed("long_classic", "money", {}).variant.last_throw
    assert agreed("long_classic", "money", {"last_throw": True}).variant.last_throw


def test_a_chouette_begins_every_game_with_the_lot() -> None:
    assert agreed("long_classic", "match", {"length": 3}).variant.next_starter == "alternate"
    assert agreed("long_classic", "chouette", {}).variant.next_starter == "roll"


@pytest.mark.parametrize(
    ("format_name", "rules", "code"),
    [
        ("duel", {}, "unknown-format"),
        ("match", {}, "missing-rule"),
        ("match", {"length": 0}, "bad-rule"),
        ("match", {"length": True}, "bad-rule"),
        ("match", {"length": 3.0}, "bad-rule"),
        ("match", {"length": "3"}, "bad-rule"),
        ("match", {"length": [3]}, "bad-rule"),
        ("match", {"length": 3, "beavers": True}, "unknown-rule"),
        ("match", {"length": 3, "jacoby": "off"}, "unknown-rule"),
        ("match", {"length": 3, "preset": "standard"}, "unknown-rule"),
        ("match", {"length": 3, "crawford": 1}, "bad-rule"),
        ("match", {"length": 3, "timeout": "draw"}, "bad-rule"),
        ("match", {"length": 3, "cube_cap": 48}, "rules-clash"),
        ("match", {"length": 3, "crawford": False, "holland": True}, "rules-clash"),
        ("money", {"jacoby": "any_cube"}, "bad-rule"),
        ("money", {"jacoby": True}, "bad-rule"),
        ("money", {"cap": 64}, "unknown-rule"),
        ("money", {"beaver": True}, "unknown-rule"),
        ("money", {"auto_double": 1}, "unknown-rule"),
        ("money", {"auto_max": -1}, "bad-rule"),
        ("money", {"raccoons": True}, "rules-clash"),
        ("money", {"cube": False, "beavers": True}, "rules-clash"),
        ("money", {"holland": True}, "rules-clash"),
        ("money", {"end": "games:0"}, "bad-rule"),
        ("money", {"end": "after:2026-01-01"}, "bad-rule"),
        ("money", {"timeout": "lose_match"}, "bad-rule"),
        ("chouette", {"preset": "vegas"}, "bad-rule"),
        ("chouette", {"cubes": "single", "stakes": "min_multiple"}, "rules-clash"),
        ("chouette", {"min_players": 5, "max_players": 4}, "rules-clash"),
        ("chouette", {"partner": "required", "partner_min": 8, "max_players": 7}, "rules-clash"),
        ("chouette", {"stop_loss": 0}, "bad-rule"),
        ("chouette", {"partner_draw": "maybe"}, "bad-rule"),
        ("chouette", {"length": 3}, "unknown-rule"),
    ],
)
def test_what_does_not_go_together_is_refused(format_name: str, rules: dict[str, object], code: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        agreed("short", format_name, rules)
    assert refused.value.code == code


def test_an_unlimited_cube_and_one_that_grows_by_one() -> None:
    assert agreed("short", "money", {"cube_cap": None}).cube_cap is None
    assert agreed("short", "money", {"cube_cap": 5, "progress": "arithmetic"}).cube_cap == 5


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"variant": "chess"}, "unknown-variant"),
        ({"seats": 3}, "bad-seats"),
        ({"seats": 1}, "bad-seats"),
        ({"format": "chouette", "rules": {"max_players": 4}, "seats": 5}, "bad-seats"),
        ({"declared": {0: 2}}, "rules-clash"),
        ({"format": "chouette", "rules": {"stakes": "min_multiple"}, "seats": 3, "declared": {0: 3}}, "bad-declared"),
        ({"format": "chouette", "rules": {"stakes": "min_multiple"}, "seats": 3, "declared": {7: 2}}, "bad-declared"),
        ({"partner": 1}, "rules-clash"),
        ({"format": "chouette", "rules": {"partner": "off"}, "seats": 4, "partner": 1}, "rules-clash"),
        ({"format": "chouette", "rules": {}, "seats": 4, "partner": 0}, "bad-partner"),
        ({"format": "chouette", "rules": {}, "seats": 2, "partner": 1}, "bad-partner"),
        ({"start": Opening(board=variant("short").board("offx15", "1x15"))}, "bad-position"),
    ],
)
def test_a_table_that_cannot_be_is_refused(more: dict[str, object], code: str) -> None:
    plain: dict[str, object] = {"variant": "short", "format": "match", "rules": {"length": 3}, "seats": 2}
    with pytest.raises(IllegalAction) as refused:
        new_table(**(plain | more))  # type: ignore[arg-type]  # the parameters are its arguments
    assert refused.value.code == code
