"""Time and memory of one legal-play search in every game: `python -m tests.benchmarks.plays_of_all_games`.

1,000 positions of random games each, rolls of equal numbers apart; and the widest positions that can be built. The
goal is 50 milliseconds at worst for the plays of one turn.
"""

from __future__ import annotations

import argparse
import random
import time
import tracemalloc

from games.rules.plays import Spot, legal_plays
from games.rules.variants import ALL, Variant, variant
from tests.benchmarks.positions import is_double, say, turns

WIDE = "24 22 20 18 16 14 12 11 10 9 8 7 6 5 4"


def random_spots(game: Variant, count: int) -> list[Spot]:
    """Spots of random games, a few of each game."""
    rng, spots = random.Random(f"speed of {game.key}"), []
    while len(spots) < count:
        game_turns = list(turns(game, rng))
        spots += rng.sample(game_turns, min(10, len(game_turns)))
    return spots[:count]


def milliseconds(spot: Spot) -> tuple[float, int]:
    """Processor time of one call, the best of two, and the number of results."""
    best = float("inf")
    for _ in range(2):
        begin = time.process_time()
        found = len(legal_plays(spot))
        best = min(best, time.process_time() - begin)
    return 1000 * best, found


def line(name: str, spots: list[Spot]) -> str:
    """Median, worst, memory of the worst."""
    measured = sorted((*milliseconds(spot), index) for index, spot in enumerate(spots))
    worst, _, index = measured[-1]
    tracemalloc.start()
    plays = legal_plays(spots[index])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    most = max(found for _, found, _ in measured)
    median = measured[len(measured) // 2][0]
    return (
        f"{name:34} {len(spots):5} {median:9.3f} {worst:9.3f} {most:8} {peak / 1e6:9.2f}"
        f"   {len(plays)} results at worst"
    )


def widest() -> list[tuple[str, Spot]]:
    """Fifteen men on fifteen points, nothing in the way."""
    found = []
    for key, flags, dice in (
        ("short", {}, (1, 1)),
        ("short", {}, (6, 6)),
        ("garankuet", {}, (1, 1, 1)),
        ("garankuet", {}, (5, 5, 5)),
        ("garankuet", {}, (6, 6, 5)),
        ("garankuet", {}, (6, 5, 4)),
        ("garankuet", {"triplet_steps": 9}, (5, 5, 5)),
    ):
        game = variant(key, **flags)
        spot = Spot(game, game.board(WIDE, "barx15"), 0, game.stages(dice)[0], dice)
        name = f"widest {key} {'-'.join(map(str, dice))}" + (", nine steps" if flags else "")
        found.append((name, spot))
    return found


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--variant", choices=sorted(ALL))
    parser.add_argument("--positions", type=int, default=1000)
    options = parser.parse_args()
    say(f"{'milliseconds':34} {'spots':>5} {'median':>9} {'worst':>9} {'results':>8} {'peak MB':>9}")
    for key in [options.variant] if options.variant else list(ALL):
        spots = random_spots(ALL[key], options.positions)
        say(line(key, [spot for spot in spots if not is_double(spot)]))
        say(line(f"{key}, equal numbers", [spot for spot in spots if is_double(spot)]))
    for name, spot in widest():
        say(line(name, [spot]))


if __name__ == "__main__":
    main()
