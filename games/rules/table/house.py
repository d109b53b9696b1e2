"""What only the house does at a table: it decides a running game, relieves a captain, ends the session."""

from __future__ import annotations

from games.rules import actions
from games.rules.actions import Action
from games.rules.errors import IllegalAction
from games.rules.facts import CaptainPassed, EndAsked
from games.rules.scoring import class_times
from games.rules.state.roles import mover, running
from games.rules.state.values import Game, Phase
from games.rules.table import session
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


def _end(draft: Draft) -> None:
    """End the session: after the running game, or at once when none runs."""
    if running(draft.state) is None:
        session.end_table(draft, None, how="agreed")
        return
    draft.change(ending=True)
    draft.say(EndAsked())
