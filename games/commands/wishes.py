"""Commands about the player himself, with what he wishes: language, zone, letters, whom to invite, where to sit."""

from __future__ import annotations

import re

from games.commands.command import Command

_LANGUAGES = {  # canonical -> what may be written
    "en": "en english английский английская англ",
    "ru": "ru russian русский русская рус",
}
_LETTERS = {
    "at once": ("at once", "on", "сразу", "да"),
    "daily": ("daily", "once a day", "раз в день", "ежедневно"),
    "none": ("none", "off", "нет", "никаких"),
}
_AFTER = re.compile(r"(?:after|через) ([1-9][0-9]{0,3})(?: (?:minutes?|min|минут[уы]?|мин))?")
_ZONE = re.compile(r"[^\W\d_]+(?:[/_ -][^\W\d_]+){0,3}")
_INVITED = re.compile(r"[^\W_]{1,12}|[^ @<>,;]{1,64}@[^ @<>,;]{1,200}\.[^ @<>,;.]{2,24}")
_TABLE = re.compile(r"[1-9][0-9]{0,8}")


def read_wish(word: str, wish: str) -> Command | None:
    """The command that begins with `word` (a canonical one) and goes on with `wish` (plain); None: it is none."""
    match word:
        case "language":
            found = next((code for code, names in _LANGUAGES.items() if wish in names.split()), None)
            return Command("language", f"language {found}", words=found) if found else None
        case "letters":
            return _letters(wish)
        case "zone" if _ZONE.fullmatch(wish) and len(wish) <= 40:
            return Command("zone", f"zone {wish}", words=wish)
        case "invite" if _INVITED.fullmatch(wish):
            return Command("invite", f"invite {wish}", words=wish)
        case "join" if _TABLE.fullmatch(wish):
            return Command("join", f"join {wish}", words=wish)
    return None


def _letters(wish: str) -> Command | None:
    after = _AFTER.fullmatch(wish)
    if after and int(after[1]) <= 1440:
        return Command("letters", f"letters after {after[1]}", words=f"after {after[1]}")
    found = next((when for when, names in _LETTERS.items() if wish in names), None)
    return Command("letters", f"letters {found}", words=found) if found else None
