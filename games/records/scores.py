"""Before the games of a record are played: at what score each stands, and which one is the Crawford game.

The lines of the record rule; where it says nothing the score follows from the results so far.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from games.records.record import Cube, Game, Note, Record

Score = tuple[float, float]


@dataclass(slots=True)
class Running:
    """The score as it grows from game to game, and whether the Crawford game of the match is behind us."""

    record: Record
    notes: list[Note] = field(default_factory=list)
    score: Score | None = None
    length: int = 0
    crawford_played: bool = False

    def before(self, game: Game) -> tuple[Score, bool]:
        """The score before a game, and whether it is the Crawford game."""
        fresh = game.length != self.length or game.score == (0, 0)
        if fresh:
            self.crawford_played = False
        expected, self.length = self.score, game.length
        score = game.score if game.score is not None else expected or (0, 0)
        if expected is not None and score != expected and not fresh:
            self.notes.append(
                Note(game.line, f"the score here is {_text(score)}, the games before make {_text(expected)}")
            )
        crawford = self._crawford(game, score)
        self.score = score
        return score, crawford

    def after(self, winner: int | None, points: float | None) -> None:
        """A game has ended."""
        if self.score is not None and winner is not None and points is not None:
            first, second = self.score
            self.score = (first + points, second) if winner == 1 else (first, second + points)
        elif winner is None:
            self.score = None

    def _crawford(self, game: Game, score: Score) -> bool:
        """The first game at one point from the end, once a match; a turned cube shows that it was another one."""
        length = game.length
        if not length or self.record.rules.get("crawford") is False:
            return False
        away = [length - points for points in score]
        if min(away) > 1:
            return bool(game.crawford)
        first, self.crawford_played = not self.crawford_played, True
        if game.crawford is not None:
            return game.crawford
        doubled = any(isinstance(event, Cube) for event in game.events)
        both = max(away) <= 1 < length
        return first and not doubled and not both


def result_by_score(game: Game, following: Game | None) -> tuple[int, float] | None:
    """Winner and points of a game as the score over the next one tells; None where it does not."""
    if following is None or game.score is None or following.score is None or game.length != following.length:
        return None
    gained = [after - before for before, after in zip(game.score, following.score, strict=True)]
    if min(gained) != 0 or max(gained) <= 0:
        return None
    return (1, gained[0]) if gained[0] else (2, gained[1])


def _text(score: Score) -> str:
    return " : ".join(f"{points:g}" for points in score)
