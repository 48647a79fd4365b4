"""An error of the engine in an experiment is counted and told; it never looks like "nothing decides"."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pirate_code.answers.agreement import claims_to_try, compare, faults_of
from pirate_code.answers.asking import answered
from pirate_code.answers.experiment import experiment, trial
from pirate_code.answers.experiment.worlds import ImpossibleTable
from pirate_code.answers.matrix import distinct, settle
from pirate_code.cli import commands
from pirate_code.library import lookup
from pirate_code.library.storage import connect

X, Y = "Helmsman", "Captain"
QUESTION = {"x": X, "y": Y, "answer": "yes", "code_section": "Helmsman"}


@pytest.fixture(scope="module")
def db(built: Path) -> Iterator[sqlite3.Connection]:
    opened = connect(built)
    yield opened
    opened.close()


def meaning(db: sqlite3.Connection, name: str) -> lookup.Meaning:
    found = lookup.find(db, name)
    return lookup.meant(found) or found[0]


def fails_with(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every table of an experiment fail."""

    def fail(self: trial.TrialRunner) -> Iterator[trial.Trial]:
        raise error

    monkeypatch.setattr(trial.TrialRunner, "trials", fail)


@pytest.fixture(params=[AssertionError(), KeyError("mast"), ValueError("no die"), TypeError("None")])
def broken(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of an error with which the engine fails on every table."""
    fails_with(request.param, monkeypatch)
    return type(request.param).__name__


def command(built: Path, *args: str) -> Result:
    return CliRunner().invoke(commands, [*args, "--db", str(built)])


def test_a_fault_names_the_things_the_deed_and_the_error(db: sqlite3.Connection, broken: str) -> None:
    tried = experiment(db, meaning(db, X), meaning(db, Y), "combines")
    assert tried.finding is None
    assert tried.faults
    fault = tried.faults[0]
    assert (fault.x, fault.y) == (X, Y)
    assert fault.error.startswith(f"{broken} in test_engine_faults.py, line ")


def test_a_table_that_cannot_be_set_up_is_no_fault(
    db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails_with(ImpossibleTable("there is no island"), monkeypatch)
    tried = experiment(db, meaning(db, X), meaning(db, Y), "combines")
    assert (tried.finding, tried.faults) == (None, ())


def test_a_time_limit_ends_the_search(db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    fails_with(TimeoutError("the experiment took too long"), monkeypatch)
    with pytest.raises(TimeoutError):
        experiment(db, meaning(db, X), meaning(db, Y), "combines")


@pytest.mark.usefixtures("broken")
def test_an_answer_that_fails_says_so(db: sqlite3.Connection, built: Path) -> None:
    names = "Fear", "Galley"
    answer = answered(db, names)
    assert answer.verdict is None
    assert answer.faults
    assert "error in the engine" in answer.explanation
    run = command(built, "ask", *names, "--why")
    assert run.exit_code == 70
    assert f"Engine faults: {len(answer.faults)}" in run.stdout
    assert "Error: the engine failed: " in run.stderr
    line = command(built, "ask", "--line", "This ship cannot be pinned by any kraken.", Y, "--json")
    assert line.exit_code == 70
    assert json.loads(line.stdout)["faults"]


@pytest.mark.usefixtures("broken")
def test_a_batch_counts_faults(built: Path, tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text(json.dumps(QUESTION))
    run = command(built, "ask", "--batch", str(file), "--experiments", "--json")
    assert json.loads(run.stdout)["faults"] > 0
    run = command(built, "ask", "--batch", str(file), "--experiments")
    assert "Error: the engine failed: " in run.stderr


@pytest.mark.usefixtures("broken")
def test_the_comparison_with_rulings_counts_faults(db: sqlite3.Connection) -> None:
    compared = compare(db, claims_to_try(db)[:20])
    assert faults_of(compared)


@pytest.mark.usefixtures("broken")
def test_the_matrix_leaves_a_pair_that_failed_open(db: sqlite3.Connection) -> None:
    x, y = (next(each for each in distinct(db) if each.id == name) for name in ("helmsman", "schooner"))
    assert settle(db, x, y).failed


def test_without_a_fault_nothing_is_told(built: Path, tmp_path: Path) -> None:
    run = command(built, "ask", X, Y, "--why")
    assert "Engine faults: 0" in run.stdout
    assert not run.stderr
    file = tmp_path / "questions.jsonl"
    file.write_text(json.dumps(QUESTION))
    told = command(built, "ask", "--batch", str(file), "--experiments", "--json")
    assert json.loads(told.stdout)["faults"] == 0
