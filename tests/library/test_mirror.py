"""An export of everything can be mirrored: its manifest names every file, and only what changed is new."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from pirate_code.cli import commands
from pirate_code.data import DataError
from pirate_code.library.export import KINDS
from pirate_code.library.mirror import MANIFEST, read_manifest, write_mirror


def test_the_manifest_tells_records_sizes_and_checksums(db: sqlite3.Connection, tmp_path: Path) -> None:
    manifest = write_mirror(db, tmp_path / "mirror")
    files = {file.name: file for file in manifest.files}
    assert set(files) == {*(f"{what}.jsonl" for what in KINDS), "schema.json"}
    for name, file in files.items():
        content = (tmp_path / "mirror" / name).read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (file.bytes, file.sha256)
        if name != "schema.json":
            assert len(content.splitlines()) == file.records
    assert read_manifest(tmp_path / "mirror") == manifest


def test_a_second_export_writes_only_what_has_changed(db: sqlite3.Connection, tmp_path: Path) -> None:
    folder = tmp_path / "mirror"
    first = write_mirror(db, folder)
    stamps = {path.name: path.stat().st_mtime_ns for path in folder.glob("*.jsonl")}
    (folder / "keywords.jsonl").write_text("spoiled", encoding="utf-8")
    assert write_mirror(db, folder) == first
    for path in folder.glob("*.jsonl"):
        assert (path.stat().st_mtime_ns == stamps[path.name]) is (path.name != "keywords.jsonl")
    assert {path.name for path in folder.iterdir()} == {file.name for file in first.files} | {MANIFEST}


def test_a_spoiled_mirror_is_told(db: sqlite3.Connection, tmp_path: Path) -> None:
    folder = tmp_path / "mirror"
    write_mirror(db, folder)
    (folder / "keywords.jsonl").write_text("spoiled", encoding="utf-8")
    with pytest.raises(DataError, match=r"keywords.jsonl is not the file that .* names"):
        read_manifest(folder)
    (folder / MANIFEST).write_text('{"files": [{"name": "../../etc/passwd"}]}', encoding="utf-8")
    with pytest.raises(DataError, match="is no manifest of an export"):
        read_manifest(folder)


def test_the_command_says_what_it_wrote_and_refuses_a_file(built: Path, tmp_path: Path) -> None:
    run = CliRunner().invoke
    done = run(commands, ["export", "all", "--db", str(built), "--out", str(tmp_path / "mirror"), "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert {file["kind"] for file in told["files"]} == {*KINDS.values(), "blackbeard-event", "schema"}
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    refused = run(commands, ["export", "all", "--db", str(built), "--out", str(tmp_path / "file")])
    assert refused.exit_code == 2
    assert "is a file; give a folder to write into" in refused.output
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"
    missing = run(commands, ["export", "all", "--db", str(built), "--out", str(tmp_path / "no" / "mirror")])
    assert missing.exit_code == 2
    assert "There is no folder" in missing.output
