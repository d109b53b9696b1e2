"""What is gathered for a letter: the values for its templates, and what its headers need to know."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games.models import Prompt

PICTURE_WIDTH = 840
"""Pixels: half as many again as it is shown, for sharp screens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a letter says."""

    values: dict[str, Any]
    """For the templates."""
    sender: str
    """Name in From."""
    list_name: str = ""
    """First label of the List-Id."""
    game: int | None = None
    """Number of the game whose thread the letter belongs to."""
    prompt: Prompt | None = None
    """The question that an answer to this letter answers."""
    picture: bytes | None = field(default=None, repr=False)
    """The board as PNG."""
