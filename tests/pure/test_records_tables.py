"""Our own tables as records: written, read back and played they are the same tables."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest

from games.records import mat, native, sgf, text
from games.records.playing import PlayedRecord, play
from games.records.reading import read
from games.records.record import UnwritableError
from games.rules.facts import Undone
from games.rules.state import Opening
from games.rules.variants import ALL, variant
from tests.pure.record_truth import Told, random_record, shown_games

FORMATS: tuple[ModuleType, ...] = (mat, sgf, native)
MONEY = {"beavers": True, "raccoons": True, "auto_max": 1, "settlements": True, "end": "games:2"}


def back(told: Told, written_by: ModuleType) -> PlayedRecord:
    write: Callable[..., str] = written_by.write
    return play(read(write(told.record).encode()))


def finished_table(seed: int) -> Told:
    if seed % 2:
        return random_record(seed, format_name="match")
    return random_record(seed, format_name="money", jacoby="per_cube" if seed % 4 else "off", **MONEY)


@pytest.mark.parametrize("start", range(0, 200, 20))
def test_two_hundred_finished_tables_are_the_same_after_the_round_trip(start: int) -> None:
    """Every table is written by one of the three; which, goes round. Answers taken back leave no trace."""
    for seed in range(start, start + 20):
        told = finished_table(seed)
        assert told.state.over
        played = back(told, FORMATS[seed // 2 % 3])
        assert played.illegal == ()
        if not any(isinstance(fact, Undone) for facts in told.entries for fact in facts):
            assert shown_games(played) == told.truth
            settled = any(game.result and game.result.how == "settled" for game in told.record.games)
            assert settled or played.notes == ()
        if told.state.format == "match":
            score = {1: 0.0, 2: 0.0}
            for game in played.games:
                score[game.winner or 0] += game.points or 0
            length = played.record.length
            assert [min(2 * score[1], 2 * length), min(2 * score[2], 2 * length)] == list(told.state.halves.values())


@pytest.mark.parametrize("written_by", FORMATS)
def test_games_played_to_the_end_are_the_same(written_by: ModuleType) -> None:
    told = random_record(3, format_name="match", length=3, steady=True)
    assert max(len(game.boards) for game in told.truth) > 50
    assert shown_games(back(told, written_by)) == told.truth


@pytest.mark.parametrize("key", ALL)
def test_json_keeps_every_game_that_is_played_here(key: str) -> None:
    for format_name, rules in (("match", {"length": 1}), ("money", {"end": "games:1"})):
        told = random_record(5, variant_key=key, format_name=format_name, steady=True, entries=120, **rules)
        played = back(told, native)
        assert (played.illegal, played.notes) == ((), ())
        assert shown_games(played) == told.truth
        assert text.write(told.record).count("\n") > len(told.truth[0].boards)


def test_the_last_throw_and_a_draw_go_round() -> None:
    """Long nardy: the second player throws once more; who is off then too has drawn."""
    told = random_record(2, variant_key="long_classic", format_name="match", length=3, steady=True)
    assert any(getattr(event, "last", False) for game in told.record.games for event in game.events)
    assert any(game.winner is None for game in told.truth)
    played = back(told, native)
    assert shown_games(played) == told.truth
    assert [game.score for game in played.games] == [game.score for game in told.record.games]


def test_flags_of_the_variant_go_with_the_record() -> None:
    told = random_record(4, variant_key="narde", format_name="match", length=1, steady=True, dup=4, head_limit="none")
    assert told.record.rules == {"dup": 4, "head_limit": "none"}
    assert shown_games(back(told, native)) == told.truth


@pytest.mark.parametrize("written_by", FORMATS)
def test_a_first_game_from_a_given_position_is_told(written_by: ModuleType) -> None:
    board = variant("short").board("8x3 6x5 3x2 2x2", "8x3 6x5 4x2")
    told = random_record(1, format_name="match", length=1, steady=True, start=Opening(board=board, side=1))
    assert shown_games(back(told, written_by)) == told.truth


def test_a_running_table_is_told_as_far_as_it_went() -> None:
    told = random_record(1, format_name="match", length=9, steady=True, entries=30)
    assert not told.state.over
    assert shown_games(back(told, mat)) == told.truth


def test_a_chouette_is_the_bet_that_lived_longest() -> None:
    for seed in range(6):
        told = random_record(seed, format_name="chouette", end="games:2", lone_taker="play_on", stakes="uniform")
        for written_by in FORMATS:
            played = back(told, written_by)
            assert played.illegal == ()
            results = [game.result for game in told.record.games if game.result]
            assert [(game.winner, game.points) for game in played.games][: len(results)] == [
                (result.winner, result.points) for result in results
            ]


@pytest.mark.parametrize("key", ["gulbara", "acey_deucey", "garankuet", "diceless"])
def test_what_has_no_place_in_a_format_is_refused(key: str) -> None:
    told = random_record(7, variant_key=key, format_name="match", length=3, steady=True)
    with pytest.raises(UnwritableError):
        mat.write(told.record)


def test_long_nardy_has_a_place_in_mat() -> None:
    told = random_record(5, variant_key="feuga", format_name="match", length=2, steady=True)
    assert '; [Variation "feuga"]' in mat.write(told.record)
    assert shown_games(back(told, mat)) == told.truth


@pytest.mark.parametrize(
    "data",
    [
        "{}",
        "{",
        '{"format": "nardy-record", "version": 2, "variant": "short"}',
        '{"format": "nardy-record", "version": 1, "variant": "chess"}',
        '{"format": "sgf"}',
    ],
)
def test_other_json_is_refused_with_a_reason(data: str) -> None:
    with pytest.raises(ValueError, match=r"JSON|version|variant"):
        read(data.encode())


def test_odd_events_are_left_out_and_told() -> None:
    good, odd = (
        '{"player": 1, "roll": "31", "play": "8/5 6/5"}',
        '{"player": 3, "roll": "31"}, {"player": 2, "roll": "99"}',
    )
    head = '{"format": "nardy-record", "version": 1, "variant": "short", "length": 1, "games": [{"events": '
    record = native.read(f"{head}[{good}, 7, {{}}, {odd}]" + "}]}")
    assert len(record.games[0].events) == 1
    assert [str(note).split(" not read")[0] for note in record.notes] == [f"game 1, event {n}" for n in (2, 3, 4, 5)]
