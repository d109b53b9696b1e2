"""The long family: both sides run the same way, half a lap apart; one man closes a point (spec/rules.md §3.2)."""

from __future__ import annotations

from functools import partial

from games.rules.variants.base import Variant
from games.rules.variants.base.routes import rotate

long_nardy = partial(Variant, setup="24x15", facing=rotate, closed_at=1, koks_points=tuple(range(19, 25)))
"""Without a rule for head or wall."""

head_nardy = partial(
    long_nardy,
    head_limit=1,
    head_exception="listed",
    six_block="ahead",
    opening="reroll",
    score="oin_mars",
)
"""One man a roll from the head, and no wall of six with nobody ahead of it."""
