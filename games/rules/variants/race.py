"""Backgammon race «гонки в нарды» (spec/rules.md §3.8): all men begin outside, those entered may move at once."""

from __future__ import annotations

from games.rules.variants.base import Variant

VARIANT = Variant(key="race", setup="reservex15", entry="free")
