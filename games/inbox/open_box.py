"""The open boxes `start@` and `help@`: for a player who has no letter of ours at hand. They move nothing.

Whoever writes there is known by his From alone, so the answer goes to his confirmed address, and to it alone: his
waiting letters anew, the open offers, or what can be written. All else is done in answer to that letter.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings

from games import desk
from games.inbox import reader
from games.inbox.reader import Letter
from games.inbox.route import is_forged
from games.models import IncomingMail, OutgoingMail, Profile
from games.models.table import Source
from games.outbox import compose, personal

BOXES = ("start", "help")

PER_HOUR = 3
"""Answers that a player gets from here in an hour."""


def is_open(mail: IncomingMail) -> bool:
    """Whether the mail came to one of these boxes."""
    box, _, domain = mail.recipient.partition("@")
    return domain == settings.NARDY_MAIL_DOMAIN and box in BOXES


def answer(mail: IncomingMail, letter: Letter, *, now: datetime) -> str:
    """Answer a mail to an open box, if a player wrote it; the outcome in a word."""
    player = _writer(letter)
    if player is None or is_forged(letter):
        return "unknown-sender"
    told = OutgoingMail.objects.filter(player=player, kind="noted", created_at__gt=now - timedelta(hours=1))
    if told.filter(dedupe__startswith="answer:box:").count() >= PER_HOUR:
        return "enough"
    receipts: desk.Receipts = []
    ref = f"box:{mail.pk}"
    for command in reader.read(letter, own_domain=settings.NARDY_MAIL_DOMAIN).commands:
        if command.kind == "offers":
            receipts += desk.carry_out(command, player=player, seat=None, source=Source.LETTER, ref=ref, now=now)
        elif command.kind == "games":
            again = personal.again(player, ref=ref, now=now)
            receipts += [("games", {"waiting": True}), ("games-again", {})] if again else [("no-games", {})]
    message_id = f"<{letter.message_id}>" if letter.message_id else ""
    personal.noted(receipts or [("help", {})], player=player, message_id=message_id, ref=ref, now=now)
    compose.nudge()
    return "done"


def _writer(letter: Letter) -> Profile | None:
    """The player at whose confirmed address the mail says it was written."""
    if len(letter.senders) != 1:
        return None
    known = EmailAddress.objects.filter(email__iexact=letter.senders[0], verified=True).select_related("user__profile")
    found = known.first()
    return getattr(found.user, "profile", None) if found else None
