"""How a game ends on the board, and how high: ending predicates and tables of win classes (spec/rules.md §3.15, §4.1).

Cubes, Jacoby and caps are counted in `scoring`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.rules.board import BAR, OFF, RESERVE, Board

if TYPE_CHECKING:
    from games.rules.variants.base import Variant


@dataclass(frozen=True, slots=True)
class Ending:
    """A game that the board has decided: the side that won (None: a draw) and how many times the stake."""

    winner: int | None
    level: int


EndingRule = Callable[["Variant", Board, int], Ending | None]
"""(variant, board after a full play, side that played) -> the ending, or None when the game goes on."""


def all_off_wins(variant: Variant, board: Board, mover: int) -> Ending | None:
    """The first side with all its men off wins."""
    for side in (mover, 1 - mover):
        if board.sides[side][OFF] == variant.men:
            return Ending(side, variant.level(board, 1 - side))
    return None


def all_off_loses(variant: Variant, board: Board, mover: int) -> Ending | None:
    """The first side with all its men off loses (deadgammon, §3.12)."""
    for side in (mover, 1 - mover):
        if board.sides[side][OFF] == variant.men:
            return Ending(1 - side, variant.level(board, side))
    return None


def mother_pinned(variant: Variant, board: Board, mover: int) -> Ending | None:
    """Tapa (§3.15): a side whose only man on its own 24 is pinned there loses, both in that state draw.

    It is lost at once only if the side that has just played has no man on its own 24.
    """
    if not variant.mother:
        return None
    caught = [24 in board.pinned[side] for side in (0, 1)]
    if all(caught):
        return Ending(None, 0)
    if caught[1 - mover] and not board.sides[mover][24]:
        return Ending(mover, variant.mother_points)
    return None


def _waiting(men: tuple[int, ...]) -> int:
    return men[BAR] + men[RESERVE]


def _short123(variant: Variant, men: tuple[int, ...]) -> int:
    if men[OFF]:
        return 1
    return 3 if _waiting(men) or any(men[19:25]) else 2


def _oin_mars(variant: Variant, men: tuple[int, ...]) -> int:
    return 1 if men[OFF] else 2


def _four_tier(variant: Variant, men: tuple[int, ...]) -> int:
    if men[OFF]:
        return 1
    if _waiting(men) or any(men[point] for point in variant.koks_points):
        return 4
    return 3 if sum(men[1:7]) == variant.men else 2


def _single(variant: Variant, men: tuple[int, ...]) -> int:
    return 1


def _per_checker(variant: Variant, men: tuple[int, ...]) -> int:
    return variant.men - men[OFF]


LEVELS: dict[str, Callable[[Variant, tuple[int, ...]], int]] = {
    "short123": _short123,
    "oin_mars": _oin_mars,
    "four_tier": _four_tier,
    "single": _single,
    "per_checker": _per_checker,
}
"""Value of the flag `score` -> how many times the stake a side with these men has lost."""
