"""The form of signing in: with the password, or without one for a code by letter. All the rest is allauth's."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import LoginForm


class SignInForm(LoginForm):  # type: ignore[misc]  # allauth has no types
    """An empty password asks for a sign-in code."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].required = False
        self.fields["password"].widget.is_required = False
