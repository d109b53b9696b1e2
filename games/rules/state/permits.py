"""All that a seat could do now, as data: help letters and buttons read it. What is refused is decided in `table`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.rules.board import BAR, RESERVE
from games.rules.scoring import class_times
from games.rules.state.asking import wanted
from games.rules.state.cubes import offered, turnable
from games.rules.state.pairs import mates, paired, party
from games.rules.state.roles import duty, live, mover, offers_for, options, proxy, running, side_of
from games.rules.state.values import Ask, Game, Phase, State

OptionKind = Literal[
    "roll", "double", "take", "drop", "beaver", "play", "name", "accept", "decline", "resign", "settle", "undo",
    "claim", "order", "proxy", "leave", "join", "team",
]  # fmt: skip


YES_NO: tuple[OptionKind, ...] = ("accept", "decline")


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """Something a seat could do. `stakes` are the bets it may be about; `ask` the question it answers, if any.

    `seat` is the seat it counts for: another one where the seat acts as its proxy. `levels`: those of a resignation.
    `entering`: men of the play's side have still to come in.
    """

    kind: OptionKind
    seat: int
    stakes: tuple[int, ...] = ()
    levels: tuple[int, ...] = ()
    ask: int | None = None
    entering: bool = False


def may(state: State, seat: int) -> tuple[Option, ...]:
    """All that the seat could do now, for itself and for those whose proxy it is."""
    if state.over:
        return ()
    found = [
        Option(kind=kind, seat=seat, ask=ask.number)
        for ask in state.asks
        if ask.kind == "rules" and ask.seat == seat
        for kind in YES_NO
    ]
    for_whom = (seat, *(other for other in state.seats if other != seat and proxy(state, other) == seat))
    found += [option for other in for_whom for option in _answers(state, other)]
    return (*found, *_unasked(state, seat))


def _answers(state: State, seat: int) -> list[Option]:
    """What answers a question that is open to the seat."""
    game, offer = running(state), state.offer
    asked = {ask.kind: ask.number for ask in state.asks if ask.seat == seat}
    if offer is not None:
        yes_no = YES_NO if seat in offer.to else ()
        return [Option(kind=kind, seat=seat, ask=asked.get("offer")) for kind in yes_no]
    if game is None:
        return []
    if game.phase is Phase.CUBE:
        return _window(state, game, seat, asked.get("cube"))
    if game.phase is Phase.ANSWER and any(want.seat == seat and want.kind == "answer" for want in wanted(state)):
        stakes = offered(state)[seat]
        agreed = options(state)
        beavers = agreed.beavers or agreed.lone_taker == "must_beaver"
        kinds: tuple[OptionKind, ...] = ("take", "drop", "beaver") if beavers else ("take", "drop")
        return [Option(kind=kind, seat=seat, stakes=stakes, ask=asked.get("answer")) for kind in kinds]
    if game.phase is Phase.MOVE and game.turn is not None and seat in duty(state):
        named: tuple[OptionKind, ...] = ("play",) if game.turn.stages else ("name", "play")
        men = game.board.sides[game.turn.mover]
        entering = bool(men[BAR] or men[RESERVE])
        return [Option(kind=kind, seat=seat, ask=asked.get("move"), entering=entering) for kind in named]
    return []


def _window(state: State, game: Game, seat: int, ask: int | None) -> list[Option]:
    side = game.side or 0
    stakes = turnable(state, side).get(seat, ())
    found = [Option(kind="double", seat=seat, stakes=stakes, ask=ask)] if stakes else []
    if stakes or seat == mover(state, side):
        found.insert(0, Option(kind="roll", seat=seat, ask=ask))
    return found


def _unasked(state: State, seat: int) -> list[Option]:
    """What needs no question."""
    side = side_of(state, seat)
    found = _offers(state, seat, offers_for(state, seat))
    if state.overdue is not None and side not in (None, side_of(state, state.overdue)):
        found.append(Option(kind="claim", seat=seat))
    seated = seat in (*state.seats, *mates(state), *state.newcomers)
    if seated and paired(state):
        found.append(Option(kind="team", seat=seat))
    if seated:
        found.append(Option(kind="order", seat=seat, stakes=_turned(state, seat)))
    if state.format == "chouette":
        if seated:
            found.append(Option(kind="proxy", seat=seat))
        stays = seated and seat not in state.leaving
        if stays or seat not in state.newcomers:
            found.append(Option(kind="leave" if stays else "join", seat=seat))
    return found


def _offers(state: State, seat: int, side: int | None) -> list[Option]:
    """Offers that the seat could make."""
    game = running(state)
    if game is None or side is None or state.offer is not None:
        return []
    if game.phase in (Phase.ANSWER, Phase.LOT, Phase.PARTNER):
        return []
    found: list[Option] = []
    if seat == mover(state, side):
        found.append(Option(kind="resign", seat=seat, levels=_levels(options(state).variant.score)))
    own = party(state, seat)
    bets = tuple(
        index
        for index, stake in enumerate(game.stakes)
        if stake.live and stake.kind != "extra" and own in (stake.high, stake.low)
    )
    if paired(state) and seat != mover(state, side):
        return []
    if options(state).settlements and bets:
        found.append(Option(kind="settle", seat=seat, stakes=bets))
    if state.before is not None and state.answered_by == seat:
        found.append(Option(kind="undo", seat=seat))
    return found


def _turned(state: State, seat: int) -> tuple[int, ...]:
    """The bets of a seat whose cube may still be turned: what its orders about doubles are for."""
    game = running(state)
    if game is None or not options(state).variant.cube:
        return ()
    own = party(state, seat)
    return tuple(index for index, stake in enumerate(game.stakes) if stake.live and own in (stake.high, stake.low))


def _levels(score: str) -> tuple[int, ...]:
    """The levels of a resignation that differ in what they cost."""
    return tuple(
        level for level in (1, 2, 3) if level == 1 or class_times(score, level) > class_times(score, level - 1)
    )


def open_ask(state: State, number: int) -> Ask | None:
    """The open question of this number, one that waits behind an offer or holds a sealed answer too; None if closed."""
    return next((ask for ask in state.asks if ask.number == number), None)


def worst_case(state: State, seat: int) -> int:
    """The most points the seat can lose in this game on the cubes as they stand: three times each live bet (§2.19)."""
    game = running(state)
    if game is None:
        return 0
    own = party(state, seat)
    return 3 * sum(stake.value for stake in live(game) if own in (stake.high, stake.low))
