"""People and tables for tests. Everything is made the way the site makes it: by `lobby` and `play`.

The dice of a test are scripted through the `dice` fixture of conftest.py.
"""

from __future__ import annotations

import itertools
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User

from games import lobby
from games.commands import handle_key
from games.deadlines import CLOCKS
from games.models import Entry, Profile, Prompt, Seat, Table
from games.models.player import Letters
from games.models.table import Source
from games.play import play
from games.rules.actions import Action

NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
"""When the tables of tests are made."""

refs = (f"test:{number}" for number in itertools.count(1))


def player(handle: str, *, language: str = "en", zone: str = "Europe/Berlin", **columns: Any) -> Profile:
    """A player with a confirmed address, `<handle>@example.org` in small letters, whose letters come at once."""
    address = f"{handle.lower()}@example.org"
    user = User.objects.create_user(username=handle, email=address, password="secret of the tests")
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    return Profile.objects.create(
        user=user,
        handle=handle,
        handle_key=handle_key(handle),
        language=language,
        zone=zone,
        **{"letters": Letters.AT_ONCE, **columns},
    )


def offer(host: Profile, *, now: datetime = NOW, **more: Any) -> Table:
    """An open offer of `host`: a match of short nardy to 3, if `more` does not say otherwise (`lobby.offer`)."""
    values = {
        "variant": "short",
        "format": "match",
        "rules": {"length": 3},
        "clock": asdict(CLOCKS["daily"]),
        "open_for": timedelta(days=3),
    }
    return lobby.offer(host=host, now=now, **values | more)


def match(host: Profile, guest: Profile, *, now: datetime = NOW, **more: Any) -> Table:
    """A running match; `host` has seat 0 and, with the lot scripted so, begins."""
    table = offer(host, now=now, **more)
    return lobby.take(table.pk, player=guest, now=now)


def chouette(*people: Profile, now: datetime = NOW, **more: Any) -> Table:
    """A running chouette. `people` sit down in this order; who is what the scripted dice of the start decide."""
    table = offer(people[0], now=now, **{"format": "chouette", "rules": {}, "seats": len(people)} | more)
    for person in people[1:]:
        table = lobby.take(table.pk, player=person, now=now)
    return table


def seat(table: Table, player: Profile) -> Seat:
    """The seat of a player."""
    return table.seats.get(player=player)


def prompt(table: Table, player: Profile | None = None) -> Prompt:
    """The one open question of the table (put to this player)."""
    whose = {"seat__player": player} if player else {}
    return Prompt.objects.get(table=table, closed_at=None, **whose)


def answer(
    table: Table, action: Action, *, by: Profile | None = None, now: datetime = NOW, source: Source = Source.PAGE
) -> Entry:
    """Answer the one open question of the table (put to `by`), with a cause of its own."""
    return play(prompt(table, by).pk, action, source=source, ref=next(refs), now=now)
