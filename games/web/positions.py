"""The viewer: what a page shows that goes through a game step by step, at a table of ours or in a record."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString

from games.records.ids import Position, gnu_id, knows, xgid
from games.rules.errors import IllegalAction
from games.web.moves import Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionPage:
    """All that `games/position.html` shows. `previous`, `following`, `back` are addresses.

    `positions` is the address under which the steps of `games` stand, each by its number; `seq` is the present one.
    """

    seq: int
    title: str
    board: SafeString
    words: str
    told: list[str]
    back: str
    positions: str
    previous: str | None
    following: str | None
    games: list[Sheet]
    columns: tuple[str, str]
    ids: list[tuple[str, str]]
    at: datetime | None = None
    about: str = ""
    """Under the title: the score, or whatever else holds for the whole game."""
    warning: str = ""
    """What is not as the rules have it."""


def position_ids(position: Position) -> list[tuple[str, str]]:
    """The names of a position in other programs; none where they know no such board, cube or score."""
    if not knows(position.board):
        return []
    try:
        return [("XGID", xgid(position)), ("GNU Backgammon", gnu_id(position))]
    except IllegalAction:
        return []
