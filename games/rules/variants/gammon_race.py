"""Gammon-race «погоня» (spec/rules.md §3.9): all men enter and run in one lane, from one start into one home."""

from __future__ import annotations

from games.rules.variants.base import Variant
from games.rules.variants.base.routes import shared

VARIANT = Variant(key="gammon_race", setup="barx15", facing=shared)
