"""A form that sets rules otherwise than they are: for a proposal at a table, and for the house rules of a club."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from games.rules.formats import OPTIONS, Options
from games.web.option import Option
from games.web.rule_options import OPTIONS as SHOWN


def options_for(format_: str) -> list[Option]:
    """The options of a format that a form can set; those of the games themselves are not among them."""
    return [
        option
        for option in SHOWN
        if format_ in option.formats and option.name in OPTIONS[_key(format_)] and option.name != "pairs"
    ]


def _key(format_: str) -> Any:
    return format_


def chosen_places(rules: Mapping[str, object], options: Sequence[Option]) -> dict[str, str]:
    """Rules as fields of a form have them: `rule_NAME` -> which of the option's values it is."""
    found = {}
    for option in options:
        for place, (value, _name) in enumerate(option.values):
            if option.name in rules and value == rules[option.name] and type(value) is type(rules[option.name]):
                found[f"rule_{option.name}"] = str(place)
    return found


class RulesForm(forms.Form):
    """One choice for each option; empty: as it is. `present` are the rules in force, whose values are named.

    `chosen` are values that are set already, for house rules: empty is then as the named set has it.
    """

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        format_: str,
        present: Options,
        chosen: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(data, initial=chosen_places(chosen or {}, options_for(format_)))
        self.options = options_for(format_)
        for option in self.options:
            now = getattr(present, option.name)
            name = next((name for value, name in option.values if value == now and type(value) is type(now)), now)
            choices = [("", _("as now: %(value)s") % {"value": name})]
            choices += [(str(place), value_name) for place, (_value, value_name) in enumerate(option.values)]
            self.fields[f"rule_{option.name}"] = forms.ChoiceField(label=option.label, choices=choices, required=False)

    def changes(self) -> Mapping[str, object]:
        """What was chosen."""
        chosen = {option: self.cleaned_data.get(f"rule_{option.name}") for option in self.options}
        return {option.name: option.values[int(place)][0] for option, place in chosen.items() if place}
