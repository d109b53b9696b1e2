"""A person who plays: what he is called, and how he wants to read and be written to. Sign-in is allauth's."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Letters(models.TextChoices):
    """When letters about a table go out."""

    AT_ONCE = "at-once"
    WAITING = "waiting"
    DIGEST = "digest"
    NONE = "none"


class Profile(models.Model):
    """One player. His confirmed addresses are the verified `EmailAddress` rows of his account."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="profile")
    handle = models.CharField(max_length=12, unique=True)
    """What he is called, also in commands: 1–12 letters and digits, no command word."""
    handle_key = models.CharField(max_length=24, unique=True)
    """The handle folded by look (`commands.handle_key`): Cyrillic В and Latin B are the same name."""
    language = models.CharField(max_length=5, default="ru")
    zone = models.CharField(max_length=64, default="Europe/Moscow")
    letters = models.CharField(max_length=10, choices=Letters.choices, default=Letters.WAITING)
    letters_after = models.PositiveSmallIntegerField(default=15)
    """Minutes that a question must wait before its letter goes out, for `waiting`."""
    mirrored = models.BooleanField(default=False)
    """Draw boards with the home on the left."""
    theme = models.CharField(max_length=5, default="auto")
    orders = models.JSONField(default=dict)
    """Standing orders that he takes to every table he sits down at (fields of `rules.state.Orders`)."""
    last_letter_at = models.DateTimeField(null=True, blank=True)
    """When he last answered by letter."""
    mail_paused_at = models.DateTimeField(null=True, blank=True)
    """Letters to him came back, and stopped."""
    digest_at = models.DateTimeField(null=True, blank=True)
    """When his next daily digest is due; None: as soon as there is something for it."""
    auto_vacation = models.BooleanField(default=False)
    """Where he would be out of time a vacation begins by itself, if he has any left."""
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.handle


class Absence(models.Model):
    """A vacation of a player: at tables of two his clocks stand from `begins` until `ends` (`games.absence`)."""

    player = models.ForeignKey(Profile, models.CASCADE, related_name="absences")
    begins = models.DateTimeField()
    ends = models.DateTimeField()
    ref = models.CharField(max_length=200)
    """Names the cause: the same cause twice is one vacation."""
    planned_at = models.DateTimeField()
    automatic = models.BooleanField(default=False)
    """It began by itself (`Profile.auto_vacation`)."""
    cancelled_at = models.DateTimeField(null=True)
    """Called off before it began."""
    ended_by = models.CharField(max_length=200, blank=True)
    """The cause that ended it early or called it off."""
    begin_told_at = models.DateTimeField(null=True)
    end_told_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "ref"], name="one_absence_per_ref"),
            models.CheckConstraint(condition=Q(ends__gte=F("begins")), name="absence_ends_after_it_begins"),
        ]
        indexes = [
            models.Index(
                fields=["begins"], condition=Q(begin_told_at=None, cancelled_at=None), name="absences_to_begin"
            ),
            models.Index(fields=["ends"], condition=Q(end_told_at=None, cancelled_at=None), name="absences_to_end"),
        ]

    def __str__(self) -> str:
        return f"absence {self.pk} of {self.player}"

    @property
    def span(self) -> tuple[datetime, datetime]:
        """From when until when."""
        return self.begins, self.ends
