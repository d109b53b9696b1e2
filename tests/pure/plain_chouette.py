"""One round of cubes in a chouette and what it comes to, written plainly after spec/chouette.md. No tests here.

A second opinion: nothing of `games.rules` is used. Members are letters, `A` is the box; every cube begins at 1, on the
locked board of spec/rehearse.md §3. The box doubles some members, they answer, then a side wins the board.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

LOCKED = "bar 7x2 6x2 5x2 4x2 3x2 2x2 1x2"
BOX = "A"
Options = dict[str, Any]


@dataclass
class Answer:
    """What a doubled member says, with its conditions."""

    reply: str
    if_alone: str | None = None
    if_extras: str | None = None
    extra: str | None = None

    def text(self) -> str:
        """As a line of a script."""
        said = (("if alone", self.if_alone), ("if extras", self.if_extras), ("extra", self.extra))
        return "; ".join([self.reply, *(f"{word} {value}" for word, value in said if value)])


@dataclass
class Round:
    """A table, the box's double, the answers, and which side wins the board at which level."""

    options: Options
    line: list[str]
    doubled: list[str]
    if_beavered: str
    answers: dict[str, Answer]
    side: str
    level: int

    @property
    def all_doubled(self) -> bool:
        """Whether a lone taker may come of it (§2.11)."""
        return len(self.doubled) >= 2 and self.doubled == self.line


@dataclass
class Ledger:
    """Points by seat; `net` is the box's own; `won` is who won each main bet, the member or the box."""

    points: dict[str, int]
    net: int = 0
    won: dict[str, str] = field(default_factory=dict)

    def pay(self, loser: str, winner: str, points: int) -> None:
        """From one to the other."""
        self.points[loser] -= points
        self.points[winner] += points
        self.net += points * ((winner == BOX) - (loser == BOX))


def settled(table: Round) -> tuple[dict[str, str], list[tuple[str, str]], str | None]:
    """The answers that count, who gives an extra to whom, and who buys the dropped cubes (§4.4)."""
    options, given = table.options, table.answers
    replies = {member: answer.reply for member, answer in given.items()}
    takers = [member for member in table.doubled if replies[member] != "drop"]
    if options["cubes"] == "single" and any(replies[member] != "beaver" for member in takers):
        replies |= dict.fromkeys(takers, "take")
    extras: list[tuple[str, str]] = []
    lone = takers[0] if table.all_doubled and len(takers) == 1 else None
    if lone:
        wish = given[lone].if_alone
        replies[lone] = wish if wish in ("drop", "beaver") else replies[lone]
        extras = _by_mode(table, replies, lone)
        lone = lone if replies[lone] != "drop" else None
    elif not options["beavers"]:
        replies = {member: "take" if reply == "beaver" else reply for member, reply in replies.items()}
    if options["lone_taker"] == "extras" and options["extras_mode"] == "voluntary":
        wanting = [m for m in table.doubled if replies[m] != "drop" and given[m].if_extras == "accept"]
        givers = [m for m in table.doubled if given[m].reply == "drop" and given[m].extra == "yes"]
        extras = [(giver, wanting[0]) for giver in givers] if wanting else []
    return replies, extras, lone if options["lone_taker"] == "buyout" else None


def _by_mode(table: Round, replies: dict[str, str], lone: str) -> list[tuple[str, str]]:
    """The rule for a lone taker: it may make him drop; else who gives him an extra."""
    options, mode = table.options, table.options["lone_taker"]
    if replies[lone] == "drop":
        return []
    if mode == "must_drop" and len(table.line) + 1 >= options["lone_min_players"]:
        replies[lone] = "drop"
    if mode == "must_beaver" and replies[lone] != "beaver":
        replies[lone] = "drop"
    if mode != "extras" or options["extras_mode"] == "voluntary":
        return []
    forced = options["extras_mode"] == "forced"
    givers = [m for m in table.doubled if m != lone and (forced or table.answers[m].extra == "yes")]
    if givers and table.answers[lone].if_extras != "accept":
        replies[lone] = "drop"
        return []
    return [(giver, lone) for giver in givers]


def outcome(table: Round) -> tuple[dict[str, int], list[str], bool]:
    """Points, seats of the next game, and whether the board was played on."""
    replies, extras, buyer = settled(table)
    ledger = Ledger(dict.fromkeys([BOX, *table.line], 0))
    live = dict.fromkeys(table.line, 1)
    for member, reply in replies.items():
        _carry_out(table, ledger, live, member, reply, buyer)
    for giver, taker in extras:
        ledger.pay(giver, taker, 1)
    captains = [table.line[0]]
    if live and table.line[0] not in live:
        captains.append(next(iter(live)))
    bought = [buyer for reply in replies.values() if buyer and reply == "drop"]
    played_on = bool(live or extras or bought)
    if played_on:
        _board(table, ledger, live, extras, bought)
    return ledger.points, rotated(table, ledger, captains), played_on


