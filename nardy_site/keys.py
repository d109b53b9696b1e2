"""Keys that the site makes for itself: once, kept in the var folder, readable by its owner alone."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def kept_key(path: Path) -> str:
    """The key in the file `path`; made by chance (256 bits, hexadecimal) if there is none yet.

    Two processes that start at once get the same key: each writes a file of its own, and only one can link it into
    place.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(secrets.token_hex(32) + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()
