"""Portes «портес», the Greek game: short nardy without the cube, where who has hit at home stays there (cf. §3.1)."""

from __future__ import annotations

from games.rules.variants.base import Variant

VARIANT = Variant(key="portes", hit_run="home_stay", opening="reroll", next_starter="winner", score="oin_mars")
