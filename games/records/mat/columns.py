"""Whose act is it: the left column of a `.mat` file is player 1's, the right one player 2's. Widths differ by program.

A row with two acts tells by itself. For the others the file's own rows tell where the right column usually begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, median_low

from games.records.mat.cells import Act, apart

_LEFT, _RIGHT = 6, 34
_STRAY = 3
"""Columns by which left cells differ: wide row numbers, a blank before a word."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a game: its number in the file, its own row number (None: it has none), its acts, the line itself."""

    line: int
    number: int | None
    acts: tuple[Act, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the right column begins, and whether every row is one act of the players in turn.

    `collapsed`: one blank parts the acts of every row, so that columns say nothing.
    """

    left: float
    border: float
    single: bool = False
    collapsed: bool = False

    @property
    def beyond_left(self) -> float:
        """Where a cell begins that is not a left one: those stand in line, whatever the right ones do."""
        return min(self.left + _STRAY, self.border)


def layout(rows: Sequence[Row]) -> Layout:
    """The layout of all the numbered rows of a file."""
    played = [row for row in rows if row.number is not None and row.acts]
    pairs = [row.acts for row in played if len(row.acts) > 1]
    lefts = [acts[0].column for acts in pairs] or [_LEFT]
    rights = [acts[1].column for acts in pairs] or [_RIGHT]
    left = median(lefts)
    border = (left + median_low(rights)) / 2
    single = not pairs and len(played) > 2 and all(row.acts[0].column < border for row in played)
    return Layout(left, border, single, collapsed(rows))


def collapsed(rows: Sequence[Row]) -> bool:
    """Whether one blank parts the acts of every numbered row, as in a text copied from a page."""
    pairs = [row for row in rows if row.number is not None and len(row.acts) > 1]
    return len(pairs) > 1 and not any(apart(row.text, *row.acts[:2]) for row in pairs)


def players(rows: Sequence[Row], shape: Layout) -> list[tuple[int, Row, Act]]:
    """Every act of a game with its player, in the order of play."""
    found: list[tuple[int, Row, Act]] = []
    turn = 1
    played = [row for row in rows if row.number is not None and row.acts]
    for row in rows:
        for index, act in enumerate(row.acts):
            if shape.single and row.number is not None:
                player, turn = turn, 3 - turn
            elif row in played[:1] and len(row.acts) == 1:
                player = _opening(act, shape, alone=len(played) == 1)
            else:
                player = _column(row, index, shape)
            found.append((player, row, act))
    return found


def _opening(act: Act, shape: Layout, *, alone: bool) -> int:
    """The only act of a first row: had player 1 made it, the answer would stand beside it, if the game went on."""
    if shape.collapsed and not alone:
        return 2
    return 2 if act.column >= (shape.border if alone else shape.beyond_left) else 1


def _column(row: Row, index: int, shape: Layout) -> int:
    if row.number is not None and len(row.acts) == 2:
        return index + 1
    lone = row.number is not None and len(row.acts) == 1
    return 2 if row.acts[index].column >= (shape.beyond_left if lone else shape.border) else 1
