"""What a roll gives to play: the stages of each kind of dice. Which of their steps are legal is found in `plays`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from games.rules.variants.base import Variant

Stage = tuple[int, ...]
"""Step lengths to be played in any order, largest first."""

Sequel = Literal["named", "bonus"]
"""What follows the stages of a roll when they were all played in full: a double that the mover names, another roll."""


def _nothing(variant: Variant, dice: tuple[int, ...]) -> tuple[Sequel, ...]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RollRule:
    """How a roll becomes stages (spec/rules.md §6.4).

    `stages(variant, dice, turn)` are all stages of a roll, in order; `turn` counts the rolls of its owner from 1.
    `sequel` is what follows them when all were played in full. `unfinished` is what becomes of steps that cannot be
    played: `lose`, or `pass_on` to the opponent (then the flags `cascade_carry` and `carry_scope` say how far).
    """

    dice: int = 2
    named: bool = False
    stages: Callable[[Variant, tuple[int, ...], int], tuple[Stage, ...]]
    sequel: Callable[[Variant, tuple[int, ...]], tuple[Sequel, ...]] = _nothing
    unfinished: Literal["lose", "pass_on"] = "lose"


def falling(dice: tuple[int, ...]) -> Stage:
    """The numbers of a roll, largest first."""
    return tuple(sorted(dice, reverse=True))


def _two_dice(variant: Variant, dice: tuple[int, ...], turn: int) -> tuple[Stage, ...]:
    """Both numbers, `dup` times one for a double; under `complement_doubles` then 7 − d as often (§3.9)."""
    first, second = falling(dice)
    if first != second:
        return ((first, second),)
    doubles = (first, 7 - first) if variant.complement_doubles else (first,)
    return tuple((number,) * variant.dup for number in doubles)


def _complement_bonus(variant: Variant, dice: tuple[int, ...]) -> tuple[Sequel, ...]:
    return ("bonus",) if variant.complement_doubles and dice[0] == dice[1] else ()


def _three_dice(variant: Variant, dice: tuple[int, ...], turn: int) -> tuple[Stage, ...]:
    """Three numbers; a pair that counts as a doublet `dup` times and the third; a triplet 6 or 9 times (§3.10)."""
    high, middle, low = falling(dice)
    if high == low:
        return ((high,) * variant.triplet_steps,)
    pair, third = (high, low) if high == middle else (low, high)
    doublet = {"greater": pair > third, "plus_one": pair == third + 1}[variant.pair_rule]
    if middle in (high, low) and doublet:
        return ((pair,) * variant.dup + (third,),)
    return ((high, middle, low),)


def _cascade(variant: Variant, dice: tuple[int, ...], turn: int) -> tuple[Stage, ...]:
    """A double d gives d, d+1 … 6, each `dup` times, one stage after the other (§3.16)."""
    first, second = falling(dice)
    if first != second:
        return ((first, second),)
    top = 6 if turn >= variant.cascade_from_turn else first
    return tuple((number,) * variant.dup for number in range(first, top + 1))


def _ace_deuce(variant: Variant, dice: tuple[int, ...]) -> tuple[Sequel, ...]:
    """After 1-2, played in full: name a double and play it; played in full too: another roll (§3.17)."""
    return ("named", "bonus") if falling(dice) == (2, 1) else ()


TWO_DICE = RollRule(stages=_two_dice, sequel=_complement_bonus)
THREE_DICE = RollRule(dice=3, stages=_three_dice)
NAMED = RollRule(named=True, stages=_two_dice)
CASCADE = RollRule(stages=_cascade, unfinished="pass_on")
ACE_DEUCE = RollRule(stages=_two_dice, sequel=_ace_deuce)
