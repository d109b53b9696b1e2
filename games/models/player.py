"""A person who plays: what he is called, and how he wants to read and be written to. Sign-in is allauth's."""

from __future__ import annotations

from django.conf import settings
from django.db import models


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
    letters = models.CharField(max_length=10, choices=Letters.choices, default=Letters.AT_ONCE)
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
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.handle
