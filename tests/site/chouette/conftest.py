"""What the tests of chouettes share: four players at a table, and the box's double to all three of the team."""

from __future__ import annotations

import pytest

from games.models import Profile, Table
from games.rules.actions import Answer, Double, Play, Roll
from tests.site.conftest import Script
from tests.site.factories import answer, chouette, player

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
