"""One step of a game of an imported record, for the viewer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from games import texts
from games.boards.shown import last_play
from games.boards.view import Cube as CubeView
from games.boards.view import Die, LastPlay, View
from games.models import ImportedRecord, Profile
from games.records.course import Step
from games.records.ids import Position
from games.records.playing import PlayedRecord
from games.records.record import Comment, Cube, Further, Lot, Resign, Roll, SetUp
from games.rules.board import Board
from games.rules.facts import Fact, GameOver, GameStarted, Passed, Played, Thrown
from games.rules.variants import Variant, variant
from games.web.boards import big_svg, in_words
from games.web.imports import plain, replayed
from games.web.moves import MINE, OTHER, Item, Sheet, items
from games.web.positions import PositionPage, position_ids

MOST_AUTOS = 20
"""No cube stands higher (`records.carry`)."""


@dataclass(frozen=True, slots=True)
class Stand:
    """What stands on the table: the men, and the cube with its owner (0: the middle, else the player)."""

    board: Board
    cube: int
    owner: int

    @property
    def side(self) -> int | None:
        """The side that owns the cube."""
        return self.owner - 1 if self.owner else None


class Replay:
    """Game `number` of a record; `home` is the address of the record's page."""

    def __init__(self, row: ImportedRecord, number: int, *, home: str) -> None:
        self.row, self.number, self.home = row, number, home
        self.told: dict[str, Any] = row.summary["games"][number - 1]
        self.names: list[str] = self.told["names"]
        self.played: PlayedRecord = replayed(row, number)
        [self.game] = self.played.games
        self.variant: Variant = variant(self.played.record.variant)

    @property
    def steps(self) -> Sequence[Step]:
        """What happened, in order. Step 0 of the viewer is the start, step 1 the first of these."""
        return self.game.steps

    def page(self, number: int, *, player: Profile | None) -> PositionPage:
        """The page of step `number` (0…). `player` is who reads."""
        title = _("%(title)s · game %(number)d") % {"title": " – ".join(self.names), "number": self.number}
        view = self._view(number, player)
        step = self.steps[number - 1] if number else None
        return PositionPage(
            seq=number,
            title=title,
            board=big_svg(view, title=title),
            words=in_words(view),
            told=self._told(step),
            back=self.home,
            positions=f"{self.home}{self.number}/",
            previous=self._before(number),
            following=self._after(number),
            games=[self._sheet()],
            columns=(self.names[0], self.names[1]),
            ids=self._ids(number),
            about=f"{about(self.told)} · {_('light men: %(name)s') % {'name': self.names[0]}}",
            warning=_warning(step) if step else "",
        )

    def _before(self, number: int) -> str | None:
        """The step before, or the end of the game before."""
        if number:
            return f"{self.home}{self.number}/{number - 1}/"
        if self.number > 1:
            return f"{self.home}{self.number - 1}/{self.row.summary['games'][self.number - 2]['steps']}/"
        return None

    def _after(self, number: int) -> str | None:
        """The step after, or the start of the next game."""
        if number < len(self.steps):
            return f"{self.home}{self.number}/{number + 1}/"
        return f"{self.home}{self.number + 1}/0/" if self.number < len(self.row.summary["games"]) else None

    def _stand(self, number: int) -> Stand:
        """What stands on the table after step `number`."""
        if number:
            step = self.steps[number - 1]
            return Stand(step.board, step.cube, step.owner)
        first = self.steps[0].event if self.steps else None
        board = first.board if isinstance(first, SetUp) and first.board else self.variant.start()
        return Stand(board, 1 << min(self.game.game.autos, MOST_AUTOS), 0)

    def _view(self, number: int, player: Profile | None) -> View:
        stand = self._stand(number)
        step = self.steps[number - 1] if number else None
        event = step.event if step else None
        roll = event if isinstance(event, Roll) else None
        cube = CubeView(stand.cube, stand.side)
        if isinstance(event, Cube) and event.act == "double":
            cube = CubeView(2 * stand.cube, 2 - event.player, offered=True)
        return View(
            board=stand.board,
            facing=self.variant.facing,
            mirrored=bool(player and player.mirrored),
            heads=self.variant.head_limit != "none",
            mover=roll.player - 1 if roll else None,
            dice=tuple(Die(face, used=True) for face in roll.dice) if roll else (),
            cubes=(cube,) if self.variant.cube and not self.game.crawford else (),
            last=_last(step) if step else None,
        )

    def _facts(self, step: Step) -> Iterator[Fact]:
        """The facts of a step, with the game's number in the record; a play that was made against the rules too."""
        for fact in step.facts:
            yield replace(fact, game=self.number) if isinstance(fact, (GameStarted, GameOver, Thrown)) else fact
        event = step.event
        if isinstance(event, (Roll, Further)) and step.made and not any(isinstance(f, Played) for f in step.facts):
            moves = tuple((start, end, False) for start, end in event.moves)
            dice = event.dice or ()
            yield Played(seat=event.player - 1, side=event.player - 1, dice=dice, stage=dice, steps=moves)

    def _told(self, step: Step | None) -> list[str]:
        """What happened at a step, in sentences."""
        if step is None:
            start = [replace(fact, game=self.number) for fact in self.game.start if isinstance(fact, GameStarted)]
            return texts.story(start, names=self.names)
        event = step.event
        if isinstance(event, Lot) and len(event.dice) == 2:
            first, second = event.dice
            seat = None if first == second else int(second > first)
            lot = Thrown(game=self.number, n=0, dice=event.dice, why="lot", seat=seat)
            return texts.story([lot], names=self.names)
        if isinstance(event, SetUp):
            return [_("The position is set up")]
        told = texts.story(list(self._facts(step)), names=self.names)
        if told and (step.made or not isinstance(event, (Roll, Further)) or _passed(step)):
            return told
        return [plain(event.text)] if isinstance(event, Comment) else [self._as_written(step)]

    def _as_written(self, step: Step) -> str:
        """A step of which the rules have nothing to tell."""
        event = step.event
        roll = _("roll %(dice)s") % {"dice": texts.dice(event.dice)} if isinstance(event, Roll) else ""
        what = roll or plain(event.text)
        player = getattr(event, "player", None)
        return _("%(who)s: %(what)s") % {"who": self.names[player - 1], "what": what} if player else what

    def _sheet(self) -> Sheet:
        """The list of moves of this game."""
        sheet = Sheet(self.number, _("Game %(number)d") % {"number": self.number}, open=True)
        reading = texts.Reading(self.names, None)
        for number, step in enumerate(self.steps, start=1):
            said = [entry for fact in self._facts(step) for entry in items(fact, reading)]
            event = step.event
            if not said and isinstance(event, Roll):
                said = [(event.player - 1, f"{''.join(map(str, event.dice))}: {'?' if step.error else '–'}")]
            elif not said and isinstance(event, (Cube, Resign)):
                said = [(event.player - 1, self._act(event))]
            for seat, text in said:
                sheet.add(OTHER if seat else MINE, Item(f"{text} (!)" if step.error else text, number))
        return sheet

    def _act(self, event: Cube | Resign) -> str:
        """An act that the rules did not carry out, in the word of the record."""
        return event.act if isinstance(event, Cube) else plain(event.text)

    def _ids(self, number: int) -> list[tuple[str, str]]:
        """The names of the position before a roll was played and after it, or of the one that a cube act leaves."""
        if "sgf" not in self.row.summary["kinds"] or not self.steps:
            return []
        if number == 0:
            opening = next((s.event for s in self.steps if isinstance(s.event, (Roll, Cube, Resign))), None)
            return position_ids(self._position(0, opening.player - 1)) if opening else []
        step = self.steps[number - 1]
        event = step.event
        over = any(isinstance(fact, GameOver) for fact in step.facts)
        if isinstance(event, Roll):
            first, second = event.dice
            asked = self._position(number - 1, event.player - 1, dice=(first, second))
            left = [] if over else position_ids(self._position(number, 2 - event.player))
            before = [
                (_("%(program)s, before the move") % {"program": name}, word) for name, word in position_ids(asked)
            ]
            return before + [(_("%(program)s, after it") % {"program": name}, word) for name, word in left]
        if isinstance(event, Cube) and not over:
            doubler = event.player - 1 if event.act == "double" else 2 - event.player
            return position_ids(self._position(number, doubler, doubled=event.act == "double"))
        return []

    def _position(self, number: int, turn: int, **asked: Any) -> Position:
        """The position after step `number` with `turn` on roll."""
        stand, record = self._stand(number), self.played.record
        length, (first, second) = self.game.game.length, self.game.score
        return Position(
            board=stand.board,
            turn=turn,
            cube=stand.cube,
            owner=stand.side,
            length=length,
            score=(max(int(first), 0), max(int(second), 0)),
            crawford=self.game.crawford,
            jacoby=not length and record.rules.get("jacoby", "off") != "off",
            beavers=not length and bool(record.rules.get("beavers", True)),
            **asked,
        )


