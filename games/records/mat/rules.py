"""What the tags of a `.mat` file say about the rules: `; [Variation "Backgammon"]`, `; [Crawford "On"]` and so on."""

from __future__ import annotations

import re
from collections.abc import Mapping

from games.records.record import Note
from games.rules.variants import ALL

_MEN = re.compile(r"(.*\S)\s*\(([1-9])\)$")
VARIATIONS = {
    "": "short",
    "backgammon": "short",
    "standard": "short",
    "nackgammon": "nackgammon",
    "nack": "nackgammon",
    "hypergammon": "hypergammon",
    "hyper": "hypergammon",
    "hyper-backgammon": "hypergammon",
    "longgammon": "longgammon",
}
"""Names of games in other programs' records."""

WRITTEN = {"short": "Backgammon", "nackgammon": "NackGammon", "hypergammon": "HyperGammon (3)"}
"""As GNU Backgammon names those that it plays too; it knows no other spelling. The rest go by their keys."""


def variant_of(tags: Mapping[str, str], notes: list[Note]) -> str:
    """The key of the variant; short nardy, with a note, where the name is not known."""
    name = _tag(tags, "variation").lower()
    name, men = (found[1], found[2]) if (found := _MEN.match(name)) else (name, "3")
    if men != "3":
        notes.append(Note(0, f"{name} with {men} men is not played here: read as {name}"))
    key = VARIATIONS.get(name, name.replace("-", "_"))
    if key not in ALL:
        notes.append(Note(0, f"unknown variation {name!r}: read as backgammon"))
        return "short"
    return key


def rules_of(tags: Mapping[str, str]) -> dict[str, object]:
    """Options of a table by their names in spec/rehearse.md §2; only those that the tags tell."""
    rules: dict[str, object] = {}
    for name, option in (
        ("crawford", "crawford"),
        ("beaver", "beavers"),
        ("beavers", "beavers"),
        ("raccoon", "raccoons"),
    ):
        if _tag(tags, name):
            rules[option] = _on(tags, name)
    if _tag(tags, "jacoby"):
        rules["jacoby"] = "per_cube" if _on(tags, "jacoby") else "off"
    return rules


def _tag(tags: Mapping[str, str], name: str) -> str:
    return next((value for key, value in tags.items() if key.lower() == name), "")


def _on(tags: Mapping[str, str], name: str) -> bool:
    return _tag(tags, name).lower() in ("on", "true", "yes", "1")
