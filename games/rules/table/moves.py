"""Throws and plays: from the throw through every stage of a turn to the next side's window (spec/rules.md §6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from games.rules.actions import Name, Play
from games.rules.board import OFF
from games.rules.errors import IllegalAction
from games.rules.facts import Named, Passed, Played, Source
from games.rules.plays import Legal, Spot, legal_plays, resolve
from games.rules.state.roles import duty, mover, spot
from games.rules.state.values import Orders, Phase, Turn
from games.rules.table.draft import Draft
from games.rules.table.ends import board_decided
from games.rules.table.locked import is_locked
from games.rules.table.naming import any_roll, check_named
from games.rules.table.windows import begin

HEAD = 24


def throw(draft: Draft) -> bool:
    """The house throws for the side on turn, unless nothing could ever be played; or the mover is to name his roll."""
    game, variant = draft.game, draft.options.variant
    side = game.side or 0
    if is_locked(draft.state):
        draft.enter(Phase.LOCKED)
    elif variant.named:
        start_turn(draft, side, ())
    else:
        start_turn(draft, side, draft.throw(variant.dice, "turn", mover(draft.state, side)))
    return True


def start_turn(draft: Draft, side: int, dice: tuple[int, ...]) -> None:
    """Begin the turn of a roll; without dice the roll is named later."""
    game = draft.game
    number = game.rolls[side] + 1
    turn = Turn(roller=side, mover=side, dice=(), stages=(), first=number == 1, number=number)
    rolls = (number, game.rolls[1]) if side == 0 else (game.rolls[0], number)
    draft.change_game(side=side, rolls=rolls)
    if dice:
        turn = _with_dice(draft, turn, dice)
    draft.enter(Phase.MOVE, turn=turn, rung=0)


def _with_dice(draft: Draft, turn: Turn, dice: tuple[int, ...]) -> Turn:
    variant = draft.options.variant
    return replace(
        turn,
        dice=dice,
        stages=variant.stages(dice, turn.number),
        sequel=variant.sequel(dice),
        head=(0, 0),
        chain=variant.passes_on(dice, turn.number),
    )


def step(draft: Draft) -> bool:
    """What the house does when a move is due: pass what cannot be played, carry out `forced` and `greedy`."""
    here = spot(draft.state)
    if here is None:
        return False
    plays, seat = legal_plays(here), mover(draft.state, here.side)
    if not plays[0].steps:
        _made(draft, seat, plays[0], "house")
        return True
    ordered = None if draft.game.rung else _by_order(draft.orders(seat), plays)
    if ordered is None:
        return False
    _made(draft, seat, ordered, "order")
    return True


def _by_order(orders: Orders, plays: Sequence[Legal]) -> Legal | None:
    """The play that the orders of the mover ask for: the only one, or one that takes a man off with every number."""
    if orders.forced and len(plays) == 1:
        return plays[0]
    if orders.greedy:
        return next((play for play in plays if all(end == OFF for _, end, _ in play.steps)), None)
    return None


def play(draft: Draft, seat: int, action: Play, source: Source) -> None:
    """The play as written; with its roll where the mover names it."""
    turn = _turn_of(draft, seat)
    if not turn.stages:
        if action.roll is None:
            raise IllegalAction("name-the-roll" if draft.options.variant.named else "name-the-double")
        _take_named(draft, action.roll, seat)
    elif action.roll is not None and sorted(action.roll) != sorted(turn.dice):
        raise IllegalAction("roll-not-named", dice=list(turn.dice))
    here = spot(draft.state)
    if here is None:
        raise IllegalAction("not-asked", kind="move")
    _made(draft, seat, resolve(here, action.moves), source)


def name(draft: Draft, seat: int, action: Name) -> None:
    """Name a roll and see the board; its play comes next, or the pass."""
    turn = _turn_of(draft, seat)
    if turn.stages:
        raise IllegalAction("roll-not-named", dice=list(turn.dice))
    _take_named(draft, action.roll, seat)
    draft.enter(Phase.MOVE)


def house_plays(draft: Draft) -> None:
    """The house plays for a silent mover: the first legal play."""
    if draft.game.turn and not draft.game.turn.stages:
        _take_named(draft, any_roll(draft), mover(draft.state, draft.game.turn.mover))
    here = spot(draft.state)
    if here is not None:
        _made(draft, mover(draft.state, here.side), legal_plays(here)[0], "timeout")


def _turn_of(draft: Draft, seat: int) -> Turn:
    game = draft.game
    if game.phase is not Phase.MOVE or game.turn is None or seat not in duty(draft.state):
        raise IllegalAction("not-asked", kind="move", phase=str(game.phase))
    return game.turn


def _take_named(draft: Draft, roll: tuple[int, ...], seat: int) -> None:
    """The mover names his roll: both numbers in a game without dice, a double after ace-deuce."""
    game, variant = draft.game, draft.options.variant
    if game.turn is None:
        raise IllegalAction("not-asked", kind="move")
    stages = check_named(draft, roll)
    turn = replace(game.turn, dice=roll, stages=stages)
    if variant.named:
        turn = _with_dice(draft, game.turn, roll)
        named = list(game.named)
        named[turn.mover] = (*named[turn.mover], tuple(sorted(roll)))
        draft.change_game(named=tuple(named))
    draft.change_game(turn=turn)
    draft.say(Named(seat=seat, dice=roll))


def _made(draft: Draft, seat: int, legal: Legal, source: Source) -> None:
    """Carry out a legal play, or a pass, of the present stage; then the end of the game or what follows."""
    game, turn, here = draft.game, draft.game.turn, spot(draft.state)
    if turn is None or here is None:
        raise IllegalAction("not-asked", kind="move")
    side = turn.mover
    if legal.steps:
        draft.say(Played(seat=seat, side=side, dice=turn.dice, stage=here.stage, steps=legal.steps, source=source))
    else:
        draft.say(Passed(seat=seat, side=side, dice=turn.dice, stage=here.stage))
    gone = sum(1 for start, _, _ in legal.steps if start == HEAD)
    head = (turn.head[0] + gone, turn.head[1]) if side == 0 else (turn.head[0], turn.head[1] + gone)
    missed = (*game.missed_moves, mover(draft.state, side)) if game.rung else game.missed_moves
    draft.change_game(
        board=legal.board,
        turn=replace(turn, head=head, moved=turn.moved or bool(legal.steps)),
        missed_moves=missed,
        rung=0,
    )
    ending = draft.options.variant.ended(legal.board, side) if legal.steps else None
    if ending is None:
        _stage_done(draft, here, legal)
    elif draft.options.variant.last_throw_due(legal.board, starter=game.starter or 0) and ending.winner == game.starter:
        _last_throw(draft, ending.winner or 0)
    else:
        board_decided(draft, ending.winner, ending.level, "board")


def _stage_done(draft: Draft, here: Spot, legal: Legal) -> None:
    """The next stage, what follows a turn played in full, the other side's share of a chain, or the end of the turn."""
    turn = draft.game.turn
    if turn is None:
        return
    left = _left(here, legal) if turn.chain else here.stage[len(legal.steps) :]
    if left and turn.chain:
        _hand_over(draft, turn, left)
    elif left:
        begin(draft, 1 - turn.roller)
    elif len(turn.stages) > 1:
        draft.enter(Phase.MOVE, turn=replace(turn, stages=turn.stages[1:]))
    elif turn.sequel[:1] == ("named",):
        draft.enter(Phase.MOVE, turn=replace(turn, dice=(), stages=(), sequel=turn.sequel[1:]))
    elif turn.sequel[:1] == ("bonus",):
        dice = draft.throw(draft.options.variant.dice, "bonus", mover(draft.state, turn.mover))
        draft.enter(Phase.MOVE, turn=_with_dice(draft, turn, dice))
    else:
        begin(draft, 1 - turn.roller)


