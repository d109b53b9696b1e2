"""`advance`: apply an action, then let the house act for as long as it can. Who may do what is looked at beside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from games.rules import actions
from games.rules.actions import HOUSE, Action
from games.rules.errors import IllegalAction
from games.rules.facts import Fact, Source, Thrown
from games.rules.state.roles import running
from games.rules.state.values import Phase, State
from games.rules.table import answers, house, lot, moves, offers, orders, proposals, session, silence, windows
from games.rules.table.draft import Draft, Throw
from games.rules.table.speakers import speaker

STEPS: Mapping[Phase, Callable[[Draft], bool]] = {
    Phase.LOT: lot.step,
    Phase.CUBE: windows.step,
    Phase.ANSWER: answers.step,
    Phase.THROW: moves.throw,
    Phase.MOVE: moves.step,
    Phase.OVER: session.after_game,
}
"""What the house does in each phase; whether it did anything. In the others it waits."""

ANSWERS = (actions.Roll, actions.Play, actions.Name, actions.Double, actions.Answer)
"""What may be taken back by consent."""


def advance(
    state: State, seat: int, action: Action, throw: Throw, *, ask: int | None = None
) -> tuple[State, tuple[Fact, ...]]:
    """Apply, then let the house act for as long as it can; the next state and what came of it.

    The house throws dice, carries out standing orders, passes when nothing can be played, starts the next game. It
    stops when somebody is asked something, or the table is over. The first call is `advance(state, HOUSE, Start(),
    throw)`. `ask` is the number of the question that the action answers. Raises `Stale` when no such question is open,
    `IllegalAction` with a code when the action is not allowed; then nothing has changed.
    """
    seat, source = speaker(state, seat, action, ask)
    draft = Draft(state, throw)
    _apply(draft, seat, action, source, ask)
    while not draft.state.over and draft.state.offer is None and draft.state.game is not None:
        step = STEPS.get(draft.game.phase)
        if step is None or not step(draft):
            break
    _remember(draft, state, seat, action)
    draft.number_asks()
    return draft.state, tuple(draft.facts)


def _apply(draft: Draft, seat: int, action: Action, source: Source, ask: int | None) -> None:
    """What answers a question, by the type of the action."""
    match action:
        case actions.Roll():
            windows.speak(draft)
            windows.roll(draft, seat)
        case actions.Double():
            windows.double(draft, seat, action, source)
        case actions.Answer():
            answers.answer(draft, seat, action, source)
        case actions.Play():
            moves.play(draft, seat, action, source)
        case actions.Name():
            moves.name(draft, seat, action)
        case actions.Accept() | actions.Decline():
            _reply(draft, seat, accepted=isinstance(action, actions.Accept), source=source, ask=ask)
        case actions.TimeOut():
            silence.timed_out(draft, seat, ask)
        case _:
            _offer_or_claim(draft, seat, action)


def _offer_or_claim(draft: Draft, seat: int, action: Action) -> None:
    """What nobody asked, about the running game."""
    match action:
        case actions.Resign():
            offers.resign(draft, seat, action)
        case actions.Settle():
            offers.settle(draft, seat, action)
        case actions.Undo():
            offers.undo(draft, seat)
        case actions.Claim():
            silence.claim(draft, seat)
        case _:
            _about_the_table(draft, seat, action)


def _about_the_table(draft: Draft, seat: int, action: Action) -> None:
    """What a seat may say at any time, and what only the house says."""
    match action:
        case actions.Order():
            orders.order(draft, seat, action)
        case actions.Proxy():
            orders.set_proxy(draft, seat, action.seat)
        case actions.Rest():
            offers.rest(draft, seat, action)
        case actions.AskAdvice():
            windows.ask_advice(draft, seat)
        case actions.Propose():
            proposals.propose(draft, seat, action)
        case actions.Leave():
            orders.leave(draft, seat)
        case actions.Join():
            orders.join(draft, seat)
        case _ if seat != HOUSE:
            raise IllegalAction("house-only")
        case actions.Start():
            _start(draft)
        case _:
            house.act(draft, action)


def _start(draft: Draft) -> None:
    """The first action of a table."""
    if draft.state.game is not None:
        raise IllegalAction("already-started")
    if not draft.state.draws_seats:
        session.next_game(draft)
        return
    session.set_up(draft, Phase.PARTNER, throws=0, starter=None)
    lot.draw_seats(draft)
    session.next_game(draft, throws=draft.game.throws)


def _reply(draft: Draft, seat: int, *, accepted: bool, source: Source, ask: int | None) -> None:
    """Yes or no to an offer or to other rules; yes to a double offered alone is a take (spec/commands.md)."""
    if proposals.answers(draft, seat, ask):
        proposals.reply(draft, seat, accepted=accepted, source=source)
        return
    game, offer = running(draft.state), draft.state.offer
    if offer is None and game is not None and game.phase is Phase.ANSWER:
        if not accepted:
            raise IllegalAction("say-drop")
        answers.answer(draft, seat, answers.bare("take"), source)
        return
    offers.reply(draft, seat, accepted=accepted, source=source)


def _remember(draft: Draft, before: State, seat: int, action: Action) -> None:
    """Keep the state before an answer until the next throw is shown, for undo; who answers is not overdue."""
    if isinstance(action, ANSWERS) and draft.state.overdue == seat:
        draft.change(overdue=None)
    if draft.state.over or any(isinstance(fact, Thrown) for fact in draft.facts):
        draft.change(before=None, answered_by=None)
    elif isinstance(action, ANSWERS):
        draft.change(before=replace(before, before=None), answered_by=seat)
