"""What is played: names of variants and formats, and the rules of a table in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop
from django.utils.translation import ngettext, npgettext

from games.rules.formats import Options, agreed
from games.rules.variants import Variant
from games.texts.chouette import chouette_lines

VARIANTS = {
    "short": noop("Short nardy (backgammon)"),
    "long_classic": noop("Long nardy"),
    "feuga": noop("Long nardy (Feuga)"),
    "kazakh": noop("Kazakh nardy"),
    "narde": noop("Nardé"),
    "longgammon": noop("Longgammon"),
    "dutch": noop("Dutch tric-trac"),
    "race": noop("Backgammon race"),
    "gammon_race": noop("Pursuit (gammon-race)"),
    "garankuet": noop("Garankuet, three dice"),
    "diceless": noop("Diceless nardy"),
    "deadgammon": noop("Losing nardy (deadgammon)"),
    "hypergammon": noop("Hypergammon"),
    "nackgammon": noop("Nackgammon"),
    "tapa": noop("Tapa"),
    "gulbara": noop("Gulbara"),
    "acey_deucey": noop("Acey-deucey"),
}
"""Variant -> what it is called (spec/rules.md §3)."""


def variant_name(key: str) -> str:
    """What a variant is called."""
    return _(VARIANTS[key]) if key in VARIANTS else key


def title(variant_key: str, format_key: str, rules: Mapping[str, object]) -> str:
    """What a table is: `Match to 3 points · Short nardy (backgammon)`."""
    return f"{format_name(format_key, rules)} · {variant_name(variant_key)}"


def format_name(format_key: str, rules: Mapping[str, object]) -> str:
    """A format with its length: `Match to 3`, `Money session`, `Money session of 5 games`, `Chouette`."""
    if format_key == "match":
        length = rules.get("length")
        return npgettext("match", "Match to %(count)d point", "Match to %(count)d points", _int(length)) % {
            "count": length
        }
    name = _("Money session") if format_key == "money" else _("Chouette")
    end = str(rules.get("end", ""))
    if end.startswith("games:"):
        count = int(end.removeprefix("games:"))
        return ngettext("%(name)s of %(count)d game", "%(name)s of %(count)d games", count) % {
            "name": name,
            "count": count,
        }
    return name


def rules_lines(variant_key: str, format_key: str, rules: Mapping[str, object]) -> list[str]:
    """The rules in force at a table, in plain words, one to a line: what is special first, then what silence does.

    `rules` are the options that differ from the defaults (`Table.rules`); of a match without a length its length is not
    told. Raises IllegalAction when they make no sense.
    """
    lengthless = format_key == "match" and "length" not in rules
    options = agreed(variant_key, format_key, {**rules, "length": 1} if lengthless else rules)
    lines = [] if lengthless else [_end_line(format_key, options)]
    lines = [variant_name(variant_key), *lines, *_format_lines(format_key, options), *_cube_lines(format_key, options)]
    if format_key == "chouette":
        lines += chouette_lines(options)
    lines += play_lines(options.variant)
    if format_key != "chouette":
        lines.append(_(TIMEOUTS[options.timeout]))
    return lines


TIMEOUTS = {
    "lose_game": noop("Who does not answer in time loses the game"),
    "lose_match": noop("Who does not answer in time loses the match"),
    "autopilot": noop("For who does not answer in time the house plays"),
    "claim": noop("Against who does not answer in time the other may claim the game"),
}


def _end_line(format_key: str, options: Options) -> str:
    """When the table is over."""
    if format_key == "match":
        return format_name(format_key, {"length": options.length})
    if options.last_game:
        return format_name(format_key, {"end": options.end})
    return _("Played until the players end it")


def _format_lines(format_key: str, options: Options) -> Iterator[str]:
    """Crawford and its kin, and who begins a game."""
    if format_key == "match" and options.crawford:
        yield _("Crawford rule: one game without doubling when a player is one point short")
    elif format_key == "match":
        yield _("No Crawford rule")
    if options.variant.holland:
        yield _("Holland rule: after the Crawford game nobody doubles before both sides have rolled twice")
    starter = {
        "winner": _("The winner of a game begins the next one"),
        "alternate": _("The players begin in turn"),
    }.get(options.variant.next_starter)
    if starter:
        yield starter


def _cube_lines(format_key: str, options: Options) -> Iterator[str]:
    """The cube and all that is agreed about it."""
    variant = options.variant
    if not variant.cube:
        yield _("No doubling cube")
        return
    yield (
        _("With the doubling cube, up to %(cap)d") % {"cap": options.cube_cap}
        if options.cube_cap
        else _("With the doubling cube, without limit")
    )
    if variant.progress == "arithmetic":
        yield _("The cube grows by one step at a time: 1, 2, 3, 4")
    if variant.cube_kills_mars:
        yield _("Once the cube is turned a gammon counts as a single game")
    if format_key == "match":
        return
    yield {
        "per_cube": _("Jacoby rule: gammons count only when the cube has been turned"),
        "any_cube": _("Jacoby rule: gammons count only when a cube has been turned"),
        "off": _("No Jacoby rule: gammons always count"),
    }[options.jacoby]
    if options.beavers:
        yield _("With beavers and raccoons") if options.raccoons else _("With beavers")
    if options.auto_max:
        yield ngettext(
            "Equal opening dice double the stake, at most once",
            "Equal opening dice double the stake, at most %(count)d times",
            options.auto_max,
        ) % {"count": options.auto_max}
    if options.settlements:
        yield _("A bet may be settled by agreement")


def play_lines(variant: Variant) -> Iterator[str]:
    """How it is played where players may argue: rules of movement that are not those of the plain game, win classes."""
    found: list[str | None] = [
        {
            "no_hide": _("A man that has hit may not go on to join another of its own in the same turn"),
            "home_stay": _("A man that has hit in its own home stays there for the rest of the turn"),
        }.get(variant.hit_run),
        _("In each roll one man may leave the head") if variant.head_limit == 1 else None,
        HEAD_EXCEPTIONS.get(variant.head_exception) if variant.head_limit == 1 else None,
        {
            "ahead": _("Six points in a row only when an opposing man is ahead of them"),
            "opp_home": _("Six points in a row only when the opponent has a man in his home"),
            "never": _("Six points in a row are never allowed"),
        }.get(variant.six_block),
        _("Not even in passing") if variant.six_block_transit and variant.six_block != "free" else None,
        _("A double is played as two steps") if variant.dup == 2 else None,
        _("Nobody hits before a man of his own has reached home") if variant.hit_only_after_home else None,
        _("Men are borne off by their exact number only") if variant.bearoff == "exact" else None,
        _("At home men are only borne off, not moved") if not variant.home_moves else None,
        _("In bearing off the smaller number is played first") if variant.small_die_first else None,
        _("The second player has the last throw") if variant.last_throw else None,
    ]
    yield from (_(line) for line in found if line)
    yield _score_line(variant)


HEAD_EXCEPTIONS = {
    "only66": noop("First roll 6-6: two men from the head"),
    "listed66_44": noop("First roll 6-6 or 4-4: two men from the head"),
    "listed": noop("First roll 6-6, 4-4 or 3-3: two men from the head"),
    "head_blocked": noop("First roll: two men from the head when one is stopped by the opponent's head"),
    "any_block": noop("First roll: two men from the head when one cannot play it all"),
    "any_double": noop("First roll a double: two men from the head"),
}


def _score_line(variant: Variant) -> str:
    """What a win is worth."""
    return {
        "short123": _("Single game 1, gammon 2, backgammon 3"),
        "oin_mars": _("Single game 1, gammon 2"),
        "four_tier": _("Single game 1, gammon 2, home gammon 3, backgammon 4"),
        "single": _("Every win counts 1"),
        "per_checker": _("A win counts a point for each man that is left"),
    }[variant.score]


def _int(value: object) -> int:
    return value if isinstance(value, int) else 0
