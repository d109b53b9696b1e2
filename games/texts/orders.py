"""Standing orders of a seat in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.rules.state import Orders


def order(kind: str, value: str | int | None) -> str:
    """One order, as `Order` and the facts about orders name it: kind and value."""
    switched = {
        "auto": _("roll for me"),
        "forced": _("make my forced moves"),
        "greedy": _("bear off for me when nothing else matters"),
    }
    if kind in switched:
        state = {
            "on": pgettext("in a standing order", "yes"),
            "off": pgettext("in a standing order", "no"),
            "once": pgettext("in a standing order", "once"),
        }.get(str(value), "")
        return f"{switched[kind]}: {state}" if state else switched[kind]
    if kind == "hold" and isinstance(value, int):
        return _("wait for me when I am ahead by %(pips)d pips") % {"pips": value}
    if kind == "if-doubled":
        answer = {
            "take": pgettext("in a standing order", "take it"),
            "drop": pgettext("in a standing order", "drop it"),
            "beaver": pgettext("in a standing order", "beaver it"),
        }.get(str(value), pgettext("in a standing order", "ask me"))
        return _("if I am doubled: %(answer)s") % {"answer": answer}
    if kind == "silence":
        answer = {
            "follow": pgettext("in a standing order", "as the captain"),
            "drop": pgettext("in a standing order", "drop"),
            "take": pgettext("in a standing order", "take"),
        }.get(str(value), "")
        return _("if I do not answer in time: %(answer)s") % {"answer": answer}
    return {
        "hold": _("wait for me before the throw"),
        "double": _("double at my next turn"),
        "none": _("all orders taken back"),
    }.get(kind, kind)


def standing(orders: Orders, *, names: list[str] | tuple[str, ...] = ()) -> list[str]:
    """The orders that stand, each a short phrase; an empty list when there are none. `silence` is no order."""
    told = []
    if orders.auto != "off":
        told.append(order("auto", orders.auto))
    if orders.hold:
        told.append(order("hold", orders.hold_ahead))
    if orders.double_next:
        told.append(order("double", "next"))
    if orders.forced:
        told.append(order("forced", "on"))
    if orders.greedy:
        told.append(order("greedy", "on"))
    if orders.if_doubled:
        told.append(order("if-doubled", orders.if_doubled))
    if orders.proxy is not None and orders.proxy < len(names):
        told.append(_("proxy: %(name)s") % {"name": names[orders.proxy]})
    return told
