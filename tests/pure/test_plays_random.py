"""The search against the slow finder on random positions of every variant and flag. The long form: `compare_plays`."""

from __future__ import annotations

import random

import pytest

from games.rules.plays import Spot
from games.rules.variants import ALL, FLAGS, variant
from tests.pure.compare_plays import ON_THE_BOARD, describe, difference, scattered, scattered_spot, spots, walk

POSITIONS = 45
"""Of each variant; with the flags below some 2,000 in all."""


@pytest.mark.parametrize("key", ALL)
def test_random_positions_with_random_flags(key: str) -> None:
    stream = spots([key], random.Random(f"flags of {key}"))
    for _ in range(POSITIONS):
        spot = next(stream)
        assert not difference(spot), describe(spot)


@pytest.mark.parametrize("key", ALL)
def test_whole_games_without_flags(key: str) -> None:
    rng = random.Random(f"games of {key}")
    game_spots = [spot for _ in range(2) for spot in walk(ALL[key], rng)]
    for spot in rng.sample(game_spots, min(POSITIONS, len(game_spots))):
        assert not difference(spot), describe(spot)


@pytest.mark.parametrize("flag", ON_THE_BOARD)
def test_every_value_of_every_flag(flag: str) -> None:
    rng = random.Random(f"values of {flag}")
    for value in FLAGS[flag]:
        for key in rng.sample(list(ALL), 6):
            game = variant(key, **{flag: value})
            for _ in range(3):
                spot = scattered_spot(game, rng)
                assert not difference(spot), describe(spot)


@pytest.mark.parametrize("rule", ["no_hide", "home_stay"])
@pytest.mark.parametrize("key", ["garankuet", "race"])
def test_no_order_that_matters_is_left_out(key: str, rule: str) -> None:
    """Six steps where it matters who has hit: the search tries one order of the steps between which nothing does."""
    rng, game = random.Random(f"{key} {rule}"), variant(key, hit_run=rule)
    for _ in range(60):
        stage = tuple(rng.choices((rng.randint(1, 6), rng.randint(1, 6)), k=rng.choice((4, 5, 6))))
        spot = Spot(game, scattered(game, rng, few=True), rng.randrange(2), stage, stage[:2])
        assert difference(spot) == "", describe(spot)
