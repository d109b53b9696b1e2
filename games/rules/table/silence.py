"""What silence does: a deadline has passed (spec/rehearse.md §5, spec/chouette.md §4.3). It never raises a stake."""

from __future__ import annotations

from games.rules.errors import IllegalAction
from games.rules.facts import CaptainPassed, OrderDropped, TimedOut
from games.rules.state.asking import asks, window_seats
from games.rules.state.pairs import mate
from games.rules.state.roles import duty, mover, side_of
from games.rules.state.values import Ask, AskKind, Given, Phase
from games.rules.table import answers, moves, offers, proposals, session, windows
from games.rules.table.draft import Draft
from games.rules.table.ends import board_decided
from games.rules.table.locked import nobody_cares

WINDOWS_MISSED = 2
"""Windows in a row that run out under `hold` before it ends (spec/chouette.md §4.2)."""
MOVES_MISSED = 2
"""Moves missed in one game after which a captain is relieved of moving (spec/chouette.md §4.3)."""


def timed_out(draft: Draft, seat: int, ask: int | None) -> None:
    """The deadline of the seat's open question has passed; of question `ask` where it has several.

    The clock of who made an offer runs on behind it: when it runs out the offer falls, and his question is overdue.
    """
    offer = draft.state.offer
    behind = [a for a in draft.state.asks if a.waiting and not a.answered and offer is not None and offer.seat == seat]
    candidates = [a for a in (*asks(draft.state), *behind) if a.seat == seat and ask in (None, a.number)]
    if not candidates:
        raise IllegalAction("not-asked", kind="any")
    question = candidates[0]
    if question.waiting:
        draft.change(offer=None)
    if question.kind == "rules":
        draft.say(TimedOut(seat=seat, kind="rules", effect="declined"))
        proposals.reply(draft, seat, accepted=False, source="timeout")
    elif question.kind == "offer":
        draft.say(TimedOut(seat=seat, kind="offer", effect="declined"))
        offers.reply(draft, seat, accepted=False, source="timeout")
    elif draft.state.format == "chouette":
        {"cube": _cube, "answer": _answer, "move": _move}[question.kind](draft, question)
    else:
        _by_rule(draft, seat, question.kind)


def claim(draft: Draft, seat: int) -> None:
    """The other side takes the game whose deadline has passed."""
    overdue = draft.state.overdue
    if overdue is None or side_of(draft.state, seat) in (None, side_of(draft.state, overdue)):
        raise IllegalAction("nothing-to-claim")
    _lose_game(draft, overdue)


def _by_rule(draft: Draft, seat: int, kind: AskKind) -> None:
    """Two players: the table's `timeout` rule. Of a pair the other one is asked first, and throws from then on."""
    rule = draft.options.timeout
    stand_in = mate(draft.state, seat)
    if stand_in is not None and stand_in not in draft.game.missed_moves:
        draft.say(TimedOut(seat=seat, kind=kind, effect="mate"))
        draft.change_game(missed_moves=(*draft.game.missed_moves, seat))
        return
    draft.say(TimedOut(seat=seat, kind=kind, effect=rule))
    if rule == "claim":
        draft.change(overdue=seat)
    elif rule == "autopilot":
        _autopilot(draft, seat, kind)
    else:
        _lose_game(draft, seat)
        if rule == "lose_match":
            session.end_table(draft, next(other for other in draft.state.seats if other != seat), how="timeout")


def _lose_game(draft: Draft, seat: int) -> None:
    """As adjudicated at level 1 for the other side; a double that waits is not accepted, and costs no more."""
    draft.change(offer=None, overdue=None)
    board_decided(draft, 1 - (side_of(draft.state, seat) or 0), 1, "adjudicated")


def _autopilot(draft: Draft, seat: int, kind: AskKind) -> None:
    """The house rolls, drops and plays for the silent player."""
    if kind == "cube":
        if not _all_silent(draft, seat):
            windows.roll(draft, seat)
    elif kind == "answer":
        answers.answer(draft, seat, answers.bare("drop"), "timeout")
    else:
        moves.house_plays(draft)


def _cube(draft: Draft, question: Ask) -> None:
    """No double. Two windows in a row that ran out end `hold`, and the seat is told."""
    seat = question.seat
    if _all_silent(draft, seat):
        return
    missed = draft.orders(seat).missed + 1
    draft.say(TimedOut(seat=seat, kind="cube", effect="roll"))
    windows.roll(draft, seat)
    if not draft.orders(seat).hold:
        return
    draft.change_orders(seat, missed=missed)
    if missed >= WINDOWS_MISSED:
        draft.change_orders(seat, hold=False, hold_ahead=None, missed=0)
        draft.say(OrderDropped(seat=seat, kind="hold", readers=("seat", seat)))


def _all_silent(draft: Draft, seat: int) -> bool:
    """Where nobody can move and nobody doubles, the game is drawn (`locked.nobody_cares`); whether it was."""
    game = draft.game
    said = {call.seat for call in game.calls} | set(game.passed)
    if game.calls or any(other != seat and other not in said for other in window_seats(draft.state)):
        return False  # somebody of this window has doubled, or may
    if not nobody_cares(draft):
        return False
    draft.say(TimedOut(seat=seat, kind="cube", effect="locked"))
    board_decided(draft, None, 0, "adjudicated")
    return True


def _answer(draft: Draft, question: Ask) -> None:
    """The box's partner answers, else it drops all; what a member's silence means shows when the batch closes."""
    game, seat = draft.game, question.seat
    if seat == game.box and game.partner is not None:
        draft.say(TimedOut(seat=seat, kind="answer", effect="partner"))
        draft.change_game(deputy=True)
        return
    draft.say(TimedOut(seat=seat, kind="answer", effect="silent"))
    draft.change_game(given=(*game.given, Given(seat=seat, source="timeout")), unanswered=(*game.unanswered, seat))


def _move(draft: Draft, question: Ask) -> None:
    """The duty goes one rung down; when a whole side has let the move pass, it has abandoned the game (§2.16)."""
    game, seat = draft.game, question.seat
    side = game.turn.mover if game.turn else 0
    draft.change_game(rung=game.rung + 1)
    if not duty(draft.state):
        draft.say(TimedOut(seat=seat, kind="move", effect="abandon"))
        board_decided(draft, 1 - side, 1, "adjudicated")
        return
    draft.say(TimedOut(seat=seat, kind="move", effect="substitute"))
    draft.enter(Phase.MOVE)
    captain = mover(draft.state, side)
    if side == 1 and game.rung == 0 and game.missed_moves.count(captain) == MOVES_MISSED - 1:
        heirs = [other for other in duty(draft.state) if other != captain]
        draft.say(CaptainPassed(seat_from=captain, seat_to=heirs[0], why="silent"))
