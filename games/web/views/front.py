"""Pages for everybody: the front, the rules, and what machines ask for (healthz, robots)."""

from __future__ import annotations

from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games import texts
from games.rules import variants
from games.rules.state import Option
from games.rules.state.permits import OptionKind
from games.texts.playing import how_lines
from games.web.boards import opening_svg, small_opening_svg
from games.web.people import player_of

WRITTEN: tuple[OptionKind, ...] = (
    "play", "name", "roll", "double", "take", "drop", "beaver", "resign", "accept", "decline", "undo", "order",
)  # fmt: skip
"""What the page of rules says can be written; a table's page says what can be written there now."""


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """What it is, in one screen. A player goes on to his tables."""
    if player_of(request):
        return redirect("home")
    return render(request, "games/front.html", {"board": opening_svg("short")})


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The list of all games, and the command language."""
    games = [
        {"key": key, "name": texts.variant_name(key), "gist": texts.gist(key), "board": small_opening_svg(key)}
        for key in variants.ALL
    ]
    commands = texts.command_lines(
        [Option(kind=kind, seat=0, stakes=(0,), entering=kind == "play") for kind in WRITTEN]
    )
    return render(request, "games/rules.html", {"games": games, "commands": commands})


@require_safe
def rules_of(request: HttpRequest, key: str) -> HttpResponse:
    """The rules of one game: what is different in it, its start, how it is played, the flags in force."""
    if key not in variants.ALL:
        raise Http404
    game = variants.ALL[key]
    context = {
        "key": key,
        "name": texts.variant_name(key),
        "differences": texts.differences(key),
        "board": opening_svg(key),
        "how": list(how_lines(game)),
        "flags": list(texts.play_lines(game)),
    }
    return render(request, "games/rules_of.html", context)


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """For whoever watches the site: 200 when the database answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines may read: the front, the rules, the open offers."""
    closed = [reverse("home"), "/t/", "/i/", "/u/", "/answer/", "/accounts/", "/mailbox/", "/admin/"]
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in closed)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain")
