"""Rules that look at more than one step of a play or at the position it makes: small objects that the search consults.

A constraint may strike places off the list of those that a number can leave (`allow`), follow a step and veto it
(`follow`), and refuse a final position (`accepts`). `ordered` says that it looks at the order of the steps, so that
the search must try every order; but one is enough of two steps that touch no place in common, if it looks only at the
places of a step (`local`), or between places that it does not watch (`unwatched`). Which constraints are in force is
decided by the flags alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from games.rules.board import BAR, OFF, RESERVE
from games.rules.plays.ground import Ground
from games.rules.plays.packing import ALL, BIT, BYTE, HEAD, HITS, HOME, MARKS, POINTS, landing, places
from games.rules.variants import Variant

_ROWS = tuple(sum(BIT[far_end : far_end + 6]) for far_end in range(1, 20))
"""Masks of six points in a row."""


class Constraint:
    """Lets everything pass."""

    rule = ""
    """The code under which a refusal by this constraint is reported."""
    ordered = False
    local = True
    """Of the position and of earlier steps it looks at nothing but what they left on the two places of a step."""
    follows = False
    judges = False

    def allow(self, position: int, occupied: int, number: int, quiet: int, hitting: int) -> tuple[int, int]:
        """Of the places that a step of `number` may leave without and with a hit, those that this rule leaves."""
        return quiet, hitting

    def follow(self, before: int, after: int, occupied: int, place: int, end: int, hit: bool) -> int | None:
        """The position `after` a step from `place` to `end` with this rule's notes in it; None: the step is illegal."""
        return after

    def accepts(self, position: int, occupied: int) -> bool:
        """Whether a play may end like this."""
        return True

    def unwatched(self, position: int) -> int:
        """Mask of places: two steps between them that hit nobody, one after the other, may as well change places."""
        return 0 if self.ordered else ALL


class HeadLimit(Constraint):
    """So many men a roll from the head (spec/rules.md §3.2)."""

    rule = "head-limit"

    def __init__(self, left: int) -> None:
        self.left = left

    def allow(self, position: int, occupied: int, number: int, quiet: int, hitting: int) -> tuple[int, int]:
        if (position >> HEAD & 255) < self.left:
            return quiet, hitting
        return quiet & ~BIT[24], hitting & ~BIT[24]


class HomeMoves(Constraint):
    """`home_moves` off: once all my men are home they may only be taken off."""

    rule = "home-moves"
    ordered = True
    local = False

    def __init__(self, stuck: int) -> None:
        self.stuck = stuck

    def allow(self, position: int, occupied: int, number: int, quiet: int, hitting: int) -> tuple[int, int]:
        if (occupied | self.stuck) & ~HOME:
            return quiet, hitting
        taking_off = BIT[number + 1] - 1
        return quiet & taking_off, 0


class HitAfterHome(Constraint):
    """`hit_only_after_home`: a step may hit only if before it a man of mine stands on 1–6 or is off (§3.7)."""

    rule = "hit-too-early"
    ordered = True
    local = False

    def __init__(self, stuck: int) -> None:
        self.stuck = stuck

    def allow(self, position: int, occupied: int, number: int, quiet: int, hitting: int) -> tuple[int, int]:
        if (occupied | self.stuck) & HOME or position & BYTE[OFF]:
            return quiet, hitting
        return quiet, 0

    def unwatched(self, position: int) -> int:
        return ALL


def _lone_marked(position: int) -> int:
    """Points where a man that has hit stands with no other man of mine."""
    lone = 0
    for point in places(position >> MARKS & POINTS):
        if position >> 8 * point & 255 == 1:
            lone |= BIT[point]
    return lone


class HitRun(Constraint):
    """What `hit_run` forbids a man that has hit; the points where such men stand are marked in the position."""

    ordered = True
    follows = True

    def unwatched(self, position: int) -> int:
        return ALL & ~(position >> MARKS & POINTS)


class NoHide(HitRun):
    """`hit_run` no_hide: a man that has hit may not in the same turn join a man of mine (§3.1)."""

    rule = "no-hide"

    def allow(self, position: int, occupied: int, number: int, quiet: int, hitting: int) -> tuple[int, int]:
        lone = _lone_marked(position)
        return quiet & ~(lone & occupied << number), hitting

    def follow(self, before: int, after: int, occupied: int, place: int, end: int, hit: bool) -> int | None:
        carried = _lone_marked(before) & BIT[place]
        after &= ~(carried << MARKS)
        return after | (BIT[end] << MARKS if end and (carried or hit) else 0)


class HomeStay(HitRun):
    """`hit_run` home_stay: a man that has hit on my 1–6 makes no further step in this turn (§3.1)."""

    rule = "home-stay"

    def allow(self, position: int, occupied: int, number: int, quiet: int, hitting: int) -> tuple[int, int]:
        free = ~_lone_marked(position)
        return quiet & free, hitting & free

    def follow(self, before: int, after: int, occupied: int, place: int, end: int, hit: bool) -> int | None:
        return after | (BIT[end] << MARKS if hit and end <= 6 else 0)


def _far_ends(mask: int) -> int:
    """The lowest bits of all rows of six in a mask."""
    pairs = mask & mask >> 1
    return pairs & pairs >> 2 & pairs >> 4


