"""Uses the compiled build of the engine (`make fast`), as long as it was made from the sources as they are.

build/fast holds extension modules and a list of the files that they were made from. If one of those has
changed since, plain Python is used, and one sentence says so. With PIRATE_CODE_PLAIN=1 plain Python is used
in any case. An installed wheel has nothing else.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 (pathlib starts slowly)
FOLDER = os.path.join(TOP, "build", "fast")  # noqa: PTH118
MADE_FROM = "made-from"  # the list: first what it was made for, then one file to a line
PLAIN = "PIRATE_CODE_PLAIN"
OUT_OF_DATE = "The compiled build (build/fast) is older than the sources, so plain Python is used: make fast"


class CompiledModules:
    """Finds the modules that are compiled, before Python looks for their sources."""

    def __init__(self, folder: str) -> None:
        """The folder holds the modules by their full names."""
        suffix = EXTENSION_SUFFIXES[0]
        self.files = {
            entry.name.removesuffix(suffix): entry.path
            for entry in os.scandir(folder)
            if entry.name.endswith(suffix)
        }

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Where a module is, if it is compiled."""
        file = self.files.get(name)
        return spec_from_file_location(name, file) if file is not None else None


def made_for() -> str:
    """What extension modules fit: this Python, on this kind of machine."""
    return EXTENSION_SUFFIXES[0]


def line_of(path: str, top: str = TOP) -> str:
    """A file as the list tells it: its size, its time and its digest."""
    status = os.stat(os.path.join(top, path))  # noqa: PTH116, PTH118
    return f"{status.st_size} {status.st_mtime_ns} {_digest(os.path.join(top, path))} {path}"  # noqa: PTH118


def is_up_to_date(folder: str = FOLDER, top: str = TOP) -> bool | None:
    """Whether a build was made from the sources as they are; None if there is none."""
    try:
        with open(os.path.join(folder, MADE_FROM), encoding="utf-8") as file:  # noqa: PTH118, PTH123
            kind, *lines = file.read().splitlines()
    except OSError:
        return None
    return kind == made_for() and all(_is_unchanged(line, top) for line in lines)


def _is_unchanged(line: str, top: str) -> bool:
    """Whether a file of the list is as it was; it is read only if its time is another."""
    size, time, digest, path = line.split(" ", 3)
    whole = os.path.join(top, path)  # noqa: PTH118
    try:
        status = os.stat(whole)  # noqa: PTH116
    except OSError:
        return False
    if str(status.st_size) != size:
        return False
    return str(status.st_mtime_ns) == time or _digest(whole) == digest


def _digest(path: str) -> str:
    from hashlib import sha256

    with open(path, "rb") as file:  # noqa: PTH123
        return sha256(file.read()).hexdigest()


def is_used() -> bool:
    """Whether the compiled build is used in this process."""
    return any(isinstance(finder, CompiledModules) for finder in sys.meta_path)


def use() -> None:
    """Use the compiled build if there is one that is up to date; processes that are started do the same."""
    if os.environ.get(PLAIN):
        return
    fresh = is_up_to_date()
    if fresh:
        sys.meta_path.insert(0, CompiledModules(FOLDER))
    elif fresh is not None:
        os.environ[PLAIN] = "1"  # one sentence is enough
        print(OUT_OF_DATE, file=sys.stderr)
