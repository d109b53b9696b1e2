"""A whole site for a walk: real processes, a real mailer to take its letters, and a hand on its clock.

Two kinds: `Embedded` is what `make run` starts (one supervisor, SQLite, the broker of files); `Served` is PostgreSQL
and RabbitMQ with one web process, two workers, a beat and an LMTP door of their own.
"""

from __future__ import annotations

import os
import secrets
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import psycopg
import requests
from aiosmtpd.controller import Controller
from kombu import Connection

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 90.0
"""Seconds that a walk waits for something that real processes do among others on a small machine."""


def wait_for(what: str, look: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """Look again and again until there is something; fail with words when there never is."""
    deadline = time.monotonic() + patience
    while not (found := look()):
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {patience:.0f} s in vain for {what}")
        time.sleep(0.1)
    return found


class Postbox:
    """The mailer of the site: takes every letter by SMTP and keeps it."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self._controller = Controller(self, hostname="127.0.0.1", port=free_port())
        self._controller.start()
        self.port = self._controller.port

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        letter = message_from_bytes(envelope.content, policy=policy.default)
        letter["X-Envelope-To"] = envelope.rcpt_tos[0]
        self.letters.append(letter)
        return "250 kept"

    def to(self, address: str) -> list[EmailMessage]:
        """The letters to an address, in the order in which they came."""
        return [letter for letter in list(self.letters) if letter["X-Envelope-To"] == address]

    def close(self) -> None:
        self._controller.stop()


class House(ABC):
    """What both kinds of site have in common."""

    def __init__(self, var: Path) -> None:
        self.postbox = Postbox()
        self.port, self.lmtp_port = free_port(), free_port()
        self.site = f"http://127.0.0.1:{self.port}"
        self.log = var / "processes.log"
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("NARDY_", "DJANGO_"))},
            "NARDY_VAR": str(var),
            "NARDY_SITE_URL": self.site,
            "PORT": str(self.port),
            "LMTP_PORT": str(self.lmtp_port),
            "EMAIL_URL": f"smtp://127.0.0.1:{self.postbox.port}",
            "SECRET_KEY": secrets.token_urlsafe(48),
            "DICE_KEY": secrets.token_urlsafe(48),
        }
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    @abstractmethod
    def start(self) -> None:
        """Start its processes, and wait until they answer."""

    @abstractmethod
    def kill_a_worker(self) -> None:
        """Kill -9 a worker in the middle of whatever it does; it is started again."""

    @abstractmethod
    def sql(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """A look into (or a hand in) the rows, past the site."""

    def pass_time(self, seconds: int) -> None:
        """Move the clock on: everything that the rows date is so much longer ago, or nearer."""
        for table, columns in MOMENTS.items():
            moved = ", ".join(f"{column} = {self.earlier(column, seconds)}" for column in columns)
            self.sql(f"UPDATE {table} SET {moved}")

    @abstractmethod
    def earlier(self, column: str, seconds: int) -> str:
        """The SQL for a column's moment, so many seconds earlier."""

    def manage(self, *arguments: str) -> str:
        """Run a management command to its end."""
        command = [sys.executable, "manage.py", *arguments]
        ended = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=300, check=False
        )
        assert ended.returncode == 0, f"{arguments}: {ended.stdout}\n{ended.stderr}"
        return ended.stdout

    def run(self, name: str, *command: str) -> None:
        """Start a process of the site in a group of its own."""
        with self.log.open("ab") as log:
            self.processes[name] = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=log, stderr=log, start_new_session=True
            )

    def stop(self) -> None:
        """Stop all processes, the workers before what they lean on."""
        for process in self.processes.values():
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
        for process in self.processes.values():
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait(10)
        self.postbox.close()

    def _answers(self) -> bool:
        try:
            with closing(socket.create_connection(("127.0.0.1", self.lmtp_port), 1)):
                return requests.get(f"{self.site}/healthz", timeout=5).ok
        except OSError:
            return False


MOMENTS = {
    "games_prompt": ("asked_at", "running_since", "due_at", "check_at"),
    "games_incomingmail": ("next_try_at",),
    "games_outgoingmail": ("created_at", "next_try_at", "not_before", "wanted_by"),
}


