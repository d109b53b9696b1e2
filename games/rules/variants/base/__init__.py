"""What every variant is made of: the immutable record `Variant`, filled with the values of short nardy.

A variant is this record with some values replaced; a rule flag replaces one value more. No variant is named here.
The values that flags may take are in `flags`, the strategies in `routes`, `rolls` and `results`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.rules.board import BAR, OFF, RESERVE, Board, Facing, Side, read_board, read_side
from games.rules.variants.base.results import LEVELS, Ending, EndingRule, all_off_wins
from games.rules.variants.base.rolls import TWO_DICE, RollRule, Sequel, Stage
from games.rules.variants.base.routes import mirror

__all__ = ["Ending", "RollRule", "Sequel", "Stage", "Variant"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Variant:
    """The rules of one game, flags included (spec/rules.md §2.1, §3, §6). Compared by identity: `variant()` caches.

    The first group is what makes the game; the others are the flags, by their names in the spec.
    """

    key: str
    men: int = 15
    """Men a side."""
    setup: str = "24x2 13x5 8x3 6x5"
    """Position text of both sides at the start; men on the bar or in reserve stand where `entry` wants them."""
    facing: Facing = mirror
    """My point n in the opponent's numbering."""
    closed_at: int = 2
    """So many opposing men close a point."""
    contact: Literal["hit", "pin"] = "hit"
    """What a landing on an opposing man does, where it is possible at all."""
    roll: RollRule = TWO_DICE
    endings: tuple[EndingRule, ...] = (all_off_wins,)
    """Tried in this order after each full play."""
    koks_points: tuple[int, ...] = ()
    """Points where a man makes the loss a koks under `four_tier`, besides the bar."""

    opening: Literal["shared", "reroll", "lot"] = "shared"
    """The winner of the lot plays both numbers, throws afresh, or (no dice) just begins."""
    next_starter: Literal["roll", "winner", "alternate"] = "roll"
    """Who begins a later game of a table: by lot, the last winner, or the side that did not begin the last one."""
    dup: Literal[4, 2] = 4

    head_limit: Literal["none", 1] = "none"
    head_exception: Literal["none", "only66", "listed66_44", "listed", "head_blocked", "any_block", "any_double"] = (
        "none"
    )
    six_block: Literal["free", "ahead", "opp_home", "never"] = "free"
    six_block_transit: bool = False
    hit_run: Literal["off", "no_hide", "home_stay"] = "off"
    entry: Literal["strict", "free"] = "strict"
    hit_only_after_home: bool = False
    bearoff: Literal["standard", "exact"] = "standard"
    home_moves: bool = True
    small_die_first: bool = False

    last_throw: bool = False
    """The second player gets one more roll when the starter is off first (§3.2); in money play only if asked for."""
    draw_value: Literal["half", "one_each", "zero"] = "half"
    score: Literal["short123", "oin_mars", "four_tier", "single", "per_checker"] = "short123"
    cube: bool = False
    """Whether a table of this game has a cube unless its options say otherwise."""
    progress: Literal["geometric", "arithmetic"] = "geometric"
    cube_kills_mars: bool = False
    holland: bool = False

    cascade_carry: Literal["to_and_fro", "once", "none"] = "to_and_fro"
    carry_scope: Literal["doubles", "any_roll"] = "doubles"
    cascade_from_turn: Literal[1, 4] = 1
    pair_rule: Literal["greater", "plus_one"] = "greater"
    triplet_steps: Literal[6, 9] = 6
    mother: bool = True
    mother_points: Literal[2, 3] = 2
    complement_doubles: bool = False
    naming: Literal["free", "pool21", "nc"] = "free"
    naming_no_pass: bool = False

    @property
    def dice(self) -> int:
        """Numbers in a roll: 2, or 3."""
        return self.roll.dice

    @property
    def named(self) -> bool:
        """The player names his roll; nobody throws."""
        return self.roll.named

    @property
    def unfinished(self) -> Literal["lose", "pass_on"]:
        """What becomes of steps that their player cannot play. `passes_on` says it for one roll."""
        return self.roll.unfinished

    def start(self) -> Board:
        """The set-up. Unentered men are in reserve under `entry` free, on the bar under strict."""
        men, _ = read_side(self.setup, self.men)
        waiting = men[BAR] + men[RESERVE]
        place = (0, waiting) if self.entry == "free" else (waiting, 0)
        side: Side = men[:BAR] + place
        return Board((side, side))

    def board(self, first: str, second: str) -> Board:
        """The position of side 0 and side 1, each as text in its own numbering. Raises `bad-position`."""
        return read_board(
            (first, second),
            men=self.men,
            facing=self.facing,
            pins=self.contact == "pin",
            reserve=self.entry == "free",
        )

    def stages(self, dice: tuple[int, ...], turn: int = 1) -> tuple[Stage, ...]:
        """All stages of a roll, in the order they are played; `turn` counts its owner's rolls in this game from 1."""
        return self.roll.stages(self, dice, turn)

    def sequel(self, dice: tuple[int, ...]) -> tuple[Sequel, ...]:
        """What follows the stages of `dice` if every one was played in full: `named` double, then `bonus` roll."""
        return self.roll.sequel(self, dice)

    def named_stage(self, number: int) -> Stage:
        """The stage of a double that the mover names after the plain part of a roll (sequel `named`)."""
        return (number,) * self.dup

    def passes_on(self, dice: tuple[int, ...], turn: int = 1) -> bool:
        """Whether steps of this roll that its player cannot play go to the opponent, before his own roll.

        Then `cascade_carry` says whether they come back (`to_and_fro`) or not (`once`).
        """
        if self.roll.unfinished == "lose" or self.cascade_carry == "none":
            return False
        cascade = len(set(dice)) == 1 and turn >= self.cascade_from_turn
        return cascade or self.carry_scope == "any_roll"

    def ended(self, board: Board, mover: int) -> Ending | None:
        """How the game ends on `board` after a full play of `mover`, or None. The last throw is asked separately."""
        for rule in self.endings:
            ending = rule(self, board, mover)
            if ending:
                return ending
        return None

    def last_throw_due(self, board: Board, *, starter: int) -> bool:
        """Whether the second player is owed one more roll: the starter is off first, and a roll could still draw."""
        second = 1 - starter
        left = self.men - board.sides[second][OFF]
        return self.last_throw and board.sides[starter][OFF] == self.men and 0 < left <= self.dup

    def level(self, board: Board, loser: int) -> int:
        """How many times the stake `loser` loses when the game ends on this board (§4.1); cube and Jacoby apart."""
        return LEVELS[self.score](self, board.sides[loser])
