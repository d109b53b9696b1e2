"""What every page knows: whether this is a demo, and how many questions wait for the reader."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games import queries
from games.models import Profile
from games.web.people import player_of


def page(request: HttpRequest) -> dict[str, Any]:
    """For templates: `demo`, the demo's people on its sign-in page, and the number beside "My move" (lazy)."""
    guests = settings.NARDY_DEMO and not request.user.is_authenticated
    return {
        "demo": settings.NARDY_DEMO,
        "demo_people": SimpleLazyObject(_people) if guests else (),
        "waiting": SimpleLazyObject(lambda: _waiting(player_of(request))),
    }


def _people() -> list[str]:
    """Handles of the demo's players, in the order in which they were made."""
    players = Profile.objects.filter(user__email__endswith="@demo.invalid", user__is_active=True)
    return list(players.order_by("pk").values_list("handle", flat=True))


def _waiting(player: Profile | None) -> int:
    return queries.count_waiting(player) if player else 0
