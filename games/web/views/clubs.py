"""Clubs: the list, a club's page, its links; the organiser's decisions at its tables. All is done by `clubs`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import admission, clubs, elections, rulings, texts
from games.models import Admission, Club, ClubLink, Membership, Profile, Ruling, Table
from games.queries.lists import SEATS
from games.rules.errors import IllegalAction
from games.rules.formats import PRESETS, agreed
from games.web.offered import title_of
from games.web.people import for_player, player_of
from games.web.rules_form import RulesForm

PERIODS = {"month": 30, "quarter": 91, "year": 365, "all": None}
"""Periods of the standings, in days back from now."""


def club_list(request: HttpRequest) -> HttpResponseBase:
    """GET: all clubs. POST: found one."""
    if request.method == "POST":
        return _found(request)
    found = Club.objects.order_by("name")
    mine = set(Membership.objects.filter(player=player_of(request)).values_list("club_id", flat=True))
    return render(request, "games/clubs.html", {"clubs": found, "mine": mine})


@for_player
def _found(request: HttpRequest, player: Profile) -> HttpResponse:
    try:
        club = clubs.found(
            name=request.POST.get("name", ""), about=request.POST.get("about", ""), founder=player, now=timezone.now()
        )
    except IllegalAction as illegal:
        messages.error(request, texts.error(illegal))
        return redirect("clubs")
    return redirect("club", club.slug)


@require_safe
def club_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A club: members, tables, standings over a period, house rules; for organisers links and appointments."""
    club = get_object_or_404(Club, slug=slug)
    player, now = player_of(request), timezone.now()
    members = list(club.memberships.select_related("player").order_by("-organiser", "player__handle"))
    own = next((one for one in members if player and one.player_id == player.pk), None)
    period = request.GET.get("period", "all")
    days = PERIODS.get(period)
    tables = list(
        club.tables.filter(withdrawn_at=None)
        .filter(Q(round=None) | Q(started_at=None))
        .prefetch_related(SEATS)
        .order_by("over", "-pk")[:50]
    )
    played = club.rounds.filter(laps__gt=0).prefetch_related("members__player").order_by("-pk")[:20]
    election = club.elections.filter(closed_at=None).first()
    context = {
        "club": club,
        "members": members,
        "own": own,
        "tables": [(table, title_of(table)) for table in tables],
        "rounds": [
            (one, texts.lap(one.laps), [member.player.handle for member in one.members.all()]) for one in played
        ],
        "standings": [
            (one, texts.signed(one.halves))
            for one in clubs.standings(club, since=now - timedelta(days=days) if days else None)
        ],
        "periods": _periods(period),
        "presets": [(key, name) for key, name in _presets().items() if key in PRESETS],
        "preset": _presets().get(club.preset, club.preset),
        "rules": texts.rules_lines("short", "chouette", _rules(club))[1:],
        "form": _rules_form(club) if own and own.organiser else None,
        "links": club.links.filter(revoked_at=None, expires_at__gt=now) if own and own.organiser else [],
        "lacks_organisers": bool(own and own.organiser and clubs.lacks_organisers(club)),
        "election": election,
        "vote": election.votes.filter(voter=player).values_list("candidate__handle", flat=True).first()
        if election
        else None,
        "link": request.session.pop(f"link:{club.pk}", ""),
    }
    answer = render(request, "games/club.html", context)
    answer["Cache-Control"] = "no-store"
    return answer


def _rules(club: Club) -> dict[str, object]:
    """The house rules as a table has them."""
    return {"preset": club.preset, **club.rules}


def _rules_form(club: Club, data: QueryDict | None = None) -> RulesForm:
    """Every option that a chouette of the club is offered with, beside its named set."""
    usual = agreed("short", "chouette", {"preset": club.preset})
    return RulesForm(data, format_="chouette", present=usual, chosen=club.rules)


def _chosen_rules(club: Club, form: QueryDict) -> dict[str, object]:
    sent = _rules_form(club, form)
    if not sent.is_valid():
        raise IllegalAction("bad-rule", flag=", ".join(sent.errors), value="?")
    return dict(sent.changes())


def _periods(chosen: str) -> list[tuple[str, str, bool]]:
    names = {"month": _("a month"), "quarter": _("three months"), "year": _("a year"), "all": _("all time")}
    return [(key, name, key == chosen) for key, name in names.items()]


def _presets() -> dict[str, str]:
    return {
        "standard": _("standard: a cube for each"),
        "classic": _("classic: one cube"),
        "club": _("club: beavers, the box takes half or none"),
        "la": _("Los Angeles: extra cubes, settlements"),
    }


