"""A form that sets rules otherwise than they are: for a proposal at a table, and for the house rules of a club."""

from __future__ import annotations

from collections.abc import Mapping
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


class RulesForm(forms.Form):
    """One choice for each option; empty: as it is. `present` are the rules in force, whose values are named."""

    def __init__(self, data: QueryDict | None = None, *, format_: str, present: Options) -> None:
        super().__init__(data)
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
