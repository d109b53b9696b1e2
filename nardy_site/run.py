"""`make run`: everything on this machine. Prepares the database, then keeps the processes of a site running.

    NARDY_DEMO=1 python -m nardy_site.run

Needs no argument; the settings are those of env.py. Ctrl-C or SIGTERM stops all processes. Elsewhere, where each
process is started by itself: Procfile.
"""

from __future__ import annotations

import io
import multiprocessing
import os
import socket
import sys
import time
from http.client import HTTPConnection, HTTPException

import django
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from nardy_site.celery import app
from nardy_site.env import BadSettings
from nardy_site.messages import compile_messages
from nardy_site.supervise import supervise

READY_SECONDS = 60
"""How long the web server may take to answer before we say that it does not."""


def main() -> None:
    """Prepare, run until stopped."""
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
    load()
    connection.close()
    multiprocessing.get_context("fork").Process(target=announce, args=(greeting,), daemon=True).start()
    supervise({"nardy web": web, "nardy lmtp": lmtp, "nardy celery worker": worker, "nardy celery beat": beat})


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


def load() -> None:
    """Import what the processes need, once for all of them."""
    import nardy_site.wsgi  # noqa: F401 (it makes the application, for which all must be ready)

    app.loader.import_default_modules()


def web() -> None:
    """The web server."""
    from gunicorn.app.wsgiapp import run as gunicorn  # the parent has no use for it

    address = f"{settings.NARDY_BIND}:{settings.PORT}"
    options = ["--bind", address, "--threads", "8", "--no-control-socket", "--log-level", "warning"]
    sys.argv = ["gunicorn", "nardy_site.wsgi", *options]
    gunicorn()


def lmtp() -> None:
    """The door for letters."""
    call_command("run_lmtp")


def worker() -> None:
    """The process that carries out tasks."""
    celery("worker")


def beat() -> None:
    """The clock. Inside the worker it would be a child that lives on when the worker is killed, and strike twice."""
    celery("beat")


def celery(command: str) -> None:
    """Become what `celery --app nardy_site` becomes with this command."""
    sys.argv = ["celery", "--quiet", command, "--loglevel", "WARNING"]  # also what it shows as its title
    app.start(sys.argv[1:])


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
    http = HTTPConnection(_reachable(host), port, timeout=READY_SECONDS)
    try:
        http.request("GET", "/healthz")
        http.getresponse().read()
    except (OSError, HTTPException):
        return False
    finally:
        http.close()
    return True


def _reachable(host: str) -> str:
    """The loopback address in place of one that means every address of the machine."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 (compared, not listened on)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
