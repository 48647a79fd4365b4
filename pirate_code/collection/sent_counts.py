"""The numbers of a collection in an address, as a browser sends them with a search.

    2*SM-001.002_CC-037.101

is two each of SM-001 and SM-002, and one each of CC-037 and CC-101. No character of it needs to be escaped
in an address. Nothing of it is kept.
"""

from __future__ import annotations

import re

from pirate_code.collection.holdings import LARGEST, PIECES_LIMIT, CollectionError

LENGTH_LIMIT = 20_000  # characters: more than all pieces of the game; an address has 30,000
_GROUP = re.compile(r"(?:(\d{1,4})\*)?([A-Za-z0-9&]{1,20})-([A-Za-z0-9-]{1,80}(?:\.[A-Za-z0-9-]{1,80})*)")


def counts_of(text: str) -> dict[str, int]:
    """Read the numbers of pieces by their ids; CollectionError says what is wrong."""
    if len(text) > LENGTH_LIMIT:
        raise CollectionError(f"A collection in an address has at most {LENGTH_LIMIT:,} characters.")
    counts: dict[str, int] = {}
    for part in text.split("_") if text else ():
        group = _GROUP.fullmatch(part)
        if group is None:
            raise CollectionError(f"{part[:40]!r} is no part of a collection; write 2*SM-001.002_CC-037.")
        for number in group[3].split("."):
            counts[f"{group[2]}-{number}"] = min(int(group[1] or 1), LARGEST)
    if len(counts) > PIECES_LIMIT:
        raise CollectionError(f"A collection has at most {PIECES_LIMIT:,} pieces.")
    return counts
