"""What only the house does at a table: it decides a running game, relieves a captain, ends the session."""

from __future__ import annotations

from games.rules import actions
from games.rules.actions import Action
from games.rules.errors import IllegalAction
from games.rules.facts import CaptainPassed, EndAsked, Halted, Reversed
from games.rules.scoring import class_times
from games.rules.state.roles import mover, running
from games.rules.state.values import Game, Phase
from games.rules.table import orders, session
from games.rules.table.draft import Draft
from games.rules.table.ends import annulled, board_decided


def act(draft: Draft, action: Action) -> None:
    """One action of the house, by its type."""
    match action:
        case actions.Adjudicate():
            _adjudicate(draft, action)
        case actions.Annul():
            _running(draft)
            annulled(draft)
        case actions.Relieve():
            _relieve(draft)
        case actions.StandIn():
            _stand_in(draft, action.seat)
        case actions.Halt():
            _halt(draft, on=action.on)
        case actions.Reverse():
            _reverse(draft, action)
        case actions.End():
            _end(draft)
        case _:
            raise IllegalAction("unknown-action", action=type(action).__name__)


def _running(draft: Draft) -> Game:
    game = running(draft.state)
    if game is None or game.phase is Phase.PARTNER:
        raise IllegalAction("no-game")
    return game


def _adjudicate(draft: Draft, action: actions.Adjudicate) -> None:
    """The game ends as if a side had won on the board; not while a double is unanswered (spec/rehearse.md §5)."""
    if _running(draft).phase is Phase.ANSWER:
        raise IllegalAction("answer-the-double")
    if action.side not in (0, 1) or action.level not in (1, 2, 3):
        raise IllegalAction("bad-level", side=action.side, level=action.level)
    draft.change(offer=None)
    board_decided(draft, action.side, class_times(draft.options.variant.score, action.level), "adjudicated")


def _relieve(draft: Draft) -> None:
    """As if the captain had missed two moves (spec/chouette.md §4.3). Where nobody else could move he goes on."""
    game = _running(draft)
    captain = mover(draft.state, 1)
    draft.change_game(missed_moves=(*game.missed_moves, captain, captain))
    heir = mover(draft.state, 1)
    if heir != captain:
        draft.say(CaptainPassed(seat_from=captain, seat_to=heir, why="silent"))


def _stand_in(draft: Draft, seat: int) -> None:
    """Somebody from outside the game, or who is out of it, acts for a silent box (spec/chouette.md §2.16).

    He gets the open question anew, with a clock that begins anew.
    """
    game = _running(draft)
    if draft.state.format != "chouette":
        raise IllegalAction("not-in-format", format=draft.state.format)
    orders.set_proxy(draft, game.box, seat)
    if game.phase in (Phase.CUBE, Phase.MOVE) and mover(draft.state, game.side or 0) == game.box:
        draft.enter(game.phase)


def _halt(draft: Draft, *, on: bool) -> None:
    if draft.state.halted == on:
        raise IllegalAction("halted-already" if on else "not-halted")
    draft.change(halted=on, resting=False)
    draft.say(Halted(on=on))


def _reverse(draft: Draft, action: actions.Reverse) -> None:
    """Counter-entries for a game that is over: the sum of all stays 0, nobody changes his seat (§2.15)."""
    state = draft.state
    if state.format == "match":
        raise IllegalAction("not-in-format", format=state.format)
    brought = sum(points for _, points in action.points)
    if not 1 <= action.game <= state.games or brought != 0:
        raise IllegalAction("no-game")
    if action.game in state.reversed:
        raise IllegalAction("annulled-already", game=action.game)
    counter = tuple((seat, -halves) for seat, halves in action.points)
    halves = dict(state.halves)
    for seat, points in counter:
        halves[seat] += points
    draft.change(halves=halves, reversed=(*state.reversed, action.game))
    draft.say(Reversed(game=action.game, points=counter))


def _end(draft: Draft) -> None:
    """End the session: after the running game, or at once when none runs."""
    if running(draft.state) is None:
        session.end_table(draft, None, how="agreed")
        return
    draft.change(ending=True)
    draft.say(EndAsked())
