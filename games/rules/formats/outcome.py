"""What a finished game hands to its format, and what a format makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from games.rules.formats.options import Options
from games.rules.stake import Stake


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A finished game: who sat where in it, how every bet ended, and what was booked.

    `captains` are all who held the captaincy, in order; `ledger` are (seat, whole points), fees included, sum 0;
    `drawn`: the board ended in a draw. `seats` is everybody: box, captain, queue, the partner in his place.
    """

    seats: tuple[int, ...]
    captains: tuple[int, ...]
    partner: int | None
    stakes: tuple[Stake, ...]
    ledger: tuple[tuple[int, int], ...]
    drawn: bool

    @property
    def box(self) -> int:
        """The seat that played alone."""
        return self.seats[0]

    def points(self) -> dict[int, int]:
        """What each seat has won or lost, in whole points."""
        sums: dict[int, int] = {}
        for seat, points in self.ledger:
            sums[seat] = sums.get(seat, 0) + points
        return sums

    def main(self, member: int) -> Stake | None:
        """The bet between the box and this member; None for the partner."""
        return next((stake for stake in self.stakes if stake.kind == "main" and stake.low == member), None)

    def won(self, member: int) -> bool:
        """Whether the member has won his bet with the box."""
        stake = self.main(member)
        return stake is not None and stake.won == member

    def lost(self, member: int) -> bool:
        """Whether the member has lost his bet with the box."""
        stake = self.main(member)
        return stake is not None and stake.won == self.box


class Format(Protocol):
    """How results are counted and who sits where next."""

    def gains(self, outcome: Outcome, options: Options) -> dict[int, int]:
        """Result of each seat of a finished game in half points, not capped."""

    def credit(self, halves: Mapping[int, int], gains: Mapping[int, int], options: Options) -> dict[int, int]:
        """Running results after a game, in half points."""

    def rotated(self, outcome: Outcome, options: Options) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Seats of the next game before anybody leaves or joins, and those who were moved to its end."""

    def is_over(self, halves: Mapping[int, int], games: int, options: Options) -> bool:
        """Whether no further game is played after `games` finished ones."""

    def winner(self, halves: Mapping[int, int], options: Options) -> int | None:
        """Who has won the table as a whole; None where nobody does."""


def total(halves: Mapping[int, int], gains: Mapping[int, int]) -> dict[int, int]:
    """Running results with the gains of a game added."""
    return {seat: halves.get(seat, 0) + gains.get(seat, 0) for seat in [*halves, *(set(gains) - set(halves))]}
