"""`make run`: the processes of a site on one machine, started, killed, and stopped."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import pytest
from django.conf import settings

from nardy_site.run import is_answering, serves_pages

NAMES = {"gunicorn: master", "celeryd", "celery beat", "nardy lmtp"}
"""What stands in the titles of the four processes."""

pytestmark = pytest.mark.xdist_group("running")
"""They share one site."""

PATIENCE = 90.0
"""Seconds to wait for what takes a few on a quiet machine."""


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def until(found: Callable[[], object], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not found():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


def children(parent: int) -> dict[str, int]:
    """Name -> process id of those of the four that are running children of `parent`, by /proc."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, of = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            title = (folder / "cmdline").read_text().replace("\0", " ")
        except OSError:
            continue  # it ended while we looked
        if int(of) == parent and state != "Z":
            found.update({name: int(folder.name) for name in NAMES if name in title})
    return found


class Site:
    """A running site of its own: its folder, its ports, the process that supervises it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port, self.lmtp_port = folder, free_port(), free_port()
        self.log: IO[str] = (folder / "log").open("w+")
        self.process = self.start()

    def start(self) -> subprocess.Popen[str]:
        environ = {name: value for name, value in os.environ.items() if not name.startswith("NARDY_")}
        for name in ("DATABASE_URL", "BROKER_URL", "DJANGO_SETTINGS_MODULE"):
            environ.pop(name, None)
        ours = {"NARDY_DEMO": "1", "NARDY_VAR": str(self.folder), "PORT": str(self.port)}
        return subprocess.Popen(
            [sys.executable, "-m", "nardy_site.run"],
            cwd=settings.BASE_DIR,
            env={**environ, **ours, "LMTP_PORT": str(self.lmtp_port)},
            stdout=self.log,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def said(self) -> str:
        return (self.folder / "log").read_text()

    def nudge(self) -> None:
        """Leave a message for the worker."""
        code = "from nardy_site.celery import still_there; still_there.apply_async(expires=60)"
        environ = {**os.environ, "NARDY_VAR": str(self.folder), "DJANGO_SETTINGS_MODULE": "nardy_site.settings"}
        subprocess.run([sys.executable, "-c", code], cwd=settings.BASE_DIR, env=environ, check=True)

    @property
    def queue(self) -> Path:
        """The folder of what waits for the worker."""
        return self.folder / "broker" / settings.CELERY_TASK_DEFAULT_QUEUE

    def waiting(self) -> list[Path]:
        return list(self.queue.glob("*.msg"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    running = Site(tmp_path_factory.mktemp("site"))
    until(lambda: "The site is ready" in running.said(), PATIENCE)
    yield running
    running.process.terminate()
    running.process.wait(40)
    running.log.close()


def test_it_says_when_and_where_it_is_ready(site: Site) -> None:
    address = f"http://127.0.0.1:{site.port}/"
    assert until(lambda: f"The site is ready: {address}" in site.said(), PATIENCE), site.said()
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{address}no/such/page", timeout=10)
    assert until(lambda: children(site.process.pid).keys() == NAMES, PATIENCE), site.said()
    assert until(lambda: is_answering("127.0.0.1", site.lmtp_port), PATIENCE), site.said()


def test_a_second_one_says_that_the_port_is_taken(site: Site) -> None:
    second = site.start()
    assert second.wait(30) == 1
    assert until(lambda: f"Something listens on 127.0.0.1:{site.port} already." in site.said(), 5)


def test_a_killed_worker_is_started_again_and_takes_what_waits(site: Site) -> None:
    assert until(lambda: "celeryd" in children(site.process.pid), PATIENCE), site.said()
    killed = children(site.process.pid)["celeryd"]
    os.kill(killed, signal.SIGKILL)
    site.queue.mkdir(parents=True, exist_ok=True)
    (site.queue / "0-half-written.msg").write_text('{"body": "')
    site.nudge()
    assert until(lambda: children(site.process.pid).get("celeryd", killed) != killed, PATIENCE), site.said()
    assert until(lambda: not site.waiting(), PATIENCE), site.said()


def test_a_killed_web_server_is_started_again(site: Site) -> None:
    assert until(lambda: serves_pages("127.0.0.1", site.port), PATIENCE), site.said()
    os.kill(children(site.process.pid)["gunicorn: master"], signal.SIGKILL)
    assert until(lambda: not is_answering("127.0.0.1", site.port), PATIENCE)
    assert until(lambda: serves_pages("127.0.0.1", site.port), PATIENCE), site.said()


def test_it_stops_cleanly(site: Site) -> None:
    assert until(lambda: children(site.process.pid).keys() == NAMES, PATIENCE), site.said()
    left = children(site.process.pid)
    site.process.terminate()
    assert site.process.wait(40) == 0, site.said()
    assert not [name for name, process in left.items() if Path(f"/proc/{process}").exists()]
    assert not is_answering("127.0.0.1", site.port)


def test_a_bad_setting_stops_it_with_words(tmp_path: Path) -> None:
    environ = {"PATH": os.environ["PATH"], "NARDY_VAR": str(tmp_path), "NARDY_DEMO": "perhaps"}
    command = [sys.executable, "-m", "nardy_site.run"]
    ran = subprocess.run(
        command, cwd=settings.BASE_DIR, env=environ, capture_output=True, text=True, timeout=30, check=False
    )
    assert ran.returncode == 1
    assert ran.stderr.startswith("The settings do not make sense:\n  NARDY_DEMO is 'perhaps'; allowed: ")
