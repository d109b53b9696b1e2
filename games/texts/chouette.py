"""The rules of a chouette in plain words (spec/chouette.md §2.1)."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from games.rules.formats.options import Options

WORDS: dict[str, dict[object, str]] = {
    "cubes": {
        "multi": noop("Each member of the team has a cube of his own"),
        "single": noop("One cube for the whole team: the captain doubles, everybody answers for himself"),
    },
    "box_decider": {
        "original_captain": noop("The box stays when it beats the captain who began the game"),
        "acting_captain": noop("The box stays when it beats the captain who ends the game"),
        "net": noop("The box stays when it wins points on the whole"),
        "all": noop("The box stays when it beats everybody"),
        "last_and_net": noop("The box stays when it beats the last captain and does not lose points on the whole"),
    },
    "successor": {
        "next_in_line": noop("If the captain who began has not won, the next in line becomes the box"),
    },
    "net_zero": {"leaves": noop("With no points on the whole the box leaves its place")},
    "box_double": {
        "captain_if_level": noop("With cubes level, who doubles anybody doubles the captain"),
        "same_value_same_action": noop("The box doubles all cubes of the same value together"),
        "all_or_none": noop("The box doubles everybody or nobody"),
    },
    "box_take": {
        "captain_required": noop("If the box takes anything, it takes the captain's cube"),
        "half_or_none": noop("Doubled by all, the box takes at least half of the cubes or none"),
        "all_or_none": noop("The box takes all cubes or none"),
        "break_even_captain": noop(
            "Doubled by all, the box takes the captain's cube and enough to break even, or none"
        ),
    },
    "lone_taker": {
        "must_drop": noop("With %(lone_min_players)d players or more, who alone takes must drop"),
        "must_beaver": noop("Who alone would take must beaver or drop"),
        "extras": noop("Who alone takes must also take extra cubes from those who drop"),
        "buyout": noop("Who drops may sell the cube to who alone takes"),
    },
    "extras_mode": {
        "forced": noop("Everybody who drops gives an extra cube to a lone taker"),
        "voluntary": noop("Extra cubes are given and taken by who wants to, by any taker"),
    },
    "auto_by": {"box": noop("The box decides whether equal opening dice double")},
    "answers": {
        "sealed": noop("Answers to a double are sealed and shown together"),
        "captain_first": noop("The captain answers first, then down the line"),
        "captain_last": noop("The last in line answers first, the captain last"),
    },
    "consult": {
        "none": noop("No consulting"),
        "on_request": noop("The team may advise when the captain asks"),
        "own_cube_turned": noop("Members may advise on moves once their own cube is turned"),
        "own_cube_accepted": noop("Members may advise on moves once their own cube is taken"),
        "any_cube_turned": noop("The team may advise on moves once a cube is turned"),
        "all_cubes_turned": noop("The team may advise on moves once all cubes are turned"),
        "all": noop("The team may advise on moves"),
    },
    "cube_consult": {True: noop("Cube answers may be talked over")},
    "partner": {
        "optional": noop("With %(partner_min)d players or more the box may take a partner"),
        "required": noop("With %(partner_min)d players or more the box takes a partner"),
    },
    "partner_offer": {
        "from_last": noop("The partnership is offered to all, the last in line comes first"),
        "next_in_line": noop("The partnership is offered to the next in line alone"),
    },
    "partner_draw": {
        False: noop("If nobody wants to be the partner, the box plays alone"),
        "leave": noop("Who declines to be the partner leaves the table"),
    },
    "partner_term": {"game": noop("A partnership lasts for one game")},
    "partner_after_loss": {"becomes_captain": noop("When the box has lost, its partner becomes captain")},
    "join_position": {"ahead_of_loser": noop("A newcomer stands ahead of whoever has just lost")},
    "stakes": {"min_multiple": noop("Each declares 1, 2 or 4; a bet is the smaller of the two")},
}
"""Option -> value -> sentence. A value that is not here is the plain custom and needs no words."""


def chouette_lines(agreed: Options) -> Iterator[str]:
    """The rules of this chouette, one to a line."""
    numbers = {"lone_min_players": agreed.lone_min_players, "partner_min": agreed.partner_min}
    for option, sentences in WORDS.items():
        if (sentence := sentences.get(getattr(agreed, option))) and _matters(option, agreed):
            yield _(sentence) % numbers
    if agreed.stop_loss != "none":
        yield _("Who has lost %(points)d points leaves the table") % {"points": agreed.stop_loss}
    yield _("From %(least)d to %(most)d players") % {"least": agreed.min_players, "most": agreed.max_players}


def _matters(option: str, agreed: Options) -> bool:
    """Whether the option says something beside the others."""
    by_points = agreed.box_decider in ("net", "all", "last_and_net")
    return {
        "successor": by_points,
        "net_zero": agreed.box_decider in ("net", "last_and_net"),
        "extras_mode": agreed.lone_taker == "extras",
        "auto_by": agreed.auto_max > 0,
        "partner_offer": agreed.partner != "off",
        "partner_draw": agreed.partner != "off",
        "partner_term": agreed.partner != "off",
        "partner_after_loss": agreed.partner != "off",
    }.get(option, True)


RULINGS = {
    "adjudicate": noop("%(organiser)s, organiser, has decided this game: %(reason)s"),
    "relieve": noop("%(organiser)s, organiser, has relieved the captain of moving: %(reason)s"),
    "replace": noop("%(organiser)s, organiser, has named somebody to act for the box: %(reason)s"),
    "annul": noop("%(organiser)s, organiser, has annulled a game: %(reason)s"),
    "pause": noop("%(organiser)s, organiser, has stopped all clocks: %(reason)s"),
    "go-on": noop("%(organiser)s, organiser, has let the clocks run again: %(reason)s"),
}
"""What an organiser decided, by the kind of his ruling."""


def ruling(kind: str, *, organiser: str, reason: str) -> str:
    """A decision of an organiser with its reason, on one line."""
    return _(RULINGS[kind]) % {"organiser": organiser, "reason": " ".join(reason.split())}
