"""What is exported fits its schema and its documentation, and programs in other languages can read it."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pirate_code.data import DataError
from pirate_code.library.export import FORMATS, KINDS, VERSION, records, write, writing
from pirate_code.library.records import RECORDS, schema


def exported(db: sqlite3.Connection, what: str, form: str) -> str:
    out = io.StringIO(newline="")
    write(db, what, form, out)
    return out.getvalue()


def test_the_schema_is_a_schema_and_says_its_version() -> None:
    Draft202012Validator.check_schema(schema())
    assert schema()["version"] == VERSION
    for model in RECORDS.values():
        assert model.model_json_schema()["properties"]["version"]["const"] == VERSION


@pytest.mark.parametrize("what", KINDS)
def test_every_record_fits_the_schema(db: sqlite3.Connection, what: str) -> None:
    whole = schema()
    reference = f"#/$defs/{RECORDS[KINDS[what]].__name__}"
    assert {"$ref": reference} in whole["oneOf"]
    valid = Draft202012Validator({"$ref": reference, "$defs": whole["$defs"]})
    found = list(records(db, what))
    assert len(found) == db.execute(f"SELECT count(*) FROM {what}").fetchone()[0]
    for record in found[::5] if what == "rulings" else found:
        assert not (faults := list(valid.iter_errors(record))), f"{record['id']}: {faults[0].message}"


def test_a_record_with_a_wrong_column_does_not_fit() -> None:
    record = {"record": "ruling", "version": VERSION, "id": "x", "doc": "y"}
    assert not Draft202012Validator(schema()).is_valid(record)


@pytest.mark.parametrize("what", KINDS)
def test_the_three_formats_hold_the_same_records(db: sqlite3.Connection, what: str) -> None:
    lines = [json.loads(line) for line in exported(db, what, "jsonl").splitlines()]
    document = json.loads(exported(db, what, "json"))
    rows = list(csv.DictReader(io.StringIO(exported(db, what, "csv"), newline="")))
    assert lines == document["records"] == list(records(db, what))
    assert (document["version"], document["kind"]) == (VERSION, KINDS[what])
    assert [row["id"] for row in rows] == [line["id"] for line in lines]
    assert list(rows[0]) == [name for name in lines[0] if name not in ("record", "version")]


@pytest.mark.parametrize("form", FORMATS)
def test_an_export_is_the_same_each_time(db: sqlite3.Connection, form: str) -> None:
    assert exported(db, "abilities", form) == exported(db, "abilities", form)


def test_trees_load_back_into_the_language(db: sqlite3.Connection) -> None:
    from pirate_code.language import Ability, render

    for record in list(records(db, "abilities"))[::20]:
        if record["abilities"]:
            trees = [Ability.model_validate(tree) for tree in record["abilities"]]
            assert render(trees) == record["rendered"]


def test_every_keyword_that_a_tree_names_is_exported(db: sqlite3.Connection) -> None:
    keywords = {record["id"] for record in records(db, "keywords")}
    named = {link["keyword"] for record in records(db, "abilities") for link in record["keywords"]}
    assert named <= keywords


def test_every_column_is_documented(root: Path) -> None:
    text = (root / "docs" / "export.md").read_text(encoding="utf-8")
    definitions = schema()["$defs"]
    ours = [name for name in definitions if f"class {name}(" in (root / RECORDS_FILE).read_text("utf-8")]
    for name in ours:
        for column, says in definitions[name]["properties"].items():
            line = re.search(rf"^\| `{column}` \| .* \| {re.escape(says['description'])} \|$", text, re.M)
            assert line, f"docs/export.md does not explain {name}.{column}"


RECORDS_FILE = Path("pirate_code") / "library" / "records.py"


def test_a_file_appears_only_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    with pytest.raises(ZeroDivisionError), writing(path) as out:
        out.write("half")
        out.flush()
        raise ZeroDivisionError
    assert path.read_text(encoding="utf-8") == "old"
    with writing(path) as out:
        out.write("new")
    assert path.read_text(encoding="utf-8") == "new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [file.name for file in tmp_path.iterdir()] == ["out.jsonl"]


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    sentence = r"nowhere.*cannot be written \(No such file or directory\)\."
    with pytest.raises(DataError, match=sentence), writing(tmp_path / "nowhere" / "out.csv"):
        pass


def test_a_device_is_written_to_and_not_replaced() -> None:
    with writing(Path("/dev/null")) as out:
        out.write("x")
    assert Path("/dev/null").is_char_device()


@pytest.fixture(scope="module")
def consumer(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the example of JavaScript in a folder of its own."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("node and npm are not here")
    folder = tmp_path_factory.mktemp("javascript")
    for path in (root / "examples" / "javascript").iterdir():
        if path.is_file():
            shutil.copy(path, folder)
    command = ["npm", "install", "--no-audit", "--no-fund", "--silent"]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    except subprocess.TimeoutExpired:
        pytest.skip("npm could not install ajv in two minutes")
    if done.returncode:
        pytest.skip(f"npm could not install ajv: {(done.stderr or done.stdout).strip()[-200:]}")
    return folder


def node(folder: Path, *arguments: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["node", "read.js", *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        env=os.environ | {"NO_COLOR": "1"},
    )


@pytest.fixture
def files(db: sqlite3.Connection, tmp_path: Path) -> tuple[Path, Path]:
    """Return the schema and the abilities as files."""
    there = tmp_path / "schema.json", tmp_path / "abilities.jsonl"
    there[0].write_text(json.dumps(schema()), encoding="utf-8")
    there[1].write_text(exported(db, "abilities", "jsonl"), encoding="utf-8")
    return there


def test_javascript_validates_an_export_and_prints_three_abilities(
    consumer: Path, files: tuple[Path, Path], db: sqlite3.Connection
) -> None:
    done = node(consumer, *files)
    assert done.returncode == 0, done.stderr
    count = db.execute("SELECT count(*) FROM abilities").fetchone()[0]
    assert done.stdout.endswith(f"{count} records, all valid.\n")
    assert len(re.findall(r"^  on ", done.stdout, re.M)) == 3


@pytest.mark.parametrize(
    "spoil",
    [
        lambda record: record.update(version="0.9"),
        lambda record: record.pop("text"),
        lambda record: record["abilities"][0].update(effect={"kind": "raw text"}),
        lambda record: record.update(record="song"),
    ],
)
def test_javascript_refuses_a_record_that_does_not_fit(
    consumer: Path, files: tuple[Path, Path], spoil: Any
) -> None:
    lines = files[1].read_text(encoding="utf-8").splitlines()
    number, record = next(
        (number, found)
        for number, line in enumerate(lines)
        if (found := json.loads(line))["abilities"] and number > 10
    )
    spoil(record)
    lines[number] = json.dumps(record)
    files[1].write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = node(consumer, *files)
    assert done.returncode == 1
    assert done.stderr.startswith(f"line {number + 1} (")
