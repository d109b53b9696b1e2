"""Whose act is it: the left column of a `.mat` file is player 1's, the right one player 2's. Widths differ by program.

A row with two acts tells by itself. For the others the file's own rows tell where the right column usually begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from games.records.mat.cells import Act

_LEFT, _RIGHT = 6, 34
_GAP = 6
"""Columns beyond where the left cell begins, from which on the only act of a first row stands in the right cell."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a game: its number in the file, its own row number (None: it has none), its acts, the line itself."""

    line: int
    number: int | None
    acts: tuple[Act, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the right column begins, and whether every row is one act of the players in turn."""

    left: float
    border: float
    single: bool = False


def layout(rows: Sequence[Row]) -> Layout:
    """The layout of all the numbered rows of a file."""
    played = [row for row in rows if row.number is not None and row.acts]
    pairs = [row.acts for row in played if len(row.acts) > 1]
    lefts = [acts[0].column for acts in pairs] or [_LEFT]
    rights = [acts[1].column for acts in pairs] or [_RIGHT]
    left = median(lefts)
    border = (left + median(rights)) / 2
    single = not pairs and len(played) > 2 and all(row.acts[0].column < border for row in played)
    return Layout(left, border, single)


def players(rows: Sequence[Row], shape: Layout) -> list[tuple[int, Row, Act]]:
    """Every act of a game with its player, in the order of play."""
    found: list[tuple[int, Row, Act]] = []
    turn, first = 1, True
    for row in rows:
        for index, act in enumerate(row.acts):
            if shape.single and row.number is not None:
                player, turn = turn, 3 - turn
            else:
                player = _column(row, index, shape, first=first)
            found.append((player, row, act))
        first = first and not row.acts
    return found


def _column(row: Row, index: int, shape: Layout, *, first: bool) -> int:
    acts = row.acts
    if row.number is not None and len(acts) == 2:
        return index + 1
    act = acts[index]
    if first and row.number is not None and len(acts) == 1:
        return 2 if act.column >= min(shape.left + _GAP, shape.border) else 1
    return 2 if act.column >= shape.border else 1
