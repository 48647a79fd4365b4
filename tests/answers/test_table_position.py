"""The position of a question is one that can be tried, and holds what the question names."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from pirate_code.answers.asking import answered
from pirate_code.answers.table_position import position_text
from pirate_code.cli import commands
from pirate_code.data import parse_yaml
from pirate_code.library import storage
from pirate_code.scenarios.outcomes.reading import WrittenPosition, read_position


@pytest.fixture
def db(built: Path) -> Iterator[sqlite3.Connection]:
    opened = storage.connect(built)
    yield opened
    opened.close()


def position(db: sqlite3.Connection, *what: str) -> WrittenPosition:
    text = position_text(db, answered(db, what))
    assert text is not None
    return read_position(parse_yaml(text, Path("text")))


def test_the_witness_is_laid_on_the_table_with_what_is_done(db: sqlite3.Connection) -> None:
    found = position(db, "Musketeer", "Captain")
    assert {"Musketeer", "Captain", "Revenge", "Prey"} <= found.given.keys()
    assert found.scenario.when[0].give == "move"
    assert found.tried(work=20, samples=10).outcomes


def test_what_a_thing_offers_is_used_by_its_name(db: sqlite3.Connection) -> None:
    found = position(db, "Cancel", "Eternal")
    used = next(step.use for step in found.scenario.when if step.use is not None)
    assert "cannot use its ability" in (found.given[used].says or "")
    says = [words for outcome in found.tried().outcomes for words in outcome.says]
    assert "Undead is out of the game." in says  # not at home, where Eternal would bring her


def test_where_nothing_decides_both_meet_at_sea(db: sqlite3.Connection) -> None:
    answer = answered(db, ("Parley", "Marine"), trying=False)
    text = position_text(db, answer)
    assert text is not None
    found = read_position(parse_yaml(text, Path("text")))
    assert found.given["Parley"].crew == "Revenge"
    assert found.given["Marine"].crew == "Prey"


def test_ask_writes_the_position_to_a_file_that_can_be_tried(built: Path, tmp_path: Path) -> None:
    path = tmp_path / "question.yaml"
    CliRunner().invoke(commands, ["ask", "Cancel", "Eternal", "--table", str(path), "--db", str(built)])
    result = CliRunner().invoke(commands, ["try", str(path)])
    assert result.exit_code == 0, result.output
    assert "Does Cancel interact with Eternal?" in result.output


def test_the_answer_as_json_carries_the_position(built: Path) -> None:
    result = CliRunner().invoke(commands, ["ask", "Parley", "Marine", "--json", "--db", str(built)])
    table = json.loads(result.stdout)["table"]
    assert read_position(parse_yaml(table, Path("text"))).given["Parley"].crew == "Prey"


def test_a_question_that_names_nothing_for_a_table_says_so(built: Path, tmp_path: Path) -> None:
    what = ["ask", "build total", "gold", "--table", str(tmp_path / "x.yaml"), "--db", str(built)]
    result = CliRunner().invoke(commands, what)
    assert result.exit_code == 2
    assert "has no position" in result.output
