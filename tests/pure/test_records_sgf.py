"""SGF as GNU Backgammon and others write it, and ours as they read it."""

from __future__ import annotations

import pytest

from games.records import sgf
from games.records.playing import play
from games.records.reading import read
from games.records.record import Comment, Cube, Roll, SetUp, UnreadableError, UnwritableError
from games.records.sgf.tree import trees
from games.rules.variants import variant
from tests.pure.record_truth import random_record, shown_games

GNU = """\
(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:5][game:1][ws:4][bs:1]PW[Ann]PB[B\\]ob \\\\]
RU[Crawford:CrawfordGame]RE[B+1R]GS[M:0 0 2][C:0]
;W[31hefe]A[0][hefe E ver 3 0.5 0.1 0.0 0.1 0.0 0.1 0C 0 1 0.0 1]
;B[66agaglrlr]C[What a throw\\: 66]
;W[21])
"""


def test_letters_are_points_of_each_player() -> None:
    record = sgf.read(GNU)
    rolls = [event for event in record.games[0].events if isinstance(event, Roll)]
    assert [(roll.player, roll.dice, roll.moves) for roll in rolls] == [
        (1, (3, 1), ((8, 5), (6, 5))),
        (2, (6, 6), ((24, 18), (24, 18), (13, 7), (13, 7))),
        (1, (2, 1), ()),
    ]
    assert [event.text for event in record.games[0].events if isinstance(event, Comment)] == ["What a throw: 66"]


def test_the_root_tells_length_score_names_rules_and_result() -> None:
    record = sgf.read(GNU)
    game = record.games[0]
    assert (record.length, game.score, game.crawford, record.names) == (5, (4, 1), True, ("Ann", "B]ob \\"))
    played = play(record).games[0]
    assert (played.winner, played.points, played.steps[-1].event.player) == (2, 1, 1)  # type: ignore[union-attr]


@pytest.mark.parametrize(("points", "places"), [("yd", (25, 4)), ("dz", (4, 0)), ("ya", (25, 1)), ("xw", (24, 23))])
def test_bar_and_off(points: str, places: tuple[int, int]) -> None:
    event = sgf.read(f"(;GM[6];W[61{points}])").games[0].events[0]
    assert isinstance(event, Roll)
    assert event.moves == (places,)


def test_cube_words_and_raises() -> None:
    record = sgf.read("(;GM[6]MI[length:0];W[31hefe];B[double];W[double];B[double];W[take];B[66agaglrlr])")
    steps = play(record).games[0].steps
    assert [(step.event.player, step.event.act) for step in steps if isinstance(step.event, Cube)] == [
        (2, "double"),
        (1, "beaver"),
        (2, "raccoon"),
        (1, "take"),
    ]
    assert (steps[-1].cube, steps[-1].owner) == (8, 1)


def test_men_are_set_on_an_empty_board_and_added_to_a_full_one() -> None:
    set_up = "AE[a:y]AW[f][f][y]AB[s][s]PL[W]DI[21]CV[4]CP[b]"
    event = sgf.read(f"(;GM[6];{set_up};W[21yxfd])").games[0].events[0]
    assert isinstance(event, SetUp)
    assert event.board is not None
    assert (event.board.text(0), event.board.text(1)) == ("bar 6x2 offx12", "6x2 offx13")
    assert (event.cube, event.owner) == (4, 2)
    taken = sgf.read("(;GM[6];AE[x]AW[w];W[21hg])").games[0].events[0]
    assert isinstance(taken, SetUp)
    assert taken.board is not None
    assert taken.board.text(0) == "23 13x5 8x3 6x5 off"


def test_dice_told_before_the_play_are_its_dice() -> None:
    event = sgf.read("(;GM[6];PL[B]DI[31];B[qtst])").games[0].events[0]
    assert isinstance(event, Roll)
    assert (event.player, event.dice, event.moves) == (2, (3, 1), ((8, 5), (6, 5)))


