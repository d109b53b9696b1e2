"""Sitting down: a new table, the open offers, a rematch. All of it is done by `lobby`."""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import lobby, queries, texts
from games.models import Club, Profile, Table
from games.rules.errors import IllegalAction
from games.web.boards import small_opening_svg
from games.web.named import NAMED
from games.web.offered import offered
from games.web.people import for_player, player_of
from games.web.rules_form import chosen_places, options_for
from games.web.table_forms import NewTableForm


@for_player
def new_table(request: HttpRequest, player: Profile) -> HttpResponse:
    """Offer a game. The same form sent twice (two clicks, back and again) is one offer."""
    initial = {"game": request.GET.get("game", "short"), **_house_rules(request, player)}
    form = NewTableForm(request.POST or None, host=player, initial=initial)
    refusal = ""
    if request.method == "POST":
        ref = request.POST.get("ref", "")[:100]
        if form.is_valid():
            try:
                table = lobby.offer(
                    host=player, now=timezone.now(), ref=f"page:{ref}" if ref else "", **form.arguments()
                )
            except IllegalAction as illegal:
                refusal = texts.error(illegal, names=())
            else:
                messages.success(request, _("Offered."))
                return redirect("table", table.pk)
    more = any(field.value() or field.errors for field, _formats in form.options())
    context = {
        "form": form,
        "ref": secrets.token_urlsafe(12),
        "refusal": refusal,
        "more": more,
        "picture": small_opening_svg(form.named.variant),
        "differences": texts.differences(form.named.variant),
        "others": [{"named": named, "picture": small_opening_svg(named.variant)} for named in NAMED.values()],
    }
    return render(request, "games/new_table.html", context)


def _house_rules(request: HttpRequest, player: Profile) -> dict[str, object]:
    """What a new table of a club of this player begins with: its rules, open to its members."""
    club = Club.objects.filter(slug=request.GET.get("club", ""), memberships__player=player).first()
    if club is None:
        return {}
    preset = "chouette" if club.preset == "standard" else f"chouette-{club.preset}"
    chosen = chosen_places(club.rules, options_for("chouette"))
    return {**chosen, "club": club, "preset": preset, "against": "open", "in_rounds": "rounds" in request.GET}


@require_safe
def offers(request: HttpRequest) -> HttpResponse:
    """The open offers, with all their rules."""
    return _offers(request, "")


def _offers(request: HttpRequest, refusal: str) -> HttpResponse:
    player = player_of(request)
    shown = [offered(table, reader=player) for table in queries.open_offers(player, timezone.now())]
    return render(request, "games/offers.html", {"offers": shown, "refusal": refusal})


@require_POST
@for_player
def take(request: HttpRequest, player: Profile, number: int) -> HttpResponse:
    """Sit down at an open table."""
    get_object_or_404(Table, pk=number)
    try:
        wish = request.POST.get("place", "")
        table = lobby.take(
            number, player=player, now=timezone.now(), wish=int(wish) if wish in ("1", "2", "3") else None
        )
    except IllegalAction as illegal:
        return _offers(request, texts.error(illegal, names=()))
    return redirect("table", table.pk)


@require_POST
@for_player
def withdraw(request: HttpRequest, player: Profile, number: int) -> HttpResponse:
    """Take one's own offer back."""
    get_object_or_404(Table, pk=number, host=player)
    try:
        lobby.withdraw(number, by=player, now=timezone.now())
    except IllegalAction as illegal:
        return _offers(request, texts.error(illegal, names=()))
    messages.success(request, _("The offer is taken back."))
    return redirect("home")


@require_POST
@for_player
def rematch(request: HttpRequest, player: Profile, number: int) -> HttpResponse:
    """Offer the same again to the other player of a finished table, or sit down where he offered it first."""
    get_object_or_404(Table, pk=number, seats__player=player)
    try:
        table = lobby.rematch(number, by=player, now=timezone.now())
    except IllegalAction as illegal:
        messages.error(request, texts.error(illegal, names=()))
        return redirect("table", number)
    if table.started_at is None:
        messages.success(request, _("A rematch is offered. It begins as soon as the other side sits down."))
    return redirect("table", table.pk)
