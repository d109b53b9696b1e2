"""From the nodes of the search to what others read: boards and steps. What a player wrote is in `written`."""

from __future__ import annotations

from games.rules.board import Board
from games.rules.facts import Step
from games.rules.plays.ground import Ground
from games.rules.plays.packing import BIT, HITS, POINTS, POSITION, landing, places, unpack, unpath
from games.rules.plays.search import Node, Search
from games.rules.plays.spot import Legal, Spot

Way = tuple[tuple[int, int], ...]
"""A play as a set of single steps (from, to): `from` falling, then `to` falling."""


def legal_plays(spot: Spot) -> tuple[Legal, ...]:
    """Every distinct final position of the stage, each with one way to it.

    All have the same number of steps. When nothing can be played there is one: the board as it is, and no steps.
    """
    return answers(Search(spot))


def answers(search: Search) -> tuple[Legal, ...]:
    """The legal plays that a search finds."""
    distinct = {node[0] & POSITION: node for node in reversed(search.legal_ends())}
    return tuple(legal(search.ground, node) for node in distinct.values())


def ways(spot: Spot) -> dict[Board, frozenset[Way]]:
    """Every distinct final position, each with every set of single steps that makes it by a legal play."""
    search = Search(spot)
    found: dict[int, tuple[Board, set[Way]]] = {}
    for node in search.legal_ends(every_way=True):
        key = node[0] & POSITION
        if key not in found:
            found[key] = (legal(search.ground, node).board, set())
        steps = ((place if place < 26 else 25, landing(place, number)) for place, number in unpath(node[2]))
        found[key][1].add(tuple(sorted(steps, reverse=True)))
    return {board: frozenset(sets) for board, sets in found.values()}


def legal(ground: Ground, node: Node) -> Legal:
    """The board at a node, and the steps that led there."""
    return Legal(_board(ground, node[0]), _steps(ground, node[2]))


def _board(ground: Ground, position: int) -> Board:
    side, board, facing = ground.spot.side, ground.spot.board, ground.spot.variant.facing
    mine, his = unpack(position), board.sides[1 - side]
    hit = places(position >> HITS & POINTS)
    if hit:
        counts = list(his)
        for point in hit:
            counts[facing(point)] = 0
        counts[25] += len(hit)
        his = tuple(counts)
    pinned = board.pinned
    if ground.pins:
        caught = frozenset(facing(point) for point in places(ground.pins) if mine[point])
        pinned = (pinned[0], caught) if side == 0 else (caught, pinned[1])
    return Board((mine, his) if side == 0 else (his, mine), pinned)


def _steps(ground: Ground, path: int) -> tuple[Step, ...]:
    """The steps of a path, each with whether it hit or pinned: a man goes to where an opposing man stands alone."""
    men = list(unpack(ground.start))
    blots = ground.blots | ground.pins
    steps = []
    for place, number in unpath(path):
        end = landing(place, number)
        steps.append((min(place, 25), end, end > 0 and bool(blots & BIT[end]) and not men[end]))
        if ground.blots & BIT[end]:
            blots &= ~BIT[end]
        men[place] -= 1
        men[end] += 1
    return tuple(steps)
