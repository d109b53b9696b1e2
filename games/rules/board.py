"""The board: two sides, each counting its own points 24…1, and its text form. No rules of movement live here."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from games.rules.errors import IllegalAction

OFF, BAR, RESERVE = 0, 25, 26

Side = tuple[int, ...]
"""27 counts of men by own number: [0] off, [1]…[24] points, [25] bar, [26] reserve (never entered, `entry` free)."""

Facing = Callable[[int], int]
"""My point n (1…24) in the opponent's numbering. Always an involution (spec/rules.md §1.2)."""

NAMES = {OFF: "off", BAR: "bar", RESERVE: "reserve"}
_PLACES = {str(point): point for point in range(26)} | {name: place for place, name in NAMES.items()}
_WORD = re.compile(r"(?P<place>[a-z]+?|[0-9]+)(?P<pinned>p)?(?:x(?P<count>[1-9][0-9]?))?")
_WRITTEN = (RESERVE, BAR, *range(24, OFF - 1, -1))


@dataclass(frozen=True, slots=True)
class Board:
    """Men of the two sides, each in its own numbering, and the points where a side's one man is pinned (tapa)."""

    sides: tuple[Side, Side]
    pinned: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())

    def pips(self, side: int) -> int:
        """Pips that `side` has to go; 25 for each man on the bar or in reserve."""
        men = self.sides[side]
        return sum(point * count for point, count in enumerate(men[:26])) + 25 * men[RESERVE]

    def moved(self, side: int, start: int, end: int, *, facing: Facing, pins: bool) -> Board:
        """The board after one man of `side` has gone from `start` to `end`. Whether he may is not asked here.

        A single opposing man whom he meets goes to the bar, or is pinned. 25 is the bar, or the reserve when nobody is
        on the bar.
        """
        men = [list(self.sides[0]), list(self.sides[1])]
        pinned = [set(self.pinned[0]), set(self.pinned[1])]
        other = 1 - side
        men[side][RESERVE if start == BAR and not men[side][BAR] else start] -= 1
        men[side][end] += 1
        if OFF < start < BAR and not men[side][start]:
            pinned[other].discard(facing(start))
        if OFF < end < BAR and men[other][facing(end)] == 1:
            if pins:
                pinned[other].add(facing(end))
            else:
                men[other][facing(end)] = 0
                men[other][BAR] += 1
        return Board((tuple(men[0]), tuple(men[1])), (frozenset(pinned[0]), frozenset(pinned[1])))

    def text(self, side: int) -> str:
        """The men of `side` in the canonical form of spec/legal_plays.md: `reservex9 bar 24x2 6p offx2`."""
        return side_text(self.sides[side], self.pinned[side])


def move_text(start: int, end: int) -> str:
    """A move as people write it: `bar/22`, `13/7`, `6/off`."""
    return f"{'bar' if start >= BAR else start}/{NAMES.get(end, end)}"


def side_text(men: Side, pinned: frozenset[int] = frozenset()) -> str:
    """Position text of one side: reserve, bar, points falling, off; `x1` is not written."""
    words = []
    for place in _WRITTEN:
        if men[place]:
            name = NAMES.get(place, str(place))
            words.append(name + "p" * (place in pinned) + (f"x{men[place]}" if men[place] > 1 else ""))
    return " ".join(words)


def read_side(text: str, men: int) -> tuple[Side, frozenset[int]]:
    """Read position text of a side of `men` men: the counts, and the points where its man is pinned.

    Men that are not mentioned are off; when `off` is written the sum must be exact. Raises `bad-position` with `text`
    and a `reason`.
    """
    counts = [0] * 27
    pinned = set()
    seen = set()
    for word in text.split():
        match = _WORD.fullmatch(word)
        place = _PLACES.get(match["place"]) if match else None
        if match is None or place is None:
            raise IllegalAction("bad-position", reason="unreadable", text=text, word=word)
        if place in seen:
            raise IllegalAction("bad-position", reason="place-twice", text=text, word=word)
        if match["pinned"]:
            if place in NAMES or match["count"]:
                raise IllegalAction("bad-position", reason="bad-pin", text=text, word=word)
            pinned.add(place)
        seen.add(place)
        counts[place] = int(match["count"] or 1)
    missing = men - sum(counts)
    if missing < 0 or (missing and OFF in seen):
        raise IllegalAction("bad-position", reason="wrong-number-of-men", text=text, men=men, found=sum(counts))
    counts[OFF] += missing
    return tuple(counts), frozenset(pinned)


def read_board(texts: tuple[str, str], *, men: int, facing: Facing, pins: bool, reserve: bool) -> Board:
    """Read the position texts of side 0 and side 1 and see that they go together.

    `pins` and `reserve` tell whether the game knows them at all. Raises `bad-position`: a side that cannot be read,
    both sides on one point and neither pinned there, a pinned man without a pinner, no pins or no reserve in this game.
    """
    (mine, my_pins), (his, his_pins) = (read_side(text, men) for text in texts)
    if (my_pins or his_pins) and not pins:
        raise IllegalAction("bad-position", reason="no-pins", text=texts[0] if my_pins else texts[1])
    if (mine[RESERVE] or his[RESERVE]) and not reserve:
        raise IllegalAction("bad-position", reason="no-reserve", text=texts[0] if mine[RESERVE] else texts[1])
    for point in range(1, 25):
        opposite = facing(point)
        held = (point in my_pins) + (opposite in his_pins)
        both = bool(mine[point] and his[opposite])
        if both and held == 0:
            raise IllegalAction("bad-position", reason="both-sides", point=point)
        if (held and not both) or held == 2:
            raise IllegalAction("bad-position", reason="no-pinner", point=point)
    return Board((mine, his), (my_pins, his_pins))
