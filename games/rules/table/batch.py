"""A batch carried out, in the order of spec/chouette.md §4.4: fill, one cube, lone taker, reveal, book, extras."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.rules.actions import Reply
from games.rules.facts import Answered, BeaverAnswered, Source, StakeMade
from games.rules.stake import Stake, fits, raised
from games.rules.state.cubes import follows, offered
from games.rules.state.roles import live, mover
from games.rules.state.values import Call, Game, Given, Phase
from games.rules.table.draft import Draft
from games.rules.table.ends import game_without_bets


@dataclass(frozen=True, slots=True)
class Final:
    """The answer to one offered stake that counts, and whose decision it was."""

    call: Call
    seat: int
    reply: Reply
    source: Source

    def but(self, reply: Reply) -> Final:
        """Another answer, by a rule of the table."""
        return self if reply == self.reply else replace(self, reply=reply, source="house")


def carry_out(draft: Draft) -> None:
    """Close the batch: every answer is in, or its seat silent or absent."""
    game = draft.game
    finals = [_filled(draft, call) for call in game.calls]
    if draft.options.one_cube:
        finals = _unanimous(game, finals)
    lone = _lone_taker(game, finals)
    takers_extras: list[tuple[Final, Final]] = []
    if lone is not None:
        finals = _condition(draft, finals, lone)
        finals, takers_extras = _rule_of_the_mode(draft, finals)
    elif not draft.options.beavers:
        finals = [final.but("take") if final.reply == "beaver" else final for final in finals]
    if draft.options.lone_taker == "extras" and draft.options.extras_mode == "voluntary":
        takers_extras = _voluntary(draft, finals)
    for final in finals:
        _reveal(draft, final)
    buyer = _buyer(draft, finals)
    values = {final.call.stake: game.stakes[final.call.stake].value for final in finals}
    for final in finals:
        _book(draft, final, buyer)
    for taker, giver in takers_extras:
        _extra(draft, taker.seat, giver.seat, values[giver.call.stake])
    draft.change_game(calls=(), given=(), batch=0)
    draft.pass_captaincy()
    if live(draft.game):
        draft.enter(Phase.THROW)
    else:
        game_without_bets(draft)


def _filled(draft: Draft, call: Call) -> Final:
    """The answer to one call: as given, else what silence and absence mean (§4.3, decision 10)."""
    game = draft.game
    seat = next(seat for seat, stakes in offered(draft.state).items() if call.stake in stakes)
    given = next((given for given in game.given if given.seat == seat), None)
    if given is not None and given.source != "timeout":
        return Final(call, seat, dict(given.replies)[call.stake], given.source)
    if game.stakes[call.stake].kind == "extra" and seat == game.stakes[call.stake].high:
        return Final(call, seat, "drop", "timeout")
    if seat not in game.line or (seat == game.captain and not follows(draft.state, seat)):
        return Final(call, seat, "drop", "timeout")
    silence = draft.orders(seat).silence if given is not None else "follow"
    if given is not None and game.unanswered.count(seat) >= 2:
        silence = "drop"
    if silence == "follow":
        led = _captains_answer(draft, seat)
        return Final(call, seat, led or "drop", "captain" if led else "timeout")
    return Final(call, seat, silence, "timeout")


def _captains_answer(draft: Draft, seat: int) -> Reply | None:
    """What the captain answered for his own bet in this batch, a beaver as a take; None if he did not."""
    game = draft.game
    leader = game.captain if not follows(draft.state, game.captain) else mover(draft.state, 1)
    given = next((given for given in game.given if given.seat == leader), None)
    if leader == seat or given is None or given.source == "timeout":
        return None
    for index, reply in given.replies:
        if game.stakes[index].kind == "main":
            return "drop" if reply == "drop" else "take"
    return None


def _main(game: Game, final: Final) -> bool:
    return game.stakes[final.call.stake].kind == "main"


def _unanimous(game: Game, finals: list[Final]) -> list[Final]:
    """One cube cannot stand at two heights: a beaver counts only if every taker beavers (§2.8)."""
    takers = [final for final in finals if _main(game, final) and final.reply != "drop"]
    if all(final.reply == "beaver" for final in takers):
        return finals
    return [final.but("take") if final in takers and final.reply == "beaver" else final for final in finals]


def _lone_taker(game: Game, finals: list[Final]) -> Final | None:
    """The one who took, when the box doubled all live members, two or more (§2.11)."""
    if game.side != 0:
        return None
    main = [final for final in finals if _main(game, final)]
    takers = [final for final in main if final.reply != "drop"]
    if len(main) < 2 or len(main) != len(live(game, "main")) or len(takers) != 1:
        return None
    return takers[0]


def _given(game: Game, seat: int) -> Given:
    return next((given for given in game.given if given.seat == seat), Given(seat=seat))


def _condition(draft: Draft, finals: list[Final], lone: Final) -> list[Final]:
    """What the lone taker said in advance for this case; it comes before the rule of the mode (decision 14)."""
    wish = _given(draft.game, lone.seat).if_alone
    if wish in (None, "keep"):
        return finals
    reply: Reply = "drop" if wish == "drop" else "beaver"
    return [replace(final, reply=reply) if final is lone else final for final in finals]


def _rule_of_the_mode(draft: Draft, finals: list[Final]) -> tuple[list[Final], list[tuple[Final, Final]]]:
    """The answers after the table's rule for a lone taker, and who takes an extra from whom (§2.11, §2.12)."""
    game, agreed = draft.game, draft.options
    lone = _lone_taker(game, finals)
    if lone is None:
        return finals, []
    if agreed.lone_taker == "must_drop" and game.players >= agreed.lone_min_players:
        return _dropped(finals, lone), []
    if agreed.lone_taker == "must_beaver" and lone.reply != "beaver":
        return _dropped(finals, lone), []
    if agreed.lone_taker == "extras" and agreed.extras_mode != "voluntary":
        givers = [final for final in finals if _main(game, final) and _gives(draft, final)]
        if not givers:
            return finals, []
        if _given(game, lone.seat).if_extras != "accept":
            return _dropped(finals, lone), []
        return finals, [(lone, giver) for giver in givers]
    return finals, []


