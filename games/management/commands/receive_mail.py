"""`manage.py receive_mail --rcpt ADDRESS --sender ADDRESS < raw.eml`: the door for a mailer's pipe (mail.md §3.7)."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import Error
from django.utils import timezone

from games.inbox.read import try_one
from games.inbox.receive import TooLargeError, keep


class Command(BaseCommand):
    """Keep the mail on standard input; exit as sysexits.h says: 0 kept, 65 bad data, 75 try again later."""

    help = "Keep a raw mail from standard input (exit codes of sysexits.h)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The envelope, as the mailer knows it."""
        parser.add_argument("--rcpt", required=True, help="envelope recipient")
        parser.add_argument("--sender", default="", help="envelope sender; empty for <>")
        parser.add_argument("--now", action="store_true", help="read it at once as well")

    def handle(self, *args: Any, **options: Any) -> None:
        """Keep first; only then, when asked to, read."""
        raw = sys.stdin.buffer.read()
        if not raw.strip():
            self.stderr.write("There is no mail on standard input.")
            sys.exit(os.EX_DATAERR)
        try:
            mail = keep(raw, recipient=options["rcpt"], sender=options["sender"], source="pipe", now=timezone.now())
        except TooLargeError:
            self.stderr.write("The mail is too large.")
            sys.exit(os.EX_DATAERR)
        except Error as error:
            self.stderr.write(f"The database could not keep the mail just now: {error}")
            sys.exit(os.EX_TEMPFAIL)
        if options["now"]:
            try_one(mail.pk, now=timezone.now())
            mail.refresh_from_db()
            self.stdout.write(mail.outcome or "it waits for another try")
