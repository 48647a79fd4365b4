"""Holds a sample of the built-in lines against the record of those that are known to differ.

All built-in lines take minutes (`make conformance`); `make test` plays this sample, always the same.

    python -m bench.conformance              what is not as recorded
    python -m bench.conformance --record     write the record anew
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from zlib import crc32

import yaml

from pirate_code.board.card import Card
from pirate_code.fleets import card_pool
from pirate_code.scenarios.conformance.lines import check_cards

KNOWN = Path(__file__).parent.parent / "tests/scenarios/conformance/known.yaml"
LINES = KNOWN.parents[2] / "lines"
SAMPLE = 36
_HEAD = """# Of the sample of built-in lines that `make test` plays: those that were not seen to do what
# they say, each with what is wrong or could not be seen. Written by `python -m bench.conformance --record`.
"""


def sample() -> list[Card]:
    """Cards with some of the built-in lines, always the same: printed lines do not change."""
    lines = {card.line: card for card in card_pool.builtin().cards.values() if card.line.strip()}
    return [lines[line] for line in sorted(lines, key=lambda line: crc32(line.encode()))[:SAMPLE]]


def differing(jobs: int = 2) -> dict[str, list[str]]:
    """The lines of the sample that do not conform, with what is wrong."""
    found = check_cards(sample(), jobs, rounds=1, folders=(LINES,))
    return {
        one.line: list(one.differs) for one in sorted(found, key=lambda one: one.line) if not one.conforms
    }


def known() -> dict[str, list[str]]:
    """The record."""
    loaded: dict[str, list[str]] = yaml.safe_load(KNOWN.read_text(encoding="utf-8")) or {}
    return loaded


def main() -> None:
    """Compare with the record, or write it."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    reader.add_argument("--record", action="store_true", help="write the record anew")
    told = reader.parse_args()
    found = differing()
    print(f"{SAMPLE - len(found)} of {SAMPLE} conform")
    if told.record:
        text = yaml.safe_dump(found, sort_keys=True, allow_unicode=True, width=110)
        KNOWN.write_text(_HEAD + text, encoding="utf-8")
        return
    before = known()
    for line in found.keys() - before.keys():
        print(f"differs, and is not on the record: {line}\n    {found[line][0]}")
    for line in before.keys() - found.keys():
        print(f"conforms, and is on the record: {line}")
    sys.exit(found.keys() != before.keys())


if __name__ == "__main__":
    main()
