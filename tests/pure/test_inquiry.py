"""Questions for legal plays: what is understood, what is refused and under which code (spec/legal_plays.md)."""

from __future__ import annotations

import json

import pytest

from games.rules.formats.options import OPTIONS
from games.rules.inquiry import answer
from games.rules.variants import FLAGS

START = "24x2 13x5 8x3 6x5"
BASE = {"variant": "short", "rules": {}, "me": START, "opponent": START, "dice": [3, 1]}


def asked(**changes: object) -> dict:
    request = {**BASE, **changes}
    return json.loads(answer(json.dumps({name: value for name, value in request.items() if value is not ...})))


@pytest.mark.parametrize(
    "line", ["24/18 13/11", "[1, 2]", "null", '"short"', "{", "{}", "[" * 100_000, "1" * 5000, "\ufffd", "{'a': 1}"]
)
def test_what_is_no_request(line: str) -> None:
    assert json.loads(answer(line))["error"] == "bad-request"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"variant": ...}, "bad-request"),
        ({"me": ...}, "bad-request"),
        ({"opponent": ...}, "bad-request"),
        ({"dice": ...}, "bad-request"),
        ({"frist_roll": True}, "bad-request"),
        ({"variant": 7}, "bad-request"),
        ({"me": ["24x2"]}, "bad-request"),
        ({"rules": []}, "bad-request"),
        ({"dice": "31"}, "bad-request"),
        ({"dice": [True, 1]}, "bad-request"),
        ({"first_roll": 1}, "bad-request"),
        ({"head_used": True}, "bad-request"),
        ({"head_used": -1}, "bad-request"),
        ({"head_used": 0.5}, "bad-request"),
        ({"stage": 6}, "bad-request"),
        ({"stage": None}, "bad-request"),
        ({"all_plays": "yes"}, "bad-request"),
        ({"variant": "chess"}, "unknown-variant"),
        ({"variant": "Short"}, "unknown-variant"),
        ({"rules": {"gravity": True}}, "unknown-rule"),
        ({"rules": {"dup": 3}}, "bad-rule"),
        ({"rules": {"dup": "4"}}, "bad-rule"),
        ({"rules": {"six_block_transit": "on"}}, "bad-rule"),
        ({"rules": {"hit_run": True}}, "bad-rule"),
        ({"rules": {"head_limit": None}}, "bad-rule"),
        ({"rules": {"head_limit": {}}}, "bad-rule"),
        ({"rules": {"jacoby": "sometimes"}}, "bad-rule"),
        ({"rules": {"cube_cap": "64"}}, "bad-rule"),
        ({"rules": {"auto_max": -1}}, "bad-rule"),
        ({"rules": {"beavers": 1}}, "bad-rule"),
        ({"me": "26x2 13x5"}, "bad-position"),
        ({"me": "24 17 12", "opponent": "13x5"}, "bad-position"),
        ({"opponent": "24x2 13x5 8x3 6x6"}, "bad-position"),
        ({"dice": [7, 1]}, "bad-dice"),
        ({"dice": [3]}, "bad-dice"),
        ({"dice": [3, 2, 1]}, "bad-dice"),
        ({"dice": [0, 1]}, "bad-dice"),
        ({"variant": "garankuet"}, "bad-dice"),
        ({"stage": []}, "bad-stage"),
        ({"stage": [7]}, "bad-stage"),
        ({"stage": [6] * 10}, "bad-stage"),
        ({"stage": [6, 5, 4, 3, 2, 1]}, "bad-stage"),
    ],
)
def test_what_is_refused(changes: dict, code: str) -> None:
    given = asked(**changes)
    assert given["error"] == code
    assert "detail" in given


