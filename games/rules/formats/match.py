"""A match to N points (spec/rules.md §4.4): Crawford, dead cube, a score that stops at the target, halves for draws."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.formats.options import Options
from games.rules.formats.outcome import Outcome, total
from games.rules.scoring import capped, draw_halves


class _Match:
    def gains(self, outcome: Outcome, options: Options) -> dict[int, int]:
        """The winner's points, the loser nothing; a draw by `draw_value`."""
        if outcome.drawn:
            return dict.fromkeys(outcome.seats, draw_halves(options.variant.draw_value))
        return {seat: 2 * max(points, 0) for seat, points in outcome.points().items()}

    def credit(self, halves: Mapping[int, int], gains: Mapping[int, int], options: Options) -> dict[int, int]:
        """The score, not over the length."""
        return {seat: capped(score, options.length) for seat, score in total(halves, gains).items()}

    def rotated(self, outcome: Outcome, options: Options) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Two players keep their seats."""
        return outcome.seats, ()

    def is_over(self, halves: Mapping[int, int], games: int, options: Options) -> bool:
        """When somebody has reached the length."""
        return any(score >= 2 * options.length for score in halves.values())

    def winner(self, halves: Mapping[int, int], options: Options) -> int | None:
        """Who has reached the length; None when a draw has brought both there."""
        there = [seat for seat, score in halves.items() if score >= 2 * options.length]
        return there[0] if len(there) == 1 else None


MATCH = _Match()


def crawford_due(halves: Mapping[int, int], options: Options) -> bool:
    """Whether somebody needs one point or less: the first game that begins so is the Crawford game."""
    return options.crawford and any(2 * options.length - score <= 2 for score in halves.values())


def cube_is_dead(halves: int, value: int, options: Options) -> bool:
    """Whether a player with this score needs no more than the cube stands at (spec/rehearse.md §4.1)."""
    return halves + 2 * value >= 2 * options.length
