"""Long nardy «длинные нарды», federation style (spec/rules.md §3.2): the first move alternates, with a last throw."""

from __future__ import annotations

from games.rules.variants.base.long import head_nardy

VARIANT = head_nardy(
    key="long_classic",
    head_exception="head_blocked",
    six_block_transit=True,
    next_starter="alternate",
    last_throw=True,
)