@require_POST
@for_player
def club_act(request: HttpRequest, player: Profile, slug: str) -> HttpResponse:
    """What a member or an organiser does on the page of the club."""
    club = get_object_or_404(Club, slug=slug)
    form, now = request.POST, timezone.now()

    def link() -> None:
        token = clubs.new_link(club, by=player, now=now)
        request.session[f"link:{club.pk}"] = request.build_absolute_uri(reverse("come_in", args=[token]))

    def member(field: str) -> Profile | None:
        return get_object_or_404(Profile, handle=form[field]) if form.get(field) else None

    def appoint() -> None:
        other = get_object_or_404(Profile, handle=form.get("player", ""))
        clubs.appoint(club, player=other, by=player, organiser=form.get("organiser") == "yes")

    acts: dict[str, Callable[[], object]] = {
        "link": link,
        "revoke": lambda: clubs.revoke(
            get_object_or_404(ClubLink, pk=_number(form.get("link")), club=club).pk, by=player, now=now
        ),
        "appoint": appoint,
        "rules": lambda: clubs.house_rules(
            club,
            by=player,
            about=form.get("about", ""),
            preset=form.get("preset", ""),
            help_allowed=form.get("help_allowed", ""),
            rules=_chosen_rules(club, form),
        ),
        "successor": lambda: clubs.name_successor(club, player=member("player"), by=player),
        "vote": lambda: elections.vote(club, by=player, candidate=member("candidate") or player),
        "here": lambda: elections.here(club, by=player, now=now),
        "leave": lambda: clubs.go(club, player=player),
    }
    act = acts.get(form.get("act", ""))
    if act is None:
        raise Http404
    return _done(request, act, reverse("club", args=[slug]))


def come_in(request: HttpRequest, token: str) -> HttpResponseBase:
    """GET: the club that asks you in. POST: become a member."""
    if request.method == "POST":
        return _come_in(request, token)
    club = clubs.club_of(token, now=timezone.now())
    return render(request, "games/club_link.html", {"club": club, "token": token}, status=200 if club else 404)


@for_player
def _come_in(request: HttpRequest, player: Profile, token: str) -> HttpResponse:
    try:
        club = clubs.come_in(token, player=player, now=timezone.now())
    except IllegalAction as illegal:
        messages.error(request, texts.error(illegal))
        return redirect("clubs")
    return redirect("club", club.slug)


@require_POST
@for_player
def rule(request: HttpRequest, player: Profile, number: int) -> HttpResponse:
    """An organiser decides at a table of his club: `annul`, `adjudicate:SIDE-LEVEL`, `replace:SEAT`, `annul:GAME` …

    `game` is the one that ran when he saw the form.
    """
    table = get_object_or_404(Table, pk=number)
    form = request.POST
    kind, _sep, about = form.get("ruling", "").partition(":")
    first, second = (_number(part) for part in f"{about}-".split("-")[:2])
    return _done(
        request,
        lambda: rulings.rule(
            table.pk,
            by=player,
            kind=kind,
            reason=form.get("reason", ""),
            now=timezone.now(),
            side=first,
            level=second,
            seat=first,
            game=first if kind == "annul" and about else _number(form.get("game")),
            ref=form.get("ref", "")[:100],
        ),
        reverse("table", args=[number]),
    )


@require_POST
@for_player
def agree(request: HttpRequest, player: Profile, number: int) -> HttpResponse:
    """Agree to the decision that an organiser who plays himself has proposed."""
    ruling = get_object_or_404(Ruling, pk=number)
    return _done(
        request,
        lambda: rulings.agree(ruling.pk, by=player, now=timezone.now()),
        reverse("table", args=[ruling.table_id]),
    )


@require_POST
@for_player
def ask_in(request: HttpRequest, player: Profile, number: int) -> HttpResponse:
    """Who is no member asks to play at a table of a club."""
    get_object_or_404(Table, pk=number)
    return _done(
        request,
        lambda: admission.ask(number, player=player, now=timezone.now()),
        reverse("table", args=[number]),
    )


@require_POST
@for_player
def admit(request: HttpRequest, player: Profile, number: int) -> HttpResponse:
    """Say yes or no to somebody who asks."""
    asked = get_object_or_404(Admission, pk=number)
    return _done(
        request,
        lambda: admission.decide(number, by=player, admit=request.POST.get("answer") == "yes", now=timezone.now()),
        reverse("table", args=[asked.table_id]),
    )


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and len(text) < 12 else None


def _done(request: HttpRequest, act: Callable[[], object], onward: str) -> HttpResponse:
    """Do it, say so or why not, and go on."""
    try:
        done = act()
    except IllegalAction as illegal:
        messages.error(request, texts.error(illegal))
    else:
        proposed = isinstance(done, Ruling) and done.entry_id is None
        messages.success(request, _("Proposed: it waits for others to agree.") if proposed else _("Done."))
    return redirect(onward)