def _hand_over(draft: Draft, turn: Turn, left: tuple[int, ...]) -> None:
    """A chain (Gulbara): the rest goes to the other side, and to and fro until both in succession can do nothing."""
    idle = 0 if turn.moved else turn.idle + 1
    once = draft.options.variant.cascade_carry == "once" and turn.mover != turn.roller
    if idle >= 2 or once:
        begin(draft, 1 - turn.roller)
        return
    stages = (left, *turn.stages[1:])
    draft.enter(Phase.MOVE, turn=replace(turn, mover=1 - turn.mover, stages=stages, idle=idle, moved=False))


def _left(here: Spot, legal: Legal) -> tuple[int, ...]:
    """The numbers of the stage that the play has not used; where that can be read in several ways, the lowest."""
    for used in sorted(combinations(here.stage, len(legal.steps)), key=sum, reverse=True):
        if legal.board in {play.board for play in legal_plays(replace(here, stage=used))}:
            left = list(here.stage)
            for number in used:
                left.remove(number)
            return tuple(left)
    return here.stage[len(legal.steps) :]


def _last_throw(draft: Draft, starter: int) -> None:
    """The starter is off first: the second player throws once more, and draws if that takes him off (§3.2)."""
    variant, second = draft.options.variant, 1 - starter
    seat = mover(draft.state, second)
    dice = draft.throw(variant.dice, "turn", seat)
    for stage in variant.stages(dice, draft.game.rolls[second] + 1):
        plays = legal_plays(Spot(variant, draft.game.board, second, stage, dice))
        best = max(plays, key=lambda play: play.board.sides[second][OFF])
        if best.steps:
            draft.say(Played(seat=seat, side=second, dice=dice, stage=stage, steps=best.steps, source="house"))
        else:
            draft.say(Passed(seat=seat, side=second, dice=dice, stage=stage))
        draft.change_game(board=best.board)
        if best.board.sides[second][OFF] == variant.men:
            board_decided(draft, None, 0, "board")
            return
        if len(best.steps) < len(stage):
            break
    board_decided(draft, starter, variant.level(draft.game.board, second), "board")
