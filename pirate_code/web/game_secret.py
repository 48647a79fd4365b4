"""The secret of a server, from which everything hidden in the games of people follows.

A game is in its address: fleets, captains, a number and the answers. What is dealt and rolled follows from
them and from this secret, so an address alone tells nobody what is hidden; this server can go on with it.
"""

from __future__ import annotations

import contextlib
import hmac
import json
import os
import secrets
from functools import lru_cache
from pathlib import Path
from typing import Any

ENVIRONMENT = "PIRATE_CODE_SECRET"
FILE = "game-secret"  # beside the library
_LENGTH = 64  # characters in the file
_MARK = 4
ORDER = ("fleet", "captain", "seed", "edition", "turns")  # what a game is before its first answer


def secret_of(library: Path) -> bytes:
    """The secret of a server: of the environment, of the file beside its library, or of this run only."""
    return os.environ.get(ENVIRONMENT, "").encode() or _kept(library.parent)


@lru_cache
def _kept(folder: Path) -> bytes:
    """The secret of a folder, made when it is first needed; one that cannot be kept lasts for this run."""
    file, made = folder / FILE, secrets.token_hex(_LENGTH // 2)
    with contextlib.suppress(OSError):
        new = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        os.write(new, made.encode())
        os.close(new)
    with contextlib.suppress(OSError, UnicodeDecodeError):
        found = file.read_text("ascii")
        if len(found) == _LENGTH:
            return found.encode()
    return made.encode()


def dice_of(secret: bytes, query: dict[str, Any]) -> str:
    """The number that all chance of a game follows from."""
    order = json.dumps([query.get(name) for name in ORDER])
    return str(int.from_bytes(_keyed(secret, order)[:8], "big"))


def mark_of(secret: bytes) -> str:
    """A few characters by which a game of another server is known, and which tell nothing of the secret."""
    return _keyed(secret, "mark").hex()[:_MARK]


def _keyed(secret: bytes, text: str) -> bytes:
    return hmac.digest(secret, text.encode("utf-8", "surrogatepass"), "sha256")
