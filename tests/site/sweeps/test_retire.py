"""Offers that nobody can take any more are called off."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games import sweeps
from games.models import Profile, Table
from tests.site.conftest import Script
from tests.site.factories import NOW, match, offer

pytestmark = pytest.mark.django_db


def retired(now: datetime) -> set[int]:
    """Retire until there is nothing more; the tables called off at `now`."""
    while sweeps.retire_one(now):
        pass
    return set(Table.objects.filter(withdrawn_at=now).values_list("pk", flat=True))


def test_an_offer_is_called_off_when_its_time_is_over(alice: Profile, boris: Profile, dice: Script) -> None:
    open_offer = offer(alice)
    invitation = offer(alice, open_for=None, opponent=boris)
    both = offer(alice, opponent=boris)
    match(alice, boris)
    assert retired(NOW + timedelta(days=2)) == set()
    assert retired(NOW + timedelta(days=3)) == {open_offer.pk}
    assert retired(NOW + timedelta(days=4)) == set(), "once is enough"
    assert retired(NOW + timedelta(days=14)) == {invitation.pk, both.pk}


def test_two_workers_call_off_one_table_once(alice: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    table = offer(alice)
    now = NOW + timedelta(days=3)
    from games import lobby

    first = lobby.call_off_if_idle

    def both(table_id: int, *, now: datetime) -> None:
        first(table_id, now=now)
        first(table_id, now=now + timedelta(seconds=1))

    monkeypatch.setattr(lobby, "call_off_if_idle", both)
    assert sweeps.retire_one(now)
    table.refresh_from_db()
    assert table.withdrawn_at == now


def test_one_broken_table_never_stops_the_others(alice: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, other = offer(alice), offer(alice)
    now = NOW + timedelta(days=3)
    from games import lobby

    whole = lobby.call_off_if_idle

    def breaks(table_id: int, *, now: datetime) -> None:
        if table_id == broken.pk:
            raise ZeroDivisionError
        whole(table_id, now=now)

    monkeypatch.setattr(lobby, "call_off_if_idle", breaks)
    assert retired(now) == {other.pk}
    monkeypatch.undo()
    assert retired(now) == {broken.pk, other.pk}, "it is tried again"
