"""The record of a table for other programs: a page that shows it, and its files."""

from __future__ import annotations

from dataclasses import replace

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import queries, texts
from games.models import Table
from games.queries import Scene
from games.records import tables, text
from games.records.record import Record
from games.web import record_files
from games.web.people import player_of


@require_safe
def record(request: HttpRequest, number: int) -> HttpResponse:
    """The record as text, and the files there are of it: not every format knows every game."""
    scene = _scene(number)
    _must_be_open(request, scene)
    found = _record(scene)
    context = {
        "table": scene.table,
        "title": texts.title(scene.table.variant, scene.table.format, scene.table.rules_now),
        "text": text.write(found),
        "kinds": record_files.kinds(found),
    }
    return render(request, "games/record.html", context)


@require_safe
def record_file(request: HttpRequest, number: int, kind: str) -> HttpResponse:
    """One of the files."""
    scene = _scene(number)
    _must_be_open(request, scene)
    return record_files.attachment(_record(scene), kind, name=f"table-{number}")


def _must_be_open(request: HttpRequest, scene: Scene) -> None:
    """The record of a table that runs is for its seats only. Raises PermissionDenied for others."""
    player = player_of(request)
    own = next((seat for seat in scene.seats if player and seat.player_id == player.pk), None)
    if not replace(scene, seat=own).open_book:
        raise PermissionDenied(_("While a table runs its record is for those who play there."))


def _scene(number: int) -> Scene:
    """A table that has begun, as a guest sees it: a record tells what everybody may read."""
    try:
        scene = queries.scene(number, profile=None)
    except Table.DoesNotExist:
        raise Http404 from None
    if scene.state is None:
        raise Http404
    return scene


def _record(scene: Scene) -> Record:
    table = scene.table
    began = timezone.localtime(table.started_at).date().isoformat() if table.started_at else ""
    return tables.of_table(
        [line.facts for line in queries.history(table, reader_seat=None)],
        variant=table.variant,
        format=table.format,
        rules=table.rules,
        names=scene.names,
        declared={seat.number: seat.declared for seat in scene.seats},
        tags={"Event": f"Table {table.pk}", "EventDate": began},
    )
