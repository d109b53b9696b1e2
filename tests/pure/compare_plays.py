"""Compare the search with the slow finder on random reachable positions of every variant and flag.

Long form: `python -m tests.pure.compare_plays --positions 5000 [--variant short] [--seed 1]`.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator

from games.rules.board import Board
from games.rules.plays import Spot, legal_plays, ways
from games.rules.variants import ALL, FLAGS, Variant, variant
from tests.pure.slow_plays import slow_ways

ON_THE_BOARD = (
    "dup", "head_limit", "head_exception", "six_block", "six_block_transit", "hit_run", "entry", "hit_only_after_home",
    "bearoff", "home_moves", "small_die_first", "pair_rule", "triplet_steps",
)  # fmt: skip
"""The flags that change legal plays (spec/legal_plays.md)."""


def random_flags(rng: random.Random) -> dict[str, object]:
    """No flag, one, or several of those that change legal plays, each with any of its values."""
    names = rng.sample(ON_THE_BOARD, rng.choice((0, 1, 1, 2, 4)))
    return {name: rng.choice(FLAGS[name]) for name in names}


def walk(game: Variant, rng: random.Random) -> Iterator[Spot]:
    """The spots of a game played at random from the set-up, all stages of each roll included; it never ends early."""
    board, side, turns = game.start(), rng.randrange(2), [0, 0]
    while game.ended(board, 1 - side) is None:
        dice = tuple(rng.randint(1, 6) for _ in range(game.dice))
        turns[side] += 1
        stages = list(game.stages(dice, turns[side]))
        if "named" in game.sequel(dice):
            stages.append(game.named_stage(rng.randint(1, 6)))
        used = 0
        for stage in stages:
            spot = Spot(game, board, side, stage, dice, first_roll=turns[side] == 1, head_used=used)
            yield spot
            play = rng.choice(legal_plays(spot))
            used += sum(start == 24 for start, _, _ in play.steps)
            board = play.board
            if len(play.steps) < len(stage) or game.ended(board, side):
                break
        side = 1 - side
        if sum(turns) > 400:
            return


def scattered(game: Variant, rng: random.Random, *, few: bool = False) -> Board:
    """A position that need not be reachable: men anywhere, often near the end, with pins where both sides meet.

    With `few` most men are off, so that a long stage stays small enough for the slow finder.
    """
    taken: dict[int, int] = {}
    sides, pins = [], []
    for side in (0, 1):
        men, pinned = [0] * 27, set()
        farthest = rng.choice((6, 6, 9, 24, 24))
        spots = (
            list(range(1, farthest + 1)) + [0] * (60 if few else rng.choice((1, 1, 6))) + [25] * rng.choice((0, 0, 1))
        )
        if game.entry == "free":
            spots += [26] * rng.choice((0, 1, 3))
        while sum(men) < game.men:
            place = rng.choice(spots)
            mine = place if side == 0 else game.facing(place) if 0 < place < 25 else 0
            if side == 1 and mine and taken.get(mine):
                caught = taken[mine] == 1 and game.contact == "pin" and mine not in pins[0]
                if not caught:
                    continue
                pins[0].add(mine)
            men[place] += 1
            if side == 0 and 0 < place < 25:
                taken[place] = men[place]
        sides.append(tuple(men))
        pins.append(pinned)
    return Board((sides[0], sides[1]), (frozenset(pins[0]), frozenset(pins[1])))


def scattered_spot(game: Variant, rng: random.Random) -> Spot:
    """A spot on a scattered position."""
    dice = tuple(rng.randint(1, 6) for _ in range(game.dice))
    stage = rng.choice((game.stages(dice)[0], game.stages(dice)[0], (rng.randint(1, 6),) * rng.randint(1, 4)))
    board = scattered(game, rng, few=len(stage) > 5)
    return Spot(game, board, rng.randrange(2), stage, dice, rng.random() < 0.3, rng.choice((0, 0, 1)))


def difference(spot: Spot) -> str:
    """What the two finders do not agree on; empty if nothing."""
    slow = slow_ways(spot)
    fast = legal_plays(spot)
    if len({play.board for play in fast}) != len(fast):
        return "a position twice"
    if {play.board for play in fast} != set(slow):
        return f"positions: {len(fast)} found, {len(slow)} expected"
    for play in fast:
        if tuple(sorted(((a, b) for a, b, _ in play.steps), reverse=True)) not in slow[play.board]:
            return f"not a legal way: {play.steps}"
    return "" if ways(spot) == slow else "ways"


def spots(keys: list[str], rng: random.Random) -> Iterator[Spot]:
    """An endless stream of spots: variants in turn with random flags, games at random and scattered positions."""
    while True:
        for key in keys:
            game = variant(key, **random_flags(rng))
            game_spots = list(walk(game, rng))
            yield from rng.sample(game_spots, min(8, len(game_spots)))
            yield from (scattered_spot(game, rng) for _ in range(8))


def describe(spot: Spot) -> str:
    """A spot in a form that can be tried again."""
    flags = {name: getattr(spot.variant, name) for name in ON_THE_BOARD}
    changed = {name: value for name, value in flags.items() if value != getattr(ALL[spot.variant.key], name)}
    mine, his = spot.board.text(spot.side), spot.board.text(1 - spot.side)
    return f"{spot.variant.key} {changed} {mine!r} {his!r} {spot.dice} {spot.stage} {spot.first_roll} {spot.head_used}"


def main() -> int:
    """Compare, print every difference; exit 1 if there is any."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--positions", type=int, default=5000, help="positions of each variant")
    parser.add_argument("--variant", choices=sorted(ALL))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = 0
    for key in [options.variant] if options.variant else list(ALL):
        stream = spots([key], random.Random(options.seed))
        for _ in range(options.positions):
            spot = next(stream)
            complaint = difference(spot)
            if complaint:
                found += 1
                sys.stdout.write(f"{complaint}: {describe(spot)}\n")
        sys.stdout.write(f"{key}: {options.positions} positions, {found} differences so far\n")
        sys.stdout.flush()
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
