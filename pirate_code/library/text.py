"""Small texts of the library: ids made of words, and data as JSON."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any


def as_json(value: Any) -> str:
    """Write plain data as JSON on one line, the same each time."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def slug(text: str) -> str:
    """Return a text in small letters, digits and hyphens.

    >>> slug("L'Épée du Roi")
    'lepee-du-roi'
    """
    bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()
    return "-".join(re.findall(r"[a-z0-9]+", bare.replace("'", "")))
