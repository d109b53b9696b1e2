"""The cube window before a throw: who doubles, who lets it pass, and when it closes (spec/rehearse.md §4.1, §4.4)."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.actions import Double
from games.rules.errors import IllegalAction
from games.rules.facts import AdviceAsked, Doubled, Sealed, Source
from games.rules.formats.chouette import box_may_double
from games.rules.stake import raised
from games.rules.state.advising import advisers, may_ask_advice
from games.rules.state.asking import window_seats
from games.rules.state.cubes import turnable
from games.rules.state.pairs import party
from games.rules.state.roles import mover, side_of
from games.rules.state.values import Call, Game, Phase
from games.rules.table.draft import Draft
from games.rules.table.locked import board_is_locked, nobody_cares


def begin(draft: Draft, side: int) -> None:
    """The turn of `side`: its cube window if anybody of it may double, else straight to the throw."""
    draft.change_game(side=side, turn=None, calls=(), passed=())
    draft.enter(Phase.CUBE if turnable(draft.state, side) else Phase.THROW)


def look_again(draft: Draft) -> None:
    """Bets were closed by an offer: who may still double (spec/rehearse.md §4.1), whose duty the open move is now."""
    game = draft.game
    if game.phase is Phase.MOVE and game.rung:
        draft.enter(Phase.MOVE, rung=0)
    if game.phase is not Phase.CUBE or game.side is None:
        return
    draft.change_game(calls=tuple(call for call in game.calls if game.stakes[call.stake].live))
    if not turnable(draft.state, game.side):
        draft.enter(Phase.THROW)


def step(draft: Draft) -> bool:
    """What the house does in an open window: carry out orders, close it. Whether it did anything."""
    if _double_by_order(draft) or _roll_by_order(draft):
        return True
    game = draft.game
    if any(seat not in _answered(game) for seat in window_seats(draft.state)):
        return False
    if not game.calls:
        draft.enter(Phase.THROW)
        return True
    for seat in dict.fromkeys(call.seat for call in game.calls):
        calls = [call for call in game.calls if call.seat == seat]
        progress = draft.options.variant.progress
        draft.say(
            Doubled(
                seat=seat,
                stakes=tuple(call.stake for call in calls),
                values=tuple(raised(game.stakes[call.stake].value, progress) for call in calls),
                source=calls[0].source,
            )
        )
    for call in game.calls:
        draft.stake(call.stake, turned=True)
    draft.enter(Phase.ANSWER, given=(), batch=0, deputy=False)
    return True


def _answered(game: Game) -> set[int]:
    return {call.seat for call in game.calls} | set(game.passed)


def _double_by_order(draft: Draft) -> bool:
    """`double next`: all that the seat may turn, once."""
    game = draft.game
    for seat, stakes in turnable(draft.state, game.side or 0).items():
        if draft.orders(seat).double_next and seat not in _answered(game):
            draft.change_orders(seat, double_next=False)
            _call(draft, seat, tuple(Call(stake=stake, seat=seat, source="order") for stake in stakes))
            return True
    return False


def _roll_by_order(draft: Draft) -> bool:
    """`auto`, and `waive` of a mover who may not double himself: let the window pass.

    Where no throw can be played by anybody, an order passes once an entry for each seat: two players under `auto on`
    would send the throw to and fro for ever.
    """
    game = draft.game
    for seat in window_seats(draft.state):
        orders = draft.orders(seat)
        waived = orders.waive and seat not in turnable(draft.state, game.side or 0)
        if seat in _answered(game) or (orders.auto == "off" and not waived):
            continue
        if board_is_locked(draft.options.variant, game.board):
            if seat in draft.rolled_by_order:
                continue
            draft.rolled_by_order.add(seat)
            nobody_cares(draft)  # kept in mind: the silence that follows may be the last
        if orders.auto == "once":
            draft.change_orders(seat, auto="off")
        draft.change_game(passed=(*game.passed, seat))
        return True
    return False


def roll(draft: Draft, seat: int) -> None:
    """I do not double. From the mover and everybody of his side who may double; it may be replaced while it is open."""
    game = draft.game
    if not _may_speak(draft, seat):
        raise IllegalAction("not-asked", kind="cube", phase=str(game.phase))
    draft.change_game(
        calls=tuple(call for call in game.calls if call.seat != seat),
        passed=(*(other for other in game.passed if other != seat), seat),
    )
    _spoken(draft, seat)


def double(draft: Draft, seat: int, action: Double, source: Source) -> None:
    """Offer the named cubes, or all that the seat may turn. Replaces what it has said in this window."""
    cubes = _cubes_to_double(draft, seat)
    game, side = draft.game, draft.game.side or 0
    if action.if_beavered == "raccoon" and not draft.options.raccoons:
        raise IllegalAction("no-raccoons")
    names = tuple(party(draft.state, name) for name in action.cubes)
    chosen = _chosen(game, cubes, side, names, one_cube=draft.options.one_cube) if names else cubes
    main = [index for index in cubes if game.stakes[index].kind == "main"]
    if side == 0 and not box_may_double(
        game.stakes,
        [index for index in chosen if index in main],
        main,
        captain=game.captain,
        options=draft.options,
    ):
        raise IllegalAction("box-double-rule", rule=draft.options.box_double)
    calls = tuple(Call(stake=stake, seat=seat, if_beavered=action.if_beavered, source=source) for stake in chosen)
    _call(draft, seat, calls)
    _spoken(draft, seat)


def speak(draft: Draft) -> None:
    """Somebody has a word about the cubes: what passed before was no round of silence (`locked.nobody_cares`)."""
    if draft.state.game is not None and draft.state.game.silent != (0, 0):
        draft.change_game(silent=(0, 0))


def _call(draft: Draft, seat: int, calls: tuple[Call, ...]) -> None:
    speak(draft)
    game = draft.game
    draft.change_game(
        calls=(*(call for call in game.calls if call.seat != seat), *calls),
        passed=tuple(other for other in game.passed if other != seat),
    )


def _spoken(draft: Draft, seat: int) -> None:
    """While others are waited for, that somebody has spoken is all that is told."""
    if draft.orders(seat).missed:
        draft.change_orders(seat, missed=0)
    if any(other not in _answered(draft.game) for other in window_seats(draft.state)):
        draft.say(Sealed(seat=seat))


def _may_speak(draft: Draft, seat: int) -> bool:
    game = draft.game
    if game.phase is not Phase.CUBE or game.side is None:
        return False
    return seat == mover(draft.state, game.side) or seat in turnable(draft.state, game.side)


def _cubes_to_double(draft: Draft, seat: int) -> tuple[int, ...]:
    """The stakes that the seat may turn now. Raises the reason why there is none."""
    game = draft.game
    if game.phase is Phase.CUBE and game.side is not None:
        cubes = turnable(draft.state, game.side).get(seat)
        if cubes:
            return cubes
    raise IllegalAction(why_no_double(draft, seat))


def ask_advice(draft: Draft, seat: int) -> None:
    """The captain asks his team about the open move, once (spec/chouette.md §4.3)."""
    if not may_ask_advice(draft.state, seat):
        raise IllegalAction("no-advice-now")
    draft.change_game(advised=draft.game.occasion)
    draft.say(AdviceAsked(seat=seat, to=advisers(draft.state, seat)))


def why_no_double(draft: Draft, seat: int) -> str:
    """The code that says why this seat may not double now."""
    game, agreed = draft.game, draft.options
    side = side_of(draft.state, seat)
    own = party(draft.state, seat)
    mine = [stake for stake in game.stakes if stake.live and own in (stake.high, stake.low)]
    reasons: tuple[tuple[str, Callable[[], bool]], ...] = (
        ("no-cube", lambda: not agreed.variant.cube),
        ("answer-the-double", lambda: game.phase is Phase.ANSWER),
        ("crawford", lambda: game.crawford),
        ("no-live-bet", lambda: not mine and seat not in (game.box, game.partner)),
        ("not-your-turn", lambda: game.side is None or (side != game.side and game.phase is not Phase.CUBE)),
        ("double-before-throw", lambda: game.phase is not Phase.CUBE),
        ("captain-doubles", lambda: agreed.one_cube and side == 1 == game.side and seat != mover(draft.state, 1)),
        ("cube-not-yours", lambda: all(stake.owner not in (None, own) for stake in mine)),
        ("not-your-turn", lambda: side != game.side),
        ("dead-cube", lambda: draft.state.format == "match"),
    )
    return next((code for code, holds in reasons if holds()), "cube-cap")


def _chosen(
    game: Game, cubes: tuple[int, ...], side: int, names: tuple[int, ...], *, one_cube: bool
) -> tuple[int, ...]:
    """The stakes of the named cubes. With one cube for all, its name is any member's or the box's, and means all."""
    by_name = {game.stakes[index].name(game.stakes[index].of_side(side)): index for index in cubes}
    if len(set(names)) != len(names):
        raise IllegalAction("cube-named-twice")
    for name in names:
        if name not in by_name:
            raise IllegalAction("no-such-cube", seat=name)
    if not one_cube:
        return tuple(by_name[name] for name in names)
    main = tuple(index for index in cubes if game.stakes[index].kind == "main")
    others = tuple(by_name[name] for name in names if by_name[name] not in main)
    named = [name for name in names if by_name[name] in main]
    if side == 0 and named and len(named) < len(main):
        raise IllegalAction("one-cube")
    return (*main, *others) if named else others
