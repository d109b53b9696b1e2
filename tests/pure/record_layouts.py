"""One record as many programs lay it out: rows, columns, words and numbers differ, the games do not. No tests here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby

from games.records.record import AnyEvent, Cube, Game, Record, Resign, Roll
from games.rules.actions import Move

Cell = tuple[int, str]
"""Player, and what stands in his cell."""
Words = Mapping[str, str]
PLAIN: Words = {
    "double": "Doubles => {}",
    "take": "Takes",
    "drop": "Drops",
    "beaver": "Beavers => {}",
    "raccoon": "Raccoons => {}",
}


def place(point: int, bar: str, off: str) -> str:
    return bar if point == 25 else off if point == 0 else str(point)


def steps(event: Roll, *, bar: str = "25", off: str = "0", stars: bool = True) -> str:
    """Every step by itself, as JellyFish has it: `24/20 20/14*`; a hit is marked once."""
    seen: set[int] = set()
    words = []
    for start, end in event.moves:
        hit = stars and end in (event.stars or ()) and end not in seen
        seen |= {end} if hit else set()
        words.append(f"{place(start, bar, off)}/{place(end, bar, off)}{'*' if hit else ''}")
    return " ".join(words)


def compressed(event: Roll, *, bar: str = "bar", off: str = "off") -> str:
    """Steps of one man in a chain, equal chains counted: `bar/22*/20 6/off(2)`."""
    stars = event.stars or frozenset()
    chains: list[list[int]] = []
    for start, end in event.moves:
        chain = next((chain for chain in chains if chain[-1] == start and start != 25), None)
        if chain:
            chain.append(end)
        else:
            chains.append([start, end])
    seen: set[int] = set()
    texts = []
    for chain, same in groupby(sorted(chains, reverse=True)):
        text = place(chain[0], bar, off)
        for index, point in enumerate(chain[1:], start=1):
            hit = point in stars and point not in seen
            seen |= {point} if hit else set()
            if hit or index == len(chain) - 1:
                text += f"/{place(point, bar, off)}{'*' if hit else ''}"
        count = len(list(same))
        texts.append(text + (f"({count})" if count > 1 else ""))
    return " ".join(texts)


def cells(game: Game, play: Callable[[Roll], str], words: Words, *, digits: str = "{}{}") -> Iterator[Cell]:
    """What stands in the cells of a game, in order."""
    for event in game.events:
        if isinstance(event, Roll):
            yield event.player, f"{digits.format(*event.dice)}: {play(event)}".rstrip()
        elif isinstance(event, Cube):
            yield event.player, words[event.act].format(event.value)
        elif isinstance(event, Resign):
            yield event.player, "Resigns"


def rows(found: Iterator[Cell], *, width: int, number: str = "{:3}) ", gap: str = " ") -> Iterator[str]:
    """Numbered rows of two cells."""
    left, count = None, 0
    for player, text in found:
        if player == 1:
            if left is not None:
                yield (number.format(count) + left).rstrip()
            count, left = count + 1, text
        else:
            if left is None:
                count, left = count + 1, ""
            yield f"{number.format(count)}{left:<{width}}{gap}{text}"
            left = None
    if left is not None:
        yield number.format(count) + left


def _wins(game: Game, left: str, right: str, *, plural: bool = True) -> str:
    result = game.result
    if result is None or result.winner is None:
        return ""
    points = result.points or 1
    return f"{left if result.winner == 1 else right}Wins {points} point{'s' if points > 1 and plural else ''}"


def _score(game: Game, pattern: str) -> str:
    first, second = (int(points) for points in game.score or (0, 0))
    return pattern.format(game.names[0], first, game.names[1], second)


def jellyfish(record: Record) -> str:
    lines = [f" {record.length} point match", ""]
    for number, game in enumerate(record.games, start=1):
        lines += [f" Game {number}", _score(game, " {} : {:<23} {} : {}")]
        lines += rows(cells(game, steps, {key: " " + word for key, word in PLAIN.items()}), width=27)
        lines += [_wins(game, " " * 6, " " * 34), ""]
    return "\n".join(lines)


def studio(record: Record) -> str:
    """Chains, `bar` and `off`, the words `Cannot Move`; the result is one more numbered row."""
    lines = [
        '; [Site "Backgammon Studio"]',
        '; [Crawford "On"]',
        '; [CubeLimit "1024"]',
        "",
        f"{record.length} point match",
        "",
    ]
    for number, game in enumerate(record.games, start=1):
        lines += ["", f" Game {number}", _score(game, " {} : {:<25} {} : {}")]
        found = list(
            rows(cells(game, lambda roll: compressed(roll) or "Cannot Move", PLAIN), width=34, number="  {}) ")
        )
        lines += found
        lines += [f"  {len(found) + 1}) {_wins(game, '', ' ' * 35, plural=False)}", f"  {len(found) + 2})".ljust(40)]
    return "\n".join(lines)


def grid(record: Record) -> str:
    """No stars, wide columns, ratings in the names."""
    lines = [f" {record.length} point match"]
    for number, game in enumerate(record.games, start=1):
        lines += ["", f" Game {number}", _score(game, " {},1673 : {:<28} {},1838.5 : {}")]
        lines += rows(cells(game, lambda roll: steps(roll, stars=False), PLAIN), width=32)
        lines.append(_wins(game, " " * 6, " " * 38))
    return "\n".join(lines)


def unsorted_dice(record: Record) -> str:
    """The smaller die first where it comes so, no blank after a lone roll."""
    swapped = jellyfish(record)
    return re.sub(r"\b([1-6])([1-6]):", lambda dice: f"{min(dice[1], dice[2])}{max(dice[1], dice[2])}:", swapped)


def tabs(record: Record) -> str:
    lines = [f"{record.length} point match"]
    for number, game in enumerate(record.games, start=1):
        lines += [f"Game {number}", _score(game, "{} : {}\t{} : {}")]
        lines += rows(cells(game, steps, PLAIN), width=0, number="{})\t", gap="\t")
        lines.append(_wins(game, "\t", "\t\t"))
    return "\n".join(lines)


def cramped(record: Record) -> str:
    """Written by hand: columns that are not straight, other words for the same acts."""
    words = {
        "double": "doubles to {}",
        "take": "accepts",
        "drop": "passes",
        "beaver": "beaver {}",
        "raccoon": "raccoon {}",
    }
    lines = [f"Match to {record.length}" if record.length else "Money game", ""]
    for number, game in enumerate(record.games, start=1):
        lines += [f"GAME {number}", _score(game, "{}: {}     {}: {}")]
        lines += rows(
            cells(game, lambda roll: compressed(roll, bar="BAR", off="OFF") or "(no play)", words),
            width=10,
            number="{}) ",
            gap="    ",
        )
        lines.append(_wins(game, "  ", " " * 30))
    return "\n".join(lines)


def headless(record: Record) -> str:
    """Neither length nor game lines: nothing but rows."""
    return "\n".join("\n".join(rows(cells(game, steps, PLAIN), width=27)) for game in record.games)


def with_analysis(record: Record) -> str:
    """Remarks and numbers between the rows."""
    lines = []
    for line in jellyfish(record).split("\n"):
        lines.append(line)
        if re.match(r"\s*\d+\)", line):
            lines += [
                "",
                "; equity -0.123 (best: 24/18 13/11)",
                "    Analyzed in XG Roller+",
                "# XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10",
            ]
    return "\n".join(lines)


def fibs(record: Record) -> str:
    """What FIBS prints: one numbering for both, X moves upwards."""
    lines = []
    for game in record.games:
        first, second = (int(points) for points in game.score or (0, 0))
        length = f" in a {record.length} point match." if record.length else "."
        lines += [f"Score is {first}-{second}{length}", f"{game.names[0]} is X - {game.names[1]} is O"]
        for event in game.events:
            lines += [f"{'XO'[event.player - 1]}: {said}" for said in _fibs_words(event)]
        if game.result and game.result.winner:
            lines.append(f"{'XO'[game.result.winner - 1]}: wins {game.result.points} points")
        lines.append("")
    return "\n".join(lines)


def _fibs_words(event: AnyEvent) -> Iterator[str]:
    words = {"double": "doubles", "take": "accepts", "drop": "rejects"}
    if isinstance(event, Cube):
        yield words.get(event.act, event.act)
    elif isinstance(event, Roll):
        moves = [_fibs_move(move, event.player) for move in event.moves]
        yield f"({event.dice[0]} {event.dice[1]}) {' '.join(moves) or 'can' + chr(39) + 't move'}"


def _fibs_move(move: Move, player: int) -> str:
    def shown(point: int) -> str:
        return "bar" if point == 25 else "off" if point == 0 else str(25 - point if player == 1 else point)

    return f"{shown(move[0])}-{shown(move[1])}"


LAYOUTS: Mapping[str, Callable[[Record], str]] = {
    "jellyfish": jellyfish,
    "studio": studio,
    "grid": grid,
    "unsorted dice": unsorted_dice,
    "tabs": tabs,
    "cramped": cramped,
    "with analysis": with_analysis,
    "fibs": fibs,
}
