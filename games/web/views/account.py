"""The player's own pages: settings, choosing a handle, language, and the demo's way in."""

from __future__ import annotations

from typing import cast

from django.conf import settings as site
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.models import Profile
from games.web.account_forms import HandleForm, SettingsForm
from games.web.addresses import read_undo, undo
from games.web.people import for_player, player_of
from games.web.views.vacation import vacation_context

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"


def back_to(request: HttpRequest, otherwise: str) -> str:
    """The page named by `next`, if it is one of ours."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if safe else otherwise


@for_player
def settings(request: HttpRequest, player: Profile) -> HttpResponse:
    """Language, zone, looks, letters, standing orders."""
    form = SettingsForm(request.POST or None, instance=player)
    if request.method == "POST" and form.is_valid():
        form.store()
        with translation.override(player.language):
            messages.success(request, _("Saved."))
        return redirect("settings")
    return render(request, "games/settings.html", {"form": form, "player": player, **vacation_context(player)})


@login_required
def handle(request: HttpRequest) -> HttpResponse:
    """Choose a handle: for accounts that have none, such as those made on the command line."""
    if player_of(request):
        return redirect(back_to(request, "home"))
    form = HandleForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if form.make_player(cast("User", request.user)):
            return redirect(back_to(request, "home"))
        form.add_error("handle", _("Somebody took this name just now. Choose another one."))
    return render(request, "games/handle.html", {"form": form, "next": back_to(request, "")})


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Read in this language from now on: a player everywhere, a guest in this browser."""
    chosen = request.POST.get("language", "")
    answer = redirect(back_to(request, "/"))
    if chosen not in dict(site.LANGUAGES):
        return answer
    if player := player_of(request):
        player.language = chosen
        player.save(update_fields=["language"])
    answer.set_cookie(
        site.LANGUAGE_COOKIE_NAME, chosen, max_age=365 * 24 * 3600, samesite="Lax", secure=request.is_secure()
    )
    return answer


@require_POST
def demo_sign_in(request: HttpRequest, name: str) -> HttpResponse:
    """Sit down as one of the demo's players. There is no such door where the site is for real."""
    if not site.NARDY_DEMO:
        raise Http404
    player = get_object_or_404(Profile.objects.select_related("user"), handle=name, user__is_staff=False)
    login(request, player.user, backend=MODEL_BACKEND)
    return redirect(back_to(request, "home"))


def address_undo(request: HttpRequest, token: str) -> HttpResponse:
    """Undo a change of address by the link in the letter to the old one. GET shows the page and changes nothing."""
    change = read_undo(token)
    if change is None:
        raise Http404
    done = request.method == "POST" and undo(change)
    context = {"change": change, "done": done, "taken": request.method == "POST" and not done}
    return render(request, "games/address_undo.html", context)
