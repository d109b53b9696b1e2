"""No more letters: what a one-click unsubscribing does, by page or by mail (RFC 2369, RFC 8058)."""

from __future__ import annotations

from django.db import transaction

from games.models import Address, Profile
from games.models.player import Letters


@transaction.atomic
def stop(address: Address, what: str = "table") -> str:
    """Carry out `table` (no more letters about that one), `all` or `again`; gives back which was done. Twice is once.

    `address` is the unsubscribe address of a letter to a player.
    """
    player, seat = address.player, address.seat
    assert player is not None
    if what == "again":
        player.letters = Letters.AT_ONCE
        player.save(update_fields=["letters"])
    elif what == "all" or seat is None:
        stop_all(player)
        return "all"
    if seat is not None:
        seat.letters = "" if what == "again" else Letters.NONE
        seat.save(update_fields=["letters"])
    return "again" if what == "again" else "table"


def stop_all(player: Profile) -> None:
    """No more letters about any table."""
    player.letters = Letters.NONE
    player.save(update_fields=["letters"])
    player.seats.exclude(letters="").update(letters="")
