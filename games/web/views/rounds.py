"""The page of a round, and what is done there: joining, leaving, the next one. All of it is done by `rounds`."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import rounds, texts
from games.models import Profile, Round
from games.rules.errors import IllegalAction
from games.web.people import for_player, player_of
from games.web.rounds import round_page


@require_http_methods(["GET", "HEAD", "POST"])
def round_(request: HttpRequest, number: int) -> HttpResponseBase:
    """GET: the tables and the ledger, for anybody who has the address. POST: join, leave, begin the next one."""
    session = get_object_or_404(Round.objects.select_related("club", "host"), pk=number)
    if not session.laps:
        return redirect("table", get_object_or_404(session.tables, withdrawn_at=None).pk)
    if request.method == "POST":
        return _act(request, number)
    answer = render(request, "games/round.html", {"page": round_page(session, player_of(request))})
    answer["Cache-Control"] = "no-store"
    return answer


@for_player
def _act(request: HttpRequest, player: Profile, number: int) -> HttpResponse:
    now, lap = timezone.now(), request.POST.get("lap", "")
    acts: dict[str, tuple[Callable[[], object], str]] = {
        "join": (lambda: rounds.join(number, player=player, now=now), _("You play from the next round on.")),
        "leave": (lambda: rounds.leave(number, player=player), _("You play no further round.")),
        "next": (
            lambda: rounds.next_round(number, by=player, lap=int(lap), now=now),
            _("The next round has begun, at all its tables."),
        ),
    }
    act = request.POST.get("act", "")
    if act not in acts or (act == "next" and not (lap.isdecimal() and len(lap) < 9)):
        raise Http404
    try:
        acts[act][0]()
    except IllegalAction as illegal:
        messages.error(request, texts.error(illegal))
    else:
        messages.success(request, acts[act][1])
    return redirect("round", number)
