"""Which rolls the rule `naming` leaves to who names his roll (spec/rules.md §3.11), and after ace-deuce. Reads only."""

from __future__ import annotations

from itertools import combinations_with_replacement

from games.rules.state.roles import options, running
from games.rules.state.values import Game, State

ROLLS = tuple(combinations_with_replacement(range(1, 7), 2))
FALLING = tuple(sorted(((high, low) for low, high in ROLLS), reverse=True))
DOUBLES_OF_NC = 2


def nameable(state: State) -> tuple[tuple[int, ...], ...]:
    """The rolls that the side on turn may name now, falling; whether they can be played is not asked here."""
    game, variant = running(state), options(state).variant
    if game is None:
        return ()
    if not variant.named:
        return tuple((number, number) for number in range(6, 0, -1))
    return tuple(roll for roll in FALLING if why_not(game, variant.naming, roll) is None)


def why_not(game: Game, naming: str, roll: tuple[int, ...]) -> str | None:
    """The code of why `naming` forbids this roll to the side on turn; None: it may be named."""
    side = game.side or 0
    mine = game.named[side]
    if naming == "pool21":
        round_ = mine[len(mine) // len(ROLLS) * len(ROLLS) :]
        return "roll-used" if _sorted(roll) in round_ else None
    if naming == "nc":
        his = game.named[1 - side]
        if his and not _one_changed(his[-1], roll):
            return "one-number-changes"
        if roll[0] == roll[1] and sum(1 for a, b in mine if a == b) >= DOUBLES_OF_NC:
            return "doubles-used"
    return None


def _one_changed(last: tuple[int, ...], roll: tuple[int, ...]) -> bool:
    """Whether at most one of the two numbers differs from the roll that was named before."""
    return any(number in roll for number in last)


def _sorted(roll: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(roll))
