"""A question for legal plays and its answer, each one line of JSON (spec/legal_plays.md). Reads and writes nothing.

What is legal is found in `plays`; here requests are understood, or refused with a code.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Any

from games.rules.board import Board, move_text
from games.rules.errors import IllegalAction
from games.rules.formats.options import OPTIONS, PRESETS
from games.rules.notation import play_text
from games.rules.plays import Spot, legal_plays, ways
from games.rules.variants import FLAGS, Variant, variant

_ME, _OPPONENT = 0, 1
_LONGEST_STAGE, _LONGEST_MIXED = 9, 5
"""No roll of any game gives more steps at once; from six on they are all of one number (spec/rules.md §3.10)."""

Check = Callable[[object], bool]


def _is_number(value: object) -> bool:
    return type(value) is int


def _are_numbers(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_number, value))


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_on_off(value: object) -> bool:
    return isinstance(value, bool)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and _is_number(value) and value >= 0


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


_REQUIRED: Mapping[str, Check] = {"variant": _is_text, "me": _is_text, "opponent": _is_text, "dice": _are_numbers}
_OPTIONAL: Mapping[str, Check] = {
    "rules": _is_object,
    "first_roll": _is_on_off,
    "head_used": _is_count,
    "stage": _are_numbers,
    "all_plays": _is_on_off,
}
_FIELDS = {**_REQUIRED, **_OPTIONAL}

_TABLE_RULES: dict[str, list[Check]] = {
    "preset": [lambda value: isinstance(value, str) and value in PRESETS],
    "beaver": [_is_on_off],
    "raccoon": [_is_on_off],
    "jacoby": [_is_on_off],
    "auto_double": [_is_count],
    "cap": [lambda value: value in ("none", 64) and not isinstance(value, float)],
}
"""Rules of a whole table, also by their second names in spec/rules.md §2.1: known here, but they change no play."""
for _table in OPTIONS.values():
    for _name, (_default, _check) in _table.items():
        _TABLE_RULES.setdefault(_name, []).append(_check)


def answer(line: str) -> str:
    """The answer to one line. Never raises: what is wrong with the line is the answer then (`error`, `detail`)."""
    try:
        return json.dumps({"results": _results(_request(line))})
    except IllegalAction as error:
        return json.dumps({"error": error.code, "detail": error.data}, default=str)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _finite(text: str) -> float:
    """A number as JSON may be answered with it: the answer may quote what was asked."""
    if math.isinf(number := float(text)):
        raise ValueError("the number is too large")
    return number


def _request(line: str) -> dict[str, Any]:
    try:
        request = json.loads(line, parse_constant=_no_constant, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise IllegalAction("bad-request", reason="not JSON") from error
    if not isinstance(request, dict):
        raise IllegalAction("bad-request", reason="not an object")
    for field in _REQUIRED:
        if field not in request:
            raise IllegalAction("bad-request", reason="missing", field=field)
    for field, value in request.items():
        if field not in _FIELDS:
            raise IllegalAction("bad-request", reason="unknown", field=field)
        if not _FIELDS[field](value):
            raise IllegalAction("bad-request", reason="wrong type", field=field)
    return request


def _results(request: dict[str, Any]) -> list[dict[str, object]]:
    game = _game(request["variant"], request.get("rules", {}))
    board = game.board(request["me"], request["opponent"])
    dice = tuple(request["dice"])
    if len(dice) != game.dice or not all(1 <= number <= 6 for number in dice):
        raise IllegalAction("bad-dice", dice=dice, count=game.dice)
    stage = tuple(request["stage"]) if "stage" in request else game.stages(dice)[0]
    longest = _LONGEST_STAGE if len(set(stage)) == 1 else _LONGEST_MIXED
    if not 1 <= len(stage) <= longest or not all(1 <= number <= 6 for number in stage):
        raise IllegalAction("bad-stage", stage=stage)
    first_roll, head_used = request.get("first_roll", False), request.get("head_used", 0)
    spot = Spot(game, board, _ME, stage, dice, first_roll=first_roll, head_used=head_used)
    every_way = _all_ways(spot) if request.get("all_plays") else {}
    results = []
    for play in legal_plays(spot):
        result: dict[str, object] = {
            "me": play.board.text(_ME),
            "opponent": play.board.text(_OPPONENT),
            "play": play_text(play.steps),
        }
        if play.board in every_way:
            result["plays"] = every_way[play.board]
        results.append(result)
    return results


def _game(key: str, rules: Mapping[str, Any]) -> Variant:
    """The variant with the flags among `rules`; the other rules are seen to have sensible values, and left alone."""
    for name, value in rules.items():
        if name in _TABLE_RULES and name not in FLAGS and not any(check(value) for check in _TABLE_RULES[name]):
            raise IllegalAction("bad-rule", flag=name, value=value)
    return variant(key, **{name: value for name, value in rules.items() if name in FLAGS or name not in _TABLE_RULES})


def _all_ways(spot: Spot) -> dict[Board, list[str]]:
    return {
        board: sorted(" ".join(move_text(start, end) for start, end in way) for way in every)
        for board, every in ways(spot).items()
    }
