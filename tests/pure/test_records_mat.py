"""What stands in `.mat` files that nobody has tidied up."""

from __future__ import annotations

import pytest

from games.records import mat
from games.records.playing import PlayedRecord, play
from games.records.record import Comment, Cube, Resign, Roll, SetUp, UnreadableError
from games.records.written import read_moves

OPENING = "  1) 31: 8/5 6/5                 42: 8/4 6/4\n"
AFTER = " Game 2\n Ann : 2                        Bob : 0\n"
HEAD = " 5 point match\n\n Game 1\n Ann : 0                        Bob : 0\n"


def game(rows: str, head: str = HEAD) -> PlayedRecord:
    return play(mat.read(head + rows))


def acts(rows: str, head: str = HEAD) -> list[object]:
    """(player, dice, moves) of rolls, (player, word) of the others."""
    shown: list[object] = []
    for event in mat.read(head + rows).games[0].events:
        if isinstance(event, Roll):
            shown.append((event.player, event.dice, event.moves))
        elif isinstance(event, Cube):
            shown.append((event.player, event.act, event.value))
        elif isinstance(event, Resign):
            shown.append((event.player, "resign", event.level))
    return shown


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("8/5 6/5", ((8, 5), (6, 5))),
        ("bar/22*/20", ((25, 22), (22, 20))),
        ("25/22 4/0", ((25, 22), (4, 0))),
        ("BAR/22 6/OFF", ((25, 22), (6, 0))),
        ("Bar/20 Off", ((25, 20),)),
        ("13/7(2)", ((13, 7), (13, 7))),
        ("6/4*(2) 24/20(2)", ((6, 4), (6, 4), (24, 20), (24, 20))),
        ("13/7 (2)", ((13, 7), (13, 7))),
        ("6/off(4)", ((6, 0),) * 4),
        ("11/off(2)", ((11, 0), (11, 0))),
        ("24/18/13*", ((24, 18), (18, 13))),
        ("13-8 6-3", ((13, 8), (6, 3))),
        ("13/8, 6/3", ((13, 8), (6, 3))),
        ("6/home", ((6, 0),)),
        ("12/16 1/3", ((13, 9), (24, 22))),
        ("8/5 6/5 (better: 13/10 24/23)", ((8, 5), (6, 5))),
        ("8/5! 6/5?", ((8, 5), (6, 5))),
        ("2/0 0/0", ((2, 0),)),
    ],
)
def test_plays_are_read_as_people_and_programs_write_them(text: str, moves: object) -> None:
    assert read_moves(text).moves == moves


def test_stars_are_kept_wherever_they_stand() -> None:
    assert read_moves("bar/22*/20 6/4*(2) 8/7").stars == {22, 4}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Cannot Move",
        "cannot move",
        "Can't move",
        "can´t move",
        "no move",
        "(no play)",
        "No Play",
        "(pass)",
        "-",
        "---",
        "dances",
        "Fans",
    ],
)
def test_no_play_is_said_in_many_ways(text: str) -> None:
    assert (read_moves(text).moves, read_moves(text).unknown) == ((), False)


@pytest.mark.parametrize("text", ["????", "??", "zz", "30/28"])
def test_a_play_that_says_nothing_is_not_known(text: str) -> None:
    assert (read_moves(text).moves, read_moves(text).unknown) == ((), True)


@pytest.mark.parametrize(
    "row",
    [
        "  2)  Doubles => 2                Takes",
        "  2) Doubles => 2                Takes",
        "  2) doubles to 2                accepts",
        "  2) Double: 2                   Take",
        "  2) Redoubles 2                 Accepted",
        "  2) Offers the cube => 2        Takes",
    ],
)
def test_words_of_the_cube(row: str) -> None:
    rows = f"  1) 31: 8/5 6/5                 42: 8/4 6/4\n{row}\n"
    assert acts(rows)[2:] == [(1, "double", 2), (2, "take", None)]


@pytest.mark.parametrize("word", ["Drops", "Passes", "Rejects", "Pass", "Declines", "refuses"])
def test_words_for_a_drop(word: str) -> None:
    played = game(f"  1) 31: 8/5 6/5                 42: 8/4 6/4\n  2)  Doubles => 2                {word}\n")
    assert (played.games[0].winner, played.games[0].points) == (1, 1)


