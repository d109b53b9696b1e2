"""`Board.moved`: carried along step by step, the board of every legal play is the one that the search found."""

from __future__ import annotations

from random import Random

import pytest

from games.rules.board import Board
from games.rules.plays import Legal, Spot, legal_plays
from games.rules.variants import ALL, variant

TURNS = 60


def carried(spot: Spot, play: Legal) -> Board:
    """The board after the steps of a play, one after the other."""
    board = spot.board
    for start, end, _ in play.steps:
        board = board.moved(spot.side, start, end, facing=spot.variant.facing, pins=spot.variant.contact == "pin")
    return board


@pytest.mark.parametrize("key", ALL)
def test_step_by_step_is_the_play(key: str) -> None:
    """Some turns of a random game: far enough for hits, entering from the bar, pins that are made and given up."""
    chance, game = Random(key), variant(key)
    board, side = game.start(), 0
    for _ in range(TURNS):
        dice = tuple(chance.randint(1, 6) for _ in range(game.dice))
        spot = Spot(game, board, side, game.stages(dice)[0], dice)
        plays = legal_plays(spot)
        for play in plays:
            assert carried(spot, play) == play.board
        board = chance.choice(plays).board
        if game.ended(board, side):
            board = game.start()
        side = 1 - side
