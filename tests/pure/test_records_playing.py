"""A record is played by the rules, and where it breaks them it is carried out and told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.records import ids, mat
from games.records.playing import PlayedRecord, play
from games.records.record import Cube, Game, Record, Result, Roll
from games.records.report import report
from games.rules.board import BAR, Board
from games.rules.variants import variant

HEAD = " {} point match\n\n Game 1\n A : 0                          B : 0\n"
OPENING = "  1) 31: 8/5 6/5                 42: 8/4 6/4\n"


def match(*games: tuple[str, str], length: int = 5, head: str = "") -> PlayedRecord:
    """A match: for each game its score and its rows."""
    text = f"{head} {length} point match\n"
    for number, (score, rows) in enumerate(games, start=1):
        first, second = score.split()
        text += f"\n Game {number}\n Ann : {first}                        Bob : {second}\n{rows}"
    return play(mat.read(text))


def text(board: Board) -> tuple[str, str]:
    return board.text(0), board.text(1)


def position(first: str, second: str) -> str:
    """A line that sets a position, player 1 on roll."""
    board = variant("short").board(first, second)
    return f"; Set position: {ids.gnu_id(ids.Position(board=board, turn=0))}\n"


def test_the_trace_is_what_another_program_shows_after_each_play() -> None:
    """IDs as GNU Backgammon 1.07 prints them after these plays."""
    rows = """\
  1)                             21: 13/11 24/23
  2) 52: 13/8 24/22              63: 8/5 11/5
  3)  Doubles => 2                Drops
