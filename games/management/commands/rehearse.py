"""`manage.py rehearse FILE…`: tables played from scripts (spec/rehearse.md). All of it is in `games.rehearsal`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.management.lines import json_line
from games.rehearsal import ScriptError, differences, read_script, rehearse

DIFFERS, NO_SCRIPT = 1, 2


class Command(BaseCommand):
    """One JSON object a file, one a line, in the order of the files. Exit status 0, 1 or 2: the worst of the files."""

    help = "Play tables from scripts, without a database, and print what came of them."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """The scripts."""
        parser.add_argument("files", nargs="+", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play file after file; a bad one is reported in its place and the run goes on."""
        status = 0
        for file in options["files"]:
            status = max(status, self._play(file))
        if status:
            sys.exit(status)

    def _play(self, file: str) -> int:
        try:
            script = read_script(json.loads(Path(file).read_bytes()))
            result = rehearse(script)
        except (OSError, ValueError, RecursionError, ScriptError) as error:
            bad = {"file": file, "error": "no-script", "detail": str(error)}
            self.stdout.write(json_line(bad, self.stdout))
            self.stderr.write(f"{file}: no script: {error}")
            return NO_SCRIPT
        self.stdout.write(json_line(result, self.stdout))
        wrong = [] if script.expect is None else differences(script.expect, result)
        for text in wrong:
            self.stderr.write(f"{file}: {text}")
        return DIFFERS if wrong else 0