class SixBlock(Constraint):
    """Six or more points in a row along the opponent's route: a wall that `six_block` may forbid (§3.2)."""

    rule = "six-block"
    judges = True

    def __init__(self, ground: Ground) -> None:
        spot = ground.spot
        variant, his = spot.variant, spot.board.sides[1 - spot.side]
        self.ordered = self.follows = variant.six_block_transit
        self.local = not self.ordered
        self.mode, self.opposite = variant.six_block, variant.facing
        self.facing = tuple(BIT[variant.facing(point)] if 0 < point < 25 else 0 for point in range(25))
        self.off = his[OFF] > 0
        self.men = sum(BIT[point] for point in range(1, 25) if his[point])
        self.immovable = self.men & ~self._as_he_counts(ground.blots | ground.pins)

    def may_bite(self, ground: Ground) -> bool:
        """Whether a forbidden wall could stand at the end of the stage at all: most positions are far from one."""
        if self.off and self.mode != "never":
            return False
        held = self._as_he_counts(ground.occupied & POINTS)
        needed = 6 - len(ground.spot.stage)
        return any(
            (held & row).bit_count() >= needed and not row & self.immovable and self._forbidden(row, self.immovable)
            for row in _ROWS
        )

    def follow(self, before: int, after: int, occupied: int, place: int, end: int, hit: bool) -> int | None:
        return after if self.accepts(after, occupied) else None

    def accepts(self, position: int, occupied: int) -> bool:
        points = occupied & POINTS
        if not _far_ends(points | points << 24):  # quickly: no six in a row by my numbers, taken as a circle
            return True
        walls = _far_ends(self._as_he_counts(points))
        return not walls or not self._forbidden(walls, self.men & ~self._as_he_counts(position >> HITS & POINTS))

    def wall(self, held: int) -> tuple[int, int]:
        """The first and the last point, by my numbers and on his way, of the wall that stands in the mask `held`."""
        his = self._as_he_counts(held)
        walls = _far_ends(his)
        last = (walls & -walls).bit_length() - 1
        first = last + 5
        while his >> (first + 1) & 1:
            first += 1
        return self.opposite(first), self.opposite(last)

    def _forbidden(self, walls: int, men: int) -> bool:
        """Whether walls with these far ends (the lowest counts) are forbidden while his men stand on `men`."""
        if self.mode == "never":
            return True
        below = HOME if self.mode == "opp_home" else (walls & -walls) - 1
        return not (self.off or men & below)

    def _as_he_counts(self, mask: int) -> int:
        return sum(self.facing[point] for point in places(mask))


def _head_limit(ground: Ground) -> Constraint | None:
    """Men that may still leave the head in this roll: 1, or 2 by the exception of the first roll, less those used."""
    spot = ground.spot
    mine = spot.board.sides[spot.side]
    limit = 2 if spot.first_roll and _excepted(ground) else 1
    left = max(limit - spot.head_used, 0)
    return HeadLimit(left) if mine[24] + mine[BAR] + mine[RESERVE] > left else None


def _excepted(ground: Ground) -> bool:
    """Whether the roll is one on which two men may leave the head (§3.2, table of `head_exception`)."""
    spot = ground.spot
    double = spot.dice[0] if len(set(spot.dice)) == 1 else 0
    match spot.variant.head_exception:
        case "only66":
            return double == 6
        case "listed66_44":
            return double in (6, 4)
        case "listed":
            return double in (6, 4, 3)
        case "any_double":
            return double > 0
        case "any_block":
            return bool(_stops(ground, 24, _first_stage(spot.variant, spot.dice)))
        case "head_blocked":
            return spot.variant.facing(24) in _stops(ground, 24, _first_stage(spot.variant, spot.dice))
        case _:
            return False


def _first_stage(variant: Variant, dice: tuple[int, ...]) -> tuple[int, ...]:
    return variant.stages(dice)[0]


def _stops(ground: Ground, place: int, numbers: tuple[int, ...]) -> set[int]:
    """Landings that stop one man on `place` that plays `numbers` alone, in every order; none if some order works."""
    stops: set[int] = set()
    for number in set(numbers):
        end = landing(place, number)
        if end == OFF or ground.closed & BIT[end]:
            stops.add(end)
            continue
        rest = list(numbers)
        rest.remove(number)
        further = _stops(ground, end, tuple(rest)) if rest else set()
        if not further:
            return set()
        stops |= further
    return stops


def _six_block(ground: Ground) -> Constraint | None:
    wall = SixBlock(ground)
    return wall if wall.may_bite(ground) else None


@lru_cache(maxsize=256)
def _makers(variant: Variant) -> tuple[Callable[[Ground], Constraint | None], ...]:
    """What makes the constraints that the flags of this variant ask for."""
    makers: list[Callable[[Ground], Constraint | None]] = []
    if variant.head_limit != "none":
        makers.append(_head_limit)
    if not variant.home_moves:
        makers.append(lambda ground: HomeMoves(ground.stuck))
    if variant.hit_only_after_home:
        makers.append(lambda ground: HitAfterHome(ground.stuck) if ground.blots else None)
    if variant.hit_run == "no_hide":
        makers.append(lambda ground: NoHide() if ground.blots else None)
    if variant.hit_run == "home_stay":
        makers.append(lambda ground: HomeStay() if ground.blots & HOME else None)
    if variant.six_block != "free":
        makers.append(_six_block)
    return tuple(makers)


def constraints(ground: Ground) -> tuple[Constraint, ...]:
    """The constraints in force on this ground; those that cannot bite here are left out."""
    makers = _makers(ground.spot.variant)
    return tuple(constraint for make in makers if (constraint := make(ground))) if makers else ()
