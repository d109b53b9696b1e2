"""`manage.py read_mail`: a line in, a line out, whatever the lines and the files are (spec/mail_reader.md §1)."""

from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command

SAMPLES = Path(__file__).parent.parent / "data" / "mail"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The answers to raw lines of standard input."""

    def answers(lines: bytes) -> list[dict[str, Any]]:
        out = io.StringIO()
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(lines)))
        call_command("read_mail", stdout=out)
        return [json.loads(line) for line in out.getvalue().splitlines()]

    return answers


def test_the_samples(run: Any) -> None:
    manifest = [json.loads(line) for line in (SAMPLES / "manifest.jsonl").read_text("utf-8").splitlines()]
    lines = [{"file": str(SAMPLES / sample["file"]), "seats": sample.get("seats", [])} for sample in manifest]
    answers = run("\n".join(map(json.dumps, lines)).encode())
    assert answers == [
        {"file": line["file"]} | {name: sample[name] for name in ("kind", "commands", "rest")}
        for line, sample in zip(lines, manifest, strict=True)
    ]


def test_seats_are_names_that_count(run: Any, tmp_path: Path) -> None:
    mail = tmp_path / "mail.eml"
    mail.write_bytes(b"From: a@b.org\n\ntake b, drop c")
    line = json.dumps({"file": str(mail), "seats": ["A", "B", "C"]}).encode()
    assert run(line)[0]["commands"] == ["take B, drop C"]
    assert run(json.dumps({"file": str(mail)}).encode())[0]["rest"] == "take b, drop c"


@pytest.mark.parametrize("path", ["missing.eml", ".", "", "a\0b", "\ud800"])
def test_a_file_that_cannot_be_opened(run: Any, path: str) -> None:
    assert run(json.dumps({"file": path}).encode()) == [{"file": path, "error": "unreadable"}]


@pytest.mark.parametrize(
    "line",
    [
        b"junk", b"[]", b"3", b"{}", b'{"file": 3}', b'{"file": "x", "seats": [1]}', b'{"file": "x", "seats": "A"}',
        b"\xff", b"[" * 100000,
    ],
)  # fmt: skip
def test_a_bad_line_ends_nothing(run: Any, line: bytes) -> None:
    good = str(SAMPLES / "13_gmail_web_en.eml")
    answers = run(line + b"\n\n" + json.dumps({"file": good}).encode() + b"\n")
    assert [answer.get("error") for answer in answers] == ["bad-request", None]
    assert answers[1] == {"file": good, "kind": "human", "commands": ["roll"], "rest": ""}


def test_our_own_domain_is_the_setting(run: Any, settings: Any) -> None:
    line = json.dumps({"file": str(SAMPLES / "15_bottom_en.eml")}).encode()
    settings.NARDY_MAIL_DOMAIN = "example.org"
    assert run(line)[0]["kind"] == "own"
