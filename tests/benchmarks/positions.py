"""Random middle-game positions of short nardy for the benchmarks, and the forms in which the peers want them."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

from games.rules.plays import Spot, legal_plays
from games.rules.variants import ALL, Variant

SHORT = ALL["short"]


def say(line: str) -> None:
    """A line of a table that grows."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def turns(game: Variant, rng: random.Random) -> Iterator[Spot]:
    """The spots of one game played at random, first stages only."""
    board, side, count = game.start(), 0, [0, 0]
    while game.ended(board, 1 - side) is None and sum(count) < 400:
        dice = tuple(rng.randint(1, 6) for _ in range(game.dice))
        count[side] += 1
        spot = Spot(game, board, side, game.stages(dice)[0], dice, first_roll=count[side] == 1)
        yield spot
        board, side = rng.choice(legal_plays(spot)).board, 1 - side


def middle_game(count: int, seed: int = 7) -> list[Spot]:
    """So many spots from turns 9 to 60 of random games, one in five of them."""
    rng, spots = random.Random(seed), []
    while len(spots) < count:
        game_turns = list(turns(SHORT, rng))[8:60]
        spots += [spot for spot in game_turns if rng.random() < 0.2]
    return spots[:count]


def is_double(spot: Spot) -> bool:
    return len(set(spot.dice)) == 1


def mine_and_his(spot: Spot) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Counts by own number, the mover's first."""
    return spot.board.sides[spot.side], spot.board.sides[1 - spot.side]


def signed(spot: Spot) -> list[int]:
    """26 numbers for bgsage: his bar, the mover's points 1 … 24 (his men negative), the mover's bar."""
    mine, his = mine_and_his(spot)
    return [his[25], *(mine[point] - his[25 - point] for point in range(1, 25)), mine[25]]


def from_signed(board: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What `signed` makes, read back: points and bar of the mover and of the other, without those off."""
    mine = (*(max(number, 0) for number in board[1:25]), board[25])
    his = (*(max(-board[25 - point], 0) for point in range(1, 25)), board[0])
    return mine, his
