"""Clubs, who belongs to them, by which links one comes in, and what their organisers have decided at tables."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Club(models.Model):
    """A club: its members play among themselves by its house rules."""

    name = models.CharField(max_length=80, unique=True)
    slug = models.SlugField(unique=True)
    about = models.TextField(blank=True)
    preset = models.CharField(max_length=20, default="standard")
    """House rules: the named set of rules (`rules.formats.PRESETS`) that its chouettes are offered with."""
    help_allowed = models.TextField(blank=True)
    """House rules: which help is allowed while one plays (books, programs, advice)."""
    rules = models.JSONField(default=dict)
    """House rules: the options that differ from those of the named set."""
    successor = models.ForeignKey("games.Profile", models.SET_NULL, null=True, blank=True, related_name="+")
    """Who becomes organiser when the last one goes or falls silent."""
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """One player in one club."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    player = models.ForeignKey("games.Profile", models.CASCADE, related_name="memberships")
    organiser = models.BooleanField(default=False)
    joined_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(null=True, blank=True)
    """When an organiser last said that he is there (`elections`)."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="one_membership_per_player")]

    def __str__(self) -> str:
        return f"{self.player} in {self.club}"


class ClubLink(models.Model):
    """A link that makes a member of whoever follows it, for a time. The token stands in the link alone."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="links")
    token_hash = models.CharField(max_length=64, unique=True)
    by = models.ForeignKey("games.Profile", models.CASCADE, related_name="+")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"link {self.pk} to {self.club}"


class Election(models.Model):
    """The members elect an organiser, because all organisers have been silent for long (`elections`)."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="elections")
    opened_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    """From then on it closes with the first vote there is."""
    closed_at = models.DateTimeField(null=True, blank=True)
    winner = models.ForeignKey("games.Profile", models.SET_NULL, null=True, blank=True, related_name="+")
    """None while it is open, or when an organiser came back before it closed."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club"], condition=Q(closed_at=None), name="one_open_election_per_club")
        ]

    def __str__(self) -> str:
        return f"election {self.pk} in {self.club}"


class Vote(models.Model):
    """Whom a member wants as organiser. The last one counts."""

    election = models.ForeignKey(Election, models.CASCADE, related_name="votes")
    voter = models.ForeignKey("games.Profile", models.CASCADE, related_name="+")
    candidate = models.ForeignKey("games.Profile", models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["election", "voter"], name="one_vote_per_member")]

    def __str__(self) -> str:
        return f"vote {self.pk} of {self.election}"


class Admission(models.Model):
    """Somebody who is no member asks to play at a club's table: those who sit there see who he is."""

    table = models.ForeignKey("games.Table", models.CASCADE, related_name="admissions")
    player = models.ForeignKey("games.Profile", models.CASCADE, related_name="+")
    asked_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    agreed = models.ManyToManyField("games.Profile", related_name="+")
    """Who is for it: organisers, and those who sit at the table."""
    by = models.ForeignKey("games.Profile", models.PROTECT, null=True, blank=True, related_name="+")
    admitted = models.BooleanField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "player"], condition=Q(decided_at=None), name="one_open_admission_per_player"
            ),
            models.CheckConstraint(
                condition=Q(decided_at=None, admitted=None, by=None)
                | Q(decided_at__isnull=False, admitted__isnull=False, by__isnull=False),
                name="admission_is_decided_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} asks to {self.table}"


class Ruling(models.Model):
    """What an organiser decided at a table, with the reason: told to all at the table, never deleted."""

    class Kind(models.TextChoices):
        """What the house then does (`rules.table.house`)."""

        ADJUDICATE = "adjudicate"
        RELIEVE = "relieve"
        REPLACE = "replace"
        ANNUL = "annul"
        PAUSE = "pause"
        GO_ON = "go-on"

    table = models.ForeignKey("games.Table", models.PROTECT, related_name="rulings")
    game = models.PositiveIntegerField()
    """Number of the game that it is about: it cannot be carried out in another one. Of a pause: that which ran."""
    organiser = models.ForeignKey("games.Profile", models.PROTECT, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    side = models.PositiveSmallIntegerField(null=True)
    """Of an adjudication: the side that wins (0 box, 1 team), at `level` 1 to 3."""
    level = models.PositiveSmallIntegerField(null=True)
    seat = models.PositiveSmallIntegerField(null=True)
    """Number of the seat that acts for a silent box."""
    reason = models.TextField(max_length=1000)
    at = models.DateTimeField()
    ref = models.CharField(max_length=200, blank=True)
    """What it came of, as `Table.ref`."""
    agreed = models.ManyToManyField("games.Profile", related_name="+")
    """Who has agreed. Needed where the organiser plays at the table himself."""
    entry = models.OneToOneField("games.Entry", models.PROTECT, null=True, related_name="ruling")
    """The entry by which it was carried out; None while it waits for others to agree."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "organiser", "ref"], condition=~Q(ref=""), name="one_ruling_per_organiser_and_ref"
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="ruling_has_a_reason"),
            models.CheckConstraint(
                condition=~Q(kind="adjudicate")
                | Q(side__in=[0, 1], level__in=[1, 2, 3], side__isnull=False, level__isnull=False),
                name="adjudication_has_side_and_level",
            ),
            models.CheckConstraint(condition=~Q(kind="replace") | Q(seat__isnull=False), name="replacement_has_a_seat"),
        ]

    def __str__(self) -> str:
        return f"ruling {self.pk} at {self.table}"
