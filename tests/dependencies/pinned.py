"""The versions in .ci/requirements.txt: the name, version, marker and hashes of each entry."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PINNED = Path(__file__).resolve().parents[2] / ".ci" / "requirements.txt"


@dataclass(frozen=True)
class Pin:
    """One entry: exactly one version of a package, and the hashes of its files."""

    name: str
    version: str
    hashes: tuple[str, ...]
    needed_here: bool


def entries(text: str) -> list[str]:
    """Return the entries of a requirements file, each joined to one line; comments are left out."""
    joined = re.sub(r"\\\n\s*", "", text)
    return [line for line in joined.splitlines() if line.strip() and not line.startswith("#")]


def pins() -> dict[str, Pin]:
    """Return every pinned package by its normalised name."""
    found: dict[str, Pin] = {}
    for entry in entries(PINNED.read_text(encoding="utf-8")):
        written, *hashes = re.split(r"\s*--hash=", entry)
        requirement = Requirement(written)
        (specifier,) = requirement.specifier
        assert specifier.operator == "==", entry
        needed = requirement.marker is None or requirement.marker.evaluate()
        name = canonicalize_name(requirement.name)
        if needed or name not in found:  # another version may be pinned for another Python
            found[name] = Pin(name, specifier.version, tuple(hashes), needed)
    return found
