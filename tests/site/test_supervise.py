"""The supervisor by itself: what keeps dying pauses longer each time, what does not stop is killed."""

import signal
import subprocess
import sys
import time

from django.conf import settings

DYING = """
import sys, time
from nardy_site.supervise import supervise
supervise({"dying": lambda: sys.exit(3), "living": lambda: time.sleep(60)})
"""

STUBBORN = """
import signal, time
from nardy_site import supervise
supervise.PATIENCE = 0.5

def stubborn():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    print("ready", flush=True)
    time.sleep(60)

supervise.supervise({"stubborn": stubborn})
"""


def start(script: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=settings.BASE_DIR,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_what_keeps_dying_is_started_again_and_pauses_longer_each_time() -> None:
    with start(DYING) as supervisor:
        assert supervisor.stdout
        begun = time.monotonic()
        lines = [supervisor.stdout.readline().strip() for _ in range(3)]
        took = time.monotonic() - begun
        supervisor.send_signal(signal.SIGINT)
        assert supervisor.wait(10) == 0
    assert lines == [f"dying ended with code 3; it starts again in {pause} s." for pause in (1, 2, 3)]
    assert took > 3


def test_what_does_not_stop_is_killed() -> None:
    with start(STUBBORN) as supervisor:
        assert supervisor.stdout
        assert supervisor.stdout.readline() == "ready\n"
        supervisor.terminate()
        assert supervisor.wait(10) == 0
        assert supervisor.stdout.read() == ""
