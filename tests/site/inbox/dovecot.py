"""A real IMAP server for tests: Dovecot of the system, with a configuration, mails and a port of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from imap_tools import BaseMailBox, MailBoxUnencrypted

from tests.site.walks.houses import free_port, listens, wait_for

MISSING = (
    "there is no Dovecot here: apt-get install dovecot-imapd"
    if not shutil.which("dovecot")
    else "Dovecot is started as root, and this is another user"
    if os.geteuid()
    else ""
)
"""Why it cannot be started here; empty when it can."""

USER, PASSWORD = "club@example.org", "open/sesame@1"

CONFIGURATION = """
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_failure_delay = 0
default_login_user = {login}
default_internal_user = {internal}
default_internal_group = {group}
first_valid_uid = 1
mail_location = maildir:{folder}/mail
service imap-login {{
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service anvil {{
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={folder}/mail
}}
"""


class Dovecot:
    """The server, and a hand in its one mailbox."""

    def __init__(self) -> None:
        self.folder, self.port = Path(tempfile.mkdtemp(prefix="nardy-imap-")), free_port()
        self.folder.chmod(0o755)  # its processes work as other users
        self.process: subprocess.Popen[bytes] | None = None
        self.url = f"imap://{quote(USER)}:{quote(PASSWORD, safe='')}@127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        mailer = pwd.getpwnam("mail")
        names = {"login": "dovenull", "internal": "dovecot", "group": "dovecot"}
        path = self.folder / "dovecot.conf"
        path.write_text(
            CONFIGURATION.format(
                folder=self.folder, port=self.port, password=PASSWORD, uid=mailer.pw_uid, gid=mailer.pw_gid, **names
            )
        )
        mails = self.folder / "mail"
        mails.mkdir(exist_ok=True)
        os.chown(mails, mailer.pw_uid, mailer.pw_gid)
        self.process = subprocess.Popen(["dovecot", "-F", "-c", path], start_new_session=True)
        wait_for("Dovecot", lambda: listens(self.port), 30)

    def stop(self) -> None:
        """Stop it and wait until it is gone."""
        if self.process:
            self.process.terminate()
            self.process.wait(30)
            self.process = None
            wait_for("the end of Dovecot", lambda: not listens(self.port), 30)

    @contextmanager
    def mailbox(self) -> Iterator[BaseMailBox]:
        """The mailbox, as a person sees it."""
        with MailBoxUnencrypted("127.0.0.1", self.port).login(USER, PASSWORD) as box:
            yield box

    def put(self, raw: bytes) -> None:
        """A mail comes."""
        with self.mailbox() as box:
            box.append(raw, "INBOX")

    def seen(self) -> list[bool]:
        """Of each mail in the mailbox, whether it is marked as seen."""
        with self.mailbox() as box:
            return ["\\Seen" in mail.flags for mail in box.fetch(mark_seen=False)]
