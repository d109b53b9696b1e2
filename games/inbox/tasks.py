"""When waiting mails are read: soon after a door kept one, and by the clock. A lost task costs a minute, not a mail."""

from __future__ import annotations

import logging

from celery import shared_task
from django.utils import timezone
from kombu.exceptions import OperationalError

from games import pulse
from games.inbox.read import forget, read_one

logger = logging.getLogger(__name__)

MAILS_A_RUN = 200
"""A run ends after so many mails, so that a burst does not keep a worker from everything else."""


@shared_task(ignore_result=True)
def read_waiting() -> None:
    """Read the mails that wait; with very many of them, go on in another run."""
    pulse.beat("reader", now=timezone.now())
    for _ in range(MAILS_A_RUN):
        if not read_one(now=timezone.now()):
            return
    nudge()


@shared_task(ignore_result=True)
def forget_read() -> None:
    """Delete what was read long ago."""
    forget(now=timezone.now())


def nudge() -> None:
    """Wake the reader. The broker may be away: the clock will find the row."""
    try:
        read_waiting.apply_async(expires=60, retry=False)
    except (OperationalError, OSError) as error:
        logger.warning("the broker is away, a mail waits for the clock: %s", error)
