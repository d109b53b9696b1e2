"""Celery tasks of the outbox. The rows are the queue; a task only says "look now"."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from celery import shared_task
from django.utils import timezone
from kombu.exceptions import OperationalError

from games import pulse
from games.outbox import sending

log = logging.getLogger(__name__)

NUDGE_LIVES = 60
"""Seconds after which a nudge is worth nothing: beat looks every minute."""

LETTERS_A_RUN = 200
"""A run ends after so many letters, so that a long queue does not keep a worker from everything else."""


@shared_task(name="games.outbox.tasks.send_waiting", ignore_result=True)
def send_waiting() -> None:
    """Send the letters that are due; with many of them, go on in another run."""
    pulse.beat("sender", now=timezone.now())
    if sending.drain(timezone.now, limit=LETTERS_A_RUN) == LETTERS_A_RUN:
        nudge_sender()


def nudge_sender() -> None:
    """Ask a worker to send now. No broker is no error: beat asks again. That it is away is logged once."""
    try:
        send_waiting.apply_async(expires=NUDGE_LIVES, retry=False)
    except (OperationalError, OSError) as error:
        if not broker.away:
            log.warning("the broker is away, letters wait for the clock: %s", error)
        broker.away = True
    else:
        broker.away = False


@dataclass
class Broker:
    """What the last nudge of this process found."""

    away: bool = False


broker = Broker()
