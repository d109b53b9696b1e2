"""The moves of the last play as curved arrows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import hypot

from games.boards.geometry import MIDDLE, RADIUS, SHOWN
from games.boards.markup import tag
from games.boards.view import Stack, View, stacks
from games.rules.board import BAR, RESERVE

Spot = tuple[float, float]


def arrows(view: View) -> Iterator[str]:
    """One shaft and one tip for each move; equal moves start and end at different men."""
    if view.last is None or not view.last.moves:
        return
    side = view.last.side
    found = {stack.point: stack for stack in stacks(view) if stack.side == side}
    if BAR not in found and RESERVE in found:
        found[BAR] = found[RESERVE]
    left, reached = Counter[int](), Counter[int]()
    ghosts, shafts, tips = [], [], []
    for start, end in view.last.moves:
        x, y = _vacated(view, found, start, left[start])
        if start not in found or found[start].point != RESERVE:
            ghosts.append(tag("circle", class_="ghost", cx=x, cy=y, r=RADIUS - 4))
        shaft, tip = _arrow((x, y), _taken(view, found, end, reached[end]))
        left[start] += 1
        reached[end] += 1
        shafts.append(shaft)
        tips.append(tip)
    yield tag(
        "g",
        *ghosts,
        tag("path", class_="shaft", d="".join(shafts)),
        tag("path", class_="tip", d="".join(tips)),
        class_="arrows",
    )


def _vacated(view: View, found: dict[int, Stack], point: int, index: int) -> Spot:
    """Where the man stood that left `point`, the `index`-th to leave it: just above those who stayed, or half above the
    man whom he had pinned."""
    assert view.last is not None
    stack = found.get(point)
    if stack is None:
        spot = view.place(view.last.side, point)
        freed = any(other.place == spot for other in stacks(view) if other.side != view.last.side)
        return spot.slot(index + 0.5 if freed else index)
    if stack.point == RESERVE:
        return stack.top()
    return stack.place.slot(min(stack.lift + stack.shown + index, SHOWN - 1 if point == BAR else SHOWN))


def _taken(view: View, found: dict[int, Stack], point: int, index: int) -> Spot:
    """Where the man stands that came to `point`: the last of its stack, or the `index`-th below him."""
    assert view.last is not None
    return found[point].top(index) if point in found else view.place(view.last.side, point).slot(0)


def _arrow(start: Spot, end: Spot) -> tuple[str, str]:
    """Path data of a shaft that bends towards the middle of the board, and of its tip."""
    (x1, y1), (x2, y2) = start, end
    length = max(1.0, hypot(x2 - x1, y2 - y1))
    bend = min(70.0, 0.14 * length + 16)
    nx, ny = (y2 - y1) / length, (x1 - x2) / length
    inward = 1 if ny * (MIDDLE - (y1 + y2) / 2) >= 0 else -1
    cx, cy = (x1 + x2) / 2 + inward * nx * bend, (y1 + y2) / 2 + inward * ny * bend
    reach = max(1.0, hypot(x2 - cx, y2 - cy))
    ux, uy = (x2 - cx) / reach, (y2 - cy) / reach
    bx, by = x2 - 20 * ux, y2 - 20 * uy
    shaft = f"M{x1:.0f} {y1:.0f}Q{cx:.0f} {cy:.0f} {bx:.0f} {by:.0f}"
    tip = f"M{x2:.0f} {y2:.0f}L{bx - 10 * uy:.0f} {by + 10 * ux:.0f}L{bx + 10 * uy:.0f} {by - 10 * ux:.0f}z"
    return shaft, tip
