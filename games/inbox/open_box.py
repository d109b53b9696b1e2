"""The open boxes `start@` and `help@`: for a player who has no letter of ours at hand. They move nothing.

Whoever writes there is known by his From alone, so the answer goes to his confirmed address, and to it alone: his
waiting letters anew, the open offers, or what can be written. All else is done in answer to that letter.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings

from games import desk, queries
from games.inbox import reader
from games.inbox.reader import Letter
from games.inbox.route import is_forged
from games.models import IncomingMail, OutgoingMail, Profile
from games.models.table import Source
from games.outbox import compose, personal

BOXES = ("start", "help")

PER_HOUR, PER_DAY = 3, 10
"""Answers that a player gets from here in an hour and in a day: whoever writes his name into From can ask for them."""

AGAIN = timedelta(days=1)
"""How often his waiting letters are sent anew from here; in answer to a letter of ours as often as he likes."""


def is_open(mail: IncomingMail) -> bool:
    """Whether the mail came to one of these boxes."""
    box, _, domain = mail.recipient.partition("@")
    return domain == settings.NARDY_MAIL_DOMAIN and box in BOXES


def answer(mail: IncomingMail, letter: Letter, *, now: datetime) -> str:
    """Answer a mail to an open box, if a player wrote it; the outcome in a word."""
    player = _writer(letter)
    if player is None or is_forged(letter):
        return "unknown-sender"
    if _enough(player, now=now):
        return "enough"
    receipts: desk.Receipts = []
    ref = f"box:{mail.pk}"
    for command in reader.read(letter, own_domain=settings.NARDY_MAIL_DOMAIN).commands:
        if command.kind == "offers":
            receipts += desk.carry_out(command, player=player, seat=None, source=Source.LETTER, ref=ref, now=now)
        elif command.kind == "games":
            receipts += _games(player, ref=ref, now=now)
    message_id = f"<{letter.message_id}>" if letter.message_id else ""
    personal.noted(receipts or [("help", {})], player=player, message_id=message_id, ref=ref, now=now)
    compose.nudge()
    return "done"


def _enough(player: Profile, *, now: datetime) -> bool:
    told = OutgoingMail.objects.filter(player=player, kind="noted", dedupe__startswith="answer:box:")
    within = (timedelta(hours=1), PER_HOUR), (timedelta(days=1), PER_DAY)
    return any(told.filter(created_at__gt=now - time).count() >= most for time, most in within)


def _games(player: Profile, *, ref: str, now: datetime) -> desk.Receipts:
    """What waits for him; the letters themselves too, if they were not sent anew of late."""
    if not queries.count_waiting(player):
        return [("no-games", {})]
    lately = OutgoingMail.objects.filter(player=player, dedupe__startswith="again:box:", created_at__gt=now - AGAIN)
    again = not lately.exists() and personal.again(player, ref=ref, now=now)
    return [("games", {"waiting": True}), *([("games-again", {})] if again else [])]


def _writer(letter: Letter) -> Profile | None:
    """The player at whose confirmed address the mail says it was written."""
    if len(letter.senders) != 1:
        return None
    known = EmailAddress.objects.filter(email__iexact=letter.senders[0], verified=True).select_related("user__profile")
    found = known.first()
    return getattr(found.user, "profile", None) if found else None
