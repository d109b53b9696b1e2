"""A real Exim for tests: the program of the Debian package, a configuration, spool and port of its own.

The package cannot be installed beside Postfix, so `.ci/run` unpacks it into `.peers/exim`. One of the system will do.
"""

from __future__ import annotations

import os
import pwd
import re
import shutil
import smtplib
import subprocess
import tempfile
from pathlib import Path

from tests.site.walks.houses import ROOT, free_port, listens, wait_for

PROGRAM = next((path for path in (ROOT / ".peers/exim/usr/sbin/exim4", Path("/usr/sbin/exim4")) if path.exists()), None)
USER = "Debian-exim"
"""The user that the program is built for; it does nothing where there is none."""


def _missing() -> str:
    if PROGRAM is None:
        return "there is no Exim here: .ci/run unpacks one"
    if os.geteuid():
        return "Exim is started as root, and this is another user"
    if USER not in {user.pw_name for user in pwd.getpwall()}:
        return f"there is no user {USER} for Exim: .ci/run makes one"
    return ""


MISSING = _missing()
"""Why it cannot be started here; empty when it can."""

ROUTER = """\
nardy:
  driver = manualroute
  domains = play.example.org
  transport = nardy_lmtp
  route_list = * 127.0.0.1 byname
  self = send
"""
TRANSPORT = """\
nardy_lmtp:
  driver = smtp
  protocol = lmtp
  port = {lmtp_port}
  max_rcpt = 1
  message_linelength_limit = 1G
"""
"""What README tells to write among the routers and the transports."""

CONFIGURATION = f"""\
exim_path = {{program}}
spool_directory = {{folder}}/spool
log_file_path = {{folder}}/log/%s
primary_hostname = mx.example.org
daemon_smtp_ports = {{port}}
local_interfaces = 127.0.0.1
tls_advertise_hosts =
keep_environment =
rfc1413_query_timeout = 0s
message_size_limit = 1M
acl_smtp_rcpt = rcpt
begin acl
rcpt:
  accept domains = play.example.org
  accept hosts = 127.0.0.1
begin routers
{ROUTER}
reader:
  driver = manualroute
  domains = example.org
  transport = postbox
  route_list = * 127.0.0.1 byname
  self = send
stranger:
  driver = manualroute
  domains = example.net
  transport = refusing
  route_list = * 127.0.0.1 byname
  self = send
begin transports
{TRANSPORT}
postbox:
  driver = smtp
  port = {{postbox}}
refusing:
  driver = smtp
  port = {{refusing}}
begin retry
* * F,1h,1s
"""
"""The recipe, in a world that ends on this machine: there are mailers of two other domains."""


class Exim:
    """The mailer of a club. All are ports: mails to us it hands to `lmtp_port`, letters to example.org to `postbox`,
    those to example.net to `refusing`."""

    def __init__(self, *, lmtp_port: int, postbox: int, refusing: int) -> None:
        self.folder, self.port = Path(tempfile.mkdtemp(prefix="nardy-exim-")), free_port()
        self.folder.chmod(0o755)
        for name in ("spool", "log"):
            (self.folder / name).mkdir()
            shutil.chown(self.folder / name, USER)
        self.configuration = self.folder / "configuration"
        values: dict[str, object] = {"program": PROGRAM, "folder": self.folder, "port": self.port}
        values |= {"lmtp_port": lmtp_port, "postbox": postbox, "refusing": refusing}
        self.configuration.write_text(CONFIGURATION.format(**values))
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.process = self._run("-bdf", "-q1s")
        wait_for("Exim", lambda: listens(self.port), 60)

    def stop(self) -> None:
        """Stop it, and remove all that it has left."""
        if self.process:
            self.process.terminate()
            self.process.wait(30)
        shutil.rmtree(self.folder)

    def flush(self) -> None:
        """Try again now what waits."""
        assert self._run("-qff").wait(60) == 0

    def send(self, raw: bytes, *, sender: str, to: list[str]) -> dict[str, tuple[int, bytes]]:
        """Hand it a mail, as another mailer does: with CRLF, since Exim makes a blank of a bare LF (smuggled commands).

        Gives the recipients that were refused.
        """
        raw = re.sub(rb"\r?\n", b"\r\n", raw)
        with smtplib.SMTP("127.0.0.1", self.port, local_hostname="mx.example.org") as client:
            return client.sendmail(sender, to, raw, ["BODY=8BITMIME"])

    def waiting(self) -> int:
        """How many mails wait in its spool."""
        return len(list((self.folder / "spool").glob("input/*-H")))

    @property
    def log(self) -> str:
        """What it has done."""
        return (self.folder / "log" / "main").read_text(errors="replace")

    def _run(self, *arguments: str) -> subprocess.Popen[bytes]:
        assert PROGRAM
        command = [str(PROGRAM), "-C", str(self.configuration), *arguments]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
