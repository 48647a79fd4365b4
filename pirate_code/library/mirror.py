"""Writes the whole library into a folder that others can mirror: every export, the schema, and a manifest.

The manifest says what there is, in which version, with sizes and checksums. The same library gives the same
bytes, and a file that has not changed is left as it is, so a mirror fetches only what is new.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal, TextIO

from pydantic import BaseModel, ConfigDict, Field, ValidationError

import pirate_code
from pirate_code.data import DataError
from pirate_code.library import records
from pirate_code.library.export import KINDS, VERSION, write, writing
from pirate_code.library.storage import Progress, silent
from pirate_code.validation_messages import plainly

MANIFEST = "manifest.json"
_SCHEMA = "schema.json"
_MANIFEST_LIMIT = 1_000_000
_CHUNK = 1 << 16
Writer = Callable[[TextIO], int]


class ManifestFile(BaseModel):
    """One file of an export."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: str = Field(pattern=r"^[a-z][a-z-]*\.(jsonl|json)$")
    kind: str = Field(description="What its records are; `schema` for the JSON Schema of them all.")
    records: int
    bytes: int
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")


class Manifest(BaseModel):
    """What an export holds."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    format: Literal["pirate-code"] = "pirate-code"
    version: str = Field(description="The version of the records' format.")
    made_by: str = Field(description="The version of Pirate Code that wrote it.")
    library: dict[str, str] = Field(description="What the library says of what it was made from.")
    files: tuple[ManifestFile, ...]


def write_mirror(
    db: sqlite3.Connection, folder: Path, more: Mapping[str, Writer] = {}, progress: Progress = silent
) -> Manifest:
    """Write everything into a folder, the manifest last; `more` are kinds of records beside the library's."""
    _make(folder)
    writers: dict[str, tuple[str, Writer]] = {
        f"{what}.jsonl": (KINDS[what], lambda out, what=what: write(db, what, "jsonl", out))  # type: ignore[misc]
        for what in KINDS
    }
    writers |= {f"{name}.jsonl": (name, writer) for name, writer in more.items()}
    writers[_SCHEMA] = ("schema", _write_schema)
    files = []
    for done, (name, (kind, writer)) in enumerate(writers.items()):
        progress("files", done, len(writers))
        files.append(_written(folder / name, kind, writer))
    progress("files", len(writers), len(writers))
    manifest = Manifest(
        version=VERSION,
        made_by=pirate_code.__version__,
        library=dict(db.execute("SELECT key, value FROM meta ORDER BY key").fetchall()),
        files=tuple(files),
    )
    with writing(folder / MANIFEST) as out:
        out.write(manifest.model_dump_json(indent=2) + "\n")
    return manifest


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of an export, and see that its files are those that it names."""
    path = folder / MANIFEST
    try:
        with path.open("rb") as file:
            text = file.read(_MANIFEST_LIMIT + 1)
        if len(text) > _MANIFEST_LIMIT:
            raise DataError(f"{path} is larger than a manifest can be.")
        manifest = Manifest.model_validate_json(text)
        for named in manifest.files:
            if digest_of(folder / named.name) != named.sha256:
                raise DataError(f"{folder / named.name} is not the file that {path} names; export it again.")
    except OSError as error:
        raise DataError(f"{error.filename} cannot be read ({error.strerror}).") from None
    except ValidationError as error:
        raise DataError(f"{path} is no manifest of an export: {plainly(error)}") from None
    return manifest


def digest_of(path: Path) -> str:
    """The SHA-256 of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _written(path: Path, kind: str, writer: Writer) -> ManifestFile:
    """Write one file, unless it is there already as it would be."""
    new = path.with_name(f".{path.name}.made")
    try:
        with writing(new) as out:
            count = writer(out)
        digest, size = digest_of(new), new.stat().st_size
        if not (path.is_file() and digest_of(path) == digest):
            new.replace(path)
    except OSError as error:
        raise DataError(f"{path} cannot be written ({error.strerror or error}).") from None
    finally:
        new.unlink(missing_ok=True)
    return ManifestFile(name=path.name, kind=kind, records=count, bytes=size, sha256=digest)


def _write_schema(out: TextIO) -> int:
    out.write(json.dumps(records.schema(), indent=2, ensure_ascii=True) + "\n")
    return 0


def _make(folder: Path) -> None:
    """Make the folder; the one around it must be there, for a name may be misspelt."""
    try:
        folder.mkdir(exist_ok=True)
    except FileExistsError:
        raise DataError(f"{folder} is a file; give a folder to write into.") from None
    except FileNotFoundError:
        raise DataError(f"There is no folder {folder.parent}; make it, or choose another place.") from None
    except OSError as error:
        raise DataError(f"{folder} cannot be made ({error.strerror or error}).") from None