def test_side_lines_are_left_out_and_told() -> None:
    text = "(;GM[6](;W[31hefe];B[21lnab](;W[65xrrm])(;W[66xrxrmgmg]))(;W[31xwmj]))"
    record = sgf.read(text)
    assert [event.text for event in record.games[0].events] == ["W[31hefe]", "B[21lnab]", "W[65xrrm]"]
    assert [str(note) for note in record.notes] == ["line 1: 2 side lines are left out"]


def test_a_collection_is_a_match() -> None:
    text = "".join(
        f"(;GM[6]MI[length:3][game:{n}][ws:{n}][bs:0]RE[W+1];W[31hefe];B[double];W[drop])\n" for n in range(2)
    )
    played = play(sgf.read(text.replace("W[drop]", "W[take]")))
    assert [game.score for game in played.games] == [(0, 0), (1, 0)]


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[6];W[31hefe]",
        "(;GM[6];W[31hefe",
        "( ; GM [6] ; W [31hefe] )",
        "(GM[6];W[31hefe])",
        "(;GM[6]\n;W[31\nhefe])",
        "words before\n(;GM[6];W[31hefe])",
        "(;GaMe[6]Gm[6];White[31hefe])",
        "(;GM[6];W[31HEFE])",
        "(;GM[6];W[31hefe];)",
        "(;GM[6];W[31hefe])))(((",
    ],
)
def test_broken_files_are_read_as_far_as_they_go(text: str) -> None:
    events = read(text.encode()).games[0].events
    assert [event.moves for event in events if isinstance(event, Roll)] in ([((8, 5), (6, 5))], [])
    assert read(text.encode()).games


@pytest.mark.parametrize(("mark", "crawford"), [("", [False, True, False]), (":CrawfordGame", [False, False, True])])
def test_the_crawford_game_is_the_one_that_is_marked_else_the_first_at_match_point(
    mark: str, crawford: list[bool]
) -> None:
    games = [("0", "0", ""), ("2", "0", ""), ("2", "1", mark)]
    text = "".join(f"(;GM[6]MI[length:3][ws:{w}][bs:{b}]RU[Crawford{m}];W[31hefe])" for w, b, m in games)
    assert [game.crawford for game in play(sgf.read(text)).games] == crawford


def test_old_charsets_are_named_in_the_file() -> None:
    text = "(;GM[6]CA[ISO-8859-2]PW[Łukasz]PB[x];W[31hefe])"
    assert read(text.encode("iso-8859-2")).names[0] == "Łukasz"
    assert read(text.replace("ISO-8859-2", "koi8-r").replace("Łukasz", "Иван").encode("koi8-r")).names[0] == "Иван"


@pytest.mark.parametrize("text", ["(;GM[1]SZ[19];B[pd])", "(;FF[4])"])
def test_other_games_are_no_record(text: str) -> None:
    if "GM" in text:
        with pytest.raises(UnreadableError):
            sgf.read(text)
    else:
        assert sgf.read(text).games[0].events == ()


def test_what_is_written_is_read_back() -> None:
    for seed in range(6):
        told = random_record(
            seed, format_name="match" if seed % 2 else "money", **({} if seed % 2 else {"end": "games:3"})
        )
        assert shown_games(play(sgf.read(sgf.write(told.record)))) == told.truth


def test_names_and_words_are_escaped() -> None:
    told = random_record(1, format_name="match", length=1)
    game = told.record.games[0]
    from dataclasses import replace

    names = ("A]b:c\\", "(;x)")
    record = replace(told.record, games=(replace(game, names=names, events=(*game.events, Comment(text="a]b\\"))),))
    back = sgf.read(sgf.write(record))
    assert back.names == names
    assert back.games[0].events[-1].text == "a]b\\"
    assert len(trees(sgf.write(record))) == 1


@pytest.mark.parametrize("key", ["long_classic", "tapa", "garankuet", "race"])
def test_games_that_are_no_mirror_games_cannot_be_written(key: str) -> None:
    assert variant(key)
    with pytest.raises(UnwritableError):
        sgf.write(random_record(1, variant_key=key, format_name="match", length=1).record)
