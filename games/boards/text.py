"""The board of a letter as text. The drawing is ASCII and at most 60 columns wide; the list of points is in words.

`O` are the reader's men, `X` the other side's. The drawing is seen as the SVG is, with the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.boards.geometry import SHOWN
from games.boards.view import Cube, Stack, View, stacks
from games.rules.board import BAR, OFF, RESERVE

COLUMNS = 60

_ROWS = ((range(13, 19), range(19, 25)), (range(12, 6, -1), range(6, 0, -1)))
"""Own points of the reader as they stand from left to right: upper row, lower row; left half, right half."""

_EDGE = " +" + "-" * 18 + "+---+" + "-" * 18 + "+"


@dataclass(frozen=True, slots=True, kw_only=True)
class WordLabels:
    """Phrases for the list of points, in the reader's language; `{men}`, `{point}`, `{pips}` are numbers.

    `mine` and `theirs` begin the two sentences (such as "O, you"). No phrase may read as a command of a letter.
    """

    mine: str
    theirs: str
    standing: str
    pinned: str
    bar: str
    reserve: str
    off: str
    pips: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SideWords:
    """Where one side's men are: pairs (printed number of the point, men), farthest first; pinned men apart."""

    side: int
    standing: tuple[tuple[int, int], ...]
    pinned: tuple[int, ...]
    bar: int
    reserve: int
    off: int
    pips: int


def board_text(view: View) -> str:
    """The drawing, lines joined by newlines: points as in the SVG, bar, then pips, bar, reserve, off, dice, cubes.

    A stack of more than five men shows the number in place of the fifth. A pinned man is a small letter at the edge.
    Dice already played stand in brackets. Every line is ASCII and has at most 60 columns.
    """
    men = list(stacks(view))
    upper, lower = (_half(view, men, row) for row in (0, 1))
    lines = [_numbers(view, 0), _EDGE, *upper, _line(view, ["   "] * 6, "BAR", ["   "] * 6), *reversed(lower), _EDGE]
    lines += [_numbers(view, 1), "", *_state(view)]
    return "\n".join(line.rstrip() for line in lines).lstrip("\n")


def position_words(view: View) -> tuple[SideWords, SideWords]:
    """The position for people who do not see it, language apart: the viewer's side, the other side.

    Both sides' points bear the numbers that are printed on the board.
    """
    return _side_words(view, view.viewer), _side_words(view, 1 - view.viewer)


def points_in_words(view: View, labels: WordLabels, *, width: int = COLUMNS) -> str:
    """The position as two sentences, each on lines of at most `width` columns (0: on one line)."""
    sentences: list[str] = []
    for start, words in zip((labels.mine, labels.theirs), position_words(view), strict=True):
        parts = [labels.standing.format(men=men, point=point) for point, men in words.standing]
        parts += [labels.pinned.format(point=point) for point in words.pinned]
        for label, men in ((labels.bar, words.bar), (labels.reserve, words.reserve), (labels.off, words.off)):
            parts += [label.format(men=men)] if men else []
        parts.append(labels.pips.format(pips=words.pips))
        items = [f"{part}," for part in parts[:-1]] + [f"{parts[-1]}."]
        sentences += _flow([f"{start}: {items[0]}", *items[1:]], between=" ", width=width)
    return "\n".join(sentences)


def _side_words(view: View, side: int) -> SideWords:
    counts = view.board.sides[side]
    pinned = view.board.pinned[side]

    def printed(point: int) -> int:
        return view.numbered(point if side == view.viewer else view.facing(point))

    held = [point for point in range(24, 0, -1) if counts[point] and point not in pinned]
    return SideWords(
        side=side,
        standing=tuple((printed(point), counts[point]) for point in held),
        pinned=tuple(printed(point) for point in sorted(pinned, reverse=True)),
        bar=counts[BAR],
        reserve=counts[RESERVE],
        off=counts[OFF],
        pips=view.board.pips(side),
    )


def _numbers(view: View, row: int) -> str:
    """The line of point numbers over or under a row."""
    if view.numbers == "none":
        return ""
    left, right = ([f"{view.numbered(point):>2} " for point in half] for half in _ROWS[row])
    return _line(view, left, "   ", right).replace("|", " ")


def _half(view: View, men: list[Stack], row: int) -> list[str]:
    """The five lines of the upper (0) or lower (1) row, from the edge inwards."""
    cells = {point: _cells(view, [stack for stack in men if stack.at == point]) for point in range(1, 25)}
    waiting = [stack for stack in men if stack.at == BAR and stack.place.low == bool(row)]
    bar = list(reversed(_cells(view, waiting, empty=" ")))
    left, right = _ROWS[row]
    return [
        _line(view, [cells[point][level] for point in left], bar[level], [cells[point][level] for point in right])
        for level in range(SHOWN)
    ]


def _cells(view: View, here: list[Stack], *, empty: str = ".") -> list[str]:
    """The five cells of a point, from the edge inwards: a pinned man, the men, the number of those not drawn."""
    signs: list[str] = []
    for stack in here:
        sign = "O" if stack.side == view.viewer else "X"
        room = SHOWN - len(signs)
        if stack.pinned:
            signs.append(sign.lower())
        elif stack.men > room:
            signs += [sign] * (room - 1) + [str(stack.men)]
        else:
            signs += [sign] * stack.men
    signs = signs or [empty]
    return [f"{sign:>2} " for sign in signs + [""] * (SHOWN - len(signs))]


def _line(view: View, left: list[str], bar: str, right: list[str]) -> str:
    """One line of the board, turned when the home is to the left."""
    if view.mirrored:
        left, right = right[::-1], left[::-1]
    return f" |{''.join(left)}|{bar}|{''.join(right)}|"


def _state(view: View) -> Iterator[str]:
    """What stands under the drawing: a line for each side, the one below first, then dice and cubes."""
    for sign, words in zip("OX", position_words(view), strict=True):
        parts = [f"{sign}  pips {words.pips}"]
        parts += [f"bar {words.bar}"] if words.bar else []
        parts += [f"reserve {words.reserve}"] if words.reserve else []
        yield " " + "  ".join([*parts, f"off {words.off}"])
    things = [_cube(cube, view) for cube in view.cubes] if _can_be_told_apart(view.cubes) else []
    if view.dice and view.mover is not None:
        numbers = " ".join(f"({die.number})" if die.used else str(die.number) for die in view.dice)
        things.insert(0, f"{'O' if view.mover == view.viewer else 'X'} dice {numbers}")
    if view.board.pinned != (frozenset(), frozenset()):
        things.append("o x = pinned")
    yield from (f" {line}" for line in _flow(things, between="  ", width=COLUMNS - 1))


def _can_be_told_apart(cubes: Sequence[Cube]) -> bool:
    """Whether the drawing can name all cubes: it is ASCII. If not, they are left to the words around it."""
    return all(cube.label.isascii() for cube in cubes)


def _cube(cube: Cube, view: View) -> str:
    owner = "" if cube.owner is None else " O" if cube.owner == view.viewer else " X"
    label = f"{cube.label} " if cube.label else ""
    return f"cube {label}{cube.value}{' to' if cube.offered else ''}{owner}"


def _flow(items: Sequence[str], *, between: str, width: int) -> Iterator[str]:
    """The items on lines of at most `width` columns (0: on one line), none of them broken."""
    line = ""
    for item in items:
        if line and width and len(line) + len(between) + len(item) > width:
            yield line
            line = item
        else:
            line = f"{line}{between}{item}" if line else item
    if line:
        yield line
