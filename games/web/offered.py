"""How a table that has not begun is shown: what is played, by which rules, how fast."""

from __future__ import annotations

from dataclasses import dataclass

from games import texts
from games.models import Profile, Table


@dataclass(frozen=True, slots=True)
class Offered:
    """A table somebody may sit down at, in words."""

    table: Table
    title: str
    clock: str
    rules: list[str]
    mine: bool

    @property
    def host(self) -> Profile:
        """Who offers it."""
        return self.table.host


def offered(table: Table, *, reader: Profile | None) -> Offered:
    """The words of an offer for `reader`."""
    return Offered(
        table=table,
        title=title_of(table),
        clock=texts.clock_line(table.clock),
        rules=texts.rules_lines(table.variant, table.format, table.rules),
        mine=reader is not None and table.host_id == reader.pk,
    )


def title_of(table: Table) -> str:
    """`Match to 3 points · Short nardy`."""
    return f"{texts.format_name(table.format, table.rules)} · {texts.variant_name(table.variant)}"
