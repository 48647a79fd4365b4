"""Headers of answers: how they are read and left out, and what a page may load and run."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from pirate_code.web.kinds import is_ours

Header = tuple[bytes, bytes]

TEXTS = re.compile(rb"text/|application/(json|javascript|atom\+xml)|image/svg")
PROGRAMS = re.compile(rb"application/(json|atom\+xml)")  # what pages of other sites may read
# Our pages load scripts, styles and pictures from this server alone, and run nothing that stands in a page.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# Datasette's own table pages bring scripts and styles inside the page.
_POLICY_OF_TABLES = _POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'").replace(
    "style-src 'self'", "style-src 'self' 'unsafe-inline'"
)
# A drawn table brings its styles inside the picture, and nothing else.
_POLICY_OF_PICTURES = "default-src 'none'; style-src 'unsafe-inline'"


def header(headers: Iterable[Header], name: bytes) -> bytes | None:
    """The values of a header as one, with commas; none if it is not there."""
    values = [value for given, value in headers if given.lower() == name]
    return b", ".join(values) if values else None


def without(headers: Iterable[Header], names: Collection[bytes]) -> list[Header]:
    """The headers but those of these names."""
    return [(name, value) for name, value in headers if name.lower() not in names]


def content_policy(path: str) -> str:
    """What a page at this address may load and run."""
    if path in ("/-/play.svg", "/-/blackbeard.svg"):
        return _POLICY_OF_PICTURES
    return _POLICY if is_ours(path) else _POLICY_OF_TABLES
