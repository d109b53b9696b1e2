"""`manage.py import_record`: plays the games of record files, one JSON line a file (spec/design.md §12)."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.records.report import report


class Command(BaseCommand):
    """Prints a line for every file, in the order given; a file that cannot be read is told in its line."""

    help = "Read .mat, .sgf and JSON records, play them by the rules, and print what came of it."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The files, and whether every position is shown."""
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--trace", action="store_true", help="show every play with its position, every cube act")

    def handle(self, *args: Any, **options: Any) -> None:
        for path in options["files"]:
            try:
                shown = report(path, Path(path).read_bytes(), trace=options["trace"])
            except OSError as error:
                shown = {"file": path, "error": error.strerror or str(error)}
            self.stdout.write(json.dumps(shown))
