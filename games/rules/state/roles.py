"""Who sits where in a state, who moves for a side, and the board question that is open. Reads only."""

from __future__ import annotations

from typing import Literal

from games.rules.formats import Options, agreed
from games.rules.plays import Spot
from games.rules.stake import Stake
from games.rules.state.pairs import mates, paired, party, throwers
from games.rules.state.values import Game, Phase, State

Role = Literal["box", "captain", "crew", "partner", "mate", "out", "spectator"]


def options(state: State) -> Options:
    """What the table is played by."""
    return agreed(state.variant, state.format, state.rules)


def running(state: State) -> Game | None:
    """The game that is being played, None between games and when the table is over."""
    game = state.game
    return None if game is None or game.phase is Phase.OVER else game


def live(game: Game, kind: str | None = None) -> tuple[Stake, ...]:
    """The bets that are not closed yet, of one kind or of all."""
    return tuple(stake for stake in game.stakes if stake.live and kind in (None, stake.kind))


def members(game: Game) -> tuple[int, ...]:
    """The seats of side 1 that still play, in the order of the line: with a main or bought bet, else with an extra."""
    bets = live(game)
    lows = {stake.low for stake in bets if stake.kind != "extra"} or {stake.low for stake in bets}
    return tuple(seat for seat in game.line if seat in lows)


def givers(game: Game) -> tuple[int, ...]:
    """The seats that have given an extra which is live, in the order of the line."""
    highs = {stake.high for stake in live(game, "extra")}
    return tuple(seat for seat in game.line if seat in highs)


def side_of(state: State, seat: int) -> int | None:
    """The side of the board that the seat belongs to in the present game; None for who is not in it."""
    game = state.game
    if game is None:
        return None
    seat = party(state, seat)
    if seat in (game.box, game.partner):
        return 0
    return 1 if seat in game.line else None


def captain(state: State) -> int | None:
    """Who holds the captaincy; between games the first of the line."""
    if state.over:
        return None
    game = running(state)
    if game is None:
        return state.seats[1] if len(state.seats) > 1 else None
    return game.captain


def proxy(state: State, seat: int) -> int | None:
    """Who may answer for this seat now: its proxy, if he does not sit on the other side with a bet of his own."""
    orders = state.orders.get(seat)
    game = running(state)
    if orders is None or orders.proxy is None or game is None:
        return None
    other = orders.proxy
    if seat == game.box:
        return None if other in members(game) or other in givers(game) else other
    return None if other in (game.box, game.partner) else other


def absent(state: State, seat: int) -> bool:
    """Whether the seat has asked to leave: his proxy decides for him, else he follows the captain (§2.16)."""
    return seat in state.leaving


def movers(state: State, side: int) -> tuple[int, ...]:
    """All who may have to move for a side, the one whose duty it is first, then down the line."""
    game = state.game
    if game is None:
        raise ValueError("no game")
    if paired(state):
        return throwers(state, side)
    if side == 0:
        if not live(game, "main") and not live(game, "bought") and givers(game):
            return givers(game)
        partner = () if game.partner is None else (game.partner,)
        return (*partner, game.box) if partner and absent(state, game.box) else (game.box, *partner)
    seats = members(game) or (game.captain,)
    fit = [seat for seat in seats if not absent(state, seat) and game.missed_moves.count(seat) < 2]
    first = game.captain if game.captain in fit else (fit or seats)[0]
    return (first, *(seat for seat in seats if seat != first))


def mover(state: State, side: int) -> int:
    """The seat that rolls and moves for a side now (spec/chouette.md §2.3, §2.12, §4.3)."""
    return movers(state, side)[0]


def offers_for(state: State, seat: int) -> int | None:
    """The side for which the seat makes an offer: its own, the box's for a giver who moves for it now (§2.12)."""
    game = running(state)
    if game is not None and seat in givers(game) and seat == mover(state, 0):
        return 0
    return side_of(state, seat)


def duty(state: State) -> tuple[int, ...]:
    """The seats that may make the open move: the mover; one rung on the whole team; then one after the other (§4.3).

    Empty when the whole side has let it pass.
    """
    game = state.game
    if game is None or game.turn is None:
        return ()
    side, rung = game.turn.mover, game.rung
    seats = movers(state, side)
    if side == 1 and rung == 1 and len(seats) > 1:
        return tuple(seat for seat in game.line if seat in seats)
    place = rung if side == 0 or rung == 0 else rung - 1 + (len(seats) == 1)
    return seats[place : place + 1]


def role(state: State, seat: int) -> Role:
    """What a seat is at the table now."""
    game = running(state)
    if paired(state) and seat in (*state.seats, *mates(state)):
        thrower = seat in (0, 1) if game is None else seat == mover(state, seat % 2)
        return ("box", "captain")[seat % 2] if thrower else "mate"
    if game is None:
        if seat not in state.seats:
            return "spectator"
        return "box" if seat == state.seats[0] else "captain" if seat == captain(state) else "crew"
    if seat == game.box:
        return "box"
    if seat == game.partner:
        return "partner"
    if seat not in game.line:
        return "spectator"
    if seat == game.captain:
        return "captain"
    return "crew" if seat in members(game) else "out"


def stake_name(state: State, seat: int, index: int) -> int:
    """The seat by which `seat` names the cube of stake `index` (spec/rehearse.md §5)."""
    if state.game is None:
        raise ValueError("no game")
    return state.game.stakes[index].name(party(state, seat))


def spot(state: State) -> Spot | None:
    """The legal-play question that is open now; None when no move is asked for or its roll is still to be named."""
    game = state.game
    if game is None or game.phase is not Phase.MOVE or game.turn is None or not game.turn.stages:
        return None
    turn = game.turn
    return Spot(
        options(state).variant,
        game.board,
        turn.mover,
        turn.stages[0],
        turn.dice,
        first_roll=turn.first and turn.mover == turn.roller,
        head_used=turn.head[turn.mover],
    )