def test_beavers_and_raccoons_up_to_64() -> None:
    rows = """\
  1) 31: 8/5 6/5                 42: 8/4 6/4
  2)  Doubles => 2                Beavers => 4
  3)  Raccoons => 8               Takes
  4) 61: 13/7 8/7                 Doubles => 16
  5)  Beavers => 32               Raccoons => 64
  6)  Takes
"""
    played = game(rows, HEAD.replace("5", "0", 1)).games[0]
    assert [step.cube for step in played.steps] == [1, 1, 1, 8, 8, 8, 8, 8, 64, 64, 64]
    assert (played.steps[-1].cube, played.steps[-1].owner) == (64, 1)


def test_another_program_calls_a_raccoon_a_beaver_too() -> None:
    rows = f"{OPENING}  2)  Doubles => 2                Beavers => 4\n  3)  Beavers => 8\n"
    played = game(rows, HEAD.replace("5", "0", 1)).games[0]
    assert [step.event.act for step in played.steps if isinstance(step.event, Cube)] == ["double", "beaver", "raccoon"]
    assert played.steps[-1].cube == 8


@pytest.mark.parametrize(
    ("line", "winner", "points"),
    [
        ("      Wins 2 points", 1, 2),
        ("                                  Wins 1 point", 2, 1),
        ("                                  Wins 3 points and the match", 2, 3),
        (" Ann wins 2 points", 1, 2),
        (" Bob wins 2 points and the match", 2, 2),
        ("  2)  Wins 1 point", 1, 1),
        ("  2) Ann wins 1 point", 1, 1),
        ("  2)                             Wins 1 point", 2, 1),
        ("  2) Resigns                     Wins 2 points", 2, 2),
        ("  2) Losses 1 point              Wins 1 point", 2, 1),
    ],
)
def test_who_wins_how_much_stands_in_either_column(line: str, winner: int, points: int) -> None:
    played = game(f"  1) 31: 8/5 6/5                 42: 8/4 6/4\n{line}\n").games[0]
    assert (played.winner, played.points) == (winner, points)


def test_a_roll_that_was_not_played_and_one_that_was_not_thrown() -> None:
    rows = (
        "  1) 31: 8/5 6/5                 42: 8/4 6/4\n  2) 61: ????                    00: ????\n      Wins 2 points\n"
    )
    played = game(rows)
    assert (played.games[0].plays, played.illegal) == (2, ())
    assert (played.games[0].winner, played.games[0].points) == (1, 2)


def test_dice_that_were_set_twice_count_once() -> None:
    assert acts("  1) 54: 31: 8/5 6/5\n") == [(1, (3, 1), ((8, 5), (6, 5)))]


def test_hard_blanks_are_blanks() -> None:
    rows = f"{OPENING}  2) 66:                         43: 13/10 13/9\n"
    assert acts(rows.replace(" ", "\u00a0"), HEAD.replace(" ", "\u00a0")) == acts(rows)


def test_columns_that_a_page_has_collapsed_are_found_by_the_turn() -> None:
    rows = """\
  1)                             31: 8/5 6/5
  2) 66:                         43: 13/10 13/9
  3) 61: 13/7 8/7                 Doubles => 2
  4)  Takes                      66:
  5) 21: 13/11 6/5
"""
    collapsed = "".join(f" {' '.join(line.split())}\n" for line in rows.splitlines())
    assert acts(collapsed) == acts(rows)


def test_the_rest_of_a_long_play_on_the_next_line_belongs_to_its_cell() -> None:
    rows = "  1) 31: 8/5 6/5                 11: 8/7 8/7\n                                 6/5 6/5\n  2) 42: 8/4 6/4\n"
    assert acts(rows)[1] == (2, (1, 1), ((8, 7), (8, 7), (6, 5), (6, 5)))


def test_a_game_may_be_one_act_a_row() -> None:
    rows = "1) 31: 8/5 6/5\n2) 42: 8/4 6/4\n3) Doubles => 2\n4) Takes\n5) 61: 13/7 8/7\n"
    assert [act[0] for act in acts(rows)] == [1, 2, 1, 2, 1]  # type: ignore[index]  # tuples all


