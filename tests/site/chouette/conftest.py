"""What the tests of chouettes share: four players at a table, and the box's double to all three of the team."""

from __future__ import annotations

import pytest
from django.db import transaction

from games.models import Profile, Table
from games.models.table import Source
from games.play import enter, lock
from games.rows import Rows
from games.rules import codec
from games.rules.actions import Adjudicate, Answer, Double, Play, Roll
from tests.site.conftest import Script
from tests.site.factories import NOW, answer, chouette, player, refs

TAKE, DROP = Answer((("take", None),)), Answer((("drop", None),))


@pytest.fixture
def dora(db: None) -> Profile:
    """The fourth player: the last of the queue."""
    return player("Dora")


@pytest.fixture
def four(alice: Profile, boris: Profile, chris: Profile, dora: Profile, dice: Script) -> Table:
    """Alice is the box, Boris the captain, Chris and Dora are behind; the box begins with 31."""
    dice("6532", "31")
    return chouette(alice, boris, chris, dora)


@pytest.fixture
def window(four: Table, alice: Profile) -> Table:
    """The box has made its first play: the team's window is open."""
    answer(four, Play(((8, 5), (6, 5))), by=alice)
    return four


@pytest.fixture
def doubled(window: Table, alice: Profile, boris: Profile) -> Table:
    """The box has doubled all three."""
    answer(window, Roll(), by=boris)
    answer(window, Play(((13, 11), (6, 5))), by=boris)
    answer(window, Double(), by=alice)
    return window


@transaction.atomic
def decide(table: Table, side: int = 1, level: int = 1) -> None:
    """The running game ends, won by the box (0) or the team (1)."""
    locked = lock(pk=table.pk)
    before = codec.load(locked.state)
    enter(Rows(locked), before, None, Adjudicate(side, level), source=Source.HOUSE, ref=next(refs), now=NOW)
