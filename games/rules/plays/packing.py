"""How the search writes positions and steps into whole numbers. Tables only; no rule is decided here.

A *position* holds one byte for each place of the mover's `Side` (0 off … 26 reserve), so that a step is one addition.
Above them stand the opposing men hit in this stage (a bit each), the count of men taken from the head, and a bit for
each point where a man that has hit stands. A *mask* is a bit for each place. The *code* of a step is
`place * 8 + number`; a *path* is the codes of a play, a byte each, the last one lowest.
"""

from __future__ import annotations

from games.rules.board import BAR, Side

PLACES = 27
HITS = 8 * PLACES  # the bit of a hit on my point p is HITS + p
HEAD = HITS + 32
MARKS = HEAD + 8
MEN = (1 << HITS) - 1
POSITION = (1 << HEAD) - 1  # what makes a final position: the men of both sides

BIT = tuple(1 << place for place in range(PLACES))
ALL = sum(BIT) - 1
POINTS = sum(BIT[1:25])
HOME = sum(BIT[1:7])
BYTE = tuple(255 << 8 * place for place in range(PLACES))
_ONE = tuple(1 << 8 * place for place in range(PLACES))


def landing(place: int, number: int) -> int:
    """Where a step of `number` from `place` ends: 0 is off; men enter from bar and reserve on 25 − number."""
    return max(min(place, BAR) - number, 0)


def _nine_places(first: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(first + bit for bit in range(9) if mask >> bit & 1) for mask in range(512))


_LOW_PLACES, _MIDDLE_PLACES, _HIGH_PLACES = map(_nine_places, (0, 9, 18))


def places(mask: int) -> tuple[int, ...]:
    """The places of a mask, rising."""
    return _LOW_PLACES[mask & 511] + _MIDDLE_PLACES[mask >> 9 & 511] + _HIGH_PLACES[mask >> 18]


END = tuple(tuple(BIT[landing(place, number)] & ALL for place in range(PLACES)) for number in range(7))
"""END[number][place]: the mask of the landing of a step, empty for off."""

CODE = tuple(tuple(place << 3 | number for place in range(PLACES)) for number in range(7))
"""CODE[number][place]: a step as a path holds it."""

HIT = tuple(tuple(mask << HITS for mask in row) for row in END)
"""HIT[number][place]: the bit of the man hit by such a step."""

Deltas = tuple[tuple[int, ...], ...]

DELTA: Deltas = tuple(
    tuple(_ONE[landing(place, number)] - _ONE[place] for place in range(PLACES)) for number in range(7)
)
"""DELTA[number][place]: what a step adds to the position."""

HEAD_DELTA: Deltas = tuple(
    tuple(delta + (1 << HEAD if place == 24 else 0) for place, delta in enumerate(row)) for row in DELTA
)
"""The same where men taken from the head are counted."""

Order = tuple[tuple[int, ...], ...]


def _falling_rank(step: int) -> tuple[int, int]:
    place, number = divmod(step, 8)
    return (BAR + 1 if place == BAR else min(place, BAR), number)


def _order(after: dict[tuple[int, int], int]) -> Order:
    return tuple(tuple(after.get((number, step), ALL) for step in range(8 * PLACES)) for number in range(7))


FALLING: Order = _order(
    {
        (number, step): sum(
            BIT[place] for place in range(1, PLACES) if _falling_rank(place * 8 + number) <= _falling_rank(step)
        )
        for number in range(1, 7)
        for step in range(8, 8 * PLACES)
    }
)
"""ORDER[number][last step]: the places from which a step of `number` may follow. Falling: bar, reserve, 24 … 1, and
from one place the larger number first. Every play can be put into this order unless a rule looks at the order."""

RISING: Order = _order(
    {(number, step): 0 for number in range(1, 7) for step in range(8, 8 * PLACES) if number < step % 8}
)
"""The numbers rising, from any place (`small_die_first`)."""

ANY: Order = _order({})

OffTable = tuple[tuple[int, ...], ...]

OFF_STANDARD: OffTable = tuple(
    tuple(
        (0 if men < 2 or number == 0 else BIT[number] & men if men >> number else BIT[men.bit_length() - 1])
        for men in range(128)
    )
    for number in range(7)
)
"""OFF[number][mask of my men, all at home]: the place from which the number takes a man off, as a mask."""

OFF_EXACT: OffTable = tuple(tuple(BIT[number] & men & HOME for men in range(128)) for number in range(7))


def unpack(position: int) -> Side:
    """The mover's side of a position."""
    return tuple((position & MEN).to_bytes(PLACES, "little"))


STEP = tuple((min(code >> 3, BAR), landing(code >> 3, code & 7), False) for code in range(8 * PLACES))
HITTING_STEP = tuple((start, end, True) for start, end, _ in STEP)
"""STEP[code]: a step as others read it: from (25 bar or reserve), to (0 off), and whether it hits."""


def to_codes(path: int) -> bytes:
    """The codes of the steps of a path, first to last."""
    return path.to_bytes((path.bit_length() + 7) // 8, "big")


def _digits(low: int, high: int) -> bytes:
    return bytes(ord("1") if low <= count <= high else ord("0") for count in range(256))


SOME, ONE, TWO = _digits(1, 255), _digits(1, 1), _digits(2, 255)
"""Translations of counts into the binary digits of a mask: some men, just one, two or more."""
