"""Letters for tests: pictures are drawn once where they are not what is tested; one letter of each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.db import transaction
from pytest_django import DjangoDbBlocker

from games.boards.png import board_png
from games.boards.text import board_text
from games.boards.view import View
from games.models import OutgoingMail
from games.rules.variants import variant
from tests.site import factories
from tests.site.outbox.letters import every_kind

Broken = Callable[..., None]
"""Takes errors, one for each letter that the mailer is given."""

pictures: dict[str, bytes] = {}


def drawn_once(view: View, *, width: int) -> bytes:
    """The picture of a board; the same board is not drawn again."""
    key = board_text(view)
    if key not in pictures:
        pictures[key] = board_png(view, width=width)
    return pictures[key]


@pytest.fixture
def mailer(monkeypatch: pytest.MonkeyPatch) -> Broken:
    """A mailer that can be told to raise errors, one for each letter it is given (None: it takes the letter)."""
    errors: list[BaseException | None] = []
    taken = EmailBackend.send_messages

    def send_messages(self: EmailBackend, messages: list[EmailMessage]) -> int:
        error = errors.pop(0) if errors else None
        if error is not None:
            raise error
        return taken(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send_messages)

    def told(*next_errors: BaseException | None) -> None:
        errors[:] = next_errors

    return told


@pytest.fixture(scope="session")
def picture() -> bytes:
    """A real picture of a board."""
    game = variant("short")
    return board_png(View(board=game.start(), facing=game.facing), width=240)


@pytest.fixture
def one_picture(monkeypatch: pytest.MonkeyPatch, picture: bytes) -> None:
    """All letters have the same picture: drawing takes longer than all else."""
    for module in ("story", "table_story"):
        monkeypatch.setattr(f"games.outbox.{module}.board_png", lambda *_args, **_sizes: picture)


@pytest.fixture(scope="module", params=["ru", "en"])
def letters(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[dict[str, OutgoingMail]]:
    """One letter of each kind to Boris, sent, in either language. Made once; nothing of it stays in the database."""
    with django_db_blocker.unblock(), transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        for module in ("story", "table_story"):
            patch.setattr(f"games.outbox.{module}.board_png", drawn_once)
        patch.setattr("games.play.rows.throw", lambda _rows, game, n, _dice: (3, 1) if (game, n) == (1, 0) else (2, 1))
        alice = factories.player("Alice")
        boris = factories.player("Boris", language=request.param, zone="Europe/Moscow")
        yield every_kind(factories.match(alice, boris), alice, boris)
        transaction.set_rollback(True)
