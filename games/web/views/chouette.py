"""What only a chouette has: beginning with those who came, asking more, ending it; and what stands for who is away."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import lobby, queries, texts
from games.models import Profile, Seat, Table
from games.models.table import Source
from games.play import volunteer
from games.rules.actions import Propose, Rest
from games.rules.errors import IllegalAction
from games.rules.state import options
from games.web.chouette_forms import SessionForm
from games.web.guests import guests
from games.web.people import for_player
from games.web.rules_form import RulesForm


@require_POST
@for_player
def session(request: HttpRequest, player: Profile, number: int) -> HttpResponse:
    """Set what stands for the player's seat while he is away: all of it or nothing."""
    seat = get_object_or_404(Seat, table=number, player=player)
    scene = queries.scene(number, profile=player)
    state = scene.state
    if state is None:
        messages.error(request, _("These orders cannot be read. Nothing was changed."))
        return redirect("table", number)
    here = (*state.seats, *state.newcomers)
    others = [(one.number, one.player.handle) for one in scene.seats if one != scene.seat and one.number in here]
    form = SessionForm(request.POST, state=state, seat=seat.number, others=others)
    if not form.is_valid():
        messages.error(request, _("These orders cannot be read. Nothing was changed."))
        return redirect("table", number)
    ref, now = request.POST.get("ref", "")[:40], timezone.now()

    def give() -> None:
        with transaction.atomic():
            for place, action in enumerate(form.changes()):
                volunteer(seat.pk, action, source=Source.PAGE, ref=f"page:{ref}:session:{place}", now=now)

    return _done(request, number, give, _("Saved."), names=scene.names, reader=seat.number)


@require_POST
@for_player
def declare(request: HttpRequest, player: Profile, number: int) -> HttpResponse:
    """Declare the stake of the player's seat before the table begins."""
    seat = get_object_or_404(Seat, table=number, player=player)
    stake, ref = request.POST.get("stake", ""), f"page:{request.POST.get('ref', '')[:40]}:stake"

    def say() -> None:
        lobby.declare(seat.pk, int(stake) if stake.isdecimal() else 0, ref=ref, now=timezone.now())

    return _done(request, number, say, _("Saved."))


@require_POST
@for_player
def rest(request: HttpRequest, player: Profile, number: int) -> HttpResponse:
    """The box asks for a pause of some days, or is back (0)."""
    seat, days = get_object_or_404(Seat, table=number, player=player), request.POST.get("days", "")
    ref, action = f"page:{request.POST.get('ref', '')[:40]}:rest", Rest(int(days) if days.isdecimal() else -1)

    def ask() -> None:
        volunteer(seat.pk, action, source=Source.PAGE, ref=ref, now=timezone.now())

    return _done(request, number, ask, _("Done."))


@require_POST
@for_player
def propose(request: HttpRequest, player: Profile, number: int) -> HttpResponse:
    """Propose other rules for the games to come."""
    seat = get_object_or_404(Seat, table=number, player=player)
    scene = queries.scene(number, profile=player)
    if scene.state is None:
        messages.error(request, _("These rules cannot be read. Nothing was changed."))
        return redirect("table", number)
    form = RulesForm(request.POST, format_=scene.state.format, present=options(scene.state))
    if not form.is_valid():
        messages.error(request, _("These rules cannot be read. Nothing was changed."))
        return redirect("table", number)
    ref, action = f"page:{request.POST.get('ref', '')[:40]}:propose", Propose(dict(form.changes()))

    def ask() -> None:
        volunteer(seat.pk, action, source=Source.PAGE, ref=ref, now=timezone.now())

    told = _("Proposed. All are asked.")
    return _done(request, number, ask, told, names=scene.names, reader=seat.number)


@require_POST
@for_player
def begin(request: HttpRequest, player: Profile, number: int) -> HttpResponse:
    """The host begins with those who came."""
    get_object_or_404(Table, pk=number, host=player)
    return _done(request, number, lambda: lobby.begin(number, by=player, now=timezone.now()), _("The chouette begins."))


@require_POST
@for_player
def end(request: HttpRequest, player: Profile, number: int) -> HttpResponse:
    """The host ends the session after the running game."""
    get_object_or_404(Table, pk=number, host=player)
    told = _("The session ends after this game.")
    return _done(request, number, lambda: lobby.end(number, by=player, now=timezone.now()), told)


@require_POST
@for_player
def invite(request: HttpRequest, player: Profile, number: int) -> HttpResponse:
    """Who sits there asks more people, to a chouette that runs too: players and mail addresses, one or many."""
    table = get_object_or_404(Table, pk=number, seats__player=player)
    asked, unknown = guests(request.POST.get("guests", ""))
    if unknown:
        messages.error(request, _("Nobody is called: %(names)s. Nobody was asked.") % {"names": ", ".join(unknown)})
        return redirect("table", number)

    ref = request.POST.get("ref", "")[:100]

    def ask() -> None:
        with transaction.atomic():
            for number, guest in enumerate(asked):
                cause = f"page:{ref}:{number}" if ref else ""
                lobby.invite(table, guest=guest, by=player, now=timezone.now(), ref=cause)

    return _done(request, number, ask, _("Asked. A letter goes to each of them."))


def _done(
    request: HttpRequest,
    number: int,
    act: Callable[[], object],
    told: str,
    *,
    names: tuple[str, ...] = (),
    reader: int | None = None,
) -> HttpResponse:
    """Do it, say so or why not, and show the table again."""
    try:
        act()
    except IllegalAction as illegal:
        messages.error(request, texts.error(illegal, names=names, reader=reader))
    else:
        messages.success(request, told)
    return redirect("table", number)
