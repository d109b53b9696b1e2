"""Hypergammon «гипергаммон» (spec/rules.md §3.13): short nardy with three men a side."""

from __future__ import annotations

from games.rules.variants.base import Variant

VARIANT = Variant(key="hypergammon", men=3, setup="24 23 22", cube=True)
