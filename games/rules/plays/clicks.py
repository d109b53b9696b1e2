"""Step by step on the click board: which single steps may follow those chosen. Whole written plays: `written`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.actions import Move
from games.rules.board import BAR
from games.rules.plays.packing import BIT, POSITION, landing, places
from games.rules.plays.search import Node, Numbers, Search
from games.rules.plays.spot import Spot

Place = tuple[Node, Numbers]
"""A node and the numbers that are left there, largest first."""


class Clicks:
    """The plays of one spot, clicked together step by step. The search is made once, whatever is asked then."""

    def __init__(self, spot: Spot) -> None:
        self._search = Search(spot)
        self._goal = Goal(self._search)

    @property
    def results(self) -> int:
        """How many final positions the legal plays have."""
        return len(self._goal.positions)

    def next_steps(self, chosen: Sequence[Move]) -> tuple[Move, ...]:
        """The single steps (from, to) that may follow the single steps `chosen` in some legal whole play, falling.

        Empty when the play is complete, and when `chosen` itself leads nowhere.
        """
        possible: set[Move] = set()
        for node, left in self._after(chosen):
            for move, after, rest in steps(self._search, node, left):
                if move not in possible and self._goal.within_reach(after, rest):
                    possible.add(move)
        return tuple(sorted(possible, reverse=True))

    def complete(self, chosen: Sequence[Move]) -> bool:
        """Whether the single steps `chosen`, in this order, are a whole legal play."""
        return any(self._goal.reached(node, left) for node, left in self._after(chosen))

    def legal_part(self, moves: Sequence[Move]) -> tuple[Move, ...]:
        """As many of the moves, from the first, as begin some legal whole play."""
        count = len(moves)
        while count and not any(self._goal.within_reach(*place) for place in self._after(moves[:count])):
            count -= 1
        return tuple(moves[:count])

    def _after(self, chosen: Sequence[Move]) -> list[Place]:
        """Where the chosen single steps may have led: several places only if numbers can be read in several ways."""
        here: list[Place] = [(self._search.root, self._search.numbers)]
        for move in chosen:
            here = [
                (after, rest)
                for node, left in here
                for step, after, rest in steps(self._search, node, left)
                if step == tuple(move)
            ]
        return here


class Goal:
    """Where legal plays of a spot end: final positions, and how much of the stage they leave unplayed."""

    def __init__(self, search: Search) -> None:
        ends = search.legal_ends()
        self.search = search
        self.positions = {node[0] & POSITION for node in ends}
        self.steps, self.total = search.used(ends[0])
        stage = search.ground.spot.stage
        self._left = (len(stage) - self.steps, sum(stage) - self.total)
        self._leads: dict[tuple[int, Numbers], bool] = {}

    def enough(self, left: Numbers) -> bool:
        """Whether a play that leaves these numbers has used as many, and as much, as it must."""
        return (len(left), sum(left)) == self._left

    def reached(self, node: Node, left: Numbers) -> bool:
        """Whether a legal play may end here."""
        return self.enough(left) and node[0] & POSITION in self.positions

    def within_reach(self, node: Node, left: Numbers) -> bool:
        """Whether some steps with the numbers left, or none, end a legal play.

        Depth first, since nearly every step leads on. What was found is kept, so that no position is looked at twice.
        """
        here = (node[0], left)
        leads = self._leads.get(here)
        if leads is None:
            leads = self.reached(node, left) or (
                len(left) > self._left[0]
                and any(self.within_reach(after, rest) for _, after, rest in steps(self.search, node, left))
            )
            self._leads[here] = leads
        return leads


def steps(search: Search, node: Node, left: Numbers) -> Iterator[tuple[Move, Node, Numbers]]:
    """Every legal single step from a node: as (from, to), the node after it, and the numbers left then."""
    for index, number in enumerate(left):
        if index and left[index - 1] == number:
            continue
        quiet, hitting = search.sources(node, number)
        for place in places(quiet | hitting):
            after = search.step(node, place, number, hit=bool(hitting & BIT[place]))
            if after:
                yield (min(place, BAR), landing(place, number)), after, left[:index] + left[index + 1 :]
