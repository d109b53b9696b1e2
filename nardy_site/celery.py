"""Celery: the clock that has the rows looked at. It carries no rows: a task lost, doubled or late changes nothing.

Each task of the schedule expires before the next of its kind is due, so that a worker that was away does not find a
heap of them.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nardy_site.settings")

app = Celery("nardy")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["games", "games.outbox", "games.inbox", "games.bots"])

SECONDS_BETWEEN = {
    "games.outbox.tasks.send_waiting": 20,
    "games.inbox.tasks.read_waiting": 20,
    "games.inbox.tasks.forget_read": 24 * 3600,
    "games.tasks.check_deadlines": 30,
    "games.tasks.retire": 3600,
    "games.tasks.end_sessions": 600,
    "games.tasks.elect": 24 * 3600,
    "games.tasks.tell_absences": 60,
    "games.tasks.digests": 300,
}
"""Task -> seconds from one start to the next. A nudge comes sooner; this is for the nudge that was lost."""

app.conf.beat_schedule = {
    task: {"task": task, "schedule": seconds, "options": {"expires": seconds * 0.9}}
    for task, seconds in SECONDS_BETWEEN.items()
}


@app.task(name="nardy_site.still_there")
def still_there() -> None:
    """Nothing. `manage.py doctor` sends it to see whether a worker takes it."""