def _dropped(finals: list[Final], lone: Final) -> list[Final]:
    return [final.but("drop") if final is lone else final for final in finals]


def _gives(draft: Draft, final: Final) -> bool:
    """Whether a dropper gives an extra: when he said so, or every dropper does. Silence never does (§4.1)."""
    if final.reply != "drop" or final.source in ("timeout", "captain"):
        return False
    return draft.options.extras_mode == "forced" or _given(draft.game, final.seat).extra


def _voluntary(draft: Draft, finals: list[Final]) -> list[tuple[Final, Final]]:
    """Both sides free: each dropper who offers one finds the highest taker who wants extras (§2.12)."""
    game = draft.game
    if game.side != 0:
        return []
    main = [final for final in finals if _main(game, final)]
    wanting = [final for final in main if final.reply != "drop" and _given(game, final.seat).if_extras == "accept"]
    if not wanting:
        return []
    taker = min(wanting, key=lambda final: game.line.index(final.seat))
    return [(taker, final) for final in main if _gives(draft, final)]


def _reveal(draft: Draft, final: Final) -> None:
    stake, progress = draft.game.stakes[final.call.stake], draft.options.variant.progress
    doubled = raised(stake.value, progress)
    value = {"drop": stake.value, "take": doubled, "beaver": raised(doubled, progress)}[final.reply]
    draft.say(Answered(seat=final.seat, stake=final.call.stake, answer=final.reply, value=value, source=final.source))


def _buyer(draft: Draft, finals: list[Final]) -> int | None:
    """The lone taker, where he takes over what the others drop (`buyout`)."""
    lone = _lone_taker(draft.game, finals) if draft.options.lone_taker == "buyout" else None
    return None if lone is None else lone.seat


def _book(draft: Draft, final: Final, buyer: int | None) -> None:
    """Carry out one answer: close a dropped bet at the value before, else set value and owner."""
    index, side = final.call.stake, draft.game.side or 0
    stake = draft.game.stakes[index]
    doubled = raised(stake.value, draft.options.variant.progress)
    if final.reply == "drop":
        if buyer is not None and stake.kind == "main":
            _sell(draft, index, stake, buyer, doubled)
        else:
            draft.close(index, winner=stake.of_side(side), points=stake.value, how="cube")
    elif final.reply == "take":
        draft.stake(index, value=doubled, owner=stake.of_side(1 - side))
    else:
        _beaver(draft, final, stake, doubled)


def _beaver(draft: Draft, final: Final, stake: Stake, doubled: int) -> None:
    """The doubler's reply to a beaver was given with the double (§2.8); a raccoon over the cap is an acceptance."""
    agreed, side = draft.options, draft.game.side or 0
    progress, index = agreed.variant.progress, final.call.stake
    beavered = raised(doubled, progress)
    reply = final.call.if_beavered
    if reply == "raccoon" and not fits(raised(beavered, progress), agreed.cube_cap):
        reply = "accept"
    value = {"drop": doubled, "accept": beavered, "raccoon": raised(beavered, progress)}[reply]
    draft.say(BeaverAnswered(seat=final.call.seat, stake=index, answer=reply, value=value))
    draft.stake(index, value=value, owner=stake.of_side(1 - side))
    if reply == "drop":
        draft.close(index, winner=stake.of_side(1 - side), points=doubled, how="cube")


def _sell(draft: Draft, index: int, stake: Stake, buyer: int, doubled: int) -> None:
    """A dropper pays the buyer instead of the box, and the buyer holds that cube against the box too (§2.11)."""
    draft.close(index, winner=stake.high, points=0, how="sold")
    draft.book(stake.low, buyer, stake.value)
    bought = Stake(kind="bought", high=stake.high, low=buyer, value=doubled, owner=buyer, turned=True, seller=stake.low)
    _add(draft, bought, stake.low, buyer, stake.value)


def _extra(draft: Draft, taker: int, giver: int, value: int) -> None:
    """The giver pays `value` to the taker, and has the box's side of a cube at twice that, the taker's (§2.12)."""
    draft.book(giver, taker, value)
    doubled = raised(value, draft.options.variant.progress)
    extra = Stake(kind="extra", high=giver, low=taker, value=doubled, owner=taker, turned=True)
    _add(draft, extra, giver, taker, value)


def _add(draft: Draft, stake: Stake, fee_from: int, fee_to: int, fee: int) -> None:
    stakes = (*draft.game.stakes, stake)
    draft.change_game(stakes=stakes)
    draft.say(
        StakeMade(
            stake=len(stakes) - 1,
            kind="extra" if stake.kind == "extra" else "bought",
            high=stake.high,
            low=stake.low,
            value=stake.value,
            fee_from=fee_from,
            fee_to=fee_to,
            fee=fee,
        )
    )
