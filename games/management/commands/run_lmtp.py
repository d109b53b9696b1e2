"""`manage.py run_lmtp`: the LMTP door for a mailer on the same machine (Postfix, Exim)."""

from __future__ import annotations

import signal
import threading
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.inbox.lmtp import Door, LmtpController


class Command(BaseCommand):
    """Take mails by LMTP until told to stop."""

    help = "Take mails by LMTP and keep them for the reader."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen; the settings' place by default."""
        parser.add_argument("--host", default=settings.LMTP_HOST)
        parser.add_argument("--port", type=int, default=settings.LMTP_PORT)

    def handle(self, *args: Any, **options: Any) -> None:
        """Listen until SIGINT or SIGTERM."""
        stop = threading.Event()
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, lambda *_: stop.set())
        controller = LmtpController(Door(), hostname=options["host"], port=options["port"])
        controller.start()
        self.stdout.write(f"LMTP on {options['host']}:{options['port']}")
        stop.wait()
        controller.stop()
