"""Standing orders as a form: at a table they are given one by one, in the settings they wait for the next table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.rules.actions import Order
from games.rules.state import Orders

YES_NO = [("on", _("yes")), ("off", _("no"))]


class Inline(forms.RadioSelect):
    """A few short choices on one line."""

    inline = True


class OrdersForm(forms.Form):
    """The orders that a form can say; those about a chouette are given in words.

    Where there is no `cube` the house throws by itself and nobody doubles: two of the questions mean nothing.
    """

    auto = forms.ChoiceField(label=_("Throw for me when I would not double"), choices=YES_NO, widget=Inline)
    forced = forms.ChoiceField(label=_("Play for me when there is only one legal play"), choices=YES_NO, widget=Inline)
    greedy = forms.ChoiceField(label=_("Bear off for me in a race as fast as it goes"), choices=YES_NO, widget=Inline)
    if_doubled = forms.ChoiceField(
        label=_("If I am doubled"),
        choices=[("", _("ask me")), ("take", _("take")), ("drop", _("drop"))],
        required=False,
        widget=Inline,
    )

    def __init__(self, *args: Any, cube: bool = True, **kwargs: Any) -> None:
        """As a form; `cube`: whether a cube can be turned at the table."""
        super().__init__(*args, **kwargs)
        if not cube:
            del self.fields["auto"], self.fields["if_doubled"]

    def changes(self, present: Orders) -> Iterator[Order]:
        """The orders that lead from `present` to what was chosen. To be asked again all is taken back first."""
        before = as_chosen(present)
        chosen = before | self.cleaned_data
        if before["if_doubled"] and not chosen["if_doubled"]:
            yield Order("none")
            before = as_chosen(Orders())
        if chosen["auto"] != before["auto"]:
            yield Order("auto", chosen["auto"])
        if chosen["forced"] != before["forced"]:
            yield Order("forced", chosen["forced"])
        if chosen["greedy"] != before["greedy"]:
            yield Order("greedy", chosen["greedy"])
        if chosen["if_doubled"] != before["if_doubled"]:
            yield Order("if-doubled", chosen["if_doubled"])


def as_chosen(orders: Orders) -> dict[str, str]:
    """Orders as the fields of the form have them."""
    return {
        "auto": "off" if orders.auto == "off" else "on",
        "forced": "on" if orders.forced else "off",
        "greedy": "on" if orders.greedy else "off",
        "if_doubled": orders.if_doubled or "",
    }
