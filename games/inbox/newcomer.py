"""Whoever answers an invitation by letter: his account, made on the spot when he has none."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from itertools import count

from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Exists, OuterRef

from games.commands import handle_key, valid_handle
from games.models import Profile

LONGEST_HANDLE = 12


@transaction.atomic
def player_at(address: str, *, name: str, language: str) -> Profile:
    """The player whose confirmed address this is; a new one, called after `name` or the address, if there is none.

    Only for an address that has just shown that it is read by whoever writes from it: he answered a secret address.
    """
    known = EmailAddress.objects.filter(email__iexact=address, verified=True).select_related("user").first()
    known = known or _waiting_for_him(address)
    if known is None:
        user = get_user_model().objects.create_user(username=secrets.token_hex(12), email=address)
        known = EmailAddress.objects.create(user=user, email=address, primary=True, verified=True)
    if profile := Profile.objects.filter(user=known.user).first():
        return profile
    handle = free_handle(name, address.partition("@")[0])
    return Profile.objects.create(
        user=known.user, handle=handle, handle_key=handle_key(handle), language=language, orders={"forced": True}
    )


def _waiting_for_him(address: str) -> EmailAddress | None:
    """The account that was made with this address and waits for it to be confirmed, which it is now.

    Anybody can have made it: its password is gone, and a claim of any other account on the address too.
    """
    claims = EmailAddress.objects.filter(email__iexact=address, verified=False)
    others = EmailAddress.objects.filter(user=OuterRef("user")).exclude(pk=OuterRef("pk"))
    known = claims.exclude(Exists(others)).select_related("user").order_by("pk").first()
    claims.exclude(pk=known.pk if known else None).delete()
    if known is None:
        return None
    known.verified = True
    known.save(update_fields=["verified"])
    known.user.set_unusable_password()
    known.user.save(update_fields=["password"])
    return known


def plays_by_letter(player: Profile, at: datetime) -> None:
    """Note that he answers by letter; to the hour is enough. His letters are not held any more."""
    if player.last_letter_at is None or at - player.last_letter_at > timedelta(hours=1):
        Profile.objects.filter(pk=player.pk).update(last_letter_at=at)


def free_handle(*wishes: str) -> str:
    """The first of `wishes`, cut down to letters and digits, that nobody has; with a number behind it if need be."""
    words = ["".join(letter for letter in wish if letter.isalnum())[:LONGEST_HANDLE] for wish in wishes]
    usable = (word for word in words if any(map(str.isalpha, word)) and valid_handle(_numbered(word, 2)))
    stems = list(usable) or ["player"]
    for number in count(1):
        for stem in stems:
            handle = _numbered(stem, number)
            if valid_handle(handle) and not Profile.objects.filter(handle_key=handle_key(handle)).exists():
                return handle
    raise AssertionError("numbers do not end")


def _numbered(stem: str, number: int) -> str:
    return stem if number == 1 else f"{stem[: LONGEST_HANDLE - len(str(number))]}{number}"
