"""A mail's parts -> the lines of text that the reader looks at (spec/mail_reader.md §3, "Text"). Reads no commands."""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.commands import fold, plain
from games.commands.fold import LONGEST, unhide
from games.inbox.reader import html
from games.inbox.reader.charsets import decode
from games.inbox.reader.mime import Part

MOST_BYTES = 1 << 16
MOST_LINES = 200

_LINE_END = re.compile("\r\n|[\n\r\u2028\u2029]")
_META = re.compile(rb"<meta\b[^>]*?charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Line:
    """A line as written, and in the form in which lines are compared (`commands.fold`, then `commands.plain`)."""

    raw: str
    plain: str


def lines_of(parts: list[Part]) -> list[Line]:
    """The lines of a mail, at most 200 of the first 64 KiB: of its plain text, or of its HTML when that is blank."""
    own = [part for part in parts if not part.is_file]
    text = "\n".join(_plain_text(part) for part in own if part.type == "text/plain")
    if not unhide(text):
        text = "\n".join(_html_text(part) for part in own if part.type == "text/html")
    return [Line(raw, plain(fold(raw[:LONGEST]))) for raw in _first_lines(text)]


def _first_lines(text: str) -> list[str]:
    whole = text.encode()
    lines = _LINE_END.split(whole[:MOST_BYTES].decode("utf-8", "ignore"))
    if len(whole) > MOST_BYTES and len(lines[-1]) < LONGEST:
        lines.pop()  # cut in two, it could be read as another command
    return lines[:MOST_LINES]


def _plain_text(part: Part) -> str:
    text = decode(part.data, part.parameters.get("charset"))
    if part.parameters.get("format", "").lower() != "flowed":
        return text
    return unflow(text, delete_space=part.parameters.get("delsp", "").lower() == "yes")


def _html_text(part: Part) -> str:
    meta = _META.search(part.data[:4096])
    charset = part.parameters.get("charset") or (meta[1].decode("ascii", "ignore") if meta else None)
    return html.to_text(decode(part.data, charset))


def unflow(text: str, *, delete_space: bool) -> str:
    """Undo format=flowed (RFC 3676): join soft line ends, take off the stuffed space. A blank line stays one."""
    paragraphs: list[str] = []
    depth_before: int | None = None  # the depth of quoting of a line that goes on
    for line in text.replace("\r\n", "\n").split("\n"):
        content = line.lstrip(">")
        depth = len(line) - len(content)
        content = content.removeprefix(" ")
        joins = depth == depth_before and content.strip() and content != "-- "
        if joins:
            before = paragraphs.pop()
            paragraphs.append((before[:-1] if delete_space else before) + content)
        else:
            paragraphs.append(">" * depth + " " * bool(depth) + content)
        depth_before = depth if content.endswith(" ") and content.strip() and content != "-- " else None
    return "\n".join(paragraphs)