"""
    shown = report("x", (HEAD.format(3) + rows).encode(), trace=True)
    assert shown["games"] == [
        {
            "score_before": [0, 0],
            "winner": 1,
            "points": 1,
            "plays": 3,
            "crawford": False,
            "trace": [
                [2, "21", "4HPkASjgc/ABMA"],
                [1, "52", "4PPgASTgc+QBKA"],
                [2, "63", "sM/gASjg8+ABJA"],
                [1, "double"],
                [2, "drop"],
            ],
        }
    ]


@pytest.mark.parametrize("name", ["self_play.mat", "self_play.sgf"])
def test_every_position_is_the_one_that_another_program_has(name: str) -> None:
    """A match that GNU Backgammon 1.07 played against itself, and the positions it told after every play."""
    folder = Path(__file__).parents[1] / "data" / "records"
    shown = report(name, (folder / name).read_bytes(), trace=True)
    games = json.loads((folder / "self_play.json").read_text())
    assert (shown["length"], shown["illegal"], shown["notes"]) == (3, [], [])
    for ours, theirs in zip(shown["games"], games, strict=True):  # type: ignore[call-overload]  # JSON
        assert {key: ours[key] for key in ("score_before", "winner", "points")} == {
            key: theirs[key] for key in ("score_before", "winner", "points")
        }
        assert [line[0] for line in ours["trace"]] == [line[0] for line in theirs["trace"]]
        told = [(a[2], b[2]) for a, b in zip(ours["trace"], theirs["trace"], strict=True) if b[2:] and b[2]]
        assert len(told) > 30
        assert all(a == b for a, b in told)


def test_dice_are_shown_as_they_stand_and_passes_are_not() -> None:
    rows = "  1) 13: 8/5 6/5                 66: 24/18 24/18 13/7 13/7\n"
    shown = report("x", (HEAD.format(1) + rows).encode(), trace=True)
    assert [line[:2] for line in shown["games"][0]["trace"]] == [[1, "13"], [2, "66"]]  # type: ignore[index]  # JSON


def test_a_roll_without_a_legal_play_is_no_play() -> None:
    closed = position("6x2 5x2 4x2 3x2 2x2 1x2 8x3", "bar 13x5 8x4 6x5")
    played = match(("0 0", closed + "  1) 21: 8/6 8/7                 66:\n  2) 42: Cannot Move\n"))
    assert (played.games[0].plays, played.illegal) == (1, ())


def test_a_play_that_is_missing_in_the_middle_is_told() -> None:
    played = match(("0 0", "  1) 31: 8/5 6/5                 66:\n  2) 42: 8/4 6/4\n"))
    assert [(illegal.text, illegal.error) for illegal in played.illegal] == [("66:", "must-play-more")]
    assert played.games[0].plays == 2


@pytest.mark.parametrize(
    ("play_text", "error", "board"),
    [
        ("31: 8/4 6/5", "no-such-number", "24x2 13x5 8x2 6x4 5 4"),
        ("31: 24/23", "must-play-more", "24 23 13x5 8x3 6x5"),
        ("54: 24/20 24/19", "blocked", "20 19 13x5 8x3 6x5"),
    ],
)
def test_an_illegal_play_is_made_as_written_and_told(play_text: str, error: str, board: str) -> None:
    played = match(("0 0", f"  1) {play_text:<27} 42: 8/4 6/4\n"))
    assert [(illegal.game, illegal.line, illegal.text, illegal.error) for illegal in played.illegal] == [
        (1, 5, play_text, error)
    ]
    assert text(played.games[0].steps[0].board) == (board, "24x2 13x5 8x3 6x5")
    assert played.games[0].plays == 2


def test_an_illegal_play_may_hit() -> None:
    rows = position("24x2 13x5 8x3 6x5", "24 13x5 8x3 6x5") + "  1) 21: 6/1*\n"
    assert text(match(("0 0", rows)).games[0].steps[-1].board) == ("24x2 13x5 8x3 6x4 1", "bar 13x5 8x3 6x5 off")


def test_an_illegal_play_may_end_the_game() -> None:
    played = match(("0 0", position("6 1", "6x4") + "  1) 21: 1/off 6/off\n"))
    assert [illegal.text for illegal in played.illegal] == ["21: 1/off 6/off"]
    assert (played.games[0].winner, played.games[0].points) == (1, 1)


def test_where_no_man_stands_the_game_stops() -> None:
    rows = OPENING + "  2) 61: 20/14 8/7               53: 8/3 6/3\n                                  Wins 1 point\n"
    played = match(("0 0", rows), ("0 1", OPENING))
    assert [(illegal.line, illegal.error) for illegal in played.illegal] == [(6, "no-man-there")]
    assert [game.plays for game in played.games] == [2, 2]
    assert (played.games[0].winner, played.games[0].points) == (2, 1)


def test_moves_in_the_wrong_order_are_the_same_play() -> None:
    played = match(("0 0", "  1) 65: 18/13 24/18              66: 13/7 13/7 24/18 24/18\n"))
    assert played.illegal == ()
    assert text(played.games[0].steps[0].board)[0] == "24 13x6 8x3 6x5"


def test_stars_tell_which_way_a_man_went() -> None:
    """8/4 by 31 goes over a blot on 5 or over the empty 7."""
    here = position("24x2 13x5 8x3 6x5", "24 20 13x5 8x3 6x5")
    for written, on_the_bar in (("8/5*/4", 1), ("8/4*", 0), ("8/4", 0)):
        played = match(("0 0", here + f"  1) 31: {written}\n"))
        assert played.illegal == ()
        assert played.games[0].steps[-1].board.sides[1][BAR] == on_the_bar


def test_a_dead_cube_is_turned_all_the_same() -> None:
    """At 4 : 0 of 5 a double gains Ann nothing; a live table would not ask."""
    played = match(("0 4", OPENING), ("4 4", OPENING + "  2)  Doubles => 2                Takes\n  3) 61: 13/7 8/7\n"))
    assert [step.event.act for step in played.games[1].steps if isinstance(step.event, Cube)] == ["double", "take"]
    assert played.games[1].steps[-1].cube == 2
    assert played.illegal == ()


def test_the_crawford_game_is_the_first_one_at_match_point() -> None:
    games = [("0 0", OPENING), ("4 0", OPENING), ("4 1", OPENING), ("4 4", OPENING)]
    assert [game.crawford for game in match(*games).games] == [False, True, False, False]


def test_a_turned_cube_shows_that_it_was_not_the_crawford_game() -> None:
    doubled = OPENING + "  2)  Doubles => 2                Takes\n"
    assert [game.crawford for game in match(("4 0", doubled), ("4 1", OPENING)).games] == [False, False]


def test_both_at_match_point_is_past_crawford() -> None:
    assert not match(("4 4", OPENING)).games[0].crawford


def test_a_match_without_the_rule_has_no_crawford_game() -> None:
    assert not match(("4 0", OPENING), head='; [Crawford "Off"]\n').games[0].crawford


def test_the_score_of_the_record_rules() -> None:
    played = match(("0 0", OPENING + "      Wins 1 point\n"), ("2 1", OPENING))
    assert played.games[1].score == (2, 1)
    assert any("the score here is 2 : 1, the games before make" in str(note) for note in played.notes)


def test_without_scores_the_results_add_up() -> None:
    rows = OPENING + "      Wins 2 points\n"
    played = play(mat.read(f" 5 point match\n Game 1\n{rows} Game 2\n{rows} Game 3\n{rows}"))
    assert [game.score for game in played.games] == [(0, 0), (2, 0), (4, 0)]
    assert [game.crawford for game in played.games] == [False, False, True]


def test_a_result_may_stand_in_the_next_score_alone() -> None:
    played = match(("0 0", OPENING), ("0 2", OPENING))
    assert (played.games[0].winner, played.games[0].points) == (2, 2)


def test_points_above_the_cube_are_a_gammon_given_up() -> None:
    rows = OPENING + "  2)  Doubles => 2                Takes\n  3) 61: 13/7 8/7\n" + " " * 34 + "Wins 4 points\n"
    played = match(("0 0", rows))
    step = played.games[0].steps[-1]
    assert (step.event.player, step.event.level) == (1, 2)  # type: ignore[union-attr]  # a resignation
    assert (played.games[0].winner, played.games[0].points, played.notes) == (2, 4, ())


def test_points_cut_at_the_length_are_no_contradiction() -> None:
    """Some programs write only the points that were missing."""
    rows = position("1x2", "6x15") + "  1) 21: 1/off 1/off\n      Wins 1 point and the match\n"
    played = match(("4 0", rows))
    assert (played.games[0].winner, played.games[0].points, played.notes) == (1, 1, ())


def test_a_double_and_then_a_win_is_a_drop() -> None:
    played = match(("0 0", OPENING + "  2)  Doubles => 2\n      Wins 1 point\n"))
    assert [step.event.act for step in played.games[0].steps if isinstance(step.event, Cube)] == ["double", "drop"]


def test_a_cube_higher_than_the_game_knows_is_set() -> None:
    """Automatic doubles stand nowhere in other programs' files."""
    played = match(("0 0", OPENING + "  2)  Doubles => 4                Takes\n"), length=0)
    assert played.games[0].steps[-1].cube == 4
    assert any("the cube stood at 1: set to 2" in str(note) for note in played.notes)


