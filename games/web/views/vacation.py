"""Vacation on the settings page: plan it, end it or call it off; and when letters about one table come."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import absence, texts
from games.models import Profile, Seat
from games.models.player import Letters
from games.rules.errors import IllegalAction
from games.web.account_forms import VacationForm
from games.web.people import for_player


def vacation_context(player: Profile) -> dict[str, Any]:
    """What the settings page shows of it."""
    now = timezone.now()
    coming = [
        {"running": one.begins <= now, "since": texts.moment(one.begins), "until": texts.moment(one.ends)}
        for one in absence.coming(player, now=now)
    ]
    return {
        "vacation": VacationForm(initial={"ref": secrets.token_urlsafe(12)}),
        "coming": coming,
        "stock": int(absence.stock(player, now=now).total_seconds()),
        "ref": secrets.token_urlsafe(12),
    }


@require_POST
@for_player
def plan(request: HttpRequest, player: Profile) -> HttpResponse:
    """Plan a vacation."""
    form, now = VacationForm(request.POST), timezone.now()
    if not form.is_valid():
        messages.error(request, _("Choose the first and the last day."))
        return redirect("settings")
    try:
        planned = absence.plan(player, form.span(player, now), ref=f"page:{form.cleaned_data['ref']}", now=now)
    except IllegalAction as illegal:
        messages.error(request, texts.error(illegal))
        return redirect("settings")
    data = {"since": planned.begins.isoformat(), "until": planned.ends.isoformat()}
    messages.success(request, texts.receipt("away", data))
    if tables := absence.tables_without_proxy(player):
        messages.warning(request, texts.receipt("away-proxy", {"tables": [table.pk for table in tables]}))
    return redirect("settings")


@require_POST
@for_player
def back(request: HttpRequest, player: Profile) -> HttpResponse:
    """End the vacation that runs, or call off the next one."""
    ref = f"page:{request.POST.get('ref', '')[:40]}"
    try:
        ended = absence.come_back(player, ref=ref, now=timezone.now())
    except IllegalAction as illegal:
        messages.error(request, texts.error(illegal))
    else:
        data = {"since": ended.begins.isoformat(), "until": ended.ends.isoformat()}
        messages.success(request, texts.receipt("back-planned" if ended.cancelled_at else "back", data))
    return redirect("settings")


@require_POST
@for_player
def table_letters(request: HttpRequest, player: Profile, number: int) -> HttpResponse:
    """Choose when letters about this one table come; empty: as the settings say for all."""
    seat = get_object_or_404(Seat, table=number, player=player, left_at=None)
    chosen = request.POST.get("letters", "")
    if chosen in ("", *Letters.values):
        seat.letters = chosen
        seat.save(update_fields=["letters"])
        messages.success(request, _("Saved."))
    return redirect("table", number)
