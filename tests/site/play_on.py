"""Answers open questions of a site's database, for tests of databases that earlier versions made.

`python -m tests.site.play_on N` plays up to N answers a table by the rules, through `play()`; it prints how many.
"""

from __future__ import annotations

import os
import sys

import django


def main(answers: int) -> int:
    """Play up to `answers` answers at every table that is running; how many were given in all."""
    from django.utils import timezone

    from games.management.commands.demo import choice
    from games.models import Prompt, Table
    from games.models.table import Source
    from games.play import play
    from games.rules import codec

    given = 0
    for table in Table.objects.filter(started_at__isnull=False, over=False, format__in=("match", "money")):
        for _ in range(answers):
            prompt = Prompt.objects.select_related("table").filter(table=table, closed_at=None).order_by("pk").last()
            if prompt is None:
                break
            action = choice(codec.load(prompt.table.state))
            play(prompt.pk, action, source=Source.PAGE, ref=f"play-on:{prompt.pk}", now=timezone.now())
            given += 1
    return given


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "nardy_site.settings"
    django.setup()
    sys.stdout.write(f"{main(int(sys.argv[1]))}\n")
