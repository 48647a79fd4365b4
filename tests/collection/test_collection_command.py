"""A user keeps a collection on the command line: adds, imports, lists, searches and exports it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pirate_code.cli import commands
from pirate_code.collection import storing
from pirate_code.library import storage

Run = Callable[..., Result]


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Where the user's collection lies; there is none yet."""
    return tmp_path / "data" / "pirate-code" / "collection.csv"


@pytest.fixture
def run(built: Path, mine: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command with the built library and a data folder of its own."""
    monkeypatch.setenv(storage.ENVIRONMENT, str(built))
    monkeypatch.setenv("XDG_DATA_HOME", str(mine.parent.parent))
    monkeypatch.delenv(storing.ENVIRONMENT, raising=False)
    return lambda *arguments: CliRunner().invoke(commands, list(arguments))


def done(result: Result) -> str:
    assert result.exit_code == 0, result.output + result.stderr
    return result.stdout


def refusal(result: Result) -> str:
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("Error: ")
    return result.stderr.removeprefix("Error: ").rstrip()


def found(run: Run, *query: str) -> set[str]:
    rows: list[dict[str, Any]] = json.loads(done(run("search", *query, "--json")))["results"]
    return {row["id"] for row in rows}


def table(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_pieces_are_added_by_id_or_name_and_lie_in_the_data_folder(run: Run, mine: Path) -> None:
    assert done(run("collection", "add", "cc37")) == "HMS Sultan (CC-037): 1 owned.\n"
    told = done(run("collection", "add", "HMS Sultan", "PotC-025", "--owned", "2"))
    assert told == "HMS Sultan (CC-037): 3 owned.\nBlack Pearl (PotC-025): 2 owned.\n"
    assert mine.read_text(encoding="utf-8").splitlines() == [
        "id,owned,wanted,name,set",
        "CC-037,3,0,HMS Sultan,Pirates of the Crimson Coast",
        "PotC-025,2,0,Black Pearl,Pirates of the Caribbean",
    ]


def test_what_is_wanted_is_not_owned(run: Run) -> None:
    answer = json.loads(done(run("collection", "add", "CC-037", "--wanted", "2", "--json")))
    assert answer["pieces"] == [{"id": "CC-037", "name": "HMS Sultan", "owned": 0, "wanted": 2}]


def test_pieces_are_taken_away_one_by_one_or_wholly(run: Run, mine: Path) -> None:
    done(run("collection", "add", "CC-037", "--owned", "3", "--wanted", "1"))
    assert "2 owned, 1 wanted" in done(run("collection", "remove", "CC-037"))
    assert "1 owned, 1 wanted" in done(run("collection", "add", "CC-037", "--owned", "-1"))
    assert "from which 2 cannot be taken away" in refusal(
        run("collection", "remove", "CC-037", "--owned", "2")
    )
    done(run("collection", "remove", "CC-037", "--all"))
    assert mine.read_text(encoding="utf-8") == "id,owned,wanted,name,set\n"


def test_a_name_that_means_no_piece_or_several_changes_nothing(run: Run, mine: Path) -> None:
    assert "did you mean HMS Apollo" in refusal(run("collection", "add", "CC-037", "HMS Apolo"))
    assert refusal(run("collection", "add", "CC-037", "HMS Apollo")) == (
        "'HMS Apollo' can be FS-003 or R-031; write the id."
    )
    assert not mine.exists()


def test_without_a_collection_the_user_is_told_how_to_begin_one(run: Run, mine: Path) -> None:
    for command in (("collection", "show"), ("collection", "export"), ("search", "owned:yes")):
        assert refusal(run(*command)) == (
            f"There is no collection at {mine} yet; `pirate-code collection add PIECE` begins one."
        )


def test_excels_table_is_read_and_what_is_exported_is_read_again(run: Run, tmp_path: Path) -> None:
    excel = tmp_path / "excel.csv"
    excel.write_bytes("\ufeffID;Owned;Wanted;Notes\r\nCC-37;2;;mint\r\npotc-025;;1;\r\n".encode())
    done(run("collection", "import", str(excel)))
    out = tmp_path / "out.csv"
    done(run("collection", "export", "--out", str(out)))
    assert out.read_bytes().startswith(b"\xef\xbb\xbfid,owned,wanted,name,set\n")
    done(run("collection", "remove", "CC-037", "PotC-025", "--all"))
    answer = json.loads(done(run("collection", "import", str(out), "--json")))
    assert (answer["rows"], answer["new"], answer["unknown"]) == (2, 2, [])
    assert json.loads(done(run("collection", "export", "--json")))["pieces"] == [
        {"id": "CC-037", "owned": 2, "wanted": 0},
        {"id": "PotC-025", "owned": 0, "wanted": 1},
    ]


def test_an_export_to_a_screen_of_another_encoding_is_read_again(run: Run, tmp_path: Path) -> None:
    done(run("collection", "add", "CC-037"))
    printed = CliRunner(charset="latin-1").invoke(commands, ["collection", "export"]).stdout_bytes
    assert printed.startswith(b"id,owned,wanted")
    (tmp_path / "again.csv").write_bytes(printed)
    done(run("collection", "import", str(tmp_path / "again.csv")))


def test_an_import_sets_adds_or_replaces(run: Run, tmp_path: Path) -> None:
    done(run("collection", "add", "CC-037", "PotC-025", "--owned", "2", "--wanted", "1"))
    bought = table(tmp_path / "bought.csv", "id,owned\nCC-037,3\n")

    def numbers() -> dict[str, tuple[int, int]]:
        rows = json.loads(done(run("collection", "export", "--json")))["pieces"]
        return {row["id"]: (row["owned"], row["wanted"]) for row in rows}

    done(run("collection", "import", bought))
    assert numbers() == {"CC-037": (3, 1), "PotC-025": (2, 1)}
    done(run("collection", "import", bought, "--add"))
    assert numbers() == {"CC-037": (6, 1), "PotC-025": (2, 1)}
    done(run("collection", "import", bought, "--replace"))
    assert numbers() == {"CC-037": (3, 0)}
    assert refusal(run("collection", "import", bought, "--add", "--replace")) == (
        "--add and --replace exclude each other."
    )


def test_unknown_ids_refuse_the_import_until_the_user_keeps_them(
    run: Run, tmp_path: Path, mine: Path
) -> None:
    path = table(tmp_path / "mine.csv", "id,owned,wanted\nCC-037,1,0\nCC-999,2,1\nHMS Apollo,1,0\n")
    said = refusal(run("collection", "import", path)).splitlines()
    assert said[0].startswith(f"{path}, row 3: there is no piece 'CC-999': the library has no piece 999 of")
    assert said[1] == f"{path}, row 4: 'HMS Apollo' can be FS-003 or R-031; write the id."
    assert said[2].startswith("Nothing was imported.")
    assert not mine.exists()
    result = run("collection", "import", path, "--keep-unknown")
    assert "row 3" in result.stderr and "3 new" in done(result)
    done(run("collection", "add", "PotC-025"))  # a change keeps them too
    exported = done(run("collection", "export"))
    assert "CC-999,2,1,," in exported and "HMS Apollo,1,0,," in exported
    assert "Not in this library" in done(run("collection", "show"))
    done(run("collection", "remove", "CC-999", "--all"))
    assert "CC-999" not in done(run("collection", "export"))


def test_a_row_that_was_kept_counts_when_the_library_knows_it(
    run: Run, tmp_path: Path, imported: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = table(tmp_path / "mine.csv", "id,owned\nSM-1,1\n")
    assert "there is no piece 'SM-1': the library has no piece 1 of" in refusal(
        run("collection", "import", path)
    )
    done(run("collection", "import", path, "--keep-unknown"))
    assert found(run, "owned:yes") == set()
    monkeypatch.setenv(storage.ENVIRONMENT, str(imported))
    assert found(run, "owned:yes") == {"SM-001"}


def test_the_filters_find_what_is_owned_wanted_and_missing(run: Run, tmp_path: Path) -> None:
    path = table(tmp_path / "mine.csv", "id,owned,wanted\nCC-037,1,0\nPotC-025,3,0\nPotC-026,0,2\n")
    done(run("collection", "import", path))
    assert found(run, "owned:yes") == {"CC-037", "PotC-025"}
    assert found(run, "owned:>=2") == found(run, "owned>=2") == found(run, "owned:2..") == {"PotC-025"}
    assert found(run, "wanted:2") == found(run, "wanted!=0") == {"PotC-026"}
    everything, missing = found(run, "set:PotC"), found(run, "set:PotC missing:yes")
    assert everything - missing == {"PotC-025"}
    assert missing == found(run, "set:PotC owned:no") == found(run, "set:PotC owned<1")
    assert found(run, "missing:no or wanted:yes") == {"CC-037", "PotC-025", "PotC-026"}
    assert "owned:lots means nothing" in refusal(run("search", "owned:lots"))
    assert "write missing:yes or missing:no" in refusal(run("search", "missing:2"))


def test_a_search_can_look_at_another_file(run: Run, tmp_path: Path) -> None:
    other = table(tmp_path / "friend.csv", "id,owned\nCC-037,1\n")
    assert found(run, "owned:yes", "--collection", other) == {"CC-037"}
    assert "There is no file" in refusal(run("search", "owned:yes", "--collection", "nowhere.csv"))


@pytest.fixture
def listed(run: Run, tmp_path: Path) -> Run:
    """A collection with something to want and to trade."""
    text = "id,owned,wanted\nCC-037,3,0\nPotC-025,1,0\nPotC-026,0,2\n=HYPERLINK(1),2,1\n"
    done(run("collection", "import", table(tmp_path / "mine.csv", text), "--keep-unknown"))
    return run


def test_the_list_of_everything_says_how_complete_each_set_is(listed: Run) -> None:
    told = done(listed("collection", "show"))
    assert "Pirates of the Crimson Coast (CC, 1 of 158 pieces)" in told  # most are not in this library
    assert "   3  CC-037  HMS Sultan, English ship, common" in told
    assert done(listed("collection", "show", "--set", "Caribbean")).count("PotC-02") == 2
    rows = {
        row["id"]: row for row in json.loads(done(listed("collection", "show", "--sets", "--json")))["sets"]
    }
    assert (rows["CC"]["owned"], rows["CC"]["total"], rows["SM"]["owned"]) == (1, 158, 0)
    assert "1 of " in done(listed("collection", "show", "--sets"))
    assert "did you mean" in refusal(listed("collection", "show", "--set", "Caribean"))


def test_wants_and_trades_are_lists_of_their_own(listed: Run) -> None:
    wants = json.loads(done(listed("collection", "show", "--wants", "--json")))
    assert [piece["id"] for each in wants["sets"] for piece in each["pieces"]] == ["PotC-026"]
    trades = json.loads(done(listed("collection", "show", "--trades", "--json")))
    assert [(piece["id"], piece["spare"]) for each in trades["sets"] for piece in each["pieces"]] == [
        ("CC-037", 2)
    ]
    fewer = json.loads(done(listed("collection", "show", "--trades", "--keep", "3", "--json")))
    assert fewer["different"] == 0
    assert done(listed("collection", "show", "--trades", "--keep", "3")) == "For trade: nothing.\n"


@pytest.mark.parametrize("form", ["text", "markdown", "html", "csv"])
@pytest.mark.parametrize("which", ["--wants", "--trades"])
def test_every_format_of_a_list_is_printed_and_written(
    listed: Run, tmp_path: Path, form: str, which: str
) -> None:
    out = tmp_path / "list"
    printed = done(listed("collection", "show", which, "--format", form))
    assert done(listed("collection", "show", which, "--format", form, "--out", str(out))) == ""
    assert out.read_text(encoding="utf-8") == printed
    assert ("PotC-026" if which == "--wants" else "CC-037") in printed
    if form == "html":
        assert "<script" not in printed and "http" not in printed.lower().replace("=hyperlink", "")
    if form == "csv":
        assert "\n'=HYPERLINK(1)," in printed


def test_a_change_that_cannot_be_written_is_told_and_leaves_the_file(run: Run, tmp_path: Path) -> None:
    assert "cannot be written" in refusal(
        run("collection", "add", "CC-037", "--collection", str(tmp_path / "no" / "mine.csv"))
    )


def test_a_damaged_collection_is_told_and_not_overwritten(run: Run, mine: Path) -> None:
    mine.parent.mkdir(parents=True)
    mine.write_bytes(b"id,owned\nCC-037,\xff\n")
    assert "is not UTF-8 text (line 2)" in refusal(run("collection", "add", "CC-037"))
    assert mine.read_bytes() == b"id,owned\nCC-037,\xff\n"
