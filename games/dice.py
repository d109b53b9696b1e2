"""Fair dice: the seed of a game, its commitment, and every throw that comes of it. Where they are kept: `rows`.

The seed of a game is HMAC-SHA256 of the site's key over table, game and nonce; its SHA-256 is published before the
first throw, the seed itself when the game is over. Throw *n* comes of the seed, the salts of the seats, the epoch of
the table and *n* alone, so that a retry, an undo or a replay gives the same dice (spec/design.md §8). The same
arithmetic, for whoever does not trust this module, stands in `static/games/check_dice.py`.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping

FAIR = 252
"""Bytes from here on are passed over: 252 is the largest multiple of 6 in a byte, so every face is as likely."""


def seed(key: bytes, *, table: int, game: int, nonce: str) -> bytes:
    """The secret of one game, 32 bytes. `nonce` is hexadecimal, made by chance for that game."""
    return hmac.digest(key, f"{table}|{game}|{nonce}".encode(), "sha256")


def commitment(seed: bytes) -> str:
    """What is published before the first throw: SHA-256 of the seed, 64 hexadecimal digits."""
    return hashlib.sha256(seed).hexdigest()


def roll(seed: bytes, *, salts: Mapping[int, str], epoch: int, n: int, dice: int) -> tuple[int, ...]:
    """Throw `n` of a game: `dice` faces, 1 to 6. `salts` by seat number; `epoch` of the table when it was thrown."""
    faces = _faces(seed, salts=salts, epoch=epoch, n=n)
    return tuple(next(faces) for _ in range(dice))


def _faces(seed: bytes, *, salts: Mapping[int, str], epoch: int, n: int) -> Iterator[int]:
    """Faces without end: block after block of 32 bytes, those not fair passed over."""
    block = 0
    while True:
        message = json.dumps([sorted(salts.items()), epoch, n, block], separators=(",", ":"))
        yield from (byte % 6 + 1 for byte in hmac.digest(seed, message.encode(), "sha256") if byte < FAIR)
        block += 1