def test_a_drop_of_a_beaver_costs_the_doubled_stake() -> None:
    rows = OPENING + "  2)  Doubles => 2                Beavers => 4\n  3)  Drops\n"
    played = match(("0 0", rows), length=0)
    assert (played.games[0].winner, played.games[0].points) == (2, 2)


def test_jacoby_counts_only_where_the_record_says_so() -> None:
    """A gammon with the cube in the middle."""
    rows = position("1x2", "13x15") + "  1) 21: 1/off 1/off\n"
    for on, points in (("On", 1), ("Off", 2)):
        played = match(("0 0", rows), length=0, head=f'; [Jacoby "{on}"]\n')
        assert (played.games[0].winner, played.games[0].points) == (1, points)


def test_nothing_that_stands_in_a_record_is_too_much() -> None:
    """A cube turned a thousand times, a play of the wrong number of dice, a result from nowhere."""
    turns = [Cube(player=number % 2 + 1, act=act) for number in range(1000) for act in ("double", "take")]  # type: ignore[arg-type]
    odd = Game(
        length=10_000,
        score=(3.5, 20_000),
        events=(*turns, Roll(player=1, dice=(3, 2, 1))),
        result=Result(winner=2, points=7),
    )
    played = play(Record(games=(odd,)))
    assert (played.games[0].winner, played.games[0].points) == (2, 7)


def test_the_only_play_is_made_where_the_record_leaves_it_out() -> None:
    """Ann's last man can only go from 20 to 13 with 61: the record says nothing of it, but goes on from there."""
    start = position("20 offx14", "2x3 offx12")
    rows = "  1) 61:                         21: 2/0 2/1\n  2) 21: 13/10\n"
    played = play(mat.read(HEAD.format(5) + start + rows))
    assert (played.illegal, played.games[0].plays) == ((), 3)
    assert [str(note) for note in played.notes] == ["line 6: the play is left out, it is the only one: 61:"]
    assert played.games[0].steps[-1].board.text(0) == "10 offx14"
    told = play(mat.read(HEAD.format(5) + start + rows.replace("61:", "61: Cannot Move")))
    assert (told.illegal[0].line, told.illegal[0].error) == (6, "must-play-more")


def test_how_a_game_ended_follows_from_the_next_score_where_nothing_else_tells() -> None:
    doubled = f"{OPENING}  2)  Doubles => 2\n"
    played = match(("0 0", doubled), ("1 0", OPENING), ("1 2", OPENING))
    assert [(game.winner, game.points) for game in played.games] == [(1, 1), (2, 2), (None, None)]
    assert [type(game.steps[-1].event).__name__ for game in played.games] == ["Cube", "Resign", "Roll"]
    assert played.notes == ()
