"""Time and memory of one legal-play search in every game: `python -m tests.benchmarks.plays_of_all_games`.

1,000 positions of random games each, rolls of equal numbers apart; and the widest positions that can be built, where
what one click on the board asks is measured too. The goal is 50 milliseconds at worst for the plays of one turn. The
last column but one, for reading on another machine: the median as a multiple of short nardy's plain rolls in this run.
"""

from __future__ import annotations

import argparse
import random
import time
import tracemalloc
from collections.abc import Callable

from games.rules.plays import Clicks, Spot, legal_plays
from games.rules.variants import ALL, Variant, variant
from tests.benchmarks.positions import is_double, say, turns

BLOTS = "2 4 6 8 10 22 barx9"
"""Lone men between those of `WIDE`, five of them where it comes by."""
WIDE = "24 22 20 18 16 14 12 11 10 9 8 7 6 5 4"


def random_spots(game: Variant, count: int) -> list[Spot]:
    """Spots of random games, a few of each game."""
    rng, spots = random.Random(f"speed of {game.key}"), []
    while len(spots) < count:
        game_turns = list(turns(game, rng))
        spots += rng.sample(game_turns, min(10, len(game_turns)))
    return spots[:count]


def milliseconds(call: Callable[[], object]) -> float:
    """Processor time of one call, the best of two."""
    best = float("inf")
    for _ in range(2):
        begin = time.process_time()
        call()
        best = min(best, time.process_time() - begin)
    return 1000 * best


def median_of(spots: list[Spot]) -> float:
    """Milliseconds of the plays of the spot in the middle."""
    return sorted(milliseconds(lambda spot=spot: legal_plays(spot)) for spot in spots)[len(spots) // 2]


def line(name: str, spots: list[Spot], unit: float) -> str:
    """Median, worst, most results, memory of the worst; the median in units of `unit` milliseconds."""
    measured = sorted((milliseconds(lambda spot=spot: legal_plays(spot)), index) for index, spot in enumerate(spots))
    worst, index = measured[-1]
    tracemalloc.start()
    plays = legal_plays(spots[index])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    most = max(len(legal_plays(spot)) for spot in spots)
    median = measured[len(measured) // 2][0]
    return (
        f"{name:34} {len(spots):5} {median:9.3f} {worst:9.3f} {most:8} {peak / 1e6:9.2f} {median / unit:8.1f}"
        f"   {len(plays)} results at worst"
    )


def widest() -> list[tuple[str, Spot]]:
    """Fifteen men on fifteen points, nothing in the way, or men to hit where the order of hits matters."""
    found = []
    for key, flags, dice in (
        ("short", {}, (1, 1)),
        ("short", {}, (6, 6)),
        ("garankuet", {}, (1, 1, 1)),
        ("garankuet", {}, (5, 5, 5)),
        ("garankuet", {}, (6, 6, 5)),
        ("garankuet", {}, (6, 5, 4)),
        ("garankuet", {"triplet_steps": 9}, (5, 5, 5)),
        ("garankuet", {"triplet_steps": 9}, (1, 1, 1)),
        ("short", {"hit_run": "no_hide"}, (1, 1)),
        ("garankuet", {"hit_run": "no_hide"}, (1, 1, 1)),
        ("garankuet", {"hit_run": "no_hide"}, (3, 3, 3)),
        ("garankuet", {"hit_run": "home_stay"}, (1, 1, 1)),
        ("garankuet", {"hit_run": "home_stay"}, (3, 3, 3)),
    ):
        game = variant(key, **flags)
        his = BLOTS if "hit_run" in flags else "barx15"
        spot = Spot(game, game.board(WIDE, his), 0, game.stages(dice)[0], dice)
        name = f"widest {key} {'-'.join(map(str, dice))}" + "".join(f", {value}" for value in flags.values())
        found.append((name, spot))
    return found


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--variant", choices=sorted(ALL))
    parser.add_argument("--positions", type=int, default=1000)
    options = parser.parse_args()
    short = [spot for spot in random_spots(ALL["short"], options.positions) if not is_double(spot)]
    unit = median_of(short)
    say(f"{'milliseconds':34} {'spots':>5} {'median':>9} {'worst':>9} {'results':>8} {'peak MB':>9} {'x short':>8}")
    for key in [options.variant] if options.variant else list(ALL):
        spots = random_spots(ALL[key], options.positions)
        say(line(key, [spot for spot in spots if not is_double(spot)], unit))
        say(line(f"{key}, equal numbers", [spot for spot in spots if is_double(spot)], unit))
    for name, spot in widest():
        click = milliseconds(lambda spot=spot: Clicks(spot).next_steps(()))
        say(f"{line(name, [spot], unit)}; a click {click:.1f} ms")


if __name__ == "__main__":
    main()
