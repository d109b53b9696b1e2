"""What is asked and what is answered about legal plays: `Spot` and `Legal`. Plain values."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.board import Board
from games.rules.facts import Step
from games.rules.variants import Variant


@dataclass(frozen=True, slots=True)
class Spot:
    """All that decides which plays are legal: the game with its flags, the board, who plays, the stage and its roll."""

    variant: Variant
    board: Board
    side: int
    """Who plays."""
    stage: tuple[int, ...]
    """Step lengths to play now, in any order."""
    dice: tuple[int, ...]
    """The roll that the stage belongs to (the head exception looks at it)."""
    first_roll: bool = False
    """The roll is the first of its owner in this game, and its owner is `side`."""
    head_used: int = 0
    """Men that `side` has already taken from its head in this roll."""


@dataclass(frozen=True, slots=True)
class Legal:
    """One distinct final position, with one way to it: the steps in an order in which they are legal."""

    board: Board
    steps: tuple[Step, ...]
    left: tuple[int, ...] = ()
    """The step lengths of the stage that nobody could play, in the order of the stage."""
