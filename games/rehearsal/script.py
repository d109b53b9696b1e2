"""Scripts: JSON -> `Script`, with everything checked that can be checked before anything is played (rehearse.md §1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.commands import handle_key, valid_handle
from games.rules.errors import IllegalAction
from games.rules.formats import agreed
from games.rules.state import Opening
from games.rules.variants import Variant

HOUSE_NAME = "house"
"""The seat of lines that only the house may say; no seat is called so."""


class ScriptError(Exception):
    """What was given is not a script; the text says what is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A script that has been read. Seats are numbers here, `seats` their names."""

    title: str
    variant: str
    format: str
    rules: Mapping[str, object]
    seats: tuple[str, ...]
    partner: int | None
    declared: Mapping[int, int]
    start: Opening | None
    dice: tuple[str, ...]
    do: tuple[tuple[str, str], ...]
    expect: Mapping[str, object] | None


def read_script(data: object) -> Script:
    """The script that parsed JSON says. Raises `ScriptError`."""
    if not isinstance(data, dict):
        raise ScriptError("a script is an object")
    variant, format_name = _text(data, "variant", "short"), _text(data, "format")
    rules = _object(data, "rules")
    seats = _seats(data.get("seats"))
    partner = None if data.get("partner") is None else _seat(data["partner"], seats)
    try:
        start = _start(data.get("start"), agreed(variant, format_name, rules).variant, seats, partner)
    except IllegalAction as error:
        raise ScriptError(str(error)) from error
    expect = data.get("expect")
    if expect is not None and not isinstance(expect, dict):
        raise ScriptError("expect is an object")
    return Script(
        title=_text(data, "title", ""),
        variant=variant,
        format=format_name,
        rules=rules,
        seats=seats,
        partner=partner,
        declared={_seat(name, seats): stake for name, stake in _object(data, "declared").items()},
        start=start,
        dice=_dice(data.get("dice", [])),
        do=_lines(data.get("do")),
        expect=expect,
    )


def seat_name(name: object) -> str:
    """A name that a seat may have. Raises `ScriptError`."""
    if not isinstance(name, str) or not valid_handle(name) or name.casefold() == HOUSE_NAME:
        raise ScriptError(f"no name for a seat: {name!r}")
    return name


def _text(data: Mapping[str, Any], field: str, default: str | None = None) -> str:
    value = data.get(field, default)
    if not isinstance(value, str):
        raise ScriptError(f"{field} is missing or no text")
    return value


def _object(data: Mapping[str, Any], field: str) -> dict[str, Any]:
    value = data.get(field, {})
    if not isinstance(value, dict):
        raise ScriptError(f"{field} is an object")
    return value


def _seats(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) < 2:
        raise ScriptError("seats is a list of two names or more")
    names = tuple(seat_name(name) for name in value)
    if len({handle_key(name) for name in names}) < len(names):
        raise ScriptError("two seats have one name")
    return names


def _seat(name: object, seats: Sequence[str]) -> int:
    if name not in seats:
        raise ScriptError(f"no such seat: {name!r}")
    return list(seats).index(str(name))


def _start(value: object, game: Variant, seats: Sequence[str], partner: int | None) -> Opening | None:
    """The position of the first game: `me` are the men of the side of `turn`, or of the first seat (rehearse.md §3)."""
    if value is None:
        return None
    if not isinstance(value, dict) or set(value) - {"me", "opponent", "turn"}:
        raise ScriptError("start is an object of me, opponent and turn")
    mine, his = _text(value, "me"), _text(value, "opponent")
    turn = value.get("turn")
    if turn is None:
        return Opening(board=game.board(mine, his))
    side = int(_seat(turn, seats) not in (0, partner))
    return Opening(board=game.board(mine, his) if side == 0 else game.board(his, mine), side=side)


def _dice(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ScriptError("dice is a list of throws")
    for throw in value:
        if not isinstance(throw, str) or len(throw) not in (2, 3) or set(throw) - set("123456"):
            raise ScriptError(f"no throw: {throw!r}")
    return tuple(value)


def _lines(value: object) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, list):
        raise ScriptError("do is a list of lines")
    for line in value:
        if not isinstance(line, list) or len(line) != 2 or not all(isinstance(part, str) for part in line):
            raise ScriptError(f"no line: {line!r}")
    return tuple((seat, text) for seat, text in value)
