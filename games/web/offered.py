"""How a table that has not begun is shown: what is played, by which rules, how fast."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from games import texts
from games.models import Profile, Table
from games.web.boards import small_opening_svg


@dataclass(frozen=True, slots=True)
class Offered:
    """A table somebody may sit down at, in words."""

    table: Table
    title: str
    clock: str
    rules: list[str]
    differences: list[str]
    """What whoever sits down should know of this game, if he knows only short nardy."""
    picture: SafeString
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
        rules=rules_of(table),
        differences=texts.differences(table.variant),
        picture=small_opening_svg(table.variant),
        mine=reader is not None and table.host_id == reader.pk,
    )


def title_of(table: Table) -> str:
    """`Match to 3 points · Short nardy`; of a round also which of its tables it is, or that it is to be one."""
    which = texts.in_round(table.lap, table.place, table.wanted)
    if which and not table.started_at:
        which = texts.in_rounds()
    return texts.title(table.variant, table.format, table.rules_now, which=which)


def rules_of(table: Table) -> list[str]:
    """All that is agreed about a table, one to a line."""
    lines = texts.rules_lines(table.variant, table.format, table.rules)
    return [texts.in_rounds_line(), *lines] if table.round_id else lines
