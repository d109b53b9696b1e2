"""How a game is played, in words made from the record that the engine reads: the whole of it, and where players argue.

What stands here follows the fields of `Variant`; no variant is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop
from django.utils.translation import ngettext

from games.rules.board import BAR, RESERVE, Facing
from games.rules.variants import Variant
from games.rules.variants.base import results, rolls, routes

HEAD_EXCEPTIONS = {
    "only66": noop("First roll 6-6: two men from the head"),
    "listed66_44": noop("First roll 6-6 or 4-4: two men from the head"),
    "listed": noop("First roll 6-6, 4-4 or 3-3: two men from the head"),
    "head_blocked": noop("First roll: two men from the head when one is stopped by the opponent's head"),
    "any_block": noop("First roll: two men from the head when one cannot play it all"),
    "any_double": noop("First roll a double: two men from the head"),
}

ROUTES: Mapping[Facing, str] = {
    routes.mirror: noop("The two sides go in opposite directions: your 24 is the opponent's 1."),
    routes.rotate: noop("Both sides go round the same way, half a lap apart: your 24 is the opponent's 12."),
    routes.shared: noop("Both sides go the same way in one lane, from the same start into the same home."),
}

OPENINGS = {
    "shared": noop("Each throws one die: the higher number begins and plays both."),
    "reroll": noop("Each throws one die: the higher number begins, and throws anew."),
    "lot": noop("A lot says who begins."),
}

ROLLS = {
    rolls.TWO_DICE: noop("Two dice are thrown; each number is a step of one man."),
    rolls.THREE_DICE: noop("Three dice are thrown; each number is a step of one man."),
    rolls.NAMED: noop("Who is to move names two numbers himself; each is a step of one man."),
    rolls.CASCADE: noop(
        "Two dice are thrown; each number is a step of one man. A double is followed by all the higher doubles up to "
        "6-6, one after the other; what cannot be played of them the other side plays before its own roll."
    ),
    rolls.ACE_DEUCE: noop(
        "Two dice are thrown; each number is a step of one man. After a 2-1 played in full the player names a double "
        "and plays it; if he can play all of it, he throws again."
    ),
}

ENDS: Mapping[results.EndingRule, str] = {
    results.all_off_wins: noop("Who has borne off all his men first wins."),
    results.all_off_loses: noop("Who has borne off all his men first loses."),
    results.mother_pinned: noop(
        "Whose last man on 24, the mother, is pinned there loses at once, if the other has no man left on his own 24. "
        "When both are caught so, the game is a draw."
    ),
}


def how_lines(variant: Variant) -> Iterator[str]:
    """The rules of a game from the set-up to the end, one paragraph to a line, for somebody who has never played it."""
    yield ngettext(
        "Each side has %(count)d man and leads it by its own numbers from 24 down to 1, into its home (1 to 6), and "
        "then off the board.",
        "Each side has %(count)d men and leads them by its own numbers from 24 down to 1, into its home (1 to 6), and "
        "then off the board.",
        variant.men,
    ) % {"count": variant.men}
    yield _(ROUTES[variant.facing])
    yield _(OPENINGS[variant.opening])
    yield _(ROLLS[variant.roll])
    if variant.dice == 2:
        yield _("A double is played as two steps.") if variant.dup == 2 else _("A double is played as four steps.")
    yield from _entering(variant)
    yield from _meeting(variant)
    yield _(
        "As many numbers must be played as can be; if only one of several can, the largest. If none can, the turn "
        "passes."
    )
    yield _bearing_off(variant)
    for ending in variant.endings:
        yield _(ENDS[ending])
    if variant.cube:
        yield _(
            "With the cube: before his throw a player may offer to double what the game counts. The other drops and "
            "pays the old value, or takes, and only he may double next."
        )


def waits(variant: Variant) -> bool:
    """Whether men begin outside of the board."""
    men = variant.start().sides[0]
    return bool(men[BAR] + men[RESERVE])


def _entering(variant: Variant) -> Iterator[str]:
    """How the men come in that begin outside."""
    if not waits(variant):
        return
    yield _("The men wait outside: a number brings one in, 1 on your 24, 6 on your 19.")
    if variant.entry == "strict":
        yield _("Until all your men are in, nothing else may be moved.")
    else:
        yield _("Men that are in may go on while others wait. Who has a man that was hit brings it in first.")


def _meeting(variant: Variant) -> Iterator[str]:
    """Where a man may land, and what becomes of a lone man there."""
    if variant.closed_at == 1:
        yield _("A man may land only where no man of the other side stands: one man closes a point, nobody is hit.")
        return
    yield _("A man may land on any point that is not held by two or more men of the other side.")
    if variant.contact == "pin":
        yield _(
            "A single man of the other side is pinned: yours stands on it, it cannot move, and the point is closed to "
            "its side until your last man has left."
        )
    else:
        yield _(
            "A single man of the other side is hit: it goes to the bar, and must come in again on the points 24 to 19 "
            "before anything else is moved."
        )


def _bearing_off(variant: Variant) -> str:
    if variant.bearoff == "exact":
        return _("When all your men are at home you bear them off: a number takes a man from its own point only.")
    return _(
        "When all your men are at home you bear them off: a number takes a man from its point; if nobody stands there "
        "or higher, from the highest point held."
    )


def play_lines(variant: Variant) -> Iterator[str]:
    """How it is played where players may argue: rules of movement that are not those of the plain game, win classes."""
    found = [*_hits(variant), *_head_and_wall(variant), *_dice(variant), *_off(variant), *_draws(variant)]
    yield from (_(line) for line in found if line)
    yield _score_line(variant)


def _hits(variant: Variant) -> Iterator[str | None]:
    """Hits, and men that come in."""
    yield {
        "no_hide": noop("A man that has hit may not go on to join another of its own in the same turn"),
        "home_stay": noop("A man that has hit in its own home stays there for the rest of the turn"),
    }.get(variant.hit_run)
    if waits(variant):
        yield {
            "strict": noop("All men enter before any other is moved"),
            "free": noop("Men that are in may move while others wait"),
        }[variant.entry]
    if variant.hit_only_after_home:
        yield noop("Nobody hits before a man of his own is at home")


def _head_and_wall(variant: Variant) -> Iterator[str | None]:
    if variant.head_limit == 1:
        yield noop("In each roll one man may leave the head")
        yield HEAD_EXCEPTIONS.get(variant.head_exception)
    yield {
        "ahead": noop("Six points in a row only when an opposing man is ahead of them"),
        "opp_home": noop("Six points in a row only when the opponent has a man in his home"),
        "never": noop("Six points in a row are never allowed"),
    }.get(variant.six_block)
    if variant.six_block_transit and variant.six_block != "free":
        yield noop("Not even in passing")


def _dice(variant: Variant) -> Iterator[str | None]:
    """What a roll gives to play."""
    if variant.dup == 2:
        yield noop("A double is played as two steps")
    if variant.complement_doubles:
        yield noop("After a double its complement to seven is played too, and then there is another roll")
    if variant.dice == 3:
        yield {
            "greater": noop("A pair doubles when it is higher than the third die"),
            "plus_one": noop("A pair doubles when it is higher than the third die by one"),
        }[variant.pair_rule]
        yield {
            6: noop("Three equal dice are six steps"),
            9: noop("Three equal dice are nine steps"),
        }[variant.triplet_steps]
    if variant.named:
        yield {
            "free": noop("Any roll may be named at any time"),
            "pool21": noop("Each of the 21 rolls may be named once, then all of them anew"),
            "nc": noop("Only one number may differ from the roll named before; two doubles a game"),
        }[variant.naming]
        if variant.naming_no_pass:
            yield noop("A roll that cannot be played may be named only when no roll could be played in full")
    if variant.unfinished == "pass_on":
        yield from _chain(variant)


def _chain(variant: Variant) -> Iterator[str]:
    """What becomes of the steps of a running double that its player cannot play."""
    yield {
        "to_and_fro": noop("What one side cannot play of a running double goes to the other, and back again"),
        "once": noop("What one side cannot play of a running double goes to the other, once"),
        "none": noop("What one side cannot play of a running double is lost"),
    }[variant.cascade_carry]
    if variant.carry_scope == "any_roll":
        yield noop("Numbers of a plain roll that cannot be played go to the other side too")
    if variant.cascade_from_turn == 4:
        yield noop("Doubles run on from a player's fourth roll only")


def _off(variant: Variant) -> Iterator[str | None]:
    """Bearing off."""
    if variant.bearoff == "exact":
        yield noop("In bearing off a number takes a man from its own point only")
    if not variant.home_moves:
        yield noop("Once all men are at home they are only borne off, not moved")
    if variant.small_die_first:
        yield noop("In bearing off the smaller number is played first")


def _draws(variant: Variant) -> Iterator[str | None]:
    """The last throw, mothers, and what a draw is worth."""
    if results.mother_pinned in variant.endings:
        yield (
            {
                2: noop("A pinned mother loses 2 points, both pinned: a draw"),
                3: noop("A pinned mother loses 3 points, both pinned: a draw"),
            }[variant.mother_points]
            if variant.mother
            else noop("No mothers: only bearing off decides")
        )
    if variant.last_throw:
        yield noop("The second player has the last throw")
        yield {
            "half": noop("A draw is half a point for each"),
            "one_each": noop("A draw is a point for each"),
            "zero": noop("A draw counts nothing"),
        }[variant.draw_value]


def _score_line(variant: Variant) -> str:
    """What a win is worth."""
    return {
        "short123": _("Single game 1, gammon 2, backgammon 3"),
        "oin_mars": _("Single game 1, gammon 2"),
        "four_tier": _("Single game 1, gammon 2, home gammon 3, backgammon 4"),
        "single": _("Every win counts 1"),
        "per_checker": _("A win counts a point for each man that is left"),
    }[variant.score]
