"""Celery tasks of the game itself. The rows are the queue; a task only says "look now"."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games import pulse, sweeps

A_RUN = 500
"""What one run looks at, at most: a row that cannot be got out of the way must not keep a worker for ever."""


@shared_task(name="games.tasks.check_deadlines", ignore_result=True)
def check_deadlines() -> None:
    """Remind and time out, until nothing is due."""
    pulse.beat("clock", now=timezone.now())
    for _ in range(A_RUN):
        if not sweeps.check_one(now=timezone.now()):
            break


@shared_task(name="games.tasks.retire", ignore_result=True)
def retire() -> None:
    """Call off the offers that nobody can take any more."""
    for _ in range(A_RUN):
        if not sweeps.retire_one(now=timezone.now()):
            break


@shared_task(name="games.tasks.end_sessions", ignore_result=True)
def end_sessions() -> None:
    """End the sessions whose last day is over, and let those go on whose pause is."""
    for sweep in (sweeps.end_one, sweeps.go_on_one):
        for _ in range(A_RUN):
            if not sweep(now=timezone.now()):
                break


@shared_task(name="games.tasks.elect", ignore_result=True)
def elect() -> None:
    """Where organisers have fallen silent, let the members elect."""
    for _ in range(A_RUN):
        if not sweeps.elect_one(now=timezone.now()):
            break


@shared_task(name="games.tasks.tell_absences", ignore_result=True)
def tell_absences() -> None:
    """Tell of the vacations that have begun or ended."""
    for _ in range(A_RUN):
        if not sweeps.tell_absence(now=timezone.now()):
            break


@shared_task(name="games.tasks.digests", ignore_result=True)
def digests() -> None:
    """Queue the daily letters of those whose morning it is."""
    for _ in range(A_RUN):
        if not sweeps.digest_one(now=timezone.now()):
            break
