"""When the parts that nobody sees were last seen at work."""

from __future__ import annotations

from django.db import models


class Pulse(models.Model):
    """One part of the site and when it last did its work. Written by `games.pulse` alone."""

    name = models.CharField(max_length=40, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
