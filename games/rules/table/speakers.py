"""For whom an action is: the seat itself, or one whose proxy it is; and whether its question is still open."""

from __future__ import annotations

from games.rules import actions
from games.rules.actions import HOUSE, Action
from games.rules.errors import IllegalAction, Stale
from games.rules.facts import Source
from games.rules.state.asking import asks
from games.rules.state.cubes import turnable
from games.rules.state.pairs import mate, mates, paired
from games.rules.state.roles import mover, proxy, side_of
from games.rules.state.values import AskKind, State

KINDS: dict[type[Action], tuple[AskKind, ...]] = {
    actions.Roll: ("cube",),
    actions.Double: ("cube",),
    actions.Answer: ("answer",),
    actions.Play: ("move",),
    actions.Name: ("move",),
    actions.Accept: ("offer", "answer", "rules"),
    actions.Decline: ("offer", "answer", "rules"),
}
"""Which questions an action answers."""


OF_THE_THROWER = (*KINDS, actions.Resign, actions.Settle)
"""What one of a pair does for both."""


def speaker(state: State, seat: int, action: Action, ask: int | None) -> tuple[int, Source]:
    """The seat the action counts for, and its source. Raises `Stale` when question `ask` is not open."""
    if state.over and not isinstance(action, actions.Reverse):
        raise IllegalAction("table-over")
    if state.game is None and not isinstance(action, actions.Start):
        raise IllegalAction("not-started")
    kinds = KINDS.get(type(action), ())
    if seat not in (HOUSE, *state.halves, *mates(state)) and not isinstance(action, actions.Join):
        raise IllegalAction("not-at-table")
    if isinstance(action, OF_THE_THROWER) and paired(state) and _leaves_it_to_his_mate(state, seat, kinds):
        raise IllegalAction("mate-throws", seat=mate(state, seat))
    if ask is not None:
        return _by_number(state, seat, kinds, ask)
    if not kinds:
        return seat, "player"
    if state.offer is not None and "offer" not in kinds:
        raise IllegalAction("offer-open", kind=state.offer.kind)
    waited = [question for question in asks(state) if question.kind in kinds]
    if any(question.seat == seat for question in waited):
        return seat, "player"
    if isinstance(action, actions.Double) and _has_a_cube(state, seat):
        return seat, "player"
    absent = [question.seat for question in waited if proxy(state, question.seat) == seat]
    return (absent[0], "proxy") if len(absent) == 1 else (seat, "player")


def _by_number(state: State, seat: int, kinds: tuple[AskKind, ...], ask: int) -> tuple[int, Source]:
    """The action names its question."""
    question = next((question for question in state.asks if question.number == ask), None)
    if question is None:
        raise Stale("question-closed", ask=ask)
    if kinds and question.waiting:
        raise IllegalAction("offer-open", kind=state.offer.kind if state.offer else "")
    if kinds and question.kind not in kinds:
        raise IllegalAction("wrong-answer", asked=question.kind)
    if question.seat == seat:
        return seat, "player"
    if kinds and proxy(state, question.seat) == seat:
        return question.seat, "proxy"
    raise IllegalAction("not-your-question", ask=ask)


def _leaves_it_to_his_mate(state: State, seat: int, kinds: tuple[AskKind, ...]) -> bool:
    """Whether the other of his pair throws, moves and answers now, and he himself is asked nothing of these `kinds`."""
    side, asked = side_of(state, seat), any(one.seat == seat and one.kind in kinds for one in state.asks)
    return side is not None and seat != mover(state, side) and not asked


def _has_a_cube(state: State, seat: int) -> bool:
    """Whether the seat has a cube of its own to double with, whosever proxy it is."""
    return state.game is not None and state.game.side is not None and seat in turnable(state, state.game.side)
