"""Time zones by the names that people write: a city in English or Russian, or the zone itself."""

from __future__ import annotations

import re
import zoneinfo
from functools import cache

CITIES = """
калининград Europe/Kaliningrad · москва Europe/Moscow · питер Europe/Moscow · санкт-петербург Europe/Moscow
нижний новгород Europe/Moscow · казань Europe/Moscow · краснодар Europe/Moscow · сочи Europe/Moscow
ростов Europe/Moscow · ростов-на-дону Europe/Moscow · воронеж Europe/Moscow · ярославль Europe/Moscow
махачкала Europe/Moscow · грозный Europe/Moscow · ставрополь Europe/Moscow · мурманск Europe/Moscow
волгоград Europe/Volgograd · саратов Europe/Saratov · ульяновск Europe/Ulyanovsk · астрахань Europe/Astrakhan
самара Europe/Samara · ижевск Europe/Samara · киров Europe/Kirov · екатеринбург Asia/Yekaterinburg
уфа Asia/Yekaterinburg · пермь Asia/Yekaterinburg · челябинск Asia/Yekaterinburg · тюмень Asia/Yekaterinburg
оренбург Asia/Yekaterinburg · омск Asia/Omsk · новосибирск Asia/Novosibirsk · барнаул Asia/Barnaul
томск Asia/Tomsk · кемерово Asia/Novokuznetsk · новокузнецк Asia/Novokuznetsk · красноярск Asia/Krasnoyarsk
иркутск Asia/Irkutsk · улан-удэ Asia/Irkutsk · чита Asia/Chita · якутск Asia/Yakutsk · благовещенск Asia/Yakutsk
владивосток Asia/Vladivostok · хабаровск Asia/Vladivostok · сахалин Asia/Sakhalin · магадан Asia/Magadan
камчатка Asia/Kamchatka · петропавловск-камчатский Asia/Kamchatka
минск Europe/Minsk · киев Europe/Kyiv · харьков Europe/Kyiv · одесса Europe/Kyiv · кишинев Europe/Chisinau
рига Europe/Riga · вильнюс Europe/Vilnius · таллин Europe/Tallinn · тбилиси Asia/Tbilisi · ереван Asia/Yerevan
баку Asia/Baku · алматы Asia/Almaty · алма-ата Asia/Almaty · астана Asia/Almaty · ташкент Asia/Tashkent
самарканд Asia/Samarkand · бишкек Asia/Bishkek · душанбе Asia/Dushanbe · ашхабад Asia/Ashgabat
афины Europe/Athens · белград Europe/Belgrade · берлин Europe/Berlin · варшава Europe/Warsaw · вена Europe/Vienna
лондон Europe/London · мадрид Europe/Madrid · париж Europe/Paris · прага Europe/Prague · рим Europe/Rome
стамбул Europe/Istanbul · софия Europe/Sofia · хельсинки Europe/Helsinki · лиссабон Europe/Lisbon
тель-авив Asia/Jerusalem · иерусалим Asia/Jerusalem · хайфа Asia/Jerusalem · дубай Asia/Dubai · никосия Asia/Nicosia
нью-йорк America/New_York · чикаго America/Chicago · лос-анджелес America/Los_Angeles · торонто America/Toronto
haifa Asia/Jerusalem · tel aviv Asia/Jerusalem · petersburg Europe/Moscow · st petersburg Europe/Moscow
"""
"""Cities whose zone is not called after them in Latin letters, in small letters with `е` for `ё`."""


def find_zone(name: str) -> str | None:
    """The IANA name of the zone that `name` means, whatever its case and dashes; None: no such zone, or several."""
    found = _known().get(_folded(name), set())
    return next(iter(found)) if len(found) == 1 else None


def _folded(name: str) -> str:
    return re.sub(r"[\s_-]+", " ", name.casefold().replace("ё", "е")).strip()


@cache
def _known() -> dict[str, set[str]]:
    """What may be written -> the zones it may mean."""
    known: dict[str, set[str]] = {"utc": {"UTC"}, "мск": {"Europe/Moscow"}, "msk": {"Europe/Moscow"}}
    areas = ("Africa/", "America/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")
    for zone in zoneinfo.available_timezones():
        if zone.startswith(areas):
            known.setdefault(_folded(zone), set()).add(zone)
            known.setdefault(_folded(zone.rsplit("/", 1)[-1]), set()).add(zone)
    for row in CITIES.replace("\n", " · ").split(" · "):
        if row.strip():
            city, _, zone = row.strip().rpartition(" ")
            known[_folded(city)] = {zone}
    return known
