"""Kazakh nardy «казахские нарды» (spec/rules.md §3.4): no rule for head or wall, a double is two steps."""

from __future__ import annotations

from games.rules.variants.base.long import long_nardy

VARIANT = long_nardy(key="kazakh", dup=2, cube=True)
