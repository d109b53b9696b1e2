"""The cube of a game of a record, and how games end that the board does not end: drops, resignations, results written.

What the rules allow goes through `advance`; what a live table would refuse (a dead cube, one turned in the Crawford
game, a beaver in a match) is carried out all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.records import carry
from games.records.course import Course
from games.records.record import AnyEvent, Comment, Cube, Resign, Result, Roll, SetUp
from games.rules.actions import HOUSE, Accept, Adjudicate, Answer, Double, OnBeaver, Reply, Settle
from games.rules.actions import Resign as GiveUp
from games.rules.errors import IllegalAction


@dataclass(slots=True)
class Pending:
    """An offered cube: `by` player, from `base`, raised `times` so far, last by `raiser`.

    `asked`: the table has asked the other seat.
    """

    by: int
    base: int
    raiser: int
    times: int = 1
    asked: bool = False


@dataclass(slots=True)
class CubeCourse:
    """What the players do with the cube; `notes` gets what does not fit, as (event, words)."""

    course: Course
    notes: list[tuple[AnyEvent | Result, str]]
    pending: Pending | None = None

    def act(self, event: Cube, following: Sequence[AnyEvent]) -> None:
        """Carry out one act."""
        pending = self.pending
        if event.act == "double" and (pending is None or pending.raiser == event.player):
            self._double(event, following)
        elif event.act in ("double", "beaver", "raccoon"):
            self._raise(event, pending)
        elif event.act == "take":
            self._take(event, pending)
        elif pending is None and any(isinstance(after, Roll) for after in following):
            self.notes.append((event, "nothing was doubled, and the game goes on"))
            self.course.keep(event, made=False)
        else:
            self._drop(event, pending)

    def settle(self, event: AnyEvent) -> None:
        """A roll comes: a double that nobody has answered must have been taken."""
        if self.pending is not None:
            if self.pending.times == 1:
                self.notes.append((event, "the double before this was not answered: taken"))
                self._taken(self.pending)
            self.pending = None

    def _double(self, event: Cube, following: Sequence[AnyEvent]) -> None:
        course, seat = self.course, event.player - 1
        if self.pending is not None:
            self.notes.append((event, "a double that was not answered"))
        course.rest(seat)
        stake = course.game.stakes[0]
        value = stake.value
        if event.value and event.value != 2 * value and event.value > 1:
            self.notes.append((event, f"the cube stood at {value}: set to {event.value // 2} before this double"))
            value = event.value // 2
            course.state = carry.with_cube(course.state, value, stake.owner, turned=stake.turned)
        self.pending = Pending(event.player, value, event.player)
        try:
            course.do(seat, Double(if_beavered=_reply_to_beaver(event, following)))
        except IllegalAction:
            course.keep(event)
            return
        self.pending.asked = True
        course.keep(event)

    def _answer(self, event: Cube, reply: Reply) -> bool:
        """Answer the table's question; False where it has not asked, or refuses the answer."""
        pending = self.pending
        if pending is None or not pending.asked or pending.by == event.player:
            return False
        pending.asked = False
        try:
            self.course.do(event.player - 1, Answer(replies=((reply, ()),)))
        except IllegalAction:
            return False
        return True

    def _raise(self, event: Cube, pending: Pending | None) -> None:
        """A beaver, a raccoon, and whatever is raised after it: the cube stays with the one who was doubled."""
        if pending is None:
            self.notes.append((event, "nothing was doubled"))
            self.course.keep(event, made=False, error="no-double-offered")
            return
        answered = pending.times == 1 and self._answer(event, "beaver")
        pending.times, pending.raiser = pending.times + 1, event.player
        if not answered:
            self._stands(pending, pending.base << pending.times)
        self.course.keep(replace(event, act="beaver" if pending.times == 2 else "raccoon"))

    def _take(self, event: Cube, pending: Pending | None) -> None:
        if pending is None:
            self.notes.append((event, "a take without a double"))
            pending = self.pending = Pending(3 - event.player, self.course.game.stakes[0].value, 3 - event.player)
        if pending.times == 1 and not self._answer(event, "take"):
            self._taken(pending)
        self.pending = None
        self.course.keep(event)

    def _taken(self, pending: Pending) -> None:
        self._stands(pending, 2 * pending.base)

    def _stands(self, pending: Pending, value: int) -> None:
        """The cube at this value, with the one who was doubled; the doubler is to throw."""
        course, holder = self.course, 2 - pending.by
        course.rest(pending.by - 1)
        course.state = carry.with_cube(course.state, value, holder, turned=True)

    def _drop(self, event: Cube, pending: Pending | None) -> None:
        """Who drops loses the stake before his opponent's last raise."""
        course = self.course
        if pending is None:
            self.notes.append((event, "a drop without a double"))
        dropped = pending is not None and pending.times == 1 and self._answer(event, "drop")
        if not dropped and course.over is None:
            if pending is not None and pending.times > 1:
                stake = course.game.stakes[0]
                course.state = carry.with_cube(
                    course.state, pending.base << (pending.times - 1), stake.owner, turned=True
                )
            self.adjudicate(3 - event.player, 1)
        self.pending = None
        course.keep(event)

    def adjudicate(self, winner: int, level: int) -> None:
        """The game is given to a player."""
        self.course.rest(winner - 1)
        self.course.do(HOUSE, Adjudicate(winner - 1, level))

    def resign(self, event: AnyEvent, player: int, level: int) -> None:
        """A player gives up at a level, and the other accepts."""
        course = self.course
        if self.pending is not None:
            self.pending = None
            course.rest(player - 1)
        try:
            course.do(player - 1, GiveUp(level))
            course.do(2 - player, Accept())
        except IllegalAction:
            self.adjudicate(3 - player, level)
        course.keep(event)

    def agreed(self, result: Result) -> None:
        """The players settled: the winner gets the points written."""
        course, winner = self.course, (result.winner or 1) - 1
        try:
            course.do(winner, Settle(result.points or 0))
            course.do(1 - winner, Accept())
        except IllegalAction:
            self.notes.append((result, "a settlement that cannot be carried out"))
        course.facts = []


def _reply_to_beaver(event: Cube, following: Sequence[AnyEvent]) -> OnBeaver:
    """What the doubler says to a beaver later in the record."""
    cubes: list[Cube] = []
    for after in following:
        if isinstance(after, Cube):
            cubes.append(after)
        elif not isinstance(after, (Comment, SetUp, Resign)):
            break
        if len(cubes) == 2:
            break
    if len(cubes) == 2 and cubes[1].player == event.player and cubes[0].player != event.player:
        if cubes[1].act == "drop":
            return "drop"
        if cubes[1].act in ("raccoon", "double", "beaver"):
            return "raccoon"
    return "accept"
