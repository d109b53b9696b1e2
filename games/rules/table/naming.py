"""Which roll a mover may name: any where nobody throws (spec/rules.md §3.11), a double after ace-deuce (§3.17)."""

from __future__ import annotations

from games.rules.errors import IllegalAction
from games.rules.plays import Spot, legal_plays
from games.rules.state.naming import ROLLS, why_not
from games.rules.table.draft import Draft


def check_named(draft: Draft, roll: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The stages that the named roll gives. Raises why it may not be named."""
    game, variant = draft.game, draft.options.variant
    if len(roll) != 2 or any(number not in range(1, 7) for number in roll):
        raise IllegalAction("bad-roll", roll=list(roll))
    if not variant.named:
        if roll[0] != roll[1]:
            raise IllegalAction("name-a-double", roll=list(roll))
        return (variant.named_stage(roll[0]),)
    turn = game.turn
    code = why_not(game, variant.naming, roll)
    if code is not None:
        raise IllegalAction(code, roll=list(roll))
    if variant.naming_no_pass and not _steps(draft, roll)[0]:
        allowed = [other for other in ROLLS if why_not(game, variant.naming, other) is None]
        if any(made == owed for made, owed in (_steps(draft, other) for other in allowed)):
            raise IllegalAction("unplayable-roll", roll=list(roll))
    return variant.stages(roll, turn.number if turn else 1)


def _steps(draft: Draft, roll: tuple[int, ...]) -> tuple[int, int]:
    """How many steps of the roll's first stage can be made, and how many there are."""
    game, variant = draft.game, draft.options.variant
    turn = game.turn
    side = game.side or 0
    stage = variant.stages(roll, turn.number if turn else 1)[0]
    here = Spot(variant, game.board, side, stage, roll, first_roll=bool(turn and turn.first))
    return len(legal_plays(here)[0].steps), len(stage)


def any_roll(draft: Draft) -> tuple[int, ...]:
    """The highest roll that may be named now."""
    for roll in reversed(ROLLS):
        try:
            check_named(draft, roll)
        except IllegalAction:
            continue
        return roll
    raise AssertionError("some roll can always be named")
