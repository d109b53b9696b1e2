"""A table's page, and what is sent from it. What is legal the rules know; what was clicked stands in the address."""

from __future__ import annotations

import secrets
from dataclasses import replace
from http import HTTPStatus

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games import desk, queries, texts
from games.commands import parse
from games.models import Profile, Prompt, Seat, Table
from games.models.table import Source
from games.queries import Scene
from games.rules.errors import IllegalAction, Stale
from games.web import acting
from games.web.chouette_forms import DECLARED, written
from games.web.costs import sure
from games.web.doors import door
from games.web.offered import offered
from games.web.people import for_player, player_of
from games.web.tables import Asked, table_page

ELSEWHERE = {"games": "home", "stop": "settings", "help": "rules", "offers": "offers"}
"""Commands that only lead to another page."""


@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, number: int) -> HttpResponseBase:
    """GET: the table, for anybody who has its address. POST: what a player does there without being asked."""
    if request.method == "POST":
        return _unasked(request, number)
    player = player_of(request)
    scene = _scene(number, player)
    if scene.state is None:
        return _not_begun(request, scene, player)
    kept = Asked(steps=request.GET.get("steps", "")[:300], picked=request.GET.get("from", ""))
    return _shown(request, scene, player, kept)


@for_player
def _unasked(request: HttpRequest, player: Profile, number: int) -> HttpResponse:
    scene = _scene(number, player)
    if scene.seat is None:
        raise Http404
    return _sent(request, player, scene, None)


@require_POST
@for_player
def answer(request: HttpRequest, player: Profile, prompt_id: int) -> HttpResponse:
    """Answer a question of one's own, or of one whose proxy one is. Another's question is not found."""
    own = Q(seat__player=player) | Q(proxy__player=player)
    prompt = get_object_or_404(Prompt.objects.select_related("seat", "table").filter(own), pk=prompt_id)
    answered = _sent(request, player, _scene(prompt.table_id, player), prompt)
    return _for_script(answered) if "X-Sent-By-Script" in request.headers else answered


def _for_script(answered: HttpResponse) -> HttpResponse:
    """A script that sends a play is told where to go on: a redirect would be followed before it could see it."""
    if answered.status_code != HTTPStatus.FOUND:
        return answered
    return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"Location": answered["Location"]})


def _sent(request: HttpRequest, player: Profile, scene: Scene, prompt: Prompt | None) -> HttpResponse:
    """Carry out what a form of the page says, and go where the player is wanted next."""
    assert scene.seat is not None
    form = request.POST
    from_form = written(form, scene.names)
    line = form.get("command") or from_form or form.get("line", "")
    side = next((audience for audience in ("team", "box") if form.get(audience)), None)
    note = form.get(side or "note", "")
    kept = Asked(
        line="" if form.get("command") or from_form else line,
        note=note,
        steps=line,
        ref=form.get("ref", "")[:40] or "-",
    )
    try:
        wish, kind = acting.read(
            seat=scene.seat,
            prompt=prompt,
            line=line.strip(),
            note=note,
            ref=kept.ref,
            names=scene.names,
            audience=side or "all",
        )
        whose = prompt.seat if prompt else scene.seat
        costs = sure(scene.state, whose.number, wish.action, names=scene.names) if scene.state else None
        if costs and not form.get("sure"):
            asked = Asked(note=note, sure=costs, command=line, ref=kept.ref)
            return _shown(request, scene, player, asked)
        if kind in ELSEWHERE:
            return redirect(ELSEWHERE[kind])
        if kind in desk.WISHES:
            return _at_the_desk(request, scene.seat, line, kept.ref)
        acting.carry_out(wish, now=timezone.now())
    except IllegalAction as illegal:
        return _refused(request, player, scene.table.pk, kept, illegal)
    return _onward(request, player, scene, prompt if wish.action is not None else None)


