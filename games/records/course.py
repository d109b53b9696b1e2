"""One game of a record on its way through the rules: rolls and plays. The cube is in `cubes`, the whole in `playing`.

Every roll and play is an action of `advance`. Between two turns the table is brought to rest (`carry.at_rest`), because
the record alone says what comes next; dice that it does not hold are never looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from games.records import carry
from games.records.record import AnyEvent, Further, Roll
from games.rules.actions import HOUSE, Action, Adjudicate, Move, Name, Play
from games.rules.actions import Roll as Throw
from games.rules.board import BAR, Board
from games.rules.errors import IllegalAction
from games.rules.facts import Fact, GameOver, Passed, Played, Thrown
from games.rules.notation import read_play
from games.rules.plays import legal_plays
from games.rules.scoring import class_times
from games.rules.state import Game, Phase, State, options, spot
from games.rules.table import advance
from games.rules.variants import Variant


class Dice:
    """The throws that a record holds for the moment. `lacking`: the first one (game, number) that it does not hold."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, ...]] = []
        self.lacking: tuple[int, int] | None = None

    def load(self, *throws: tuple[int, ...]) -> None:
        """What comes next."""
        self._waiting = list(throws)
        self.lacking = None

    def __call__(self, game: int, n: int, dice: int) -> tuple[int, ...]:
        """The next throw of the record, or a stand-in: every roll in turn, so that nobody passes for ever.

        Nothing that comes of a stand-in is kept.
        """
        if self._waiting:
            return self._waiting.pop(0)
        if self.lacking is None:
            self.lacking = (game, n)
        return tuple(n // 6**place % 6 + 1 for place in range(dice))


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What came of an event: the position and the cube after it (`owner` 0: the middle), and the facts.

    `made`: a play was made, or a cube act carried out. `error`: why the rules refuse it, as a code.
    """

    event: AnyEvent
    board: Board
    cube: int
    owner: int
    facts: tuple[Fact, ...] = ()
    made: bool = True
    error: str | None = None


@dataclass(slots=True)
class Course:
    """The game so far. `state` is the table's, `board` the position; `stopped`: it cannot go on from here."""

    state: State
    board: Board
    rolls: tuple[int, int]
    dice: Dice = field(default_factory=Dice)
    steps: list[Step] = field(default_factory=list)
    over: GameOver | None = None
    stopped: bool = False
    facts: list[Fact] = field(default_factory=list)
    """Of the event that is being played."""
    later: list[Board] = field(default_factory=list)
    """Boards after plays of the house that the record has not come to yet."""
    passes: int = 0
    """Stages of the present turn that the house has passed, and the record has not come to yet."""

    @property
    def game(self) -> Game:
        """The running game."""
        if self.state.game is None:
            raise IllegalAction("no-game")
        return self.state.game

    @property
    def variant(self) -> Variant:
        """The game's rules."""
        return options(self.state).variant

    def rest(self, side: int) -> None:
        """Bring the table to rest before a throw of `side`."""
        self.state = carry.at_rest(carry.with_board(self.state, self.board), side, self.rolls)
        self.passes = 0

    def do(self, seat: int, action: Action) -> None:
        """Take an action through the rules; what follows from dice that the record does not hold is cut off."""
        state, facts = advance(self.state, seat, action, self.dice)
        lacking = self.dice.lacking
        for fact in facts:
            if isinstance(fact, Thrown) and (fact.game, fact.n) == lacking:
                break
            self.facts.append(fact)
            self.passes += isinstance(fact, Passed)
            if isinstance(fact, Played):
                self._played(fact)
            if isinstance(fact, GameOver):
                self.over = fact
                break
        if self.over is None:
            self.state = state

    def _played(self, fact: Played) -> None:
        """The board after a play; what the house plays (the last throw) is shown when the record comes to it."""
        board = self.later[-1] if self.later else self.board
        board = carry.moved(board, fact.side, [(start, end) for start, end, _ in fact.steps], self.variant)
        if fact.source == "house":
            self.later.append(board)
        else:
            self.board = board

    def told(self, event: Roll | Further) -> None:
        """The record comes to what the house has thrown and played by itself."""
        if event.moves and self.later:
            self.board = self.later.pop(0)
        self.keep(event, made=bool(event.moves))

    def keep(self, event: AnyEvent, *, made: bool = True, error: str | None = None) -> None:
        """Write down what came of an event."""
        stake = self.game.stakes[0]
        owner = 0 if stake.owner is None else stake.owner + 1
        self.steps.append(
            Step(
                event=event,
                board=self.board,
                cube=stake.value,
                owner=owner,
                facts=tuple(self.facts),
                made=made,
                error=error,
            )
        )
        self.facts = []


def roll(course: Course, event: Roll, following: Sequence[AnyEvent]) -> None:
    """Throw and play as the record says; a play that the rules refuse is made as written."""
    seat = event.player - 1
    if len(event.dice) != course.variant.dice:
        course.keep(event, made=False, error="bad-roll")
        return
    if event.last:
        course.told(event)
        return
    if not _thrown(course, seat, event):
        course.rest(seat)
        course.dice.load(event.dice)
        course.do(seat, Throw())
    course.rolls = (course.rolls[0] + 1, course.rolls[1]) if seat == 0 else (course.rolls[0], course.rolls[1] + 1)
    _play(course, event, event.dice if event.named else None, following)


def further(course: Course, event: Further, following: Sequence[AnyEvent]) -> None:
    """The play of the next stage of the same roll."""
    if event.last:
        course.told(event)
        return
    _play(course, event, event.dice, following)


def _thrown(course: Course, seat: int, event: Roll) -> bool:
    """Whether the house has thrown this roll already: the bonus of a turn that goes on."""
    turn = course.game.turn
    if not course.steps or course.game.phase is not Phase.MOVE or turn is None or turn.mover != seat:
        return False
    bonus = any(isinstance(fact, Thrown) and fact.why == "bonus" for fact in course.steps[-1].facts)
    return bonus and sorted(turn.dice) == sorted(event.dice)


def _play(course: Course, event: Roll | Further, named: tuple[int, ...] | None, following: Sequence[AnyEvent]) -> None:
    """The play of a stage, after its throw."""
    seat = event.player - 1
    course.dice.load(*_thrown_within(course, following, event.player))
    if not event.moves:
        _nothing(course, event, named, following)
        return
    refusal = "no-legal-step" if course.passes else _made(course, seat, event, named)
    if refusal is None:
        course.keep(event)
    else:
        _as_written(course, event, refusal)


def _made(course: Course, seat: int, event: Roll | Further, named: tuple[int, ...] | None) -> str | None:
    """Make the play by the rules; why they refuse it, None when it is made."""
    moves = event.moves
    for _ in range(2):
        try:
            course.do(seat, Play(moves, named))
        except IllegalAction as error:
            if error.code == "ambiguous-play" and moves == event.moves:
                moves = _way(course, seat, event, error)
                continue
            return str(error.data.get("rule", error.code))
        return None
    return "ambiguous-play"


def _thrown_within(course: Course, following: Sequence[AnyEvent], player: int) -> list[tuple[int, ...]]:
    """Dice that the house throws as soon as this play is made: a bonus roll, or the last throw of the game."""
    after, turn = following[0] if following else None, course.game.turn
    goes_on = turn is not None and bool(turn.sequel)
    if isinstance(after, Roll) and (after.last or (goes_on and after.player == player)):
        return [after.dice]
    return []


def _way(course: Course, seat: int, event: Roll | Further, error: IllegalAction) -> tuple[Move, ...]:
    """Of the ways to make a play that hit different men the one that the stars tell, else the one with fewest hits."""
    stars = event.stars if isinstance(event, Roll) and event.stars is not None else frozenset()
    ways = [read_play(str(way)) for way in _listed(error.data["ways"])]
    return min(ways, key=lambda way: (len(_hits(course, seat, way) ^ stars), len(_hits(course, seat, way))))


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, (list, tuple)) else []


