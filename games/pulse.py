"""When the parts that nobody sees (sender, reader, clock, the watch of a mailbox) were last at work.

Each says so at the beginning of its work; `manage.py doctor` looks. The site itself asks nobody whether another lives.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from games.models import Pulse

Part = Literal["sender", "reader", "clock", "imap"]


def beat(part: Part, *, now: datetime) -> None:
    """This part is at work."""
    Pulse.objects.update_or_create(name=part, defaults={"at": now})


def last(part: Part) -> datetime | None:
    """When it was last at work; None: never."""
    return Pulse.objects.filter(name=part).values_list("at", flat=True).first()
