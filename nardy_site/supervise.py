"""Keeps processes running: starts them, starts again what dies, stops all at a signal. Which processes: run.py.

Each is a fork of a parent that has loaded the site and nothing else (no connection, no thread), so it is there in an
instant and shares the parent's memory. Supervisors that come as packages start each command anew; on a small machine
four loads of the site at once take longer than a start may.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from types import FrameType

from setproctitle import setproctitle

HEALTHY = 10.0
"""Seconds after which a process counts as started: if it dies later, it is started again at once."""

LONGEST_PAUSE = 30.0
"""Seconds, at most, before what keeps dying is started again; it is never given up."""

PATIENCE = 20.0
"""Seconds that a process may take to end what it is doing before it is killed."""

Program = Callable[[], None]

_fork = multiprocessing.get_context("fork")


class Keeper:
    """One process that is kept running."""

    def __init__(self, title: str, program: Program) -> None:
        self.title = title
        self._program = program
        self._failures = 0
        self._due = 0.0
        self._started = 0.0
        self.process: BaseProcess | None = None

    def start_when_due(self) -> None:
        """Start it, unless it runs or still has to pause."""
        if self.process is None and time.monotonic() >= self._due:
            sys.stdout.flush()
            sys.stderr.flush()
            self._started = time.monotonic()
            self.process = _fork.Process(target=_become, args=(self.title, self._program))
            self.process.start()

    def notice_death(self) -> None:
        """If it has ended, say so, and set when it is started again: after 1, 2, 3 … seconds if it was short-lived."""
        if self.process is None or self.process.is_alive():
            return
        self._failures = 0 if time.monotonic() - self._started > HEALTHY else self._failures + 1
        pause = min(float(self._failures), LONGEST_PAUSE)
        code = self.process.exitcode or 0
        how = f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"
        print(f"{self.title} {how}; it starts again in {pause:.0f} s.", file=sys.stderr, flush=True)  # noqa: T201
        self._due = time.monotonic() + pause
        self.process = None

    def stop(self, deadline: float) -> None:
        """Wait until it has ended after SIGTERM; kill it at `deadline` (of `time.monotonic`)."""
        if self.process is not None:
            self.process.join(max(0.0, deadline - time.monotonic()))
            if self.process.is_alive():
                self.process.kill()
                self.process.join()


def _become(title: str, program: Program) -> None:
    """In the new process: leave the parent's group, so that Ctrl-C reaches the parent alone, and run."""
    os.setpgrp()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    setproctitle(title)
    program()


def supervise(programs: Mapping[str, Program]) -> None:
    """Keep `programs` (title of the process -> what it does) running until SIGTERM or SIGINT, then stop them all."""
    stopping = False

    def stop(_number: int, _frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    keepers = [Keeper(title, program) for title, program in programs.items()]
    while not stopping:
        for keeper in keepers:
            keeper.start_when_due()
        wait([keeper.process.sentinel for keeper in keepers if keeper.process], timeout=0.5)
        for keeper in keepers:
            if not stopping:
                keeper.notice_death()
    for keeper in keepers:
        if keeper.process is not None:
            with contextlib.suppress(ProcessLookupError):
                keeper.process.terminate()
    deadline = time.monotonic() + PATIENCE
    for keeper in keepers:
        keeper.stop(deadline)
