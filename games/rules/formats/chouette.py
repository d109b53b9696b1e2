"""A chouette (spec/chouette.md): rotation after every outcome, the partner's share, what the box may double and take.

The lone taker and the order in which a batch is carried out are in `table.batch`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from games.rules.formats.money import Money
from games.rules.formats.options import Options
from games.rules.formats.outcome import Outcome
from games.rules.scoring import partner_share
from games.rules.stake import Stake, raised


class _Chouette(Money):
    def gains(self, outcome: Outcome, options: Options) -> dict[int, int]:
        """What was booked, half of the box's result with the partner (§2.14)."""
        points = outcome.points()
        if outcome.partner is not None:
            share = partner_share(points.get(outcome.box, 0))
            points[outcome.partner] = points.get(outcome.partner, 0) + share
            points[outcome.box] = points.get(outcome.box, 0) - share
        return {seat: 2 * sum_ for seat, sum_ in points.items()}

    def rotated(self, outcome: Outcome, options: Options) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Box, captain and queue of the next game by `box_decider` (§2.15), and who was moved to the end."""
        box, line = outcome.box, outcome.seats[1:]
        new_box = _new_box(outcome, options)
        moved = _losing_captains(outcome, options)
        if new_box != box:
            moved = (*moved, box)
        kept = [seat for seat in line if seat != new_box and seat not in moved]
        if new_box != box and outcome.partner in kept and options.partner_after_loss == "becomes_captain":
            kept.remove(outcome.partner)
            kept.insert(0, outcome.partner)
        return (new_box, *kept, *moved), moved


CHOUETTE = _Chouette()


def _net(outcome: Outcome) -> int:
    """The box's points on main and bought bets, before the partner's share."""
    return outcome.points().get(outcome.box, 0)


def _new_box(outcome: Outcome, options: Options) -> int:
    """Who is the box next: the old one unless the decider is against him; a drawn or void game moves nobody."""
    first, last = outcome.captains[0], outcome.captains[-1]
    members = [seat for seat in outcome.seats[1:] if outcome.main(seat)]
    winners = [seat for seat in members if outcome.won(seat)]
    if not any(outcome.won(seat) or outcome.lost(seat) for seat in members):
        return outcome.box
    if options.box_decider == "original_captain":
        return first if outcome.won(first) else outcome.box
    if options.box_decider == "acting_captain":
        return last if outcome.won(last) else outcome.box
    net = _net(outcome)
    profit = net > 0 or (net == 0 and options.net_zero == "stays")
    stays = {
        "net": profit,
        "all": len(winners) == 0,
        "last_and_net": profit and outcome.lost(last),
    }[options.box_decider]
    if stays:
        return outcome.box
    if first in winners:
        return first
    if winners and options.successor == "first_winner":
        return winners[0]
    behind = members[members.index(first) + 1 :]
    return behind[0] if behind else outcome.box


def _losing_captains(outcome: Outcome, options: Options) -> tuple[int, ...]:
    """The captains of the game who are moved to the end: those who decided and lost, in the order they lost."""
    deciding = outcome.captains if options.box_decider == "acting_captain" else outcome.captains[:1]
    return tuple(seat for seat in deciding if outcome.lost(seat))


def seated(
    rotated: Sequence[int], moved: Collection[int], *, gone: Collection[int], joining: Sequence[int], options: Options
) -> tuple[int, ...]:
    """The seats after leavers have gone and newcomers have come (§2.16)."""
    left = [seat for seat in rotated if seat not in gone]
    if options.join_position == "behind_loser":
        return (*left, *joining)
    losers = [seat for seat in left if seat in moved]
    return (*(seat for seat in left if seat not in moved), *joining, *losers)


def box_may_double(
    stakes: Sequence[Stake], chosen: Collection[int], accessible: Collection[int], *, captain: int, options: Options
) -> bool:
    """Whether the box may double just the `chosen` of its `accessible` main bets (§2.6, decision 15)."""
    if not chosen:
        return True
    left_out = [index for index in accessible if index not in chosen]
    if options.box_double == "all_or_none":
        return not left_out
    if options.box_double == "same_value_same_action":
        return not {stakes[index].value for index in left_out} & {stakes[index].value for index in chosen}
    if options.box_double == "captain_if_level":
        level = len({stake.value for stake in stakes if stake.live and stake.kind == "main"}) == 1
        return not level or all(stakes[index].low != captain for index in left_out)
    return True


def box_may_take(
    stakes: Sequence[Stake], taken: Collection[int], dropped: Collection[int], *, captain: int, players: int,
    options: Options,
) -> bool:  # fmt: skip
    """Whether the box may answer the team's doubles of main bets so (§2.7). Dropping all is always allowed.

    `players` counts everybody at the start of the game.
    """
    if not taken or options.box_take == "free":
        return True
    batch = {*taken, *dropped}
    with_captain = all(stakes[index].low != captain for index in dropped)
    whole = batch == {index for index, stake in enumerate(stakes) if stake.live and stake.kind == "main"}
    if options.box_take == "captain_required":
        return with_captain
    if options.box_take == "all_or_none":
        return not dropped
    if not whole:
        return True
    if players == 3 and (options.box_take == "break_even_captain" or _centred(stakes, batch)):
        return not dropped
    if options.box_take == "half_or_none":
        return not _centred(stakes, batch) or 2 * len(taken) >= len(batch)
    repaid = sum(raised(stakes[index].value, options.variant.progress) for index in taken)
    return with_captain and repaid >= sum(stakes[index].value for index in dropped)


def _centred(stakes: Sequence[Stake], batch: Collection[int]) -> bool:
    return all(stakes[index].owner is None for index in batch)


def base_value(declared: Mapping[int, int], box: int, member: int, options: Options) -> int:
    """Where the cube of a bet begins: 1, or the smaller of what the two declared (§2.14)."""
    if options.stakes == "uniform":
        return 1
    return min(declared.get(box, 1), declared.get(member, 1))