def _at_the_desk(request: HttpRequest, seat: Seat, line: str, ref: str) -> HttpResponse:
    """What the player asks for himself; he stays at this table, or goes to the one at which he sits down."""
    done = desk.carry_out(
        parse(line), player=seat.player, seat=seat, source=Source.PAGE, ref=f"page:{seat.pk}:{ref}", now=timezone.now()
    )
    with translation.override(seat.player.language):
        for code, data in done:
            messages.success(request, texts.receipt(code, data))
    seated = [data["table"] for code, data in done if code in {"begun", "seated", "coming"}]
    return redirect("table", seated[0] if seated else seat.table_id)


def _refused(request: HttpRequest, player: Profile, number: int, kept: Asked, error: IllegalAction) -> HttpResponse:
    """The same page with the reason; what was chosen stays. After a stale answer there is nothing to keep."""
    scene = _scene(number, player)
    assert scene.seat is not None
    refusal = texts.error(error, names=scene.names, reader=scene.seat.number)
    stale = isinstance(error, Stale)
    shown = Asked(note=kept.note, refusal=refusal) if stale else replace(kept, refusal=refusal)
    status = HTTPStatus.CONFLICT if stale else HTTPStatus.UNPROCESSABLE_ENTITY
    if scene.state is None:
        messages.error(request, refusal)
        return redirect("table", number)
    return _shown(request, scene, player, shown, status=status)


def _onward(request: HttpRequest, player: Profile, scene: Scene, answered: Prompt | None) -> HttpResponse:
    """After an answer: this table while it asks the player something, else the next that waits, else "my move"."""
    number = scene.table.pk
    if answered is None:
        return redirect("table", number)
    own = Prompt.objects.filter(
        seat__table=number, seat__player=player, closed_at=None, answered_at=None, behind_offer=False
    )
    if own.exists() or Table.objects.filter(pk=number, over=True).exists():
        return redirect("table", number)
    messages.success(request, _("Sent."))
    following = queries.next_waiting(player, after=answered, now=timezone.now())
    return redirect("table", following.table_id) if following else redirect("home")


def _scene(number: int, player: Profile | None) -> Scene:
    try:
        return queries.scene(number, profile=player)
    except Table.DoesNotExist:
        raise Http404 from None


def _shown(
    request: HttpRequest, scene: Scene, player: Profile | None, kept: Asked, *, status: int = HTTPStatus.OK
) -> HttpResponse:
    page = table_page(scene, player, kept=kept, now=timezone.now())
    answer = render(request, "games/table.html", {"page": page}, status=status)
    answer["Cache-Control"] = "no-store" if scene.seat else "no-cache"
    return answer


def _sides(scene: Scene) -> list[tuple[str, int | None]]:
    """Of a table of pairs that has not begun: who sits on each side, and a seat there that is still free."""
    here = {seat.number: seat.player.handle for seat in scene.seats}
    kept = set(queries.pending_invitations(timezone.now()).filter(table=scene.table).values_list("place", flat=True))
    sides = []
    for side in ((0, 2), (1, 3)):
        free = next((place for place in side if place not in here and place not in kept), None)
        sides.append((" + ".join(here.get(place, "…") for place in side), free))
    return sides


def _not_begun(request: HttpRequest, scene: Scene, player: Profile | None) -> HttpResponse:
    """A table that waits for players: its rules, and what this reader may do about it."""
    now = timezone.now()
    invitation = next(
        (one for one in (queries.invitations(player, now) if player else []) if one.table_id == scene.table.pk), None
    )
    context = {
        "offer": offered(scene.table, reader=player),
        "invitation": invitation,
        "open": bool(scene.table.open_until and scene.table.open_until > now and not scene.table.withdrawn_at),
        "seat": scene.seat,
        "stakes": DECLARED if scene.seat and scene.table.rules.get("stakes") == "min_multiple" else (),
        "door": door(scene.table, player, sits=scene.seat is not None),
        "people": scene.seats,
        "sides": _sides(scene) if scene.table.paired else [],
        "ref": secrets.token_urlsafe(12),
        "invited": scene.table.invitations.filter(accepted_at=None, declined_at=None, expires_at__gt=now),
    }
    return render(request, "games/table_not_begun.html", context)
