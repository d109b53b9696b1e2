"""Facts about a session and its seats as sentences: orders, proxies, coming and going, rules, pauses, corrections."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules import facts as f
from games.texts import words
from games.texts.orders import order
from games.texts.reading import Reading, Sentence, whose


def _order_set(fact: f.OrderSet, reading: Reading) -> str:
    return _("Your standing order: %(order)s") % {"order": order(fact.kind, fact.value)}


def _advice_asked(fact: f.AdviceAsked, reading: Reading) -> str:
    return reading.said(fact.seat, _("asks the team for advice, the clock stands meanwhile"))


def _rules_proposed(fact: f.RulesProposed, reading: Reading) -> str:
    return reading.said(fact.seat, _("proposes other rules from the next game on"))


def _rules_answered(fact: f.RulesAnswered, reading: Reading) -> str:
    what = _("agrees to the other rules") if fact.accepted else _("does not agree, the rules stay as they are")
    return reading.said(fact.by, what) + whose(fact.source)


def _rules_agreed(fact: f.RulesAgreed, reading: Reading) -> str:
    return _("All have agreed: the other rules are in force from the next game on")


def _declared(fact: f.Declared, reading: Reading) -> str:
    return reading.said(fact.seat, _("declares the stake %(stake)d from the next game on") % {"stake": fact.stake})


def _order_dropped(fact: f.OrderDropped, reading: Reading) -> str:
    return _("Your standing order has ended: %(order)s") % {"order": order(fact.kind, None)}


def _proxy_set(fact: f.ProxySet, reading: Reading) -> str:
    if fact.proxy is None:
        return reading.said(fact.seat, _("no proxy any more"))
    return reading.said(fact.seat, _("the proxy is %(proxy)s") % {"proxy": reading.who(fact.proxy)})


def _joined(fact: f.Joined, reading: Reading) -> str:
    return reading.said(fact.seat, _("plays from the next game on"))


def _left(fact: f.Left, reading: Reading) -> str:
    return reading.said(fact.seat, _("no longer at the table") if fact.now else _("will leave after this game"))


def _paused(fact: f.Paused, reading: Reading) -> str:
    return _("The session waits for more players")


def _halted(fact: f.Halted, reading: Reading) -> str:
    if fact.on and fact.days:
        days = ngettext("All clocks stand for %(count)d day", "All clocks stand for %(count)d days", fact.days)
        return days % {"count": fact.days}
    if fact.on:
        return _("All clocks stand until the organiser lets the game go on; who wants to answer may")
    return _("The game goes on, the clocks run again")


def _reversed(fact: f.Reversed, reading: Reading) -> str:
    booked = [(seat, halves) for seat, halves in fact.points if halves]
    results = ", ".join(f"{reading.who(seat)} {words.signed(halves)}" for seat, halves in booked)
    return _("Game %(game)d is annulled: %(results)s") % {"game": fact.game, "results": results or _("no points")}


def _end_asked(fact: f.EndAsked, reading: Reading) -> str:
    return _("The session ends after this game")


SESSION: dict[type[f.Fact], Sentence] = {
    f.OrderSet: _order_set,
    f.AdviceAsked: _advice_asked,
    f.RulesProposed: _rules_proposed,
    f.RulesAnswered: _rules_answered,
    f.RulesAgreed: _rules_agreed,
    f.Declared: _declared,
    f.OrderDropped: _order_dropped,
    f.ProxySet: _proxy_set,
    f.Joined: _joined,
    f.Left: _left,
    f.Paused: _paused,
    f.Halted: _halted,
    f.Reversed: _reversed,
    f.EndAsked: _end_asked,
}
"""Fact -> how it is told."""
