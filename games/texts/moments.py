"""Moments and spans of time in words, in the reader's zone (Django's current one), and clocks."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.dateformat import format as date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.texts.words import russian

DAY, HOUR, MINUTE = 86400, 3600, 60


def moment(at: datetime) -> str:
    """An absolute moment: `Fri 4 Dec, 18:00 MSK`, `пт 4 дек, 18:00 мск`."""
    local = timezone.localtime(at)
    day, month = date_format(local, "D"), date_format(local, "M")
    if russian():
        day, month = day.lower(), month.lower()
    return f"{day} {local.day} {month}, {local:%H:%M} {zone(local)}"


def until(at: datetime) -> str:
    """A deadline: `until Fri 4 Dec, 18:00 MSK`."""
    return _("until %(moment)s") % {"moment": moment(at)}


def zone(local: datetime) -> str:
    """Short name of a moment's zone: `CET`, `мск`; zones without a name by their distance: `UTC+5`."""
    name = local.tzname() or "UTC"
    if name == "MSK":
        return _("MSK")
    return f"UTC{name}" if name[0] in "+-" else name


def duration(span: timedelta) -> str:
    """A span in its two largest units: `3 days 8 h`, `40 min`. Never less than a minute."""
    left = max(int(span.total_seconds()), MINUTE)
    days, hours, minutes = left // DAY, left % DAY // HOUR, left % HOUR // MINUTE
    parts = [
        ngettext("%(count)d day", "%(count)d days", days) % {"count": days} if days else "",
        _("%(count)d h") % {"count": hours} if hours else "",
        _("%(count)d min") % {"count": minutes} if minutes and not days else "",
    ]
    return " ".join(part for part in parts if part)


def distance(span: timedelta) -> str:
    """How far off a moment is, seen from now: `in 3 days 8 h`, `2 h ago`."""
    words = {"span": duration(abs(span))}
    return (_("in %(span)s") if span > timedelta(0) else _("%(span)s ago")) % words


def clock_line(clock: Mapping[str, int]) -> str:
    """A clock (`grace`, `bank`, `increment`, `cap` in seconds) in one line."""
    grace, bank = whole(clock.get("grace", 0)), whole(clock.get("bank", 0))
    if clock.get("bank"):
        parts = [
            _("%(grace)s for each decision and a reserve of %(bank)s for the table") % {"grace": grace, "bank": bank}
        ]
    else:
        parts = [_("%(grace)s for each decision") % {"grace": grace}]
    if clock.get("increment"):
        more = {"span": whole(clock["increment"]), "cap": whole(clock.get("cap", 0))}
        parts.append(_("each answer adds %(span)s, up to %(cap)s") % more)
    return ", ".join(parts)


def whole(seconds: int) -> str:
    """A span as clocks are set: in hours up to two days, else as `duration`."""
    if seconds < 2 * DAY and seconds % HOUR == 0:
        return _("%(count)d h") % {"count": seconds // HOUR}
    return duration(timedelta(seconds=seconds))
