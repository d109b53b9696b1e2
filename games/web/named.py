"""What a person looks for when he makes a table: games by the names people use, and named sets of rules for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _

from games import texts
from games.rules import variants
from games.rules.variants import Variant


@dataclass(frozen=True, slots=True)
class NamedGame:
    """A variant, perhaps with flags of its own (`rules`) and a name of its own, and the set of rules it is for."""

    key: str
    variant: str
    own_name: Any = ""
    rules: Mapping[str, object] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What it is called."""
        return str(self.own_name) or texts.variant_name(self.variant)

    @property
    def game(self) -> Variant:
        """Its rules."""
        return variants.variant(self.variant, **self.rules)

    @property
    def special(self) -> list[str]:
        """What its own flags change, in words."""
        usual = set(texts.play_lines(variants.variant(self.variant)))
        return [line for line in texts.play_lines(self.game) if line not in usual]


OWN_NAMES = {
    "long_classic": _("Long nardy (federation)"),
    "hypergammon": _("Hypergammon with Jacoby"),
}
"""Where people ask for a variant by more than its name."""

SPECIAL = (
    NamedGame("short_no_hide", "short", _("Short nardy without hit and hide"), {"hit_run": "no_hide"}),
    NamedGame(
        "long_four_tier", "long_classic", _("Long nardy with home gammon and backgammon"), {"score": "four_tier"}
    ),
    NamedGame(
        "long_any_block",
        "long_classic",
        _("Long nardy, two from the head when blocked"),
        {"head_exception": "any_block"},
    ),
    NamedGame("diceless_pool", "diceless", _("Diceless nardy, each roll once"), {"naming": "pool21"}),
    NamedGame(
        "gulbara_exact",
        "gulbara",
        _("Gulbara with exact bearing off"),
        {"bearoff": "exact", "home_moves": False, "carry_scope": "any_roll", "cascade_carry": "once"},
    ),
    NamedGame("gulbara_late", "gulbara", _("Gulbara, doubles run on from the fourth roll"), {"cascade_from_turn": 4}),
)

NAMED: Mapping[str, NamedGame] = {
    **{key: NamedGame(key, key, OWN_NAMES.get(key, "")) for key in variants.ALL},
    **{game.key: game for game in SPECIAL},
}
"""The games that a table can be made of, every variant among them, in the order in which they are shown."""

SETS = {
    "match": _("match with the doubling cube and the Crawford game"),
    "match-no-cube": _("match without the cube"),
    "money": _("money session: cube, Jacoby rule"),
    "money-lively": _("money session: cube, Jacoby rule, beavers, one automatic double"),
    "money-no-cube": _("session of games without the cube"),
    "chouette": _("chouette: one against all, a cube for each"),
    "chouette-classic": _("chouette, classic: one cube, from five players on a lone taker drops"),
    "chouette-club": _("chouette, club: a cube for each, beavers, the box takes half or none"),
    "chouette-la": _("chouette, Los Angeles: extra cubes, settlements, no consulting"),
}
"""Named sets of rules; the format stands before the dash."""

_SETS: Mapping[str, Mapping[str, object]] = {
    "money-lively": {"beavers": True, "auto_max": 1},
    "chouette-classic": {"preset": "classic"},
    "chouette-club": {"preset": "club"},
    "chouette-la": {"preset": "la"},
}


def rules_of_set(key: str, named: NamedGame) -> dict[str, object]:
    """The options of a set where they differ from the usual ones of the game."""
    cube = not key.endswith("no-cube")
    return {**named.rules, **_SETS.get(key, {}), **({} if cube == named.game.cube else {"cube": cube})}
