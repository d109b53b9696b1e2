"""The rule flags of spec/rules.md §2.1: which values each may take. What they do is in `Variant` and in `plays`."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.errors import IllegalAction

_ON_OFF = (False, True)

FLAGS: Mapping[str, tuple[object, ...]] = {
    "opening": ("shared", "reroll", "lot"),
    "next_starter": ("roll", "winner", "alternate"),
    "dup": (4, 2),
    "head_limit": ("none", 1),
    "head_exception": ("none", "only66", "listed66_44", "listed", "head_blocked", "any_block", "any_double"),
    "six_block": ("free", "ahead", "opp_home", "never"),
    "six_block_transit": _ON_OFF,
    "hit_run": ("off", "no_hide", "home_stay"),
    "entry": ("strict", "free"),
    "hit_only_after_home": _ON_OFF,
    "bearoff": ("standard", "exact"),
    "home_moves": _ON_OFF,
    "small_die_first": _ON_OFF,
    "last_throw": _ON_OFF,
    "draw_value": ("half", "one_each", "zero"),
    "score": ("short123", "oin_mars", "four_tier", "single", "per_checker"),
    "cube": _ON_OFF,
    "progress": ("geometric", "arithmetic"),
    "cube_kills_mars": _ON_OFF,
    "holland": _ON_OFF,
    "cascade_carry": ("to_and_fro", "once", "none"),
    "carry_scope": ("doubles", "any_roll"),
    "cascade_from_turn": (1, 4),
    "pair_rule": ("greater", "plus_one"),
    "triplet_steps": (6, 9),
    "mother": _ON_OFF,
    "mother_points": (2, 3),
    "complement_doubles": _ON_OFF,
    "naming": ("free", "pool21", "nc"),
    "naming_no_pass": _ON_OFF,
}
"""Flag -> its values. Every flag is a field of `Variant`; where it finds nothing to work on it has no effect."""


def check(flags: Mapping[str, object]) -> None:
    """See that all `flags` exist and have values of the right type. Raises `unknown-rule` or `bad-rule`."""
    for flag, value in flags.items():
        if flag not in FLAGS:
            raise IllegalAction("unknown-rule", flag=flag)
        if not any(value == known and type(value) is type(known) for known in FLAGS[flag]):
            raise IllegalAction("bad-rule", flag=flag, value=value)
