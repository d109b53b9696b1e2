"""Signing in is allauth's; its letters go the way of all letters: a row that the sender renders and sends."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.utils import timezone, translation

from games.outbox import compose

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
        compose.account(
            KINDS.get(name, "changed"),
            email,
            {key: str(word) for key, word in words.items() if word},
            translation.get_language() or "ru",
            timezone.now(),
        )
        compose.nudge()
