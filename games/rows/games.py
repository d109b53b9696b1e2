"""The rows of games and their stakes, and the dice of a game: promised before it begins, shown when it is over."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from django.conf import settings

from games import dice
from games.models import Game, Seat, Stake, Table
from games.rows import said
from games.rows.loaded import Rows, write
from games.rules import stake as rules
from games.rules.facts import Fact, GameOver, GameStarted, Reversed
from games.rules.state import State


class PromiseError(RuntimeError):
    """The seed of a game is not the one that was promised: DICE_KEY is not the key that the game was begun with."""


def promise(table: Table, number: int, *, now: datetime) -> Game:
    """Make the row of a game to come, and with it promise its dice: the hash of its seed is public from now on."""
    game = Game(table=table, number=number, nonce=secrets.token_hex(32), created_at=now)
    game.seed_hash = dice.commitment(_seed(game))
    game.save(force_insert=True)
    return game


def renew_dice(table: Table) -> None:
    """After a backup was restored: nothing that was thrown since it was made is thrown again at this locked table.

    The throws of the running game go on in another epoch; the game to come, which may have been played to its end and
    its seed shown, is promised anew.
    """
    write(table, dice_epoch=table.dice_epoch + 1)
    for game in table.games.filter(started_at=None):
        fresh = Game(table=table, number=game.number, nonce=secrets.token_hex(32))
        write(game, nonce=fresh.nonce, seed_hash=dice.commitment(_seed(fresh)))


def throw(rows: Rows, number: int, n: int, count: int) -> tuple[int, ...]:
    """Throw `n` of game `number`: `count` dice, from the seed that was promised for it."""
    game = rows.games[number]
    salts = {int(seat): salt for seat, salt in game.salts.items()}
    return dice.roll(_kept_seed(game), salts=salts, epoch=rows.table.dice_epoch, n=n, dice=count)


def sync_games(rows: Rows, before: State, state: State, facts: Sequence[Fact], *, now: datetime) -> None:
    """End and start games as the facts say, promise the dice of the next one, and keep the stakes as they stand."""
    for fact in facts:
        match fact:
            case GameOver():
                game = rows.games.pop(fact.game)
                _sync_stakes(rows, game, state.closed)
                write(game, ended_at=now, seed=_kept_seed(game).hex(), **said.of_end(fact, box=game.box or 0))
            case GameStarted():
                write(rows.games[fact.game], started_at=now, **said.of_start(fact))
                rows.games[fact.game + 1] = promise(rows.table, fact.game + 1, now=now)
            case Reversed():
                write(rows.table.games.get(number=fact.game), annulled_at=now)
    now_bet, before_bet = said.bets(state), said.bets(before)
    if now_bet is not None and now_bet != before_bet:
        _sync_stakes(rows, rows.games[now_bet[0]], now_bet[1])


def _seed(game: Game) -> bytes:
    return dice.seed(settings.DICE_KEY.encode(), table=game.table_id, game=game.number, nonce=game.nonce)


def _kept_seed(game: Game) -> bytes:
    """The promised seed. Raises `PromiseError` rather than throw dice that nobody could check."""
    seed = _seed(game)
    if dice.commitment(seed) != game.seed_hash:
        raise PromiseError(f"DICE_KEY is not the key that game {game.number} of table {game.table_id} was begun with")
    return seed


def stakes(game: Game, seats: Iterable[Seat]) -> list[rules.Stake]:
    """The stakes of a game as its rows have them."""
    number = {seat.pk: seat.number for seat in seats}
    return [
        rules.Stake(
            kind=cast("rules.Kind", row.kind),
            high=number[row.high_id],
            low=number[row.low_id],
            value=row.value,
            owner=number[row.owner_id] if row.owner_id else None,
            turned=row.turned,
            live=row.live,
            won=number[row.won_id] if row.won_id else None,
            how=row.how or None,
            seller=number[row.seller_id] if row.seller_id else None,
        )
        for row in game.stakes.order_by("number")
    ]


def _sync_stakes(rows: Rows, game: Game, stakes: Iterable[rules.Stake]) -> None:
    """Write the stakes of a game: first those that are there, some of which may close, then the new ones."""
    kept = {row.number: row for row in game.stakes.all()}
    made = []
    for number, stake in enumerate(stakes):
        columns = _columns(rows.seats, stake)
        if number in kept:
            write(kept[number], **columns)
        else:
            made.append(Stake(game=game, number=number, **columns))
    Stake.objects.bulk_create(made)


def _columns(seats: Mapping[int, Seat], stake: rules.Stake) -> dict[str, Any]:
    """The columns of a stake's row."""
    return {
        "kind": stake.kind,
        "high_id": seats[stake.high].pk,
        "low_id": seats[stake.low].pk,
        "value": stake.value,
        "owner_id": None if stake.owner is None else seats[stake.owner].pk,
        "turned": stake.turned,
        "live": stake.live,
        "won_id": None if stake.won is None else seats[stake.won].pk,
        "how": stake.how or "",
        "seller_id": None if stake.seller is None else seats[stake.seller].pk,
    }
