"""`manage.py read_mail`: mails in, what stands in them out, a JSON object a line (spec/mail_reader.md §1)."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.inbox.reader import Letter, read
from games.management.lines import json_line


class Command(BaseCommand):
    """Reads every mail that standard input names, in order, without a table; empty lines are skipped."""

    help = 'What stands in raw mails. Lines {"file": PATH, "seats": [NAME, …]} in, one JSON object a line out.'
    requires_system_checks = ()
    requires_migrations_checks = False

    def handle(self, *args: Any, **options: Any) -> None:
        for line in iter(sys.stdin.buffer.readline, b""):
            if line.strip():
                self.stdout.write(json_line(_answer(line), self.stdout))
                self.stdout.flush()


def _answer(line: bytes) -> dict[str, object]:
    try:
        request = json.loads(line.decode("utf-8", "surrogateescape"))
    except (ValueError, RecursionError):
        request = None
    if not isinstance(request, dict):
        return {"file": None, "error": "bad-request"}
    file, seats = request.get("file"), request.get("seats") or []
    if not isinstance(file, str) or not (isinstance(seats, list) and all(isinstance(seat, str) for seat in seats)):
        return {"file": file, "error": "bad-request"}
    try:
        raw = Path(file).read_bytes()
    except (OSError, ValueError):  # ValueError: a NUL in the path
        return {"file": file, "error": "unreadable"}
    reading = read(Letter(raw), seats, own_domain=settings.NARDY_MAIL_DOMAIN)
    commands = [command.text for command in reading.commands]
    return {"file": file, "kind": reading.kind, "commands": commands, "rest": reading.rest}
