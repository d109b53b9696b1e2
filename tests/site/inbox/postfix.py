"""A real Postfix for tests: its programs from the system, its configuration, queue and port of its own."""

from __future__ import annotations

import os
import shutil
import smtplib
import subprocess
import tempfile
from pathlib import Path

from tests.site.walks.houses import free_port, listens, wait_for

MISSING = (
    "there is no Postfix here: apt-get install postfix"
    if not Path("/usr/sbin/postfix").exists()
    else "Postfix is started as root, and this is another user"
    if os.geteuid()
    else ""
)
"""Why it cannot be started here; empty when it can."""

RECIPE = """\
virtual_mailbox_domains = play.example.org
virtual_transport = lmtp:inet:127.0.0.1:{lmtp_port}
lmtp_destination_recipient_limit = 1
recipient_delimiter = +
message_size_limit = 1048576
"""
"""What README tells to write into main.cf."""

AROUND = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file_prefixes = {folder}
maillog_file = {folder}/log
myhostname = mx.example.org
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtp_host_lookup = native
transport_maps = inline:{{
  {{ example.org = smtp:[127.0.0.1]:{postbox} }}
  {{ example.net = smtp:[127.0.0.1]:{refusing} }} }}
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
"""
"""A world for it that ends on this machine, with two other domains and their mailers."""

SERVICES = """
{port}     inet  n - n - -     smtpd
pickup    unix  n - n 60 1    pickup
cleanup   unix  n - n - 0     cleanup
qmgr      unix  n - n 1 1     qmgr
rewrite   unix  - - n - -     trivial-rewrite
bounce    unix  - - n - 0     bounce
defer     unix  - - n - 0     bounce
trace     unix  - - n - 0     bounce
flush     unix  n - n 1000? 0 flush
proxymap  unix  - - n - -     proxymap
showq     unix  n - n - -     showq
smtp      unix  - - n - -     smtp
lmtp      unix  - - n - -     lmtp
error     unix  - - n - -     error
retry     unix  - - n - -     error
anvil     unix  - - n - 1     anvil
scache    unix  - - n - 1     scache
postlog   unix-dgram n - n - 1 postlogd
"""


class Postfix:
    """The mailer of a club. All are ports: mails to us it hands to `lmtp_port`, letters to example.org to `postbox`,
    those to example.net to `refusing`."""

    def __init__(self, *, lmtp_port: int, postbox: int, refusing: int) -> None:
        self.folder, self.port = Path(tempfile.mkdtemp(prefix="nardy-postfix-")), free_port()
        self.folder.chmod(0o755)
        for name in ("queue", "data"):
            (self.folder / name).mkdir()
        shutil.chown(self.folder / "data", "postfix")
        values: dict[str, object] = {"folder": self.folder, "port": self.port, "lmtp_port": lmtp_port}
        values |= {"postbox": postbox, "refusing": refusing}
        for name, text in (("main.cf", RECIPE + AROUND), ("master.cf", SERVICES)):
            (self.folder / name).write_text(text.format(**values))

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.command("start")
        wait_for("Postfix", lambda: listens(self.port), 60)

    def stop(self) -> None:
        """Stop it, and remove all that it has left."""
        self.command("stop")
        shutil.rmtree(self.folder)

    def command(self, word: str) -> None:
        """`postfix start`, `stop` or `flush`."""
        command = ["/usr/sbin/postfix", "-c", self.folder, word]
        subprocess.run(command, check=True, timeout=60, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def flush(self) -> None:
        """Try again now what waits."""
        self.command("flush")

    def send(self, raw: bytes, *, sender: str, to: list[str]) -> dict[str, tuple[int, bytes]]:
        """Hand it a mail, as another mailer does. Gives the recipients that were refused."""
        with smtplib.SMTP("127.0.0.1", self.port, local_hostname="mx.example.org") as client:
            return client.sendmail(sender, to, raw)

    def waiting(self) -> int:
        """How many mails wait in its queue for another try."""
        command = ["/usr/sbin/postqueue", "-c", self.folder, "-j"]
        listed = subprocess.run(command, check=True, timeout=60, capture_output=True).stdout
        return len(listed.splitlines())

    @property
    def log(self) -> str:
        """What it has done."""
        return (self.folder / "log").read_text(errors="replace")
