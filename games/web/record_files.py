"""The files that there are of a record, for other programs. What writes them is in `games.records`."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpResponse

from games.records import mat, native, sgf, text
from games.records.record import Record, UnwritableError

WRITERS: dict[str, Callable[[Record], str]] = {
    "mat": mat.write,
    "sgf": sgf.write,
    "json": native.write,
    "txt": text.write,
}
"""Ending of the file -> what writes it."""


def written(record: Record, kind: str) -> str | None:
    """The file, or None where its format does not know such a game, or there is no such format."""
    try:
        return WRITERS[kind](record)
    except (KeyError, UnwritableError):
        return None


def kinds(record: Record) -> list[str]:
    """The formats that can hold the record."""
    return [kind for kind in WRITERS if written(record, kind) is not None]


def attachment(record: Record, kind: str, *, name: str) -> HttpResponse:
    """The record as a file `name.kind`. Raises Http404 where there is none."""
    found = written(record, kind)
    if found is None:
        raise Http404
    answer = HttpResponse(found, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return answer