def test_names_may_hold_anything() -> None:
    rows = "  1) 31: 8/5 6/5                 42: 8/4 6/4\n"
    for first, second in [("a:b", "c"), ("x: 5 y", "z"), ("31", "42"), ("Doubles", "Ann : Bob"), ("Ж_(JPN)", "1 2")]:
        record = mat.read(f" 5 point match\n Game 1\n {first} : 2             {second} : 3\n{rows}")
        assert (record.names, record.games[0].score) == ((first, second), (2, 3))
        assert len(record.games[0].events) == 2


@pytest.mark.parametrize("remark", ["(Crawford)", " [Crawford game]", "*"])
def test_a_remark_behind_the_score_does_no_harm(remark: str) -> None:
    one = mat.read(f" 5 point match\n\n Game 1\n Ann : 4                        Bob : 3 {remark}\n{OPENING}").games[0]
    assert (one.names, one.score) == (("Ann", "Bob"), (4, 3))


def test_names_without_a_score_are_names() -> None:
    record = mat.read(" 5 point match\n Game 1\n Ann                 Bob\n  1) 31: 8/5 6/5      42: 8/4 6/4\n")
    assert (record.names, record.games[0].score) == (("Ann", "Bob"), None)


@pytest.mark.parametrize(
    "line", ["; 5 point match", '; [Match Length "5"]', "# Match to 5 points", "Length: 5", "First to 5"]
)
def test_the_length_may_be_told_in_other_words(line: str) -> None:
    assert mat.read(HEAD.replace(" 5 point match", line) + OPENING).length == 5


def test_several_matches_in_one_file_are_told() -> None:
    one = HEAD + "  1) 31: 8/5 6/5                 42: 8/4 6/4\n      Wins 5 points and the match\n\n"
    played = play(mat.read(one + one.replace("5 point match", "7 point match")))
    assert [entry.game.length for entry in played.games] == [5, 7]
    assert [game_.score for game_ in played.games] == [(0, 0), (0, 0)]
    assert any("another match begins here: length 7" in str(note) for note in played.notes)


def test_lines_that_say_nothing_are_told_by_their_number() -> None:
    played = game("  1) 31: 8/5 6/5                 42: 8/4 6/4\nhello there\n  2) xyzzy\n")
    assert [note.line for note in played.notes] == [6, 7]


def test_numbers_of_an_analysis_begin_no_game() -> None:
    played = game(OPENING + " Pips White : 159     Black : 161\n  2) 61: 13/7 8/7\n")
    assert [one.plays for one in played.games] == [3]


def test_remarks_are_comments() -> None:
    record = mat.read('; [Event "Club night"]\n' + HEAD + "; good luck\n  1) 31: 8/5 6/5\n")
    assert record.tags == {"Event": "Club night"}
    assert [event.text for event in record.games[0].events if isinstance(event, Comment)] == ["good luck"]


@pytest.mark.parametrize(
    "line",
    [
        '; [XGID "XGID=-a-a--E-B--AbC---cAc----A-:1:1:1:00:0:0:0:5:10"]',
        "XGID=-a-a--E-B--AbC---cAc----A-:1:1:1:00:0:0:0:5:10",
    ],
)
def test_a_position_over_the_first_row_is_where_the_game_starts(line: str) -> None:
    record = mat.read(HEAD + line + "\n  1) 21: 13/11 6/5\n")
    start = record.games[0].events[0]
    assert isinstance(start, SetUp)
    assert (start.cube, start.owner) == (2, 1)
    played = play(record)
    assert played.illegal == ()
    assert start.board is not None
    assert start.board.text(0) == "24 18 13x3 11 8x2 6x5 offx2"


def test_positions_beside_the_plays_are_left_alone() -> None:
    rows = f"{OPENING}XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10\n  2) 61: 13/7 8/7\n"
    assert not any(isinstance(event, SetUp) for event in mat.read(HEAD + rows).games[0].events)


