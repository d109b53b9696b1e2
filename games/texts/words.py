"""Small words that many sentences need: who, lists, numbers of points, dice, plays, kinds of win."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from games.models.names import Names
from games.rules.facts import Step
from games.rules.notation import EN, RU, play_text

MINUS = "\N{MINUS SIGN}"
HALF = "\N{VULGAR FRACTION ONE HALF}"


def russian() -> bool:
    """Is Russian the active language?"""
    return (get_language() or "").startswith("ru")


def is_paired(names: Sequence[str]) -> bool:
    """Whether the seats are those of two pairs."""
    return isinstance(names, Names) and names.paired


def account(seat: int | None, *, names: Sequence[str], reader: int | None = None) -> str:
    """What the end of a bet is called: as `who`; of a pair both, for they win and lose together."""
    if seat is None or not is_paired(names):
        return who(seat, names=names, reader=reader)
    return " + ".join(who(one, names=names, reader=reader) for one in (seat, seat + 2))


def own_account(reader: int | None, *, names: Sequence[str]) -> int | None:
    """The seat in whose name the reader's bets stand."""
    return reader % 2 if reader is not None and is_paired(names) else reader


def who(seat: int | None, *, names: Sequence[str], reader: int | None = None) -> str:
    """What a seat is called: the player's handle, or "you" for the reader's own seat."""
    if seat is None:
        return _("the house")
    if seat == reader:
        return pgettext("as the name of a seat", "You")
    return names[seat] if 0 <= seat < len(names) else _("the house")


def listed(seats: Iterable[int], *, names: Sequence[str], reader: int | None = None) -> str:
    """Several seats, by their names, divided by commas."""
    return ", ".join(who(seat, names=names, reader=reader) for seat in seats)


def number(halves: int) -> str:
    """A number of half points as people write it: `2`, `½`, `1½`, with a minus sign where it is below zero."""
    whole, half = divmod(abs(halves), 2)
    digits = f"{whole or ''}{HALF}" if half else str(whole)
    return f"{MINUS}{digits}" if halves < 0 else digits


def signed(halves: int) -> str:
    """As `number`, with a plus sign where it is above zero."""
    return f"+{number(halves)}" if halves > 0 else number(halves)


def points(halves: int) -> str:
    """`2 points`, `½ points`; Russian has a form of its own after a fraction."""
    words = {"number": number(halves)}
    if halves % 2:
        return pgettext("after a fraction", "%(number)s points") % words
    return ngettext("%(number)s point", "%(number)s points", abs(halves) // 2) % words


def dice(numbers: Sequence[int]) -> str:
    """A roll, the larger number first: `4-2`."""
    return "-".join(map(str, sorted(numbers, reverse=True)))


def roll(numbers: Sequence[int], stage: Sequence[int]) -> str:
    """A roll, and the stage of it that was played where its numbers are others: `4-2`, `3-3 → 4-4-4-4`."""
    return dice(numbers) if set(stage) <= set(numbers) else f"{dice(numbers)} → {dice(stage)}"


def play(steps: Sequence[Step]) -> str:
    """The steps of a play as it is written, in the reader's words for bar and off: `bar/22 13/9*(2)`."""
    return play_text(steps, RU if russian() else EN)


def written(moves: str) -> str:
    """Moves in the canonical form (`bar/22 6/off`), in the reader's words for bar and off."""
    return moves.replace(EN.bar, RU.bar).replace(EN.off, RU.off) if russian() else moves


def win(level: int) -> str:
    """How high a win is: оин, марс, кокс."""
    return {
        1: pgettext("a win", "single game"),
        2: pgettext("a win", "gammon"),
        3: pgettext("a win", "backgammon"),
    }.get(level, pgettext("a win", "%(level)d points") % {"level": level})
