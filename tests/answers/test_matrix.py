"""All pairs of abilities are settled by rulings, footprints or experiment; a run goes on where it was."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from pirate_code.answers.matrix import DistinctAbility, compute, distinct, families, pairs, settle
from pirate_code.cli import commands
from pirate_code.core.executors import SerialExecutor
from pirate_code.library.storage import LibraryError, silent


@pytest.fixture(scope="module")
def db(built: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{built}?mode=ro", uri=True)


def keyword(db: sqlite3.Connection, name: str) -> DistinctAbility:
    return next(each for each in distinct(db) if each.id == name)


def test_every_pair_stands_once_and_each_ability_with_itself(db: sqlite3.Connection) -> None:
    count = sum(each.type == "keyword" for each in distinct(db))
    found = list(pairs(db, keywords=True))
    assert len(found) == len(set(found)) == count * (count + 1) // 2


def test_rulings_settle_what_they_speak_of(db: sqlite3.Connection) -> None:
    settled = settle(db, keyword(db, "captain"), keyword(db, "reverse-captain"))
    assert (settled.verdict, settled.by) == ("no", "rulings")
    assert settled.ruling is not None


def test_footprints_settle_what_nothing_brings_together(db: sqlite3.Connection) -> None:
    settled = settle(db, keyword(db, "cargo-master"), keyword(db, "cannoneer"))
    assert (settled.verdict, settled.by) == ("no", "footprints")


def test_a_run_that_is_interrupted_goes_on(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "matrix.sqlite"
    told: list[int] = []

    def stop(what: str, done: int, total: int) -> None:
        told.append(done)
        if len(told) > 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compute(built, out, executor=SerialExecutor(), only="specialists", keywords=True, tell=stop)
    with sqlite3.connect(out) as opened:
        assert opened.execute("SELECT count(*) FROM interactions").fetchone()[0] == 3
    run = compute(built, out, executor=SerialExecutor(), only="hulls", keywords=True, tell=silent)
    assert run.total > 100
    assert not run.faults
    with pytest.raises(LibraryError, match="the library itself"):
        compute(built, built, executor=SerialExecutor(), only=None, keywords=True, tell=silent)


def test_families_count_pairs_both_ways(built: Path, tmp_path: Path) -> None:
    out = tmp_path / "matrix.sqlite"
    out.write_bytes(built.read_bytes())
    with sqlite3.connect(out) as opened:
        row = ("a", "captain", None, "cancel", None, "yes", "cancels", "rulings", "It does.", None)
        opened.execute(f"INSERT INTO interactions VALUES ({', '.join('?' * len(row))})", row)
        opened.commit()
        grid = families(opened)
    names = grid["families"]
    x, y = (names.index(keyword(sqlite3.connect(built), each).family) for each in ("captain", "cancel"))
    assert grid["cells"][x][y] == grid["cells"][y][x] == {"yes": 1}
    assert grid["keywords"] == [{"x": "captain", "y": "cancel", "verdict": "yes"}]


def test_interactions_are_told_by_relation(built: Path) -> None:
    run = CliRunner()
    told = run.invoke(commands, ["interactions", "doc", "--kind", "prevents", "--db", str(built), "--json"])
    found = json.loads(told.output)
    assert found["name"] == "Doctor"
    assert {each["relation"] for each in found["interactions"]} == {"prevents"}
    assert "Doctor prevents crew elimination" in {each["says"] for each in found["interactions"]}
    wrong = run.invoke(commands, ["interactions", "Doctor", "--kind", "prevent", "--db", str(built)])
    assert wrong.exit_code == 2 and "did you mean prevents?" in wrong.output
    assert run.invoke(commands, ["interactions", "Xyzzyq", "--db", str(built)]).exit_code == 2
    family = run.invoke(commands, ["matrix", "--out", "x.sqlite", "--only", "hull", "--db", str(built)])
    assert family.exit_code == 2 and "hulls" in family.output
