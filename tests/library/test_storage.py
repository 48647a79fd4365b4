"""Whatever happens to the disk or to the process, the library that was there is still there."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pirate_code import cli
from pirate_code.library import storage
from pirate_code.library.opening import open_library
from pirate_code.library.storage import LibraryError, replacing

SHEET = "Faction,#,Rarity,Type,Name,Point Cost,Ability,SheetName\n"
ROW = "English,1,Common,Crew,Jim Hawkins,2,Captain.,House Set\n"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli.commands, [str(argument) for argument in arguments])


def said(result: Result) -> str:
    """Return the one sentence that a command refused with."""
    assert result.exit_code != 0
    assert result.exception is None or isinstance(result.exception, SystemExit)
    (line,) = result.stderr.splitlines()
    return line


def python(script: str, *arguments: str | Path, **options: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)


def files(folder: Path) -> list[str]:
    """What lies in the folder of a library, beside the note of what changed."""
    return sorted(path.name for path in folder.iterdir() if path.name != "library.changes.json")


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "house.csv"
    path.write_text(SHEET + ROW, encoding="utf-8")
    return path


# Where the library lies


def test_the_environment_says_where_the_library_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIRATE_CODE_DB", "/somewhere/mine.sqlite")
    assert storage.default_path() == Path("/somewhere/mine.sqlite")


def test_else_it_lies_in_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PIRATE_CODE_DB", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert storage.default_path() == tmp_path / "pirate-code" / "library.sqlite"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert storage.default_path() == tmp_path / "home" / ".local" / "share" / "pirate-code" / "library.sqlite"


def test_the_default_library_is_built_on_first_use(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PIRATE_CODE_DB", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    steps: list[str] = []
    db = open_library(progress=lambda what, done, total: steps.append(what))
    assert db.execute("SELECT count(*) FROM pieces").fetchone()[0] > 0
    db.close()
    assert list(dict.fromkeys(steps)) == ["reading", "abilities", "writing"]
    steps.clear()
    open_library(progress=lambda what, done, total: steps.append(what)).close()
    assert steps == []


def test_a_path_that_is_given_must_hold_a_library(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match=r"^There is no library at .*none\.sqlite; `pirate-code build"):
        open_library(tmp_path / "none.sqlite")


def test_a_library_of_an_older_version_is_built_again_with_what_was_imported(
    library: Path, sheet: Path
) -> None:
    assert run("import", sheet, "--db", library).exit_code == 0
    db = sqlite3.connect(library)
    db.execute("PRAGMA user_version = 0")
    db.commit()
    db.close()
    found = open_library(library)
    assert found.execute("SELECT count(*) FROM pieces WHERE name = 'Jim Hawkins'").fetchone()[0] == 1
    assert found.execute("PRAGMA user_version").fetchone()[0] == storage.SCHEMA_VERSION
    found.close()


def test_a_default_library_of_another_release_is_built_again(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIRATE_CODE_DB", str(library))
    db = sqlite3.connect(library)
    db.execute("UPDATE meta SET value = '0.0.1' WHERE key = 'version'")
    db.commit()
    db.close()
    found = open_library()
    assert found.execute("SELECT value FROM meta WHERE key = 'version'").fetchone()[0] != "0.0.1"
    found.close()


def test_a_library_of_a_newer_version_is_left_alone(library: Path) -> None:
    db = sqlite3.connect(library)
    db.execute("PRAGMA user_version = 999")
    db.commit()
    db.close()
    before = library.read_bytes()
    with pytest.raises(LibraryError, match="newer version"):
        open_library(library)
    assert "newer version" in said(run("build", "--db", library))
    assert library.read_bytes() == before


def test_a_path_with_odd_signs_works(built: Path, tmp_path: Path) -> None:
    odd = tmp_path / "50% of #1? ü.sqlite"
    odd.write_bytes(built.read_bytes())
    db = open_library(odd)
    assert db.execute("SELECT count(*) FROM pieces").fetchone()[0] > 0
    db.close()


def test_a_link_to_the_library_stays_a_link(library: Path, sheet: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.sqlite"
    link.symlink_to(library)
    assert run("import", sheet, "--db", link).exit_code == 0
    assert link.is_symlink()
    db = open_library(library)
    assert db.execute("SELECT count(*) FROM pieces WHERE name = 'Jim Hawkins'").fetchone()[0] == 1
    db.close()


# Foreign and damaged files


def test_a_file_that_is_no_sqlite_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Jim, " * 50, encoding="utf-8")
    for result in (run("build", "--db", path), run("build", "--fresh", "--db", path)):
        assert "not even SQLite; it is left as it is" in said(result)
    assert path.read_text(encoding="utf-8") == "Dear Jim, " * 50
    assert files(tmp_path) == ["letter.txt"]


def test_a_sqlite_file_of_something_else_is_left_as_it_is(tmp_path: Path, sheet: Path) -> None:
    path = tmp_path / "other.sqlite"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE pieces (secret)")
    db.commit()
    db.close()
    before = path.read_bytes()
    for command in (["build"], ["build", "--fresh"], ["import", sheet]):
        assert "SQLite file of something else" in said(run(*command, "--db", path))
    with pytest.raises(LibraryError, match="of something else"):
        open_library(path)
    assert path.read_bytes() == before


def test_a_folder_and_a_pipe_are_no_library(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert "is a folder" in said(run("build", "--db", tmp_path))
    assert "is no file" in said(run("build", "--db", pipe))


def test_a_missing_folder_is_told_and_not_made(tmp_path: Path) -> None:
    assert "There is no folder" in said(run("build", "--db", tmp_path / "mispelt" / "library.sqlite"))
    assert files(tmp_path) == []


@pytest.mark.parametrize("damage", ["cut short", "overwritten"])
def test_a_damaged_library_is_told_and_only_a_fresh_build_replaces_it(
    library: Path, sheet: Path, damage: str
) -> None:
    whole = library.read_bytes()
    spoilt = whole[: len(whole) // 2] if damage == "cut short" else whole[:100] + b"\x55" * (len(whole) - 100)
    library.write_bytes(spoilt)
    for command in (["build"], ["import", sheet]):
        sentence = said(run(*command, "--db", library))
        assert "is damaged" in sentence
        assert "build --fresh" in sentence
    with pytest.raises(LibraryError, match="is damaged"):
        open_library(library)
    assert library.read_bytes() == spoilt
    assert run("build", "--fresh", "--db", library).exit_code == 0
    assert library.read_bytes() == whole


def test_an_empty_file_is_filled(tmp_path: Path, built: Path) -> None:
    path = tmp_path / "empty.sqlite"
    path.touch()
    assert run("build", "--db", path).exit_code == 0
    assert path.read_bytes() == built.read_bytes()


# Killed, two at once, no room, no right


def test_a_failed_block_leaves_the_old_file_and_no_trace(library: Path) -> None:
    before = library.read_bytes()
    with pytest.raises(RuntimeError), replacing(library) as new:
        new.path.write_bytes(b"half")
        raise RuntimeError
    assert library.read_bytes() == before
    assert files(library.parent) == ["library.sqlite"]


def test_a_block_that_does_not_finish_changes_nothing(library: Path) -> None:
    before = library.read_bytes()
    with replacing(library) as new:
        new.path.write_bytes(b"half")
    assert library.read_bytes() == before
    assert files(library.parent) == ["library.sqlite"]


KILLED = """
import os, signal, sys
from pathlib import Path
from pirate_code.library.{module} import {name}
stop = sys.argv[3].split()