class Embedded(House):
    """One supervisor over everything, as `make run` starts it, but with a mailer."""

    def start(self) -> None:
        self.run("supervisor", sys.executable, "-m", "nardy_site.run")
        wait_for("the site", self._answers)

    def kill_a_worker(self) -> None:
        var = self.environment["NARDY_VAR"].encode()
        for entry in Path("/proc").iterdir():
            try:
                line = (entry / "cmdline").read_bytes()
                if entry.name.isdigit() and b"celery" in line and var in (entry / "environ").read_bytes():
                    os.kill(int(entry.name), signal.SIGKILL)
            except (OSError, ValueError):
                continue

    def sql(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        path = Path(self.environment["NARDY_VAR"]) / "nardy.sqlite3"
        with closing(sqlite3.connect(path, timeout=30)) as connection, connection:
            return connection.execute(statement.replace("%s", "?"), values).fetchall()

    def earlier(self, column: str, seconds: int) -> str:
        return f"strftime('%Y-%m-%d %H:%M:%f000', {column}, '-{seconds} seconds')"


class Served(House):
    """PostgreSQL, RabbitMQ, one web process, two workers, one beat, one mail door."""

    def __init__(self, var: Path, server: str = "postgres://postgres@127.0.0.1:5432") -> None:
        super().__init__(var)
        self.name = f"walk_{secrets.token_hex(4)}"
        self.domain = f"{self.name.replace('_', '-')}.example.org"
        self.server = server
        self._admin(f"CREATE DATABASE {self.name}")
        self.environment |= {
            "DATABASE_URL": f"{server}/{self.name}",
            "BROKER_URL": "amqp://guest:guest@127.0.0.1:5672//",
            "NARDY_MAIL_DOMAIN": self.domain,
        }

    def start(self) -> None:
        self.manage("migrate", "--verbosity", "0")
        self.manage("collectstatic", "--no-input", "--verbosity", "0")
        python = (sys.executable, "-m")
        self.run("web", *python, "gunicorn", "nardy_site.wsgi", "--bind", f"127.0.0.1:{self.port}", "--threads", "4")
        self.run("lmtp", sys.executable, "manage.py", "run_lmtp")
        for name in ("worker1", "worker2"):
            self._worker(name)
        self.run("beat", *python, "celery", "-A", "nardy_site", "beat", "-s", f"{self.environment['NARDY_VAR']}/beat")
        wait_for("the site", self._answers)

    def kill_a_worker(self) -> None:
        os.killpg(self.processes["worker1"].pid, signal.SIGKILL)
        self.processes["worker1"].wait(10)
        self._worker("worker1")

    def _worker(self, name: str) -> None:
        self.run(
            name,
            sys.executable,
            "-m",
            "celery",
            "-A",
            "nardy_site",
            "worker",
            "-n",
            f"{name}-{self.name}@%h",
            "-c",
            "1",
        )

    def sql(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        with psycopg.connect(f"{self.server}/{self.name}".replace("postgres://", "postgresql://")) as connection:
            cursor = connection.execute(statement, values)
            return cursor.fetchall() if cursor.description else []

    def earlier(self, column: str, seconds: int) -> str:
        return f"{column} - interval '{seconds} seconds'"

    def stop(self) -> None:
        super().stop()
        with Connection(self.environment["BROKER_URL"]) as broker:
            broker.default_channel.queue_delete(self.domain)
            broker.default_channel.exchange_delete(self.domain)
        self._admin(f"DROP DATABASE {self.name} WITH (FORCE)")

    def _admin(self, statement: str) -> None:
        address = f"{self.server}/postgres".replace("postgres://", "postgresql://")
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(statement)


@contextmanager
def opened(house: House) -> Iterator[House]:
    """A house that is running, and stopped afterwards; when the walk failed, what went on last is shown."""
    try:
        house.start()
        yield house
    except BaseException:
        if house.log.exists():
            sys.stdout.write(house.log.read_text(errors="replace")[-6000:])
        for rows in ("outcome, detail FROM games_incomingmail", "seq, source, action FROM games_entry"):
            for row in house.sql(f"SELECT id, {rows} ORDER BY id DESC LIMIT 5"):
                sys.stdout.write(f"{row}\n")
        raise
    finally:
        house.stop()


def free_port() -> int:
    """A port that nothing listens on just now."""
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def listens(port: int) -> bool:
    """Whether a service of this machine is there."""
    try:
        with closing(socket.create_connection(("127.0.0.1", port), 1)):
            return True
    except OSError:
        return False
