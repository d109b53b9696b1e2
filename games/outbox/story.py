"""What a letter says: gathered from the rows for its templates, in words that `games.texts` puts to facts."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from games.models import OutgoingMail
from games.outbox.kinds import ACCOUNT


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The values for a letter's templates, and what its headers need to know."""

    values: dict[str, Any]
    sender: str
    """Name in From."""
    list_name: str = ""
    """First label of the List-Id."""
    game: int | None = None
    """Number of the game whose thread the letter belongs to."""
    picture: bytes | None = field(default=None, repr=False)
    """The board as PNG."""


def tell(letter: OutgoingMail, *, now: datetime) -> Told:
    """Gather what `letter` says. The reader's language and zone are active."""
    if letter.kind in ACCOUNT:
        return Told(values=_account(letter), sender=_("Nardy"))
    raise NotImplementedError(letter.kind)


def _account(letter: OutgoingMail) -> dict[str, Any]:
    """Codes and links, and the name of the player if there is one."""
    return {
        **letter.context["secret"],
        "name": letter.player.handle if letter.player else "",
        "address": letter.to,
        "domain": settings.NARDY_MAIL_DOMAIN,
    }
