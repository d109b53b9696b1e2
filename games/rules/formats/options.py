"""The options of a table, by their names in spec/rehearse.md §2 and spec/chouette.md §2.1: defaults, values, presets.

Rule flags of the variant stand in the same `rules`; `games.rules.variants` knows them. Nothing is carried out here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, Literal

from games.rules.errors import IllegalAction
from games.rules.scoring import Jacoby
from games.rules.variants import Variant, variant

Check = Callable[[object], bool]
FormatName = Literal["match", "money", "chouette"]
FORMATS: tuple[FormatName, ...] = ("match", "money", "chouette")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """All that was agreed about a table; what a format does not know stands at the value that switches it off."""

    variant: Variant
    cube_cap: int | None = 64
    jacoby: Jacoby = "off"
    beavers: bool = False
    raccoons: bool = False
    auto_max: int = 0
    auto_by: Literal["rule", "box"] = "rule"
    settlements: bool = False
    end: str = "owner"
    timeout: Literal["lose_game", "lose_match", "autopilot", "claim"] = "lose_game"
    pairs: Literal["off", "turns", "fixed"] = "off"
    """Two a side on one board: who of them throws, by turns or always the same (spec/rules.md §4.4)."""
    length: int = 0
    crawford: bool = False
    cubes: Literal["multi", "single"] = "multi"
    box_decider: Literal["original_captain", "acting_captain", "net", "all", "last_and_net"] = "original_captain"
    successor: Literal["first_winner", "next_in_line"] = "first_winner"
    net_zero: Literal["stays", "leaves"] = "stays"
    box_double: Literal["free", "captain_if_level", "same_value_same_action", "all_or_none"] = "free"
    box_take: Literal["free", "captain_required", "half_or_none", "all_or_none", "break_even_captain"] = "free"
    lone_taker: Literal["play_on", "must_drop", "must_beaver", "extras", "buyout"] = "play_on"
    lone_min_players: int = 5
    extras_mode: Literal["offered", "forced", "voluntary"] = "offered"
    consult: str = "own_cube_turned"
    cube_consult: bool = False
    partner: Literal["optional", "off", "required"] = "off"
    partner_min: int = 8
    partner_offer: Literal["from_captain", "next_in_line", "from_last"] = "from_captain"
    partner_draw: bool | Literal["leave"] = True
    partner_term: Literal["run", "game"] = "run"
    partner_after_loss: Literal["keeps_place", "becomes_captain"] = "keeps_place"
    stakes: Literal["uniform", "min_multiple"] = "uniform"
    answers: Literal["sealed", "captain_first", "captain_last"] = "sealed"
    join_position: Literal["behind_loser", "ahead_of_loser"] = "behind_loser"
    min_players: int = 2
    max_players: int = 2
    stop_loss: int | Literal["none"] = "none"

    @property
    def last_game(self) -> int | None:
        """N of `end` = `games:N`: the table is over after so many games."""
        return int(self.end.removeprefix("games:")) if self.end.startswith("games:") else None

    @property
    def last_day(self) -> date | None:
        """The day of `end` = `after:DATE`: no game begins after it."""
        return date.fromisoformat(self.end.removeprefix("after:")) if self.end.startswith("after:") else None

    @property
    def one_cube(self) -> bool:
        """One physical cube for the whole team."""
        return self.cubes == "single"


def _one_of(*values: object) -> Check:
    return lambda value: any(value == known and type(value) is type(known) for known in values)


def _number(low: int, high: int) -> Check:
    return lambda value: type(value) is int and low <= value <= high


def _end(*, dated: bool) -> Check:
    """`owner`, `games:N`, and where it may end on a day `after:YYYY-MM-DD`."""

    def check(value: object) -> bool:
        if not isinstance(value, str):
            return False
        day = re.fullmatch(r"after:([0-9]{4}-[0-9]{2}-[0-9]{2})", value) if dated else None
        return _is_day(day[1]) if day else re.fullmatch(r"owner|games:[1-9][0-9]{0,4}", value) is not None

    return check


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _cap(value: object) -> bool:
    return value is None or (type(value) is int and 1 <= value <= 2**20)


def _stop_loss(value: object) -> bool:
    return value == "none" or (type(value) is int and value >= 1)


_ON_OFF = _one_of(False, True)
_PAIRS = _one_of("off", "turns", "fixed")
_REQUIRED = object()

Table = Mapping[str, tuple[object, Check]]
"""Option -> its default and the test of its values."""

MATCH: Table = {
    "length": (_REQUIRED, _number(1, 999)),
    "crawford": (True, _ON_OFF),
    "pairs": ("off", _PAIRS),
    "cube_cap": (64, _cap),
    "timeout": ("lose_game", _one_of("lose_game", "lose_match", "autopilot", "claim")),
}
MONEY: Table = {
    "pairs": ("off", _PAIRS),
    "jacoby": ("per_cube", _one_of("per_cube", "off")),
    "beavers": (False, _ON_OFF),
    "raccoons": (False, _ON_OFF),
    "auto_max": (0, _number(0, 20)),
    "settlements": (False, _ON_OFF),
    "cube_cap": (64, _cap),
    "end": ("owner", _end(dated=False)),
    "timeout": ("lose_game", _one_of("lose_game", "autopilot", "claim")),
}
CHOUETTE: Table = {
    "cubes": ("multi", _one_of("multi", "single")),
    "box_decider": (
        "original_captain",
        _one_of("original_captain", "acting_captain", "net", "all", "last_and_net"),
    ),
    "successor": ("first_winner", _one_of("first_winner", "next_in_line")),
    "net_zero": ("stays", _one_of("stays", "leaves")),
    "box_double": ("free", _one_of("free", "captain_if_level", "same_value_same_action", "all_or_none")),
    "box_take": (
        "free",
        _one_of("free", "captain_required", "half_or_none", "all_or_none", "break_even_captain"),
    ),
    "lone_taker": ("play_on", _one_of("play_on", "must_drop", "must_beaver", "extras", "buyout")),
    "lone_min_players": (5, _number(2, 99)),
    "extras_mode": ("offered", _one_of("offered", "forced", "voluntary")),
    "jacoby": ("per_cube", _one_of("per_cube", "any_cube", "off")),
    "beavers": (False, _ON_OFF),
    "raccoons": (False, _ON_OFF),
    "auto_max": (0, _number(0, 20)),
    "auto_by": ("rule", _one_of("rule", "box")),
    "consult": (
        "own_cube_turned",
        _one_of(
            "own_cube_turned",
            "none",
            "on_request",
            "own_cube_accepted",
            "any_cube_turned",
            "all_cubes_turned",
            "all",
        ),
    ),
    "cube_consult": (False, _ON_OFF),
    "partner": ("optional", _one_of("optional", "off", "required")),
    "partner_min": (8, _number(3, 99)),
    "partner_offer": ("from_captain", _one_of("from_captain", "next_in_line", "from_last")),
    "partner_draw": (True, _one_of(True, False, "leave")),
    "partner_term": ("run", _one_of("run", "game")),
    "partner_after_loss": ("keeps_place", _one_of("keeps_place", "becomes_captain")),
    "settlements": (False, _ON_OFF),
    "stakes": ("uniform", _one_of("uniform", "min_multiple")),
    "answers": ("sealed", _one_of("sealed", "captain_first", "captain_last")),
    "join_position": ("behind_loser", _one_of("behind_loser", "ahead_of_loser")),
    "min_players": (3, _number(2, 99)),
    "max_players": (10, _number(2, 99)),
    "cube_cap": (64, _cap),
    "stop_loss": ("none", _stop_loss),
    "end": ("owner", _end(dated=True)),
}
OPTIONS: Mapping[FormatName, Table] = {"match": MATCH, "money": MONEY, "chouette": CHOUETTE}

PRESETS: Mapping[str, Mapping[str, object]] = {
    "standard": {},
    "classic": {
        "cubes": "single",
        "box_decider": "acting_captain",
        "lone_taker": "must_drop",
        "jacoby": "any_cube",
        "consult": "any_cube_turned",
    },
    "club": {
        "box_take": "half_or_none",
        "beavers": True,
        "partner_min": 6,
        "partner_draw": False,
        "settlements": True,
        "max_players": 8,
    },
    "la": {
        "box_decider": "last_and_net",
        "successor": "next_in_line",
        "box_double": "captain_if_level",
        "box_take": "break_even_captain",
        "lone_taker": "extras",
        "auto_max": 1,
        "consult": "none",
        "partner_min": 6,
        "partner_offer": "next_in_line",
        "partner_draw": "leave",
        "partner_after_loss": "becomes_captain",
        "settlements": True,
        "max_players": 7,
    },
}
"""The presets of spec/chouette.md §2.1: what they set otherwise than `standard`."""


def agreed(variant_key: str, format_name: str, rules: Mapping[str, object]) -> Options:
    """What a table of this variant and format is played by under `rules`; the same arguments, the same object.

    Raises `unknown-format`, `unknown-variant`, `unknown-rule` (flag), `bad-rule` (flag, value), `missing-rule` (flag),
    `rules-clash` (reason).
    """
    for name, value in rules.items():
        if isinstance(value, (list, dict)):
            raise IllegalAction("bad-rule", flag=name, value=value)
    return _agreed(variant_key, format_name, tuple(rules), *rules.values())


# Typed, because 1 == True and only one of them may be right.
@lru_cache(maxsize=1024, typed=True)
def _agreed(variant_key: str, format_name: str, names: tuple[str, ...], *values: Any) -> Options:
    if format_name not in FORMATS:
        raise IllegalAction("unknown-format", format=format_name)
    rules = dict(zip(names, values, strict=True))
    table = OPTIONS[format_name]
    flags = {name: value for name, value in rules.items() if name not in table and name != "preset"}
    if format_name != "match":
        flags.setdefault("last_throw", False)
    if format_name == "chouette":
        flags.setdefault("next_starter", "roll")
    elif "preset" in rules:
        raise IllegalAction("unknown-rule", flag="preset")
    game = variant(variant_key, **flags)
    chosen = _chosen(table, rules)
    if not game.cube:
        chosen["jacoby"] = "off"
    options = Options(variant=game, **chosen)
    _refuse_clashes(options, rules)
    return options


def _chosen(table: Table, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Every option of the table: the default, then the preset, then what `rules` say."""
    preset = rules.get("preset", "standard")
    if preset not in PRESETS:
        raise IllegalAction("bad-rule", flag="preset", value=preset)
    chosen: dict[str, Any] = {}
    for name, (default, allowed) in table.items():
        if name in rules:
            if not allowed(rules[name]):
                raise IllegalAction("bad-rule", flag=name, value=rules[name])
            chosen[name] = rules[name]
        elif default is _REQUIRED:
            raise IllegalAction("missing-rule", flag=name)
        else:
            chosen[name] = PRESETS[preset].get(name, default)
    return chosen


def _refuse_clashes(options: Options, rules: Mapping[str, object]) -> None:
    """Refuse options that contradict one another; `reason` is a code of its own."""
    cap, game = options.cube_cap, options.variant
    geometric = game.progress == "geometric"
    needs_cube = [name for name in ("beavers", "raccoons", "auto_max") if rules.get(name)]
    clashes = {
        "raccoons-need-beavers": options.raccoons and not options.beavers and options.lone_taker != "must_beaver",
        "one-cube-one-stake": options.one_cube and options.stakes == "min_multiple",
        "players-min-max": options.min_players > options.max_players,
        "partner-min-max": options.partner == "required" and options.partner_min > options.max_players,
        "cap-power-of-two": geometric and cap is not None and cap & (cap - 1) != 0,
        "no-cube": not game.cube and bool(needs_cube),
        "holland-needs-crawford": game.holland and not options.crawford,
    }
    for reason, clash in clashes.items():
        if clash:
            raise IllegalAction("rules-clash", reason=reason)
