"""What all tests of the site share: compiled translations, three people, scripted dice, a running match."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from itertools import chain, repeat
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache

from games import rows
from games.models import Profile, Table
from nardy_site.messages import compile_messages
from tests.site import factories

Script = Callable[..., None]
"""Takes throws, each as digits."""


def pytest_configure() -> None:
    """Compile translations before anything asks for one."""
    for folder in settings.LOCALE_PATHS:
        compile_messages(Path(folder))


@pytest.fixture(scope="session", autouse=True)
def _var_folder_goes() -> Iterator[None]:
    """Remove the folder that tests/settings.py made for keys, database and broker."""
    yield
    shutil.rmtree(settings.VAR_DIR, ignore_errors=True)


@pytest.fixture(autouse=True)
def _nobody_has_tried_yet() -> None:
    """Forget how often an address has signed up or in: all tests come from one."""
    cache.clear()


@pytest.fixture
def alice(db: None) -> Profile:
    """She plays on the page."""
    return factories.player("Alice")


@pytest.fixture
def boris(db: None) -> Profile:
    """He plays by letter, in Russian."""
    return factories.player("Boris", language="ru", zone="Europe/Moscow")


@pytest.fixture
def chris(db: None) -> Profile:
    """A stranger: at no table of the other two."""
    return factories.player("Chris")


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> Script:
    """Script the dice of all tables: `dice("31", "66")`; when they are used up every throw is 21.

    The same throw asked for again is the same, as with the real dice.
    """
    given: Iterator[str] = repeat("21")
    thrown: dict[tuple[int, int, int], str] = {}

    def script(*throws: str) -> None:
        nonlocal given
        given = chain(throws, repeat("21"))

    def throw(loaded: rows.Rows, game: int, n: int, count: int) -> tuple[int, ...]:
        key = (loaded.table.pk, game, n)
        if key not in thrown:
            thrown[key] = next(given)
        return tuple(int(face) for face in thrown[key][:count])

    monkeypatch.setattr("games.play.rows.throw", throw)
    return script


@pytest.fixture
def match(alice: Profile, boris: Profile, dice: Script) -> Table:
    """A match to 3 points in which Alice has won the lot with 31 and is to move."""
    dice("31")
    return factories.match(alice, boris)
