"""The search for legal plays: one for all games. Level by level over the steps used, each distinct position once.

When no rule looks at the order of the steps they are tried in falling order alone, which meets each set of steps once;
otherwise in every order that may make a difference, and what was met before is not followed again. So the work is
bounded by the number of distinct positions times the number of places: see `Search.work`.
"""

from __future__ import annotations

from functools import lru_cache

from games.rules.board import BAR, OFF, RESERVE
from games.rules.plays.constraints import constraints
from games.rules.plays.ground import Ground, departures
from games.rules.plays.packing import (
    ANY,
    BIT,
    BYTE,
    CODE,
    DELTA,
    END,
    FALLING,
    HEAD_DELTA,
    HIT,
    HITS,
    PLACES,
    POINTS,
    RISING,
    Order,
    landing,
    places,
    to_codes,
)
from games.rules.plays.spot import Spot

_OUTSIDE = BIT[BAR] | BIT[RESERVE]

Node = tuple[int, int, int]
"""Position, mask of my free men, path (see `packing`)."""

Numbers = tuple[int, ...]

Level = dict[Numbers, list[Node]]
"""Numbers that are left, largest first -> the nodes that have played the others."""


class Search:
    """The search on one spot: its ground, its constraints, and how nodes grow. `work` counts the nodes made."""

    __slots__ = ("_delta", "_follows", "_judges", "_local", "ground", "limits", "numbers", "order", "work")

    def __init__(self, spot: Spot) -> None:
        self.ground = ground = Ground(spot)
        self.limits = limits = constraints(ground)
        self.numbers: Numbers = tuple(sorted(spot.stage, reverse=True))
        self.work = 0
        self.order = ANY if any(limit.ordered for limit in limits) else FALLING
        self._delta = HEAD_DELTA if limits else DELTA
        self._local = all(limit.local for limit in limits)
        self._follows = [limit.follow for limit in limits if limit.follows]
        self._judges = [limit.accepts for limit in limits if limit.judges]

    @property
    def root(self) -> Node:
        """The node before the first step."""
        return self.ground.start, self.ground.occupied, 0

    def accepts(self, node: Node) -> bool:
        """Whether a play of at least one step may end here."""
        return all(judge(node[0], node[1]) for judge in self._judges)

    def sources(self, node: Node, number: int) -> tuple[int, int]:
        """Masks of the places that `number` may leave from here, without and with a hit, by all rules but the order."""
        position, occupied, _ = node
        quiet, hitting = self.ground.sources(occupied, number)
        if hitting and self.limits:
            no_more = hitting & departures(position >> HITS & POINTS, number)
            quiet, hitting = quiet | no_more, hitting ^ no_more
        for limit in self.limits:
            quiet, hitting = limit.allow(position, occupied, number, quiet, hitting)
        return quiet, hitting

    def step(self, node: Node, place: int, number: int, *, hit: bool) -> Node | None:
        """The node after a step from one of the `sources`; None if a rule that follows the steps forbids it."""
        before, occupied, path = node
        after = before + self._delta[number][place]
        end = landing(place, number)
        if hit:
            after |= HIT[number][place]
        occupied |= END[number][place]
        if not after & BYTE[place]:
            occupied ^= 1 << place
        for follow in self._follows:
            followed = follow(before, after, occupied, place, end, hit)
            if followed is None:
                return None
            after = followed
        return after, occupied, path << 8 | CODE[number][place]

    def grow(self, nodes: list[Node], number: int, order: Order, *, last: bool = False) -> list[Node]:
        """All nodes one step of `number` further, in the given order of steps. After the `last` no mask is needed."""
        if self.limits:
            return self._grow_within_limits(nodes, number, order)
        # The same as below where there are no constraints, with `step` written out: this is where the time goes.
        grown: list[Node] = []
        push = grown.append
        sources, later = self.ground.sources, order[number]
        delta, hit, ends, steps = DELTA[number], HIT[number], END[number], CODE[number]
        for position, occupied, path in nodes:
            quiet, hitting = sources(occupied, number)
            allowed = later[path & 255]
            path <<= 8  # noqa: PLW2901 - the path of all that follows from this node
            if last:
                for place in places(quiet & allowed):
                    push((position + delta[place], 0, path | steps[place]))
            else:
                for place in places(quiet & allowed):
                    after = position + delta[place]
                    mask = occupied | ends[place]
                    push((after, mask if after & BYTE[place] else mask ^ 1 << place, path | steps[place]))
            if hitting:
                for place in places(hitting & allowed):
                    after = position + delta[place] | hit[place]
                    mask = occupied | ends[place]
                    push((after, mask if after & BYTE[place] else mask ^ 1 << place, path | steps[place]))
        self.work += len(grown)
        return grown

    def _grow_within_limits(self, nodes: list[Node], number: int, order: Order) -> list[Node]:
        grown = []
        later = order[number]
        for node in nodes:
            quiet, hitting = self.sources(node, number)
            allowed = later[node[2] & 255]
            if order is ANY and node[2]:
                needless = self._needless(node, number)
                quiet, hitting = quiet & ~needless[0], hitting & ~needless[1]
            for mask, hit in ((quiet, False), (hitting, True)):
                for place in places(mask & allowed):
                    after = self.step(node, place, number, hit=hit)
                    if after:
                        grown.append(after)
        self.work += len(grown)
        return grown

    def _needless(self, node: Node, number: int) -> tuple[int, int]:
        """Places from which a step of `number`, without and with a hit, need not follow the last one of the node.

        That is where falling order is left, though the two could as well change places: both stay on the board, and
        they touch no point in common, or none that a constraint watches and hit nobody. The other way round they are
        legal too and lead to the same node. Nothing is lost, whichever of equal nodes was kept: of all last steps into
        a node the latest in falling order is never left out.
        """
        position, _, path = node
        start, end = (path & 255) >> 3, landing((path & 255) >> 3, path & 7)
        if end == OFF:
            return 0, 0
        apart = _apart(path & 255, number) if self._local else 0
        unwatched, touched = POINTS, BIT[start] | BIT[end]
        for limit in self.limits:
            unwatched &= limit.unwatched(position)
        if touched & ~_OUTSIDE & ~(unwatched & ~(position >> HITS & BIT[end])):
            return apart, apart
        earlier = ~FALLING[number][path & 255]
        return apart | departures(unwatched, number) & (unwatched | _OUTSIDE) & earlier, apart

    def levels(self, root: Node, numbers: Numbers, order: Order, *, every_way: bool = False) -> list[Level]:
        """What can be reached from `root` with 0, 1, 2 … of the `numbers` (largest first).

        Positions met twice with the same numbers left are dropped; with `every_way` only if the steps are the same too.
        """
        level: Level = {numbers: [root]}
        levels = [level]
        for choices in _choices(numbers):
            following: Level = {}
            for left, number, rest in choices:
                grown = self.grow(level[left], number, order, last=not rest) if left in level else []
                if grown:
                    following[rest] = following[rest] + grown if rest in following else grown
            if not following:
                break
            if order is not FALLING:
                for left, nodes in following.items():
                    following[left] = _distinct(nodes, every_way=every_way)
            levels.append(following)
            level = following
        return levels

    def ends(self, levels: list[Level]) -> list[Node]:
        """The nodes where a legal play ends: most steps, then numbers that add up to most (spec/rules.md §2.7)."""
        for level in reversed(levels[1:]):
            if () in level and not self._judges:
                return level[()]
            for total in sorted({sum(left) for left in level}):
                ends = [node for left, nodes in level.items() if sum(left) == total for node in nodes]
                if self._judges:
                    ends = [node for node in ends if self.accepts(node)]
                if ends:
                    return ends
        return [node for nodes in levels[0].values() for node in nodes]

    def legal_ends(self, *, every_way: bool = False) -> list[Node]:
        """The ends of all legal plays of the spot, `small_die_first` included."""
        ends = self.ends(self.levels(self.root, self.numbers, self.order, every_way=every_way))
        if self.ground.spot.variant.small_die_first and self.ground.all_home:
            ends = self._rising(ends, every_way=every_way)
        return ends

    def used(self, node: Node) -> tuple[int, int]:
        """How many steps led to a node, and what their numbers add up to."""
        numbers = [code & 7 for code in to_codes(node[2])]
        return len(numbers), sum(numbers)

    def _rising(self, ends: list[Node], *, every_way: bool) -> list[Node]:
        """Those plays whose numbers can be played in rising order, or all if there are none (spec/rules.md §4.6)."""
        steps, total = self.used(ends[0])
        levels = self.levels(self.root, self.numbers, RISING, every_way=every_way)
        rising = [
            node
            for level in levels[steps : steps + 1]
            for left, nodes in level.items()
            if sum(self.numbers) - sum(left) == total
            for node in nodes
            if self.accepts(node)
        ]
        return rising or ends


