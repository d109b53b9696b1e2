"""Offers and their answers: resignation, settlement, undo, an automatic double at the box's wish (rehearse.md §5)."""

from __future__ import annotations

from dataclasses import replace

from games.rules.actions import HOUSE, Resign, Rest, Settle
from games.rules.errors import IllegalAction
from games.rules.facts import Halted, OfferAnswered, Offered, Source, Undone
from games.rules.scoring import class_times
from games.rules.state.cubes import follows
from games.rules.state.pairs import paired, party
from games.rules.state.roles import givers, live, members, mover, offers_for, running, side_of
from games.rules.state.values import Game, Offer, Phase
from games.rules.table import lot, partners, session, windows
from games.rules.table.draft import Draft
from games.rules.table.ends import board_decided, game_without_bets, pays

LONGEST_REST = 14
"""Days that a box may be paused (spec/chouette.md §4.3)."""


def resign(draft: Draft, seat: int, action: Resign) -> None:
    """Offer to lose the game at `level`: for his own bets from the box, for the whole team from the captain."""
    if action.level not in (1, 2, 3):
        raise IllegalAction("bad-level", level=action.level)
    game = _may_offer(draft, seat)
    side = offers_for(draft.state, seat)
    if side is None or seat != mover(draft.state, side):
        raise IllegalAction("only-captain-resigns" if side == 1 else "not-in-game")
    to = _opponents_of_box(game, seat) if side == 0 else _consent_to_captain(draft, game, seat)
    if paired(draft.state):
        to = (mover(draft.state, 1 - side),)
    _offer(draft, Offer(seat=seat, kind="resign", to=to, level=action.level))


def settle(draft: Draft, seat: int, action: Settle) -> None:
    """Offer to close a bet between the box and a member for an agreed number of points that the speaker gets."""
    if not draft.options.settlements:
        raise IllegalAction("no-settlements")
    game = _may_offer(draft, seat)
    own = party(draft.state, seat)
    index = _bet_to_settle(game, own, None if action.seat is None else party(draft.state, action.seat))
    stake = game.stakes[index]
    winner = None if action.winner is None else party(draft.state, action.winner)
    if winner is not None and winner not in (stake.high, stake.low):
        raise IllegalAction("winner-not-in-bet", seat=winner)
    if winner is None and action.points == 0 and draft.state.format == "chouette":
        raise IllegalAction("settle-names-winner")
    to = (_speaks_for(draft, stake.other(own)),)
    _offer(draft, Offer(seat=seat, kind="settle", to=to, points=action.points, winner=winner, stake=index))


def rest(draft: Draft, seat: int, action: Rest) -> None:
    """The box asks for a pause, or is back from it (spec/chouette.md §4.3)."""
    if draft.state.format != "chouette":
        raise IllegalAction("not-in-format", format=draft.state.format)
    game = running(draft.state)
    if game is None or seat != game.box:
        raise IllegalAction("box-rests")
    if draft.state.halted:
        if action.days or not draft.state.resting:
            raise IllegalAction("halted-already")
        draft.change(halted=False, resting=False)
        draft.say(Halted(on=False))
        return
    if not 1 <= action.days <= LONGEST_REST:
        raise IllegalAction("bad-rest", most=LONGEST_REST)
    game = _may_offer(draft, seat)
    asked = tuple(member for member in members(game) if not follows(draft.state, member))
    to = asked or (mover(draft.state, 1),)  # all have left, but the game is played to its end
    _offer(draft, Offer(seat=seat, kind="rest", to=to, level=action.days))


def _rested(draft: Draft, offer: Offer) -> None:
    """All have agreed: the clocks stand."""
    if draft.state.offer is None:
        draft.change(halted=True, resting=True)
        draft.say(Halted(on=True, days=offer.level))


def undo(draft: Draft, seat: int) -> None:
    """Ask the other side to take one's last answer back, until the next throw is shown."""
    before = draft.state.before
    if before is None or before.game is None or draft.state.answered_by != seat:
        raise IllegalAction("nothing-to-undo")
    _may_offer(draft, seat)
    side = offers_for(draft.state, seat)
    _offer(draft, Offer(seat=seat, kind="undo", to=(mover(draft.state, 1 - (side or 0)),)))


def reply(draft: Draft, seat: int, *, accepted: bool, source: Source) -> None:
    """Yes or no to the open offer."""
    offer = draft.state.offer
    if offer is None or seat not in offer.to:
        raise IllegalAction("no-offer")
    if offer.kind == "partner":
        if partners.reply(draft, seat, accepted=accepted, source=source):
            session.deal(draft)
        return
    draft.say(OfferAnswered(seat=offer.seat, by=seat, kind=offer.kind, accepted=accepted, source=source))
    if not accepted and offer.kind != "auto":
        draft.change_game(declined=(*draft.game.declined, offer))
    left = replace(offer, to=tuple(other for other in offer.to if other != seat))
    from_captain = offer.kind == "resign" and offer.seat != HOUSE and offers_for(draft.state, offer.seat) == 1
    ends = not left.to or ((from_captain or offer.kind == "rest") and not accepted)
    draft.change(offer=None if ends else left)
    if offer.kind == "resign":
        _resigned(draft, left, seat, accepted=accepted, from_captain=from_captain)
    elif accepted:
        {"settle": _settled, "undo": _undone, "auto": _auto, "rest": _rested}[offer.kind](draft, offer)


