"""`manage.py legal_plays`: questions for legal plays in, answers out, a line each (spec/legal_plays.md)."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand

from games.rules.inquiry import answer


class Command(BaseCommand):
    """Answers every line of standard input at once, in order; empty lines are skipped."""

    help = "Legal plays of positions: one JSON object a line in, one a line out."
    requires_system_checks = ()
    requires_migrations_checks = False

    def handle(self, *args: Any, **options: Any) -> None:
        for line in iter(sys.stdin.buffer.readline, b""):
            if line.strip():
                self.stdout.write(answer(line.decode("utf-8", "replace")))
                self.stdout.flush()
