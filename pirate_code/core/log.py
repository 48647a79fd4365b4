"""The log of a game as lines of text, and its digest: the same game gives the same bytes on any machine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def digest(lines: Iterable[str]) -> str:
    """The SHA-256 of the lines of a log."""
    found = hashlib.sha256()
    for line in lines:
        found.update(line.encode())
        found.update(b"\n")
    return found.hexdigest()
