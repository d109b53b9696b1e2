"""JSON of states, actions and facts: exact both ways, small, and strict about what it reads."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import get_args

import pytest

from games.rules import actions, codec, facts
from games.rules.actions import HOUSE, Action
from games.rules.facts import Fact
from games.rules.state import State
from games.rules.table import advance, new_table


def state() -> State:
    """A table that has begun."""
    table = new_table(variant="short", format="match", rules={"length": 3}, seats=2)
    return advance(table, HOUSE, actions.Start(), lambda game, n, dice: (3, 1))[0]


def through(data: dict[str, object]) -> dict[str, object]:
    """What a database or a letter makes of it."""
    loaded: dict[str, object] = json.loads(json.dumps(data))
    return loaded


def test_a_state_comes_back_as_it_was_and_says_its_version() -> None:
    data = codec.dump(state())
    assert data["version"] == codec.VERSION
    assert codec.load(through(data)) == state()


def test_defaults_are_not_written() -> None:
    assert "before" not in codec.dump(state())
    assert codec.dump_action(actions.Double()) == {"action": "Double"}


ACTIONS: list[Action] = [
    actions.Start(),
    actions.Roll(),
    actions.Play(((24, 18), (13, 11)), roll=(6, 2)),
    actions.Name((5, 5)),
    actions.Double((1, 2), "raccoon"),
    actions.Answer((("take", (1,)), ("drop", None), ("beaver", ())), "keep", "accept", extra=False),
    actions.Resign(3),
    actions.Settle(-2, 1, 0),
    actions.Accept(),
    actions.Decline(),
    actions.Order("hold", 20),
    actions.Order("auto", "on"),
    actions.Proxy(None),
    actions.Undo(),
    actions.Claim(),
    actions.Rest(7),
    actions.AskAdvice(),
    actions.Propose({"beavers": True, "cube_cap": None}),
    actions.Leave(),
    actions.Join(),
    actions.TimeOut(),
    actions.Adjudicate(1, 2),
    actions.Annul(),
    actions.Relieve(),
    actions.StandIn(4),
    actions.Halt(),
    actions.Halt(on=False),
    actions.Reverse(2, ((0, -2), (1, 2))),
    actions.End(),
]


def test_every_action_is_tried() -> None:
    assert {type(action) for action in ACTIONS} == set(get_args(Action))


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: type(action).__name__)
def test_an_action_comes_back_as_it_was(action: Action) -> None:
    assert codec.load_action(through(codec.dump_action(action))) == action


KINDS = [kind for kind in vars(facts).values() if isinstance(kind, type) and issubclass(kind, Fact)]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_fact_comes_back_as_it_was(kind: type[Fact]) -> None:
    """Filled with values of the right shape, whatever they mean."""
    shapes = {
        "tuple[int, ...]": (1, 2),
        "tuple[Step, ...]": ((24, 23, False), (6, 0, True)),
        "tuple[tuple[int, int], ...]": ((0, 2), (1, -2)),
        "Readers": ("seat", 1),
        "int": 3,
        "int | None": None,
        "bool": True,
        "str": "hold",
        "dict[str, object]": {"beavers": True, "cube_cap": None},
        "str | int | None": "on",
    }
    fact = kind(**{part.name: shapes.get(str(part.type), "word") for part in fields(kind)})
    assert codec.load_fact(through(codec.dump_fact(fact))) == fact


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"version": 0},
        {"version": codec.VERSION},
        {"version": codec.VERSION, "colour": "red"},
        {"version": codec.VERSION, "variant": "short", "format": "match", "rules": {}, "seats": 2, "halves": {}},
    ],
)
def test_what_is_no_state_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"state|State"):
        codec.load(data)


def test_what_is_no_action_or_fact_is_refused() -> None:
    with pytest.raises(ValueError, match="no action"):
        codec.load_action({"action": "Cheat"})
    with pytest.raises(ValueError, match="no Play"):
        codec.load_action({"action": "Play", "steps": []})
    with pytest.raises(ValueError, match="no fact"):
        codec.load_fact({"fact": "Rumour"})