NOTED = "7;0;1;0;0;Bob;Ann;0;2;3;1;0;{board};5;1;"


def test_a_board_noted_in_place_of_a_play_is_set_before_the_answer_to_it() -> None:
    """It is as the one who throws next sees it: Ann has gone from 13 to 5, which no 42 does."""
    board = NOTED.format(board="0;-2;0;0;2;0;4;0;2;0;0;0;-4;5;0;0;0;-2;0;-4;-3;0;0;0;2;0")
    played = game(f"{OPENING}  2) 42: Illegal play ({board}) 51: 13/8 6/5\n  3) 31: 5/2 6/5\n")
    steps = played.games[0].steps
    assert [(illegal.line, illegal.error) for illegal in played.illegal] == [(6, "illegal-play")]
    assert played.games[0].plays == 4
    assert steps[-1].board.text(0) == "24x2 13x4 8x2 6x3 5x3 2"
    assert steps[-1].board.text(1) == "24x2 13x4 8x3 6x3 5 4x2"


def test_a_board_noted_in_the_right_column_is_the_left_players() -> None:
    board = NOTED.format(board="0;-2;0;0;-2;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-3;0;0;0;0;2;0").replace("Bob;Ann", "Ann;Bob")
    steps = game(f"  1)                             42: Illegal play ({board})\n  2) 31: 8/5 6/5\n").games[0].steps
    assert steps[-1].board.text(0) == "24x2 13x5 8x2 6x4 5x2"
    assert steps[-1].board.text(1) == "24x2 21x2 13x5 8x3 6x3"


def test_a_board_is_seen_by_the_one_whose_name_the_list_tells() -> None:
    """The same list with the other name: one program notes the board as the one sees it who was to play."""
    board = "0;-2;0;0;0;0;4;1;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0"
    listed = f"5;0;1;0;1;Ann;Bob;0;0;0;1;0;{board};4;2;"
    steps = game(f"{OPENING}  2) 61: 13/7 8/7                42: Illegal play ({listed})\n").games[0].steps
    assert steps[-1].board.text(1) == "24x2 13x5 8x3 7 6x4"


def test_a_board_noted_at_the_start_of_a_game_is_where_it_starts() -> None:
    """So one site writes other games than the usual one; nothing was played, and nothing is illegal."""
    board = NOTED.format(board="0;-2;-2;0;0;0;4;0;3;0;0;0;-4;4;0;0;0;-3;0;-4;0;0;0;2;2;0")
    played = game(f"  1) 12: Illegal play ({board}) 51: 24/23 23/18\n")
    assert (played.illegal, played.games[0].plays) == ((), 1)
    assert played.games[0].steps[-1].board.text(1) == "24 23x2 18 13x4 8x3 6x4"


def test_a_cell_that_is_too_long_for_its_column_moves_no_column() -> None:
    """The right cell is pushed away in that row alone; the winner stands where the others of the column stand."""
    board = NOTED.format(board="0;1;1;2;2;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;-1;0;0;-2;0;0")
    rows = f"  1) 52: Illegal play ({board})  Doubles => 2\n  2)  Takes                      66: 4/0 4/0 3/0 3/0\n"
    played = game(f"{rows}{'':34}Wins 2 points\n")
    assert (played.games[0].winner, played.games[0].points) == (2, 2)


def test_a_board_in_the_letters_of_an_xgid_is_where_the_game_starts() -> None:
    """Large letters are the left player's."""
    rows = "; Set Pos=-a-a--E-D---dD---b-b-a--A-/0\n  1) 65: 24/18 18/13             21: 5/3 6/5\n"
    played = game(rows)
    assert played.illegal == ()
    assert played.games[0].steps[-1].board.text(0) == "13x5 8x4 6x5 off"


@pytest.mark.parametrize(("cube", "holder", "value"), [("0", 0, 1), ("-1", 1, 2), ("3", 2, 8)])
def test_the_cube_stands_behind_such_a_board(cube: str, holder: int, value: int) -> None:
    played = game(f"; Set Pos=-b----E-C---eE---c-e----B-/{cube}\n{OPENING}")
    step = played.games[0].steps[-1]
    assert (step.cube, step.owner) == (value, holder)