@lru_cache(maxsize=8 * 8 * PLACES)
def _apart(code: int, number: int) -> int:
    """Places before that of the step `code`, in falling order, from which `number` touches no place of that step."""
    touched = BIT[code >> 3] | BIT[landing(code >> 3, code & 7)]
    return departures(POINTS & ~touched, number) & ~touched & ~FALLING[number][code]


@lru_cache(maxsize=4096)
def _choices(numbers: Numbers) -> tuple[tuple[tuple[Numbers, int, Numbers], ...], ...]:
    """For each step of a stage: what may be left before it, a number played from that, and what is left then."""
    before, steps = {numbers}, []
    for _ in numbers:
        choices = [
            (left, number, left[:index] + left[index + 1 :])
            for left in sorted(before)
            for index, number in enumerate(left)
            if number not in left[:index]
        ]
        steps.append(tuple(choices))
        before = {rest for _, _, rest in choices}
    return tuple(steps)


def _distinct(nodes: list[Node], *, every_way: bool) -> list[Node]:
    """The first node of each position; with `every_way`, of each position and set of steps."""
    seen: dict[object, Node] = {}
    for node in nodes:
        seen.setdefault((node[0], bytes(sorted(to_codes(node[2])))) if every_way else node[0], node)
    return list(seen.values())
