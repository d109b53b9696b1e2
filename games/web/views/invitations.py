"""Invitations: the page of the link in a letter, for people known here and unknown, and the buttons on "my move"."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import inviting, lobby, texts
from games.models import Invitation, Profile
from games.outbox.headers import token_hash
from games.rules.errors import IllegalAction
from games.web.offered import offered
from games.web.people import for_player, player_of


def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What a letter's link leads to. Whoever has no account signs up first and comes back here."""
    found = get_object_or_404(
        Invitation.objects.select_related("table__host", "by", "player"), token_hash=token_hash(token)
    )
    player = player_of(request)
    refusal = ""
    if request.method == "POST":
        answer = _answer(request, found, player)
        if isinstance(answer, HttpResponse):
            return answer
        refusal = answer
        found.refresh_from_db()
    elif player is None and not _gone(found):
        # The link came by letter, so whoever has it reads this address: signing up with it needs no code. An old letter
        # may have been passed on since.
        get_adapter().stash_verified_email(request, found.address)
    back = urlencode({"next": reverse("invitation", args=[token])})
    context = {
        "invitation": found,
        "offer": offered(found.table, reader=player),
        "gone": _gone(found),
        "mine": player is not None and found.player_id == player.pk,
        "refusal": refusal,
        "back": back,
        "signup": urlencode({"email": found.address, "next": reverse("invitation", args=[token])}),
    }
    return render(request, "games/invitation.html", context)


def _answer(request: HttpRequest, found: Invitation, player: Profile | None) -> HttpResponse | str:
    """Accept or decline; where it leads, or why not."""
    if request.POST.get("answer") == "decline":
        lobby.decline(found.pk, now=timezone.now())
        return redirect("home") if player else ""
    if player is None:
        return redirect(f"{reverse('account_signup')}?{urlencode({'next': request.path})}")
    try:
        return redirect("table", lobby.accept(found.pk, player=player, now=timezone.now()).pk)
    except IllegalAction as illegal:
        return texts.error(illegal, names=())


def _gone(found: Invitation) -> str:
    """Why it cannot be accepted any more; empty while it can."""
    if found.accepted_at:
        return _("This invitation was accepted.")
    if found.declined_at:
        return _("This invitation was declined.")
    if found.table.withdrawn_at:
        return _("The offer was taken back.")
    if found.table.over:
        return _("This table is over.")
    if found.expires_at <= timezone.now():
        return _("This invitation has expired. Ask for a new one.")
    return ""


@require_POST
@for_player
def invited(request: HttpRequest, player: Profile, number: int) -> HttpResponse:
    """Accept or decline an invitation on "my move"."""
    found = get_object_or_404(Invitation, pk=number)
    if found.player_id != player.pk and not _addressed(found, player):
        raise Http404
    answer = _answer(request, found, player)
    if isinstance(answer, HttpResponse):
        return answer
    messages.error(request, answer)
    return redirect("home")


@require_POST
@for_player
def revoke(request: HttpRequest, player: Profile, number: int) -> HttpResponse:
    """Take an invitation back."""
    found = get_object_or_404(Invitation, pk=number)
    try:
        inviting.revoke(found.pk, by=player, now=timezone.now())
    except IllegalAction as illegal:
        messages.error(request, texts.error(illegal))
    else:
        messages.success(request, _("The invitation is taken back."))
    return redirect("table", found.table_id)


def _addressed(found: Invitation, player: Profile) -> bool:
    """Whether the invitation went to a confirmed address of this player."""
    own = EmailAddress.objects.filter(user=player.user_id, verified=True, email__iexact=found.address)
    return bool(own.exists())
