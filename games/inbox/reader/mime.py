"""Raw mail -> its parts, each with header fields and decoded bytes. What they mean is not known here.

Nothing raises, and the work grows with the size of a mail, not with its square: so this is no use of `email`, whose
parsers of parts, parameters and addresses can be made to take the square, or to run out of stack.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, takewhile

from games.inbox.reader.charsets import decode

DEEPEST = 10
MOST_PARTS = 200
_MOST_FIELDS = 500
_LONGEST_FIELD = 8000
_LONGEST_TEXT = 1 << 20
"""Encoded bytes of one part that are looked at."""

_BLANK_LINES = re.compile(rb"\A(?:[ \t]*\n)+")
_FIELD = re.compile(rb"([!-9;-~]+)[ \t]*:(.*)", re.DOTALL)
_TYPE = re.compile(r"\s*([\w.+-]+/[\w.+-]+)")
_PARAMETER = re.compile(r";\s*([\w*.-]+)\s*=\s*(?:\"((?:[^\"\\]|\\.)*)\"?|([^;\s]*))")
_ENCODED_WORD = re.compile(r"=\?([^?\s*]*)(?:\*[^?\s]*)?\?([BbQq])\?([^?]*)\?=")


@dataclass(frozen=True)
class Part:
    """One part of a mail: its header fields as they came, unfolded, and the bytes under them, line ends `\\n`."""

    fields: tuple[tuple[str, bytes], ...]
    """Names in lower case, in order; values raw."""
    body: bytes
    inside: str = ""
    """Content type of the part around this one."""

    def all(self, name: str) -> list[str]:
        """Every value of a field, as text; encoded words are left as they are."""
        return [decode(value, None).strip() for field, value in self.fields if field == name]

    def first(self, name: str) -> str | None:
        """The topmost value of a field, or None."""
        return next(iter(self.all(name)), None)

    @cached_property
    def type(self) -> str:
        """The content type, lower case; `text/plain` when there is none or it cannot be read."""
        found = _TYPE.match(self.first("content-type") or "")
        usual = "message/rfc822" if self.inside == "multipart/digest" else "text/plain"
        return found[1].lower() if found else usual

    @cached_property
    def parameters(self) -> dict[str, str]:
        """Parameters of Content-Type, names in lower case; the first of a name counts."""
        return _parameters(self.first("content-type") or "")

    @cached_property
    def is_file(self) -> bool:
        """Whether it is an attachment, or has the name of a file."""
        disposition = self.first("content-disposition") or ""
        names = self.parameters.keys() | _parameters(disposition).keys()
        named = any(name.partition("*")[0] in ("name", "filename") for name in names)
        return named or disposition.lower().startswith("attachment")

    @cached_property
    def data(self) -> bytes:
        """The body with its transfer encoding undone, however badly it was done."""
        encoding = (self.first("content-transfer-encoding") or "").strip(" \"';").lower()
        body = self.body[:_LONGEST_TEXT]
        if encoding.startswith("base64"):
            return _from_base64(body)
        return _from_quoted(body) if encoding.startswith("quoted") else body

    def children(self) -> Iterator[Part]:
        """The parts of a multipart, in order; none of anything else."""
        boundary = self.parameters.get("boundary", "").rstrip().encode("utf-8", "replace")
        if not self.type.startswith("multipart/") or not boundary:
            return
        start: int | None = None
        for line in re.finditer(rb"^--" + re.escape(boundary) + rb"(--)?[ \t]*$", self.body, re.MULTILINE):
            if start is not None:
                yield open_part(self.body[start : max(start, line.start() - 1)], inside=self.type)
            start = None if line[1] else line.end() + 1
        if start is not None:
            yield open_part(self.body[start:], inside=self.type)


def open_mail(raw: bytes) -> Part:
    """The whole mail as a part. Line ends may be of any kind; a byte order mark and an mbox line on top are dropped."""
    raw = raw.replace(b"\r\r\n", b"\n").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    raw = _BLANK_LINES.sub(b"", raw.removeprefix(b"\xef\xbb\xbf"))
    if raw.startswith((b"From ", b">From ")):
        raw = raw.partition(b"\n")[2]
    return open_part(raw)


def open_part(raw: bytes, inside: str = "") -> Part:
    """A part from its bytes, line ends `\\n`. A line that is no header field begins the body, blank line or not."""
    fields: list[tuple[str, bytes]] = []
    at = 0
    while at < len(raw):
        end = raw.find(b"\n", at)
        end = len(raw) if end < 0 else end
        line = raw[at:end]
        if not line:
            at = end + 1
            break
        if line[:1] in b" \t" and fields:
            name, value = fields[-1]
            if len(value) < _LONGEST_FIELD:
                fields[-1] = (name, value + line)
        elif field := _FIELD.fullmatch(line):
            if len(fields) < _MOST_FIELDS:
                fields.append((field[1].decode("ascii").lower(), field[2]))
        else:
            break
        at = end + 1
    return Part(tuple((name, value[:_LONGEST_FIELD]) for name, value in fields), raw[at:], inside)


def parts_of(mail: Part) -> list[Part]:
    """The mail and all parts of it, from the outside in; never the parts of an attached message."""
    return list(islice(_walk(mail, 0), MOST_PARTS))


def _walk(part: Part, depth: int) -> Iterator[Part]:
    yield part
    if depth < DEEPEST:
        for child in part.children():
            yield from _walk(child, depth + 1)


def decoded_words(value: str) -> str:
    """A header's text with its encoded words (RFC 2047) read, also where two of them cut one letter in halves."""
    pieces: list[str] = []
    charset, data, at = "", b"", 0
    for word in _ENCODED_WORD.finditer(value):
        between = value[at : word.start()]
        if between.strip() or not at or word[1].lower() != charset:
            pieces += [decode(data, charset), between if between.strip() or not at else ""]
            data = b""
        charset, at = word[1].lower(), word.end()
        data += _word_bytes(word[2], word[3])
    return "".join([*pieces, decode(data, charset), value[at:]])


