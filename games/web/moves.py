"""The list of moves: what happened, game by game, in two columns, each move a link to its position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import texts
from games.commands import printed
from games.queries import Line
from games.rules.facts import (
    Answered,
    BeaverAnswered,
    Doubled,
    Fact,
    GameOver,
    GameStarted,
    OfferAnswered,
    Offered,
    Passed,
    Played,
    TimedOut,
    Undone,
)
from games.rules.state import Phase, State

MINE, OTHER = 0, 1
"""Columns: the reader's side (or side 0), and the other one."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that a side did, as short as on a score sheet. `seq` is the entry of its position, None: not yet."""

    text: str
    seq: int | None


@dataclass(slots=True)
class Row:
    """A line of the sheet: what each side did, one after the other."""

    number: int
    cells: tuple[list[Item], list[Item]] = field(default_factory=lambda: ([], []))


@dataclass(slots=True)
class Sheet:
    """One game: its rows, and how it ended."""

    number: int
    title: str
    rows: list[Row] = field(default_factory=list)
    open: bool = False

    def add(self, column: int, item: Item) -> None:
        """Put an item behind the others: in the present row while its column is free, else in a new one."""
        row = self.rows[-1] if self.rows else None
        if row is None or row.cells[column] or (column == MINE and row.cells[OTHER]):
            row = Row(len(self.rows) + 1)
            self.rows.append(row)
        row.cells[column].append(item)


def sheets(lines: Sequence[Line], *, names: Sequence[str], side: int, state: State | None = None) -> list[Sheet]:
    """The games of a table, the running one (or the last) last and open. `side` has the left column."""
    games: list[Sheet] = []
    sides: dict[int, int] = {}
    reading = texts.Reading(names, None)
    for line in lines:
        for fact in line.facts:
            match fact:
                case GameStarted():
                    sides = fact.sides
                    games.append(Sheet(fact.game, _("Game %(number)d") % {"number": fact.game}))
                case GameOver() if games:
                    games[-1].title = texts.fact(fact, names=names)
                case _ if games:
                    for seat, text in items(fact, reading):
                        column = MINE if sides.get(seat, 0) == side else OTHER
                        games[-1].add(column, Item(text, line.seq))
                    reading.follow(fact)
    if games:
        games[-1].open = True
        _pending(games[-1], state, side)
    return games


def _pending(sheet: Sheet, state: State | None, side: int) -> None:
    """The roll that waits for its play: `42: …`, or just the dots where it is to be named."""
    game = state.game if state else None
    if game is None or game.phase is not Phase.MOVE or game.turn is None:
        return
    stage = game.turn.stages[0] if game.turn.stages else ()
    thrown = f"{_roll(game.turn.dice, stage)} …" if game.turn.dice else "…"
    sheet.add(MINE if game.turn.mover == side else OTHER, Item(thrown, None))


def items(fact: Fact, reading: texts.Reading) -> Iterator[tuple[int, str]]:
    """The seat and the words of a fact that stands on the sheet; nothing for the others.

    Where several seats have cubes it is said whose doubles and answers they are.
    """
    match fact:
        case Played():
            yield fact.seat, f"{_roll(fact.dice, fact.stage)} {texts.play(fact.steps)}"
        case Passed():
            yield fact.seat, f"{_roll(fact.dice, fact.stage)} –"
        case Doubled():
            what = f"{_word('double')} → {', '.join(map(str, sorted(set(fact.values))))}"
            yield fact.seat, reading.said(fact.seat, what) if reading.several else what
        case Answered() | BeaverAnswered():
            what = _word(fact.answer)
            yield fact.seat, reading.answered(fact.seat, fact.stake, what) if reading.several else what
        case Offered(kind="resign"):
            yield fact.seat, f"{_word('resign')} ({texts.win(fact.level)})"
        case OfferAnswered():
            yield fact.by, _word("accept" if fact.accepted else "decline")
        case Undone():
            yield fact.seat, _("taken back")
        case TimedOut():
            yield fact.seat, _("no answer in time")


def _roll(dice: Sequence[int], stage: Sequence[int]) -> str:
    """A roll as a score sheet has it, the higher number first: `42:`; with a stage of other numbers `33 44:`."""
    shown = [dice] if set(stage) <= set(dice) else [dice, stage]
    return " ".join("".join(map(str, sorted(numbers, reverse=True))) for numbers in shown) + ":"


def _word(concept: str) -> str:
    """The command's word in the reader's language."""
    return printed(concept, "ru" if get_language() == "ru" else "en")
