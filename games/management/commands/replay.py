"""`manage.py replay [TABLE …]`: does the log of a table alone lead to its snapshot and its rows?

Throws are read from the facts, everything else is played again. Banks and deadlines are not rebuilt. Differences are
told in words; what a snapshot holds is not (sealed answers stand in it).
"""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.replaying import Replay
from games.models import Table


class Command(BaseCommand):
    """Last line: `N tables, N entries, N differences`. Exit status 1 when there are any."""

    help = "Play the log of each table again and compare it with the snapshot and the rows."

    def add_arguments(self, parser: CommandParser) -> None:
        """Numbers of tables; all tables when there are none."""
        parser.add_argument("tables", nargs="*", type=int, metavar="TABLE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Replay table after table, so that one is in memory at a time."""
        wanted: list[int] = options["tables"]
        known = list(Table.objects.order_by("pk").values_list("pk", flat=True))
        if unknown := sorted(set(wanted) - set(known)):
            raise CommandError(f"there is no table {', '.join(map(str, unknown))}")
        numbers = [number for number in known if not wanted or number in wanted]
        entries = differences = 0
        for number in numbers:
            replay = Replay(Table.objects.get(pk=number))
            for difference in replay.differences():
                self.stdout.write(f"table {number}, {difference}")
                differences += 1
            entries += replay.entries
        self.stdout.write(f"{len(numbers)} tables, {entries} entries, {differences} differences")
        if differences:
            sys.exit(1)
