"""Records of matches that players brought from elsewhere: the file as it came, and what it was found to hold."""

from __future__ import annotations

from django.db import models


class ImportedRecord(models.Model):
    """One file of one player. `raw` is never changed; every page about it is made from it by `games.records`."""

    player = models.ForeignKey("games.Profile", models.CASCADE, related_name="imports")
    name = models.CharField(max_length=120)
    """What its owner calls it."""
    raw = models.BinaryField()
    summary = models.JSONField()
    """What came of playing it once, as `games.web.imports.summary` made it."""
    token = models.CharField(max_length=32, null=True, unique=True)
    """Whoever has it may look at the record; None: only its owner may."""
    created_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["player", "-created_at"], name="imports_of_a_player")]

    def __str__(self) -> str:
        return self.name
