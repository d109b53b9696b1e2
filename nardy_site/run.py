"""`make run`: everything on this machine. Prepares the database, then becomes the supervisor of supervisord.ini.

    NARDY_DEMO=1 python -m nardy_site.run

Needs no argument; the settings are those of env.py. Ctrl-C or SIGTERM stops all processes.
"""

from __future__ import annotations

import fcntl
import io
import os
import socket
import sys
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from nardy_site.env import BadSettings
from nardy_site.messages import compile_messages

CONFIGURATION = Path(__file__).with_name("supervisord.ini")

READY_SECONDS = 60
"""How long the web server may take to answer before we say that it does not."""


def main() -> None:
    """Prepare, and start the processes. Does not return."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nardy_site.settings")
    try:
        django.setup()
    except BadSettings as problem:
        sys.exit(str(problem))
    for name, host, port in [
        ("PORT", settings.NARDY_BIND, settings.PORT),
        ("LMTP_PORT", settings.LMTP_HOST, settings.LMTP_PORT),
    ]:
        if is_answering(host, port):
            sys.exit(f"Something listens on {host}:{port} already. Stop it, or give another port: {name}=… make run")
    greeting = prepare()
    connection.close()
    if os.fork() == 0:
        announce(greeting)
        os._exit(0)
    supervise()


def prepare() -> str:
    """Bring translations, database and static files up to date; gives what the demo says about signing in."""
    for folder in settings.LOCALE_PATHS:
        compile_messages(folder)
    call_command("migrate", verbosity=0, interactive=False)
    if settings.FOR_REAL:
        call_command("collectstatic", verbosity=0, interactive=False)
    if not settings.NARDY_DEMO:
        return ""
    words = io.StringIO()
    call_command("demo", stdout=words)  # fills the database only when there is nobody in it
    return words.getvalue()


def announce(greeting: str) -> None:
    """Wait until the web server answers, then print where it is, and `greeting`; in a process beside the supervisor."""
    deadline = time.monotonic() + READY_SECONDS
    supervisor = os.getppid()
    while not serves_pages(settings.NARDY_BIND, settings.PORT):
        if os.getppid() != supervisor:
            return  # it was stopped meanwhile
        if time.monotonic() > deadline:
            print(f"The web server does not answer on port {settings.PORT}; see above.", flush=True)  # noqa: T201
            return
        time.sleep(0.1)
    print(f"\nThe site is ready: {settings.NARDY_SITE_URL}/\n{greeting}Ctrl-C stops it.\n", flush=True)  # noqa: T201


def is_answering(host: str, port: int) -> bool:
    """Does anything listen there?"""
    try:
        with socket.create_connection((_reachable(host), port), timeout=1):
            return True
    except OSError:
        return False


def serves_pages(host: str, port: int) -> bool:
    """Does a web server there answer a request, whatever it answers? It listens some time before it can."""
    connection = HTTPConnection(_reachable(host), port, timeout=READY_SECONDS)
    try:
        connection.request("HEAD", "/")
        connection.getresponse()
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
    return True


def _reachable(host: str) -> str:
    """The loopback address in place of one that means every address of the machine."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 (compared, not listened on)


def supervise() -> None:
    """Become supervisord, with the programs of this Python first in PATH and the settings that its file names."""
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    os.environ["NARDY_BIND"] = settings.NARDY_BIND
    os.environ["NARDY_VAR"] = str(settings.VAR_DIR)
    os.environ["PORT"] = str(settings.PORT)
    # Supervisor writes the children's lines to a file of its own opening. Should standard output be a file, both must
    # append, or each would write over the other's lines.
    fcntl.fcntl(1, fcntl.F_SETFL, fcntl.fcntl(1, fcntl.F_GETFL) | os.O_APPEND)
    as_root = ["--user", "root"] if os.getuid() == 0 else []  # else it complains about being root
    arguments = [sys.executable, "-m", "supervisor.supervisord", "--configuration", str(CONFIGURATION), *as_root]
    os.execv(sys.executable, arguments)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