def _speaks_for(draft: Draft, seat: int) -> int:
    """Who answers offers to the end of a bet: it itself, of a pair who throws."""
    return mover(draft.state, seat) if paired(draft.state) else seat


def _may_offer(draft: Draft, seat: int) -> Game:
    """Whether anybody may make an offer now: a game runs, no double waits for answers, no other offer stands."""
    game = running(draft.state)
    if game is None or game.phase in (Phase.PARTNER, Phase.LOT):
        raise IllegalAction("no-game")
    if game.phase is Phase.ANSWER:
        raise IllegalAction("answer-the-double")
    if draft.state.offer is not None:
        raise IllegalAction("offer-open")
    if side_of(draft.state, seat) is None:
        raise IllegalAction("not-in-game")
    return game


def _offer(draft: Draft, offer: Offer) -> None:
    if any(offer.terms() == old.terms() for old in draft.game.declined):
        raise IllegalAction("declined-before")
    draft.change(offer=replace(offer, occasion=draft.next_occasion()))
    draft.say(
        Offered(
            seat=offer.seat,
            kind=offer.kind,
            to=offer.to,
            level=offer.level,
            points=offer.points,
            winner=offer.winner,
        )
    )


def _opponents_of_box(game: Game, seat: int) -> tuple[int, ...]:
    """The live members with a bet against the one who moves for the box's side."""
    high = game.box if seat == game.partner else seat
    lows = {stake.low for stake in live(game) if stake.high == high}
    return tuple(member for member in game.line if member in lows)


def _consent_to_captain(draft: Draft, game: Game, seat: int) -> tuple[int, ...]:
    """Who must agree when the captain resigns: the box (or the givers that play on) and the other live members.

    Who has left and named nobody follows the captain, so he agrees (spec/chouette.md §2.16).
    """
    box = (game.box,) if live(game, "main") or live(game, "bought") else givers(game)
    return (*box, *(member for member in members(game) if member != seat and not follows(draft.state, member)))


def _bet_to_settle(game: Game, seat: int, other: int | None) -> int:
    """The bet between the box and one member; which, the box must say when several are live."""
    bets = [
        index
        for index, stake in enumerate(game.stakes)
        if stake.live and stake.kind != "extra" and seat in (stake.high, stake.low)
    ]
    main = [index for index in bets if game.stakes[index].kind == "main"] or bets
    if not main:
        raise IllegalAction("no-live-bet")
    if other is None:
        if len(main) > 1:
            raise IllegalAction("settle-with-whom")
        return main[0]
    for index in main:
        if game.stakes[index].other(seat) == other:
            return index
    raise IllegalAction("no-bet-with", seat=other)


def _resigned(draft: Draft, offer: Offer, by: int, *, accepted: bool, from_captain: bool) -> None:
    """From the captain: the game, once all agree. From the box: at once the bets of the member who agrees."""
    level = class_times(draft.options.variant.score, offer.level)
    if from_captain:
        if accepted and not offer.to:
            board_decided(draft, 0, level, "resigned")
        return
    if not accepted:
        return
    game, by = draft.game, party(draft.state, by)
    high = game.box if offer.seat == game.partner else party(draft.state, offer.seat)
    if len(live(game)) == sum(1 for stake in live(game) if stake.low == by and stake.high == high):
        board_decided(draft, 1, level, "resigned")
        return
    for index, stake in enumerate(game.stakes):
        if stake.live and stake.low == by and stake.high == high:
            draft.close(index, winner=by, points=pays(draft, stake, level), how="resigned")
    _bets_closed(draft)


def _settled(draft: Draft, offer: Offer) -> None:
    """Close the bet for the agreed points; the named winner, else the receiver, counts as its winner."""
    index = offer.stake or 0
    stake = draft.game.stakes[index]
    own = party(draft.state, offer.seat)
    receiver = own if offer.points > 0 else stake.other(own)
    if offer.points == 0:
        draft.close(index, winner=offer.winner, points=0, how="settled")
    else:
        winner = receiver if offer.winner is None else offer.winner
        draft.close(index, winner=winner, points=abs(offer.points), how="settled", receiver=receiver)
    _bets_closed(draft)


def _bets_closed(draft: Draft) -> None:
    """Bets were closed by an offer: the captaincy may pass, the game may be over, the window is looked at again."""
    draft.pass_captaincy()
    if not live(draft.game):
        game_without_bets(draft)
    else:
        windows.look_again(draft)


def _undone(draft: Draft, offer: Offer) -> None:
    """The game stands again as it did before the answer; its question is asked anew."""
    before = draft.state.before
    if before is None or before.game is None:
        return
    draft.change(game=before.game, before=None, answered_by=None)
    draft.enter(before.game.phase)
    draft.say(Undone(seat=offer.seat))


def _auto(draft: Draft, offer: Offer) -> None:
    lot.auto_double(draft)
