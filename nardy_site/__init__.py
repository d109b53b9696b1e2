"""The site: settings, where addresses lead, Celery, and how the processes are started. The games live in `games`."""

from nardy_site.celery import app as celery_app  # shared tasks find the app when the site is imported

__all__ = ["celery_app"]
