"""JSON in files: the same bytes for the same data; what is read is bounded and checked."""

from __future__ import annotations

import json
from typing import Any

from pirate_code.data import parse_json

SIZE_LIMIT = 20_000_000


class SaveError(ValueError):
    """What was read is not what it should be; the message says where and why."""


def dumps(data: Any) -> str:
    """JSON on one line, the same for the same data on every machine."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def loads(text: str, limit: int = SIZE_LIMIT) -> Any:
    """Plain data of a JSON text that comes from outside; SaveError if it is too large or no JSON."""
    if len(text) > limit:
        raise SaveError(f"the text is larger than {limit:,} characters")
    try:
        return parse_json(text)
    except ValueError as error:
        raise SaveError(str(error)) from None
