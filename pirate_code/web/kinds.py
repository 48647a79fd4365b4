"""The kinds of addresses, which differ in how many may be asked at once and how long an answer is kept."""

from __future__ import annotations

import re
from enum import Enum


class Kind(Enum):
    """What is behind an address."""

    READING = "reading"  # our pages that only read the library, and their JSON
    COMPUTING = "computing"  # our pages that have something computed by a worker
    TABLES = "tables"  # tables, rows and SQL of Datasette
    DOWNLOAD = "download"  # a whole table or the whole library as a file
    STATIC = "static"  # styles and scripts
    SERVER = "server"  # what Datasette says of itself


_STATIC = re.compile(r"/-/static(-plugins)?/|/favicon\.ico$")
_COMPUTING = re.compile(
    r"/(fleet|play|game|ask|table|blackbeard/play)$"
    r"|/-/(fleet|play|game|game-film|game-replay|ask|replay|table|table-film|position|blackbeard|blackbeard-replay)\.[a-z]+$"
)
_READING = re.compile(
    r"/$|/search(\.json|/help)?$|/(card|keyword|ability|ruling|section|term|nation|set)/"
    r"|/(rulings|keywords|matrix|editions|collection)$"
    r"|/changes(\.json|\.atom)?$|/-/(matrix|names|search-words|editions|openapi|pieces)\.json$|/blackbeard(/[a-z-]+/[^/]+)?$"
)


def kind_of(path: str, query: bytes = b"") -> Kind:
    """The kind of an address."""
    if _STATIC.match(path):
        return Kind.STATIC
    if _COMPUTING.match(path):
        return Kind.COMPUTING
    if _READING.match(path):
        return Kind.READING
    if path.startswith("/-/"):
        return Kind.SERVER
    if path.endswith(".db") or b"_stream=" in query:
        return Kind.DOWNLOAD
    return Kind.TABLES


def is_ours(path: str) -> bool:
    """Whether a page is one of ours and not of Datasette."""
    return kind_of(path) in (Kind.READING, Kind.COMPUTING)
