"""Data files are taken from the library only while they are as they were when it was built."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from pirate_code import data
from pirate_code.data import DataError, digest_of, lend_parsed, load_yaml
from pirate_code.language import compare
from pirate_code.language.compare import earlier_lines, groups, lend_groups, normal_form
from pirate_code.library.lookup import all_names, name_key
from pirate_code.library.prepared import lend_file, parsed, starting_files


@pytest.fixture(autouse=True)
def nothing_lent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "_PARSED", {})


def test_the_library_holds_what_the_files_say(db: sqlite3.Connection) -> None:
    held = dict(db.execute("SELECT digest, data_json FROM parsed_files WHERE at_start").fetchall())
    assert held == dict(parsed(starting_files()))
    words = data.folder("grammar") / "words.yaml"
    assert json.loads(held[digest_of(words.read_text(encoding="utf-8"))]) == load_yaml(words).data


def test_a_file_of_rulings_is_lent_when_it_is_needed(db: sqlite3.Connection) -> None:
    path = data.folder("rulings") / "doctor-ability.yaml"
    assert digest_of(data.read_text(path)) not in data._PARSED
    written = load_yaml(path).data
    lend_file(db, path)
    assert json.loads(data._PARSED[digest_of(data.read_text(path))]) == written


def test_lent_data_stand_for_a_file_until_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    path.write_text("name: Pearl\n", encoding="utf-8")
    lend_parsed({digest_of("name: Pearl\n"): '{"name": "lent"}'})
    assert load_yaml(path).data == {"name": "lent"}
    path.write_text("name: Flying Dutchman\n", encoding="utf-8")
    assert load_yaml(path).data == {"name": "Flying Dutchman"}


def test_a_fault_in_lent_data_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    text = "name: Pearl\nships:\n  - sloop\n"
    path.write_text(text, encoding="utf-8")
    lend_parsed({digest_of(text): json.dumps({"name": "Pearl", "ships": ["sloop"]})})
    document = load_yaml(path)
    assert document.line("ships", 0) == 3
    with pytest.raises(DataError, match=r"some\.yaml:3: this is no ship"):
        raise document.error("this is no ship", "ships", 0)


def test_forms_that_are_the_same_are_held_as_the_language_finds_them(db: sqlite3.Connection) -> None:
    held = db.execute("SELECT forms_json, group_name FROM same_forms").fetchall()
    assert {frozenset(json.loads(forms)): name for forms, name in held} == groups()
    assert len(held) > 20


def test_lent_groups_are_used_instead_of_reading_their_wordings(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "This ship gets +1 to her boarding rolls."
    own = normal_form(line)
    monkeypatch.setattr(compare, "_LENT", {})
    lend_groups({own: "group lent"})
    assert normal_form(line) == {"group lent"}


def test_every_name_is_held_as_it_is_looked_up(db: sqlite3.Connection) -> None:
    held = db.execute("SELECT type, thing_id FROM names WHERE key = ?", (name_key("Captain"),)).fetchall()
    assert ("keyword", "captain") in [tuple(row) for row in held]
    named = {key for _, names in all_names(db) for key in map(name_key, names) if key}
    assert {key for (key,) in db.execute("SELECT DISTINCT key FROM names")} == named


def test_wordings_that_leave_something_out_are_held_with_the_full_ones(db: sqlite3.Connection) -> None:
    texts = {text for pair in earlier_lines() for text in pair}
    held = {text for (text,) in db.execute("SELECT text FROM readings")}
    assert texts
    assert texts <= held
