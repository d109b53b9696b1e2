"""Which questions a state asks of whom. They follow from where the game stands; only their numbers are kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.rules.state.cubes import follows, offered, turnable, waits
from games.rules.state.roles import duty, mover, options, running
from games.rules.state.values import Ask, AskKind, Game, Phase, State


@dataclass(frozen=True, slots=True)
class Want:
    """A question that should be open: an `Ask` without its number."""

    seat: int
    kind: AskKind
    occasion: int
    stakes: tuple[int, ...] = ()
    answered: bool = False
    waiting: bool = False


def asks(state: State) -> tuple[Ask, ...]:
    """The questions that the table waits for now, in the order of `seats`."""
    order = {seat: place for place, seat in enumerate(state.seats)}
    waited = [ask for ask in state.asks if not ask.answered and not ask.waiting]
    return tuple(sorted(waited, key=lambda ask: order.get(ask.seat, len(order))))


def sealed(state: State) -> tuple[Ask, ...]:
    """The questions of one batch, of which nobody but its seat may know whether it is answered (chouette.md §4.1).

    Others see how many answers are missing. It is so where several are asked at once and their answers are shown
    together: doubled members, a window with more than its mover, the poll for a partner.
    """
    if state.format != "chouette":
        return ()
    kinds = ["cube"]
    if options(state).answers == "sealed":
        kinds.append("answer")
    if state.offer is not None and state.offer.kind == "partner":
        kinds.append("offer")
    found = tuple(ask for ask in state.asks if ask.kind in kinds)
    polled = state.offer is not None and bool(state.offer.agreed)
    return found if len(found) > 1 or polled else ()


def wanted(state: State) -> tuple[Want, ...]:
    """All questions that should be open in this state, those behind an offer too."""
    offer, game = state.offer, running(state)
    wants: list[Want] = []
    if game is not None:
        wants.extend(_of_game(state, game, waiting=offer is not None))
    if state.proposal is not None and not state.over:
        wants.extend(Want(seat, "rules", state.proposal.occasion) for seat in state.proposal.to)
    if offer is not None:
        wants.extend(Want(seat, "offer", offer.occasion) for seat in offer.to)
    return tuple(wants)


def _of_game(state: State, game: Game, *, waiting: bool) -> Iterator[Want]:
    if game.phase is Phase.CUBE:
        answered = {call.seat for call in game.calls} | set(game.passed)
        for seat in window_seats(state):
            yield Want(seat, "cube", game.occasion, answered=seat in answered, waiting=waiting)
    elif game.phase is Phase.ANSWER:
        yield from _answers(state, game, waiting=waiting)
    elif game.phase is Phase.MOVE:
        for seat in duty(state):
            yield Want(seat, "move", game.occasion, waiting=waiting)


def window_seats(state: State) -> tuple[int, ...]:
    """The seats that the open cube window waits for: the mover, and those under `hold` who may double (§4.2)."""
    game = state.game
    if game is None or game.side is None:
        return ()
    first = mover(state, game.side)
    return (first, *(seat for seat in turnable(state, game.side) if seat != first and waits(state, seat)))


def _answers(state: State, game: Game, *, waiting: bool) -> Iterator[Want]:
    """Sealed: everybody at once, to be replaced until all are in. In turn: one after the other, and final."""
    cubes = offered(state)
    given = {answer.seat: answer for answer in game.given}
    mode = options(state).answers
    if mode == "sealed":
        for seat, stakes in cubes.items():
            if seat in given and given[seat].source == "timeout":
                continue
            answered = seat in given or follows(state, seat)
            yield Want(seat, "answer", game.occasion, stakes, answered=answered, waiting=waiting)
        return
    order = state.seats if mode == "captain_first" else tuple(reversed(state.seats))
    for seat in order:
        if seat in cubes and seat not in given and not follows(state, seat):
            yield Want(seat, "answer", game.occasion, cubes[seat], waiting=waiting)
            return
