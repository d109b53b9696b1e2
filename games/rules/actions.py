"""The closed set of actions: what a seat, the clock or the house may do. Plain values; what they lead to is in `table`.

Seats are numbers (`Seat.number` of the table), never names. A *cube* is named, from the speaker's point of view, by the
other seat of the bet; an extra by the other seat of it; a bought cube by the seat that sold it (spec/rehearse.md §5).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

HOUSE = -1
"""The seat number under which the house (clock, organiser, the site itself) acts."""

Move = tuple[int, int]
"""From and to as written, own numbering of the mover: 25 = bar or reserve, 0 = off. May span several dice."""

Reply = Literal["take", "drop", "beaver"]
OnBeaver = Literal["accept", "drop", "raccoon"]


@dataclass(frozen=True, slots=True)
class Start:
    """The first action of a table, by the house: open the first game."""


@dataclass(frozen=True, slots=True)
class Roll:
    """I do not double: throw. (In a team window: I let this window pass.)"""


@dataclass(frozen=True, slots=True)
class Play:
    """The steps of one turn, in the order they were written.

    `moves` are kept as written, so one move may stand for several dice. `roll` is the roll named with the play
    (`=66: 24/18(2)`), only in games where the player names it.
    """

    moves: tuple[Move, ...]
    roll: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Name:
    """Name a roll without playing it yet (`=55`: the double of acey-deucey)."""

    roll: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Double:
    """Offer cubes: those named, or all that the speaker may turn when `cubes` is empty."""

    cubes: tuple[int, ...] = ()
    if_beavered: OnBeaver = "accept"


@dataclass(frozen=True, slots=True)
class Answer:
    """Answers to offered cubes, with the conditions given in advance (spec/chouette.md §4.2).

    `replies` pairs a reply with the cubes it is for: `()` = the one that is offered (or all, when they are one
    physical cube), `None` = all of them ("take all").
    """

    replies: tuple[tuple[Reply, tuple[int, ...] | None], ...]
    if_alone: Literal["keep", "drop", "beaver"] | None = None
    if_extras: Literal["accept", "drop"] | None = None
    extra: bool | None = None


@dataclass(frozen=True, slots=True)
class Resign:
    """An offer to lose the game at `level` 1 (single), 2 (gammon) or 3 (backgammon)."""

    level: int = 1


@dataclass(frozen=True, slots=True)
class Settle:
    """An offer to close a bet: the speaker gets `points` (may be negative) from `seat` (None: the only possible one).

    `winner` is the seat that counts as the winner in the rotation (None: who receives).
    """

    points: int
    seat: int | None = None
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class Accept:
    """Yes to the open offer (to a double offered alone: take)."""


@dataclass(frozen=True, slots=True)
class Decline:
    """No to the open offer."""


@dataclass(frozen=True, slots=True)
class Order:
    """A standing order of the seat.

    | kind        | value                             | written                      |
    |-------------|-----------------------------------|------------------------------|
    | `auto`      | `on`, `off`, `once`               | `auto on` …                  |
    | `hold`      | None, or pips to be ahead (int)   | `hold`, `hold if ahead 20`   |
    | `double`    | `next`                            | `double next`                |
    | `forced`    | `on`, `off`                       | `forced on`                  |
    | `greedy`    | `on`, `off`                       | `greedy on`                  |
    | `if-doubled`| `take`, `drop`, `beaver`          | `if doubled take`            |
    | `none`      | None                              | `no orders`                  |
    | `silence`   | `follow`, `drop`, `take`          | settings, not a command      |
    | `waive`     | `on`, `off`                       | settings, not a command      |
    | `stake`     | 1, 2, 4                           | settings, not a command      |

    `waive`: roll for me whenever I may not double myself (the default of real tables). `stake`: what I declare from the
    next game on, where stakes may differ.
    """

    kind: Literal["auto", "hold", "double", "forced", "greedy", "if-doubled", "none", "silence", "waive", "stake"]
    value: str | int | None = None


@dataclass(frozen=True, slots=True)
class Proxy:
    """Who answers for this seat while it is away; None: nobody."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class Undo:
    """Ask the other side to take the last answer back (until the next throw is shown)."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim what the table's time-out rule `claim` gives, after the other's deadline."""


@dataclass(frozen=True, slots=True)
class Rest:
    """The box is away and asks for a pause of 1 to 14 `days`, if all live members agree (spec/chouette.md §4.3).

    0: it is back, the clocks run again.
    """

    days: int


@dataclass(frozen=True, slots=True)
class AskAdvice:
    """The captain asks his team about his move: his clock stands for a while, once a turn (spec/chouette.md §4.3)."""


@dataclass(frozen=True, slots=True)
class Propose:
    """Other rules from the next game on, if all agree: what is to be set otherwise than now."""

    rules: dict[str, object]


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the chouette after the running game."""


@dataclass(frozen=True, slots=True)
class Join:
    """A newcomer's request to play from the next game on. The acting seat is a new seat number."""


# What only the clock and the house do.


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The deadline of the acting seat's open question has passed."""


@dataclass(frozen=True, slots=True)
class Adjudicate:
    """End the game as if `side` (0 or 1) had won on the board with `level` 1, 2 or 3."""

    side: int
    level: int


@dataclass(frozen=True, slots=True)
class Annul:
    """The running game is void: nothing of it is booked, nobody moves his seat, the next one begins."""


@dataclass(frozen=True, slots=True)
class Relieve:
    """The captain is relieved of moving for this game; his bet and his title stay."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """The box is silent: `seat` acts for it from now on, as its proxy. Bets, points and rotation stay the box's."""

    seat: int


@dataclass(frozen=True, slots=True)
class Halt:
    """Let all clocks stand until the house says otherwise (`on` false). Who wants to act may."""

    on: bool = True


@dataclass(frozen=True, slots=True)
class Reverse:
    """Take back what a finished game of a session brought, by counter-entries; the rotation stays.

    `points` are what the game brought each seat, in half points.
    """

    game: int
    points: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class End:
    """End the session: after the running game, or at once when none runs."""


Action = (
    Start
    | Roll
    | Play
    | Name
    | Double
    | Answer
    | Resign
    | Settle
    | Accept
    | Decline
    | Order
    | Proxy
    | Undo
    | Claim
    | Rest
    | AskAdvice
    | Propose
    | Leave
    | Join
    | TimeOut
    | Adjudicate
    | Annul
    | Relieve
    | StandIn
    | Halt
    | Reverse
    | End
)
