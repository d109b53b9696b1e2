"""Set positions as other programs name them: XGID or its board alone, GNU Backgammon IDs, Snowie's list of numbers."""

from __future__ import annotations

import re

from games.records.ids import Position, gnu_id, read_gnu_id, read_position_id, read_xgid
from games.records.record import SetUp
from games.rules.board import BAR, OFF, Board, Side
from games.rules.errors import IllegalAction

_XGID = re.compile(r"(?:XGID\s*=?\s*)?([-A-Oa-o]{26}(?::-?[0-9DBR]{1,5}){9})")
_GNU = re.compile(r"(?<![A-Za-z0-9+/])([A-Za-z0-9+/]{14}):([A-Za-z0-9+/]{12})(?![A-Za-z0-9+/])")
_POSITION = re.compile(r"position\s*id\s*[:=\"]*\s*\"?([A-Za-z0-9+/]{14})(?![A-Za-z0-9+/])", re.IGNORECASE)
_XG_BOARD = re.compile(
    r"\bpos(?:ition)?\s*[:=]\s*\"?(?P<board>[-A-Oa-o]{26})(?![-\w])(?:/(?P<cube>-?\d{1,2}))?", re.IGNORECASE
)
_XG_REST = ":0:0:1:00:0:0:0:0:10"
_FIELDS_BEFORE_MEN = 12
_MEN = 15


def read_id(text: str) -> SetUp | None:
    """The position of an ID somewhere in a line; player 1 is XG's bottom player and GNU's player 0."""
    try:
        if found := _XGID.search(text):
            return _whole(read_xgid(found[1]))
        if found := _XG_BOARD.search(text):
            return _set_pos(found["board"], int(found["cube"] or 0))
        if found := _GNU.search(text):
            return _whole(read_gnu_id(found[0]))
        if found := _POSITION.search(text):
            return SetUp(board=read_position_id(found[1]))
    except IllegalAction:
        return None
    return None


def _set_pos(board: str, cube: int) -> SetUp:
    """XG's line `Set Pos=board/cube`: large letters are player 1; the cube is 2 to the power of the number, 0 in the
    middle, below 0 player 1's."""
    owner = 0 if cube == 0 else 1 if cube < 0 else 2
    return SetUp(board=read_xgid(board + _XG_REST).board, cube=1 << min(abs(cube), 20), owner=owner)


def _whole(position: Position) -> SetUp:
    owner = 0 if position.owner is None else position.owner + 1
    return SetUp(board=position.board, turn=position.turn + 1, cube=position.cube, owner=owner)


def gnu_id_of(event: SetUp) -> str:
    """`PositionID:MatchID` of a set position with its board; `read_id` reads it back."""
    if event.board is None:
        return ""
    owner = event.owner - 1 if event.owner else None
    return gnu_id(Position(board=event.board, turn=(event.turn or 1) - 1, cube=event.cube or 1, owner=owner))


def read_snowie(text: str, names: tuple[str, str], mover: int) -> SetUp | None:
    """Snowie's position, as it stands after a play of `mover` in a game of these `names`.

    12 fields: the fifth tells which of the next two, the names, sees the board so, his men being the positive numbers;
    where the names are others, it is the one who throws next. The last two: the cube. Then bar, 24 points, bar.
    """
    fields = [field.strip() for field in text.split(";")]
    try:
        numbers = [int(field) for field in fields[_FIELDS_BEFORE_MEN : _FIELDS_BEFORE_MEN + 26]]
        seen_by, cube, owner = fields[5 + int(fields[4])], int(fields[10]), int(fields[11])
    except (ValueError, IndexError):
        return None
    known = [name.strip().partition(",")[0] for name in names]
    on_roll = known.index(seen_by) + 1 if seen_by in known and known[0] != known[1] else 3 - mover
    if len(numbers) != 26 or owner not in (-1, 0, 1):
        return None
    mine, his = [0] * 27, [0] * 27
    for place, count in enumerate(numbers):
        if place in (0, BAR):
            (his if place == 0 else mine)[BAR] += abs(count)
        elif count > 0:
            mine[place] = count
        else:
            his[BAR - place] = -count
    first, second = _with_off(mine), _with_off(his)
    if first is None or second is None:
        return None
    holder = {0: 0, 1: on_roll, -1: 3 - on_roll}[owner]
    board = Board((first, second) if on_roll == 1 else (second, first))
    return SetUp(board=board, turn=on_roll, cube=cube, owner=holder)


def _with_off(men: list[int]) -> Side | None:
    """The side with the men that are not on the board taken off; None if it has too many."""
    if sum(men) > _MEN or min(men) < 0:
        return None
    men[OFF] = _MEN - sum(men)
    return tuple(men)
