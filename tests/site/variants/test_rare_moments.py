"""Moments that come once in many games: what is said then, in both languages."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import translation

from games import seating, texts
from games.boards.shown import last_play
from games.models import Profile, Prompt, Table
from games.models.table import Source
from games.play import play
from games.queries import history
from games.rules.actions import Name, Play
from games.rules.errors import IllegalAction
from games.rules.facts import Fact
from games.rules.plays import Spot, resolve
from games.rules.state import Opening
from games.rules.variants import variant
from tests.site import factories
from tests.site.conftest import Script
from tests.site.factories import NOW, refs

NAMES = ("Alice", "Boris")
Moves = tuple[tuple[int, int], ...]


@pytest.fixture
def begin(monkeypatch: pytest.MonkeyPatch, alice: Profile, boris: Profile):
    """A match whose first game begins from a position, Alice to throw: `begin("tapa", "4 7 3x13", "24 10x14")`."""

    def begun(key: str, mine: str, his: str, *, length: int = 3, **flags: object) -> Table:
        board, made = variant(key, **flags).board(mine, his), seating.start_of
        monkeypatch.setattr(
            seating, "start_of", lambda *seats: replace(made(*seats), start=Opening(board=board, side=0))
        )
        return factories.match(alice, boris, variant=key, rules={"length": length, "crawford": False, **flags})

    return begun


def answered(table: Table, action: Play | Name) -> list[Fact]:
    """The facts that come of an answer to the one open question."""
    asked = Prompt.objects.get(table=table, closed_at=None)
    play(asked.pk, action, source=Source.PAGE, ref=next(refs), now=NOW)
    return list(history(Table.objects.get(pk=table.pk), reader_seat=0)[-1].facts)


def told(facts: list[Fact], language: str, *, reader: int = 0) -> str:
    """What happened, as the reader of a page or a letter has it."""
    with translation.override(language):
        return "\n".join(texts.story(facts, names=NAMES, reader=reader))


def refusal(error: IllegalAction, language: str) -> str:
    """The sentence of a refusal."""
    with translation.override(language):
        return texts.error(error, names=NAMES, reader=0)


WALL = "14 11 10 9 8 7 1x9"


@pytest.mark.parametrize(
    ("key", "mine", "his", "stage", "moves", "flags", "english", "russian"),
    [
        ("long_classic", WALL, "24x15", (5, 3), ((14, 9), (9, 6)), {}, "got past", "впереди него"),
        ("feuga", WALL, "24x15", (5, 3), ((14, 6),), {}, "got past", "впереди него"),
        ("feuga", WALL, "24x14 12", (5, 3), ((14, 6),), {"six_block": "opp_home"}, "at home yet", "в доме"),
        ("feuga", WALL, "24x14 12", (5, 3), ((14, 6),), {"six_block": "never"}, "never", "всегда"),
    ],
)
def test_a_forbidden_wall_is_shown_and_it_is_said_why(
    key: str,
    mine: str,
    his: str,
    stage: tuple[int, ...],
    moves: Moves,
    flags: dict[str, object],
    english: str,
    russian: str,
) -> None:
    game = variant(key, **flags)
    with pytest.raises(IllegalAction) as refused:
        resolve(Spot(game, game.board(mine, his), 0, stage, stage), moves)
    assert refused.value.data["wall"] == (11, 6)
    for language, why in (("en", english), ("ru", russian)):
        said = refusal(refused.value, language)
        assert "(11–6)" in said
        assert why in said


def test_a_wall_in_passing_is_told_from_one_that_stays() -> None:
    game = variant("long_classic")
    with pytest.raises(IllegalAction) as refused:
        resolve(Spot(game, game.board("14 9 8 7 6 5 1x9", "24x15"), 0, (4, 2), (4, 2)), ((14, 10), (10, 8)))
    assert (refused.value.data["wall"], refused.value.data["why"]) == ((10, 5), "passing")
    assert "even in passing" in refusal(refused.value, "en")
    assert "пробегом" in refusal(refused.value, "ru")


def test_a_wall_over_the_seam_of_the_numbers_is_named_as_he_meets_it() -> None:
    """My 1 and my 24 lie side by side on his way; a longer wall is named whole."""
    game = variant("feuga", six_block="never")
    with pytest.raises(IllegalAction) as refused:
        resolve(Spot(game, game.board("7 4 3 2 1x2 24x9", "20x15"), 0, (2, 1), (2, 1)), ((7, 5), (24, 23)))
    assert refused.value.data["wall"] == (5, 23)


def test_in_russian_a_refused_move_is_written_in_russian() -> None:
    error = IllegalAction("illegal-play", rule="blocked", move="bar/21", point=21)
    assert refusal(error, "ru").startswith("бар/21:")
    error = IllegalAction("illegal-play", rule="not-all-home", move="4/off")
    assert refusal(error, "ru").startswith("4/снять:")
    assert "бар/22 6/снять" in refusal(IllegalAction("ambiguous-play", ways=["bar/22 6/off", "bar/21"]), "ru")
    assert refusal(error, "en").startswith("4/off:")


def test_after_ace_deuce_a_double_is_asked_for_and_nobody_says_that_there_are_no_dice(
    alice: Profile, boris: Profile, dice: Script
) -> None:
    dice("61", "21")
    table = factories.match(alice, boris, variant="acey_deucey")
    answered(table, Play(((25, 24), (25, 23))))
    with pytest.raises(IllegalAction) as refused:
        answered(table, Play(((25, 19),)))
    assert refused.value.code == "name-the-double"
    assert "First name a double" in refusal(refused.value, "en")
    assert "назовите дубль" in refusal(refused.value, "ru")


def test_a_new_game_shows_no_arrows_of_the_last_one(begin, dice: Script) -> None:
    """Where the first move alternates no lot is thrown between the two games."""
    dice("65", "21", "61")
    facts = answered(begin("long_classic", "2x2 offx13", "12x2 1x10 offx3"), Play(((2, 0), (2, 0))))
    assert "Game 2 begins" in told(facts, "en")
    assert last_play(facts) is None
