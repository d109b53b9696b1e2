"""Plays a record: every roll, play and cube act through the rules, game after game, and what came of it.

Where the record and the rules differ the record is carried out and the difference told: `illegal` for plays,
`notes` for everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from games.records import carry
from games.records.course import Course, Step, further, roll
from games.records.cubes import CubeCourse
from games.records.record import AnyEvent, Cube, Further, Game, Note, Record, Resign, Result, Roll, SetUp
from games.records.scores import Running, Score, result_by_score
from games.rules.actions import HOUSE, Start
from games.rules.errors import IllegalAction
from games.rules.facts import Fact, GameOver
from games.rules.state import Opening
from games.rules.variants import variant

MOST_LENGTH = 999
"""Matches that a table can be played to."""


@dataclass(frozen=True, slots=True)
class Illegal:
    """A play that the rules refuse: the number of its game, where it was read, and why, as a code."""

    game: int
    line: int
    text: str
    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A game that was played: `start` are the facts of its beginning, then a step for each event.

    `winner` and `points` are the record's where it tells them, else what the rules made of it; `over` is the rules'
    own end of the game, None when it did not come to one.
    """

    game: Game
    score: Score
    crawford: bool
    start: tuple[Fact, ...]
    steps: tuple[Step, ...]
    winner: int | None
    points: float | None
    over: GameOver | None

    @property
    def plays(self) -> int:
        """Rolls with a play."""
        return sum(1 for step in self.steps if isinstance(step.event, Roll) and step.made)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedRecord:
    """A record that was played."""

    record: Record
    games: tuple[PlayedGame, ...]
    illegal: tuple[Illegal, ...]
    notes: tuple[Note, ...]


def play(record: Record, *, go_on: Callable[[], bool] = lambda: True) -> PlayedRecord:
    """Play all games of a record. Never raises for what stands in it.

    `go_on` is asked before every game: where it says no, that game and those after it are left out, with a note.
    """
    running = Running(record)
    played: list[PlayedGame] = []
    illegal: list[Illegal] = []
    notes = list(record.notes)
    for index, game in enumerate(record.games):
        if not go_on():
            notes.append(Note(game.line, "from here on the games are left out, they take too long"))
            break
        score, crawford = running.before(game)
        following = record.games[index + 1] if index + 1 < len(record.games) else None
        one = _Played(record, game, score, crawford)
        done = one.play(result_by_score(game, following))
        running.after(done.winner, done.points)
        played.append(done)
        illegal += [
            Illegal(index + 1, step.event.line, step.event.text, step.error)
            for step in done.steps
            if step.error is not None and step.error != "play-unknown" and isinstance(step.event, (Roll, Further))
        ]
        notes += one.notes
    notes += running.notes
    return PlayedRecord(
        record=record,
        games=tuple(played),
        illegal=tuple(illegal),
        notes=tuple(sorted(notes, key=lambda note: note.line)),
    )


