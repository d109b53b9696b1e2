"""Garankuet «гаранкуэт» (spec/rules.md §3.10): short nardy with three dice."""

from __future__ import annotations

from games.rules.variants.base import Variant
from games.rules.variants.base.rolls import THREE_DICE

VARIANT = Variant(key="garankuet", roll=THREE_DICE, opening="reroll")
