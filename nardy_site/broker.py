"""The embedded broker: a folder of message files, for one machine without any service. Which messages: celery.py.

Kombu has a transport of this kind. It writes into the open, so that a reader may meet half a message and die of it, and
keeps tables of bindings in files that several processes write at once. Here a message appears by rename, is taken by
unlink, and there are no tables: each sender names its queue, and nothing is sent to many.
"""

from __future__ import annotations

import logging
import os
import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import virtual
from kombu.utils.json import dumps, loads

logger = logging.getLogger(__name__)

FULL = 500
"""Messages in a queue beyond which no more are kept. They are nudges, and this many unread ones say it all."""

DRAFT_LIFE = 3600
"""Seconds after which a draft that was never finished, because its writer was killed, is swept away."""


class Channel(virtual.Channel):
    """Queues as folders in the folder named by the transport option `folder`."""

    def _folder(self, queue: str) -> Path:
        client: Any = self.connection.client
        folder = Path(client.transport_options["folder"], queue)
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _new_queue(self, queue: str, **_: Any) -> None:
        """Make the queue's folder, and sweep drafts that nobody will finish."""
        for draft in self._folder(queue).glob(".*"):
            try:
                if time.time() - draft.stat().st_mtime > DRAFT_LIFE:
                    draft.unlink()
            except FileNotFoundError:
                continue  # it was finished, or another process swept it

    def _put(self, queue: str, message: Any, **_: Any) -> None:
        """Write the message under a name that nobody reads, then give it the name that is read."""
        if self._size(queue) >= FULL:
            logger.warning("The queue %s is full; a nudge is dropped. Is a worker running?", queue)
            return
        folder = self._folder(queue)
        name = f"{time.time_ns():020d}-{uuid.uuid4().hex}.msg"
        draft = folder / f".{name}"
        draft.write_text(dumps(message))
        os.rename(draft, folder / name)

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        """The oldest message that nobody else took; a file that is no message is logged and done away with."""
        for path in self._messages(queue):
            try:
                content = path.read_bytes()
                path.unlink()  # of several readers one succeeds, and the message is his
            except FileNotFoundError:
                continue
            try:
                payload: dict[str, Any] = loads(content)
                self.Message(payload, channel=self)
            except (ValueError, LookupError, TypeError, AttributeError):
                logger.warning("%s in the queue %s was no message.", path.name, queue)
            else:
                return payload
        raise Empty

    def _size(self, queue: str) -> int:
        return len(self._messages(queue))

    def _purge(self, queue: str) -> int:
        waiting = self._messages(queue)
        for path in waiting:
            path.unlink(missing_ok=True)
        return len(waiting)

    def _messages(self, queue: str) -> list[Path]:
        """Finished messages, oldest first."""
        return sorted(path for path in self._folder(queue).iterdir() if path.suffix == ".msg" and path.name[0] != ".")


class Transport(virtual.Transport):
    """Kombu's way to the folder. It cannot send to many, so workers start without remote control by themselves."""

    Channel = Channel
    polling_interval = 0.25
    default_port = 0
    driver_type = driver_name = "folder"
    implements = virtual.Transport.implements.extend(exchange_type=frozenset(["direct"]))

    def driver_version(self) -> str:
        """Nothing to tell."""
        return "1"
