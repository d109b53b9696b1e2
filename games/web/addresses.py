"""A change of address can be undone from the old one: whoever lost his account by it needs nothing but that letter."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction
from django.urls import reverse

SALT = "games.web.addresses"
UNDO_LIVES = timedelta(days=14)
"""How long the link in the letter works."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a user's addresses: `old` is the one that is told of it, `new` the one that came."""

    user: int
    old: str
    new: str


def undo_link(change: Change) -> str:
    """The link that undoes it. Nothing is kept here: it is signed."""
    token = signing.dumps([change.user, change.old, change.new], salt=SALT)
    return f"{settings.NARDY_SITE_URL}{reverse('address_undo', args=[token])}"


def read_undo(token: str) -> Change | None:
    """The change that a link is about; None: it is none of ours, or too old."""
    try:
        return Change(*signing.loads(token, salt=SALT, max_age=UNDO_LIVES))
    except (signing.BadSignature, TypeError):
        return None


@transaction.atomic
def undo(change: Change) -> bool:
    """Make the old address the account's own again and its only one, and sign everybody out. Twice is once.

    Whoever had the account may have added more than this one; its owner adds again what is his. False: the old address
    belongs to another account by now.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=change.user)
    if EmailAddress.objects.filter(email__iexact=change.old, verified=True).exclude(user=user).exists():
        return False
    old = EmailAddress.objects.filter(user=user, email__iexact=change.old).first()
    old = old or EmailAddress(user=user, email=change.old)
    old.verified = True
    old.save()
    old.set_as_primary()
    EmailAddress.objects.filter(user=user).exclude(pk=old.pk).delete()
    user.refresh_from_db()
    user.set_unusable_password()  # whoever changed it may know it; with it go all sessions
    user.save(update_fields=["password"])
    return True
