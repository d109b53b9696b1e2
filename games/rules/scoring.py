"""What a bet pays: win classes, Jacoby and other rules about gammons, match points in halves. Plain numbers only."""

from __future__ import annotations

from typing import Literal

Jacoby = Literal["per_cube", "any_cube", "off"]

TOP_CLASS = {"single": (1, 1, 1), "oin_mars": (1, 2, 2), "four_tier": (1, 2, 4)}
"""Values of `score` under which single, gammon and backgammon are not 1, 2, 3 (spec/rules.md §4.1)."""


def class_times(score: str, level: int) -> int:
    """How many times the stake a game given up or adjudicated at `level` 1, 2, 3 costs under the flag `score`."""
    return TOP_CLASS.get(score, (1, 2, 3))[level - 1]


def payment(value: int, level: int, *, jacoby: Jacoby, turned: bool, any_turned: bool, kills_mars: bool) -> int:
    """Points of a bet closed by the board (spec/chouette.md §2.14).

    `level` is how many times the stake the board was lost. Under Jacoby it counts only if this cube (`per_cube`) or
    any cube of the game (`any_cube`) was turned; with `kills_mars` it does not count once this cube was turned.
    """
    counts = {"per_cube": turned, "any_cube": any_turned, "off": True}[jacoby]
    return value * (level if counts and not (kills_mars and turned) else 1)


def capped(halves: int, length: int) -> int:
    """A match score in half points, not over `length` points: what is won beyond it is lost."""
    return min(halves, 2 * length)


def draw_halves(draw_value: str) -> int:
    """Half points of each player for a drawn game of a match (spec/rules.md §3.2)."""
    return {"half": 1, "one_each": 2, "zero": 0}[draw_value]


def partner_share(points: int) -> int:
    """The partner's part of the box side's result: half, rounded towards nothing; the odd point is the box's."""
    return abs(points) // 2 * (1 if points > 0 else -1)
