"""From one game to the next: who sits where, who leaves and comes, the end of the table. How it opens is in `lot`."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from games.rules.facts import GameStarted, Left, Paused, Rotated, TableOver
from games.rules.formats import format_named
from games.rules.formats.chouette import base_value, seated
from games.rules.formats.match import crawford_due
from games.rules.stake import Stake
from games.rules.state.pairs import paired
from games.rules.state.roles import mover
from games.rules.state.values import Game, Orders, Phase
from games.rules.table import partners, proposals
from games.rules.table.draft import Draft
from games.rules.table.ends import outcome


def after_game(draft: Draft) -> bool:
    """A game is over: rotate, let leavers go and newcomers in; then the next game, a pause, or the end."""
    state = draft.state
    if state.over or state.paused:
        return False
    the_format, players = format_named(state.format), len(state.seats)
    rotated, moved = the_format.rotated(outcome(draft), draft.options)
    if state.format == "chouette":
        _reseat(draft, rotated, moved)
        partners.end_if_due(draft, box=draft.game.box)
    proposals.only_of_those_here(draft)
    proposals.come_into_force(draft)
    draft.change(orders={seat: _after_game(orders) for seat, orders in draft.state.orders.items()})
    if state.ending or the_format.is_over(state.halves, state.games, draft.options):
        end_table(draft, the_format.winner(state.halves, draft.options), how="agreed" if state.ending else "played")
    elif len(draft.state.seats) < min(draft.options.min_players, players):
        draft.change(paused=True)
        draft.say(Paused())
    else:
        next_game(draft)
    return True


def end_table(draft: Draft, winner: int | None, how: Literal["played", "agreed", "timeout"] = "played") -> None:
    """The table is over; nothing more is asked."""
    draft.change(over=True, paused=False, winner=winner, offer=None, overdue=None, proposal=None, coming=None)
    draft.say(TableOver(winner=winner, how=how))


def next_game(draft: Draft, *, throws: int = 0) -> None:
    """Begin the next game; where the line is to be asked for a partner, that comes first.

    `throws`: how many have been drawn for it already, to order the line.
    """
    if draft.state.game is not None:  # somebody may have left during a pause
        partners.end_if_due(draft, box=draft.state.game.box)
    set_up(draft, Phase.PARTNER, throws=throws, starter=_starter(draft))
    if not partners.ask(draft):
        deal(draft)


def deal(draft: Draft) -> None:
    """Everybody has his place: the game begins."""
    game, state = draft.game, draft.state
    set_up(draft, Phase.LOT, throws=game.throws, starter=game.starter)
    crawford = state.format == "match" and not state.crawford_played and crawford_due(state.halves, draft.options)
    if crawford:
        draft.change(crawford_played=True)
        draft.change_game(crawford=True)
    game = draft.game
    draft.say(
        GameStarted(
            game=game.number,
            box=game.box,
            line=game.line,
            partner=game.partner,
            crawford=crawford,
            throwers=(mover(draft.state, 0), mover(draft.state, 1)) if paired(draft.state) else (),
        )
    )


def set_up(draft: Draft, phase: Phase, *, throws: int, starter: int | None) -> None:
    """A fresh game on the set-up, between the seats as they are now."""
    state, agreed = draft.state, draft.options
    box, partner = state.seats[0], state.partner
    line = tuple(seat for seat in state.seats[1:] if seat != partner)
    stakes = tuple(
        Stake(kind="main", high=box, low=seat, value=base_value(state.declared, box, seat, agreed)) for seat in line
    )
    game = Game(
        number=state.games + 1,
        box=box,
        line=line,
        partner=partner,
        captains=line[:1],
        board=agreed.variant.start(),
        stakes=stakes,
        phase=phase,
        throws=throws,
        starter=starter,
    )
    draft.change(game=game)
    draft.enter(phase)


def _starter(draft: Draft) -> int | None:
    """Which side begins a later game by `next_starter`; None: the lot decides (spec/rehearse.md §3)."""
    game, rule = draft.state.game, draft.options.variant.next_starter
    if game is None or rule == "roll" or game.starter is None:
        return None
    if rule == "alternate":
        return 1 - game.starter
    if draft.state.format == "chouette":
        return 0
    won = game.stakes[0].won
    return None if won is None else int(won != game.box)


def _reseat(draft: Draft, rotated: tuple[int, ...], moved: tuple[int, ...]) -> None:
    """Rotation, then leavers and those who have lost too much, then newcomers (chouette.md §2.15, §2.16, §2.19)."""
    state, limit = draft.state, draft.options.stop_loss
    sat_out = [
        seat
        for seat in rotated
        if seat not in state.leaving and limit != "none" and state.halves.get(seat, 0) <= -2 * limit
    ]
    gone = (*state.leaving, *sat_out)
    seats = seated(rotated, moved, gone=gone, joining=state.newcomers, options=draft.options)
    for seat in gone:
        draft.say(Left(seat=seat, now=True))
    orders = {seat: orders for seat, orders in state.orders.items() if seat in seats}
    draft.change(seats=seats, leaving=(), newcomers=(), orders=orders)
    draft.say(Rotated(seats=seats))


def _after_game(orders: Orders) -> Orders:
    """`if doubled …` and `double next` end with the game; the others stay (spec/rehearse.md §4.8)."""
    return replace(orders, double_next=False, if_doubled=None)


def seat_newcomers(draft: Draft) -> None:
    """While the table is paused who joins sits down at once; the next game begins when there are enough."""
    state = draft.state
    draft.change(seats=(*state.seats, *state.newcomers), newcomers=())
    draft.say(Rotated(seats=draft.state.seats))
    if len(draft.state.seats) >= draft.options.min_players:
        draft.change(paused=False)
        next_game(draft)