def _word_bytes(encoding: str, text: str) -> bytes:
    raw = text.encode("latin-1", "replace")
    return _from_base64(raw) if encoding in "Bb" else _from_quoted(raw.replace(b"_", b" "))


def _parameters(value: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, quoted, bare in _PARAMETER.findall(value):
        found.setdefault(name.lower(), re.sub(r"\\(.)", r"\1", quoted) or bare)
    return found


def _from_quoted(body: bytes) -> bytes:
    """Quoted-printable. What is no code stays as it is."""
    body = b"\n".join(line.rstrip(b" \t") for line in body.split(b"\n"))
    body = re.sub(rb"=(?:\n|\Z)", b"", body)
    return re.sub(rb"=([0-9A-Fa-f]{2})", lambda code: bytes([int(code[1], 16)]), body)


def _from_base64(body: bytes) -> bytes:
    """Base64, whole or not, strange bytes passed over.

    A line with a space in it, or with no letter of the code, was never encoded: a footer, and there it ends.
    """
    lines = list(takewhile(_may_be_base64, body.split(b"\n")))
    written = b"".join(b"".join(lines).split())
    letters = re.sub(rb"[^A-Za-z0-9+/=]", b"", written)
    if not written or 10 * (len(written) - len(letters)) > len(written):
        return body
    return b"".join(map(_quads, re.split(rb"=+", letters)))


def _may_be_base64(line: bytes) -> bool:
    words = line.split()
    return not words or (len(words) == 1 and re.search(rb"[A-Za-z0-9+/=]", words[0]) is not None)


def _quads(letters: bytes) -> bytes:
    """Base64 letters without padding; a letter left over at the end says nothing."""
    letters = letters[:-1] if len(letters) % 4 == 1 else letters
    return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))
