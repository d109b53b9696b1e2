"""What FIBS prints for `oldmoves`: resignations and their answers, players who change places."""

from __future__ import annotations

from games.records import fibs
from games.records.playing import PlayedRecord, play
from games.records.record import Cube, Resign

BEGIN = """\
Score is 0-0 in a 3 point match.
ann is X - bob is O
O: (4 2) 8-4 6-4
X: (3 1) 17-20 19-20
"""
NEXT = """\
Score is 0-2 in a 3 point match.
bob is X - ann is O
X: (3 1) 17-20 19-20
O: (6 1) 13-7 8-7
X: doubles
O: rejects
X: wins
"""


def acts(played: PlayedRecord) -> list[list[tuple[int, str]]]:
    """Cube acts and resignations, game by game: (player, word)."""
    return [
        [
            (event.player, "resign" if isinstance(event, Resign) else event.act)
            for event in (step.event for step in game.steps)
            if isinstance(event, (Cube, Resign))
        ]
        for game in played.games
    ]


def test_a_resignation_is_no_double_and_its_points_follow_from_the_next_score() -> None:
    said = "X: doubles\nO: accepts\nX: (5 5) 12-17 12-17 17-22 17-22\nO: wants to resign\nX: accepts\nX: wins\n"
    played = play(fibs.read(BEGIN + said + NEXT))
    assert acts(played) == [[(1, "double"), (2, "take"), (2, "resign")], [(2, "double"), (1, "drop")]]
    assert [(game.winner, game.points) for game in played.games] == [(1, 2), (2, 1)]
    assert [game.score for game in played.games] == [(0, 0), (2, 0)]
    assert (played.illegal, played.notes) == ((), ())


def test_a_resignation_at_a_class_makes_its_points() -> None:
    played = play(fibs.read(BEGIN + "O: wants to resign a gammon\nX: accepts\nX: wins\n" + NEXT))
    over = played.games[0].over
    assert (over is not None and over.value, played.notes) == (2, ())


def test_a_resignation_that_is_rejected_is_none() -> None:
    said = "O: wants to resign\nX: rejects\nO: (6 1) 13-7 8-7\nX: doubles\nO: accepts\n"
    assert acts(play(fibs.read(BEGIN + said))) == [[(1, "double"), (2, "take")]]
