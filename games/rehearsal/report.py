"""What came of a script: the output of spec/rehearse.md §6, and its comparison with `expect` (§7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields

from games.rules.facts import Fact, GameOver, GameStarted
from games.rules.stake import Stake
from games.rules.state import State, asks, captain, mover
from games.rules.state.roles import running


def report(
    title: str, state: State, names: Sequence[str], history: Sequence[Fact], errors: Sequence[Mapping[str, object]]
) -> dict[str, object]:
    """The output object. `names` are those of the seats, by number."""
    totals = {names[seat]: _points(halves) for seat, halves in state.halves.items()}
    results = list(_results(state, names, history))
    output: dict[str, object] = {"title": title, "over": state.over, "games": state.games, "results": results}
    if state.format == "match":
        game = running(state)
        output |= {
            "score": totals,
            "winner": None if state.winner is None else names[state.winner],
            "crawford": game is not None and game.crawford,
        }
    else:
        output["points"] = totals
    output["seats"] = [names[seat] for seat in state.seats]
    if state.format == "chouette":
        output["captain"] = _captain(state, names)
    return output | {
        "asks": [[names[ask.seat], ask.kind] for ask in asks(state)],
        "stakes": _stakes(state, names),
        "position": _position(state, names),
        "refused": [error["line"] for error in errors],
        "errors": list(errors),
        "facts": [_fact(fact) for fact in history],
    }


def differences(expect: object, found: object, path: str = "") -> list[str]:
    """Where `found` is not as expected: objects by the keys named, lists element by element, the rest equal."""
    if isinstance(expect, Mapping):
        if not isinstance(found, Mapping):
            return [f"{path or 'result'}: expected an object, found {found!r}"]
        gone = [f"{path}.{key}".lstrip(".") + ": is not there" for key in expect if key not in found]
        pairs = [(f"{path}.{key}".lstrip("."), value, found[key]) for key, value in expect.items() if key in found]
        return gone + [text for name, value, other in pairs for text in differences(value, other, name)]
    if isinstance(expect, list):
        if not isinstance(found, list) or len(found) != len(expect):
            return [f"{path}: expected {expect!r}, found {found!r}"]
        elements = enumerate(zip(expect, found, strict=True))
        return [text for index, (value, other) in elements for text in differences(value, other, f"{path}[{index}]")]
    same = expect == found and isinstance(expect, bool) == isinstance(found, bool)
    return [] if same else [f"{path}: expected {expect!r}, found {found!r}"]


def _points(halves: int) -> int | float:
    return halves // 2 if halves % 2 == 0 else halves / 2


def _results(state: State, names: Sequence[str], history: Sequence[Fact]) -> Iterator[dict[str, object]]:
    """One object a finished game."""
    seats: tuple[int, ...] = ()
    for fact in history:
        if isinstance(fact, GameStarted):
            partner = () if fact.partner is None else (fact.partner,)
            seats = (fact.box, *fact.line, *partner)
        elif isinstance(fact, GameOver) and state.format == "match":
            gains = dict(fact.points)
            winner = max(gains, key=lambda seat: gains[seat]) if fact.value else None
            yield {"how": fact.how, "winner": None if winner is None else names[winner], "value": fact.value}
        elif isinstance(fact, GameOver):
            gains = dict(fact.points)
            yield {"how": fact.how, "points": {names[seat]: _points(gains.get(seat, 0)) for seat in seats}}


def _captain(state: State, names: Sequence[str]) -> str | None:
    """Who moves for the team now."""
    seat = captain(state) if running(state) is None else mover(state, 1)
    return None if seat is None else names[seat]


def _stakes(state: State, names: Sequence[str]) -> dict[str, object]:
    """The bets of the running or last game, by the member; extras by the giver, bought cubes by the seller."""
    stakes = () if state.game is None else state.game.stakes
    return {_key(stake, names): _stake(stake, names) for stake in stakes}


def _key(stake: Stake, names: Sequence[str]) -> str:
    if stake.kind == "extra":
        return f"extra {names[stake.high]}"
    return names[stake.low] if stake.seller is None else f"bought {names[stake.seller]}"


def _stake(stake: Stake, names: Sequence[str]) -> dict[str, object]:
    return {
        "value": stake.value,
        "owner": None if stake.owner is None else names[stake.owner],
        "turned": stake.turned,
        "live": stake.live,
        "won": None if stake.won is None else names[stake.won],
    }


def _position(state: State, names: Sequence[str]) -> dict[str, str]:
    game = state.game
    if game is None:
        return {}
    keys = ("box", "team") if state.format == "chouette" else (names[game.box], names[game.line[0]])
    return {key: game.board.text(side) for side, key in enumerate(keys)}


def _fact(fact: Fact) -> dict[str, object]:
    """Free form: its name, and its fields with seats as numbers."""
    return {"fact": type(fact).__name__} | {part.name: getattr(fact, part.name) for part in fields(fact)}