@pytest.mark.parametrize("column", [6, 34])
def test_the_loser_resigns_in_whatever_column_the_word_stands(column: int) -> None:
    rows = f"{OPENING}  2) ".ljust(column + len(OPENING)) + f"Resigned Game\n{' ' * 34}Wins 2 points\n"
    played = game(rows).games[0]
    assert (played.winner, played.points, played.over is not None) == (2, 2, True)
    assert [step.event.player for step in played.steps if isinstance(step.event, Resign)] == [1]
    assert game(rows).notes == ()


@pytest.mark.parametrize("answer", ["Rejects", "Drops", ""])
def test_a_resignation_that_is_rejected_ends_nothing(answer: str) -> None:
    rows = f"{OPENING}  2)  Resigns gammon              {answer}\n  3) 61: 13/7 8/7                63: 24/15\n"
    played = game(rows).games[0]
    assert (played.over, played.plays, played.steps[-1].cube) == (None, 4, 1)


def test_a_drop_without_a_double_ends_no_game_that_goes_on() -> None:
    played = game(f"{OPENING}  2)                             Drops\n  3) 61: 13/7 8/7                63: 24/15\n")
    assert (played.games[0].over, played.games[0].plays) == (None, 4)
    assert [str(note) for note in played.notes] == ["line 6: nothing was doubled, and the game goes on: Drops"]


def test_points_that_are_missing_to_the_length_make_the_class_that_they_need() -> None:
    """Three points with the cube at 2 are a gammon of which the site writes no more than were missing."""
    rows = f"{OPENING}  2)  Doubles => 2                Takes\n  3)                             Resigned Match\n"
    head = " 5 point match\n\n Game 1\n Ann : 0                        Bob : 2\n"
    played = game(rows + " " * 34 + "Wins 3 points and the match\n", head)
    assert [(one.winner, one.points, one.over and one.over.value) for one in played.games] == [(2, 3, 4)]
    assert played.notes == ()


def test_points_that_no_game_is_worth_are_a_mark_and_no_points() -> None:
    """One site writes thousands for a player who left: the next score tells them, else cube and length the most."""
    rows = "  2)  Doubles => 2                Takes\n  3) 31: 13/10 6/5               66: ????\n  4)  Wins 2008 point\n"
    first = HEAD + OPENING + rows
    for text, points in ((first, 5), (first.replace(" 5 point", " 9 point"), 6), (first + AFTER, 2)):
        found = play(mat.read(text)).games[0]
        assert (found.winner, found.points) == (1, points)


def test_rules_are_told_by_tags() -> None:
    record = mat.read(
        '; [Variation "NackGammon"]\n; [Jacoby "On"]\n 0 point match\n Game 1\n A : 0    B : 0\n  1) 31: 8/5 6/5\n'
    )
    assert (record.variant, record.length, record.rules) == ("nackgammon", 0, {"jacoby": "per_cube"})


def test_hypergammon_is_told_with_its_number_of_men() -> None:
    record = mat.read(f'; [Variation "HyperGammon (3)"]\nMatch of 3 points\n Game 1\n A : 0    B : 0\n{OPENING}')
    assert (record.variant, record.length, record.notes) == ("hypergammon", 3, ())
    two = mat.read(f'; [Variation "HyperGammon (2)"]\n 3 point match\n Game 1\n A : 0    B : 0\n{OPENING}')
    assert (two.variant, len(two.notes)) == ("hypergammon", 1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello\nworld\n",
        "match to 3 points\nRolled 21:\n1. Double, beaver  -0.4\n2. Double, pass  1.0\n",
        "<html><body>Not found</body></html>",
    ],
)
def test_a_file_without_games_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError):
        mat.read(text)


def test_an_empty_game_is_a_game() -> None:
    """A forfeit as one site writes it: nothing was played."""
    rows = "  1)                \n   Wins 5 points and the match\n"
    played = play(mat.read('; [Site "X"]\n\n5 point match\n\n Game 1\n ann: 0    bob: 0\n' + rows))
    assert [(one.winner, one.points, one.plays) for one in played.games] == [(1, 5, 0)]
