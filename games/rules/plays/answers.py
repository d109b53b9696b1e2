"""From the nodes of the search to what others read: boards and steps. What a player wrote is in `written`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from games.rules.actions import Move
from games.rules.board import BAR, Board, Side
from games.rules.facts import Step
from games.rules.plays.packing import (
    BIT,
    DELTA,
    HITS,
    HITTING_STEP,
    POINTS,
    POSITION,
    STEP,
    places,
    to_codes,
    unpack,
)
from games.rules.plays.search import Node, Search
from games.rules.plays.spot import Legal, Spot

Way = tuple[Move, ...]
"""A play as a set of single steps (from, to): `from` falling, then `to` falling."""


class Plays(Sequence[Legal]):
    """The legal plays of a spot, one for each distinct final position; boards and steps are made when looked at."""

    __slots__ = ("_makes", "_paths", "_positions")

    def __init__(self, search: Search) -> None:
        distinct = {position & POSITION: path for position, _, path in search.legal_ends()}
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
    makes = _Maker(search)
    found: dict[int, tuple[Board, set[Way]]] = {}
    for node in search.legal_ends(every_way=True):
        key = node[0] & POSITION
        if key not in found:
            found[key] = (makes.board(node[0]), set())
        steps = (STEP[code][:2] for code in to_codes(node[2]))
        found[key][1].add(tuple(sorted(steps, reverse=True)))
    return {board: frozenset(sets) for board, sets in found.values()}


def legal(search: Search, node: Node) -> Legal:
    """The board at a node, and the steps that led there."""
    return _Maker(search).legal(node[0], node[2])


class _Maker:
    """Makes boards and steps of the positions and paths of one search."""

    def __init__(self, search: Search) -> None:
        self.ground = search.ground
        spot = search.ground.spot
        self.stage, self.side, self.pinned = spot.stage, spot.side, spot.board.pinned
        self.his: dict[int, Side] = {}

    def legal(self, position: int, path: int) -> Legal:
        """A play: where it ends, what was done, and which numbers of the stage it leaves."""
        codes = to_codes(path)
        steps = self._pinning_steps(codes) if self.ground.pins else self._steps(codes)
        return Legal(self.board(position), steps, self._left(codes) if len(codes) < len(self.stage) else ())

    def board(self, position: int) -> Board:
        """The board at a position."""
        mine = unpack(position)
        hit = position >> HITS & POINTS
        his = self.his.get(hit)
        if his is None:
            his = self.his[hit] = self._without(hit)
        pinned = self.pinned
        if self.ground.pins:
            facing = self.ground.spot.variant.facing
            caught = frozenset(facing(point) for point in places(self.ground.pins) if mine[point])
            pinned = (pinned[0], caught) if self.side == 0 else (caught, pinned[1])
        return Board((mine, his) if self.side == 0 else (his, mine), pinned)

    def _without(self, hit: int) -> Side:
        """His side after the men on these points of mine were hit."""
        spot = self.ground.spot
        counts = list(spot.board.sides[1 - spot.side])
        for point in places(hit):
            counts[spot.variant.facing(point)] -= 1
            counts[BAR] += 1
        return tuple(counts)

    def _left(self, codes: bytes) -> tuple[int, ...]:
        """The numbers of the stage that a path has not used, in the order of the stage."""
        left = list(self.stage)
        for code in codes:
            left.remove(code & 7)
        return tuple(left)

    def _steps(self, codes: bytes) -> tuple[Step, ...]:
        """The steps of a path: the first man that lands on an opposing one hits him."""
        alone = self.ground.blots
        if not alone:
            return tuple([STEP[code] for code in codes])
        steps = []
        for code in codes:
            step = STEP[code]
            if alone >> step[1] & 1:
                alone ^= BIT[step[1]]
                step = HITTING_STEP[code]
            steps.append(step)
        return tuple(steps)

    def _pinning_steps(self, codes: bytes) -> tuple[Step, ...]:
        """The same where men are pinned: whoever lands on an opposing man that stands alone and free pins him."""
        position, steps = self.ground.start, []
        for code in codes:
            start, end, _ = STEP[code]
            pins = self.ground.pins >> end & 1 and not position >> 8 * end & 255
            steps.append((start, end, bool(pins)))
            position += DELTA[code & 7][code >> 3]
        return tuple(steps)
