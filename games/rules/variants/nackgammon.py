"""Nackgammon «накгаммон» (spec/rules.md §3.14): short nardy with two more men far back."""

from __future__ import annotations

from games.rules.variants.base import Variant

VARIANT = Variant(key="nackgammon", setup="24x2 23x2 13x4 8x3 6x4", cube=True)
