"""Every fact has a Russian and an English sentence."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from games import texts
from games.rules import facts as f

NAMES = ("Игорь", "Анна", "Boris")
STEPS = ((25, 22, False), (13, 9, True))

SAMPLES: list[f.Fact] = [
    f.GameStarted(game=2, box=0, line=(1,)),
    f.GameStarted(game=2, box=0, line=(1,), crawford=True),
    f.GameStarted(game=1, box=0, line=(1, 2)),
    f.GameStarted(game=1, box=0, line=(1,), partner=2),
    f.GameStarted(game=1, box=0, line=(1, 2), partner=2),
    f.Thrown(game=1, n=0, dice=(4, 2), why="lot", seat=0),
    f.Thrown(game=1, n=0, dice=(2, 4), why="lot", seat=1),
    f.Thrown(game=1, n=0, dice=(4, 4), why="lot", seat=None),
    f.Thrown(game=1, n=3, dice=(6, 6), why="turn", seat=1),
    f.Thrown(game=1, n=3, dice=(6, 5), why="bonus", seat=1),
    f.Thrown(game=1, n=0, dice=(6, 5, 1), why="start", seat=None),
    f.AutoDoubled(count=2),
    f.Named(seat=0, dice=(6, 6)),
    f.Played(seat=0, side=0, dice=(4, 3), stage=(4, 3), steps=STEPS),
    f.Passed(seat=1, side=1, dice=(6, 6), stage=(6, 6, 6, 6)),
    f.Doubled(seat=0, stakes=(0,), values=(2,)),
    f.Doubled(seat=0, stakes=(0, 1), values=(2, 4), source="order"),
    f.Sealed(seat=1),
    f.Sealed(seat=-1),
    *(f.AnswerGiven(seat=1, stake=0, answer=answer) for answer in ("take", "drop", "beaver")),
    *(f.Answered(seat=1, stake=0, answer=answer, value=4) for answer in ("take", "drop", "beaver")),
    *(f.BeaverAnswered(seat=0, stake=0, answer=answer, value=4) for answer in ("accept", "drop", "raccoon")),
    f.StakeMade(stake=2, kind="extra", high=1, low=2, value=2, fee_from=1, fee_to=2, fee=1),
    f.StakeMade(stake=2, kind="bought", high=0, low=2, value=2, fee_from=1, fee_to=2, fee=1),
    f.StakeClosed(stake=0, how="cube", winner=0, loser=1, points=2),
    f.StakeClosed(stake=0, how="settled", winner=None, loser=None, points=0),
    *(f.CaptainPassed(seat_from=1, seat_to=2, why=why) for why in ("bet", "left", "silent")),
    f.Offered(seat=0, kind="resign", to=(1,), level=2),
    f.Offered(seat=0, kind="settle", to=(1,), points=3),
    f.Offered(seat=0, kind="settle", to=(1,), points=-3),
    *(f.Offered(seat=0, kind=kind, to=(1,)) for kind in ("undo", "partner", "auto")),
    *(
        f.OfferAnswered(seat=0, by=1, kind=kind, accepted=accepted)
        for kind in ("resign", "settle", "undo", "partner", "auto")
        for accepted in (True, False)
    ),
    f.Undone(seat=0),
    f.TimedOut(seat=0, kind="move", effect="lose_game"),
    f.TimedOut(seat=0, kind="move", effect="not known to us"),
    *(
        f.GameOver(game=1, side=0, how=how, level=2, points=((0, 4), (1, -4)))
        for how in ("board", "adjudicated", "resigned", "settled", "cube", "void")
    ),
    f.GameOver(game=1, side=None, how="board", level=1, points=((0, 1), (1, 1))),
    f.GameOver(game=1, side=None, how="settled", level=1, points=((0, 0), (1, 0))),
    f.Rotated(seats=(0, 1, 2)),
    f.Rotated(seats=(0, 1)),
    f.TableOver(winner=0),
    f.TableOver(winner=1, how="timeout"),
    f.TableOver(winner=None, how="agreed"),
    f.OrderSet(seat=0, kind="auto", value="once"),
    f.OrderDropped(seat=0, kind="hold"),
    f.ProxySet(seat=0, proxy=2),
    f.ProxySet(seat=0, proxy=None),
    f.Joined(seat=2),
    f.Left(seat=2, now=False),
    f.Left(seat=2, now=True),
    f.Paused(),
    f.EndAsked(),
    f.AdviceAsked(seat=0, to=(1, 2)),
    f.RulesProposed(seat=0, rules={"beavers": True}),
    *(f.RulesAnswered(seat=0, by=1, accepted=accepted) for accepted in (True, False)),
    f.RulesAgreed(rules={"beavers": True}),
    f.Declared(seat=0, stake=4),
    f.Halted(on=True),
    f.Halted(on=False),
    f.Halted(on=True, days=7),
    f.Offered(seat=0, kind="rest", to=(1,), level=7),
    *(f.OfferAnswered(seat=0, by=1, kind="rest", accepted=accepted) for accepted in (True, False)),
    f.Reversed(game=2, points=((0, -2), (1, 2))),
    f.Reversed(game=2, points=((0, 0), (1, 0))),
]


def said(fact: f.Fact, language: str, reader: int | None = None) -> str:
    with translation.override(language):
        return texts.fact(fact, names=NAMES, reader=reader)


def test_no_fact_is_forgotten() -> None:
    classes = {kind for kind in vars(f).values() if isinstance(kind, type) and issubclass(kind, f.Fact)}
    assert {type(sample) for sample in SAMPLES} == classes - {f.Fact}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: f"{type(sample).__name__}")
@pytest.mark.parametrize("reader", [None, 0, 1])
def test_it_is_told_in_both_languages(sample: f.Fact, reader: int | None) -> None:
    english, russian = said(sample, "en", reader), said(sample, "ru", reader)
    named = "|".join((*NAMES, "Вы"))
    assert english != russian
    assert re.search("[а-яё]", re.sub(named, "", russian)), russian
    assert not re.search("[А-Яа-яё]", re.sub("|".join(NAMES), "", english)), english
    assert not re.search(r"%\(|None|\{", english + russian)


@pytest.mark.parametrize(
    ("fact", "reader", "russian"),
    [
        (f.Played(seat=0, side=0, dice=(3, 4), stage=(4, 3), steps=STEPS), 1, "Игорь: 4-3, ход бар/22 13/9*"),
        (f.Played(seat=0, side=0, dice=(1, 1), stage=(1, 1), steps=((1, 0, False),) * 2), 0, "Вы: 1-1, ход 1/снять(2)"),
        (f.Passed(seat=1, side=1, dice=(6, 6), stage=(6,) * 4), 0, "Анна: 6-6, хода нет"),
        (f.Doubled(seat=0, stakes=(0,), values=(2,)), 1, "Игорь: даве, куб будет 2"),
        (f.Answered(seat=1, stake=0, answer="drop", value=1), 0, "Анна: пас, минус 1 очко"),
        (f.Thrown(game=1, n=0, dice=(2, 4), why="lot", seat=1), 1, "Розыгрыш 2-4: начинаете вы"),
        (
            f.GameOver(game=3, side=0, how="board", level=2, points=((0, 8), (1, 0))),
            1,
            "Партия 3 окончена (на доске, марс): Игорь +4",
        ),
        (f.GameOver(game=3, side=None, how="board", level=1, points=((0, 1), (1, 1))), 0, "½"),
        (f.TableOver(winner=1), 1, "Матч окончен: победа ваша"),
    ],
)
def test_it_reads_as_a_player_would_say_it(fact: f.Fact, reader: int, russian: str) -> None:
    assert russian in said(fact, "ru", reader)


def test_a_move_made_by_the_house_says_so() -> None:
    """Of itself it plays the last throw alone; what it does by an order is the order's."""
    last = f.Played(seat=0, side=0, dice=(4, 3), stage=(4, 3), steps=STEPS, source="house")
    assert said(last, "en", 0).endswith("(the last throw, played by the house)")


