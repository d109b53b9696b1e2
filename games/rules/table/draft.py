"""An entry in the making: the state so far, the facts so far, the dice. What is done with it stands elsewhere."""

from __future__ import annotations

from typing import Any, Literal, Protocol

from games.rules.errors import IllegalAction
from games.rules.facts import CaptainPassed, Fact, StakeClosed, Thrown
from games.rules.formats import Options
from games.rules.stake import Stake
from games.rules.state import roles
from games.rules.state.asking import Want, wanted
from games.rules.state.values import Ask, Game, Orders, Phase, State
from games.rules.table.changing import changed

MOST_THROWS = 1000
"""Throws in one entry beyond which the dice are taken to be broken: no real game passes so often in a row."""


class Throw(Protocol):
    """Where dice come from."""

    def __call__(self, game: int, n: int, dice: int) -> tuple[int, ...]:
        """The `n`-th throw (from 0) of game `game` (from 1), that many dice. The same arguments, the same dice."""


class Draft:
    """The state and the facts of one call of `advance`, while they grow. Values are replaced, never changed."""

    def __init__(self, state: State, throw: Throw) -> None:
        self.state = state
        self.facts: list[Fact] = []
        self.rolled_by_order: set[int] = set()
        """Seats for which an order has rolled on a locked board in this entry: once is enough (see `windows`)."""
        self._throw = throw
        self._throws = 0

    @property
    def game(self) -> Game:
        """The running or last game. Only where there is one."""
        if self.state.game is None:
            raise IllegalAction("no-game")
        return self.state.game

    @property
    def options(self) -> Options:
        """What the table is played by."""
        return roles.options(self.state)

    def change(self, **fields: Any) -> None:
        """Replace fields of the state."""
        self.state = changed(self.state, **fields)

    def change_game(self, **fields: Any) -> None:
        """Replace fields of the game."""
        self.change(game=changed(self.game, **fields))

    def enter(self, phase: Phase, **fields: Any) -> None:
        """Bring the game into a phase, with questions of its own."""
        self.change_game(phase=phase, occasion=self.next_occasion(), **fields)

    def next_occasion(self) -> int:
        """A new number for the questions of one moment."""
        self.change(occasion=self.state.occasion + 1)
        return self.state.occasion

    def say(self, fact: Fact) -> None:
        """Add a fact."""
        self.facts.append(fact)

    def orders(self, seat: int) -> Orders:
        """The standing orders of a seat."""
        return self.state.orders.get(seat, Orders())

    def change_orders(self, seat: int, **fields: Any) -> None:
        """Replace standing orders of a seat."""
        self.change(orders={**self.state.orders, seat: changed(self.orders(seat), **fields)})

    def throw(self, dice: int, why: Literal["lot", "turn", "bonus", "start"], seat: int | None) -> tuple[int, ...]:
        """Throw for the running game. What was declined before may be offered again."""
        self._throws += 1
        if self._throws > MOST_THROWS:
            raise IllegalAction("too-many-throws", most=MOST_THROWS)
        number, n = self.game.number, self.game.throws
        thrown = self._throw(number, n, dice)
        self.change_game(throws=n + 1, declined=())
        if why == "lot":
            side = 0 if thrown[0] > thrown[1] else 1
            seat = None if thrown[0] == thrown[1] else roles.mover(self.state, side)
        self.say(Thrown(game=number, n=n, dice=thrown, why=why, seat=seat))
        return thrown

    def stake(self, index: int, **fields: Any) -> Stake:
        """Replace fields of a stake; the stake as it is then."""
        stakes = list(self.game.stakes)
        stakes[index] = changed(stakes[index], **fields)
        self.change_game(stakes=tuple(stakes))
        return stakes[index]

    def book(self, seat_from: int, seat_to: int, points: int) -> None:
        """Book points from one seat to another."""
        if points:
            self.change_game(results=(*self.game.results, (seat_to, points), (seat_from, -points)))

    def close(
        self, index: int, *, winner: int | None, points: int, how: Literal["board", "adjudicated", "resigned",
        "settled", "cube", "sold", "void"], receiver: int | None = None,
    ) -> None:  # fmt: skip
        """Close a bet: `winner` counts as its winner, `receiver` (else the winner) is paid by the other end."""
        stake = self.stake(index, live=False, won=winner, how=how)
        paid = winner if receiver is None else receiver
        payer = None if paid is None else stake.other(paid)
        if paid is not None and payer is not None and how != "sold":
            self.book(payer, paid, points)
        self.say(StakeClosed(stake=index, how=how, winner=paid, loser=payer, points=points))
        if how != "sold":
            self.change_game(how=how)

    def pass_captaincy(self) -> None:
        """When the captain's own bet is closed and others live, the captaincy goes to the highest live member."""
        game = self.game
        heirs = [seat for seat in game.line if any(stake.low == seat for stake in roles.live(game, "main"))]
        if heirs and game.captain not in heirs:
            self.say(CaptainPassed(seat_from=game.captain, seat_to=heirs[0], why="bet"))
            self.change_game(captains=(*game.captains, heirs[0]))

    def number_asks(self) -> None:
        """Keep the numbers of questions that stay open; give the next ones to those that are new."""
        known = {(ask.occasion, ask.seat, ask.kind): ask for ask in self.state.asks}
        asked, asks = self.state.asked, []
        for want in wanted(self.state):
            old = known.get((want.occasion, want.seat, want.kind))
            if old is None:
                asked += 1
            asks.append(self._ask(want, asked if old is None else old.number))
        self.change(asks=tuple(asks), asked=asked)

    def _ask(self, want: Want, number: int) -> Ask:
        batch = 0
        if want.kind == "answer":
            batch = self.game.batch or number
            self.change_game(batch=batch)
        return Ask(
            number=number,
            seat=want.seat,
            kind=want.kind,
            stakes=want.stakes,
            batch=batch,
            answered=want.answered,
            waiting=want.waiting,
            occasion=want.occasion,
        )
