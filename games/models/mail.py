"""Letters out, letters in, and the addresses under which a letter may be answered."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class OutgoingMail(models.Model):
    """A letter: queued as facts in the transaction of its cause, rendered once by the sender, kept until it is gone."""

    player = models.ForeignKey("games.Profile", models.CASCADE, null=True, related_name="letters_out")
    to = models.EmailField()
    provider = models.CharField(max_length=200, blank=True)
    """Who keeps the mailbox of `to` (`outbox.providers`)."""
    seat = models.ForeignKey("games.Seat", models.CASCADE, null=True, related_name="letters_out")
    prompt = models.ForeignKey("games.Prompt", models.CASCADE, null=True, related_name="letters_out")
    entry = models.ForeignKey("games.Entry", models.PROTECT, null=True, related_name="letters_out")
    kind = models.CharField(max_length=20)
    game = models.PositiveIntegerField(null=True)
    """Number of the game it belongs to, for threading."""
    context = models.JSONField(default=dict)
    """What the letter says, as facts; `render` puts words to it."""
    language = models.CharField(max_length=5, default="ru")
    dedupe = models.CharField(max_length=200, unique=True)
    message_id = models.CharField(max_length=200, unique=True)
    in_reply_to = models.CharField(max_length=300, blank=True)
    subject = models.CharField(max_length=250, blank=True)
    text = models.TextField(blank=True)
    html = models.TextField(blank=True)
    picture = models.BinaryField(null=True)
    headers = models.JSONField(default=dict)
    rendered_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    not_before = models.DateTimeField(null=True)
    wanted_by = models.DateTimeField()
    """When its reader needs it at the latest: the sender takes the letters in this order."""
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    dropped_at = models.DateTimeField(null=True)
    """Its moment had passed before it was sent."""
    failed = models.CharField(max_length=250, blank=True)
    """Why it will not be tried again, or did not arrive (`outbox.health`)."""
    failed_at = models.DateTimeField(null=True)
    """When its address was found not to work; None when that is not (or no longer) held against the address."""

    class Meta:
        indexes = [
            models.Index(
                fields=["wanted_by", "id"],
                condition=Q(sent_at=None, dropped_at=None, failed=""),
                name="letters_waiting",
            ),
            models.Index(fields=["seat", "game", "id"], name="letters_of_a_thread"),
        ]

    def __str__(self) -> str:
        return f"letter {self.pk} ({self.kind})"


class MailProvider(models.Model):
    """Who keeps mailboxes for many: what it has been sent of late, and whether it asked us to slow down.

    Written by `outbox.providers` alone.
    """

    name = models.CharField(max_length=200, unique=True)
    """`gmail`, `mail.ru`, … or the domain itself."""
    minute = models.DateTimeField()
    """When the minute began whose letters are counted."""
    in_minute = models.PositiveIntegerField(default=0)
    """Letters sent to it in that minute."""
    refusals = models.PositiveSmallIntegerField(default=0)
    """How often in a row it said "not now"."""
    opens_at = models.DateTimeField(null=True)
    """No letter goes to it before."""

    def __str__(self) -> str:
        return self.name


class Purpose(models.TextChoices):
    """What a secret address is for. Each letter has its own of each kind."""

    REPLY = "reply"
    BOUNCE = "bounce"
    UNSUBSCRIBE = "unsubscribe"


class Address(models.Model):
    """A secret address that stands in a letter's headers. Only the hash of its token is kept."""

    token_hash = models.CharField(max_length=64, unique=True)
    purpose = models.CharField(max_length=12, choices=Purpose.choices)
    player = models.ForeignKey("games.Profile", models.CASCADE, null=True, related_name="addresses")
    seat = models.ForeignKey("games.Seat", models.CASCADE, null=True, related_name="addresses")
    prompt = models.ForeignKey("games.Prompt", models.CASCADE, null=True, related_name="addresses")
    invitation = models.ForeignKey("games.Invitation", models.CASCADE, null=True, related_name="addresses")
    letter = models.ForeignKey(OutgoingMail, models.CASCADE, related_name="addresses")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["letter", "purpose"], name="one_address_per_letter_and_purpose")]
        verbose_name_plural = "addresses"

    def __str__(self) -> str:
        return f"{self.purpose} address of {self.letter}"


class IncomingMail(models.Model):
    """A mail as it came: the row is the queue. Nothing else happens at the door."""

    raw = models.BinaryField()
    envelope_from = models.CharField(max_length=320, blank=True)
    recipient = models.CharField(max_length=320)
    source = models.CharField(max_length=20)
    """Which door took it: `lmtp`, `pipe`, `webhook:mailgun`, …"""
    key = models.CharField(max_length=64)
    """Hash of its Message-ID, or of its content where it has none (`inbox.reader`)."""
    received_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField()
    handled_at = models.DateTimeField(null=True)
    outcome = models.CharField(max_length=40, blank=True)
    detail = models.JSONField(default=dict)
    address = models.ForeignKey(Address, models.SET_NULL, null=True, related_name="mails")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["recipient", "key"], name="one_mail_per_recipient_and_key")]
        indexes = [models.Index(fields=["next_try_at"], condition=Q(handled_at=None), name="mails_waiting")]

    def __str__(self) -> str:
        return f"mail {self.pk} to {self.recipient[:8]}…"
