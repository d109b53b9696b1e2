"""`manage.py dice_epoch`: after a backup was restored, and before the site is started again (README, "Backup")."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from games.models import Table
from games.play import lock
from games.rows import renew_dice


class Command(BaseCommand):
    """Dice that were thrown after the backup was made do not come again. Run twice it does no harm."""

    help = "Let the dice of all tables that are not over go on in a new epoch: throws already seen do not come again."

    def handle(self, *args: Any, **options: Any) -> None:
        """Table by table; says how many there were."""
        numbers = list(Table.objects.filter(over=False, withdrawn_at=None).order_by("pk").values_list("pk", flat=True))
        for number in numbers:
            with transaction.atomic():
                renew_dice(lock(pk=number))
        self.stdout.write(f"{len(numbers)} tables: their dice go on in a new epoch.")
