"""Rounds of chouettes: the same people at as many tables of one game as they are, all at once, one ledger for all.

The tables are tables like any other; which of a round they are stands in their rows (`Table.round`, `lap`, `place`).
"""

from __future__ import annotations

from django.db import models


class Round(models.Model):
    """A chouette that is played round by round: in each, everybody is once in the box and once captain."""

    host = models.ForeignKey("games.Profile", models.PROTECT, related_name="+")
    club = models.ForeignKey("games.Club", models.PROTECT, null=True, blank=True, related_name="rounds")
    laps = models.PositiveIntegerField(default=0)
    """Rounds that have begun; 0 while people are asked to the first."""
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"round {self.pk}"


class RoundMember(models.Model):
    """One player of a round."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="members")
    player = models.ForeignKey("games.Profile", models.PROTECT, related_name="rounds")
    stays = models.BooleanField(default=True)
    """Whether he plays the next one. Nobody is put off tables that have begun."""
    joined_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "player"], name="one_member_per_player_and_round")]

    def __str__(self) -> str:
        return f"{self.player} in {self.round}"
