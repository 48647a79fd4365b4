"""Reads lines that are made to hurt, in a process of its own: JSON in, one JSON object a line out.

Before each line its number is told, so that whoever waits knows which one does not end.
"""

from __future__ import annotations

import json
import sys
from types import FrameType
from typing import Any

from pirate_code.language import LanguageError, clear_caches, footprint, parse, render
from pirate_code.language.compare import normal_form
from pirate_code.language.outline import outline
from pirate_code.parse_data import as_data


class Calls:
    """How many functions were called within a `with`."""

    def __init__(self) -> None:
        self.counted = 0

    def __enter__(self) -> Calls:
        sys.setprofile(self._count)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _count(self, frame: FrameType, event: str, argument: Any) -> None:
        self.counted += event in {"call", "c_call"}


def read(line: str) -> str:
    """Do all that is done with a line: "parsed", or why not."""
    clear_caches()
    try:
        abilities = parse(line)
    except LanguageError as error:
        assert 1 <= error.column <= len(line) + 1, error.column
        return error.message
    wording = render(abilities)
    if len(wording) <= 10_000 and parse(wording) != abilities:
        return "not read back as it was"
    normal_form(abilities)
    footprint(abilities)
    for ability in abilities:
        outline(ability)
    json.dumps([as_data(ability) for ability in abilities])
    return "parsed"


def main() -> None:
    """Read every line, and count the work on its two shorter forms if it is made of something repeated."""
    read("This ship may move S. zyzzyva")
    read("This ship may move S.")
    for number, (whole, *shorter) in enumerate(json.load(sys.stdin)):
        print(json.dumps({"begun": number}), flush=True)
        got = read(whole)
        work = []
        for line in shorter:
            with Calls() as calls:
                read(line)
            work.append(calls.counted)
        print(json.dumps({"got": got, "work": work}), flush=True)


if __name__ == "__main__":
    main()
