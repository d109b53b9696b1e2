"""Who keeps the mailboxes of our readers: how fast letters go there, and a rest for whoever says "not now".

A large provider counts what comes from one sender over all its domains; so do we. One that is busy holds up the letters
to itself alone. What it was sent and what it said stands in one row each (`MailProvider`), which all workers share.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, Q

from games.models import MailProvider

DOMAINS = {
    "gmail": "gmail.com googlemail.com",
    "mail.ru": "mail.ru inbox.ru list.ru bk.ru internet.ru xmail.ru mail.ua",
    "yandex": "yandex.ru ya.ru yandex.com yandex.by yandex.kz yandex.ua yandex.uz yandex.com.tr narod.ru",
    "rambler": "rambler.ru lenta.ru autorambler.ru myrambler.ru ro.ru rambler.ua",
    "outlook": "outlook.com hotmail.com live.com live.ru msn.com hotmail.co.uk hotmail.de hotmail.fr outlook.de",
    "yahoo": "yahoo.com ymail.com rocketmail.com aol.com yahoo.co.uk yahoo.de yahoo.fr yahoo.it",
    "icloud": "icloud.com me.com mac.com",
    "gmx": "gmx.de gmx.net gmx.com gmx.at gmx.ch web.de",
    "proton": "proton.me protonmail.com pm.me",
    "ukr.net": "ukr.net",
}
"""Providers with more domains than one. Every other domain is a provider of its own."""

PROVIDER_OF = {domain: name for name, domains in DOMAINS.items() for domain in domains.split()}

MINUTE = timedelta(minutes=1)

RESTS = tuple(timedelta(seconds=seconds) for seconds in (30, 60, 120, 300, 600, 1200))
"""How long a provider is left alone that said "not now", by how often in a row; the last one stands for all further."""


def provider_of(address: str) -> str:
    """The provider of a mail address."""
    domain = address.rpartition("@")[2].strip().lower()
    return PROVIDER_OF.get(domain, domain)[:200]


def closed(now: datetime) -> list[str]:
    """Providers to which nothing can be sent now: they rest, or have got what they get in a minute."""
    full = Q(minute__gt=now - MINUTE, in_minute__gte=settings.NARDY_LETTERS_A_MINUTE)
    return list(MailProvider.objects.filter(full | Q(opens_at__gt=now)).values_list("name", flat=True))


def admit(name: str, *, now: datetime) -> bool:
    """Count one more letter to this provider. False: not now (or another worker was faster, which is no harm).

    After a rest one letter goes as a trial; the others wait until it was taken (`took`), or as long as the rest was.
    """
    row = MailProvider.objects.get_or_create(name=name, defaults={"minute": now})[0]
    if row.opens_at is not None and row.opens_at > now:
        return False
    as_seen = MailProvider.objects.filter(pk=row.pk, minute=row.minute, refusals=row.refusals, opens_at=row.opens_at)
    trial = {"opens_at": now + rest(row.refusals)} if row.refusals else {}
    if row.minute <= now - MINUTE:
        return bool(as_seen.update(minute=now, in_minute=1, **trial))
    room = as_seen.filter(in_minute__lt=settings.NARDY_LETTERS_A_MINUTE)
    return bool(room.update(in_minute=F("in_minute") + 1, **trial))


def took(name: str) -> None:
    """It took a letter, or refused one for good: it does not ask us to wait."""
    MailProvider.objects.filter(name=name, refusals__gt=0).update(refusals=0, opens_at=None)


def busy(name: str, *, now: datetime) -> timedelta:
    """It said "not now": it rests, longer each time in a row. Gives how long."""
    row = MailProvider.objects.get(name=name)
    row.refusals = min(row.refusals + 1, len(RESTS))
    row.opens_at = now + rest(row.refusals)
    row.save(update_fields=["refusals", "opens_at"])
    return rest(row.refusals)


def rest(refusals: int) -> timedelta:
    """The rest after so many refusals in a row, at least one."""
    return RESTS[min(refusals, len(RESTS)) - 1]
