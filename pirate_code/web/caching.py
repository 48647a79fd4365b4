"""How long an answer may be kept by browsers and proxies.

What only reads the library carries a tag of the library's version: whoever has the answer already is told
that it is still right, and no page is made. Errors are never kept.
"""

from __future__ import annotations

import hashlib
import secrets
from functools import cache
from importlib.resources import files
from pathlib import Path
from urllib.parse import parse_qs

from pirate_code.library.storage import FileVersion, file_version
from pirate_code.web.kinds import Kind, kind_of

ASK_FIRST = b"no-cache"  # may be kept, but is asked for again each time
NEVER = b"no-store"
FOR_EVER = b"public, max-age=31536000, immutable"
_TAGGED = frozenset({Kind.READING, Kind.TABLES, Kind.STATIC})
_START = secrets.token_hex(8)  # a server that is started again may have other code and templates
_OUR_STATIC = "/-/static-plugins/pirate_code/"


def library_tag(library: Path | None) -> bytes | None:
    """The tag of every page that is made of this library alone; none if it has no file."""
    version = file_version(library) if library is not None else None
    return _tag(version) if version is not None else None


def _tag(version: FileVersion) -> bytes:
    digest = hashlib.sha256(repr((_START, version)).encode()).hexdigest()
    return f'W/"{digest[:24]}"'.encode()


def tag_of(path: str, query: bytes, library: bytes | None) -> bytes | None:
    """The tag that the answer at an address carries, if any."""
    return library if kind_of(path, query) in _TAGGED else None


def cache_control(path: str, query: bytes, status: int) -> bytes:
    """What is said of keeping an answer."""
    if status >= 400:
        return NEVER
    if path.startswith(_OUR_STATIC):
        asked = parse_qs(query.decode("latin-1")).get("v", [""])[0]
        if asked and asked == static_version(path.removeprefix(_OUR_STATIC)):
            return FOR_EVER
    return ASK_FIRST


def static_address(name: str) -> str:
    """The address of a style sheet or script of ours, which changes with the file."""
    return f"{_OUR_STATIC}{name}?v={static_version(name)}"


@cache
def _static_versions() -> dict[str, str]:
    folder = files("pirate_code.web") / "static"
    return {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()[:12]
        for file in folder.iterdir()
        if file.is_file()
    }


def static_version(name: str) -> str:
    """The version of a static file of ours; nothing if there is no such file."""
    return _static_versions().get(name, "")


def matches(header: bytes, tag: bytes) -> bool:
    """Whether an If-None-Match header names this tag."""
    weak = tag.removeprefix(b"W/")
    given = [one.strip().removeprefix(b"W/") for one in header.split(b",")]
    return weak in given
