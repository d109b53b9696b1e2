"""Gulbara «гюль-бара» (spec/rules.md §3.16): a double runs on up to 6-6, and what one cannot play the other must."""

from __future__ import annotations

from games.rules.variants.base.long import head_nardy
from games.rules.variants.base.rolls import CASCADE

VARIANT = head_nardy(key="gulbara", roll=CASCADE)