def _carry_out(table: Round, ledger: Ledger, live: dict[str, int], member: str, reply: str, buyer: str | None) -> None:
    if reply == "drop":
        del live[member]
        ledger.won[member] = BOX
        ledger.pay(member, buyer or BOX, 1)
    elif reply == "take":
        live[member] = 2
    elif table.if_beavered == "drop":
        del live[member]
        ledger.won[member] = member
        ledger.pay(BOX, member, 2)
    else:
        live[member] = 8 if table.if_beavered == "raccoon" else 4


def _board(
    table: Round, ledger: Ledger, live: dict[str, int], extras: list[tuple[str, str]], bought: list[str]
) -> None:
    """Every bet pays its value by the level, under Jacoby only where a cube was turned (§2.14)."""
    box_wins, jacoby = table.side == "box", table.options["jacoby"]
    for member, value in live.items():
        counts = jacoby != "per_cube" or member in table.doubled
        winner, loser = (BOX, member) if box_wins else (member, BOX)
        ledger.won[member] = winner
        ledger.pay(loser, winner, value * (table.level if counts else 1))
    for high, low in [*extras, *((BOX, buyer) for buyer in bought)]:
        winner, loser = (high, low) if box_wins else (low, high)
        ledger.pay(loser, winner, 2 * table.level)


def rotated(table: Round, ledger: Ledger, captains: list[str]) -> list[str]:
    """Box, captain and queue of the next game (§2.15)."""
    line, first, last = table.line, captains[0], captains[-1]
    lost = {member for member, winner in ledger.won.items() if winner == BOX}
    decider, zero = table.options["box_decider"], table.options["net_zero"]
    profit = ledger.net > 0 or (ledger.net == 0 and zero == "stays")
    stays = {
        "original_captain": first in lost,
        "acting_captain": last in lost,
        "net": profit,
        "all": lost == set(line),
        "last_and_net": last in lost and profit,
    }[decider]
    new = BOX if stays else _successor(table, lost, first, last)
    moved = [first] if first in lost else []
    if decider == "acting_captain":
        moved = [captain for captain in captains if captain in lost]
    moved = [seat for seat in [*moved, *([] if stays else [BOX])] if seat != new]
    return [new, *(seat for seat in line if seat not in (new, *moved)), *moved]


def _successor(table: Round, lost: set[str], first: str, last: str) -> str:
    if table.options["box_decider"] == "acting_captain":
        return last
    if first not in lost:
        return first
    winners = [member for member in table.line if member not in lost]
    if winners and table.options["successor"] == "first_winner":
        return winners[0]
    return table.line[table.line.index(first) + 1]


def random_round(seed: int) -> Round:
    """A round by chance, with options by chance; everything in it is allowed."""
    rng = random.Random(seed)
    line = list("BCDEFG")[: rng.randrange(2, 7)]
    options: Options = {
        "cubes": rng.choice(["multi", "multi", "single"]),
        "box_decider": rng.choice(["original_captain", "acting_captain", "net", "all", "last_and_net"]),
        "successor": rng.choice(["first_winner", "next_in_line"]),
        "net_zero": rng.choice(["stays", "leaves"]),
        "lone_taker": rng.choice(["play_on", "must_drop", "must_beaver", "extras", "extras", "buyout"]),
        "lone_min_players": rng.choice([3, 5]),
        "extras_mode": rng.choice(["offered", "forced", "voluntary"]),
        "jacoby": rng.choice(["per_cube", "any_cube", "off"]),
        "beavers": rng.random() < 0.5,
    }
    options["raccoons"] = options["beavers"] and rng.random() < 0.5
    whole = options["cubes"] == "single" or rng.random() < 0.6
    doubled = line if whole else sorted(rng.sample(line, rng.randrange(1, len(line) + 1)))
    replies = ["accept", "drop", "raccoon"] if options["raccoons"] else ["accept", "drop"]
    table = Round(options, line, doubled, rng.choice(replies), {}, rng.choice(["box", "team"]), rng.choice([1, 2, 3]))
    takes = rng.choice([0.2, 0.35, 0.5, 0.8])
    table.answers = {member: _random_answer(rng, table, takes) for member in doubled}
    return table


def _random_answer(rng: random.Random, table: Round, takes: float) -> Answer:
    must_beaver = table.options["lone_taker"] == "must_beaver"
    extras = table.options["lone_taker"] == "extras" and rng.random() < 0.6
    if rng.random() >= takes:
        return Answer("drop", extra=rng.choice(["yes", "yes", "no"]) if extras else None)
    beavers = table.options["beavers"] or (must_beaver and table.all_doubled)
    wishes = ["keep", "drop", *(["beaver"] if table.options["beavers"] or must_beaver else [])]
    return Answer(
        "beaver" if beavers and rng.random() < 0.35 else "take",
        if_alone=rng.choice(wishes) if rng.random() < 0.4 else None,
        if_extras=rng.choice(["accept", "accept", "drop"]) if extras else None,
    )
