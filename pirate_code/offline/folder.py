"""Puts the files of a site into a folder: all of them or none, and nothing of anybody else is touched.

A folder that an older export filled is filled anew. What else lies in it (CNAME, a Git repository) stays.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path

from pirate_code.data import DataError

LIST = "site.json"  # lists the files of an export; it is put there last
FORMAT = "pirate-code-site"


def check(out: Path) -> None:
    """Refuse a folder that is a file, that lies nowhere, or that holds something else."""
    if out.exists() and not out.is_dir():
        raise DataError(f"{out} is a file; give --out a folder that is new, empty, or an older export.")
    if not out.exists() and not out.absolute().parent.is_dir():
        raise DataError(f"There is no folder {out.absolute().parent} to put {out.name} into; make it first.")
    if out.is_dir() and any(out.iterdir()) and _older(out) is None:
        raise DataError(
            f"{out} is not empty and not an older export of a site; give --out another folder, or empty it."
        )


def fill(out: Path, files: Mapping[str, bytes]) -> None:
    """Write the files of a site, their list among them; an older export stays until the new one is whole."""
    check(out)
    try:
        with tempfile.TemporaryDirectory(
            prefix=f".{out.name}.", suffix=".new", dir=out.absolute().parent
        ) as new:
            beside = Path(new, "site")
            for name, content in files.items():
                place = beside / name
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content)
            older = _older(out)
            if older is None:
                _take_place(beside, out)
            else:
                _replace(beside, out, list(files), older)
    except OSError as error:
        raise DataError(f"{out} cannot be written ({error.strerror or error}).") from None


def _take_place(beside: Path, out: Path) -> None:
    """Make a folder the one that is wanted, which is empty or not there."""
    if out.exists():
        out.rmdir()
    beside.replace(out)


def _replace(beside: Path, out: Path, names: list[str], older: list[str]) -> None:
    """Bring the files that were written to their place, each in one step, then remove those of old."""
    for name in names:
        place = out / name
        place.parent.mkdir(parents=True, exist_ok=True)
        (beside / name).replace(place)
    for name in set(older) - set(names):
        (out / name).unlink(missing_ok=True)


def _older(out: Path) -> list[str] | None:
    """Return the files of the export that lies in a folder; None if there is none."""
    try:
        held = json.loads((out / LIST).read_text(encoding="utf-8"))
        if held["format"] != FORMAT:
            return None
        names = [str(name) for name in held["files"]]
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return [name for name in names if not Path(name).is_absolute() and ".." not in Path(name).parts]
