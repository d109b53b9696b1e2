"""A second, slow and plainly written finder of legal plays, only for comparing: every order of every step is tried.

It follows spec/rules.md sentence by sentence and shares nothing with `games.rules.plays` but the flags of the variant
and its facing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from games.rules.board import Board
from games.rules.plays import Spot
from games.rules.variants import Variant

HOME = range(1, 7)


@dataclass(frozen=True)
class Now:
    """A position in the middle of a play. `me` and `him` map places (own numbering, "bar", "reserve", "off") to men."""

    me: dict
    him: dict
    my_pins: frozenset
    his_pins: frozenset
    from_head: int
    hitters: frozenset = frozenset()  # points where a man stands that has hit in this turn
    numbers: tuple = ()  # numbers used, in order
    steps: tuple = ()  # (from, to) with bar = 25, off = 0, in order

    def key(self, *, order_of_numbers: bool) -> tuple:
        """What decides about everything that may follow, and which play this is."""
        return (
            frozenset(self.me.items()),
            frozenset(self.him.items()),
            self.his_pins,
            self.from_head,
            self.hitters,
            self.numbers if order_of_numbers else tuple(sorted(self.numbers)),
            tuple(sorted(self.steps)),
        )


@dataclass
class Finder:
    """Finds the plays of one spot."""

    spot: Spot
    limit: int | None = None
    seen: set = field(default_factory=set)

    @property
    def rules(self) -> Variant:
        return self.spot.variant

    def facing(self, point: int) -> int:
        return self.rules.facing(point)

    def beginning(self) -> Now:
        mine, his = self.spot.board.sides[self.spot.side], self.spot.board.sides[1 - self.spot.side]
        pins = self.spot.board.pinned
        return Now(
            me=as_places(mine),
            him=as_places(his),
            my_pins=pins[self.spot.side],
            his_pins=pins[1 - self.spot.side],
            from_head=self.spot.head_used,
        )

    def plays(self) -> list[Now]:
        """Every legal play: one entry for each set of steps and order of numbers that makes one."""
        self.limit = self.head_limit()
        start = self.beginning()
        prefixes = list(self.every_prefix(start, tuple(self.spot.stage)))
        ends = [now for now in prefixes if not now.steps or not self.wall_is_illegal(now)]
        most = max(len(now.steps) for now in ends)
        ends = [now for now in ends if len(now.steps) == most]
        largest = max(sum(now.numbers) for now in ends)
        ends = [now for now in ends if sum(now.numbers) == largest]
        if self.rules.small_die_first and all_at_home(start):
            rising = [now for now in ends if list(now.numbers) == sorted(now.numbers)]
            ends = rising or ends
        return ends

    def every_prefix(self, now: Now, left: tuple) -> Iterator[Now]:
        key = (now.key(order_of_numbers=self.rules.small_die_first), left)
        if key in self.seen:
            return
        self.seen.add(key)
        yield now
        if now.me.get("off", 0) == self.rules.men:
            return
        for number in sorted(set(left)):
            rest = list(left)
            rest.remove(number)
            for place in list(now.me):
                after = self.step(now, place, number)
                if after:
                    yield from self.every_prefix(after, tuple(rest))

    # One step.

    def step(self, now: Now, place, number: int) -> Now | None:
        if place == "off" or place in now.my_pins:
            return None
        if now.me.get("bar") and place != "bar":
            return None
        if place == 24 and self.limit is not None and now.from_head >= self.limit:
            return None
        start = 25 if place in ("bar", "reserve") else place
        end = start - number
        if end <= 0:
            return self.take_off(now, place, number)
        if all_at_home(now) and not self.rules.home_moves:
            return None
        return self.land(now, place, end, number)

    def take_off(self, now: Now, place: int, number: int) -> Now | None:
        if not all_at_home(now) or self.hitter_leaves(now, place) == "home_stay":
            return None
        if number != place:
            if self.rules.bearoff == "exact":
                return None
            if any(now.me.get(higher) for higher in range(place + 1, 7)):
                return None
        hitters = now.hitters - {place} if self.hitter_leaves(now, place) else now.hitters
        return self.finish(now, place, "off", number, hitters, hit=False)

    def land(self, now: Now, place, end: int, number: int) -> Now | None:
        against = now.him.get(self.facing(end), 0)
        pinned_here = self.facing(end) in now.his_pins
        if end in now.my_pins or (against >= self.rules.closed_at and not pinned_here):
            return None
        hit = against == 1 and self.rules.contact == "hit"
        if hit and self.rules.hit_only_after_home and not now.me.get("off") and not any(now.me.get(p) for p in HOME):
            return None
        leaving = self.hitter_leaves(now, place)
        if leaving == "home_stay" or (leaving == "no_hide" and now.me.get(end)):
            return None
        hitters = now.hitters
        if leaving:
            hitters = hitters - {place} | {end}
        if hit and (self.rules.hit_run == "no_hide" or (self.rules.hit_run == "home_stay" and end in HOME)):
            hitters = hitters | {end}
        return self.finish(now, place, end, number, hitters, hit=hit)

    def finish(self, now: Now, place, end, number: int, hitters: frozenset, *, hit: bool) -> Now | None:
        me, him = dict(now.me), dict(now.him)
        move_man(me, place, end)
        if hit:
            move_man(him, self.facing(end), "bar")
        pins = set(now.his_pins)
        if self.rules.contact == "pin":
            if end != "off" and him.get(self.facing(end)) and end not in now.my_pins:
                pins.add(self.facing(end))
            if isinstance(place, int) and not me.get(place):
                pins.discard(self.facing(place))
        after = replace(
            now,
            me=me,
            him=him,
            his_pins=frozenset(pins),
            hitters=hitters,
            from_head=now.from_head + (place == 24),
            numbers=(*now.numbers, number),
            steps=(*now.steps, (25 if place in ("bar", "reserve") else place, 0 if end == "off" else end)),
        )
        if self.rules.six_block_transit and self.wall_is_illegal(after):
            return None
        return after

    def hitter_leaves(self, now: Now, place) -> str:
        """The ban that holds the man leaving `place`, if he has hit; he is another one if others stand there."""
        return self.rules.hit_run if place in now.hitters and now.me[place] == 1 else ""

    # The rules about head and wall.

    def head_limit(self) -> int | None:
        if self.rules.head_limit == "none":
            return None
        return 2 if self.spot.first_roll and self.two_from_the_head() else 1

    def two_from_the_head(self) -> bool:
        dice, exception = self.spot.dice, self.rules.head_exception
        if exception in ("head_blocked", "any_block"):
            numbers = self.rules.stages(dice)[0]
            stops = []
            for order in orders(numbers):
                stop = self.where_one_man_stops(order)
                if stop is None:
                    return False
                stops.append(stop)
            return exception == "any_block" or self.facing(24) in stops
        listed = {
            "none": [],
            "only66": [6],
            "listed66_44": [6, 4],
            "listed": [6, 4, 3],
            "any_double": [1, 2, 3, 4, 5, 6],
        }
        return min(dice) == max(dice) and dice[0] in listed[exception]

    def where_one_man_stops(self, order: tuple) -> int | None:
        """The landing that stops a head man playing the numbers in this order; None if he can finish."""
        him, point = self.beginning().him, 24
        for number in order:
            point -= number
            if (
                point <= 0
                or him.get(self.facing(point), 0) >= self.rules.closed_at
                or point in self.beginning().my_pins
            ):
                return max(point, 0)
        return None

    def wall_is_illegal(self, now: Now) -> bool:
        mode = self.rules.six_block
        if mode == "free":
            return False
        mine = {self.facing(p) for p, men in now.me.items() if isinstance(p, int) and men and p not in now.my_pins}
        his = [p for p, men in now.him.items() if isinstance(p, int) and men]
        escaped = now.him.get("off", 0) > 0
        for far_end in range(1, 20):
            if far_end - 1 in mine or not all(far_end + n in mine for n in range(6)):
                continue
            ahead = escaped or any(p < far_end for p in his)
            at_home = escaped or any(p in HOME for p in his)
            if mode == "never" or (mode == "ahead" and not ahead) or (mode == "opp_home" and not at_home):
                return True
        return False


def orders(numbers: tuple) -> set[tuple]:
    """Every order of the numbers."""
    if not numbers:
        return {()}
    found = set()
    for index, number in enumerate(numbers):
        found |= {(number, *rest) for rest in orders(numbers[:index] + numbers[index + 1 :])}
    return found


def as_places(side: tuple) -> dict:
    names = {0: "off", 25: "bar", 26: "reserve"}
    return {names.get(place, place): men for place, men in enumerate(side) if men}


def move_man(side: dict, place, end) -> None:
    side[place] -= 1
    if not side[place]:
        del side[place]
    side[end] = side.get(end, 0) + 1


def all_at_home(now: Now) -> bool:
    return all(place == "off" or place in HOME for place in now.me)


def as_side(places: dict) -> tuple:
    names = {"off": 0, "bar": 25, "reserve": 26}
    side = [0] * 27
    for place, men in places.items():
        side[names.get(place, place)] = men
    return tuple(side)


def slow_ways(spot: Spot) -> dict[Board, frozenset]:
    """Every final position of a legal play, with every set of single steps that makes it."""
    found: dict[Board, set] = {}
    for now in Finder(spot).plays():
        sides = (as_side(now.me), as_side(now.him))
        pins = (frozenset(now.my_pins), frozenset(now.his_pins))
        if spot.side == 1:
            sides, pins = sides[::-1], pins[::-1]
        found.setdefault(Board(sides, pins), set()).add(tuple(sorted(now.steps, reverse=True)))
    return {board: frozenset(sets) for board, sets in found.items()}
