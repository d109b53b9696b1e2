"""The addresses of the providers' webhooks: anymail's own, with our door before each that mail comes in by."""

from __future__ import annotations

from typing import Any

from anymail import urls as anymail_urls
from anymail.signals import inbound
from django.urls import URLPattern

from games.inbox.webhook import Door

BOTH = None
"""The signal of a view that takes events of both kinds at one address (Mandrill)."""


def guarded(pattern: URLPattern) -> URLPattern:
    """The same address; a view for mail that comes in has a `Door` before it."""
    callback: Any = pattern.callback
    view = callback.view_class
    if view.signal not in (inbound, BOTH):
        return pattern
    made: Any = type(view.__name__, (Door, view), {})
    return URLPattern(pattern.pattern, made.as_view(), pattern.default_args, pattern.name)


app_name = anymail_urls.app_name
urlpatterns = [guarded(pattern) for pattern in anymail_urls.urlpatterns]
