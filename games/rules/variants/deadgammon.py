"""Losing nardy «нарды-поддавки» (spec/rules.md §3.12): who first has all his men off loses."""

from __future__ import annotations

from games.rules.variants.base import Variant
from games.rules.variants.base.results import all_off_loses

VARIANT = Variant(key="deadgammon", endings=(all_off_loses,), score="single")
