"""`manage.py compile_messages`: translations into the form the site reads, without GNU gettext."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from nardy_site.messages import compile_messages


class Command(BaseCommand):
    """Compiles each .po file that is newer than its .mo file."""

    help = "Compile translations (.po to .mo), only those that changed. Needs no GNU gettext."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Compile, and name what was written."""
        for folder in settings.LOCALE_PATHS:
            for path in compile_messages(Path(folder)):
                self.stdout.write(str(path.relative_to(settings.BASE_DIR)))
