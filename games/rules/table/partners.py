"""The box's partner: who is asked before a game, who becomes it, how long it lasts (spec/chouette.md §2.17)."""

from __future__ import annotations

from games.rules.actions import HOUSE
from games.rules.facts import Left, OfferAnswered, Offered, Rotated, Sealed, Source
from games.rules.state.values import Offer
from games.rules.table.draft import Draft

WANTED, POLL, LOT_WANTED, DRAWN = range(4)
"""Stages of the poll, kept as the offer's `level`: the box wants a partner; who would; the lot then; the one drawn."""


def end_if_due(draft: Draft, *, box: int) -> None:
    """After a game: the partnership lasts while the box and the partner stay and have an opponent, or for one game."""
    seats, partner = draft.state.seats, draft.state.partner
    together = seats[:1] == (box,) and partner in seats and len(seats) > 2
    if not together or draft.options.partner_term == "game":
        draft.change(partner=None)


def ask(draft: Draft) -> bool:
    """Begin to ask for a partner where the table's options want it; whether anybody is asked."""
    state, agreed = draft.state, draft.options
    if not state.polls or state.partner is not None or agreed.partner == "off":
        return False
    if len(state.seats) < max(agreed.partner_min, 3):
        return False
    if agreed.partner == "required":
        _poll(draft)
    else:
        _offer(draft, HOUSE, (state.seats[0],), WANTED)
    return True


def reply(draft: Draft, seat: int, *, accepted: bool, source: Source) -> bool:
    """An answer to the open question of the poll; whether all is decided and the game may begin."""
    offer = draft.state.offer
    if offer is None:
        return False
    to = tuple(other for other in offer.to if other != seat)
    agreed = (*offer.agreed, seat) if accepted else offer.agreed
    if offer.level != POLL:
        draft.say(OfferAnswered(seat=offer.seat, by=seat, kind="partner", accepted=accepted, source=source))
    draft.change(offer=None)
    if offer.level == POLL:
        return _polled(draft, Offer(seat=offer.seat, kind="partner", to=to, level=POLL, agreed=agreed,
                                    occasion=offer.occasion), seat)  # fmt: skip
    if offer.level == WANTED and accepted:
        _poll(draft)
        return False
    if offer.level == LOT_WANTED and accepted:
        _draw(draft)
        return False
    draft.change(partner=seat if offer.level == DRAWN and accepted else None)
    return True


def _offer(draft: Draft, seat: int, to: tuple[int, ...], level: int) -> None:
    draft.change(offer=Offer(seat=seat, kind="partner", to=to, level=level, occasion=draft.next_occasion()))
    draft.say(Offered(seat=seat, kind="partner", to=to, level=level))


def _poll(draft: Draft) -> None:
    """Ask the line: everybody at once, or only the next in it."""
    seats = draft.state.seats
    to = seats[1:2] if draft.options.partner_offer == "next_in_line" else seats[1:]
    _offer(draft, seats[0], to, POLL)


def _polled(draft: Draft, offer: Offer, seat: int) -> bool:
    """An answer of the poll lies in; when all do, the first or last who is willing becomes the partner."""
    if offer.to:
        draft.say(Sealed(seat=seat))
        draft.change(offer=offer)
        return False
    line = draft.state.seats[1:]
    asked = line[:1] if draft.options.partner_offer == "next_in_line" else line
    for other in asked:
        accepted = other in offer.agreed
        draft.say(OfferAnswered(seat=offer.seat, by=other, kind="partner", accepted=accepted))
    willing = [other for other in asked if other in offer.agreed]
    if willing:
        draft.change(partner=willing[-1 if draft.options.partner_offer == "from_last" else 0])
        return True
    return _nobody(draft)


def _nobody(draft: Draft) -> bool:
    """Nobody is willing: the lot, who refused leaves, or the box plays alone."""
    agreed, seats = draft.options, draft.state.seats
    if agreed.partner_draw == "leave":
        if agreed.partner_offer == "next_in_line" and len(seats) > 3:
            draft.change(seats=(seats[0], *seats[2:]))
            draft.say(Left(seat=seats[1], now=True))
            draft.say(Rotated(seats=draft.state.seats))
        return True
    if not agreed.partner_draw:
        return True
    if agreed.partner == "required":
        _draw(draft)
    else:
        _offer(draft, HOUSE, seats[:1], LOT_WANTED)
    return False


def _draw(draft: Draft) -> None:
    """Draw one of the line by lot, not the captain: two dice are a number below 36, what is over is thrown again."""
    candidates = draft.state.seats[2:]
    fair = 36 - 36 % len(candidates)
    drawn = fair
    while drawn >= fair:
        first, second = draft.throw(2, "start", None)
        drawn = 6 * (first - 1) + second - 1
    _offer(draft, draft.state.seats[0], (candidates[drawn % len(candidates)],), DRAWN)
