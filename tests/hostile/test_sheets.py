"""Spreadsheets that are made to hurt (sheets.yaml) are read or refused in one sentence, in little memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pirate_code import cli
from pirate_code.data import load_yaml
from tests.hostile.sheet_recipes import make

HERE = Path(__file__).parent
ENTRIES: list[dict[str, Any]] = load_yaml(HERE / "sheets.yaml").data
NAMES = [str(entry["about"]) for entry in ENTRIES]
HANGS_AFTER = 300


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return the file of each entry."""
    return [make(entry, tmp_path_factory.mktemp("sheet")) for entry in ENTRIES]


@pytest.fixture(scope="module")
def outcomes(files: list[Path]) -> list[dict[str, Any]]:
    """What became of each file, read in a process that is ended if it does not end by itself."""
    paths = json.dumps([str(path) for path in files])
    worker = [sys.executable, str(HERE / "sheet_worker.py")]
    try:
        done = subprocess.run(
            worker, input=paths, capture_output=True, text=True, timeout=HANGS_AFTER, check=False
        )
    except subprocess.TimeoutExpired as error:
        last = json.loads((error.stdout or b"{}").decode().splitlines()[-1])
        pytest.fail(f"this sheet does not end: {NAMES[last.get('begun', 0)]}")
    found = [told["got"] for line in done.stdout.splitlines() if "got" in (told := json.loads(line))]
    begun = len(found)
    assert begun == len(ENTRIES), f"{NAMES[begun]!r} ended it all: {done.stderr[-2000:]}"
    return found


@pytest.mark.parametrize("number", range(len(ENTRIES)), ids=NAMES)
def test_a_sheet_gets_what_it_must(outcomes: list[dict[str, Any]], number: int) -> None:
    entry, got = ENTRIES[number], outcomes[number]
    assert ("rows" in entry) != ("refused" in entry), (
        "an entry says how many rows it has, or why it is refused"
    )
    if "rows" in entry:
        assert got.get("rows") == entry["rows"], got
    else:
        assert entry["refused"] in got.get("refused", ""), got
        assert "\n" not in got["refused"]


def test_a_title_that_comes_twice_is_told_with_its_columns(outcomes: list[dict[str, Any]]) -> None:
    got = outcomes[NAMES.index("two columns of one title that hold the same")]
    assert "columns C and E both have this title and hold the same; C was read" in got["told"]


@pytest.mark.parametrize("about", ["one cell in the last row of the last column", "one line without end"])
def test_a_refused_sheet_leaves_the_library_as_it_was(
    files: list[Path], built: Path, tmp_path: Path, about: str
) -> None:
    library, path = tmp_path / "library.sqlite", files[NAMES.index(about)]
    library.write_bytes(built.read_bytes())
    result = CliRunner().invoke(cli.commands, ["import", str(path), "--db", str(library)])
    assert result.exit_code != 0
    assert ENTRIES[NAMES.index(about)]["refused"] in " ".join(result.output.split())
    assert library.read_bytes() == built.read_bytes()
    assert [found.name for found in tmp_path.iterdir()] == ["library.sqlite"]
