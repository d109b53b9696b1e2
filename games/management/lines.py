"""How commands print JSON for other programs: one value, one line. What is printed is theirs."""

from __future__ import annotations

import json
from typing import TextIO, cast


def json_line(value: object, out: object) -> str:
    """`value` as one line for the stream `out`: letters as they are, escaped where the line or the stream cannot hold
    them (half a surrogate pair, a line separator, an old code page)."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode(cast("TextIO", out).encoding or "utf-8")
    except (AttributeError, LookupError, UnicodeEncodeError):
        return json.dumps(value)
    return text if text.isprintable() else json.dumps(value)
