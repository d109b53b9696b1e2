"""`manage.py import_record`: one JSON line a file, whatever is in it."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

RECORD = Path(__file__).parents[1] / "data" / "records" / "self_play.mat"


def lines(*arguments: str) -> list[dict[str, object]]:
    out = io.StringIO()
    call_command("import_record", *arguments, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_a_line_for_every_file_in_the_order_given(tmp_path: Path) -> None:
    broken = tmp_path / "broken.mat"
    broken.write_bytes(b"\xff\xfe\x00 nothing")
    shown = lines(str(RECORD), str(tmp_path / "missing.sgf"), str(broken), str(tmp_path))
    assert [line["file"] for line in shown] == [str(RECORD), str(tmp_path / "missing.sgf"), str(broken), str(tmp_path)]
    assert ["error" in line for line in shown] == [False, True, True, True]
    assert shown[0]["length"] == 3
    assert shown[0]["games"] == [
        {"score_before": [0, 0], "winner": 2, "points": 2, "plays": 32, "crawford": False},
        {"score_before": [0, 2], "winner": 2, "points": 1, "plays": 56, "crawford": True},
    ]


def test_the_trace_is_there_when_it_is_asked_for() -> None:
    (shown,) = lines("--trace", str(RECORD))
    assert [len(game["trace"]) for game in shown["games"]] == [33, 57]  # type: ignore[attr-defined]  # JSON


def test_a_call_without_files_is_an_error_of_the_call() -> None:
    with pytest.raises(CommandError):
        call_command("import_record")
