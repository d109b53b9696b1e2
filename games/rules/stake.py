"""One bet between two seats, with its own cube. Who may turn it and what it becomes; points are counted in `scoring`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["main", "extra", "bought"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """A bet: `high` wins when side 0 (the box's) wins, `low` when side 1 does.

    `value` is where the cube stands; `owner` is the seat that may turn it next, None = the middle. (With one physical
    cube for a team every member's row shows that member as the owner.) `turned`: offered by a double at least once;
    automatic doubles do not count. `won` is the seat that won the bet, once it is closed (None also when settled for
    nothing without a named winner).
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

    def other(self, seat: int) -> int:
        """The seat on the other end of the bet."""
        return self.low if seat == self.high else self.high
