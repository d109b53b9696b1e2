"""Rows kept equal to the state: games, seats, stakes, questions and their clocks. Nothing else writes them.

Who is told of it is decided in `notices`; what may be done, in `rules`.
"""

from games.rows.games import PromiseError, promise, renew_dice, stakes, throw
from games.rows.loaded import Rows
from games.rows.prompts import move_deadlines
from games.rows.sync import sync

__all__ = ["PromiseError", "Rows", "move_deadlines", "promise", "renew_dice", "stakes", "sync", "throw"]
