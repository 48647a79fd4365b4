"""Lines that are made to hurt (lines.yaml) get what they must, and work on them grows with their length."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pirate_code.data import load_yaml

HERE = Path(__file__).parent
ENTRIES: list[dict[str, Any]] = load_yaml(HERE / "lines.yaml").data
HANGS_AFTER = 300


def made(entry: dict[str, Any], share: int = 1) -> str:
    """The line of an entry, or one that repeats only a share of it."""
    if "line" in entry:
        return str(entry["line"])
    middle = str(entry["repeat"]) * (int(entry["times"]) // share)
    return str(entry.get("before", "")) + middle + str(entry.get("then", ""))


def name(entry: dict[str, Any]) -> str:
    return f"{entry['repeat']}*{entry['times']}" if "repeat" in entry else repr(entry["line"])


@pytest.fixture(scope="module")
def outcomes() -> list[dict[str, Any]]:
    """What became of each line, read in a process that is ended if it does not end by itself."""
    lines = [[made(entry, share) for share in (1, 8, 4)] for entry in ENTRIES]
    worker = [sys.executable, str(HERE / "line_worker.py")]
    try:
        done = subprocess.run(
            worker, input=json.dumps(lines), capture_output=True, text=True, timeout=HANGS_AFTER, check=False
        )
    except subprocess.TimeoutExpired as error:
        last = json.loads((error.stdout or b"{}").decode().splitlines()[-1])
        pytest.fail(f"this line does not end: {name(ENTRIES[last.get('begun', 0)])}")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    found = [line for line in told if "got" in line]
    begun = len(found)
    assert begun == len(ENTRIES), f"{name(ENTRIES[begun])} ended it all: {done.stderr[-2000:]}"
    return found


@pytest.mark.parametrize("number", range(len(ENTRIES)), ids=[name(entry) for entry in ENTRIES])
def test_a_line_gets_what_it_must(outcomes: list[dict[str, Any]], number: int) -> None:
    entry, got = ENTRIES[number], outcomes[number]["got"]
    assert ("gets" in entry) != ("refused" in entry), "an entry says what its line gets, or why it is refused"
    if "gets" in entry:
        assert got == entry["gets"]
    else:
        assert entry["refused"] in got
        assert "\n" not in got


REPEATED = [number for number, entry in enumerate(ENTRIES) if entry.get("times", 0) >= 80]


@pytest.mark.parametrize("number", REPEATED, ids=[name(ENTRIES[number]) for number in REPEATED])
def test_twice_the_length_takes_no_more_than_about_twice_the_work(
    outcomes: list[dict[str, Any]], number: int
) -> None:
    eighth, quarter = outcomes[number]["work"]
    assert quarter <= 2.6 * eighth + 2_000
