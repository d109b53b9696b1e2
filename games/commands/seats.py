"""The names of seats in commands: what a handle may be, and which seat a written name means. No grammar lives here."""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.commands.fold import fold, plain
from games.commands.words import RESERVED
from games.rules.errors import IllegalAction

_HANDLE = re.compile(r"[0-9A-Za-zÀ-ÖØ-öø-žА-Яа-яЁёЄєІіЇїҐґЎў]{1,12}")
_CYRILLIC = re.compile(r"[а-яєіїґў]{2,12}")

_LOOKS = str.maketrans("авекмнорстухіѕјһԁԛԝӏ", "abekmhopctyxisjhdqwl")
"""Cyrillic letters that look like Latin ones, small or as capitals (`ё` is `е` before, spec/commands.md)."""

_ENDINGS = {
    "а": "ы и е у ой ою і",
    "я": "и е ю ей ею і ї",
    "й": "я ю ем е и",
    "ь": "я ю ем е и ью",
    "о": "а у ом е",
}
_AFTER_CONSONANT = "а у ом ем е"


def handle_key(handle: str) -> str:
    """The handle as it looks, without case and script: two players may not have the same key."""
    return plain(fold(handle)).translate(_LOOKS)


_TAKEN = frozenset(map(handle_key, RESERVED))


def valid_handle(handle: str) -> bool:
    """Whether this may be a handle: 1 to 12 Latin or Cyrillic letters and digits, no command word, not even by look."""
    return _HANDLE.fullmatch(handle) is not None and handle_key(handle) not in _TAKEN


def find_seat(name: str, seats: Sequence[str]) -> int:
    """The index in `seats` of the one that `name` means: as written, by look, or by a Russian case ending.

    Raises IllegalAction: `unknown-seat`; `two-readings` when more than one fits.
    """
    word = plain(fold(name))
    for fits in (_same, _alike, _declined):
        found = [index for index, seat in enumerate(seats) if fits(word, plain(fold(seat)))]
        if len(found) == 1:
            return found[0]
        if found:
            raise IllegalAction("two-readings", line=name)
    raise IllegalAction("unknown-seat", name=name)


def _same(word: str, seat: str) -> bool:
    return word == seat


def _alike(word: str, seat: str) -> bool:
    return word.translate(_LOOKS) == seat.translate(_LOOKS)


def _declined(word: str, seat: str) -> bool:
    """Whether `word` is a case of the Russian or Ukrainian name `seat`: `марине` of `марина`, `павлу` of `павел`."""
    if not (_CYRILLIC.fullmatch(seat) and _CYRILLIC.fullmatch(word)):
        return False
    stem, endings = (seat[:-1], _ENDINGS[seat[-1]]) if seat[-1] in _ENDINGS else (seat, _AFTER_CONSONANT)
    stems = [stem]
    if stem == seat and seat[-2] in "ео":
        stems += [seat[:-2] + seat[-1], seat[:-2] + "ь" + seat[-1]]
    return any(word == stem + ending for stem in stems for ending in endings.split())
