"""Signing in is allauth's; its letters go the way of all letters: a row that the sender renders and sends."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone, translation

from games.outbox import compose
from games.web.addresses import Change, undo_link

KINDS = {
    "login_code": "code",
    "email_confirmation_signup": "welcome",
    "email_confirmation": "verify",
    "password_reset_code": "reset",
    "password_reset_key": "reset",
    "unknown_account": "unknown",
    "account_already_exists": "exists",
}
"""allauth's name of a letter -> ours. All others only tell that something of the account was changed."""


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Queues what allauth would send itself."""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queue the letter that allauth calls `template_prefix` (as in `account/email/login_code`)."""
        name = template_prefix.rsplit("/", 1)[-1]
        link = context.get("activate_url") or context.get("password_reset_url") or context.get("signup_url")
        words = {"code": context.get("code"), "link": link, "what": name}
        words |= {"undo": context.get("undo_url"), "new": context.get("to_email")}
        compose.account(
            KINDS.get(name, "changed"),
            email,
            {key: str(word) for key, word in words.items() if word},
            translation.get_language() or "ru",
            timezone.now(),
        )
        compose.nudge()

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Tell of a change of the account; the old address gets a link by which the change of it is undone."""
        told = dict(context or {})
        if email and "to_email" in told:
            told["undo_url"] = undo_link(Change(user.pk, email, told["to_email"]))
        super().send_notification_mail(template_prefix, user, told, email)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm an address that has shown that it is read; the account's own address is told of another one."""
        done = bool(super().confirm_email(request, email_address))
        own = EmailAddress.objects.get_primary_email(email_address.user)
        if done and own and own.lower() != email_address.email.lower():
            told = {"to_email": email_address.email}
            self.send_notification_mail("account/email/email_confirm", email_address.user, told, own)
        return done
