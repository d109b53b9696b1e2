"""A rule that a form may set: what it is called, where it means something, its values and what they are called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Option:
    """A rule that a table may set: which formats know it, and its values with what they are called."""

    name: str
    label: Any
    formats: tuple[str, ...]
    values: tuple[tuple[object, Any], ...]


BOTH = ("match", "money")
SESSIONS = ("money", "chouette")
EVERYWHERE = ("match", "money", "chouette")
CHOUETTE = ("chouette",)
YES_NO = ((True, _("yes")), (False, _("no")))
