"""From the nodes of the search to what others read: boards and steps. What a player wrote is in `written`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from games.rules.actions import Move
from games.rules.board import BAR, Board, Side
from games.rules.facts import Step
from games.rules.plays.packing import BIT, CODE_DELTA, HITS, MOVE, POINTS, POSITION, moves, places, unpack
from games.rules.plays.search import Node, Search
from games.rules.plays.spot import Legal, Spot

Way = tuple[Move, ...]
"""A play as a set of single steps (from, to): `from` falling, then `to` falling."""


class Plays(Sequence[Legal]):
    """The legal plays of a spot, one for each distinct final position; boards and steps are made when looked at."""

    __slots__ = ("_makes", "_paths", "_positions")

    def __init__(self, search: Search) -> None:
        ends = search.legal_ends()
        distinct = {position & POSITION: path for position, _, path in reversed(ends)}
        self._makes = _Maker(search)
        self._positions, self._paths = tuple(distinct), tuple(distinct.values())

    def __len__(self) -> int:
        return len(self._positions)

    @overload
    def __getitem__(self, index: int) -> Legal: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Legal, ...]: ...

    def __getitem__(self, index: int | slice) -> Legal | tuple[Legal, ...]:
        if isinstance(index, slice):
            return tuple(map(self._makes.legal, self._positions[index], self._paths[index]))
        return self._makes.legal(self._positions[index], self._paths[index])

    def __iter__(self) -> Iterator[Legal]:
        return map(self._makes.legal, self._positions, self._paths)


def legal_plays(spot: Spot) -> Plays:
    """Every distinct final position of the stage, each with one way to it.

    All have the same number of steps. When nothing can be played there is one: the board as it is, and no steps.
    """
    return Plays(Search(spot))


def ways(spot: Spot) -> dict[Board, frozenset[Way]]:
    """Every distinct final position, each with every set of single steps that makes it by a legal play."""
    search = Search(spot)
    found: dict[int, tuple[Board, set[Way]]] = {}
    for node in search.legal_ends(every_way=True):
        key = node[0] & POSITION
        if key not in found:
            found[key] = (legal(search, node).board, set())
        found[key][1].add(tuple(sorted(moves(node[2]), reverse=True)))
    return {board: frozenset(sets) for board, sets in found.values()}


def legal(search: Search, node: Node) -> Legal:
    """The board at a node, and the steps that led there."""
    return _Maker(search).legal(node[0], node[2])


class _Maker:
    """Makes boards and steps of the positions and paths of one search."""

    def __init__(self, search: Search) -> None:
        self.ground = ground = search.ground
        self.alone = ground.blots | ground.pins
        self.his: dict[int, Side] = {}

    def legal(self, position: int, path: int) -> Legal:
        """A play: where it ends, what was done, and which numbers of the stage it leaves."""
        return Legal(self.board(position), self.steps(path), self.left(path))

    def left(self, path: int) -> tuple[int, ...]:
        """The numbers of the stage that a path has not used, in the order of the stage."""
        stage = self.ground.spot.stage
        used = [code & 7 for code in path.to_bytes((path.bit_length() + 7) // 8, "big")]
        if len(used) == len(stage):
            return ()
        left = list(stage)
        for number in used:
            left.remove(number)
        return tuple(left)

    def board(self, position: int) -> Board:
        """The board of a position."""
        ground = self.ground
        side, pinned = ground.spot.side, ground.spot.board.pinned
        mine = unpack(position)
        hit = position >> HITS & POINTS
        his = self.his.get(hit)
        if his is None:
            his = self.his[hit] = self._without(hit)
        if ground.pins:
            facing = ground.spot.variant.facing
            caught = frozenset(facing(point) for point in places(ground.pins) if mine[point])
            pinned = (pinned[0], caught) if side == 0 else (caught, pinned[1])
        return Board((mine, his) if side == 0 else (his, mine), pinned)

    def _without(self, hit: int) -> Side:
        """His side after the men on these points of mine were hit."""
        spot = self.ground.spot
        counts = list(spot.board.sides[1 - spot.side])
        for point in places(hit):
            counts[spot.variant.facing(point)] -= 1
            counts[BAR] += 1
        return tuple(counts)

    def steps(self, path: int) -> tuple[Step, ...]:
        """The steps of a path, each with whether it hit or pinned: a man goes to where an opposing man stands alone."""
        position, blots, alone = self.ground.start, self.ground.blots, self.alone
        steps = []
        for code in path.to_bytes((path.bit_length() + 7) // 8, "big"):
            start, end = MOVE[code]
            met = bool(alone >> end & 1) and not position >> 8 * end & 255
            if met and blots:
                alone ^= BIT[end]
            steps.append((start, end, met))
            position += CODE_DELTA[code]
        return tuple(steps)
