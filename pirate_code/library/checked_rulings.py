"""Which rulings the engine has checked: those whose scenarios, as they are written now, were run and held.

`pirate-code rulings check --record` writes db/checked.yaml: a digest of the scenarios of each. One that has
been changed since does not count as checked, and a test runs all of them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from pirate_code.data import folder, load_yaml
from pirate_code.library.rulings import Ruling

_HEAD = """\
# Rulings whose scenarios were run and held, each with a digest of them.
# Written by: pirate-code rulings check --record
"""
_DIGITS = 8


def digest(ruling: Ruling) -> str:
    """What changes when a scenario of the ruling does, or the editions that it is shown in."""
    told = json.dumps([ruling.shows, ruling.edition], sort_keys=True, default=str)
    return hashlib.sha256(told.encode()).hexdigest()[:_DIGITS]


def is_checked(ruling: Ruling) -> bool:
    """Whether the scenarios of a ruling are recorded to hold."""
    return bool(ruling.shows) and _recorded().get(ruling.id) == digest(ruling)


def record(held: Iterable[Ruling]) -> Path:
    """Write down the rulings whose scenarios held."""
    lines = sorted(f'{ruling.id}: "{digest(ruling)}"\n' for ruling in held)
    path = _path()
    path.write_text(_HEAD + "".join(lines), encoding="utf-8")
    _recorded.cache_clear()
    return path


def _path() -> Path:
    return folder("db") / "checked.yaml"


@cache
def _recorded() -> dict[str, str]:
    document = load_yaml(_path())
    found = document.data
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise document.error("the file holds the ids of rulings, each with a digest in quotes")
    return found