def about(told: dict[str, Any]) -> str:
    """The score before a game and what is played for, in one line. `told` is its part of the summary."""
    score = " : ".join(texts.number(int(2 * points)) for points in told["score"])
    parts = [_("Score %(score)s") % {"score": score}, texts.format_name(*_format(told["length"]))]
    return " · ".join([*parts, _("Crawford game")] if told["crawford"] else parts)


def _format(length: int) -> tuple[str, dict[str, object]]:
    return ("match", {"length": length}) if length else ("money", {})


def _passed(step: Step) -> bool:
    return any(isinstance(fact, (Passed, Played)) for fact in step.facts)


def _last(step: Step) -> LastPlay | None:
    """The arrows of a step."""
    event = step.event
    found = last_play(step.facts)
    if found is None and isinstance(event, (Roll, Further)) and step.made:
        return LastPlay(event.player - 1, event.moves)
    return found


def _warning(step: Step) -> str:
    """What the rules have against a step."""
    if step.error is None:
        return ""
    parts = {"why": texts.refusal(step.error), "line": step.event.line, "text": plain(step.event.text)}
    if step.made:
        return _("Against the rules: %(why)s. Carried out as written. Line %(line)d: «%(text)s»") % parts
    return _("Not carried out: %(why)s. Line %(line)d: «%(text)s»") % parts
