"""The form of a new table: a named set of rules with every option behind it, a clock, and against whom."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from games import texts
from games.commands import handle_key
from games.deadlines import CLOCKS, DAY, HOUR
from games.models import Club, Profile
from games.rules import variants
from games.web.guests import guests

PRESETS: dict[str, tuple[str, dict[str, object]]] = {
    "match": ("match", {}),
    "match-no-cube": ("match", {"cube": False}),
    "money": ("money", {}),
    "money-lively": ("money", {"beavers": True, "auto_max": 1}),
    "chouette": ("chouette", {}),
    "chouette-classic": ("chouette", {"preset": "classic"}),
    "chouette-club": ("chouette", {"preset": "club"}),
    "chouette-la": ("chouette", {"preset": "la"}),
}
"""Named sets of rules -> the format, and its options where they differ from the usual."""

PRESET_NAMES = [
    ("match", _("match with the doubling cube and the Crawford game")),
    ("match-no-cube", _("match without the cube")),
    ("money", _("money session: cube, Jacoby rule")),
    ("money-lively", _("money session: cube, Jacoby rule, beavers, one automatic double")),
    ("chouette", _("chouette: one against all, a cube for each")),
    ("chouette-classic", _("chouette, classic: one cube, from five players on a lone taker drops")),
    ("chouette-club", _("chouette, club: a cube for each, beavers, the box takes half or none")),
    ("chouette-la", _("chouette, Los Angeles: extra cubes, settlements, no consulting")),
]


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
YES_NO = ((True, _("yes")), (False, _("no")))
OPTIONS = (
    Option("crawford", _("Crawford game"), ("match",), YES_NO),
    Option(
        "holland",
        _("Holland rule: after the Crawford game no double before both have rolled twice"),
        ("match",),
        YES_NO,
    ),
    Option(
        "timeout",
        _("Who lets his time run out loses"),
        BOTH,
        (("lose_game", _("the game")), ("lose_match", _("the whole match or session"))),
    ),
    Option("cube", _("Doubling cube"), EVERYWHERE, YES_NO),
    Option("cube_cap", _("The cube goes up to"), EVERYWHERE, ((16, "16"), (64, "64"), (None, _("no limit")))),
    Option(
        "progress",
        _("A double makes the cube"),
        EVERYWHERE,
        (("geometric", _("twice as high")), ("arithmetic", _("one higher"))),
    ),
    Option("cube_kills_mars", _("No gammons once the cube was turned"), EVERYWHERE, YES_NO),
    Option(
        "jacoby",
        _("Jacoby rule: gammons count only after a double"),
        SESSIONS,
        (("per_cube", _("yes")), ("off", _("no"))),
    ),
    Option("beavers", _("Beavers"), SESSIONS, YES_NO),
    Option("raccoons", _("Raccoons"), SESSIONS, YES_NO),
    Option("auto_max", _("Automatic doubles a game, at most"), SESSIONS, tuple((n, str(n)) for n in range(5))),
    Option(
        "next_starter",
        _("Who begins the next game"),
        BOTH,
        (("roll", _("by the dice")), ("winner", _("the winner")), ("alternate", _("in turn"))),
    ),
    Option(
        "hit_run",
        _("After a hit in the own home the man"),
        BOTH,
        (("off", _("may run on")), ("no_hide", _("may not hide")), ("home_stay", _("stays until the turn ends"))),
    ),
    Option(
        "box_decider",
        _("The box stays"),
        ("chouette",),
        (
            ("original_captain", _("when it beats the captain who began")),
            ("acting_captain", _("when it beats the captain who ends")),
            ("net", _("when it wins points on the whole")),
            ("all", _("when it beats everybody")),
            ("last_and_net", _("when it beats the last captain and does not lose")),
        ),
    ),
    Option(
        "box_take",
        _("Of the cubes offered to it the box takes"),
        ("chouette",),
        (
            ("free", _("any")),
            ("captain_required", _("the captain's, if it takes anything")),
            ("half_or_none", _("half of them or none")),
            ("all_or_none", _("all or none")),
            ("break_even_captain", _("the captain's and enough to break even, or none")),
        ),
    ),
    Option(
        "box_double",
        _("The box doubles"),
        ("chouette",),
        (
            ("free", _("whom it likes")),
            ("captain_if_level", _("with cubes level, the captain first")),
            ("same_value_same_action", _("all cubes of one value together")),
            ("all_or_none", _("all or none")),
        ),
    ),
    Option(
        "lone_taker",
        _("Who alone takes a double of the box"),
        ("chouette",),
        (
            ("play_on", _("plays on")),
            ("must_drop", _("must drop")),
            ("must_beaver", _("must beaver or drop")),
            ("extras", _("takes extra cubes too")),
            ("buyout", _("may buy the cubes of the others")),
        ),
    ),
    Option(
        "consult",
        _("Members of the team advise the captain"),
        ("chouette",),
        (
            ("own_cube_turned", _("once their own cube is turned")),
            ("any_cube_turned", _("once any cube is turned")),
            ("all_cubes_turned", _("once all cubes are turned")),
            ("on_request", _("when the captain asks")),
            ("all", _("always")),
            ("none", _("never")),
        ),
    ),
    Option("settlements", _("Bets may be settled by agreement"), SESSIONS, YES_NO),
)
ONLY_FOR: dict[tuple[str, ...], str] = {
    ("match",): "for-match",
    BOTH: "for-two",
    SESSIONS: "for-session",
    ("chouette",): "for-chouette",
}
AGAINST = [
    ("open", _("whoever takes it: an open offer")),
    ("player", _("a player of this site")),
    ("address", _("somebody by e-mail")),
    ("guests", _("several people: players and addresses")),
]
A_WEEK = 7
OPEN_DAYS = (2, A_WEEK, 14, 30)


def _clock_names() -> list[tuple[str, str]]:
    return [
        *((key, texts.clock_line({"grace": clock.grace, "bank": clock.bank})) for key, clock in CLOCKS.items()),
        ("own", str(_("other"))),
    ]


def _open_for() -> list[tuple[int, str]]:
    return [(days, texts.duration(timedelta(days=days))) for days in OPEN_DAYS]


def _variant_names() -> list[tuple[str, str]]:
    return [(key, texts.variant_name(key)) for key in variants.ALL]


class NewTableForm(forms.Form):
    """What to play, how fast, and with whom. `arguments` are those of `lobby.offer`."""

    variant = forms.ChoiceField(label=_("Game"), choices=_variant_names, initial="short")
    preset = forms.ChoiceField(label=_("Rules"), choices=PRESET_NAMES, initial="match", widget=forms.RadioSelect)
    length = forms.IntegerField(label=_("Points to win a match"), min_value=1, max_value=64, initial=5, required=False)
    games = forms.IntegerField(label=_("Games in a session"), min_value=1, max_value=100, initial=5, required=False)
    clock = forms.ChoiceField(label=_("Time"), choices=_clock_names, initial="daily", widget=forms.RadioSelect)
    grace_hours = forms.IntegerField(label=_("Hours for each decision"), min_value=1, max_value=24 * 60, required=False)
    bank_days = forms.IntegerField(label=_("Reserve, days"), min_value=0, max_value=180, required=False)
    increment_hours = forms.IntegerField(label=_("Each answer adds, hours"), min_value=0, max_value=240, required=False)
    against = forms.ChoiceField(label=_("Against"), choices=AGAINST, initial="open", widget=forms.RadioSelect)
    open_for = forms.TypedChoiceField(
        label=_("An open offer stands for"), choices=_open_for, coerce=int, initial=A_WEEK, required=False
    )
    player = forms.CharField(label=_("Player's name"), max_length=12, required=False)
    address = forms.EmailField(label=_("E-mail address"), required=False)
    seats = forms.IntegerField(label=_("Players at a chouette"), min_value=3, max_value=10, initial=5, required=False)
    guests = forms.CharField(
        label=_("Names and e-mail addresses"), max_length=3000, required=False, widget=forms.Textarea({"rows": 3})
    )
    club = forms.ModelChoiceField(
        label=_("Club"), queryset=Club.objects.none(), required=False, empty_label=_("no club")
    )

    def __init__(self, *args: Any, host: Profile, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.host = host
        self.opponent: Profile | None = None
        self.invited: list[Profile | str] = []
        clubs = cast("forms.ModelChoiceField[Club]", self.fields["club"])
        clubs.queryset = Club.objects.filter(memberships__player=host)
        for option in OPTIONS:
            names = [("", _("as usual")), *((str(place), name) for place, (_value, name) in enumerate(option.values))]
            self.fields[f"rule_{option.name}"] = forms.ChoiceField(label=option.label, choices=names, required=False)

    def options(self) -> list[tuple[forms.BoundField, str]]:
        """The fields behind "more", each with the style class that hides it beside another format."""
        return [(self[f"rule_{option.name}"], ONLY_FOR.get(option.formats, "")) for option in OPTIONS]

    def clean(self) -> dict[str, Any]:
        """See that what the choices need is given."""
        chosen = super().clean() or {}
        if chosen.get("preset", "").startswith("match") and not chosen.get("length") and "length" not in self.errors:
            self.add_error("length", _("How many points wins the match? 1 to 64."))
        if chosen.get("preset", "").startswith("money") and not chosen.get("games") and "games" not in self.errors:
            self.add_error("games", _("After how many games is the session over? 1 to 100."))
        if chosen.get("clock") == "own" and not chosen.get("grace_hours") and "grace_hours" not in self.errors:
            self.add_error("grace_hours", _("How many hours has a player for each decision?"))
        if chosen.get("against") == "address" and not chosen.get("address") and "address" not in self.errors:
            self.add_error("address", _("To which address shall the invitation go?"))
        if chosen.get("preset", "").startswith("chouette") and not chosen.get("seats") and "seats" not in self.errors:
            self.add_error("seats", _("How many players? 3 to 10."))
        if chosen.get("against") == "guests":
            self._find_guests(str(chosen.get("guests", "")))
        if chosen.get("against") == "player":
            self._find_opponent(str(chosen.get("player", "")))
        return chosen

    def _find_opponent(self, name: str) -> None:
        self.opponent = Profile.objects.filter(handle_key=handle_key(name)).first() if name.strip() else None
        if self.opponent is None:
            self.add_error("player", _("There is no player of this name."))
        elif self.opponent == self.host:
            self.add_error("player", _("That is you. Whom do you want to play?"))

    def _find_guests(self, text: str) -> None:
        self.invited, unknown = guests(text)
        if unknown:
            self.add_error("guests", _("Nobody is called: %(names)s.") % {"names": ", ".join(unknown)})
        elif not self.invited:
            self.add_error("guests", _("Whom shall the letters go to?"))

    def arguments(self) -> dict[str, Any]:
        """For `lobby.offer`, but host and moment."""
        chosen = self.cleaned_data
        format_, rules = PRESETS[chosen["preset"]]
        rules = dict(rules)
        if format_ == "match":
            rules["length"] = chosen["length"]
        elif chosen["games"]:
            rules["end"] = f"games:{chosen['games']}"
        for option in OPTIONS:
            place = chosen.get(f"rule_{option.name}")
            if place and format_ in option.formats:
                rules[option.name] = option.values[int(place)][0]
        return {
            "variant": chosen["variant"],
            "format": format_,
            "rules": rules,
            "clock": self._clock(),
            "open_for": timedelta(days=chosen["open_for"] or A_WEEK) if chosen["against"] == "open" else None,
            "address": chosen["address"] if chosen["against"] == "address" else "",
            "opponent": self.opponent,
            "invited": self.invited,
            "club": chosen["club"] if format_ == "chouette" else None,
            "seats": chosen["seats"] if format_ == "chouette" else 2,
        }

    def _clock(self) -> dict[str, int]:
        chosen = self.cleaned_data
        if preset := CLOCKS.get(chosen["clock"]):
            return {"grace": preset.grace, "bank": preset.bank, "increment": preset.increment, "cap": preset.cap}
        bank = (chosen.get("bank_days") or 0) * DAY
        increment = (chosen.get("increment_hours") or 0) * HOUR
        return {
            "grace": chosen["grace_hours"] * HOUR,
            "bank": bank,
            "increment": increment,
            "cap": max(bank, increment),
        }
