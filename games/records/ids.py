"""Position names of other programs, read and written: GNU Backgammon Position ID and Match ID, and XGID.

Two sides of 15 men, mirror games only. What the letters mean: the GNU Backgammon manual ("A technical description of
the Position ID / Match ID") and eXtreme Gammon's description of XGID. Legality and play are not looked at.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass

from games.rules.board import BAR, OFF, RESERVE, Board, Side
from games.rules.errors import IllegalAction

_PLAYING = 1
_CENTRE = 3
_ID_MEN = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A position with all that an ID can say about it. Sides are 0 and 1; side 0 is "player 0" and XG's bottom player.

    `turn` is the side on roll; `dice` its throw, None before it. `doubled`: `turn` has doubled and the other side is to
    answer. `resigned` is the level (1–3) that `turn` offers, 0 for none. `length` 0 is a money session; `crawford` is
    meant for matches, `jacoby` and `beavers` for money.
    """

    board: Board
    turn: int
    dice: tuple[int, int] | None = None
    cube: int = 1
    owner: int | None = None
    doubled: bool = False
    resigned: int = 0
    length: int = 0
    score: tuple[int, int] = (0, 0)
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    cube_cap: int = 1024

    @property
    def decides(self) -> int:
        """The side that has to act: the other one while a double or a resignation waits for an answer."""
        return 1 - self.turn if self.doubled or self.resigned else self.turn


def position_id(board: Board, turn: int) -> str:
    """GNU Backgammon Position ID (14 characters) of `board` with side `turn` on roll.

    The men of the one who is not on roll come first: so the program prints and reads it, whatever its manual says.
    """
    bits = length = 0
    for side in (1 - turn, turn):
        men = board.sides[side]
        for point in (*range(1, 25), BAR):
            count = men[point]
            bits |= ((1 << count) - 1) << length
            length += count + 1
    if length > 80:
        raise IllegalAction("bad-position", men=length - 50)
    return _encode(bits, 10)


def read_position_id(text: str, turn: int = 0, men: int = _ID_MEN) -> Board:
    """The board of a Position ID; the player on roll in it becomes side `turn`. Men not on the board are off.

    Raises IllegalAction("bad-id") for what is no Position ID, or has more than `men` men on a side.
    """
    bits = _decode(text, 10)
    sides: list[Side] = []
    for _ in range(2):
        counts = [0] * 27
        for point in (*range(1, 25), BAR):
            while bits & 1:
                counts[point] += 1
                bits >>= 1
            bits >>= 1
        if sum(counts) > men:
            raise IllegalAction("bad-id", id=text)
        counts[OFF] = men - sum(counts)
        sides.append(tuple(counts))
    if bits:
        raise IllegalAction("bad-id", id=text)
    return Board((sides[0], sides[1]) if turn == 1 else (sides[1], sides[0]))


def match_id(position: Position) -> str:
    """GNU Backgammon Match ID (12 characters): score, cube, dice and what is being asked; not the board."""
    fields = (
        (4, _log2(position.cube)),
        (2, _CENTRE if position.owner is None else position.owner),
        (1, position.turn),
        (1, position.crawford),
        (3, _PLAYING),
        (1, position.decides),
        (1, position.doubled),
        (2, position.resigned),
        (3, position.dice[0] if position.dice else 0),
        (3, position.dice[1] if position.dice else 0),
        (15, position.length),
        (15, position.score[0]),
        (15, position.score[1]),
        (1, not position.jacoby),
    )
    bits = shift = 0
    for width, value in fields:
        if not 0 <= int(value) < 1 << width:
            raise IllegalAction("bad-id", value=int(value))
        bits |= int(value) << shift
        shift += width
    return _encode(bits, 9)


def read_gnu_id(text: str) -> Position:
    """The position of `PositionID:MatchID`, as GNU Backgammon prints and reads it. Raises IllegalAction("bad-id")."""
    board_part, _, match_part = text.strip().partition(":")
    bits = _decode(match_part, 9)

    def take(width: int) -> int:
        nonlocal bits
        value = bits & ((1 << width) - 1)
        bits >>= width
        return value

    cube, owner, turn, crawford = 1 << take(4), take(2), take(1), bool(take(1))
    take(3)  # the state of the game: the score and the board say more
    decides, doubled, resigned = take(1), bool(take(1)), take(2)
    dice, length, score = (take(3), take(3)), take(15), (take(15), take(15))
    no_jacoby = take(1)
    if owner == 2 or max(dice) > 6 or (dice[0] == 0) != (dice[1] == 0):
        raise IllegalAction("bad-id", id=text)
    if (doubled or resigned) and decides == turn:
        turn = 1 - decides
    return Position(
        board=read_position_id(board_part, turn=turn),
        turn=turn,
        dice=dice if dice[0] else None,
        cube=cube,
        owner=None if owner == _CENTRE else owner,
        doubled=doubled,
        resigned=resigned,
        length=length,
        score=score,
        crawford=crawford and length > 0,
        jacoby=not length and not no_jacoby,
    )


