"""The board: two sides, each counting its own points 24…1, and its text form. No rules of movement live here."""

from __future__ import annotations

from dataclasses import dataclass

OFF, BAR, RESERVE = 0, 25, 26

Side = tuple[int, ...]
"""27 counts of men by own number: [0] off, [1]…[24] points, [25] bar, [26] reserve (never entered, `entry` free)."""


@dataclass(frozen=True, slots=True)
class Board:
    """Men of the two sides, each in its own numbering, and the points where a side's one man is pinned (tapa)."""

    sides: tuple[Side, Side]
    pinned: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())

    def pips(self, side: int) -> int:
        """Pips that `side` has to go; 25 for each man on the bar or in reserve."""
        men = self.sides[side]
        return sum(point * count for point, count in enumerate(men[:26])) + 25 * men[RESERVE]
