"""The closed set of facts: what came of an action. History, letters, ratings and the replay read nothing else.

Every fact names who may read it (`readers`). Seats are numbers. Throws are facts, so the log alone rebuilds a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Readers = Literal["all", "nobody"] | tuple[Literal["seat", "side"], int]
"""Who may read a fact: everybody, nobody until it is revealed, one seat, or one side of the board (0 or 1)."""

Source = Literal["player", "order", "proxy", "captain", "timeout", "house"]
"""Whose decision an answer was (spec/chouette.md §4.1)."""

Step = tuple[int, int, bool]
"""One checker by one die: from, to (own numbering; 25 bar or reserve, 0 off), and whether it hit or pinned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Common to all facts."""

    readers: Readers = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted(Fact):
    """A game began. `box` moves for side 0; `line` are the members of side 1, captain first."""

    game: int
    box: int
    line: tuple[int, ...]
    partner: int | None = None
    crawford: bool = False
    throwers: tuple[int, ...] = ()
    """Of two pairs: who throws, moves and answers for each side."""

    @property
    def sides(self) -> dict[int, int]:
        """Seat -> side of the board, for everybody in the game."""
        partner = {} if self.partner is None else {self.partner: 0}
        mates = {2: 0, 3: 1} if self.throwers else {}
        return {**dict.fromkeys(self.line, 1), self.box: 0, **partner, **mates}


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown(Fact):
    """Dice: the `n`-th throw of game `game`.

    `why` is `lot` (the first die is side 0's; `seat` is who begins by it, None when equal), `turn`, `bonus`, or `start`
    (one die for each seat of a chouette, to order the line).
    """

    game: int
    n: int
    dice: tuple[int, ...]
    why: Literal["lot", "turn", "bonus", "start"]
    seat: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AutoDoubled(Fact):
    """Equal opening dice: every cube of the table one step higher, in the middle, not turned."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Named(Fact):
    """A seat named a roll instead of throwing."""

    seat: int
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(Fact):
    """A play of one stage. `dice` is the roll it belongs to, `stage` the step lengths that were to be played.

    `by` tells whether the seat itself chose it or the house made it (forced, greedy, autopilot).
    """

    seat: int
    side: int
    dice: tuple[int, ...]
    stage: tuple[int, ...]
    steps: tuple[Step, ...]
    source: Source = "player"


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed(Fact):
    """No legal step: the house passed for the seat."""

    seat: int
    side: int
    dice: tuple[int, ...]
    stage: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubled(Fact):
    """A seat offered cubes. `stakes` are indexes into the game's stakes, `value` what they would stand at if taken."""

    seat: int
    stakes: tuple[int, ...]
    values: tuple[int, ...]
    source: Source = "player"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed(Fact):
    """A seat gave (or replaced) an answer that is not revealed yet. What it was stands nowhere in the facts."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerGiven(Fact):
    """An answer given in turn, for all to see, where `answers` is not `sealed`; the batch may still change it."""

    seat: int
    stake: int
    answer: Literal["take", "drop", "beaver"]
    source: Source = "player"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(Fact):
    """The final answer to one offered stake, revealed when the batch closed."""

    seat: int
    stake: int
    answer: Literal["take", "drop", "beaver"]
    value: int
    """Value of the cube after this answer: take 2V, beaver 4V; drop: V (the value before the double)."""
    source: Source = "player"


@dataclass(frozen=True, slots=True, kw_only=True)
class BeaverAnswered(Fact):
    """The doubler's reply to a beaver: accept, drop (pays the doubled value), raccoon."""

    seat: int
    stake: int
    answer: Literal["accept", "drop", "raccoon"]
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StakeMade(Fact):
    """An extra or a bought bet came into being, with its fee already paid (spec/chouette.md §2.12)."""

    stake: int
    kind: Literal["extra", "bought"]
    high: int
    low: int
    value: int
    fee_from: int
    fee_to: int
    fee: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StakeClosed(Fact):
    """A bet is closed: `winner` gets `points` from `loser` (0 points: settled for nothing or drawn)."""

    stake: int
    how: Literal["board", "adjudicated", "resigned", "settled", "cube", "sold", "void"]
    winner: int | None
    loser: int | None
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptainPassed(Fact):
    """The captaincy passed, because the captain's own bet closed (`bet`), he left (`left`) or was silent (`silent`)."""

    seat_from: int
    seat_to: int
    why: Literal["bet", "left", "silent"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered(Fact):
    """A seat made an offer: resignation (`level`), settlement (`points` it would get), undo, partnership.

    `auto`: the house asks the box whether equal opening dice are an automatic double. `rest`: the box asks for a pause
    of `level` days.
    """

    seat: int
    kind: Literal["resign", "settle", "undo", "partner", "auto", "rest"]
    to: tuple[int, ...]
    level: int = 0
    points: int = 0
    winner: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferAnswered(Fact):
    """An addressee accepted or declined an offer."""

    seat: int
    by: int
    kind: Literal["resign", "settle", "undo", "partner", "auto", "rest"]
    accepted: bool
    source: Source = "player"


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone(Fact):
    """The last answer was taken back by consent; the state before it stands again."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedOut(Fact):
    """A seat let its deadline pass; `effect` is what the house did about it.

    `roll`, `declined`, `silent` (its answer is what its silence means), `partner` (the partner is asked instead),
    `substitute` (others may move), `abandon` (its side has lost the game), `mate` (of a pair the other one goes on),
    `locked` (nobody can move, nobody doubles: it is a draw); with two players the table's rule: `lose_game`,
    `lose_match`, `autopilot`, `claim`.
    """

    seat: int
    kind: str
    effect: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOver(Fact):
    """A game ended. `side` won it (None: drawn, or no bet was decided by the board); `level` 1 to 3 of the board's end.

    `how` is how its last bet closed; `points` are the seats' results in half points, in seat-number order pairs.
    """

    game: int
    side: int | None
    how: Literal["board", "adjudicated", "resigned", "settled", "cube", "void"]
    level: int
    points: tuple[tuple[int, int], ...]
    value: int = 0
    """Points that the winner of the last bet got for it, not capped (0: drawn, or settled for nothing)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rotated(Fact):
    """Who sits where from the next game on: box, captain, queue."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOver(Fact):
    """The table is over. `winner` is the seat that won a match, else None; `how` is `played`, `agreed`, `timeout`."""

    winner: int | None
    how: Literal["played", "agreed", "timeout"] = "played"


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderSet(Fact):
    """A seat changed a standing order. Only that seat reads it."""

    seat: int
    kind: str
    value: str | int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AdviceAsked(Fact):
    """Who moves for the team asks it for advice; `to` are those who may give it. His clock stands for a while."""

    seat: int
    to: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesProposed(Fact):
    """A seat proposed other rules from the next game on. `rules` is all that would differ from the defaults then."""

    seat: int
    rules: dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesAnswered(Fact):
    """A seat agreed to other rules or not; one no ends the proposal of `seat`."""

    seat: int
    by: int
    accepted: bool
    source: Source = "player"


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesAgreed(Fact):
    """All have agreed: `rules` are in force from the next game on."""

    rules: dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared(Fact):
    """A seat declared its stake (1, 2 or 4) from the next game on (`stakes` = `min_multiple`)."""

    seat: int
    stake: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderDropped(Fact):
    """The house ended an order of a seat (two windows ran out under `hold`)."""

    seat: int
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProxySet(Fact):
    """Who answers for a seat from now on."""

    seat: int
    proxy: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined(Fact):
    """A seat asked to join; it plays from the next game on."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Left(Fact):
    """A seat leaves: asked (`now` false, it takes effect after the game) or gone (`now` true)."""

    seat: int
    now: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Paused(Fact):
    """A session waits for players (fewer than `min_players`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Halted(Fact):
    """All clocks stand (`on`), or run on: the house says so, or for so many `days` the box with everybody's consent."""

    on: bool
    days: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reversed(Fact):
    """A finished game was annulled: what it had brought is taken back.

    `points` are the counter-entries in half points, in seat-number order pairs.
    """

    game: int
    points: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EndAsked(Fact):
    """The session is to end after the running game."""
