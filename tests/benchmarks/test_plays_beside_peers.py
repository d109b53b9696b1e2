"""Thousands of random positions against programs written elsewhere. Run with the peers of requirements.txt installed:

`python -m pytest -o addopts= tests/benchmarks/test_plays_beside_peers.py`
"""

from __future__ import annotations

import pytest

from games.rules.plays import Spot, legal_plays
from games.rules.variants import ALL
from tests.benchmarks.positions import from_signed, middle_game, mine_and_his, signed

MISSING = "not installed here: pip install -r tests/benchmarks/requirements.txt"
POSITIONS = 5000


def ours(spot: Spot) -> set[tuple]:
    """Points and bar of both sides in every final position; empty for a pass."""
    plays = legal_plays(spot)
    if not plays[0].steps:
        return set()
    return {
        tuple(side[1:26] for side in (play.board.sides[spot.side], play.board.sides[1 - spot.side])) for play in plays
    }


@pytest.fixture(scope="module")
def spots() -> list[Spot]:
    return middle_game(POSITIONS, seed=41)


def test_the_same_results_as_bgsage(spots: list[Spot]) -> None:
    bgsage = pytest.importorskip("bgsage", reason=f"bgsage is {MISSING}")
    for spot in spots:
        theirs = {from_signed(board) for board in bgsage.possible_moves(signed(spot), *spot.dice)}
        before = tuple(side[1:26] for side in mine_and_his(spot))
        assert ours(spot) == theirs - {before}, (spot.board.text(spot.side), spot.board.text(1 - spot.side), spot.dice)


def test_the_same_results_as_gnubg(spots: list[Spot]) -> None:
    gnubg = pytest.importorskip("gnubg_nn", reason=f"gnubg-nn is {MISSING}")
    for spot in spots:
        mine, his = mine_and_his(spot)
        board = [list(his[1:26]), list(mine[1:26])]
        theirs = set()
        for key in gnubg.moves(board, *spot.dice):
            other, mover = gnubg.board_from_position_key(key)
            theirs.add((tuple(mover), tuple(other)))
        before = (tuple(mine[1:26]), tuple(his[1:26]))
        assert ours(spot) == theirs - {before}, (spot.board.text(spot.side), spot.board.text(1 - spot.side), spot.dice)


def test_as_many_results_after_the_first_turn_as_gnubg() -> None:
    gnubg = pytest.importorskip("gnubg_nn", reason=f"gnubg-nn is {MISSING}")
    game = ALL["short"]
    side = list(game.start().sides[0][1:26])
    for high in range(1, 7):
        for low in range(1, high + 1):
            spot = Spot(game, game.start(), 0, game.stages((high, low))[0], (high, low))
            assert len(legal_plays(spot)) == len(gnubg.moves([side, side], high, low))
