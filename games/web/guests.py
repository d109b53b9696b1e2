"""Whom a text box names: players of the site by their names, everybody else by mail address."""

from __future__ import annotations

import re

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from games.commands import handle_key
from games.models import Profile

MOST = 30
"""So many guests are read from one box; a chouette has fewer seats."""


def guests(text: str) -> tuple[list[Profile | str], list[str]]:
    """The players and mail addresses in a text, divided by blanks, commas or lines; and the words that are neither."""
    found: list[Profile | str] = []
    unknown: list[str] = []
    words = list(dict.fromkeys(word for word in re.split(r"[\s,;]+", text) if word))
    players = {
        one.handle_key: one for one in Profile.objects.filter(handle_key__in=[handle_key(word) for word in words])
    }
    for word in words[:MOST]:
        known = players.get(handle_key(word))
        if known is not None:
            found.append(known)
        elif _is_address(word):
            found.append(word)
        else:
            unknown.append(word)
    return found, unknown + words[MOST:]


def _is_address(word: str) -> bool:
    try:
        validate_email(word)
    except ValidationError:
        return False
    return True
