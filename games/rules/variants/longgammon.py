"""Longgammon «жакет» (spec/rules.md §3.6): short nardy that begins with every man on 24."""

from __future__ import annotations

from games.rules.variants.base import Variant

VARIANT = Variant(key="longgammon", setup="24x15", cube=True)
