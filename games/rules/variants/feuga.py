"""Long nardy «Feuga» (spec/rules.md §3.3): the plain form of the head rule and the wall rule."""

from __future__ import annotations

from games.rules.variants.base.long import head_nardy

VARIANT = head_nardy(key="feuga")
