"""A money session (spec/rules.md §4.4): games for points without a target; running totals that sum to zero."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.formats.options import Options
from games.rules.formats.outcome import Outcome, total


class Money:
    """Points are added up; two players keep their seats; the table is over when the agreed number of games is."""

    def gains(self, outcome: Outcome, options: Options) -> dict[int, int]:
        """What was booked."""
        return {seat: 2 * points for seat, points in outcome.points().items()}

    def credit(self, halves: Mapping[int, int], gains: Mapping[int, int], options: Options) -> dict[int, int]:
        """Running totals."""
        return total(halves, gains)

    def rotated(self, outcome: Outcome, options: Options) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Two players keep their seats."""
        return outcome.seats, ()

    def is_over(self, halves: Mapping[int, int], games: int, options: Options) -> bool:
        """After the last game of `end` = `games:N`."""
        return options.last_game is not None and games >= options.last_game

    def winner(self, halves: Mapping[int, int], options: Options) -> int | None:
        """Nobody wins a session."""
        return None


MONEY = Money()
