"""The one Django app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Nardy by mail and page."""

    name = "games"
    verbose_name = "Nardy"

    def ready(self) -> None:
        """Listen to what anymail hears at the providers' webhooks. The only signals used are anymail's own."""
        from games.inbox import tracking, webhook  # noqa: F401  (models must be loaded first)
