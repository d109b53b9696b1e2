"""Standing orders of a seat at a table, given by a form."""

from __future__ import annotations

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import queries, texts
from games.models import Profile, Seat
from games.models.table import Source
from games.play import volunteer
from games.rules.errors import IllegalAction
from games.rules.state import Orders, options
from games.web.order_forms import OrdersForm
from games.web.people import for_player


@require_POST
@for_player
def orders(request: HttpRequest, player: Profile, number: int) -> HttpResponse:
    """Give the orders that differ from those that stand; all of them or none."""
    seat = get_object_or_404(Seat, table=number, player=player)
    scene = queries.scene(number, profile=player)
    form = OrdersForm(request.POST, cube=bool(scene.state and options(scene.state).variant.cube))
    if not form.is_valid() or scene.state is None:
        messages.error(request, _("These orders cannot be read. Nothing was changed."))
        return redirect("table", number)
    present = scene.state.orders.get(seat.number, Orders())
    ref, now = request.POST.get("ref", "")[:40], timezone.now()
    try:
        with transaction.atomic():
            for place, order in enumerate(form.changes(present)):
                volunteer(seat.pk, order, source=Source.PAGE, ref=f"page:{ref}:{place}", now=now)
    except IllegalAction as illegal:
        messages.error(request, texts.error(illegal, names=scene.names, reader=seat.number))
    else:
        messages.success(request, _("Saved."))
    return redirect("table", number)
