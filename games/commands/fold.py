"""How a written line is made comparable: what cannot be seen goes, every dash and space is one. No words live here."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

LONGEST = 1000
"""A longer line is no command unless it says something. Normalising takes the square of a text's length at worst."""

_HIDDEN_KINDS = {"Cc", "Cf", "Cs", "Co", "Cn"}
_HIDDEN = set("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\ufffc") | {chr(code) for code in range(0xFE00, 0xFE10)}
_DASHES = set("−⁃˗─━")
"""Dashes that Unicode does not call so: minus, hyphen bullet, modifier, box drawing."""


def fold(line: str) -> str:
    """The line in NFKC, without invisible characters, all dashes `-`, white space folded (spec/mail_reader.md §3)."""
    return " ".join("".join(map(_seen, unicodedata.normalize("NFKC", line))).split())


def unhide(line: str) -> str:
    """The line from its first visible character on."""
    for place, character in enumerate(line):
        if _seen(character).strip():
            return line[place:]
    return ""


def plain(folded: str) -> str:
    """A folded line without the differences that commands do not see: case, and `ё` = `е`."""
    return folded.casefold().replace("ё", "е")


@lru_cache(maxsize=4096)
def _seen(character: str) -> str:
    if character.isspace():
        return " "
    kind = unicodedata.category(character)
    if kind == "Pd" or character in _DASHES:
        return "-"
    return "" if kind in _HIDDEN_KINDS or character in _HIDDEN else character