class _Played:
    """One game while it is played."""

    def __init__(self, record: Record, game: Game, score: Score, crawford: bool) -> None:
        self.record, self.game, self.score, self.crawford = record, game, score, crawford
        self.result = game.result
        self.notes: list[Note] = []

    def play(self, by_score: tuple[int, float] | None) -> PlayedGame:
        """The whole game. `by_score`: its result as the score of the next game tells."""
        events, result = self.game.events, self.game.result
        if by_score and result is None:
            self.result = Result(winner=by_score[0], points=int(by_score[1]), line=self.game.line)
        elif by_score and result and result.points is None and result.winner == by_score[0]:
            self.result = replace(result, points=int(by_score[1]))
        course = self._begin(events)
        start: tuple[Fact, ...] = ()
        if course is not None:
            start, course.facts = tuple(course.facts), []
            cube = CubeCourse(course, [])
            self._events(course, cube, events)
            self._end(course, cube, by_score)
            self.notes += [Note(event.line, f"{words}: {event.text}".rstrip(": ")) for event, words in cube.notes]
        winner, points = self._result(course, by_score)
        return PlayedGame(
            game=self.game,
            score=self.score,
            crawford=self.crawford,
            start=start,
            steps=tuple(course.steps) if course else (),
            winner=winner,
            points=points,
            over=course.over if course else None,
        )

    def _begin(self, events: Sequence[AnyEvent]) -> Course | None:
        """The table at the start of the game; None, with a note, where none can be made."""
        first = next((event for event in events if isinstance(event, SetUp) and event.board is not None), None)
        at_start = first if first is not None and first is next(iter(events)) else None
        side = next((event.player - 1 for event in events if isinstance(event, (Roll, Cube))), 0)
        for rules in (dict(self.record.rules), {}):
            board = at_start.board if at_start and at_start.board else variant(self.record.variant).start()
            try:
                state = carry.table(
                    self.record.variant,
                    rules,
                    length=min(self.game.length, MOST_LENGTH),
                    score=self.score,
                    crawford=self.crawford,
                    start=Opening(board=board, side=side),
                )
                course = Course(state, board, (0, 0))
                course.do(HOUSE, Start())
            except IllegalAction as error:
                self.notes.append(Note(self.game.line, f"cannot be set up: {error}"))
                continue
            fresh = variant(self.record.variant).start().sides
            course.rolls = (int(board.sides[0] != fresh[0]), int(board.sides[1] != fresh[1]))
            if self.game.autos:
                course.state = carry.with_cube(course.state, 1 << min(self.game.autos, 20), None, turned=False)
            return course
        return None

    def _events(self, course: Course, cube: CubeCourse, events: Sequence[AnyEvent]) -> None:
        for index, event in enumerate(events):
            if course.stopped:
                self.notes.append(Note(event.line, f"the game cannot go on from here: {event.text}"))
                return
            dropped = cube.pending is not None and isinstance(event, Cube) and event.act == "drop"
            if course.over is not None and not dropped and not _told_already(event):
                self.notes.append(Note(event.line, f"after the end of the game: {event.text}"))
                return
            try:
                self._event(course, cube, event, events[index + 1 :])
            except IllegalAction as error:
                course.facts = []
                self.notes.append(Note(event.line, f"not carried out ({error.code}): {event.text}"))

    def _event(self, course: Course, cube: CubeCourse, event: AnyEvent, following: Sequence[AnyEvent]) -> None:
        if isinstance(event, Roll):
            cube.settle(event)
            roll(course, event, following)
            if course.steps[-1].made and not event.moves:
                self.notes.append(Note(event.line, f"the play is left out, it is the only one: {event.text}"))
        elif isinstance(event, Further):
            further(course, event, following)
        elif isinstance(event, Cube):
            if _answers_resignation(course, event):
                course.keep(event, made=False)
            else:
                cube.act(event, following)
        elif isinstance(event, SetUp):
            course.state = carry.set_up(course.state, event)
            course.board = course.game.board if event.board is not None else course.board
            course.keep(event, made=False)
        elif isinstance(event, Resign):
            if any(isinstance(after, Roll) for after in following):
                self.notes.append(Note(event.line, f"a resignation that was not accepted: {event.text}"))
                course.keep(event, made=False)
            else:
                self._resign(cube, event)
        else:
            course.keep(event, made=False)

    def _end(self, course: Course, cube: CubeCourse, by_score: tuple[int, float] | None) -> None:
        """A game that its events did not end: a double that was dropped, a resignation, what the players agreed."""
        result = self.result
        if course.over is not None or course.stopped or result is None or result.winner is None:
            return
        pending = cube.pending
        if pending and pending.times == 1 and pending.by == result.winner and result.points in (None, pending.base):
            cube.act(Cube(player=3 - pending.by, act="drop", line=result.line, text=result.text), ())
        elif result.how == "adjudicated":
            cube.adjudicate(result.winner, result.level or 1)
        elif result.how == "settled":
            cube.agreed(result)
        else:
            level = self._level(course, result)
            event = Resign(player=3 - result.winner, level=level, line=result.line, text=result.text)
            cube.resign(event, event.player, level)

    def _resign(self, cube: CubeCourse, event: Resign) -> None:
        """The game is given up, by whoever did not win it: some programs write the word in the winner's column."""
        result = self.result
        player = 3 - result.winner if result is not None and result.winner is not None else event.player
        level = event.level or self._level(cube.course, result)
        cube.resign(replace(event, player=player), player, level)

    def _level(self, course: Course, result: Result | None) -> int:
        """The level of a resignation: as written, else as follows from the points and the cube."""
        if result is None or (result.level is None and result.points is None):
            return 1
        if result.level is not None:
            return result.level
        value = course.game.stakes[0].value
        level, rest = -(-(result.points or 1) // value), (result.points or 1) % value
        if (rest or not 1 <= level <= 3) and not self._capped(result.winner, result.points):
            self.notes.append(Note(result.line, f"the points do not follow from the cube: {result.text}"))
        return min(max(level, 1), 3)

    def _result(self, course: Course | None, by_score: tuple[int, float] | None) -> tuple[int | None, float | None]:
        """Winner and points: two of the board, the written result and the next score against the third."""
        over, result = course.over if course else None, self.game.result
        by_rules = None if over is None else _by_rules(over)
        written: tuple[int, float | None] | None = None
        if result is not None and result.winner is not None:
            written = (result.winner, result.points)
        told = [source for source in (by_rules, by_score, written) if source is not None]
        winners = [winner for winner, _ in told]
        if not told:
            return None, 0 if over is not None else None
        winner = max(winners, key=winners.count)
        if len(set(winners)) > 1:
            self._contradiction("winner", winner)
        if written and course and self._impossible(course, written[1]):
            written = by_score or (written[0], self._most(course, written[0]))
        amounts = [source[1] for source in (written, by_rules, by_score) if source and source[0] == winner]
        points = next((amount for amount in amounts if amount is not None), None)
        if by_rules and points is not None and by_rules[0] == winner:
            self._compare(winner, points, by_rules[1])
        return winner, points

    def _compare(self, winner: int, points: float, by_rules: float) -> None:
        """Points as written beside those that the rules make; a program may have written no more than were missing."""
        capped = points < by_rules and self._capped(winner, points)
        if points != by_rules and not capped:
            self._contradiction("points by the rules", f"{by_rules:g}, as written {points:g}")

    def _impossible(self, course: Course, points: float | None) -> bool:
        """Whether points are more than the cube makes, and more than were missing to the length: a mark, no points."""
        if points is None or not self.game.length:
            return False
        return points > max(3 * course.game.stakes[0].value, self.game.length - min(self.score))

    def _most(self, course: Course, winner: int) -> float:
        """The most that the winner can have got: three times the cube, or what he was missing to the length."""
        return min(3 * course.game.stakes[0].value, self.game.length - self.score[winner - 1])

    def _capped(self, winner: int | None, points: float | None) -> bool:
        """Whether the points are just those that were missing to the length: some programs write no more."""
        return winner is not None and points is not None and self.score[winner - 1] + points == self.game.length

    def _contradiction(self, what: str, value: object) -> None:
        line = self.game.result.line if self.game.result and self.game.result.line else self.game.line
        self.notes.append(Note(line, f"the record contradicts itself; {what}: {value}"))


def _by_rules(over: GameOver) -> tuple[int, float] | None:
    """Winner and points of a game that ended by the rules; None for a draw."""
    gains = dict(over.points)
    first, second = gains.get(0, 0), gains.get(1, 0)
    return None if first == second else (1 if first > second else 2, over.value)


def _answers_resignation(course: Course, event: Cube) -> bool:
    """Whether the words of the cube answer a resignation, which programs write with the same words."""
    return event.act in ("take", "drop") and bool(course.steps) and isinstance(course.steps[-1].event, Resign)


def _told_already(event: AnyEvent) -> bool:
    """What may follow the end of a game without changing anything: words, and what the house has done by itself."""
    if isinstance(event, (Roll, Further)):
        return event.last or not event.moves
    return not isinstance(event, (Cube, SetUp, Resign))
