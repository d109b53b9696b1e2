"""The one Django app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Nardy by mail and page."""

    name = "games"
    verbose_name = "Nardy"