def _hits(course: Course, seat: int, way: Sequence[Move]) -> frozenset[int]:
    """The points on which these single steps hit."""
    his, facing = course.board.sides[1 - seat], course.variant.facing
    return frozenset(end for _, end in way if 0 < end < BAR and his[facing(end)] == 1)


def _nothing(
    course: Course, event: Roll | Further, named: tuple[int, ...] | None, following: Sequence[AnyEvent]
) -> None:
    """A roll without a play: a pass; the roll with which the game broke off; or a play that is missing."""
    if not course.passes and named:
        course.do(event.player - 1, Name(named))
    goes_on = any(isinstance(after, (Roll, Further)) for after in following)
    if course.passes or not goes_on or course.game.phase is Phase.LOCKED:
        course.passes = max(course.passes - 1, 0)
        course.keep(event, made=False)
        return
    only = _only_play(course, event)
    if only and _made(course, event.player - 1, replace(event, moves=only), named) is None:
        course.keep(replace(event, moves=only))
    else:
        course.keep(event, made=False, error=_why_nothing(event))


def _only_play(course: Course, event: Roll | Further) -> tuple[Move, ...]:
    """The one legal play where a record leaves the play out (and does not say that there was none); else nothing."""
    here = spot(course.state)
    said = event.text.partition(":")[2]
    if here is None or any(char.isalpha() for char in said):
        return ()
    plays = legal_plays(here)
    return tuple((start, end) for start, end, _ in plays[0].steps) if len(plays) == 1 else ()


def _why_nothing(event: Roll | Further) -> str:
    """Why no play stands where one could be made: the record leaves it out, or says itself that it was illegal."""
    if "illegal play" in event.text.lower():
        return "illegal-play"
    return "play-unknown" if isinstance(event, Roll) and event.unknown else "must-play-more"


def _as_written(course: Course, event: Roll | Further, refusal: str) -> None:
    """Carry out a play that the rules refuse; the game stops where no man stands to make it."""
    side = event.player - 1
    try:
        board = carry.moved(course.board, side, event.moves, course.variant)
    except IllegalAction:
        course.stopped = True
        course.keep(event, made=False, error=refusal)
        return
    course.board = board
    course.rest(1 - side)
    course.keep(event, error=refusal)
    ending = course.variant.ended(board, side)
    if ending is not None:
        _decided(course, ending.winner, ending.level)


def _decided(course: Course, winner: int | None, level: int) -> None:
    """The board is empty after a play that the rules refuse: the game is over as it stands."""
    if winner is None:
        return
    score = course.variant.score
    course.do(HOUSE, Adjudicate(winner, min((1, 2, 3), key=lambda class_: abs(class_times(score, class_) - level))))
    last = course.steps[-1]
    course.steps[-1] = replace(last, facts=(*last.facts, *course.facts))
    course.facts = []
