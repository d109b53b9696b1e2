"""`manage.py rehearse`: one line a file, in order, and an exit status that says the worst."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

SCRIPT = {"format": "match", "rules": {"length": 3}, "seats": ["A", "B"], "dice": ["31"], "do": [["A", "8/5 6/5"]]}


def run(tmp_path: Path, *scripts: object) -> tuple[int, list[dict[str, object]], str]:
    """Exit status, what stands on standard output line by line, and standard error."""
    files = []
    for number, script in enumerate(scripts):
        file = tmp_path / f"{number}.json"
        file.write_text(script if isinstance(script, str) else json.dumps(script))
        files.append(str(file))
    out, err = StringIO(), StringIO()
    status = 0
    try:
        call_command("rehearse", *files, stdout=out, stderr=err)
    except SystemExit as exit_:
        status = int(str(exit_.code))
    return status, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


def test_one_object_a_file_and_status_nought(tmp_path: Path) -> None:
    expect = {"asks": [["B", "cube"]], "refused": []}
    status, objects, err = run(tmp_path, SCRIPT | {"title": "one"}, SCRIPT | {"title": "two", "expect": expect})
    assert (status, err) == (0, "")
    assert [found["title"] for found in objects] == ["one", "two"]


def test_another_end_than_expected_is_one_and_told(tmp_path: Path) -> None:
    status, objects, err = run(tmp_path, SCRIPT | {"expect": {"games": 7}}, SCRIPT)
    assert (status, len(objects)) == (1, 2)
    assert "games: expected 7, found 0" in err


@pytest.mark.parametrize("wrong", ["{", "", "[]", '{"format": "match"}', "null"])
def test_no_script_is_two_in_its_place_and_the_run_goes_on(tmp_path: Path, wrong: str) -> None:
    status, objects, err = run(tmp_path, SCRIPT, wrong, SCRIPT | {"expect": {"games": 7}})
    assert status == 2
    assert [found.get("error") for found in objects] == [None, "no-script", None]
    assert "no script" in err


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    out, err = StringIO(), StringIO()
    with pytest.raises(SystemExit) as exit_:
        call_command("rehearse", str(tmp_path / "gone.json"), stdout=out, stderr=err)
    assert exit_.value.code == 2


@pytest.mark.parametrize("title", ["\ud800", "a\u2028b", "\x85", "Ход"])
def test_any_title_is_printed_on_one_line(tmp_path: Path, title: str) -> None:
    status, objects, _ = run(tmp_path, SCRIPT | {"title": title})
    assert (status, [found["title"] for found in objects]) == (0, [title])


def test_an_old_code_page_of_the_terminal_does_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "script.json"
    file.write_text(json.dumps(SCRIPT | {"title": "Ход \ud800"}))
    done = subprocess.run(
        [sys.executable, "manage.py", "rehearse", file],
        cwd=Path(__file__).parent.parent.parent,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout)["title"] == "Ход \ud800"
