"""Moments that come once in many games: what is said then, in both languages."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games import seating, texts
from games.boards.shown import last_play
from games.models import Profile, Prompt, Table
from games.models.table import Source
from games.play import play
from games.queries import history
from games.rules import codec
from games.rules.actions import Name, Play
from games.rules.errors import IllegalAction
from games.rules.facts import Fact
from games.rules.plays import Spot, legal_plays, resolve
from games.rules.state import Opening, spot
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
    prompt = Prompt.objects.get(table=table, closed_at=None)
    play(prompt.pk, action, source=Source.PAGE, ref=next(refs), now=NOW)
    return list(history(Table.objects.get(pk=table.pk), reader_seat=0)[-1].facts)


def told(facts: list[Fact], language: str, *, reader: int = 0) -> str:
    """What happened, as the reader of a page or a letter has it."""
    with translation.override(language):
        return "\n".join(texts.story(facts, names=NAMES, reader=reader))


def asked(table: Table, language: str) -> str:
    """The open question in words."""
    table.refresh_from_db()
    state = codec.load(table.state)
    with translation.override(language):
        return texts.ask(state, state.asks[0], names=NAMES)


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


EXACT = {"bearoff": "exact", "home_moves": False}


@pytest.mark.parametrize(
    ("his", "throw", "flags", "english", "russian"),
    [
        ("2x2 offx13", "65", {}, "6-5, move 2/off(2) (the last throw", "6-5, ход 2/снять(2) (последний бросок"),
        ("3 2x2 offx12", "21", {}, "2-1, move 2/1 2/off (the last throw", "2-1, ход 2/1 2/снять (последний бросок"),
        ("2x2 offx13", "65", EXACT, "6-5, no legal move (the last throw)", "6-5, хода нет (последний бросок)"),
    ],
)
def test_the_last_throw_is_called_so(
    begin, dice: Script, his: str, throw: str, flags: dict[str, object], english: str, russian: str
) -> None:
    dice("65", throw, "61")
    facts = answered(begin("long_classic", "6 5 offx13", his, **flags), Play(((6, 0), (5, 0))))
    assert english in told(facts, "en")
    assert russian in told(facts, "ru")
    assert "mother" not in told(facts, "en")


def test_a_pinned_mother_is_told_to_both(begin, dice: Script) -> None:
    dice("32", "61")
    facts = answered(begin("tapa", "4 7 3x13", "24 10x14"), Play(((4, 1), (3, 1))))
    assert "(the mother is pinned, gammon): You +2" in told(facts, "en")
    assert "(мать прижата, марс)" in told(facts, "ru", reader=1)


def test_it_is_told_where_the_play_itself_is_known(begin, alice: Profile, dice: Script, client: Client) -> None:
    """The page leaves out what its reader has just played."""
    dice("32", "61")
    table = begin("tapa", "4 7 3x13", "24 10x14")
    answered(table, Play(((4, 1), (3, 1))))
    client.force_login(alice.user, backend="django.contrib.auth.backends.ModelBackend")
    assert "the mother is pinned" in client.get(reverse("table", args=[table.pk])).content.decode()


def test_a_draw_by_two_mothers_is_told_from_one_by_the_last_throw(begin, dice: Script) -> None:
    dice("32", "21", "61")
    table = begin("tapa", "4 7 3x12 24", "24 3 10x13")
    assert "is over" not in told(answered(table, Play(((4, 1), (3, 1)))), "en")
    facts = answered(table, Play(((3, 1), (10, 9))))
    assert "(a draw, both mothers are pinned): You +½, Boris +½" in told(facts, "en")
    assert "ничья, прижаты обе матери" in told(facts, "ru")


def test_a_game_won_by_bearing_off_has_nothing_to_do_with_mothers(begin, dice: Script) -> None:
    dice("32", "61")
    facts = answered(begin("tapa", "2 1 offx13", "10x15"), Play(((2, 0), (1, 0))))
    assert "(on the board, gammon)" in told(facts, "en")


def test_the_last_position_of_a_game_stands_in_the_viewer(begin, alice: Profile, dice: Script, client: Client) -> None:
    """The next game begins in the same entry; its set-up is not what the play led to."""
    dice("32", "61")
    table = begin("tapa", "4 7 3x13", "24 10x14")
    answered(table, Play(((4, 1), (3, 1))))
    line = history(table, reader_seat=0)[-1]
    assert (line.board, line.game) == (variant("tapa").start(), 2)
    shown = client.get(reverse("position", args=[table.pk, line.seq]), headers={"accept-language": "en"})
    assert "game 1</h1>" in shown.content.decode()
    assert "2 on 1" in shown.content.decode()


def test_what_is_left_of_a_chain_names_its_roller_and_comes_back(alice: Profile, boris: Profile, dice: Script) -> None:
    """Gulbara, rules.md GB1: steps go to and fro before the other side's own throw."""
    dice("61", "11", "65")
    table = factories.match(alice, boris, variant="gulbara")
    for moves in (((24, 20),), ((20, 14),)):
        answered(table, Play(moves))
    assert asked(table, "en").startswith("Before your own throw: play what is left of the roll 1-1 (Alice), now 2.")
    assert asked(table, "ru").startswith("До своего броска доиграйте остаток броска 1-1 (Alice), сейчас 2.")
    for moves in (((24, 22),), ((22, 10),), ((10, 6),)):
        answered(table, Play(moves))
    assert asked(table, "en").startswith("What is left of your roll 1-1 has come back to you: now play 4-4-4.")
    assert asked(table, "ru").startswith("Остаток вашего броска 1-1 вернулся к вам, сейчас играется: 4-4-4.")


