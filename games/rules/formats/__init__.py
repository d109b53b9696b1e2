"""Formats: who sits where in the next game, and how results are counted. What is played is none of their business."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.formats import chouette, match, money
from games.rules.formats.options import FORMATS, OPTIONS, PRESETS, FormatName, Options, agreed
from games.rules.formats.outcome import Format, Outcome

__all__ = ["FORMATS", "OPTIONS", "PRESETS", "Format", "FormatName", "Options", "Outcome", "agreed", "format_named"]

_BY_NAME: Mapping[FormatName, Format] = {"match": match.MATCH, "money": money.MONEY, "chouette": chouette.CHOUETTE}


def format_named(name: FormatName) -> Format:
    """The format of this name."""
    return _BY_NAME[name]
