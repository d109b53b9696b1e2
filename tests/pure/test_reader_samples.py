"""The samples of tests/data/mail, each read as its manifest says, whatever its line ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.pure.mails import reading

SAMPLES = Path(__file__).parent.parent / "data" / "mail"
MANIFEST = [json.loads(line) for line in (SAMPLES / "manifest.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("sample", MANIFEST, ids=lambda sample: sample["file"])
def test_sample(sample: dict[str, Any], line_end: bytes) -> None:
    raw = (SAMPLES / sample["file"]).read_bytes().replace(b"\r\n", b"\n").replace(b"\n", line_end)
    found = reading(raw, *sample.get("seats", ()))
    assert found.kind == sample["kind"]
    assert [command.text for command in found.commands] == sample["commands"]
    assert found.rest == sample["rest"]


EXAMPLES = [
    ("8/5 6/5.\nскажи Ваш ход\n-- \nIvan", "human", ["8/5 6/5", "say Ваш ход"], ""),
    ("8/5 6/5.\n\nскажи Ваш ход\n-- \nIvan", "human", ["8/5 6/5", "say Ваш ход"], ""),
    ("даве\nхотя нет, бросок", "human", [], "хотя нет, бросок"),
    (
        "12 ноября 2026 г. 10:15 Нарды <game@play.example.org> написал:\n> Вам бросать кости.\n\nбросок",
        "human",
        ["roll"],
        "",
    ),
    ("Можно ли взять ход назад?\n\nбросок", "human", [], "Можно ли взять ход назад?"),
    ("беру B c, пас D\ntake care", "human", [], "take care"),
    ("беру B c, пас D", "human", ["take B C, drop D"], ""),
]


@pytest.mark.parametrize(("text", "kind", "commands", "rest"), EXAMPLES)
def test_example_of_the_specification(text: str, kind: str, commands: list[str], rest: str) -> None:
    head = "From: Ivan <ivan@example.org>\nSubject: Re: your turn\nContent-Type: text/plain; charset=utf-8\n\n"
    found = reading((head + text).encode(), "A", "B", "C", "D")
    assert (found.kind, [command.text for command in found.commands], found.rest) == (kind, commands, rest)