@pytest.mark.parametrize(
    ("throw", "english", "russian"),
    [
        ("555", "roll 5-5-5, now to play: 5-5-5-5-5-5.", "бросок 5-5-5, сейчас играется: 5-5-5-5-5-5."),
        ("554", "roll 5-5-4, now to play: 5-5-5-5-4.", "бросок 5-5-4, сейчас играется: 5-5-5-5-4."),
        ("556", "Your move: 6-5-5.", "Ваш ход: 6-5-5."),
    ],
)
def test_three_dice_are_told_with_the_steps_they_give(
    alice: Profile, boris: Profile, dice: Script, throw: str, english: str, russian: str
) -> None:
    dice("61", throw)
    table = factories.match(alice, boris, variant="garankuet")
    assert english in asked(table, "en")
    assert russian in asked(table, "ru")


@pytest.mark.parametrize(("naming", "left_out"), [("free", set()), ("pool21", {"66", "55"}), ("nc", set())])
def test_the_page_offers_the_rolls_that_may_be_named(
    naming: str, left_out: set[str], alice: Profile, boris: Profile, dice: Script, client: Client
) -> None:
    """Used ones are not offered; with `nc` one number of the opponent's roll must stay."""
    dice("61")
    table = factories.match(alice, boris, variant="diceless", rules={"length": 1, "naming": naming})
    first = {"nc": (6, 5)}.get(naming, (6, 6))
    rolls = {"nc": (first, (5, 4))}.get(naming, (first, (2, 1), (5, 5), (3, 2)))
    for roll in rolls:
        answered(table, Name(roll))
        table.refresh_from_db()
        here = spot(codec.load(table.state))
        if here:
            answered(table, Play(tuple((start, end) for start, end, _ in legal_plays(here)[0].steps)))
    prompt = Prompt.objects.select_related("seat__player").get(table=table, closed_at=None)
    client.force_login(prompt.seat.player.user, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(reverse("table", args=[table.pk])).content.decode()
    offered = set(re.findall('<option value="=([1-6]{2})">', page))
    every = {f"{high}{low}" for high in range(1, 7) for low in range(1, high + 1)}
    expected = {"nc": {roll for roll in every if "5" in roll or "4" in roll}}.get(naming, every - left_out)
    assert offered == expected
