"""The embedded broker: messages appear whole, are taken once, and rubbish among them hurts nobody."""

import multiprocessing
import os
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection
from kombu.simple import SimpleQueue

from nardy_site import broker


def connect(folder: Path) -> Connection:
    return Connection(
        "filesystem://localhost", transport="nardy_site.broker:Transport", transport_options={"folder": str(folder)}
    )


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[SimpleQueue]:
    with connect(tmp_path) as connection:
        yield connection.SimpleQueue("nudges")


def write(folder: Path, count: int) -> None:
    with connect(folder) as connection:
        queue = connection.SimpleQueue("nudges")
        for number in range(count):
            queue.put({"number": number, "padding": "x" * 100_000})


def read(folder: Path, found: Any) -> None:
    """Take messages until none came for two seconds."""
    with connect(folder) as connection:
        queue = connection.SimpleQueue("nudges")
        while True:
            try:
                message = queue.get(timeout=2)
            except Empty:
                return
            found.put(message.payload["number"])
            message.ack()


def test_first_in_first_out(queue: SimpleQueue) -> None:
    for number in range(3):
        queue.put(number)
    assert [queue.get(block=False).payload for _ in range(3)] == [0, 1, 2]
    with pytest.raises(Empty):
        queue.get(block=False)


def test_it_is_looked_at_often() -> None:
    assert broker.Transport.polling_interval <= 0.5


def test_a_message_appears_whole(queue: SimpleQueue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rename = os.rename
    seen: list[int] = []

    def spy(draft: Path, target: Path) -> None:
        seen.append(queue.qsize())
        rename(draft, target)

    monkeypatch.setattr(os, "rename", spy)
    queue.put("whole")
    assert seen == [0]
    assert queue.qsize() == 1


def test_two_writers_and_two_readers_at_once_lose_and_double_nothing(tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    found = spawn.Queue()
    writers = [spawn.Process(target=write, args=(tmp_path, 100)) for _ in range(2)]
    readers = [spawn.Process(target=read, args=(tmp_path, found)) for _ in range(2)]
    for process in writers + readers:
        process.start()
    numbers = sorted(found.get(timeout=30) for _ in range(200))
    for process in writers + readers:
        process.join(30)
    assert [process.exitcode for process in writers + readers] == [0, 0, 0, 0]
    assert numbers == sorted([*range(100), *range(100)])
    assert found.empty()


@pytest.mark.parametrize(
    "rubbish", [b"", b"{", b'{"body": "half', b"\xff\xfe\x00", b"[]", b"null", b"{}", b'{"properties": {}}', b'"words"']
)
def test_a_file_that_is_no_message_is_dropped_and_the_next_is_read(
    queue: SimpleQueue, tmp_path: Path, rubbish: bytes
) -> None:
    queue.put("good")
    (tmp_path / "nudges" / "00000000000000000000-rubbish.msg").write_bytes(rubbish)
    (tmp_path / "nudges" / "note.txt").write_text("a stray file")
    assert queue.get(block=False).payload == "good"
    assert [path.name for path in (tmp_path / "nudges").iterdir()] == ["note.txt"]


def test_drafts_of_killed_writers_are_swept(tmp_path: Path) -> None:
    folder = tmp_path / "nudges"
    folder.mkdir()
    old, fresh = folder / ".old.msg", folder / ".fresh.msg"
    for path in (old, fresh):
        path.write_text("{")
    long_ago = time.time() - broker.DRAFT_LIFE - 60
    os.utime(old, (long_ago, long_ago))
    with connect(tmp_path) as connection:
        connection.SimpleQueue("nudges")
    assert not old.exists()
    assert fresh.exists()


def test_a_queue_that_nobody_reads_does_not_grow_for_ever(queue: SimpleQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broker, "FULL", 5)
    for number in range(9):
        queue.put(number)
    assert queue.qsize() == 5
    queue.clear()
    assert queue.qsize() == 0
