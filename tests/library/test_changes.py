"""What changed between two versions of the library is told: by command, beside the library, and as a feed."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from pirate_code.cli import commands
from pirate_code.library.build import build
from pirate_code.library.changes import Change, compare, summary, version_of, version_of_library
from pirate_code.library.feed import atom
from pirate_code.library.history import KEPT, LISTED, History, history_of, history_path, remember, step_of
from pirate_code.library.importing import import_sheets
from pirate_code.library.mirror import write_mirror

ATOM = "{http://www.w3.org/2005/Atom}"


def _changed(library: Path) -> None:
    """Change a copy of the library behind its back, as another version of the data would."""
    with sqlite3.connect(library) as db:
        db.execute(
            "UPDATE rulings SET says = 'It is otherwise now.' WHERE id = 'captain-and-reverse-captain'"
        )
        db.execute("UPDATE pieces SET points = 99 WHERE id = 'CC-037'")
        db.execute("DELETE FROM pieces WHERE id = 'FS-003'")


def test_a_library_does_not_differ_from_itself(built: Path) -> None:
    assert compare(version_of(built), version_of(built)) == []


def test_what_came_went_and_changed_is_told_with_its_fields(built: Path, library: Path) -> None:
    _changed(library)
    found = compare(version_of(built), version_of(library))
    assert {(change.what, change.kind, change.id, change.fields) for change in found} == {
        ("changed", "ruling", "captain-and-reverse-captain", ("says",)),
        ("changed", "piece", "CC-037", ("points",)),
        ("removed", "piece", "FS-003", ()),
    }
    assert found[0].kind == "ruling"
    assert "2016" in found[0].source
    assert summary(found) == "1 ruling changed, 1 piece changed, 1 piece removed."
    back = compare(version_of(library), version_of(built))
    assert ("added", "FS-003") in {(change.what, change.id) for change in back}


def test_an_export_is_compared_like_its_library(built: Path, library: Path, tmp_path: Path) -> None:
    with sqlite3.connect(built) as db:
        db.row_factory = sqlite3.Row
        write_mirror(db, tmp_path / "mirror")
        assert compare(version_of(tmp_path / "mirror"), version_of_library(db)) == []
    _changed(library)
    assert compare(version_of(tmp_path / "mirror"), version_of(library)) == compare(
        version_of(built), version_of(library)
    )


def test_the_command_compares_and_writes_a_feed(built: Path, library: Path, tmp_path: Path) -> None:
    _changed(library)
    run = CliRunner().invoke
    told = run(commands, ["changes", str(built), str(library)])
    assert told.exit_code == 0, told.output
    assert "piece removed: HMS Apollo [FS-003]" in told.output
    same = run(commands, ["changes", str(built), "--db", str(built)])
    assert same.output == "Nothing has changed.\n"
    data = json.loads(run(commands, ["changes", str(built), str(library), "--json"]).output)
    assert data["steps"][0]["changed"] == 3
    out = tmp_path / "feed.xml"
    order = ["changes", str(built), str(library), "--format", "atom", "--site", "https://example.org/"]
    assert run(commands, [*order, "--out", str(out)]).exit_code == 0
    feed = ElementTree.fromstring(out.read_text(encoding="utf-8"))
    links = feed.findall(f"{ATOM}entry/{ATOM}link")
    assert [link.get("href", "").partition("#")[0] for link in links] == ["https://example.org/changes"]


@pytest.mark.parametrize(
    ("old", "said"), [("nowhere.sqlite", "is not there"), ("notes.txt", "not a library")]
)
def test_what_is_no_version_is_refused(old: str, said: str, built: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x" * 200, encoding="utf-8")
    done = CliRunner().invoke(commands, ["changes", str(tmp_path / old), str(built)])
    assert done.exit_code == 2
    assert said in done.output


def test_an_import_notes_what_it_changed_beside_the_library(library: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "more.csv"
    sheet.write_text(
        "Faction,#,Rarity,Type,Name,Point Cost,Masts,Cargo,Base Move,Cannons,Link,Ability\n"
        "English,CC-990,Common,Ship,Night Heron,9,2,3,S+S,3S-3S,,This ship gets +1 to her boarding rolls.\n",
        encoding="utf-8",
    )
    import_sheets(library, [sheet])
    (step,) = history_of(library).steps
    assert ("added", "piece", "Night Heron") in {(one.what, one.kind, one.name) for one in step.changes}
    import_sheets(library, [sheet])
    build(library)
    assert len(history_of(library).steps) == 1


def test_nothing_is_noted_of_the_first_library(tmp_path: Path) -> None:
    remember(tmp_path / "none.sqlite", tmp_path / "new.sqlite")
    assert not list(tmp_path.iterdir())


def test_an_attempt_that_is_repeated_is_noted_once(built: Path, library: Path) -> None:
    before = history_path(built)
    _changed(library)
    try:
        remember(built, library)
        remember(built, library)
        assert len(history_of(built).steps) == 1
    finally:
        before.unlink()


def test_a_history_is_bounded() -> None:
    many = [Change(what="added", kind="piece", id=str(number), name="x") for number in range(LISTED + 5)]
    step = step_of(many, "1.0")
    assert (step.changed, len(step.changes)) == (LISTED + 5, LISTED)
    with pytest.raises(ValueError, match="at most 30 items"):
        History(steps=(step,) * (KEPT + 1))


def test_a_damaged_history_is_told_and_left_as_it_is(library: Path) -> None:
    history_path(library).write_text("{", encoding="utf-8")
    done = CliRunner().invoke(commands, ["changes", "--db", str(library)])
    assert done.exit_code == 2
    assert "is no history of a library; take it away" in done.output
    assert history_path(library).read_text(encoding="utf-8") == "{"


def test_a_feed_escapes_what_names_hold() -> None:
    change = Change(what="changed", kind="ruling", id="a<b", name='<script>"&', fields=("says",))
    text = atom(History(steps=(step_of([change], "1.0"),)), "https://example.org", "https://example.org/f")
    content = ElementTree.fromstring(text).findtext(f"{ATOM}entry/{ATOM}content") or ""
    assert "&lt;script&gt;" in content
    assert "https://example.org/ruling/a%3Cb" in content
