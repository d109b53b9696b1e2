"""The health of a mail address: refusals, bounces and complaints are counted, and letters stop when it is dead.

The limits are those of spec/mail.md §1. The failed letters themselves are the count: there is no other row. The game
goes on by page; a banner there offers the way back (`recovered`).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from games.models import OutgoingMail, Profile

Weight = Literal["hard", "soft"]
"""`hard`: there is no such mailbox, or it will never take a letter; `soft`: full, busy, too large, blocked for now."""

LIMITS: dict[Weight, tuple[int, timedelta]] = {"hard": (2, timedelta(days=3)), "soft": (5, timedelta(days=14))}
"""How many letters may fail within which time before letters stop."""

FOR_NOW = ("4", "5.2.2", "5.2.3", "5.3.", "5.4.", "5.7.")
"""Statuses (RFC 3463) that do not say that the address is dead: not now, full, too large, no route, refused."""


def weight_of(status: str) -> Weight:
    """How bad a failure is by its status; one without a status is bad."""
    return "soft" if status.startswith(FOR_NOW) else "hard"


def failed(letter: OutgoingMail, weight: Weight, why: str, *, now: datetime) -> None:
    """A letter did not reach its reader for a reason that lies with his address. May pause the letters to him."""
    letter.failed = f"{weight}: {why}"[:250]
    letter.failed_at = now
    letter.save(update_fields=["failed", "failed_at"])
    if letter.player_id is None:
        return
    most, within = LIMITS[weight]
    recent = OutgoingMail.objects.filter(
        player=letter.player_id, to=letter.to, failed__startswith=f"{weight}:", failed_at__gt=now - within
    )
    if recent.count() >= most:
        _pause(letter.player_id, now=now)


def complained(player: Profile, *, now: datetime) -> None:
    """He told his provider that our letters are spam: not one more."""
    _pause(player.pk, now=now)


def recovered(player: Profile) -> None:
    """He says that his address works again: letters go on, and old failures are no longer counted."""
    OutgoingMail.objects.filter(player=player, failed_at__isnull=False).update(failed_at=None)
    Profile.objects.filter(pk=player.pk).update(mail_paused_at=None)


def _pause(player_id: int, *, now: datetime) -> None:
    Profile.objects.filter(pk=player_id, mail_paused_at=None).update(mail_paused_at=now)
