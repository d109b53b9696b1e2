"""`manage.py legal_plays` as other programs run it: a line in, a line out at once, and nothing stops it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
REQUEST = {"variant": "short", "me": "24x2 13x5 8x3 6x5", "opponent": "24x2 13x5 8x3 6x5", "dice": [3, 1]}


@pytest.fixture
def command() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        [sys.executable, "manage.py", "legal_plays"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        yield process
        process.kill()


def ask(process: subprocess.Popen[bytes], line: bytes) -> dict:
    process.stdin.write(line + b"\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def test_each_line_is_answered_before_the_next_is_sent(command: subprocess.Popen[bytes]) -> None:
    assert len(ask(command, json.dumps(REQUEST).encode())["results"]) == 16
    assert ask(command, b"not JSON")["error"] == "bad-request"
    assert ask(command, b"\xff\xfe")["error"] == "bad-request"
    assert len(ask(command, b"\n  \n" + json.dumps({**REQUEST, "dice": [6, 5]}).encode())["results"]) == 7
    command.stdin.close()
    assert command.wait(timeout=20) == 0
    assert command.stdout.read() == b""
