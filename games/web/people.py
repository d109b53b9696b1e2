"""Who is at the page: the player behind a request, and views that need one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from games.models import Profile

P = ParamSpec("P")


def player_of(request: HttpRequest) -> Profile | None:
    """The player who asks; None for a guest, and for an account that has not chosen its handle yet."""
    user = cast("User", request.user)  # Or the anonymous one, which has no profile either.
    return cast("Profile | None", getattr(user, "profile", None)) if user.is_authenticated else None


def for_player(
    view: Callable[Concatenate[HttpRequest, Profile, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """A view that is given the player; guests are led to signing in, and accounts without a handle to choosing one."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path() if request.method == "GET" else reverse("home"))
        player = player_of(request)
        if player is None:
            return redirect(f"{reverse('handle')}?{urlencode({'next': request.path})}")
        return view(request, player, *args, **kwargs)

    return guarded
