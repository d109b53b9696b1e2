"""States, actions and facts as JSON and back: exact, compact, with a version number. What they mean is not known here.

A value is written as an object of its fields that are not at their defaults; actions and facts also say what they are.
New fields need a default and no new version; a change of meaning needs one, and a step in `load`.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from games.rules import facts
from games.rules.actions import Action
from games.rules.facts import Fact
from games.rules.state.values import State

VERSION = 1
"""Version of what `dump` writes."""

_ACTIONS: dict[str, type] = {kind.__name__: kind for kind in get_args(Action)}
_FACTS: dict[str, type] = {
    name: kind for name, kind in vars(facts).items() if isinstance(kind, type) and issubclass(kind, Fact)
}


def dump(state: State) -> dict[str, Any]:
    """The state as a JSON object."""
    return {"version": VERSION, **_written(state)}


def load(data: dict[str, Any]) -> State:
    """The state that `dump` wrote: `load(dump(state)) == state`. Raises ValueError for anything else."""
    if data.get("version") != VERSION:
        raise ValueError(f"a state of version {data.get('version')!r}, not {VERSION}")
    return cast("State", _reader(State)({name: value for name, value in data.items() if name != "version"}))


def dump_action(action: Action) -> dict[str, Any]:
    """The action as a JSON object; `action` is its name."""
    return {"action": type(action).__name__, **_written(action)}


def load_action(data: dict[str, Any]) -> Action:
    """The action that `dump_action` wrote. Raises ValueError for anything else."""
    return cast("Action", _named(data, "action", _ACTIONS))


def dump_fact(fact: Fact) -> dict[str, Any]:
    """The fact as a JSON object; `fact` is its name."""
    return {"fact": type(fact).__name__, **_written(fact)}


def load_fact(data: dict[str, Any]) -> Fact:
    """The fact that `dump_fact` wrote. Raises ValueError for anything else."""
    return cast("Fact", _named(data, "fact", _FACTS))


def _named(data: dict[str, Any], key: str, kinds: dict[str, type]) -> object:
    kind = kinds.get(data.get(key, ""))
    if kind is None:
        raise ValueError(f"no {key}: {data.get(key)!r}")
    return _reader(kind)({name: value for name, value in data.items() if name != key})


def _plain(value: Any) -> Any:
    """JSON of any value that a state, an action or a fact may hold."""
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, str):
        return value.value if isinstance(value, Enum) else value
    if isinstance(value, (tuple, list)):
        return [_plain(part) for part in value]
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    return _written(value)


def _written(value: Any) -> dict[str, Any]:
    """The fields of a dataclass that are not at their defaults."""
    found = {}
    for name, default in _defaults(type(value)):
        part = getattr(value, name)
        if part is not default and part != default:
            found[name] = _plain(part)
    return found


_DEFAULTS: dict[type, tuple[tuple[str, Any], ...]] = {}


def _defaults(kind: Any) -> tuple[tuple[str, Any], ...]:
    """Names and defaults of the fields; MISSING where there is none."""
    if kind not in _DEFAULTS:
        _DEFAULTS[kind] = tuple(
            (part.name, part.default_factory() if part.default_factory is not MISSING else part.default)
            for part in fields(kind)
        )
    return _DEFAULTS[kind]


Reader = Callable[[Any], Any]


_READERS: dict[Any, Reader] = {}


def _reader(kind: Any) -> Reader:
    """What makes a value of the type out of JSON."""
    if kind not in _READERS:
        _READERS[kind] = _made_reader(kind)
    return _READERS[kind]


def _made_reader(kind: Any) -> Reader:
    origin = get_origin(kind)
    if is_dataclass(kind) and isinstance(kind, type):
        return _dataclass_reader(kind)
    if origin is tuple:
        return _tuple_reader(get_args(kind))
    if origin is frozenset:
        return frozenset
    if origin is dict:
        key, part = get_args(kind)
        if part is object:
            return dict
        key_reader, part_reader = (int if key is int else str), _reader(part)
        return lambda data: {key_reader(name): part_reader(value) for name, value in data.items()}
    if origin in (Union, types.UnionType):
        return _union_reader(get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind
    if origin is Literal or kind in (int, str, bool, type(None)):
        return _same
    raise TypeError(f"no reader for {kind}")


def _same(value: Any) -> Any:
    return value


def _dataclass_reader(kind: type) -> Reader:
    known: dict[str, Reader] = {}
    hints: dict[str, Any] = {}

    def read(data: Any) -> Any:
        if not hints:  # later than the reader is made: states hold states
            hints.update(get_type_hints(kind))
            known.update({part.name: _reader(hints[part.name]) for part in fields(kind)})
        try:
            return kind(**{name: known[name](value) for name, value in data.items()})
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"no {kind.__name__}: {error}") from error

    return read


def _tuple_reader(parts: tuple[Any, ...]) -> Reader:
    if len(parts) == 2 and parts[1] is Ellipsis:
        each = _reader(parts[0])
        if each is _same:
            return tuple
        return lambda data: tuple(each(value) for value in data)
    readers = tuple(_reader(part) for part in parts)
    return lambda data: tuple(reader(value) for reader, value in zip(readers, data, strict=True))


def _union_reader(kinds: tuple[Any, ...]) -> Reader:
    """By what JSON shows: a list is the tuple of the union, an object its dataclass, the rest stands for itself."""
    lists = next((_reader(kind) for kind in kinds if get_origin(kind) is tuple), _same)
    objects = next((_reader(kind) for kind in kinds if is_dataclass(kind)), _same)

    def read(value: Any) -> Any:
        if isinstance(value, list):
            return lists(value)
        return objects(value) if isinstance(value, dict) else value

    return read
