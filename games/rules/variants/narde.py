"""Nardé «нардэ» (spec/rules.md §3.5): long nardy where a double is two steps."""

from __future__ import annotations

from games.rules.variants.base.long import head_nardy

VARIANT = head_nardy(key="narde", dup=2)
