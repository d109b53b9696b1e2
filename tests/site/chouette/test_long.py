"""Queries do not grow with players or games: what a page reads it reads in lists, of a long session its last games."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import clubs
from games.models import Club, Profile, Table
from games.models.table import Source
from games.play import enter, lock
from games.rows import Rows
from games.rules import codec
from games.rules.actions import Adjudicate
from games.web.tables import SHOWN_GAMES
from tests.site.chouette.test_tables import same
from tests.site.factories import NOW, chouette, player

pytestmark = pytest.mark.django_db

LONG = SHOWN_GAMES + 2


@pytest.fixture
def club(db: None) -> Club:
    """A club of ten."""
    people = [player(f"P{number}") for number in range(10)]
    made = clubs.found(name="Шеш-беш", about="", founder=people[0], now=NOW)
    for one in people[1:]:
        made.memberships.create(player=one)
    return made


def session(club: Club, players: int, *, games: int) -> Table:
    """A chouette of the club's first members with so many games over."""
    people = [one.player for one in club.memberships.select_related("player").order_by("pk")][:players]
    return play_on(chouette(*people, club=club, rules={"partner": "off"}), games)


def play_on(table: Table, games: int) -> Table:
    """Let the house decide one game after the other, now for the box, now for the team."""
    while True:
        locked = lock(pk=table.pk)
        state = codec.load(locked.state)
        if state.games >= games:
            return locked
        act = Adjudicate(state.games % 2, 1 + state.games % 3)
        enter(Rows(locked), state, None, act, source=Source.HOUSE, ref=f"game:{state.games}", now=NOW)


def cost(url: str, who: Profile | None) -> int:
    """How many queries a page makes, the second time it is read."""
    client = Client()
    if who is not None:
        client.force_login(who.user)
    client.get(url)
    with CaptureQueriesContext(connection) as seen:
        assert client.get(url).status_code == 200
    return len(seen)


def costs(table: Table) -> dict[str, int]:
    """The queries of every page that shows something of the table, for a member and for a guest."""
    who = Profile.objects.get(handle="P0")
    pages = {"table": "", "position": f"{table.last_seq}/", "dice": "dice/", "record": "record/", "mat": "record.mat"}
    return {
        **{name: cost(f"/t/{table.pk}/{page}", who) for name, page in pages.items()},
        "guest": cost(f"/t/{table.pk}/", None),
        "club": cost(f"/clubs/{table.club.slug}/", who) if table.club else 0,
    }


def test_queries_do_not_grow_with_players(club: Club) -> None:
    few = costs(session(club, 3, games=2))
    Table.objects.update(club=None, over=True)
    assert costs(session(club, 10, games=2)) == few


def test_queries_do_not_grow_with_games(club: Club) -> None:
    table = session(club, 4, games=LONG)
    early = costs(table)
    assert costs(play_on(table, LONG + 10)) == early
    same(table)
