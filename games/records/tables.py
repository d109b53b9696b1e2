"""From what happened at a table of ours to a record: facts in, a `Record` out, for every writer of records.

A chouette is written as the bet that lived longest in each game: the box against that member, as player 1 and 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.records.record import (
    AnyEvent,
    Cube,
    CubeAct,
    Further,
    Game,
    How,
    Lot,
    Names,
    Record,
    Resign,
    Result,
    Roll,
    SetUp,
)
from games.rules.facts import (
    Answered,
    AnswerGiven,
    AutoDoubled,
    BeaverAnswered,
    Declared,
    Doubled,
    Fact,
    GameOver,
    GameStarted,
    Named,
    OfferAnswered,
    Offered,
    Passed,
    Played,
    Sealed,
    StakeClosed,
    StakeMade,
    Thrown,
    Undone,
)
from games.rules.formats import Options, agreed
from games.rules.formats.chouette import base_value
from games.rules.state import Opening

_ANSWERS = (Played, Named, Doubled, Sealed, AnswerGiven, Answered)
_HOW: Mapping[str, How] = {
    "board": "board",
    "cube": "cube",
    "sold": "cube",
    "resigned": "resigned",
    "settled": "settled",
    "adjudicated": "adjudicated",
    "void": "",
}


@dataclass(slots=True)
class _Draft:
    """A game in the making; events go with the index of the stake they are about (None: the board)."""

    started: GameStarted
    declared: dict[int, int]
    """The stakes that counted when it began."""
    events: list[tuple[int | None, AnyEvent]] = field(default_factory=list)
    thrown: tuple[int, tuple[int, ...], bool] | None = None
    """A roll that no play has followed yet: side, dice, named."""
    named: tuple[int, ...] | None = None
    autos: int = 0
    extra: int = 0
    closed: dict[int, tuple[StakeClosed, int]] = field(default_factory=dict)
    """Stake -> how it was closed, and after how many events."""
    house: int = 0
    """Events that the house has made in a row: more than none at the end of a game is the last throw."""
    level: int = 0
    settled: bool = False


def of_table(
    entries: Iterable[Sequence[Fact]],
    *,
    variant: str,
    format: str,  # noqa: A002 - the word of the house for it
    rules: Mapping[str, object],
    names: Sequence[str],
    start: Opening | None = None,
    declared: Mapping[int, int] | None = None,
    tags: Mapping[str, str] | None = None,
) -> Record:
    """The record of a table: the facts of its entries in order (those that everybody may read), names by seat number.

    `start` is the position of the first game where it was not the set-up, `declared` what the seats of a chouette
    declared (`stakes` = `min_multiple`).
    """
    options = agreed(variant, format, rules)
    teller = _Teller(options, names, dict(declared or {}))
    for facts in entries:
        teller.entry(facts)
    games = teller.finished()
    if start is not None and games:
        turn = None if start.side is None else start.side + 1
        games[0] = replace(games[0], events=(SetUp(board=start.board, turn=turn), *games[0].events))
    kept = {name: value for name, value in rules.items() if name in _KEPT and format != "chouette"}
    if format != "match":
        kept["jacoby"] = options.jacoby if options.jacoby != "any_cube" else "per_cube"
    flags = {name: value for name, value in rules.items() if name in options.variant.__slots__}
    return Record(games=tuple(games), length=options.length, variant=variant, rules=flags | kept, tags=dict(tags or {}))


_KEPT = frozenset({"crawford", "jacoby", "beavers", "raccoons", "settlements"})
"""Options that a record keeps; flags of the variant are kept too."""


class _Teller:
    """Makes games of facts."""

    def __init__(self, options: Options, names: Sequence[str], declared: dict[int, int]) -> None:
        self.options, self.names, self.declared = options, names, declared
        self.length, self.named = options.length, options.variant.named
        self.shared = options.variant.opening == "shared" and options.variant.dice == 2 and not self.named
        self.games: list[Game] = []
        self.draft: _Draft | None = None
        self.before: tuple[list[tuple[int | None, AnyEvent]], tuple[int, tuple[int, ...], bool] | None] = ([], None)
        self.score = (0.0, 0.0)

    def entry(self, facts: Sequence[Fact]) -> None:
        """The facts of one entry."""
        if self.draft is not None and any(isinstance(fact, _ANSWERS) for fact in facts):
            self.before = (list(self.draft.events), self.draft.thrown)
        for fact in facts:
            if isinstance(fact, GameStarted):
                self.draft = _Draft(fact, dict(self.declared))
            elif isinstance(fact, Declared):
                self.declared[fact.seat] = fact.stake
            elif self.draft is not None:
                self._fact(self.draft, fact)

    def finished(self) -> list[Game]:
        """All games, the running one as far as it goes."""
        if self.draft is not None:
            self._unplayed(self.draft)
            self.games.append(self._game(self.draft, None))
            self.draft = None
        return self.games

    def _fact(self, draft: _Draft, fact: Fact) -> None:
        match fact:
            case Thrown():
                self._thrown(draft, fact)
            case Named():
                if self.named:
                    draft.thrown = (self._side(draft, fact.seat), fact.dice, True)
                else:
                    draft.named = fact.dice
            case Played() | Passed():
                self._played(draft, fact)
            case Undone():
                draft.events, draft.thrown = list(self.before[0]), self.before[1]
            case AutoDoubled():
                draft.autos = fact.count
            case GameOver():
                self._over(draft, fact)
            case _:
                self._bets(draft, fact)

    def _thrown(self, draft: _Draft, fact: Thrown) -> None:
        if fact.why == "start":
            return
        self._unplayed(draft)
        if fact.why == "lot":
            draft.events.append((None, Lot(dice=fact.dice)))
            if self.shared and fact.seat is not None:
                side = self._side(draft, fact.seat)
                draft.thrown = (side, tuple(sorted(fact.dice, reverse=True)), False)
        elif fact.seat is not None:
            draft.thrown = (self._side(draft, fact.seat), fact.dice, False)

    def _side(self, draft: _Draft, seat: int) -> int:
        return draft.started.sides.get(seat, 0)

    def _name(self, seat: int) -> str:
        """What the end of a bet is called; a pair by both of its names."""
        return " + ".join(self.names[seat::2]) if self.options.pairs != "off" else self.names[seat]

    def _unplayed(self, draft: _Draft) -> None:
        """A roll that was thrown, and not played before the next thing happened."""
        if draft.thrown is not None:
            side, dice, named = draft.thrown
            draft.events.append((None, Roll(player=side + 1, dice=dice, named=named)))
            draft.thrown = None

    def _played(self, draft: _Draft, fact: Played | Passed) -> None:
        steps = fact.steps if isinstance(fact, Played) else ()
        moves = tuple((start, end) for start, end, _ in steps)
        stars = frozenset(end for _, end, hit in steps if hit)
        if draft.thrown is not None:
            _, dice, named = draft.thrown
            event: AnyEvent = Roll(player=fact.side + 1, dice=dice, moves=moves, stars=stars, named=named)
            draft.thrown = None
        else:
            event = Further(player=fact.side + 1, moves=moves, dice=draft.named)
            draft.named = None
        by_house = isinstance(fact, Passed) or fact.source == "house"
        draft.house = draft.house + 1 if by_house else 0
        draft.events.append((None, event))

    def _bets(self, draft: _Draft, fact: Fact) -> None:
        """What happens to the cubes, and offers."""
        match fact:
            case Doubled():
                self._unplayed(draft)
                for stake, value in zip(fact.stakes, fact.values, strict=True):
                    self._cube(draft, stake, fact.seat, "double", value)
            case Answered():
                self._cube(draft, fact.stake, fact.seat, fact.answer, None if fact.answer == "drop" else fact.value)
            case BeaverAnswered():
                act: CubeAct = "take" if fact.answer == "accept" else fact.answer
                self._cube(draft, fact.stake, fact.seat, act, None if act == "drop" else fact.value)
            case StakeMade():
                draft.extra += 1
            case StakeClosed():
                draft.closed[fact.stake] = (fact, len(draft.events))
            case Offered() if fact.kind == "resign":
                draft.level = fact.level
            case OfferAnswered() if fact.kind == "resign" and fact.accepted:
                self._resigned(draft, fact)

    def _resigned(self, draft: _Draft, fact: OfferAnswered) -> None:
        """The captain resigns for the whole line; the box to one member after the other, and plays on with the rest."""
        line = draft.started.line
        bet = line.index(fact.by) if fact.by in line and fact.seat not in line else None
        if len(line) == 1:
            self._unplayed(draft)
        event = Resign(player=self._side(draft, fact.seat) + 1, level=draft.level or None)
        draft.events.append((bet if len(line) > 1 else None, event))

    def _cube(self, draft: _Draft, stake: int, seat: int, act: CubeAct, value: int | None) -> None:
        draft.events.append((stake, Cube(player=self._side(draft, seat) + 1, act=act, value=value)))

    def _over(self, draft: _Draft, fact: GameOver) -> None:
        self._unplayed(draft)
        if fact.how == "board" and draft.house:
            last = len(draft.events) - draft.house
            while last > 0 and not isinstance(draft.events[last][1], Roll):
                last -= 1
            draft.events[last:] = [(stake, _marked_last(event)) for stake, event in draft.events[last:]]
        self.games.append(self._game(draft, fact))
        if len(draft.started.line) == 1:
            gains = dict(fact.points)
            won = [max(gains.get(seat, 0), 0) / 2 for seat in (draft.started.box, draft.started.line[0])]
            first, second = self.score[0] + won[0], self.score[1] + won[1]
            self.score = (min(first, self.length), min(second, self.length)) if self.length else (first, second)
        self.draft = None

    def _game(self, draft: _Draft, over: GameOver | None) -> Game:
        """The game as the bet that lived longest."""
        bets = range(len(draft.started.line))
        bet = max(
            bets, key=lambda index: (draft.closed[index][1] if index in draft.closed else len(draft.events), -index)
        )
        closed, end = draft.closed.get(bet, (None, len(draft.events)))
        events = [event for stake, event in draft.events[:end] if stake in (None, bet)]
        box, member = draft.started.box, draft.started.line[bet]
        base = base_value(draft.declared, box, member, self.options)
        if base > 1:
            events.insert(0, SetUp(cube=base, owner=0))
        result = None
        if closed is not None:
            winner = None if closed.winner is None else 1 if closed.winner == box else 2
            level = over.level if over and over.level in (1, 2, 3) else None
            result = Result(winner=winner, points=closed.points, level=level, how=_HOW[closed.how])
        pair: Names = (self._name(box), self._name(member))
        return Game(
            names=pair,
            length=self.length,
            score=self.score if len(draft.started.line) == 1 else None,
            crawford=draft.started.crawford if self.length else None,
            autos=draft.autos,
            events=tuple(events),
            result=result,
        )


def _marked_last(event: AnyEvent) -> AnyEvent:
    return replace(event, last=True) if isinstance(event, (Roll, Further)) else event
