"""Bytes -> text, whatever is declared. Nothing here raises, and a few bad bytes do not spoil the rest.

The order: the declared charset, UTF-8, the likeliest of the Russian ones, Latin-1 (spec/mail_reader.md §3).
"""

from __future__ import annotations

import codecs
import re
from math import log

from games.commands.fold import plain
from games.commands.words import RESERVED

_NUMBERED = re.compile(r"(?:x-)?(?:windows|win|cp|ibm|dos|ms|ansi)?[-_ ]?(?:cp)?[-_ ]?(\d{3,5})")
"""Names that are a code page: `win-1251`, `cp-866`, `windows1251`, `ibm866`, `1251`."""

_PAGES = {"65001": "utf-8", "20866": "koi8-r", "21866": "koi8-u", "20127": "ascii", "10007": "mac-cyrillic"}
_NOT_FOR_MAIL = {"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "oem"}
"""Python's names for texts that no mail is written in; some take the square of the length to read."""

_HOLD_ANYTHING = ("cp125", "iso8859", "koi8")
"""Charsets in which every byte is a character: what is valid UTF-8 was never written in them, only declared so."""

_RUSSIAN = ("cp1251", "koi8_u", "cp866")
"""`koi8_u` is `koi8_r` with the Ukrainian letters in it."""

_COMMON = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"
_SHARES = (
    1097, 845, 801, 735, 670, 626, 547, 473, 454, 440, 349, 321, 298, 281, 262, 201, 190, 174, 170, 165, 159, 144, 121,
    97, 94, 73, 64, 48, 36, 32, 26, 4, 4,
)  # fmt: skip
_WEIGHT = {letter: log(share / 60) for letter, share in zip(_COMMON, _SHARES, strict=True)}
_WEIGHT |= dict.fromkeys("ії", 0.0) | dict.fromkeys("єґў", -1.5)
_WEIGHT |= dict.fromkeys("«»—–…№“”„’\xa0", -0.5)
"""How likely a character is in Russian text, against one of sixty; what is not here is as unlikely as a box drawing."""

_UNLIKELY, _ALL_CAPITALS, _MIXED_CAPITALS, _TWO_SCRIPTS, _OUR_WORD = -4.0, -2.0, -6.0, -9.0, 12.0

_WORD = re.compile(r"[^\W\d_]+")
_HIGH = re.compile(rb"[\x80-\xff]")
_SAMPLE = 2000
"""Bytes that are enough to tell the charset, from the first on that is not ASCII."""

_LATIN = re.compile("[A-Za-z]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def decode(data: bytes, declared: str | None) -> str:
    """The text of `data`, without NULs and byte order mark; `declared` is the name of a charset as it was written."""
    text = _decode(data, declared)
    text = text.removeprefix("\ufeff").replace("\0", "")
    return _SURROGATE.sub("\ufffd", text)


def _decode(data: bytes, declared: str | None) -> str:
    codec = codec_of(declared or "")
    names = ["utf-8"] if codec is None else [codec, "utf-8"]
    for name in reversed(names) if codec and codec.startswith(_HOLD_ANYTHING) else names:
        try:
            return data.decode(name)
        except UnicodeError:
            continue
    for name in names:
        text = data.decode(name, "replace")
        if 3 * text.count("\ufffd") <= len(text) - len(text.encode("ascii", "ignore")):
            return text
    return _likeliest(data)


def codec_of(name: str) -> str | None:
    """Python's name for a charset as mailers spell it; None for the unknown, and for ASCII, which says nothing."""
    name = re.sub(r"[\s\"'<>;,]", "", name[:60]).lower()
    if "utf-8" in name or name.startswith("utf8"):
        return "utf-8"
    if name.startswith(("koi8", "koi-8")):
        return "koi8_u" if name.endswith("u") else "koi8_r"
    page = _NUMBERED.fullmatch(name)
    if page:
        name = _PAGES.get(page[1], f"cp{page[1]}")
    try:
        codec = codecs.lookup(name.removeprefix("x-"))
    except (LookupError, ValueError):
        return None
    if codec.name.replace("-", "_") in ("ascii", *_NOT_FOR_MAIL) or not codec._is_text_encoding:
        return None
    return codec.name


def _likeliest(data: bytes) -> str:
    start = _HIGH.search(data)
    sample = data[start.start() if start else 0 :][:_SAMPLE]
    score, codec = max((_likelihood(sample.decode(codec, "replace")), codec) for codec in _RUSSIAN)
    return data.decode(codec, "replace") if score > 0 else data.decode("latin-1")


def _likelihood(text: str) -> float:
    """How Russian a text looks beyond ASCII: by its letters, the shapes of its words, and our own vocabulary."""
    score = sum(_WEIGHT.get(character.lower(), _UNLIKELY) for character in text if not character.isascii())
    for word in _WORD.findall(text):
        if word.isascii():
            continue
        score += _OUR_WORD * (plain(word) in RESERVED)
        if not (word.islower() or word[1:].islower()):
            score += _ALL_CAPITALS if word.isupper() else _MIXED_CAPITALS
        if _LATIN.search(word):
            score += _TWO_SCRIPTS
    return score
