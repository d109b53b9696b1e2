"""Which rule flags have something to work on in a game: what a table may sensibly set. No variant is named here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from games.rules.board import BAR, RESERVE
from games.rules.variants.base import Variant
from games.rules.variants.base.results import mother_pinned
from games.rules.variants.base.rolls import TWO_DICE


def _waits(game: Variant) -> bool:
    men = game.start().sides[0]
    return bool(men[BAR] + men[RESERVE])


def _walls(game: Variant) -> bool:
    """One man closes a point: the head and walls are what the game is about."""
    return game.closed_at == 1


def _hits(game: Variant) -> bool:
    return game.closed_at > 1 and game.contact == "hit"


def _chains(game: Variant) -> bool:
    return game.unfinished == "pass_on"


def _cube(game: Variant) -> bool:
    return game.cube


WORKS: Mapping[str, Callable[[Variant], bool]] = {
    "opening": lambda game: not game.named,
    "head_limit": _walls,
    "head_exception": lambda game: game.head_limit == 1,
    "six_block": _walls,
    "six_block_transit": lambda game: game.six_block != "free",
    "hit_run": _hits,
    "entry": _waits,
    "hit_only_after_home": lambda game: _waits(game) and _hits(game),
    "last_throw": _walls,
    "draw_value": lambda game: game.last_throw or (mother_pinned in game.endings and game.mother),
    "progress": _cube,
    "cube_kills_mars": _cube,
    "holland": _cube,
    "cascade_carry": _chains,
    "carry_scope": lambda game: _chains(game) and game.cascade_carry != "none",
    "cascade_from_turn": _chains,
    "pair_rule": lambda game: game.dice > 2,
    "triplet_steps": lambda game: game.dice > 2,
    "mother": lambda game: mother_pinned in game.endings,
    "mother_points": lambda game: mother_pinned in game.endings and game.mother,
    "complement_doubles": lambda game: game.roll == TWO_DICE and _waits(game),
    "naming": lambda game: game.named,
    "naming_no_pass": lambda game: game.named,
}
"""Flag -> whether it changes anything in a game, all its other flags being what they are. The others always may."""


def works(flag: str, game: Variant) -> bool:
    """Whether the flag has something to work on in this game as it is agreed."""
    return flag not in WORKS or WORKS[flag](game)


def may_work(flag: str, game: Variant) -> bool:
    """Whether the flag could have something to work on, if the flags it hangs on were set for it."""
    widest = replace(
        game,
        cube=True,
        head_limit=1 if _walls(game) else game.head_limit,
        six_block="ahead" if _walls(game) else game.six_block,
        last_throw=_walls(game),
        mother=True,
        cascade_carry="to_and_fro",
    )
    return works(flag, widest)
