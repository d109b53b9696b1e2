"""Letters seen from the page: no more of them (unsubscribe), and the demo's mailbox with its reply box."""

from __future__ import annotations

import base64
import smtplib
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET

from games.models import Address, OutgoingMail
from games.models.mail import Purpose
from games.outbox.headers import token_hash
from games.outbox.render import PICTURE_ID
from games.outbox.stopping import stop
from games.texts import moment

LETTER_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"
"""A letter brings its own inline style and its picture; it can do nothing else, and stands in a frame of our page."""


@csrf_exempt  # RFC 8058: a mail program posts here without cookies
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """No more letters about one table, or none at all. GET shows the page and changes nothing; POST acts."""
    address = (
        Address.objects.select_related("player", "seat__table")
        .filter(token_hash=token_hash(token), purpose=Purpose.UNSUBSCRIBE)
        .first()
    )
    if address is None or address.player is None:
        raise Http404
    done = ""
    if request.method == "POST":
        done = stop(address, request.POST.get("what", "table"))
    with translation.override(address.player.language):
        request.LANGUAGE_CODE = address.player.language
        return render(request, "games/unsubscribe.html", {"address": address, "done": done})


def mailbox(request: HttpRequest, number: int | None = None) -> HttpResponse:
    """The demo's letters as a mail program shows them, newest first; POST sends a real mail to the local door."""
    _demo_only()
    rows = OutgoingMail.objects.filter(rendered_at__isnull=False).order_by("-rendered_at", "-pk")
    person = request.GET.get("to", "")
    if person:
        rows = rows.filter(player__handle=person)
    page = Paginator(rows.select_related("player").defer("picture", "html"), 30).get_page(request.GET.get("page"))
    letter = get_object_or_404(OutgoingMail, pk=number, rendered_at__isnull=False) if number else None
    words = request.POST.get("words", "")
    if request.method == "POST" and letter is not None:
        refused = _reply(letter, words)
        if refused is None:
            messages.success(request, _("Sent. The letter is at the door and is read at once; the answer comes here."))
            return redirect("letter", letter.pk)
        messages.error(request, refused)
    return render(
        request,
        "games/mailbox.html",
        {
            "page": page,
            "letter": letter,
            "person": person,
            "people": _people(),
            "words": words,
            "can_reply": letter is not None and "Reply-To" in letter.headers,
        },
    )


@require_GET
@xframe_options_sameorigin
def letter_html(request: HttpRequest, number: int) -> HttpResponse:
    """The HTML part of a letter, for the frame of its page: pictures in place, nothing from outside, no script."""
    _demo_only()
    letter = get_object_or_404(OutgoingMail, pk=number, rendered_at__isnull=False)
    html = letter.html
    if letter.picture:
        picture = base64.b64encode(letter.picture).decode()
        html = html.replace(f"cid:{PICTURE_ID}", f"data:image/png;base64,{picture}")
    answer = HttpResponse(html)
    answer["Content-Security-Policy"] = LETTER_POLICY
    return answer


def _demo_only() -> None:
    if not settings.NARDY_DEMO:
        raise Http404


def _people() -> list[str]:
    """Handles of those who got letters."""
    rows = OutgoingMail.objects.filter(rendered_at__isnull=False, player__isnull=False)
    return list(rows.order_by("player__handle").values_list("player__handle", flat=True).distinct())


def _reply(letter: OutgoingMail, words: str) -> str | None:
    """Send `words` as an answer to `letter`, as a mail program would. What went wrong, or None."""
    if not words.strip():
        return _("Write something first.")
    to = str(letter.headers["Reply-To"])
    mail = EmailMessage()
    mail["From"], mail["To"] = letter.to, to
    mail["Subject"] = f"Re: {letter.subject}"
    mail["Date"], mail["Message-ID"] = formatdate(), make_msgid(domain="mailbox.invalid")
    mail["In-Reply-To"] = mail["References"] = letter.message_id
    with translation.override(letter.language):
        sent = moment(timezone.localtime(letter.sent_at or letter.created_at))
        intro = _("%(when)s, Nardy wrote:") % {"when": sent}
    quoted = "\n".join(f"> {line}" for line in letter.text.splitlines())
    mail.set_content(f"{words.rstrip()}\n\n{intro}\n{quoted}\n")
    try:
        with smtplib.LMTP(settings.LMTP_HOST, settings.LMTP_PORT, local_hostname="mailbox.invalid") as door:
            door.send_message(mail, letter.to, [to])
    except (OSError, smtplib.SMTPException) as broken:
        return _("The door for letters does not take it (%(why)s). Is the site wholly started?") % {"why": broken}
    return None
