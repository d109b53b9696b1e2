"""Dutch tric-trac «голландский трик-трак» (spec/rules.md §3.7): all men enter before anything else moves."""

from __future__ import annotations

from games.rules.variants.base import Variant

VARIANT = Variant(key="dutch", setup="barx15")
