"""The rules of reading: which commands stand in the lines of a letter (spec/mail_reader.md §3). Legality is not known.

Never guesses: one doubtful line under a command, and nothing of the letter is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.commands import Command, parse
from games.inbox.reader.layout import is_boundary, is_greeting, is_quoted, is_row, opens_quote
from games.inbox.reader.text import Line
from games.rules.errors import IllegalAction

MOST_COMMANDS = 10
LONGEST_REST = 200


@dataclass(frozen=True, slots=True)
class Found:
    """The commands in the order of the letter, and the line because of which nothing was read.

    `aside` is a line that stands where nothing is read: words under the commands, or a command between two quotes.
    `written`: the writer has put something where it is read.
    """

    commands: tuple[Command, ...] = ()
    rest: str = ""
    aside: str = ""
    written: bool = True


@dataclass(frozen=True, slots=True)
class Page:
    """The lines of a letter, and what reading them depends on: the names of seats, and of the writer in From."""

    lines: Sequence[Line]
    seats: Sequence[str] = ()
    names: Sequence[str] = ()

    def command(self, at: int) -> Command | None:
        """The command that line `at` is as a whole, or None."""
        try:
            return parse(self.lines[at].raw, self.seats)
        except IllegalAction:
            return None

    def next_written(self, at: int) -> int | None:
        """The first line from `at` on that is not blank."""
        return next((place for place in range(at, len(self.lines)) if self.lines[place].plain), None)

    def start(self, at: int) -> int | None:
        """The first line from `at` on that is neither blank nor only a greeting."""
        place = self.next_written(at)
        while place is not None and is_greeting(self.lines[place], self.seats):
            place = self.next_written(place + 1)
        return place


def read_lines(page: Page) -> Found:
    """Read a letter: the commands at its top, or under its quote when it opens with one."""
    top = page.next_written(0)
    start = page.start(0)
    if top is None or start is None:
        return Found(written=top is not None)
    if page.command(start):
        return _run(page, start)
    if not opens_quote(page.lines, start):
        return Found(rest=_rest(page.lines[start]))
    return _under_quote(page, start) or Found(written=top != start, aside=_between_quotes(page))


def _under_quote(page: Page, top: int) -> Found | None:
    """What stands under the last quote: at once, or after a blank line (a wrapped quote has a tail). None: nothing.

    `top` is the line with which the letter opens.
    """
    quoted = _quoted(page)
    if not quoted or page.next_written(quoted[-1] + 1) is None:
        return None
    first = start = page.start(quoted[-1] + 1)
    while start is not None:
        if page.command(start):
            return _run(page, start)
        blank = next((place for place in range(start, len(page.lines)) if not page.lines[place].plain), None)
        start = None if blank is None else page.start(blank)
    if not is_quoted(page.lines[top]) and all(is_row(page.lines[place]) for place in quoted):
        return None  # a forward without marks: those are of the board in it, and so is what stands under them
    return Found(rest="" if first is None else _rest(page.lines[first]))


def _between_quotes(page: Page) -> str:
    quoted = _quoted(page)
    places = range(quoted[0], quoted[-1]) if quoted else range(0)
    return next((_rest(page.lines[place]) for place in places if page.command(place)), "")


def _quoted(page: Page) -> list[int]:
    return [place for place, line in enumerate(page.lines) if is_quoted(line)]


def _run(page: Page, at: int) -> Found:
    """Collect commands from line `at` on, which is one."""
    commands: list[Command] = []
    place: int | None = at
    while place is not None:
        command = page.command(place)
        if command is not None:
            if len(commands) == MOST_COMMANDS:
                return Found(rest=_rest(page.lines[place]))
            commands.append(command)
            place = place + 1 if place + 1 < len(page.lines) else None
        elif not page.lines[place].plain:
            place = page.next_written(place)
            if place is not None and page.command(place) is None:
                return Found(tuple(commands), aside=_aside(page.lines[place], page))
        elif is_boundary(page.lines[place], page.names):
            break
        else:
            return Found(rest=_rest(page.lines[place]))
    return Found(tuple(commands))


def _aside(line: Line, page: Page) -> str:
    return "" if is_boundary(line, page.names) else _rest(line)


def _rest(line: Line) -> str:
    return line.raw.strip()[:LONGEST_REST]
