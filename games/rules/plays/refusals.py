"""Why a written play is not legal: the first move that cannot be made, or what the play as a whole lacks.

Rules given in `rule`, with the move as `move` and the point in question as `point` where there is one:
`no-legal-step`, `no-man-there`, `bar-first`, `no-such-number`, `pinned`, `blocked`, `not-all-home`, `higher-man`,
`exact-number`, `head-limit`, `home-moves`, `hit-too-early`, `no-hide`, `home-stay`, `six-block`, `smaller-first`.
With `six-block` go `wall`, its first and its last point, and `why`: the reading of the rule that forbids it (`ahead`,
`opp_home`, `never`), or `passing` where it would stand only on the way.
"""

from __future__ import annotations

from games.rules.actions import Move
from games.rules.board import BAR, OFF, RESERVE, move_text
from games.rules.errors import IllegalAction
from games.rules.plays.clicks import Goal, steps
from games.rules.plays.constraints import SixBlock
from games.rules.plays.packing import ANY, BIT, HOME, POINTS, landing, places, unpack
from games.rules.plays.search import Node, Numbers, Search

Here = tuple[Node, Numbers]
Reason = tuple[str, dict[str, object]]
"""A rule, and more to tell about it."""


def refuse(search: Search, goal: Goal, written: tuple[Move, ...]) -> IllegalAction:
    """The error for moves that make no legal play."""
    if not goal.steps and written:
        return IllegalAction("illegal-play", rule="no-legal-step", move=move_text(*written[0]))
    ordered = written if search.order is ANY else tuple(sorted(written, reverse=True))
    here: list[Here] = [(search.root, search.numbers)]
    for move in ordered:
        there = [place for node, left in here for place in _whole(search, node, left, move)]
        if not there:
            return _why_not(search, *here[0], move)
        here = there
    node, left = max(here, key=lambda place: (-len(place[1]), -sum(place[1])))
    played, total = search.used(node)
    if goal.enough(left):
        text = move_text(*written[-1])
        if search.accepts(node):
            return IllegalAction("illegal-play", rule="smaller-first", move=text)
        return IllegalAction("illegal-play", rule=SixBlock.rule, move=text, **_wall(search, node[1]))
    rule = "must-play-more" if played < goal.steps else "must-play-larger"
    return IllegalAction("not-enough-steps", rule=rule, steps=played, total=total, most=goal.steps, largest=goal.total)


def _whole(search: Search, node: Node, left: Numbers, move: Move) -> list[Here]:
    """Where one written move, made by one man over any points, may lead."""
    found = []
    for (origin, stop), after, rest in steps(search, node, left):
        if origin == move[0] and stop == move[1]:
            found.append((after, rest))
        elif origin == move[0] and stop > move[1]:
            found += _whole(search, after, rest, (stop, move[1]))
    return found


def _why_not(search: Search, node: Node, left: Numbers, move: Move) -> IllegalAction:
    rule, more = _reason(search, node, left, move) if OFF <= move[1] < move[0] else ("no-such-number", {})
    return IllegalAction("illegal-play", rule=rule, move=move_text(*move), **more)


def _wall(search: Search, held: int, *, passing: bool = False) -> dict[str, object]:
    """What is told of a wall of mine that is forbidden, when I stand on the places `held`."""
    rule = next(limit for limit in search.limits if isinstance(limit, SixBlock))
    return {"wall": rule.wall(held & POINTS), "why": "passing" if passing else rule.mode}


def _reason(search: Search, node: Node, left: Numbers, move: Move) -> Reason:
    """Why no man can make this move from here, with the point in question where there is one."""
    start, end = move
    ground, occupied = search.ground, node[1]
    if start == BAR and not occupied & BIT[BAR]:
        start = RESERVE
    if ground.stuck & BIT[start]:
        return "pinned", {"point": start}
    if not occupied & BIT[start]:
        return "no-man-there", {}
    if occupied & BIT[BAR] and start != BAR:
        return "bar-first", {}
    if end == OFF and (occupied | ground.stuck) & ~HOME:
        return "not-all-home", {}
    numbers = [number for number in dict.fromkeys(left) if landing(start, number) >= end]
    if not numbers or (end and not _adds_up(left, min(start, BAR) - end)):
        return "no-such-number", {}
    for number in numbers:
        reason = _step_reason(search, node, left, (start, end), number)
        if reason:
            return reason
    if end == OFF:
        return ("exact-number" if ground.spot.variant.bearoff == "exact" else "higher-man"), {}
    return "blocked", {"point": landing(start, numbers[0])}


def _step_reason(search: Search, node: Node, left: Numbers, move: Move, number: int) -> Reason | None:
    """Why `number` does not lead on: a constraint, or what stops the rest of the move; None: the board."""
    (start, end), occupied = move, node[1]
    quiet, hitting = search.ground.sources(occupied, number)
    if not (quiet | hitting) & BIT[start]:
        return None
    for limit in search.limits:
        quiet, hitting = limit.allow(node[0], occupied, number, quiet, hitting)
        if not (quiet | hitting) & BIT[start]:
            return limit.rule, {}
    stop = landing(start, number)
    after = search.step(node, start, number, hit=bool(hitting & BIT[start]))
    if after is None:
        men = list(unpack(node[0]))
        men[start], men[stop] = men[start] - 1, men[stop] + 1
        held = sum(BIT[point] for point in places(POINTS) if men[point])
        return SixBlock.rule, {"point": stop} | _wall(search, held, passing=len(left) > 1)
    rest = list(left)
    rest.remove(number)
    return _reason(search, after, tuple(rest), (stop, end)) if stop > end else None


def _adds_up(left: Numbers, distance: int) -> bool:
    """Whether some of the numbers add up to the distance."""
    reach = {0}
    for number in left:
        reach |= {total + number for total in reach}
    return distance in reach
