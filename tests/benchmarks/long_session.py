"""A chouette session of ten players and two hundred games: how long its replay takes, and what its pages cost.

    pytest -s tests/benchmarks/long_session.py    (GAMES=20: a short one; DATABASE_URL=postgres://…: on PostgreSQL)

Every question is answered by chance through `play()`, as people do by page and letter; letters and the nudge to the
broker are left out. Times are those of this process alone. What is promised is asserted: the replay takes less than
half of what playing took, and the page makes as many queries late as early.
"""

from __future__ import annotations

import os
import random
import sys
import time
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Profile, Table
from games.models.table import Source
from games.outbox import compose
from games.play import play
from games.rules import codec
from games.rules.errors import IllegalAction
from games.rules.state import asks
from tests.pure.random_tables import choice
from tests.site.factories import NOW, chouette, player, refs

GAMES = int(os.environ.get("GAMES", "200"))
EARLY = 22
"""From game 21 on a page shows the last games alone (`web.tables.SHOWN_GAMES`)."""


@pytest.mark.django_db(transaction=True)
def test_a_long_session(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prints what was measured."""
    monkeypatch.setattr(compose, "nudge", lambda: None)
    monkeypatch.setattr(compose, "queue", lambda *args, **more: None)
    people = [player(f"P{number}") for number in range(10)]
    rules = {"beavers": True, "lone_taker": "extras", "partner": "off"}
    table = chouette(*people, rules=rules)
    rng, started = random.Random(1), time.process_time()
    play_on(table, rng, min(EARLY, GAMES))
    early = cost(table, people[0])
    play_on(table, rng, GAMES)
    played, entries = time.process_time() - started, table.entries.count()
    late = cost(table, people[0])
    out, started = StringIO(), time.process_time()
    call_command("replay", table.pk, stdout=out)
    replayed = time.process_time() - started
    sys.stdout.write(
        f"\n{connection.vendor}: {GAMES} games of 10 players, {entries} entries played in {played:.0f} s;"
        f" replayed in {replayed:.1f} s ({out.getvalue().splitlines()[-1]});"
        f" the page of the table: {early[0]} queries, {early[1]:.0f} ms after {min(EARLY, GAMES)} games,"
        f" {late[0]} queries, {late[1]:.0f} ms at the end\n"
    )
    assert out.getvalue().splitlines()[-1].endswith(" 0 differences")
    assert replayed < played / 2
    assert early[0] == late[0]


def play_on(table: Table, rng: random.Random, games: int) -> None:
    """Answer what is asked, by chance, until so many games are over."""
    while (state := codec.load(Table.objects.get(pk=table.pk).state)).games < games:
        seat, action = choice(state, rng, 0)
        asked = next((ask for ask in asks(state) if ask.seat == seat), None)
        if asked is None:
            continue
        open_ = table.prompts.get(number=asked.number)
        try:
            play(
                open_.pk, action, source=Source.PAGE, ref=next(refs), now=NOW + timedelta(minutes=table.entries.count())
            )
        except IllegalAction:
            continue


def cost(table: Table, who: Profile) -> tuple[int, float]:
    """Queries and milliseconds of the page of the table, the second time it is read."""
    client = Client()
    client.force_login(who.user)
    client.get(f"/t/{table.pk}/")
    started = time.process_time()
    with CaptureQueriesContext(connection) as seen:
        assert client.get(f"/t/{table.pk}/").status_code == 200
    return len(seen), 1000 * (time.process_time() - started)
