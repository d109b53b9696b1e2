"""Diceless «нарды без кубиков» (spec/rules.md §3.11): long nardy in which each player names his roll."""

from __future__ import annotations

from games.rules.variants.base.long import head_nardy
from games.rules.variants.base.rolls import NAMED

VARIANT = head_nardy(key="diceless", roll=NAMED, opening="lot")
