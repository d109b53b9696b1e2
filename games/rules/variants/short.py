"""Short nardy «короткие нарды», backgammon (spec/rules.md §3.1): the base of all variants, played with a cube."""

from __future__ import annotations

from games.rules.variants.base import Variant

VARIANT = Variant(key="short", cube=True)
