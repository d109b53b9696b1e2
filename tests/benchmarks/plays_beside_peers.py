"""Positions per second of the legal-play search beside its peers: `python -m tests.benchmarks.plays_beside_peers`.

All are given the same 2,000 random middle-game positions of short nardy (OpenSpiel, which cannot set up a position, as
many of its own games). In one process they take turns, and the best of several rounds counts, so that a busy machine
harms all alike.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable

from tests.benchmarks.peers import installed, prepared
from tests.benchmarks.positions import middle_game, say


def seconds(find: Callable, positions: list) -> float:
    """Processor time for all the positions, once."""
    gc.collect()
    begin = time.process_time()
    for position in positions:
        find(position)
    return time.process_time() - begin


def main() -> None:
    """Measure and print a table; the ratios are to the first line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    spots = middle_game(options.positions)
    peers = [(peer, prepared(peer, spots)) for peer in installed()]
    best = {peer.name: [float("inf")] * 2 for peer, _ in peers}
    for _ in range(options.rounds):
        for peer, kinds in peers:
            for kind, positions in enumerate(kinds):
                best[peer.name][kind] = min(best[peer.name][kind], seconds(peer.find, positions) / len(positions))
    ours = best[peers[0][0].name]
    say(f"{'positions per second':40} {'plain':>10} {'doubles':>10}   {'this search is so many times faster':>10}")
    for name, (plain, double) in best.items():
        say(f"{name:40} {1 / plain:10,.0f} {1 / double:10,.0f}   {plain / ours[0]:10.2f} {double / ours[1]:10.2f}")


if __name__ == "__main__":
    main()
