"""State of a table, and what it asks of whom. Values and questions about them; `table` alone makes a next state."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from games.rules.board import Board
from games.rules.stake import Stake


class Phase(StrEnum):
    """Where a running game stands. The house never rests in `lot`, `throw` or `over`."""

    LOT = "lot"
    CUBE = "cube"
    ANSWER = "answer"
    THROW = "throw"
    MOVE = "move"
    LOCKED = "locked"
    OVER = "over"


AskKind = Literal["cube", "answer", "move", "offer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A question to a seat. `number` is its number at the table (the `#17` of letters); one number is one prompt.

    `stakes` are the indexes of the offered stakes (`answer`). `answered`: a sealed answer lies in, it may be replaced;
    nobody waits for it. `waiting`: an offer stands before it; it stays open but is not what the table waits for.
    `batch` groups the questions of one batch of doubles (number of its first question), 0 otherwise.
    """

    number: int
    seat: int
    kind: AskKind
    stakes: tuple[int, ...] = ()
    batch: int = 0
    answered: bool = False
    waiting: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """An open offer of `seat` to the seats `to`, those that have not answered yet."""

    seat: int
    kind: Literal["resign", "settle", "undo", "partner"]
    to: tuple[int, ...]
    level: int = 0
    points: int = 0
    winner: int | None = None
    stake: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """Standing orders of a seat, its proxy, and what its silence means (`follow`, `drop`, `take`)."""

    auto: Literal["on", "off", "once"] = "off"
    hold: bool = False
    hold_ahead: int | None = None
    double_next: bool = False
    forced: bool = False
    greedy: bool = False
    if_doubled: Literal["take", "drop", "beaver"] | None = None
    proxy: int | None = None
    silence: Literal["follow", "drop", "take"] = "follow"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The turn being played: whose roll, which stages are left, who plays them now (spec/rules.md §6, stages).

    `stages` are the multisets of step lengths still to be played, the present one first. `head` counts the men each
    side has taken from its head in this roll; `idle` counts players in succession who could make no step of a chain.
    """

    roller: int
    mover: int
    dice: tuple[int, ...]
    stages: tuple[tuple[int, ...], ...]
    head: tuple[int, int] = (0, 0)
    idle: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A running (or the last) game. Side 0 is the first seat, or the box; side 1 the other seat, or the team."""

    number: int
    box: int
    line: tuple[int, ...]
    partner: int | None = None
    captains: tuple[int, ...]
    """All who held the captaincy of side 1 in this game; the last one holds it."""
    board: Board
    stakes: tuple[Stake, ...]
    phase: Phase
    side: int | None = None
    """The side on turn; None before the lot."""
    turn: Turn | None = None
    throws: int = 0
    """Throws drawn in this game so far: the next one is number `throws`."""
    rolls: tuple[int, int] = (0, 0)
    """Rolls each side has had (head exception, Holland, first turns of Gulbara)."""
    autos: int = 0
    crawford: bool = False
    results: tuple[tuple[int, int], ...] = ()
    """Booked so far in this game, pairs (seat, whole points), fees included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """All that the rules know about a table. Immutable, no clock, no names, no chance; `codec` makes it JSON."""

    variant: str
    format: Literal["match", "money", "chouette"]
    rules: dict[str, object]
    """The options that differ from the defaults of the variant and the format, frozen at the start (never mutated)."""
    seats: tuple[int, ...]
    """Box, captain, queue; in a two-seat table (0, 1)."""
    halves: dict[int, int]
    """Result of each seat so far, in half points: match score, or running total (sums to 0). Never mutated."""
    orders: dict[int, Orders] = field(default_factory=dict)
    newcomers: tuple[int, ...] = ()
    leaving: tuple[int, ...] = ()
    games: int = 0
    """Finished games."""
    game: Game | None = None
    asks: tuple[Ask, ...] = ()
    asked: int = 0
    """Number of the last question asked."""
    offer: Offer | None = None
    over: bool = False
    winner: int | None = None
    ending: bool = False
    before: State | None = None
    """The state before the last answer, until the next throw is shown: for undo by consent."""


def asks(state: State) -> tuple[Ask, ...]:
    """The questions that the table waits for now, in the order of `seats`."""
    order = {seat: place for place, seat in enumerate(state.seats)}
    waited = [ask for ask in state.asks if not ask.answered and not ask.waiting]
    return tuple(sorted(waited, key=lambda ask: order.get(ask.seat, len(order))))