def progress(what, done, total):
    if what == stop[0] and done >= int(stop[1]):
        os.kill(os.getpid(), signal.SIGKILL)

{call}
"""
BUILD = KILLED.format(module="build", name="build", call="build(Path(sys.argv[1]), progress, fresh=True)")
IMPORT = KILLED.format(
    module="importing",
    name="import_sheets",
    call="import_sheets(Path(sys.argv[1]), [Path(sys.argv[2])], progress)",
)


@pytest.mark.parametrize("script", [BUILD, IMPORT], ids=["build", "import"])
@pytest.mark.parametrize("moment", ["abilities 5", "writing 3", "writing 22"])
def test_a_killed_run_leaves_the_library_and_the_next_one_cleans_up(
    library: Path, sheet: Path, script: str, moment: str
) -> None:
    before = library.read_bytes()
    done = python(script, library, sheet, moment)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert library.read_bytes() == before
    assert set(files(library.parent)) > {"library.sqlite"}
    assert run("import", sheet, "--db", library).exit_code == 0
    assert files(library.parent) == ["library.sqlite"]
    db = open_library(library)
    assert db.execute("SELECT count(*) FROM pieces WHERE name = 'Jim Hawkins'").fetchone()[0] == 1
    db.close()


def test_a_command_killed_at_any_moment_leaves_the_library(library: Path, sheet: Path) -> None:
    before = library.read_bytes()
    command = [sys.executable, "-m", "pirate_code", "build", "--fresh", "--db", str(library)]
    for seconds in (0.3, 1.0, 2.5):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            time.sleep(seconds)
            process.kill()
        assert library.read_bytes() == before
        open_library(library).close()


HOLD = """
import sys
from pathlib import Path
from pirate_code.library.storage import replacing
with replacing(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize("command", ["build", "import"])
def test_two_at_once_is_told_in_one_sentence(library: Path, sheet: Path, command: str) -> None:
    arguments: list[str | Path] = [command, *([sheet] if command == "import" else []), "--db", library]
    holder = [sys.executable, "-c", HOLD, str(library)]
    with subprocess.Popen(holder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        assert "Another build or import is at work on" in said(run(*arguments))
        open_library(library).close()  # a reader is not in the way
        other.kill()
    assert run(*arguments).exit_code == 0
    assert files(library.parent) == ["library.sqlite"]


def mount(folder: Path, options: str) -> None:
    """Mount a file system in memory, or skip the test where that is not allowed."""
    folder.mkdir(exist_ok=True)
    try:
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"no file system can be mounted here ({error})")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Return a folder on which a test may mount something."""
    folder = tmp_path / "disk"
    yield folder
    if folder.is_dir() and folder.is_mount():
        subprocess.run(["umount", str(folder)], check=False)


def test_a_full_disk_is_told_and_the_library_stays(built: Path, disk: Path, sheet: Path) -> None:
    mount(disk, f"size={built.stat().st_size * 3 // 2}")
    library = disk / "library.sqlite"
    library.write_bytes(built.read_bytes())
    for command in (["build", "--fresh"], ["import", sheet]):
        sentence = said(run(*command, "--db", library))
        assert sentence.startswith("Error: The disk is full")
        assert library.read_bytes() == built.read_bytes()
        assert files(disk) == ["library.sqlite"]


def test_a_full_disk_without_a_library_leaves_nothing(disk: Path) -> None:
    mount(disk, "size=100k")
    assert "The disk is full" in said(run("build", "--db", disk / "library.sqlite"))
    assert files(disk) == []


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
sys.argv[0] = "pirate-code"
from pirate_code.cli import main
main()
"""


def test_a_disk_that_takes_no_more_is_told_in_one_sentence(library: Path) -> None:
    before = library.read_bytes()
    done = python(LIMITED, "build", "--fresh", "--db", library)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"Error: The library {library} cannot be")
    assert library.read_bytes() == before
    assert files(library.parent) == ["library.sqlite"]


@pytest.fixture
def read_only(built: Path, disk: Path) -> Iterator[Path]:
    """Return a library in a folder that cannot be written."""
    if os.geteuid() == 0:  # whom permissions do not stop
        mount(disk, "size=100m")
    disk.mkdir(exist_ok=True)
    library = disk / "library.sqlite"
    library.write_bytes(built.read_bytes())
    if os.geteuid() == 0:
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    disk.chmod(0o500) if os.geteuid() else None
    yield library
    disk.chmod(0o700) if os.geteuid() else None


def test_a_read_only_folder_is_told_and_can_be_read(read_only: Path, sheet: Path) -> None:
    for command in (["build"], ["import", sheet]):
        sentence = said(run(*command, "--db", read_only))
        assert f"The folder {read_only.parent} cannot be written" in sentence
    db = open_library(read_only)
    assert db.execute("SELECT count(*) FROM pieces").fetchone()[0] > 0
    db.close()


def test_the_file_keeps_its_permissions(library: Path, sheet: Path) -> None:
    library.chmod(0o640)
    assert run("import", sheet, "--db", library).exit_code == 0
    assert library.stat().st_mode & 0o777 == 0o640
