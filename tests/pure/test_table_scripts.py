"""Every script in tests/data/tables plays as it expects: worked examples of the specification, and our own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.rehearsal import differences, read_script, rehearse
from games.rehearsal import run as playing
from games.rules import codec
from games.rules.actions import Action
from games.rules.facts import Fact, Thrown
from games.rules.state import State
from games.rules.table import Throw, advance

TABLES = Path(__file__).parent.parent / "data" / "tables"
SCRIPTS = sorted(TABLES.rglob("*.json"))


def test_there_are_scripts_of_every_kind() -> None:
    kinds = {path.parent.relative_to(TABLES).as_posix() for path in SCRIPTS}
    assert {"match", "chouette", "own/match", "own/money", "own/chouette", "own/variants"} <= kinds


@pytest.mark.parametrize("path", SCRIPTS, ids=[path.stem for path in SCRIPTS])
def test_script(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Played as expected; every state survives JSON, and the log alone leads to the same states."""
    log: list[tuple[State, int, Action, int | None, State, tuple[Fact, ...]]] = []

    def kept(
        state: State, seat: int, action: Action, throw: Throw, *, ask: int | None = None
    ) -> tuple[State, tuple[Fact, ...]]:
        after, facts = advance(state, seat, action, throw, ask=ask)
        log.append((state, seat, action, ask, after, facts))
        return after, facts

    monkeypatch.setattr(playing, "advance", kept)
    script = read_script(json.loads(path.read_text()))
    assert script.expect is not None
    assert differences(script.expect, rehearse(script)) == []
    for before, seat, action, ask, after, facts in log:
        throws = {(fact.game, fact.n): fact.dice for fact in facts if isinstance(fact, Thrown)}
        again = codec.load(json.loads(json.dumps(codec.dump(before))))
        told = codec.load_action(json.loads(json.dumps(codec.dump_action(action))))
        assert advance(again, seat, told, lambda game, n, dice, t=throws: t[game, n], ask=ask) == (after, facts)