@pytest.mark.parametrize(
    "rules",
    [
        {"jacoby": True}, {"jacoby": "per_cube"}, {"jacoby": "off"}, {"beaver": True}, {"beavers": True},
        {"raccoon": False}, {"raccoons": False}, {"auto_double": 2}, {"auto_max": 2}, {"cap": "none"}, {"cap": 64},
        {"cube_cap": None}, {"cube_cap": 64}, {"crawford": True}, {"holland": True}, {"cube_kills_mars": True},
        {"progress": "arithmetic"}, {"cube": False}, {"opening": "reroll"}, {"next_starter": "winner"},
        {"score": "single"}, {"last_throw": True}, {"draw_value": "zero"}, {"cascade_carry": "once"},
        {"carry_scope": "any_roll"},
        {"cascade_from_turn": 4}, {"mother": False}, {"mother_points": 3}, {"complement_doubles": True},
        {"naming": "pool21"}, {"naming_no_pass": True}, {"length": 5}, {"timeout": "lose_match"}, {"settlements": True},
        {"end": "games:3"}, {"preset": "club"}, {"box_take": "half_or_none"},
    ],
)  # fmt: skip
def test_rules_of_the_table_change_nothing_here(rules: dict) -> None:
    assert len(asked(rules=rules)["results"]) == 16


def test_rules_may_be_left_out() -> None:
    assert len(asked(rules=...)["results"]) == 16


def test_a_pass_has_an_empty_play() -> None:
    given = asked(me="bar 13x5 8x4 6x5", opponent="6x2 4x2 1x11", dice=[6, 4])
    assert given == {"results": [{"me": "bar 13x5 8x4 6x5", "opponent": "6x2 4x2 1x11", "play": ""}]}
    assert asked(me="", opponent="6x15")["results"] == [{"me": "offx15", "opponent": "6x15", "play": ""}]


EXAMPLES = [
    (
        {"variant": "short", "rules": {}, "me": "5 2 offx13", "opponent": "1x15", "dice": [5, 1], "all_plays": True},
        [
            {"me": "1 offx14", "opponent": "1x15", "play": "5/off 2/1", "plays": ["5/off 2/1"]},
            {"me": "2 offx14", "opponent": "1x15", "play": "5/4/off", "plays": ["5/4 4/off"]},
        ],
    ),
    (
        {"variant": "tapa", "rules": {}, "me": "6 1x2 offx12", "opponent": "19p 10x14", "dice": [6, 1]},
        [
            {"me": "1 offx14", "opponent": "19 10x14", "play": "6/off 1/off"},
            {"me": "1x2 offx13", "opponent": "19 10x14", "play": "6/5/off"},
        ],
    ),
    (
        {
            "variant": "gulbara", "rules": {}, "me": "24x14 14", "opponent": "24x14 6", "dice": [1, 1],
            "first_roll": True, "head_used": 1, "stage": [4, 4, 4],
        },
        [{"me": "24x14 2", "opponent": "24x14 6", "play": "14/10/6/2"}],
    ),
]  # fmt: skip
"""The examples of spec/legal_plays.md."""


@pytest.mark.parametrize(("request_", "results"), EXAMPLES)
def test_the_examples(request_: dict, results: list) -> None:
    given = json.loads(answer(json.dumps(request_)))["results"]
    assert sorted(given, key=lambda result: result["me"]) == results


def test_pins_and_hits_are_starred() -> None:
    given = asked(variant="tapa", me="8 24x2 5x12", opponent="19 24x2 10x12", dice=[2, 1])["results"]
    assert {result["play"] for result in given if "19p" in result["opponent"]} == {"24/23 8/6*", "8/6* 5/4"}
    given = asked(variant="race", me="20 reservex14", opponent="2 6x14", dice=[2, 1])["results"]
    assert "bar/24 bar/23*" in {result["play"] for result in given}


def test_every_way_counts_a_man_off_once_whatever_the_number() -> None:
    given = asked(me="3 2 offx13", opponent="", dice=[6, 5], all_plays=True)["results"]
    assert given == [{"me": "offx15", "opponent": "offx15", "play": "3/off 2/off", "plays": ["3/off 2/off"]}]


@pytest.mark.parametrize("value", ["[]", "{}", "null", "1e999", "NaN", '"\\ud800"', '"\\u2028"', "true", "[[7]]"])
@pytest.mark.parametrize(
    "flag", [*OPTIONS["chouette"], *OPTIONS["match"], *FLAGS, "preset", "cap", "jacoby", "gravity"]
)
def test_no_value_of_a_rule_ends_the_run(flag: str, value: str) -> None:
    """The answer is one line of JSON that any program can read."""
    text = answer(json.dumps(BASE).replace('"rules": {}', f'"rules": {{"{flag}": {value}}}'))
    assert text.isascii()
    assert text.isprintable()
    json.loads(text, parse_constant=pytest.fail)
