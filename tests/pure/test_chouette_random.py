"""Rounds of cubes by chance against a second, plainly written opinion: points, seats, and whether the game goes on."""

from __future__ import annotations

import pytest

from games.rehearsal import read_script, rehearse
from tests.pure.plain_chouette import BOX, LOCKED, Round, outcome, random_round


def script(table: Round) -> dict[str, object]:
    names = [] if table.doubled == table.line else table.doubled
    double = " ".join(["double", *names])
    return {
        "format": "chouette",
        "rules": {**table.options, "end": "games:1"},
        "seats": [BOX, *table.line],
        "start": {"me": LOCKED, "opponent": LOCKED, "turn": BOX},
        "do": [
            [BOX, f"{double}; if beavered {table.if_beavered}"],
            *([member, answer.text()] for member, answer in table.answers.items()),
            ["house", f"adjudicate {table.side} {table.level}"],
        ],
    }


@pytest.mark.parametrize("start", range(0, 1200, 200))
def test_a_round_of_cubes_comes_to_what_the_rules_say(start: int) -> None:
    for seed in range(start, start + 200):
        table = random_round(seed)
        points, seats, played_on = outcome(table)
        found = rehearse(read_script(script(table)))
        last = len(table.answers) + 2
        assert found["refused"] == ([] if played_on else [last]), seed
        assert (found["points"], found["seats"], found["over"]) == (points, seats, True), seed
