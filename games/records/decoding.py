"""From the bytes of a record to its lines: byte order marks, UTF-16, old code pages, every kind of line end."""

from __future__ import annotations

import codecs
import re

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CHARSET = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_.:-]{2,30})\s*\]")
_OLD_CHARSETS = ("iso8859", "cp12", "cp4", "cp8", "cp9", "koi8", "mac", "shift_jis", "euc", "gb", "big5")
_CYRILLIC_WORD = re.compile(rb"[\xa8\xb8\xc0-\xff]{3,}")
_LINE_END = re.compile(r"\r\n|\r|\n")
_BLANK = re.compile(r"[\u00a0\u2002-\u200a\u202f\u3000]")
_SAMPLE = 4096


def decode(data: bytes) -> str:
    """The text of a file, whatever it is written in; what cannot be decoded is replaced, never an error."""
    for mark, charset in _MARKS:
        if data.startswith(mark):
            return data.decode(charset, "replace")
    wide = _wide(data[:_SAMPLE])
    if wide:
        return data.decode(wide, "replace")
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode(_code_page(data), "replace")


def lines(text: str) -> list[str]:
    """The lines of a text, without their ends: CRLF, LF or CR, even mixed. Every kind of blank is a plain one."""
    return _LINE_END.split(_BLANK.sub(" ", text.replace("\0", "")))


def _wide(sample: bytes) -> str | None:
    """UTF-16 without a mark: every other byte of Western text is zero."""
    if len(sample) < 8:
        return None
    even, odd = sample[0::2], sample[1::2]
    if odd.count(0) > len(odd) * 0.7 > even.count(0) * 2:
        return "utf-16-le"
    if even.count(0) > len(even) * 0.7 > odd.count(0) * 2:
        return "utf-16-be"
    return None


def _code_page(data: bytes) -> str:
    """The charset that an SGF names, else Cyrillic when whole words are made of its letters, else Western."""
    named = _CHARSET.search(data[:_SAMPLE])
    if named:
        try:
            name = codecs.lookup(named[1].decode("ascii")).name
        except LookupError:
            name = "utf-8"
        if name.startswith(_OLD_CHARSETS):
            return name
    return "cp1251" if _CYRILLIC_WORD.search(data) else "cp1252"
