"""What the tests of the inbox share: letters without the drawing of boards, and one that asks Boris for his cube."""

from __future__ import annotations

import pytest

from games.models import OutgoingMail, Profile, Table
from tests.site.factories import answer
from tests.site.inbox.post import letter_to
from tests.site.outbox.letters import FIRST


@pytest.fixture(autouse=True)
def _no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing the board takes longer than all else and is tested where it is done."""
    for module in ("story", "table_story"):
        monkeypatch.setattr(f"games.outbox.{module}.board_png", lambda *_args, **_sizes: b"a picture")


@pytest.fixture
def letter(match: Table, alice: Profile, boris: Profile) -> OutgoingMail:
    """Alice has played; this asks Boris to roll or to double. What he rolls is 21."""
    answer(match, FIRST, by=alice)
    return letter_to(boris, "turn")
