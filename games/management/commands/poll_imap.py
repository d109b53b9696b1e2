"""`manage.py poll_imap`: the door of a mailbox at a provider. A process of its own; one for a mailbox."""

from __future__ import annotations

import signal
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.inbox.imap import BROKEN, Memory, RefusedError, Watch


class Command(BaseCommand):
    """Keep what comes into the mailbox of IMAP_URL until told to stop."""

    help = "Take mails from an IMAP mailbox and keep them for the reader."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Once, for a test of the settings or a timer of one's own."""
        parser.add_argument("--once", action="store_true", help="take what is there and end")

    def handle(self, *args: Any, **options: Any) -> None:
        """Watch until SIGINT or SIGTERM."""
        if not settings.IMAP_URL:
            raise CommandError("IMAP_URL is not set: which mailbox is it?")
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        watch = Watch(settings.IMAP_URL, Memory(settings.VAR_DIR / "imap.json"))
        try:
            watch.run(once=options["once"])
        except RefusedError as error:
            raise CommandError(f"{watch.name}: name or password is refused. Set IMAP_URL right. {error}") from error
        except BROKEN as error:
            raise CommandError(f"{watch.name}: {error}") from error
        except KeyboardInterrupt:
            self.stdout.write("Stopped.")
