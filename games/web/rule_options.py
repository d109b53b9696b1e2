"""The rules that a new table may set one by one: what each is called, its values, and where it means something."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.rules.variants import Variant
from games.rules.variants.base.meaning import may_work
from games.web.chouette_options import CHOUETTE_OPTIONS
from games.web.option import BOTH, EVERYWHERE, SESSIONS, YES_NO, Option

FLAGS = (
    Option(
        "opening",
        _("Who begins"),
        EVERYWHERE,
        (
            ("shared", _("plays the two numbers of the lot")),
            ("reroll", _("throws anew")),
        ),
    ),
    Option("dup", _("A double is played as"), EVERYWHERE, ((4, _("four steps")), (2, _("two steps")))),
    Option(
        "head_limit",
        _("In a roll there may leave the head"),
        EVERYWHERE,
        ((1, _("one man")), ("none", _("any number of men"))),
    ),
    Option(
        "head_exception",
        _("On the first roll two men leave the head"),
        EVERYWHERE,
        (
            ("none", _("never")),
            ("only66", _("with 6-6")),
            ("listed66_44", _("with 6-6 and 4-4")),
            ("listed", _("with 6-6, 4-4 and 3-3")),
            ("head_blocked", _("when one is stopped by the opponent's head")),
            ("any_block", _("when one cannot play it all")),
            ("any_double", _("with any double")),
        ),
    ),
    Option(
        "six_block",
        _("A wall of six points may be built"),
        EVERYWHERE,
        (
            ("free", _("always")),
            ("ahead", _("when an opposing man is ahead of it")),
            ("opp_home", _("when the opponent has a man at home")),
            ("never", _("never")),
        ),
    ),
    Option("six_block_transit", _("A forbidden wall may not stand even in passing"), EVERYWHERE, YES_NO),
    Option(
        "hit_run",
        _("After a hit in the own home the man"),
        EVERYWHERE,
        (("off", _("may run on")), ("no_hide", _("may not hide")), ("home_stay", _("stays until the turn ends"))),
    ),
    Option(
        "entry",
        _("Men that are in"),
        EVERYWHERE,
        (("strict", _("wait until all are in")), ("free", _("may move at once"))),
    ),
    Option("hit_only_after_home", _("Hit only with a man of one's own at home"), EVERYWHERE, YES_NO),
    Option(
        "pair_rule",
        _("A pair doubles when it is higher than the third die"),
        EVERYWHERE,
        (("greater", _("by any number")), ("plus_one", _("by one"))),
    ),
    Option("triplet_steps", _("Three equal dice are"), EVERYWHERE, ((6, _("six steps")), (9, _("nine steps")))),
    Option("complement_doubles", _("After a double its complement to seven, and another roll"), EVERYWHERE, YES_NO),
    Option(
        "naming",
        _("A player may name"),
        EVERYWHERE,
        (
            ("free", _("any roll")),
            ("pool21", _("each roll once, then all anew")),
            ("nc", _("a roll that changes one number")),
        ),
    ),
    Option("naming_no_pass", _("No roll may be named that cannot be played, if another can"), EVERYWHERE, YES_NO),
    Option(
        "cascade_carry",
        _("What cannot be played of a running double"),
        EVERYWHERE,
        (
            ("to_and_fro", _("goes to the other side and back")),
            ("once", _("goes to the other side once")),
            ("none", _("is lost")),
        ),
    ),
    Option(
        "carry_scope",
        _("Handed over is what is left"),
        EVERYWHERE,
        (("doubles", _("of doubles")), ("any_roll", _("of any roll"))),
    ),
    Option(
        "cascade_from_turn", _("Doubles run on from"), EVERYWHERE, ((1, _("the first roll")), (4, _("the fourth roll")))
    ),
    Option(
        "bearoff",
        _("In bearing off a number takes a man"),
        EVERYWHERE,
        (("standard", _("from its point, else from the highest")), ("exact", _("from its own point only"))),
    ),
    Option("home_moves", _("Moves inside the home once all are there"), EVERYWHERE, YES_NO),
    Option("small_die_first", _("In bearing off the smaller number first"), EVERYWHERE, YES_NO),
    Option("mother", _("A pinned mother decides the game"), EVERYWHERE, YES_NO),
    Option("mother_points", _("A pinned mother loses"), EVERYWHERE, ((2, _("2 points")), (3, _("3 points")))),
    Option("last_throw", _("Last throw of the second player"), EVERYWHERE, YES_NO),
    Option(
        "draw_value",
        _("A draw is worth"),
        EVERYWHERE,
        (("half", _("half a point each")), ("one_each", _("a point each")), ("zero", _("nothing"))),
    ),
    Option(
        "score",
        _("A win is worth"),
        EVERYWHERE,
        (
            ("short123", _("1, gammon 2, backgammon 3")),
            ("oin_mars", _("1, gammon 2")),
            ("four_tier", _("1, gammon 2, home gammon 3, backgammon 4")),
            ("single", _("always 1")),
            ("per_checker", _("a point for each man left")),
        ),
    ),
)
"""Flags of the game itself; the form shows those that mean something in it."""

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
    *FLAGS,
    Option("settlements", _("Bets may be settled by agreement"), SESSIONS, YES_NO),
    *CHOUETTE_OPTIONS,
)
ONLY_FOR: dict[tuple[str, ...], str] = {
    ("match",): "for-match",
    BOTH: "for-two",
    SESSIONS: "for-session",
    ("chouette",): "for-chouette",
}


def options_of(game: Variant) -> list[Option]:
    """The rules that a table of this game may set."""
    return [option for option in OPTIONS if may_work(option.name, game)]
