"""Celery tasks of the game itself. The rows are the queue; a task only says "look now"."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games import sweeps


@shared_task(name="games.tasks.check_deadlines", ignore_result=True)
def check_deadlines() -> None:
    """Remind and time out, until nothing is due."""
    while sweeps.check_one(now=timezone.now()):
        pass


@shared_task(name="games.tasks.retire", ignore_result=True)
def retire() -> None:
    """Call off the offers that nobody can take any more."""
    while sweeps.retire_one(now=timezone.now()):
        pass
