"""Where a two-seat table stands after some of its facts, as other programs name it (`ids`). No state, no legality."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.records.ids import Position
from games.rules.board import Board
from games.rules.facts import (
    Answered,
    AutoDoubled,
    BeaverAnswered,
    Doubled,
    Fact,
    GameOver,
    GameStarted,
    OfferAnswered,
    Offered,
    Passed,
    Played,
    Thrown,
    Undone,
)


def standing(
    facts: Iterable[Fact], *, board: Board, length: int = 0, jacoby: bool = False, beavers: bool = False, shared: bool
) -> Position | None:
    """The position after `facts` (all of the table so far, in order) with `board` on it; None where IDs cannot say it.

    `length` is the match's, 0 for money; `shared`: the dice of the lot are played. IDs know no half points, and an
    answer taken back leaves facts that do not say what stands.
    """
    here = _Here(Position(board=board, turn=0), shared)
    for fact in facts:
        here.take(fact)
    if not here.begun or here.taken_back or any(half % 2 for half in here.halves):
        return None
    score = (here.halves[0] // 2, here.halves[1] // 2)
    if length:
        return replace(here.position, length=length, score=(min(score[0], length), min(score[1], length)))
    return replace(here.position, score=(max(score[0], 0), max(score[1], 0)), jacoby=jacoby, beavers=beavers)


class _Here:
    """The position as the facts so far have it."""

    def __init__(self, position: Position, shared: bool) -> None:
        self.position = self.empty = self.before_offer = position
        self.shared = shared
        self.halves = [0, 0]
        self.begun = self.taken_back = False

    def take(self, fact: Fact) -> None:
        """Take one fact into account."""
        match fact:
            case GameStarted():
                self.position = replace(self.empty, crawford=fact.crawford)
                self.begun = self.taken_back = False
            case GameOver():
                for seat, points in fact.points:
                    self.halves[seat] += points
            case Undone():
                self.taken_back = True
            case Thrown(seat=int(seat), why=why):
                dice = _pair(fact.dice) if self.shared or why != "lot" else None
                self.position, self.begun = replace(self.position, turn=seat, dice=dice), True
            case Played(side=side) | Passed(side=side):
                self.position = replace(self.position, turn=1 - side, dice=None)
            case Offered(kind="resign", seat=seat, level=level):
                self.before_offer = self.position
                self.position = replace(self.position, turn=seat, resigned=level)
            case OfferAnswered(kind="resign"):
                self.position = self.before_offer
            case _:
                self.position = _cube(self.position, fact)


def _cube(here: Position, fact: Fact) -> Position:
    """What doubles change."""
    match fact:
        case AutoDoubled():
            return replace(here, cube=2 * here.cube)
        case Doubled(seat=seat):
            return replace(here, turn=seat, doubled=True)
        case Answered(answer="drop"):
            return replace(here, doubled=False)
        case Answered(seat=seat, value=value):
            return replace(here, cube=value, owner=seat, doubled=False)
        case BeaverAnswered(value=value):
            return replace(here, cube=value)
        case _:
            return here


def _pair(dice: tuple[int, ...]) -> tuple[int, int] | None:
    return (dice[0], dice[1]) if len(dice) == 2 else None
