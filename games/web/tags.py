"""Template tags and filters: moments in the reader's zone, spans of time, and which menu entry is here."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import template
from django.template.context import Context
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games import texts

register = template.Library()


@register.simple_tag(takes_context=True)
def here(context: Context, name: str) -> SafeString:
    """` aria-current="page"` on the menu entry of the page that is shown."""
    match = getattr(context.get("request"), "resolver_match", None)
    return SafeString(' aria-current="page"' if match and match.url_name == name else "")


@register.filter
def moment(when: datetime | None) -> SafeString:
    """A moment in the reader's zone, with the zone: `Fri 4 Dec, 18:00 MSK`."""
    if when is None:
        return SafeString("")
    local = timezone.localtime(when)
    return format_html('<time datetime="{}">{}</time>', local.isoformat(timespec="seconds"), texts.moment(when))


@register.filter
def away(when: datetime | None) -> str:
    """How far off a moment is: `in 3 days 8 h`, `2 h ago`."""
    return texts.distance(when - timezone.now()) if when else ""


@register.filter
def duration(seconds: int) -> str:
    """Seconds in their two largest units: `3 days 8 h`."""
    return texts.duration(timedelta(seconds=seconds))
