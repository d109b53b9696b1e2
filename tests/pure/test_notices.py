"""Who is told what: everybody asked, everybody at an end, and nobody what he saw himself."""

from __future__ import annotations

import pytest

from games.notices import Notice, decide
from games.rules.actions import HOUSE
from games.rules.facts import (
    Answered,
    Doubled,
    Fact,
    GameOver,
    GameStarted,
    OfferAnswered,
    Played,
    Sealed,
    TableOver,
    Thrown,
    TimedOut,
    Undone,
)
from games.rules.state import Ask

ALICE, BORIS = 0, 1
SEATS = (ALICE, BORIS)
STARTED = GameStarted(game=1, box=ALICE, line=(BORIS,))
LOT = Thrown(game=1, n=0, dice=(3, 1), why="lot", seat=ALICE)
PLAYED = Played(seat=ALICE, side=0, dice=(3, 1), stage=(3, 1), steps=((8, 5, False), (6, 5, False)))
OVER = GameOver(game=1, side=0, how="board", level=1, points=((0, 2), (1, -2)))


@pytest.mark.parametrize(
    ("kind", "told"), [("cube", "turn"), ("move", "turn"), ("answer", "double"), ("offer", "offer")]
)
def test_who_is_asked_is_told(kind: str, told: str) -> None:
    asked = Ask(number=5, seat=BORIS, kind=kind)  # type: ignore[arg-type]  # the parameters are the kinds
    assert decide([PLAYED], [asked], SEATS, ALICE) == [Notice(BORIS, told, 5)]  # type: ignore[arg-type]


def test_the_start_is_told_to_whom_nothing_is_asked() -> None:
    move = Ask(number=1, seat=ALICE, kind="move")
    assert decide([STARTED, LOT], [move], SEATS, HOUSE) == [Notice(ALICE, "turn", 1), Notice(BORIS, "started")]
    assert decide([STARTED, LOT], [move], SEATS, BORIS) == [Notice(ALICE, "turn", 1)], "Boris sat down and saw it"


def test_the_end_of_a_game_is_told_to_all_and_the_next_question_too() -> None:
    move = Ask(number=9, seat=BORIS, kind="move")
    assert decide([PLAYED, OVER, STARTED, LOT], [move], SEATS, ALICE) == [
        Notice(BORIS, "turn", 9),
        Notice(ALICE, "game-over"),
        Notice(BORIS, "game-over"),
    ]


def test_the_end_of_the_table_is_told_once() -> None:
    assert decide([OVER, TableOver(winner=ALICE)], [], SEATS, BORIS) == [
        Notice(ALICE, "table-over"),
        Notice(BORIS, "table-over"),
    ]


@pytest.mark.parametrize(
    ("fact", "actor"),
    [
        (TimedOut(seat=ALICE, kind="move", effect="roll"), HOUSE),
        (OfferAnswered(seat=ALICE, by=BORIS, kind="resign", accepted=False), BORIS),
        (Undone(seat=ALICE), BORIS),
    ],
)
def test_what_concerns_somebody_else_is_told_to_him(fact: Fact, actor: int) -> None:
    assert Notice(ALICE, "told") in decide([fact], [], SEATS, actor)
    assert decide([fact], [], SEATS, ALICE) == ([] if not isinstance(fact, Undone) else [Notice(BORIS, "told")])


def test_whoever_is_asked_is_not_told_besides() -> None:
    fact = TimedOut(seat=ALICE, kind="cube", effect="roll")
    assert decide([fact], [Ask(number=3, seat=ALICE, kind="move")], SEATS, HOUSE) == [Notice(ALICE, "turn", 3)]


def test_a_sealed_answer_and_a_take_are_told_to_nobody() -> None:
    doubled = Doubled(seat=ALICE, stakes=(0,), values=(2,))
    assert decide([Sealed(seat=BORIS)], [], SEATS, BORIS) == []
    assert decide([doubled, Answered(seat=BORIS, stake=0, answer="take", value=2)], [], SEATS, BORIS) == []
