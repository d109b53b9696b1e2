"""Around every page: the reader's language and zone, the closed door, and what a busy database looks like."""

from __future__ import annotations

import logging
import zoneinfo
from collections.abc import Callable

from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone, translation

from games.web.people import player_of

Answer = Callable[[HttpRequest], HttpResponse]
log = logging.getLogger(__name__)


def zone_of(name: str) -> zoneinfo.ZoneInfo | None:
    """The zone of that name; None when there is no such zone (any more)."""
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return None


class Reader:
    """A player reads in the language and the zone of his settings; a guest as the browser asks (LocaleMiddleware)."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        player = player_of(request)
        if player is None:
            return self.get_response(request)
        translation.activate(player.language)
        request.LANGUAGE_CODE = player.language
        with timezone.override(zone_of(player.zone)):
            return self.get_response(request)


class ClosedDoor:
    """While the file `maintenance` lies in the var folder, every page but `/healthz` says that we are at work."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response
        self.sign = settings.VAR_DIR / "maintenance"

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if self.sign.exists() and request.path != "/healthz":
            return sorry("maintenance.html")
        return self.get_response(request)


class BusyDatabase:
    """A database that is busy or away: nothing was written, so say it and let the reader try again."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """503 instead of 500 when the database did not answer in time; SQLite calls a wrong schema the same name."""
        if not isinstance(exception, OperationalError) or str(exception).startswith("no such "):
            return None
        log.warning("The database did not answer: %s", exception)
        return sorry("busy.html")


def sorry(template: str) -> HttpResponse:
    """A page that needs no database and no reader, status 503."""
    answer = HttpResponse(render_to_string(template), status=503)
    answer["Retry-After"] = "30"
    return answer
