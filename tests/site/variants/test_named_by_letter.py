"""Games without (or with more than) thrown dice, played by letters alone, through the door and back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import IncomingMail, OutgoingMail, Profile, Table
from games.rules import codec
from games.rules.actions import Name, Play
from tests.site.conftest import Script
from tests.site.factories import match, prompt
from tests.site.inbox.post import NOON, address_in, answer, answers, letter_to, received, reply

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_picture")]


@pytest.fixture
def one_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are drawn in their own tests."""
    monkeypatch.setattr("games.outbox.table_story.board_png", lambda *_args, **_sizes: b"picture")


def done(table: Table) -> list[object]:
    """What the players did, in order."""
    return [codec.load_action(entry.action) for entry in table.entries.filter(seat__isnull=False).order_by("seq")]


def letter(player: Profile, hour: int, kind: str = "turn") -> OutgoingMail:
    """The newest letter to a player, so many hours into the game."""
    return letter_to(player, kind, now=NOON + timedelta(hours=hour))


def sent(asked: OutgoingMail, *lines: str, hour: int) -> IncomingMail:
    """The player's answer to a letter, read so many hours into the game."""
    address = f"{asked.player.handle.lower()}@example.org"
    return answer(asked, *lines, sender=address, now=NOON + timedelta(hours=hour))


@pytest.fixture
def diceless(alice: Profile, boris: Profile, dice: Script) -> Table:
    """Alice is to name the first roll."""
    dice("61")
    return match(alice, boris, variant="diceless", rules={"length": 1, "crawford": False})


def test_a_game_without_dice_goes_from_letter_to_letter(diceless: Table, alice: Profile, boris: Profile) -> None:
    hers = letter(alice, 0)
    assert "=66: 24/18(2)" in hers.text, "the letter says how a roll is named"
    assert sent(hers, "=66: 24/18(2)", hour=1).outcome == "done"
    his = letter(boris, 2)
    assert "6-6" in his.text
    assert "24/18(2)" in his.text
    assert sent(his, "=44: 24/16(2)", hour=3).outcome == "done"
    assert done(diceless) == [
        Play(((24, 18), (24, 18)), roll=(6, 6)),
        Play(((24, 16), (24, 16)), roll=(4, 4)),
    ]
    assert prompt(diceless, alice).kind == "move"
    assert "4-4" in letter(alice, 4).text


def test_a_roll_named_alone_is_asked_to_be_played(diceless: Table, alice: Profile) -> None:
    assert sent(letter(alice, 0), "=53", hour=1).outcome == "done"
    asked = letter(alice, 2)
    assert asked.prompt == prompt(diceless, alice)
    assert "5-3" in asked.text
    assert sent(asked, "24/19/16", hour=3).outcome == "done"
    assert done(diceless) == [Name((5, 3)), Play(((24, 19), (19, 16)))]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("24/18(2)", "name-the-roll"),
        ("=77", "unknown-command"),
        ("=6", "unknown-command"),
        ("=66: 24/12", "illegal-play"),
    ],
)
def test_what_cannot_be_named_or_played_changes_nothing(line: str, code: str, diceless: Table, alice: Profile) -> None:
    row = sent(letter(alice, 0), line, hour=1)
    assert (row.outcome, row.detail["code"]) == ("refused", code)
    assert done(diceless) == []
    (told,) = answers(alice)
    shown = letter(alice, 2, told.kind)
    assert "=66: 24/18(2)" in shown.text, "and how it is done"
    assert sent(shown, "=66: 24/18(2)", hour=3).outcome == "done"


def test_the_same_letter_twice_names_once(diceless: Table, alice: Profile) -> None:
    hers = letter(alice, 0)
    raw = reply(hers, "=53", sender="alice@example.org", message_id="<one@example.org>")
    for _ in range(2):
        received(raw, to=address_in(hers))
    assert done(diceless) == [Name((5, 3))]


@pytest.fixture
def acey_deucey(alice: Profile, boris: Profile, dice: Script) -> Table:
    """Alice begins with 2-1."""
    dice("61", "21", "43", "65")
    return match(alice, boris, variant="acey_deucey", rules={"length": 1, "crawford": False})


def test_a_double_is_named_in_the_next_letter_and_another_brings_the_bonus_roll(
    acey_deucey: Table, alice: Profile, boris: Profile
) -> None:
    assert sent(letter(alice, 0), "bar/24 bar/23", hour=1).outcome == "done"
    naming = letter(alice, 2)
    assert "=55" in naming.text
    assert sent(naming, "=66: bar/19(4)", hour=3).outcome == "done"
    bonus = letter(alice, 4)
    assert "4-3" in bonus.text, "what was thrown after it"
    assert sent(bonus, "bar/21 bar/22", hour=5).outcome == "done"
    assert [(type(action).__name__, action.roll) for action in done(acey_deucey)] == [
        ("Play", None),
        ("Play", (6, 6)),
        ("Play", None),
    ]
    assert "6-6" in letter(boris, 6).text, "he reads what she named"


def test_the_double_may_be_named_with_the_first_play(acey_deucey: Table, alice: Profile) -> None:
    assert sent(letter(alice, 0), "bar/24 bar/23", "=66", hour=1).outcome == "done"
    asked = letter(alice, 2)
    assert "6-6" in asked.text
    assert sent(asked, "bar/19(4)", hour=3).outcome == "done"
    assert prompt(acey_deucey, alice).kind == "move"


def test_a_named_roll_in_a_game_with_dice_is_refused_in_words(alice: Profile, boris: Profile, dice: Script) -> None:
    dice("31")
    table = match(alice, boris)
    row = sent(letter(alice, 0), "=66: 24/18(2)", hour=1)
    assert (row.outcome, row.detail["code"]) == ("refused", "roll-not-named")
    assert done(table) == []
    (told,) = answers(alice)
    assert "dice" in letter(alice, 2, told.kind).text
