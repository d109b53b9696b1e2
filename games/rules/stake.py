"""One bet between two seats, with its own cube: who may turn it, what it becomes. Points are counted in `scoring`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["main", "extra", "bought"]
Progress = Literal["geometric", "arithmetic"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """A bet: `high` wins when side 0 (the box's) wins, `low` when side 1 does.

    `value` is where the cube stands; `owner` is the seat that may turn it next, None = the middle. (With one physical
    cube for a team every member's row shows that member as the owner.) `turned`: offered by a double at least once;
    automatic doubles do not count. `won` is the seat that won the bet, once it is closed (None also when settled for
    nothing without a named winner). `seller` is the member whose dropped cube a `bought` bet was.
    """

    kind: Kind
    high: int
    low: int
    value: int = 1
    owner: int | None = None
    turned: bool = False
    live: bool = True
    won: int | None = None
    how: str | None = None
    seller: int | None = None

    def other(self, seat: int) -> int:
        """The seat on the other end of the bet."""
        return self.low if seat == self.high else self.high

    def of_side(self, side: int) -> int:
        """The seat that this bet makes win when `side` wins the board."""
        return self.low if side else self.high

    def name(self, seat: int) -> int:
        """The seat by which `seat` names this cube: the seller of a bought one, else the other end (rehearse.md §5)."""
        return self.other(seat) if self.seller is None else self.seller

    def open_to(self, seat: int, *, cap: int | None, progress: Progress) -> bool:
        """Whether `seat` has access to the cube: live, in the middle or his, and one step more is within `cap`."""
        return self.live and self.owner in (None, seat) and fits(raised(self.value, progress), cap)


def raised(value: int, progress: Progress) -> int:
    """The value one step higher: twice, or one more under `progress` = `arithmetic` (spec/rules.md §4.2)."""
    return value * 2 if progress == "geometric" else value + 1


def fits(value: int, cap: int | None) -> bool:
    """Whether a cube may stand at `value`; `cap` None: any height."""
    return cap is None or value <= cap