def gnu_id(position: Position) -> str:
    """`PositionID:MatchID` of a position."""
    return f"{position_id(position.board, position.turn)}:{match_id(position)}"


def xgid(position: Position) -> str:
    """XGID with side 0 as the bottom player (capital letters)."""
    bottom, top = position.board.sides
    places = [_letter(0, top[BAR])]
    places += [_letter(bottom[point], top[BAR - point]) for point in range(1, 25)]
    places.append(_letter(bottom[BAR], 0))
    cube_owner = {None: 0, 0: 1, 1: -1}[position.owner]
    if position.doubled:
        dice = "D"
    elif position.dice:
        dice = "{}{}".format(*position.dice)
    else:
        dice = "00"
    flag = int(position.crawford) if position.length else int(position.jacoby) + 2 * int(position.beavers)
    turn = 1 if position.turn == 0 else -1
    fields = (
        "".join(places),
        _log2(position.cube),
        cube_owner,
        turn,
        dice,
        *position.score,
        flag,
        position.length,
        _log2(position.cube_cap),
    )
    return "XGID=" + ":".join(map(str, fields))


def read_xgid(text: str) -> Position:
    """The position of an XGID (`XGID=` may be left out); its bottom player becomes side 0.

    Raises IllegalAction("bad-id"). A pending double (`D`) is one of the side on roll; XG's `B` and `R` (beaver, raccoon
    waiting for an answer) are read as a pending double too.
    """
    parts = text.strip().removeprefix("XGID=").split(":")
    if len(parts) != 10 or len(parts[0]) != 26:
        raise IllegalAction("bad-id", id=text)
    try:
        cube, cube_owner, turn = int(parts[1]), int(parts[2]), int(parts[3])
        score, flag, length, cap = (int(parts[5]), int(parts[6])), int(parts[7]), int(parts[8]), int(parts[9])
    except ValueError:
        raise IllegalAction("bad-id", id=text) from None
    in_range = 0 <= cube <= 20 and cube_owner in (-1, 0, 1) and turn in (-1, 1) and 0 <= cap <= 30 and length >= 0
    if not in_range or min(score) < 0:
        raise IllegalAction("bad-id", id=text)
    side = 0 if turn == 1 else 1
    return Position(
        board=_xg_board(parts[0], text),
        turn=side,
        dice=_xg_dice(parts[4], text),
        doubled=parts[4] in ("D", "B", "R"),
        cube=1 << cube,
        owner={0: None, 1: 0, -1: 1}[cube_owner],
        score=score,
        length=length,
        crawford=bool(length and flag),
        jacoby=bool(not length and flag & 1),
        beavers=bool(not length and flag & 2),
        cube_cap=1 << cap,
    )


def _xg_board(places: str, text: str) -> Board:
    bottom, top = [0] * 27, [0] * 27
    for place, letter in enumerate(places):
        if letter == "-":
            continue
        count = ord(letter.lower()) - ord("a") + 1
        if not 1 <= count <= _ID_MEN:
            raise IllegalAction("bad-id", id=text)
        if letter.isupper() and place > 0:
            bottom[place] = count
        elif letter.islower() and place < BAR:
            top[BAR - place] = count
        else:
            raise IllegalAction("bad-id", id=text)
    for side in (bottom, top):
        if sum(side) > _ID_MEN:
            raise IllegalAction("bad-id", id=text)
        side[OFF] = _ID_MEN - sum(side)
    return Board((tuple(bottom), tuple(top)))


def _xg_dice(word: str, text: str) -> tuple[int, int] | None:
    if word in ("00", "D", "B", "R"):
        return None
    if len(word) != 2 or not set(word) <= set("123456"):
        raise IllegalAction("bad-id", id=text)
    return int(word[0]), int(word[1])


def _letter(bottom: int, top: int) -> str:
    if bottom:
        return chr(ord("A") + bottom - 1)
    return chr(ord("a") + top - 1) if top else "-"


def _log2(value: int) -> int:
    if value < 1 or value & (value - 1):
        raise IllegalAction("bad-id", value=value)
    return value.bit_length() - 1


def _encode(bits: int, size: int) -> str:
    return base64.b64encode(bits.to_bytes(size, "little")).decode().rstrip("=")


def _decode(text: str, size: int) -> int:
    text = text.strip()
    try:
        key = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise IllegalAction("bad-id", id=text) from None
    if len(key) != size:
        raise IllegalAction("bad-id", id=text)
    return int.from_bytes(key, "little")


def knows(board: Board) -> bool:
    """Whether an ID can name this board: no reserve, no pins, at most 15 men a side."""
    return not any(board.pinned) and all(side[RESERVE] == 0 and sum(side) <= _ID_MEN for side in board.sides)
