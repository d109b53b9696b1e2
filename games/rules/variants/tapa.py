"""Tapa «тапа» (spec/rules.md §3.15): a single man is pinned, not hit; who loses his last man at the start loses."""

from __future__ import annotations

from games.rules.variants.base import Variant
from games.rules.variants.base.results import all_off_wins, mother_pinned

VARIANT = Variant(
    key="tapa",
    setup="24x15",
    contact="pin",
    endings=(all_off_wins, mother_pinned),
    opening="reroll",
    score="oin_mars",
)
