"""Sessions of a club played by chance, with its organiser's rulings, people who come and leave, and silence.

The rows, the log, the standings and the letters agree with one another whatever happens. `SESSIONS=100` plays more.
"""

from __future__ import annotations

import os
import random
from datetime import datetime, timedelta

import pytest
from django.db import transaction

from games import clubs, lobby, rulings, sweeps
from games.models import Club, Profile, Table
from games.models.table import Source
from games.play import play, volunteer
from games.rules import codec
from games.rules.actions import HOUSE, Join, Leave, TimeOut
from games.rules.errors import IllegalAction
from games.rules.state import State
from tests.pure.random_tables import CHOUETTE_OPTIONS, choice
from tests.site.chouette.test_clubs import browser
from tests.site.chouette.test_tables import same
from tests.site.factories import NOW, chouette, player, refs
from tests.site.outbox.conftest import one_picture, picture
from tests.site.outbox.letters import send

__all__ = ["one_picture", "picture"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_picture")]

SESSIONS = int(os.environ.get("SESSIONS", "3"))
STEPS = 90


def rule(table: Table, state: State, organiser: Profile, rng: random.Random, now: datetime) -> None:
    """Any ruling there is; twice is once."""
    kind = rng.choice(("adjudicate", "adjudicate", "annul", "annul", "relieve", "replace", "pause", "go-on", "go-on"))
    game = rng.choice((None, None, *range(1, state.games + 1))) if kind == "annul" else None
    side, level, seat = rng.randint(0, 1), rng.randint(1, 3), rng.choice((*state.seats, 0))
    ref = next(refs)
    for _ in range(2):
        rulings.rule(
            table.pk,
            by=organiser,
            kind=kind,
            reason="x",
            now=now,
            side=side,
            level=level,
            seat=seat,
            game=game,
            ref=ref,
        )


def step(table: Table, club: Club, people: list[Profile], rng: random.Random, now: datetime) -> None:
    """Somebody does something; what is refused changes nothing."""
    state = codec.load(table.state)
    if rng.random() < 0.1:
        rule(table, state, people[0], rng, now)
        return
    number, action = choice(state, rng, 0.2)
    if isinstance(action, Join):
        lobby.join(table.pk, player=rng.choice(people[1:]), source=Source.PAGE, now=now)
        return
    if number == HOUSE or isinstance(action, TimeOut):
        for _ in range(3):
            sweeps.check_one(now + timedelta(days=3))
        return
    seat = table.seats.get(number=number)
    asked = table.prompts.filter(seat=seat, closed_at=None, answered_at=None).order_by("number").first()
    if isinstance(action, Leave):
        lobby.leave(seat, source=Source.PAGE, ref=next(refs), now=now)
    elif asked is not None and asked.kind in ("move", "cube", "answer", "offer", "rules"):
        play(asked.pk, action, source=Source.PAGE, ref=next(refs), now=now)
    else:
        volunteer(seat.pk, action, source=Source.PAGE, ref=next(refs), now=now)


def agree(table: Table, club: Club) -> None:
    """Rows, log and standings say the same, and sum to zero."""
    same(table)
    points = {one.player: one.points for one in table.seats.select_related("player")}
    assert sum(points.values()) == 0
    standings = {one.player: one.halves for one in clubs.standings(club)}
    assert {who: halves for who, halves in points.items() if halves} == {
        who: halves for who, halves in standings.items() if halves
    }


@pytest.mark.parametrize("seed", range(SESSIONS))
def test_whatever_happens_in_a_session_its_books_agree(seed: int) -> None:
    rng = random.Random(seed)
    people = [player(f"P{number}") for number in range(7)]
    club = clubs.found(name="Шеш-беш", about="", founder=people[0], now=NOW)
    for one in people[1:]:
        club.memberships.create(player=one)
    table = None
    while table is None:
        rules = {name: rng.choice(values) for name, values in CHOUETTE_OPTIONS.items() if rng.random() < 0.3}
        try:
            with transaction.atomic():
                table = chouette(*people[1 : rng.randint(4, 6)], club=club, rules=rules)
        except IllegalAction:
            continue
    now = NOW
    for _ in range(STEPS):
        now += timedelta(hours=rng.choice((0, 1, 6, 30)))
        table.refresh_from_db()
        if table.over:
            break
        try:
            with transaction.atomic():
                step(table, club, people, rng, now)
        except IllegalAction:
            continue
    agree(table, club)
    send(now)
    for reader in (people[0], people[1], people[2]):
        assert browser(reader).get(f"/t/{table.pk}/").status_code == 200
        assert browser(reader).get(f"/clubs/{club.slug}/").status_code == 200
