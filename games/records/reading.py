"""Reads any file of records: finds out what it is, and hands it to the reader of its format."""

from __future__ import annotations

from games.records import fibs, mat, native, sgf
from games.records.decoding import decode
from games.records.record import Record, UnreadableError

MOST_BYTES = 20_000_000
"""No record of a match is larger."""


def read(data: bytes) -> Record:
    """The record in a file's bytes. Raises `UnreadableError` with the reason when there is none."""
    if len(data) > MOST_BYTES:
        raise UnreadableError("the file is too large")
    text = decode(data)
    begin = text.lstrip("\ufeff \t\r\n")
    if not begin:
        raise UnreadableError("the file is empty")
    if begin.startswith("{"):
        return native.read(text)
    if sgf.looks_like(begin):
        return sgf.read(text)
    return fibs.read(text) if fibs.looks_like(text) else mat.read(text)
