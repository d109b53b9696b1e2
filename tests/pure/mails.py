"""Raw mails for the tests of the reader, built from their parts."""

from __future__ import annotations

import base64
import quopri

from games.inbox.reader import Letter, Reading, read

FROM = "Mark Orlov <mark@example.org>"


def mail(
    text: str | bytes = "",
    *,
    content_type: str = "text/plain; charset=utf-8",
    sender: str | None = FROM,
    subject: str = "Re: Nardy: game 204",
    encoding: str = "8bit",
    fields: str = "",
) -> bytes:
    """A mail of one part. `fields` are further header lines, each with its line end."""
    lines = [] if sender is None else [f"From: {sender}"]
    lines += ["To: Nardy <g+k3v5x@play.example.org>", f"Subject: {subject}"]
    return ("\n".join(lines) + "\n" + fields).encode() + part(text, content_type=content_type, encoding=encoding)


def part(
    text: str | bytes, *, content_type: str = "text/plain; charset=utf-8", encoding: str = "8bit", fields: str = ""
) -> bytes:
    """One part of a mail, with its header."""
    raw = text if isinstance(text, bytes) else text.encode()
    if encoding == "base64":
        raw = base64.encodebytes(raw)
    if encoding == "quoted-printable":
        raw = quopri.encodestring(raw)
    return f"{fields}Content-Type: {content_type}\nContent-Transfer-Encoding: {encoding}\n\n".encode() + raw


def multipart(
    *parts: bytes, kind: str = "alternative", boundary: str = "=_b1", sender: str = FROM, fields: str = ""
) -> bytes:
    """A mail of several parts."""
    head = f"From: {sender}\nSubject: Re: Nardy\n{fields}MIME-Version: 1.0\n"
    return head.encode() + nested(*parts, kind=kind, boundary=boundary)


def nested(*parts: bytes, kind: str = "alternative", boundary: str = "=_b2") -> bytes:
    """A part of several parts."""
    body = b"".join(b"--" + boundary.encode() + b"\n" + each + b"\n" for each in parts)
    return f'Content-Type: multipart/{kind}; boundary="{boundary}"\n\n'.encode() + body + f"--{boundary}--\n".encode()


def html(page: str, **more: str) -> bytes:
    """A mail of HTML alone."""
    return mail(page, content_type="text/html; charset=utf-8", **more)


def reading(raw: bytes, *seats: str) -> Reading:
    """What is read in a mail."""
    return read(Letter(raw), seats)


def commands(raw: bytes, *seats: str) -> list[str]:
    """The canonical texts of the commands in a mail that a person wrote."""
    found = reading(raw, *seats)
    assert found.kind == "human"
    return [command.text for command in found.commands]


def rest(raw: bytes, *seats: str) -> str:
    """The line because of which nothing was read in a mail that a person wrote."""
    found = reading(raw, *seats)
    assert (found.kind, found.commands) == ("human", ())
    return found.rest
