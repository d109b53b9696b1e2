"""Acey-deucey «эйси-диси» (spec/rules.md §3.17): men enter freely; 1-2 earns a double of choice and another roll."""

from __future__ import annotations

from games.rules.variants.base import Variant
from games.rules.variants.base.rolls import ACE_DEUCE

VARIANT = Variant(key="acey_deucey", setup="reservex15", entry="free", roll=ACE_DEUCE, opening="reroll")
