"""What a letter says: gathered from the rows for its templates, in words that `games.texts` puts to facts.

Account letters and invitations are told here; letters about a running table in `table_story`.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from games import texts
from games.boards.png import board_png
from games.boards.text import WordLabels, points_in_words
from games.boards.view import View
from games.models import Club, Invitation, OutgoingMail
from games.outbox.kinds import ACCOUNT, PERSONAL
from games.outbox.personal_story import tell_personal
from games.outbox.table_story import commands, tell_table
from games.outbox.told import PICTURE_WIDTH, Told
from games.rules.errors import IllegalAction
from games.rules.formats import agreed

CHANGES = {
    "email_changed": noop("The mail address of your account was changed."),
    "email_deleted": noop("A mail address was taken out of your account."),
    "email_confirm": noop("A further mail address of your account was confirmed."),
    "password_changed": noop("The password of your account was changed."),
    "password_set": noop("A password was set for your account."),
    "password_reset": noop("The password of your account was set anew."),
}
"""What a letter of the kind `changed` tells, by allauth's name of the change."""


def tell(letter: OutgoingMail, *, now: datetime) -> Told:
    """Gather what `letter` says. The reader's language and zone are active."""
    if letter.kind in ACCOUNT:
        return Told(values=_account(letter), sender=_("Nardy"))
    if letter.kind == "invitation":
        return _invitation(letter)
    if letter.kind == "club":
        return _club(letter)
    if letter.kind in PERSONAL:
        return tell_personal(letter, now=now)
    if letter.seat is None:
        return _no_table(letter)
    return tell_table(letter, now=now)


def _account(letter: OutgoingMail) -> dict[str, Any]:
    """Codes and links, and the name of the player if there is one."""
    secret = letter.context["secret"]
    change = CHANGES.get(secret.get("what", ""), noop("Your account was changed."))
    return {
        **secret,
        "change": _(change),
        "name": letter.player.handle if letter.player else "",
        "address": letter.to,
    }


def _invitation(letter: OutgoingMail) -> Told:
    """Who invites to what, by which rules, and how to answer."""
    invitation = Invitation.objects.select_related("table__club", "by").get(pk=letter.context["invitation"])
    table = invitation.table
    game = agreed(table.variant, table.format, table.rules).variant
    view = View(board=game.start(), facing=game.facing, heads=game.head_limit != "none")
    path = reverse("invitation", args=[letter.context["secret"]["token"]])
    return Told(
        values={
            "host": invitation.by.handle,
            "title": texts.title(
                table.variant, table.format, table.rules, which=texts.in_rounds() if table.round_id else ""
            ),
            "rules": [
                *([texts.in_rounds_line()] if table.round_id else []),
                *([_of_pairs(invitation)] if table.paired and invitation.place is not None else []),
                *texts.rules_lines(table.variant, table.format, table.rules),
            ],
            "differences": texts.differences(table.variant),
            "help": texts.help_allowed(table.club.name, table.club.help_allowed) if table.club else "",
            "clock": texts.clock_line(table.clock),
            "until": texts.until(invitation.expires_at),
            "link": f"{settings.NARDY_SITE_URL}{path}",
            "answers": commands(texts.invitation_help()),
            "alt": points_in_words(view, WordLabels(**texts.picture_words()), width=0),
        },
        sender=_("Nardy (%(name)s)") % {"name": invitation.by.handle},
        list_name=f"table-{table.pk}",
        picture=board_png(view, width=PICTURE_WIDTH),
    )


def _club(letter: OutgoingMail) -> Told:
    """What is to be known of a club, and its page."""
    club = Club.objects.get(pk=letter.context["club"])
    words = letter.context["words"]
    path = words.get("path") or reverse("club", args=[club.slug])
    return Told(
        values={
            "club": club.name,
            "news": texts.club_news(letter.context["what"], club=club.name, words=words),
            "link": f"{settings.NARDY_SITE_URL}{path}",
        },
        sender=_("Nardy (%(name)s)") % {"name": club.name},
        list_name=f"club-{club.pk}",
    )


def _of_pairs(invitation: Invitation) -> str:
    """On whose side the invited one would play."""
    said = _("You would play beside %(name)s") if invitation.place == 2 else _("You would play against %(name)s")
    return said % {"name": invitation.by.handle}


def _no_table(letter: OutgoingMail) -> Told:
    """The answer to a mail that was about no table."""
    error = IllegalAction(letter.context["code"], **letter.context["data"])
    invited = "invitation" in letter.context
    return Told(
        values={
            "line": letter.context["line"],
            "error": texts.error(error),
            "done": [texts.receipt(code, data) for code, data in letter.context.get("receipts", ())],
            "link": settings.NARDY_SITE_URL,
            "answers": commands(texts.invitation_help()) if invited else [],
        },
        sender=_("Nardy"),
        list_name="letters",
    )
