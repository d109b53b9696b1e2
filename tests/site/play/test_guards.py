"""What must never be is refused by the database itself, whatever the program does (spec/design.md §6)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Model

from games.models import Game, Message, Prompt, Seat, Stake, Table
from tests.site.factories import NOW, player

pytestmark = pytest.mark.django_db


def again(row: Model, **others: object) -> None:
    """Write a row once more, with other values for some columns."""
    row.pk = None
    row._state.adding = True
    for name, value in others.items():
        setattr(row, name, value)
    row.save(force_insert=True)


@pytest.mark.parametrize(
    ("rule", "breaks"),
    [
        ("one_game_per_number", lambda table: again(table.games.get(number=2))),
        ("one_running_game_per_table", lambda table: table.games.filter(number=2).update(started_at=NOW)),
        (
            "one_seat_per_number",
            lambda table: again(table.seats.get(number=0), player=player("Dora"), role="", line=None),
        ),
        ("one_seat_per_player_and_table", lambda table: again(table.seats.get(number=0), number=2, role="", line=None)),
        ("one_seat_per_line", lambda table: table.seats.filter(number=1).update(line=0)),
        ("one_box_per_table", lambda table: table.seats.filter(number=1).update(role="box")),
        ("one_stake_per_number", lambda table: again(stake(table), live=False)),
        ("one_live_stake_per_pair", lambda table: again(stake(table), number=1)),
        ("stake_value_is_positive", lambda table: Stake.objects.filter(pk=stake(table).pk).update(value=0)),
        ("stake_has_two_seats", lambda table: Stake.objects.filter(pk=stake(table).pk).update(low=stake(table).high)),
        ("one_prompt_per_number", lambda table: again(table.prompts.get(), closed_at=NOW)),
        ("one_open_prompt_per_seat_and_kind", lambda table: again(table.prompts.get(), number=99)),
        (
            "proxy_is_another_seat",
            lambda table: Prompt.objects.filter(pk=table.prompts.get().pk).update(proxy=table.prompts.get().seat),
        ),
        ("message_has_an_audience", lambda table: Message.objects.filter(pk=message(table).pk).update(audience="x")),
        ("one_message_per_ref", lambda table: [message(table), message(table)]),
    ],
)
def test_the_database_refuses(match: Table, rule: str, breaks: Callable[[Table], object]) -> None:
    assert any(rule == constraint.name for model in MODELS for constraint in model._meta.constraints)
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        breaks(match)
    if connection.vendor == "postgresql":  # it says which rule it was
        assert f'"{rule}"' in str(refused.value)


MODELS = (Game, Seat, Stake, Prompt, Message)


def stake(table: Table) -> Stake:
    """The one stake of the running game."""
    return Stake.objects.get(game__table=table)


def message(table: Table) -> Message:
    """Words, always with the same cause."""
    return Message.objects.create(table=table, seat=table.seats.get(number=0), text="Hello", ref="letter", at=NOW)
