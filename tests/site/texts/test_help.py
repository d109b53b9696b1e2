"""What can be written now: told where it is of use, and never itself a command."""

from __future__ import annotations

from typing import get_args

import pytest
from django.utils import translation

from games import texts
from games.commands import is_command
from games.rules.actions import HOUSE, Start
from games.rules.state import Option, may
from games.rules.state.permits import OptionKind
from games.rules.table import advance, new_table
from games.texts.help import ENTERING

EVERYTHING = [
    Option(kind=kind, seat=0, stakes=(0, 1), levels=(1, 2, 3), entering=entering)
    for kind in get_args(OptionKind)
    for entering in (False, True)
]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_no_line_is_a_command(language: str) -> None:
    with translation.override(language):
        lines = texts.command_help(EVERYTHING, names=["Ann", "Boris", "Chris"])
        assert len(lines) > 20
        assert [line for line in lines if is_command(line, ["Ann", "Boris", "Chris"])] == []


@pytest.mark.parametrize(("variant", "told"), [("hypergammon", False), ("long_classic", False), ("acey_deucey", True)])
def test_the_bar_is_told_of_where_men_have_to_come_in(variant: str, told: bool) -> None:
    table = new_table(variant=variant, format="money", rules={"end": "games:1"}, seats=2)
    state, _ = advance(table, HOUSE, Start(), lambda game, n, count: tuple(range(6, 6 - count, -1)))
    options = [option for ask in state.asks for option in may(state, ask.seat) if option.kind == "play"]
    assert options
    with translation.override("en"):
        assert (ENTERING in texts.command_lines(options)) is told
