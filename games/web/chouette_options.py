"""The rules of a chouette that a form may set (spec/chouette.md §2.1): all of them but when it ends."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.web.option import CHOUETTE, YES_NO, Option


def _numbers(low: int, high: int) -> tuple[tuple[object, str], ...]:
    return tuple((number, str(number)) for number in range(low, high + 1))


CUBES = (
    Option(
        "cubes",
        _("Cubes"),
        CHOUETTE,
        (("multi", _("one for each member of the team")), ("single", _("one for the whole team"))),
    ),
    Option(
        "box_double",
        _("The box doubles"),
        CHOUETTE,
        (
            ("free", _("whom it likes")),
            ("captain_if_level", _("with cubes level, the captain first")),
            ("same_value_same_action", _("all cubes of one value together")),
            ("all_or_none", _("all or none")),
        ),
    ),
    Option(
        "box_take",
        _("Of the cubes offered to it the box takes"),
        CHOUETTE,
        (
            ("free", _("any")),
            ("captain_required", _("the captain's, if it takes anything")),
            ("half_or_none", _("half of them or none")),
            ("all_or_none", _("all or none")),
            ("break_even_captain", _("the captain's and enough to break even, or none")),
        ),
    ),
    Option(
        "answers",
        _("The team answers a double"),
        CHOUETTE,
        (
            ("sealed", _("all at once, sealed")),
            ("captain_first", _("one after the other, the captain first")),
            ("captain_last", _("one after the other, the captain last")),
        ),
    ),
    Option(
        "lone_taker",
        _("Who alone takes a double of the box"),
        CHOUETTE,
        (
            ("play_on", _("plays on")),
            ("must_drop", _("must drop")),
            ("must_beaver", _("must beaver or drop")),
            ("extras", _("takes extra cubes too")),
            ("buyout", _("may buy the cubes of the others")),
        ),
    ),
    Option("lone_min_players", _("A lone taker must drop from so many players on"), CHOUETTE, _numbers(3, 8)),
    Option(
        "extras_mode",
        _("Extra cubes"),
        CHOUETTE,
        (
            ("offered", _("are offered; the lone taker takes all or drops")),
            ("forced", _("come from everybody who drops")),
            ("voluntary", _("both sides are free, any taker may take them")),
        ),
    ),
    Option(
        "auto_by",
        _("Automatic doubles come"),
        CHOUETTE,
        (("rule", _("by themselves")), ("box", _("if the box wishes"))),
    ),
    Option(
        "stakes",
        _("Stakes"),
        CHOUETTE,
        (("uniform", _("the same for all")), ("min_multiple", _("each declares 1, 2 or 4; the smaller one counts"))),
    ),
    Option(
        "stop_loss",
        _("Who has lost so many points leaves after the game"),
        CHOUETTE,
        (("none", _("no limit")), *((points, str(points)) for points in (5, 10, 20, 30, 50, 100))),
    ),
)

SEATS = (
    Option(
        "box_decider",
        _("The box stays"),
        CHOUETTE,
        (
            ("original_captain", _("when it beats the captain who began")),
            ("acting_captain", _("when it beats the captain who ends")),
            ("net", _("when it wins points on the whole")),
            ("all", _("when it beats everybody")),
            ("last_and_net", _("when it beats the last captain and does not lose")),
        ),
    ),
    Option(
        "successor",
        _("If the captain has not won, the next box is"),
        CHOUETTE,
        (("first_winner", _("the first in line who won")), ("next_in_line", _("the next in line"))),
    ),
    Option(
        "net_zero",
        _("With no points on the whole the box"),
        CHOUETTE,
        (("stays", _("stays")), ("leaves", _("leaves"))),
    ),
    Option(
        "join_position",
        _("A newcomer stands"),
        CHOUETTE,
        (("behind_loser", _("behind whoever has just lost")), ("ahead_of_loser", _("ahead of whoever has just lost"))),
    ),
    Option("min_players", _("Players, at least"), CHOUETTE, _numbers(2, 6)),
    Option("max_players", _("Players, at most"), CHOUETTE, _numbers(3, 12)),
    Option(
        "partner",
        _("Partner of the box"),
        CHOUETTE,
        (("optional", _("if the box wishes")), ("off", _("never")), ("required", _("always"))),
    ),
    Option("partner_min", _("A partner from so many players on"), CHOUETTE, _numbers(4, 10)),
    Option(
        "partner_offer",
        _("The partnership is offered"),
        CHOUETTE,
        (
            ("from_captain", _("to all, the captain first")),
            ("from_last", _("to all, the last in line first")),
            ("next_in_line", _("to the next in line alone")),
        ),
    ),
    Option(
        "partner_draw",
        _("If nobody wants to be the partner"),
        CHOUETTE,
        (
            (True, _("the lot may decide")),
            (False, _("the box plays alone")),
            ("leave", _("who declined leaves the table")),
        ),
    ),
    Option(
        "partner_term",
        _("A partnership lasts"),
        CHOUETTE,
        (("run", _("while the box stays")), ("game", _("for one game"))),
    ),
    Option(
        "partner_after_loss",
        _("When the box has lost its partner"),
        CHOUETTE,
        (("keeps_place", _("keeps his place in the line")), ("becomes_captain", _("becomes captain"))),
    ),
    Option(
        "consult",
        _("Members of the team advise the captain"),
        CHOUETTE,
        (
            ("own_cube_turned", _("once their own cube is turned")),
            ("own_cube_accepted", _("once their own cube is turned and taken")),
            ("any_cube_turned", _("once any cube is turned")),
            ("all_cubes_turned", _("once all cubes are turned")),
            ("on_request", _("when the captain asks")),
            ("all", _("always")),
            ("none", _("never")),
        ),
    ),
    Option("cube_consult", _("Cube answers may be talked over"), CHOUETTE, YES_NO),
)

CHOUETTE_OPTIONS = (*CUBES, *SEATS)
