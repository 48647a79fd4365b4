"""Which engine this is: the version of the package, and a digest of all that decides how a game goes."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import pirate_code
from pirate_code.data import folder

_PACKAGE = Path(pirate_code.__file__).parent
_SHOWING = {"_data", "commands", "offline", "show.py", "views", "web"}  # what only shows results
_DIGITS = 12
_MARK = 6


class OtherVersion(Exception):
    """A worker has another version of Pirate Code, and its results would be others."""

    def __init__(self, wanted: str, found: str, worker: str | None = None) -> None:
        super().__init__(wanted, found, worker)
        self.wanted, self.found, self.worker = wanted, found, worker

    def __str__(self) -> str:
        name = "A worker" if self.worker is None else f"The worker {self.worker}"
        return (
            f"{name} is refused: it has version {self.found} of Pirate Code, and this run has version"
            f" {self.wanted}; install the same on both."
        )


@cache
def engine_version() -> str:
    """The version with a digest of code and data: two engines of the same version play the same games.

    It is that of the files when it is first asked for; a compiled build has the version of its sources.
    """
    digest = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*.py")):
        place = path.relative_to(_PACKAGE)
        if place.parts[0] not in _SHOWING:
            _add(digest, place.as_posix(), path)
    for name in ("db", "grammar", "rulings"):
        top = folder(name)
        for path in sorted(top.rglob("*")):
            if path.is_file():
                _add(digest, f"{name}/{path.relative_to(top).as_posix()}", path)
    return f"{pirate_code.__version__}+{digest.hexdigest()[:_DIGITS]}"


def version_mark() -> str:
    """The version in a few characters, for addresses."""
    return engine_version().rpartition("+")[2][:_MARK]


def _add(digest: hashlib._Hash, name: str, path: Path) -> None:
    text = path.read_bytes().replace(b"\r\n", b"\n")
    digest.update(f"{name} {len(text)}\n".encode())
    digest.update(text)
