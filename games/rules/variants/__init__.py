"""All variants by key, and the one way to get a variant with flags. What they are is in their files and in `base`."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from games.rules.errors import IllegalAction
from games.rules.variants import (
    acey_deucey,
    deadgammon,
    diceless,
    dutch,
    feuga,
    gammon_race,
    garankuet,
    gulbara,
    hypergammon,
    kazakh,
    long_classic,
    longgammon,
    nackgammon,
    narde,
    portes,
    race,
    short,
    tapa,
)
from games.rules.variants.base import Ending, Variant
from games.rules.variants.base.flags import FLAGS, check

__all__ = ["ALL", "FLAGS", "Ending", "Variant", "variant"]

ALL: Mapping[str, Variant] = {
    module.VARIANT.key: module.VARIANT
    for module in (
        short,
        long_classic,
        feuga,
        kazakh,
        narde,
        longgammon,
        dutch,
        race,
        gammon_race,
        garankuet,
        diceless,
        deadgammon,
        hypergammon,
        nackgammon,
        tapa,
        gulbara,
        acey_deucey,
        portes,
    )
}
"""The games in the order of spec/rules.md §3.19, then those that are not in it."""


def variant(key: str, **flags: object) -> Variant:
    """The variant `key` with `flags` (names and values of spec/rules.md §2.1) replaced; the same call, the same object.

    Raises `unknown-variant`, `unknown-rule` (flag), `bad-rule` (flag, value).
    """
    if key not in ALL:
        raise IllegalAction("unknown-variant", variant=key)
    check(flags)
    return _with_flags(key, tuple(sorted(flags.items())))


@lru_cache(maxsize=1024)
def _with_flags(key: str, flags: tuple[tuple[str, Any], ...]) -> Variant:
    return dataclasses.replace(ALL[key], **dict(flags)) if flags else ALL[key]
