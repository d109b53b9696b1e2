"""The reader of incoming mail: raw bytes -> the kind of mail, and the commands in it (spec/mail_reader.md). PURE.

No database, no tokens, no legality, no clock. Nothing raises, and the time grows with the size of the mail.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.commands import Command
from games.inbox.reader.kinds import Kind, robot_kind
from games.inbox.reader.letter import Delivery, Letter, message_key
from games.inbox.reader.reading import Page, read_lines
from games.inbox.reader.text import lines_of

__all__ = ["OWN_DOMAIN", "Delivery", "Kind", "Letter", "Reading", "message_key", "read"]

OWN_DOMAIN = "play.example.org"


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read. `commands` are empty for every kind but `human`.

    `rest`: the line because of which nothing was read, as written, at most 200 characters. `aside`: a line that stands
    where nothing is read, and was not passed on to anybody: words under the commands, or a command between two quotes.
    """

    kind: Kind
    commands: tuple[Command, ...] = ()
    rest: str = ""
    aside: str = ""


def read(letter: Letter, seats: Sequence[str] = (), *, own_domain: str = OWN_DOMAIN) -> Reading:
    """Read a mail. `seats` are the names that count as seats in commands; from `own_domain` our own letters come."""
    robot = robot_kind(letter, own_domain)
    if robot is not None:
        return Reading(robot)
    if not letter.senders:
        return Reading("empty")
    names = [box.name for box in letter.mailboxes]
    found = read_lines(Page(lines_of(letter.parts), seats, names))
    if not found.written:
        return Reading("empty", aside=found.aside)
    return Reading("human", found.commands, found.rest, found.aside)
