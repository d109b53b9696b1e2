"""Clubs and who belongs to them."""

from __future__ import annotations

from django.db import models


class Club(models.Model):
    """A club: its members play among themselves by its house rules."""

    name = models.CharField(max_length=80, unique=True)
    slug = models.SlugField(unique=True)
    about = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """One player in one club."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    player = models.ForeignKey("games.Profile", models.CASCADE, related_name="memberships")
    organiser = models.BooleanField(default=False)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="one_membership_per_player")]

    def __str__(self) -> str:
        return f"{self.player} in {self.club}"
