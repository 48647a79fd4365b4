"""The data folders are found, and a wrong data file is told with its file and line."""

from __future__ import annotations

import os
from pathlib import Path
from typing import get_args

import pytest

from pirate_code import data
from pirate_code.data import DataError, DataFolder, folder, load_yaml, parse_json, read_text
from pirate_code.yaml_text import PARTS_LIMIT


def written(tmp_path: Path, content: str | bytes) -> Path:
    path = tmp_path / "some.yaml"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize("name", get_args(DataFolder))
def test_every_data_folder_is_found_and_holds_something(name: DataFolder) -> None:
    assert any(folder(name).iterdir())


def test_a_packaged_folder_goes_before_the_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "pirate_code"
    (tmp_path / "db").mkdir()
    (package / "_data" / "db").mkdir(parents=True)
    monkeypatch.setattr(data, "_PACKAGE", package)
    assert folder("db") == package / "_data" / "db"


def test_a_missing_folder_is_told_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "_PACKAGE", tmp_path / "pirate_code")
    with pytest.raises(DataError, match="grammar folder is missing"):
        folder("grammar")


def test_every_yaml_file_of_the_project_loads() -> None:
    files = [path for name in get_args(DataFolder) for path in folder(name).rglob("*.yaml")]
    assert files
    for path in files:
        assert load_yaml(path).data is not None, path


def test_text_is_read_without_its_byte_order_mark(tmp_path: Path) -> None:
    assert read_text(written(tmp_path, b"\xef\xbb\xbfahoy")) == "ahoy"


def test_a_file_over_the_limit_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "x" * 11)
    assert len(read_text(path, limit=11)) == 11
    with pytest.raises(DataError, match=r"some\.yaml: the file is larger than 10 bytes"):
        read_text(path, limit=10)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none\.yaml: there is no such file"):
        read_text(tmp_path / "none.yaml")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        read_text(tmp_path)


def test_bytes_that_are_no_text_are_told_with_their_line(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"some\.yaml:2: byte 0xff is not UTF-8"):
        read_text(written(tmp_path, b"a: 1\nb: \xff\n"))


def test_a_document_knows_the_line_of_each_part(tmp_path: Path) -> None:
    document = load_yaml(written(tmp_path, "a: 1\nb:\n  - c: 2\n    d: [3,\n 4]\n"))
    assert document.data == {"a": 1, "b": [{"c": 2, "d": [3, 4]}]}
    assert document.line("b") == 2
    assert document.line("b", 0, "d") == 4
    assert document.line("b", 0, "d", 1) == 5
    assert document.line("b", 0, "not there") == 3
    assert str(document.error("no", "b", 0, "d")).endswith("some.yaml:4: no")


def test_only_plain_words_become_truth_values_and_numbers(tmp_path: Path) -> None:
    content = "[no, on, yes, true, false, null, ~, 3, -4, 2.5, 1:30, 2020-01-01, '5', S+L]"
    values = load_yaml(written(tmp_path, content)).data
    assert values == [
        *("no", "on", "yes", True, False, None, None, 3, -4, 2.5, "1:30", "2020-01-01", "5", "S+L")
    ]


def test_an_empty_file_is_no_data(tmp_path: Path) -> None:
    assert load_yaml(written(tmp_path, "")).data is None


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a: 1\nb: 2\na: 3\n", r":3: the key 'a' is here twice \(first on line 1\)"),
        ("a: &x [1]\nb: *x\n", ":2: aliases"),
        ("a: !!python/object:os.system x\n", ":1: .*no plain python/object"),
        ("a: b: c\n", ":1: this is not YAML"),
        ("a: 1\n---\nb: 2\n", ":2: this is not YAML"),
        ("a:\n  ? [b]\n  : 3\n", ":2: .*used as a key"),
        ("a: !!int zz", ":1: 'zz' is no plain int"),
        ("a: !!seq zz", ":1: 'zz' is no plain seq"),
        ("a: 1.5e999", ":1: .*no plain float"),
        ("[" * 100_000, ":1: .*nested deeper"),
        ("[" + "x, " * PARTS_LIMIT + "]", ":1: .*more than 200,000 parts"),
        ("\0", "this is not YAML"),
    ],
)
def test_wrong_yaml_is_told_with_file_and_line(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(DataError, match=r"some\.yaml" + ("" if message[0] == ":" else ".*") + message):
        load_yaml(written(tmp_path, content))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": }', r"this is not JSON \(column 7\)"),
        ("[1,\n2", r"this is not JSON \(line 2, column 2\)"),
        ('{"a": 1, "b": 2, "a": 3}', "the key 'a' is here twice"),
        ("[NaN]", "NaN is no number"),
        ("[-Infinity]", "-Infinity is no number"),
        ("9" * 100_000, "a number has too many digits"),
        ("[" * 201 + "]" * 201, "the data is nested deeper than 200 levels"),
        ("[" * 3_000, "the data is nested deeper than 200 levels"),
        ("[" * 100_000, "the data is nested deeper than 200 levels"),
        ('"' + '\\"' * 500_000, "this is not JSON .*"),
    ],
)
def test_wrong_json_is_told_in_a_sentence(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$") as error:
        parse_json(text)
    assert type(error.value).__name__ != "JSONDecodeError"


def test_json_that_is_plain_is_read() -> None:
    assert parse_json('{"a": [1, -2.5, null, true, {"b": "c"}]}') == {"a": [1, -2.5, None, True, {"b": "c"}]}
    assert parse_json("[" * 200 + "]" * 200)
    assert parse_json('["' + "[" * 300 + '", "\\\\\\"' + "{" * 300 + '"]')


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="there is no /dev/fd")
def test_a_pipe_is_read_when_something_comes_out_of_it() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"ahoy")
    os.close(writing)
    try:
        assert read_text(Path(f"/dev/fd/{reading}")) == "ahoy"
    finally:
        os.close(reading)


def test_a_pipe_that_nobody_writes_to_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(DataError, match="nothing comes out of this pipe"):
        read_text(tmp_path / "pipe")


def test_a_very_long_path_is_cut_in_messages() -> None:
    with pytest.raises(DataError) as error:
        read_text(Path("a" * 100_000))
    assert len(str(error.value)) < 500
