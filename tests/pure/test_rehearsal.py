"""What `rehearse` reads, what it refuses as no script, and what it reports (spec/rehearse.md)."""

from __future__ import annotations

from typing import Any

import pytest

from games.rehearsal import ScriptError, differences, read_script, rehearse

SCRIPT: dict[str, Any] = {
    "title": "Two",
    "format": "match",
    "rules": {"length": 3},
    "seats": ["A", "B"],
    "dice": ["31"],
    "do": [["A", "8/5 6/5"]],
}


def play(**more: object) -> dict[str, Any]:
    """The output of the script with other fields."""
    return rehearse(read_script(SCRIPT | more))


def test_the_fields_of_a_match() -> None:
    found = play()
    assert list(found) == [
        "title", "over", "games", "results", "score", "winner", "crawford", "seats", "asks", "stakes", "position",
        "refused", "errors", "facts",
    ]  # fmt: skip
    assert found["title"] == "Two"
    assert found["stakes"] == {"B": {"value": 1, "owner": None, "turned": False, "live": True, "won": None}}
    assert found["position"] == {"A": "24x2 13x5 8x2 6x4 5x2", "B": "24x2 13x5 8x3 6x5"}
    assert found["asks"] == [["B", "cube"]]


def test_the_fields_of_a_chouette() -> None:
    found = play(format="chouette", rules={}, seats=["A", "B", "C"], dice=["13"], do=[])
    assert list(found) == [
        "title", "over", "games", "results", "points", "seats", "captain", "asks", "stakes", "position", "refused",
        "errors", "facts",
    ]  # fmt: skip
    assert found["captain"] == "B"
    assert list(found["stakes"]) == ["B", "C"]
    assert list(found["position"]) == ["box", "team"]


def test_without_dice_every_throw_is_two_one_or_three_two_one() -> None:
    assert play(dice=[], do=[])["facts"][1]["dice"] == (2, 1)
    throws = [fact for fact in play(variant="garankuet", dice=[], do=[])["facts"] if fact["fact"] == "Thrown"]
    assert [throw["dice"] for throw in throws] == [(2, 1), (3, 2, 1)]


def test_dice_of_a_refused_line_are_not_used_up() -> None:
    found = play(dice=["31", "52", "64"], do=[["A", "8/5"], ["A", "8/5 6/5"], ["B", "hop"], ["B", "roll"]])
    assert found["refused"] == [1, 3]
    assert found["errors"][1] == {"line": 3, "do": ["B", "hop"], "error": "unknown-command"}
    assert [fact["dice"] for fact in found["facts"] if fact["fact"] == "Thrown"] == [(3, 1), (5, 2)]


def test_names_may_be_russian_and_stand_in_cases() -> None:
    found = play(
        format="chouette",
        rules={},
        seats=["Анна", "Марина", "Павел"],
        dice=["31"],
        do=[["Анна", "8/5 6/5"], ["Марина", "доверить Павлу"], ["house", "adjudicate Павла 1"]],
    )
    assert found["refused"] == []
    assert found["points"] == {"Анна": -2, "Марина": 1, "Павел": 1}


@pytest.mark.parametrize(
    "wrong",
    [
        {"format": None},
        {"format": "duel"},
        {"variant": "chess"},
        {"variant": 5},
        {"rules": []},
        {"rules": {"length": 3, "speed": 2}},
        {"rules": {"length": "3"}},
        {"rules": {}},
        {"seats": None},
        {"seats": "AB"},
        {"seats": ["A"]},
        {"seats": ["A", "B", "C"]},
        {"seats": ["A", "a"]},
        {"seats": ["A", "А"]},
        {"seats": ["A", "roll"]},
        {"seats": ["A", "house"]},
        {"seats": ["A", "thirteenchars"]},
        {"seats": ["A", "B-C"]},
        {"seats": ["A", 2]},
        {"partner": "B"},
        {"partner": "X"},
        {"declared": {"A": 2}},
        {"start": {"me": "24x2"}},
        {"start": {"me": "24x16", "opponent": "24x15"}},
        {"start": {"me": "24x15", "opponent": "1x15"}},
        {"start": {"me": "24x2", "opponent": "24x2", "turn": "C"}},
        {"start": {"me": "offx15", "opponent": "24x2", "turn": "A"}},
        {"start": "24x2"},
        {"dice": "31"},
        {"dice": ["37"]},
        {"dice": ["3"]},
        {"dice": [31]},
        {"do": None},
        {"do": {}},
        {"do": [["A"]]},
        {"do": [["A", "roll", "now"]]},
        {"do": [["A", 1]]},
        {"expect": []},
        {"title": 1},
    ],
)
def test_what_is_no_script(wrong: dict[str, object]) -> None:
    with pytest.raises(ScriptError):
        play(**wrong)


@pytest.mark.parametrize("data", [None, [], "script", 3])
def test_a_script_is_an_object(data: object) -> None:
    with pytest.raises(ScriptError):
        read_script(data)


def test_a_throw_with_too_few_numbers_is_no_script() -> None:
    with pytest.raises(ScriptError, match="too few"):
        play(variant="garankuet", dice=["31", "31"], do=[])


def test_expected_objects_by_the_keys_named() -> None:
    assert differences({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}, "d": 3}) == []
    assert differences({"a": {"b": 1}}, {"a": {"b": 2}}) == ["a.b: expected 1, found 2"]
    assert differences({"a": 1}, {}) == ["a: is not there"]
    assert differences({"a": {"b": 1}}, {"a": None}) == ["a: expected an object, found None"]


def test_expected_lists_element_by_element_and_of_one_length() -> None:
    assert differences([{"a": 1}, {}], [{"a": 1, "b": 2}, {"c": 3}]) == []
    assert differences({"x": [1]}, {"x": [1, 2]}) == ["x: expected [1], found [1, 2]"]
    assert differences({"x": [1, 2]}, {"x": [1, 3]}) == ["x[1]: expected 2, found 3"]
    assert differences({"x": []}, {"x": None}) == ["x: expected [], found None"]


def test_numbers_are_no_truths() -> None:
    assert differences({"over": True}, {"over": 1}) != []
    assert differences({"score": 0.5}, {"score": 0.5}) == []
    assert differences({"score": 2}, {"score": 2.0}) == []
