"""A record of games, whatever program wrote it: plain values between the readers, the writers and `playing`.

No file format and no rule of play lives here. Players are 1 (left column, White of an SGF; side and seat 0) and 2.
Every man's place is in the numbering of the player who moves it: 25 the bar (or the reserve), 24 … 1, 0 off.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from games.rules.actions import Move
from games.rules.board import Board

CubeAct = Literal["double", "take", "drop", "beaver", "raccoon"]
How = Literal["", "board", "cube", "resigned", "settled", "adjudicated"]
Names = tuple[str, str]

MOST_POINTS = 9999
"""Points, cube values and match lengths beyond this are slips of the pen."""


class UnreadableError(ValueError):
    """A file in which no record can be found. The text says why."""


class UnwritableError(ValueError):
    """A record that the chosen format cannot hold. The text says why."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something to tell about a file: the line it is about (0: the file as a whole) and the words.

    The words are known again by `games.texts.records`, which has them in the reader's language.
    """

    line: int
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}" if self.line else self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Common to all events: where it was read, and as what."""

    line: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lot(Event):
    """An opening lot, player 1's die first: kept where the file says it (it decides nothing when a game is played)."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(Event):
    """A roll and the play of its first stage.

    `moves` is empty when no play stands there; `unknown`: a play was made but not written down (`????`). `stars` are
    the places where a hit is marked, None when the record marks no hits. `named`: the player chose the roll himself.
    `last`: the last throw of a game that is otherwise over (spec/rules.md §3.2).
    """

    player: int
    dice: tuple[int, ...]
    moves: tuple[Move, ...] = ()
    stars: frozenset[int] | None = None
    unknown: bool = False
    named: bool = False
    last: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Further(Event):
    """The play of a further stage of the roll before it. `dice`: the double that the player named for it."""

    player: int
    moves: tuple[Move, ...] = ()
    dice: tuple[int, ...] | None = None
    last: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Cube(Event):
    """What a player does with the cube. `value` is where it would stand then, as written."""

    player: int
    act: CubeAct
    value: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign(Event):
    """A player gives up the game at `level` 1, 2, 3; None: the result tells."""

    player: int
    level: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp(Event):
    """The position is set: what is None stays as it is. `owner` 0 is the middle."""

    board: Board | None = None
    turn: int | None = None
    cube: int | None = None
    owner: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment(Event):
    """Words of the record about the moment; `text` holds them."""


AnyEvent = Lot | Roll | Further | Cube | Resign | SetUp | Comment


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(Event):
    """How a game ended, as the record has it: `winner` None is a draw (0 points) or not known; `level` 1, 2, 3."""

    winner: int | None = None
    points: int | None = None
    level: int | None = None
    how: How = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game. `length` 0 is a money session. What the record does not say is None.

    `score` is what the players had before it, in points; `autos` are the automatic doubles at its start.
    """

    names: Names = ("", "")
    length: int = 0
    score: tuple[float, float] | None = None
    crawford: bool | None = None
    autos: int = 0
    events: tuple[AnyEvent, ...] = ()
    result: Result | None = None
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """Everything that one file tells.

    `length` is that of the first match in it; a file with several matches has games of several lengths. `rules` are
    options of a table by their names in spec/rehearse.md §2, without `length`. `tags` are headers such as `Event`.
    """

    games: tuple[Game, ...]
    length: int = 0
    variant: str = "short"
    rules: Mapping[str, object] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()

    @property
    def names(self) -> Names:
        """The players' names, those of the first game."""
        return self.games[0].names if self.games else ("", "")
