"""Records from elsewhere: bringing one, the page about it, its games step by step, its files, its link for others.

In addresses a record is called by its number, for its owner alone, or by the token that its owner hands on.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import texts
from games.models import ImportedRecord, Profile
from games.web import record_files
from games.web.imports import MOST_RECORDS, ImportForm, keep, record_of, share
from games.web.people import for_player, player_of
from games.web.replay import Replay, about


@require_http_methods(["GET", "HEAD", "POST"])
@for_player
def imports(request: HttpRequest, player: Profile) -> HttpResponse:
    """The player's records, and the form that takes another one."""
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    if form.is_bound and form.is_valid():
        kept = keep(
            player,
            name=form.cleaned_data["name"],
            raw=form.cleaned_data["raw"],
            summary=form.cleaned_data["summary"],
            now=timezone.now(),
        )
        if kept is not None:
            return redirect("imported", kept.pk)
        form.add_error(None, _("You keep %(most)d records already. Delete one first.") % {"most": MOST_RECORDS})
    rows = (
        ImportedRecord.objects.filter(player=player)
        .order_by("-created_at", "-pk")
        .values("pk", "name", "created_at", "summary__names")
    )
    return render(request, "games/import.html", {"form": form, "records": rows})


@require_safe
def imported(request: HttpRequest, key: str) -> HttpResponseBase:
    """What was found in a record: its games, what is against the rules in it, what could not be read."""
    row, player = _found(key, request), player_of(request)
    mine = player is not None and row.player_id == player.pk
    found = row.summary
    title = texts.variant_name(found["variant"])
    context = {
        "row": row,
        "key": key,
        "mine": mine,
        "title": title,
        "games": [{**game, "about": about(game)} for game in found["games"]],
        "illegal": [{**one, "why": texts.refusal(one["error"])} for one in found["illegal"]],
        "notes": [{**note, "text": texts.record_note(note["text"])} for note in found["notes"]],
        "kinds": found["kinds"],
        "link": request.build_absolute_uri(reverse("imported", args=[row.token])) if row.token and mine else "",
    }
    return render(request, "games/imported.html", context)


@require_safe
def step(request: HttpRequest, key: str, game: int, number: int) -> HttpResponse:
    """One step of one game; step 0 is its start."""
    row = _found(key, request)
    games = row.summary["games"]
    if not 1 <= game <= len(games) or number > games[game - 1]["steps"]:
        raise Http404
    page = Replay(row, game, home=reverse("imported", args=[key])).page(number, player=player_of(request))
    return render(request, "games/position.html", {"page": page})


@require_safe
def file(request: HttpRequest, key: str, kind: str) -> HttpResponse:
    """The record written in one of our formats, or `original`: the bytes as they came."""
    row = _found(key, request)
    if kind != "original":
        return record_files.attachment(record_of(row), kind, name=f"record-{row.pk}")
    answer = HttpResponse(bytes(row.raw), content_type="application/octet-stream")
    answer["Content-Disposition"] = f'attachment; filename="record-{row.pk}.original"'
    return answer


@require_POST
@for_player
def change(request: HttpRequest, player: Profile, number: int) -> HttpResponse:
    """Its owner makes a link for others, ends it, or deletes the record."""
    row = get_object_or_404(ImportedRecord.objects.defer("raw"), player=player, pk=number)
    what = request.POST.get("what", "")
    if what == "delete":
        row.delete()
        messages.success(request, _("The record is deleted."))
        return redirect("import")
    if what in ("share", "hide"):
        share(row, shared=what == "share")
    return redirect("imported", number)


def _found(key: str, request: HttpRequest) -> ImportedRecord:
    """The record that `key` names for this reader. What he may not see is not there."""
    if not key.isdecimal():
        return get_object_or_404(ImportedRecord, token=key)
    player = player_of(request)
    if player is None or len(key) > 18:
        raise Http404
    return get_object_or_404(ImportedRecord, player=player, pk=int(key))
