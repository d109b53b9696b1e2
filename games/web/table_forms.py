"""The form of a new table: a game, a named set of rules with every option behind it, a clock, and against whom."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import texts
from games.commands import handle_key
from games.deadlines import CLOCKS, DAY, HOUR
from games.models import Club, Profile
from games.rules.errors import IllegalAction
from games.rules.variants import FLAGS, variant
from games.rules.variants.base.meaning import works
from games.web.guests import guests
from games.web.named import NAMED, SETS, NamedGame, rules_of_set
from games.web.rule_options import ONLY_FOR, options_of

AGAINST = [
    ("open", _("whoever takes it: an open offer")),
    ("player", _("a player of this site")),
    ("address", _("somebody by e-mail")),
    ("guests", _("several people: players and addresses")),
]
ENDS = [
    ("owner", _("when its host ends it")),
    ("games", _("after so many games")),
    ("day", _("after a day")),
]
PAIRS = [
    ("", _("one")),
    ("turns", _("two, who consult one another and throw by turns, game by game")),
    ("fixed", _("two, who consult one another; I throw in every game, and one of the others")),
]
A_WEEK = 7
PAIR = 2
OPEN_DAYS = (2, A_WEEK, 14, 30)


def _clock_names() -> list[tuple[str, str]]:
    return [
        *((key, texts.clock_line({"grace": clock.grace, "bank": clock.bank})) for key, clock in CLOCKS.items()),
        ("own", str(_("other"))),
    ]


def _open_for() -> list[tuple[int, str]]:
    return [(days, texts.duration(timedelta(days=days))) for days in OPEN_DAYS]


class NewTableForm(forms.Form):
    """What to play, how fast, and with whom. `arguments` are those of `lobby.offer`."""

    game = forms.ChoiceField(choices=[(key, key) for key in NAMED], initial="short", widget=forms.HiddenInput)
    preset = forms.ChoiceField(label=_("Rules"), choices=[*SETS.items()], widget=forms.RadioSelect)
    length = forms.IntegerField(label=_("Points to win a match"), min_value=1, max_value=64, initial=5, required=False)
    games = forms.IntegerField(label=_("Games in a session"), min_value=1, max_value=100, initial=5, required=False)
    ends = forms.ChoiceField(
        label=_("The session ends"), choices=ENDS, initial="owner", required=False, widget=forms.RadioSelect
    )
    until = forms.DateField(
        label=_("Last day: no game begins after it"),
        required=False,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )
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
    in_rounds = forms.BooleanField(
        label=_("In rounds: as many tables of one game as there are players, all at once"), required=False
    )
    pairs = forms.ChoiceField(label=_("How many a side"), choices=PAIRS, required=False, widget=forms.RadioSelect)
    mate = forms.CharField(label=_("My partner: a name or an e-mail address"), max_length=200, required=False)
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
        self.partner: Profile | str | None = None
        clubs = cast("forms.ModelChoiceField[Club]", self.fields["club"])
        clubs.queryset = Club.objects.filter(memberships__player=host)
        self.fields["preset"].initial = "match" if self.named.game.cube else "match-no-cube"
        for option in options_of(self.named.game):
            names = [("", _("as usual")), *((str(place), name) for place, (_value, name) in enumerate(option.values))]
            self.fields[f"rule_{option.name}"] = forms.ChoiceField(label=option.label, choices=names, required=False)

    @property
    def named(self) -> NamedGame:
        """The game that was chosen; short nardy where there is none of that name."""
        return NAMED.get(str(self["game"].value()), NAMED["short"])

    def options(self) -> list[tuple[forms.BoundField, str]]:
        """The fields behind "more", each with the style class that hides it beside another format."""
        return [
            (self[f"rule_{option.name}"], ONLY_FOR.get(option.formats, "")) for option in options_of(self.named.game)
        ]

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
        if chosen.get("preset", "").startswith("chouette"):
            self._check_end(chosen)
        self._find_people(chosen)
        if not self.errors:
            self._refuse_idle_rules()
        return chosen

    def _find_people(self, chosen: dict[str, Any]) -> None:
        """Who is to be asked: one, several, and of pairs who plays beside the host."""
        if chosen.get("against") == "guests":
            self._find_guests(str(chosen.get("guests", "")))
        if chosen.get("against") == "player":
            self._find_opponent(str(chosen.get("player", "")))
        if chosen.get("pairs") and not chosen.get("preset", "").startswith("chouette"):
            self._find_pair(str(chosen.get("mate", "")), str(chosen.get("against")))

    def _check_end(self, chosen: dict[str, Any]) -> None:
        """A session that ends after some games or a day says which."""
        if chosen.get("ends") == "games" and not chosen.get("games") and "games" not in self.errors:
            self.add_error("games", _("After how many games is the session over? 1 to 100."))
        if chosen.get("ends") == "day" and "until" not in self.errors:
            until, today = chosen.get("until"), timezone.now().astimezone(ZoneInfo(self.host.zone)).date()
            if until is None or until <= today:
                self.add_error("until", _("On which day does the last game begin? Give a day after today."))

    def _end(self) -> str:
        """`end` of a session."""
        chosen = self.cleaned_data
        ends = chosen["ends"] if self._format() == "chouette" else "games"
        if ends == "day":
            return f"after:{chosen['until'].isoformat()}"
        return f"games:{chosen['games']}" if ends == "games" and chosen["games"] else "owner"

    def _find_pair(self, name: str, against: str) -> None:
        """Four sit at a table of pairs: an open offer may lack some of them, all others are to be named."""
        found, unknown = guests(name)
        if unknown or len(found) > 1 or found == [self.host]:
            self.add_error("mate", _("Name one player of this site, or one e-mail address."))
        elif not found and against != "open":
            self.add_error("mate", _("Who plays beside you?"))
        elif against not in ("open", "guests"):
            self.add_error("against", _("Four play at a table of pairs: choose an open offer, or several people."))
        elif against == "guests" and len(self.invited) != PAIR and "guests" not in self.errors:
            self.add_error("guests", _("Name the two who play against you and your partner."))
        self.partner = next(iter(found), None)

    def _refuse_idle_rules(self) -> None:
        """A rule that changes nothing beside the others chosen is a misunderstanding: say so before anybody plays."""
        rules = self._rules()
        try:
            game = variant(self.named.variant, **{flag: value for flag, value in rules.items() if flag in FLAGS})
        except IllegalAction:
            return  # `lobby.offer` says why
        for flag in rules:
            if self.cleaned_data.get(f"rule_{flag}") and not works(flag, game):
                self.add_error(f"rule_{flag}", _("Beside the other rules you chose this changes nothing."))

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
        format_ = self._format()
        return {
            "variant": self.named.variant,
            "format": format_,
            "rules": self._rules(),
            "clock": self._clock(),
            "open_for": timedelta(days=chosen["open_for"] or A_WEEK) if chosen["against"] == "open" else None,
            "address": chosen["address"] if chosen["against"] == "address" else "",
            "opponent": self.opponent,
            "invited": self.invited,
            "club": chosen["club"] if format_ == "chouette" else None,
            "mate": self.partner,
            "in_rounds": format_ == "chouette" and chosen["in_rounds"],
            "seats": chosen["seats"] if format_ == "chouette" else 2 * PAIR if chosen["pairs"] else PAIR,
        }

    def _format(self) -> str:
        """`match`, `match-no-cube`: the format stands before the dash."""
        return str(self.cleaned_data["preset"]).partition("-")[0]

    def _rules(self) -> dict[str, object]:
        """What differs from the usual: of the named game, of the set of rules, and what was chosen by itself."""
        chosen, format_ = self.cleaned_data, self._format()
        rules = rules_of_set(chosen["preset"], self.named)
        if format_ == "match":
            rules["length"] = chosen["length"]
        elif (end := self._end()) != "owner":
            rules["end"] = end
        if chosen["pairs"] and format_ != "chouette":
            rules["pairs"] = chosen["pairs"]
        for option in options_of(self.named.game):
            place = chosen.get(f"rule_{option.name}")
            if place and format_ in option.formats:
                rules[option.name] = option.values[int(place)][0]
        return rules

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