def test_a_story_tells_a_throw_and_its_play_once() -> None:
    told = [
        f.Thrown(game=1, n=3, dice=(4, 3), why="turn", seat=0),
        f.Played(seat=0, side=0, dice=(4, 3), stage=(4, 3), steps=STEPS),
        f.Thrown(game=1, n=4, dice=(6, 6), why="turn", seat=1),
        f.Passed(seat=1, side=1, dice=(6, 6), stage=(6,) * 4),
        f.Thrown(game=1, n=5, dice=(2, 1), why="turn", seat=0),
    ]
    with translation.override("en"):
        assert texts.story(told, names=NAMES[:2], reader=1) == [
            "Игорь: 4-3, move bar/22 13/9*",
            "You: 6-6, no legal move",
            "Игорь: roll 2-1",
        ]


def test_at_a_table_of_two_the_end_of_a_game_is_told_once() -> None:
    over = [
        f.StakeClosed(stake=0, how="cube", winner=0, loser=1, points=1),
        f.GameOver(game=1, side=0, how="cube", level=1, points=((0, 2), (1, -2))),
    ]
    with translation.override("en"):
        assert texts.story(over, names=NAMES[:2]) == ["Game 1 is over (double not taken): Игорь +1, Анна −1"]
        assert len(texts.story(over, names=NAMES)) == 2


def test_where_several_have_cubes_it_is_told_whose_was_answered() -> None:
    told = [
        f.Doubled(seat=0, stakes=(0,), values=(2,)),
        f.Doubled(seat=2, stakes=(1,), values=(4,)),
        f.Answered(seat=1, stake=0, answer="beaver", value=4),
        f.Answered(seat=1, stake=1, answer="drop", value=2),
        f.BeaverAnswered(seat=0, stake=0, answer="accept", value=4),
    ]
    with translation.override("en"):
        sentences = texts.story(told, names=("Anna", "Box", "Chris"), reader=2)
    assert sentences[2:] == [
        "Box → Anna: beaver, the cube is 4",
        "Box → you: drop, pays 2 points",
        "Anna → Box: the beaver is accepted, the cube is 4",
    ]


def test_that_an_answer_is_in_is_no_news_when_all_are_known() -> None:
    told = [f.Sealed(seat=1), f.Sealed(seat=2), f.Answered(seat=1, stake=0, answer="take", value=2), f.Sealed(seat=0)]
    with translation.override("en"):
        assert texts.story(told, names=NAMES) == ["Анна: take, the cube is 2", f"{NAMES[0]}: the answer is in"]
