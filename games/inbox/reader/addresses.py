"""Address fields of a mail -> names and addresses, however they are quoted, commented or broken."""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.inbox.reader.mime import decoded_words

_PIECE = re.compile(
    r"(?P<quoted>\"(?:[^\"\\]|\\.)*\"?)|(?P<comment>\([^()]*\)?)|(?P<angle><[^<>]*>?)|(?P<end>[,;])|[^\s\"(<,;]+"
)
_ADDRESS = re.compile(r"(?:mailto:)?([^\s@<>]+@[^\s@<>]+)")


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A name and an address, either may be empty; the name decoded, the address in lower case."""

    name: str
    address: str


def mailboxes(value: str) -> list[Mailbox]:
    """The mailboxes of a field as it came: `"A, B" <a@x>, c@x (C)`. A bare `MAILER-DAEMON` is a name only."""
    found: list[Mailbox] = []
    words: list[str] = []
    angle = comment = ""
    addressed = False
    for piece in [*_PIECE.finditer(value), None]:
        if piece is None or (piece["end"] and (angle or addressed or piece["end"] == ";")):
            if words or angle or comment:
                found.append(_mailbox(words, angle, comment))
            words, angle, comment, addressed = [], "", "", False
        elif piece["end"]:
            words[-1:] = [word + "," for word in words[-1:]]  # Orlov, Mark <mark@example.org>
        elif piece["quoted"]:
            words.append(re.sub(r"\\(.)", r"\1", piece[0][1:].removesuffix('"')))
            addressed = addressed or _ADDRESS.fullmatch(words[-1]) is not None
        elif piece["comment"]:
            comment = comment or piece[0].strip("()")
        elif piece["angle"]:
            angle = angle or piece[0].strip("<> ") or "<>"
        else:
            words.append(piece[0])
            addressed = addressed or _ADDRESS.fullmatch(piece[0]) is not None
    if any(box.address for box in found) or "=?" not in value:
        return found
    decoded = decoded_words(value)  # some encode the address too
    return found if "=?" in decoded else mailboxes(decoded)


def _mailbox(words: list[str], angle: str, comment: str) -> Mailbox:
    bare = next((word for word in words if not angle and _ADDRESS.fullmatch(word)), "")
    words = [word for word in words if word != bare]
    found = _ADDRESS.fullmatch(angle or bare)
    if angle != "<>" and not found:
        words = [*words, angle]  # <MAILER-DAEMON>
    name = decoded_words(" ".join(words)) or decoded_words(comment)
    return Mailbox(" ".join(name.split()), found[1].lower() if found else "")
