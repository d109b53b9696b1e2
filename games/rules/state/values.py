"""The values a state is made of. Questions about them are in the modules beside; `table` makes the next state."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from games.rules.actions import OnBeaver, Reply
from games.rules.board import Board
from games.rules.facts import Source
from games.rules.stake import Stake


class Phase(StrEnum):
    """Where a running game stands. The house never rests in `throw` or `over`, and in `lot` only for a choice."""

    PARTNER = "partner"
    LOT = "lot"
    CUBE = "cube"
    ANSWER = "answer"
    THROW = "throw"
    MOVE = "move"
    LOCKED = "locked"
    OVER = "over"


AskKind = Literal["cube", "answer", "move", "offer", "rules"]
OfferKind = Literal["resign", "settle", "undo", "partner", "auto", "rest"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A question to a seat. `number` is its number at the table (the `#17` of letters); one number is one prompt.

    `stakes` are the indexes of the offered stakes (`answer`). `answered`: a sealed answer lies in, it may be replaced;
    nobody waits for it. `waiting`: an offer stands before it; it stays open but is not what the table waits for.
    `batch` groups the questions of one batch of doubles (number of its first question), 0 otherwise. `occasion` tells
    apart two questions of one kind to one seat, one after the other.
    """

    number: int
    seat: int
    kind: AskKind
    stakes: tuple[int, ...] = ()
    batch: int = 0
    answered: bool = False
    waiting: bool = False
    occasion: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """An open offer of `seat` to the seats `to`, those that have not answered yet.

    `stake` is the bet a settlement closes. `agreed` are the seats that have accepted; what the others of a partner poll
    answered shows when all have. `occasion` numbers the offers of a table.
    """

    seat: int
    kind: OfferKind
    to: tuple[int, ...]
    level: int = 0
    points: int = 0
    winner: int | None = None
    stake: int | None = None
    agreed: tuple[int, ...] = ()
    occasion: int = 0

    def terms(self) -> tuple[object, ...]:
        """What makes two offers the same."""
        return (self.seat, self.kind, self.level, self.points, self.winner, self.stake)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Other rules that `seat` has proposed; `to` are those who have not agreed yet. The game goes on meanwhile."""

    seat: int
    rules: dict[str, object]
    to: tuple[int, ...]
    occasion: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """Standing orders of a seat, its proxy, and what its silence means (`follow`, `drop`, `take`).

    `missed` counts the windows in a row that ran out under `hold`. `waive`: roll for me whenever I may not double
    myself (the default of real tables, spec/chouette.md §4.2).
    """

    auto: Literal["on", "off", "once"] = "off"
    hold: bool = False
    hold_ahead: int | None = None
    double_next: bool = False
    forced: bool = False
    greedy: bool = False
    if_doubled: Literal["take", "drop", "beaver"] | None = None
    proxy: int | None = None
    silence: Literal["follow", "drop", "take"] = "follow"
    missed: int = 0
    waive: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The turn being played: whose roll, which stages are left, who plays them now (spec/rules.md §6, stages).

    `roller` and `mover` are sides. `dice` is empty while the mover is to name his roll. `stages` are the multisets of
    step lengths still to be played, the present one first; `sequel` is what follows when all are played in full.
    `head` counts the men each side has taken from its head in this roll; `idle` counts players in succession who could
    make no step of a chain, `moved` whether the present one has made one. `first`: the roller's first roll of the game.
    """

    roller: int
    mover: int
    dice: tuple[int, ...]
    stages: tuple[tuple[int, ...], ...]
    sequel: tuple[Literal["named", "bonus"], ...] = ()
    head: tuple[int, int] = (0, 0)
    idle: int = 0
    moved: bool = False
    first: bool = False
    number: int = 1
    """Which roll of its side this is, from 1."""
    chain: bool = False
    """Steps that the mover cannot play go over to the other side (Gulbara)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A double: `seat` turned the cube of `stake`; his reply to a beaver is given in advance."""

    stake: int
    seat: int
    if_beavered: OnBeaver = "accept"
    source: Source = "player"


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What a doubled seat has answered, sealed: (stake, reply) for each of its cubes, and conditions given in advance.

    Without replies its silence answers (spec/chouette.md §4.3), when the batch is carried out.
    """

    seat: int
    replies: tuple[tuple[int, Reply], ...] = ()
    if_alone: Literal["keep", "drop", "beaver"] | None = None
    if_extras: Literal["accept", "drop"] | None = None
    extra: bool = False
    source: Source = "player"


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

    starter: int | None = None
    """The side that began."""
    occasion: int = 0
    """The occasion of its open questions (see `State.occasion`)."""
    silent: tuple[int, int] = (0, 0)
    """On a board where nobody can move: how many windows of each side have passed since anybody said something."""
    advised: int = 0
    """The occasion of the move about which the captain has asked his team."""
    passed: tuple[int, ...] = ()
    """Seats that let the open window pass."""
    calls: tuple[Call, ...] = ()
    """Doubles of the open window, or of the batch that waits for answers."""
    given: tuple[Given, ...] = ()
    """Sealed answers of the batch."""
    batch: int = 0
    """Number of the first question of the batch."""
    deputy: bool = False
    """The box was silent at this batch: its partner answers."""
    rung: int = 0
    """How far the duty to make the open move has gone down (spec/chouette.md §4.3)."""
    missed_moves: tuple[int, ...] = ()
    """Seats that let a move of theirs pass, once for each time."""
    unanswered: tuple[int, ...] = ()
    """Seats that left a double unanswered, once for each time."""
    declined: tuple[Offer, ...] = ()
    """Offers declined since the last throw: they cannot be repeated."""
    named: tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]] = ((), ())
    """Rolls each side has named (diceless)."""
    how: Literal["board", "adjudicated", "resigned", "settled", "cube", "void"] | None = None
    """How the last bet closed, once the game is over."""
    drawn: bool = False

    @property
    def players(self) -> int:
        """Everybody in the game, box and partner included."""
        return 1 + len(self.line) + (self.partner is not None)

    @property
    def captain(self) -> int:
        """The member of side 1 who holds the captaincy."""
        return self.captains[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The position a first game starts from instead of the set-up, and the side on turn (None: the lot decides)."""

    board: Board
    side: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """All that the rules know about a table. Immutable, no clock, no names, no chance; `codec` makes it JSON."""

    variant: str
    format: Literal["match", "money", "chouette"]
    rules: dict[str, object]
    """The options that differ from the defaults of the variant and the format. Frozen while a game runs; those of the
    format may change between games when all agree (`table.proposals`). Never mutated."""
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
    occasion: int = 0
    """Counts windows, batches, moves and offers, so that each has questions of its own."""
    offer: Offer | None = None
    over: bool = False
    winner: int | None = None
    ending: bool = False
    before: State | None = None
    """The state before the last answer, until the next throw is shown: for undo by consent."""

    answered_by: int | None = None
    """Who gave the answer that `before` would take back."""
    start: Opening | None = None
    """Where the first game starts from; None once it has begun."""
    declared: dict[int, int] = field(default_factory=dict)
    """Stakes declared under `stakes` = `min_multiple`. Never mutated."""
    partner: int | None = None
    """The box's partner in this and, under `partner_term` = `run`, the next games."""
    crawford_played: bool = False
    paused: bool = False
    """Fewer than `min_players`: the next game waits for newcomers."""
    overdue: int | None = None
    """Under `timeout` = `claim`: the seat whose deadline has passed, so that the other side may claim the game."""
    polls: bool = False
    """Whether the line is asked for a partner (real tables; a script names him)."""
    proposal: Proposal | None = None
    coming: dict[str, object] | None = None
    """Rules that all have agreed to: in force from the next game on."""
    halted: bool = False
    """All clocks stand, because an organiser said so."""
    resting: bool = False
    """They stand because the box is away and all have agreed."""
    reversed: tuple[int, ...] = ()
    """Finished games that were annulled."""
    draws_seats: bool = False
    """Whether a chouette's first order is thrown for (spec/chouette.md §2.2); False once it is."""
    closed: tuple[Stake, ...] = ()
    """The bets of the last finished game as they ended: `game` is the next one already."""
