"""Who may read and write in the threads of a chouette's two sides (spec/chouette.md §2.18, §4.5). Reads the state only.

The words themselves are no part of the rules; they are kept by `play.say`.
"""

from __future__ import annotations

from typing import Literal

from games.rules.errors import IllegalAction
from games.rules.state.advising import may_advise
from games.rules.state.pairs import paired
from games.rules.state.roles import givers, members, mover, options, running, side_of
from games.rules.state.values import Phase, State

Thread = Literal["team", "box"]


def may_read(state: State, seat: int | None, thread: Thread, game: int) -> bool:
    """Whether the reader at `seat` (None: a guest) may read what was written in a thread while `game` ran.

    Once that game is over everybody may. Until then the team's thread is for the team, without those who have given an
    extra; the box's for the box and its partner.
    """
    now = running(state)
    if now is None or game < now.number:
        return True
    if seat is None or side_of(state, seat) != (1 if thread == "team" else 0):
        return False
    return seat not in givers(now)


def must_be_allowed(state: State, seat: int, thread: Thread, *, captain_asked: bool = False) -> None:
    """Raise the reason why `seat` may not write in the thread now; return if it may.

    `captain_asked`: whether the captain has written there since the open move was asked for (`consult` = `on_request`).
    """
    game = running(state)
    if paired(state):
        _must_be_of_the_pair(state, seat, thread)
        return
    if state.format != "chouette":
        raise IllegalAction("not-in-format", format=state.format)
    if game is None or game.phase is Phase.PARTNER:
        raise IllegalAction("no-game")
    if thread == "box":
        if seat not in (game.box, game.partner) or game.partner is None:
            raise IllegalAction("not-of-the-box")
        return
    if seat not in members(game) or seat in givers(game):
        raise IllegalAction("not-of-the-team")
    if locked(state):
        raise IllegalAction("team-thread-locked")
    if seat not in (game.captain, mover(state, 1)) and not may_advise(state, seat, captain_asked=captain_asked):
        raise IllegalAction("may-not-advise", consult=options(state).consult)


def _must_be_of_the_pair(state: State, seat: int, thread: Thread) -> None:
    if running(state) is None:
        raise IllegalAction("no-game")
    if side_of(state, seat) != (1 if thread == "team" else 0):
        raise IllegalAction("not-of-the-team")


def thread_of(state: State, seat: int, thread: Thread) -> Thread:
    """The thread that `seat` means by `team`: of pairs each side has one, and its two mates talk there freely."""
    if paired(state):
        return "team" if side_of(state, seat) == 1 else "box"
    return thread


def locked(state: State) -> bool:
    """Whether nobody may write to the team now: cubes are decided by each for himself (unless `cube_consult`)."""
    game = running(state)
    if game is None or options(state).cube_consult:
        return False
    return game.phase is Phase.ANSWER or (game.phase is Phase.CUBE and game.side == 1)
