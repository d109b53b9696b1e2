"""What happened at a table, entry by entry, as one reader may know it, with the board after each entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from games.models import Entry, Seat, Table
from games.rules import codec
from games.rules.actions import HOUSE
from games.rules.board import Board
from games.rules.facts import (
    AdviceAsked,
    Declared,
    EndAsked,
    Fact,
    GameOver,
    GameStarted,
    Halted,
    Joined,
    Left,
    OfferAnswered,
    Offered,
    OrderSet,
    Played,
    ProxySet,
    Reversed,
    RulesAgreed,
    RulesAnswered,
    RulesProposed,
    Sealed,
    Undone,
)
from games.rules.formats import agreed
from games.rules.variants import Variant

ASIDE = (
    AdviceAsked,
    Declared,
    EndAsked,
    Halted,
    Joined,
    Left,
    Offered,
    OfferAnswered,
    OrderSet,
    ProxySet,
    Reversed,
    RulesAgreed,
    RulesAnswered,
    RulesProposed,
    Undone,
)
"""Facts that are no answers to the game: an undo does not take them back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One entry of the log, for one reader."""

    seq: int
    at: datetime
    seat: int | None
    """Who acted; None: the house."""
    source: str
    facts: tuple[Fact, ...]
    """Those that the reader may read."""
    game: int
    """Number of the game that ran when the entry was over."""
    board: Board | None
    """The board after it; None before the first game."""
    ended: Board | None = None
    """The board on which a game ended in this entry, if one did: `board` may be that of the next game already."""


def readable(fact: Fact, *, seat: int | None, side: int | None) -> bool:
    """Whether a reader may read a fact: one at `seat`, on `side` of the board; None: a guest, or nobody's side."""
    match fact.readers:
        case "all":
            return True
        case ("seat", whose):
            return whose == seat
        case ("side", which):
            return which == side
        case _:
            return False


def as_read(fact: Fact, *, seat: int | None) -> Fact:
    """A fact as a reader at `seat` may know it: of a sealed answer of another only that one more is in."""
    return replace(fact, seat=HOUSE) if isinstance(fact, Sealed) and fact.seat != seat else fact


def history(table: Table, *, reader_seat: int | None, since: datetime | None = None) -> list[Line]:
    """All that happened, the first first; or only from the moment on at which a game began. One query."""
    entries = table.entries.select_related("seat").order_by("seq")
    if since is None:
        return list(_told(table, entries, reader_seat))
    later = _told(table, entries.filter(at__gte=since), reader_seat)
    return [line for line in later if line.board is not None]  # not what came before that game in the same moment


def position(table: Table, seq: int, *, reader_seat: int | None) -> Line | None:
    """The entry `seq` with the board after it; None when there is none. One query."""
    lines = history(table, reader_seat=reader_seat)
    return lines[seq - 1] if 1 <= seq <= len(lines) else None


def since(table: Table, *, seat: Seat) -> list[Line]:
    """What happened since the seat's own last action, which comes first. One query."""
    lines = history(table, reader_seat=seat.number)
    last = max((place for place, line in enumerate(lines) if line.seat == seat.number), default=0)
    return lines[last:]


def _told(table: Table, entries: Iterable[Entry], seat: int | None) -> Iterator[Line]:
    """The entries as lines: what is hidden is left out, the board is carried along."""
    boards = Boards(agreed(table.variant, table.format, table.rules).variant)
    for entry in entries:
        facts = [codec.load_fact(fact) for fact in entry.facts]
        boards.follow(facts)
        yield Line(
            seq=entry.seq,
            at=entry.at,
            seat=_actor(entry, facts, reader=seat),
            source=entry.source,
            facts=tuple(
                as_read(fact, seat=seat) for fact in facts if readable(fact, seat=seat, side=boards.side_of(seat))
            ),
            game=boards.game,
            board=boards.board,
            ended=boards.ended,
        )


def _actor(entry: Entry, facts: Sequence[Fact], *, reader: int | None) -> int | None:
    """Who acted; None when that would tell others who has answered under seal."""
    actor = entry.seat.number if entry.seat else None
    hidden = actor != reader and any(isinstance(fact, Sealed) for fact in facts)
    return None if hidden else actor


class Boards:
    """The board of a table, carried along by the facts of one entry after the other."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.board: Board | None = None
        self.game = 0
        self.ended: Board | None = None
        """The board on which a game ended in the entry followed last, if one did."""
        self._sides: dict[int, int] = {}
        self._before: Board | None = None
        """The board before the last answer, which an undo takes back."""

    def side_of(self, seat: int | None) -> int | None:
        """The side of the board on which a seat is in the present game."""
        return self._sides.get(seat) if seat is not None else None

    def follow(self, facts: Sequence[Fact]) -> None:
        """Carry the board on over the facts of one entry."""
        before, self.ended = self.board, None
        for fact in facts:
            match fact:
                case GameOver():
                    self.ended = self.board
                case GameStarted():
                    self.game, self.board = fact.game, self.variant.start()
                    self._sides = fact.sides
                case Played():
                    self.board = self._played(fact)
                case Undone():
                    self.board = self._before
        if not all(isinstance(fact, ASIDE) for fact in facts):
            self._before = before

    def _played(self, fact: Played) -> Board | None:
        board = self.board
        for start, end, _hit in fact.steps:
            board = board and board.moved(
                fact.side, start, end, facing=self.variant.facing, pins=self.variant.contact == "pin"
            )
        return board
