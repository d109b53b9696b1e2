"""What is played at a table: its name, and its rules in plain words. The games are in `variants` and `playing`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop
from django.utils.translation import ngettext, npgettext

from games.rules.formats import Options, agreed
from games.texts.chouette import chouette_lines
from games.texts.playing import play_lines
from games.texts.variants import variant_name

__all__ = [
    "format_name",
    "in_round",
    "in_rounds",
    "in_rounds_line",
    "lap",
    "place_in_lap",
    "play_lines",
    "rules_lines",
    "title",
    "variant_name",
]


def title(variant_key: str, format_key: str, rules: Mapping[str, object], *, which: str = "") -> str:
    """What a table is: `Match to 3 points · Short nardy (backgammon)`.

    `which` tells a table of a round from the others (`in_round`): that each has but one game goes without saying there.
    """
    if not which:
        return f"{format_name(format_key, rules)} · {variant_name(variant_key)}"
    return f"{format_name(format_key, {**rules, 'end': 'owner'})} · {variant_name(variant_key)} · {which}"


def format_name(format_key: str, rules: Mapping[str, object]) -> str:
    """A format with its length: `Match to 3`, `Money session`, `Money session of 5 games, pairs`, `Chouette`."""
    name = _format_name(format_key, rules)
    return _("%(format)s, pairs") % {"format": name} if rules.get("pairs", "off") != "off" else name


def _format_name(format_key: str, rules: Mapping[str, object]) -> str:
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


def in_round(number: int, place: int, tables: int) -> str:
    """Which table of which round: `round 2, table 3 of 5`; empty where `number` is 0: the table is of no round."""
    if not number:
        return ""
    return _("round %(lap)d, table %(place)d of %(tables)d") % {"lap": number, "place": place, "tables": tables}


def in_rounds() -> str:
    """Of a chouette whose rounds have not begun."""
    return _("in rounds")


def lap(number: int) -> str:
    """A round: `round 2`."""
    return _("round %(lap)d") % {"lap": number}


def place_in_lap(place: int) -> str:
    """A table of a round: `table 3`."""
    return _("table %(place)d") % {"place": place}


def in_rounds_line() -> str:
    """How a chouette is played in rounds."""
    return _(
        "Played in rounds: as many tables of one game as there are players, all at once; everybody is once in the box "
        "and once captain. Who sits down sits down at all of them."
    )


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
    if options.last_day:
        return _("No new game begins after %(day)s") % {"day": date_format(options.last_day, "j.m.Y")}
    return _("Played until the players end it")


def _format_lines(format_key: str, options: Options) -> Iterator[str]:
    """Pairs, Crawford and its kin, and who begins a game."""
    if options.pairs != "off":
        yield _("Consultation pairs: two a side on one board, who talk freely to one another and win and lose together")
        yield (
            _("The partners of a side throw by turns, game by game; for the silent one his partner goes on")
            if options.pairs == "turns"
            else _("The same partner of a side throws in every game; if he is silent the other one goes on")
        )
    if format_key == "match" and options.variant.cube:
        yield (
            _("Crawford rule: one game without doubling when a player is one point short")
            if options.crawford
            else _("No Crawford rule")
        )
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


def _int(value: object) -> int:
    return value if isinstance(value, int) else 0
