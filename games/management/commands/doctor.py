"""`manage.py doctor`: says in words what is wrong with this installation; what it looks at: nardy_site/doctor.py."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from nardy_site.doctor import findings
from nardy_site.env import table


class Command(BaseCommand):
    """Prints one line for each thing looked at; exit code 1 when anything is wrong."""

    help = "Say in words what is wrong with this installation, and what to do about it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """`--table` prints the settings instead."""
        parser.add_argument("--table", action="store_true", help="print the table of all settings, for README")

    def handle(self, *args: Any, **options: Any) -> None:
        """Look and say."""
        if options["table"]:
            self.stdout.write(table(), ending="")
            return
        wrong = 0
        for finding in findings(timezone.now()):
            if finding.problem:
                wrong += 1
                self.stdout.write(f"✗ {finding.subject}: {finding.problem}")
                self.stdout.write(f"    → {finding.advice}")
            else:
                self.stdout.write(f"✓ {finding.subject}")
        if wrong:
            summary = ngettext("%(count)d thing is wrong.", "%(count)d things are wrong.", wrong)
            self.stdout.write(summary % {"count": wrong})
            sys.exit(1)
        self.stdout.write(_("All is well."))
