"""The start of a game (spec/rehearse.md §3): a given position, a seat that begins by rule, or the lot."""

from __future__ import annotations

from games.rules.actions import HOUSE
from games.rules.facts import AutoDoubled, Offered
from games.rules.stake import fits, raised
from games.rules.state.values import Offer, Phase
from games.rules.table import windows
from games.rules.table.draft import Draft
from games.rules.table.moves import start_turn


def step(draft: Draft) -> bool:
    """Find who begins. Nobody may double before the first throw of a game."""
    start, game = draft.state.start, draft.game
    if start is not None:
        setup = draft.options.variant.start()
        # A side that has left the set-up has had its first roll, whenever that was.
        moved = tuple(int(start.board.sides[side] != setup.sides[side]) for side in (0, 1))
        draft.change(start=None)
        draft.change_game(board=start.board, rolls=(moved[0], moved[1]))
        if start.side is not None:
            draft.change_game(starter=start.side)
            windows.begin(draft, start.side)
            return True
    if game.starter is not None:
        draft.change_game(side=game.starter)
        draft.enter(Phase.THROW)
        return True
    _throw_lot(draft)
    return True


def _throw_lot(draft: Draft) -> None:
    """One die each; equal numbers may be an automatic double, and are thrown again."""
    variant = draft.options.variant
    dice = draft.throw(2, "lot", None)
    if dice[0] == dice[1]:
        _equal(draft)
        return
    side = 0 if dice[0] > dice[1] else 1
    draft.change_game(starter=side, side=side)
    if variant.opening == "shared" and variant.dice == 2 and not variant.named:
        start_turn(draft, side, dice)
    else:
        draft.enter(Phase.THROW)


def _equal(draft: Draft) -> None:
    agreed, game = draft.options, draft.game
    if not agreed.variant.cube or game.autos >= agreed.auto_max:
        return
    if agreed.auto_by == "rule":
        auto_double(draft)
        return
    occasion = draft.next_occasion()
    draft.change(offer=Offer(seat=HOUSE, kind="auto", to=(game.box,), occasion=occasion))
    draft.say(Offered(seat=HOUSE, kind="auto", to=(game.box,)))


def auto_double(draft: Draft) -> None:
    """Every cube of the table one step higher, in the middle, not turned; one that stands at the cap stays."""
    game, agreed = draft.game, draft.options
    for index, stake in enumerate(game.stakes):
        value = raised(stake.value, agreed.variant.progress)
        if fits(value, agreed.cube_cap):
            draft.stake(index, value=value)
    draft.change_game(autos=game.autos + 1)
    draft.say(AutoDoubled(count=draft.game.autos))


def draw_seats(draft: Draft) -> None:
    """The first order of a chouette: one die each, highest is the box; who is equal throws again (chouette.md §2.2)."""

    def ranked(seats: tuple[int, ...]) -> tuple[int, ...]:
        if len(seats) == 1:
            return seats
        dice = draft.throw(len(seats), "start", None)
        ranks = sorted(set(dice), reverse=True)
        groups = [tuple(seat for seat, die in zip(seats, dice, strict=True) if die == rank) for rank in ranks]
        return tuple(seat for group in groups for seat in ranked(group))

    draft.change(seats=ranked(draft.state.seats), draws_seats=False)
