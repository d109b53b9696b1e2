"""What has happened at a table: the position of every entry, and the proof of its dice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import lobby, queries, texts
from games.boards.shown import last_play
from games.boards.view import Die, View
from games.dice import roll
from games.models import Profile, Seat, Table
from games.queries import Line, Scene
from games.queries.proof import GameProof
from games.records.standing import standing
from games.rules.errors import IllegalAction
from games.rules.facts import GameOver, Passed, Played
from games.rules.formats import agreed
from games.rules.variants.base.routes import mirror
from games.web.boards import big_svg, in_words
from games.web.moves import sheets
from games.web.people import for_player, player_of
from games.web.positions import PositionPage, position_ids


@require_safe
def position(request: HttpRequest, number: int, seq: int) -> HttpResponse:
    """The board after entry `seq` of a table, for anybody who has the link."""
    player = player_of(request)
    scene = _scene(number, player)
    lines = queries.history(scene.table, reader_seat=scene.seat.number if scene.seat else None)
    if not 1 <= seq <= len(lines) or lines[seq - 1].board is None:
        raise Http404
    return render(request, "games/position.html", {"page": _position(scene, player, lines, seq)})


def _scene(number: int, player: Profile | None) -> Scene:
    try:
        return queries.scene(number, profile=player)
    except Table.DoesNotExist:
        raise Http404 from None


def _position(scene: Scene, player: Profile | None, lines: list[Line], seq: int) -> PositionPage:
    line = lines[seq - 1]
    table, reader = scene.table, scene.seat.number if scene.seat else None
    over = next((fact for fact in line.facts if isinstance(fact, GameOver)), None)
    title = _("%(title)s · game %(number)d") % {
        "title": texts.title(table.variant, table.format, table.rules_now),
        "number": over.game if over else line.game,
    }
    view = _view(scene, player, line)
    return PositionPage(
        seq=seq,
        title=title,
        board=big_svg(view, title=title),
        words=in_words(view),
        told=texts.story(line.facts, names=scene.names, reader=reader),
        at=line.at,
        back=reverse("table", args=[table.pk]),
        positions=reverse("table", args=[table.pk]),
        previous=reverse("position", args=[table.pk, seq - 1]) if seq > 1 else None,
        following=reverse("position", args=[table.pk, seq + 1]) if seq < len(lines) else None,
        games=sheets(lines, names=scene.names, side=scene.side),
        columns=("", ""),
        ids=_ids(table, lines[:seq]) if scene.open_book else [],
    )


def _ids(table: Table, lines: Sequence[Line]) -> list[tuple[str, str]]:
    """Names of the position after the last of `lines` in other programs; none where they know no such thing."""
    options = agreed(table.variant, table.format, table.rules)
    board = lines[-1].board
    if board is None or lines[-1].ended or table.format == "chouette" or options.variant.facing is not mirror:
        return []
    position = standing(
        (fact for line in lines for fact in line.facts),
        board=board,
        length=options.length or 0,
        jacoby=options.jacoby != "off",
        beavers=options.beavers,
        shared=options.variant.opening == "shared",
    )
    return position_ids(position) if position else []


def _view(scene: Scene, player: Profile | None, line: Line) -> View:
    """The board after an entry, with the dice and the arrows of its last play; of a game that ended there its end."""
    table = scene.table
    variant = agreed(table.variant, table.format, table.rules).variant
    facts, board = line.facts, line.board
    if line.ended:
        facts, board = tuple(takewhile(lambda fact: not isinstance(fact, GameOver), facts)), line.ended
    assert board is not None
    plays = [fact for fact in facts if isinstance(fact, Played | Passed)]
    return View(
        board=board,
        facing=variant.facing,
        viewer=scene.side,
        white=scene.side,
        mirrored=bool(player and player.mirrored),
        heads=variant.head_limit != "none",
        mover=plays[-1].side if plays else None,
        dice=tuple(Die(number, used=True) for number in plays[-1].dice) if plays else (),
        last=last_play(facts),
    )


@require_safe
def dice(request: HttpRequest, number: int) -> HttpResponse:
    """The proof of a table's dice, for people."""
    scene = _scene(number, player_of(request))
    games = [
        {**game, "agrees": agrees(game), "salts": _named(game, scene)} for game in queries.proof(scene.table)["games"]
    ]
    salt = scene.coming.salts.get(str(scene.seat.number), "") if scene.coming and scene.seat else ""
    context = {
        "table": scene.table,
        "title": texts.title(scene.table.variant, scene.table.format, scene.table.rules_now),
        "games": games,
        "can_salt": bool(scene.coming and scene.seat),
        "salt": salt,
    }
    return render(request, "games/dice.html", context)


def agrees(game: GameProof) -> bool | None:
    """Whether every throw of a game that is over follows from its seed; None while the seed is not shown."""
    if game["seed"] is None:
        return None
    seed, salts = bytes.fromhex(game["seed"]), dict(game["salts"])
    return all(
        list(roll(seed, salts=salts, epoch=throw["epoch"], n=throw["n"], dice=len(throw["dice"]))) == throw["dice"]
        for throw in game["throws"]
    )


def _named(game: GameProof, scene: Scene) -> list[tuple[str, str]]:
    return [(scene.names[seat], text) for seat, text in game["salts"]]


@require_safe
def dice_json(request: HttpRequest, number: int) -> HttpResponse:
    """The proof of a table's dice, for programs such as `check_dice.py`."""
    table = get_object_or_404(Table, pk=number)
    answer = JsonResponse(queries.proof(table), json_dumps_params={"indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="dice-{table.pk}.json"'
    return answer


@require_POST
@for_player
def salt(request: HttpRequest, player: Profile, number: int) -> HttpResponse:
    """Add a salt of one's own to the dice of the next game."""
    seat = get_object_or_404(Seat, table=number, player=player)
    try:
        lobby.salt(seat.pk, request.POST.get("salt", ""), timezone.now())
    except IllegalAction as illegal:
        messages.error(request, texts.error(illegal))
    else:
        messages.success(request, _("Saved."))
    return redirect("dice", number)
