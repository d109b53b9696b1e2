"""Next states that no action leads to: what a record says happened all the same. All else goes through `advance`.

A table live on the site never comes into these states by such a way; only `course` uses them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.records.record import SetUp
from games.rules.actions import Move
from games.rules.board import BAR, OFF, RESERVE, Board, move_text
from games.rules.errors import IllegalAction
from games.rules.state import Game, Opening, Phase, State
from games.rules.table import new_table
from games.rules.variants import ALL, Variant

MOST_CUBE = 2**20
"""A cube is never carried beyond this."""


def table(
    variant: str,
    rules: Mapping[str, object],
    *,
    length: int,
    score: tuple[float, float],
    crawford: bool,
    start: Opening | None,
) -> State:
    """A table that is about to begin one game of a record, at this score.

    Raises IllegalAction for rules that do not go together, and for a position in which the game is over.
    """
    options: dict[str, object] = {"cube_cap": None, **rules}
    if length:
        options = {name: value for name, value in options.items() if name not in _MONEY_ONLY}
        options["length"] = length
    else:
        if rules.get("cube", ALL[variant].cube):
            options = {"jacoby": "off"} | options | {"beavers": True, "raccoons": True}
        options.pop("crawford", None)
    state = new_table(variant=variant, format="match" if length else "money", rules=options, seats=2, start=start)
    halves = {seat: int(2 * points) for seat, points in enumerate(score)}
    if not length:
        halves = dict.fromkeys(halves, 0)
    return replace(state, halves=halves, crawford_played=not crawford)


_MONEY_ONLY = frozenset({"jacoby", "beavers", "raccoons", "auto_max", "settlements", "end"})


def at_rest(state: State, side: int, rolls: tuple[int, int]) -> State:
    """The running game with `side` before its throw, nothing offered and nothing half done, after so many `rolls`.

    The seat of `side` may then roll, and double if the rules let it.
    """
    game = _game(state)
    rested = replace(
        game,
        phase=Phase.CUBE,
        side=side,
        starter=side if game.starter is None else game.starter,
        turn=None,
        rolls=rolls,
        calls=(),
        given=(),
        passed=(),
        batch=0,
        rung=0,
        declined=(),
    )
    return replace(state, game=rested, offer=None, over=False)


def with_cube(state: State, value: int, owner: int | None, *, turned: bool) -> State:
    """The running game with the cube at `value`, held by seat `owner` (None: in the middle)."""
    game = _game(state)
    stake = replace(game.stakes[0], value=min(value, MOST_CUBE), owner=owner, turned=turned)
    return replace(state, game=replace(game, stakes=(stake,)))


def with_board(state: State, board: Board) -> State:
    """The running game with the men elsewhere."""
    return replace(state, game=replace(_game(state), board=board))


def set_up(state: State, event: SetUp) -> State:
    """The running game with what the record sets."""
    if event.board is not None:
        state = with_board(state, event.board)
    if event.cube is not None:
        owner = event.owner - 1 if event.owner else None
        state = with_cube(state, event.cube, owner, turned=owner is not None)
    return state


def moved(board: Board, side: int, moves: Sequence[Move], variant: Variant) -> Board:
    """The board after moves that the rules refuse: each man goes from and to where the record says.

    The moves are tried in any order. Raises `no-man-there` for one whose man stands nowhere.
    """
    waiting = list(moves)
    pins = variant.contact == "pin"
    while waiting:
        move = next((move for move in waiting if _stands(board, side, move[0])), None)
        if move is None:
            raise IllegalAction("illegal-play", rule="no-man-there", move=move_text(*waiting[0]))
        waiting.remove(move)
        start, end = move
        if start != end:
            board = board.moved(side, start, max(end, OFF), facing=variant.facing, pins=pins)
    return board


def _stands(board: Board, side: int, place: int) -> bool:
    men = board.sides[side]
    return bool(men[place] or (place == BAR and men[RESERVE]))


def _game(state: State) -> Game:
    if state.game is None:
        raise IllegalAction("no-game")
    return state.game
