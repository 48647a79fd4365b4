"""Custom sets: a sheet with a file beside it that names its set and nations."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pirate_code.data import DataError
from pirate_code.glossary import game_nations, lend_nations, load_nations
from pirate_code.language import LanguageError, parse, render
from pirate_code.library.build import build
from pirate_code.library.custom_set import CustomSet, file_beside, nations_of, read_custom_set
from pirate_code.library.importing import Imported, import_sheets
from pirate_code.library.opening import open_library

EXAMPLE = Path(__file__).parents[2] / "examples" / "custom" / "amber-tide.csv"
SHEET = """Type,Name,Faction,Point Cost,Masts,Cargo,Base Move,Cannons,Ability
Ship,Gale,Amber League,9,2,3,S,3S-3S,This ship gets +1 to her cannon rolls against Amber League ships.
"""
SET = "code: AT\nname: The Amber Tide\nnations: [Amber League]\n"


@pytest.fixture(autouse=True)
def only_the_games_nations() -> Iterator[None]:
    yield
    lend_nations(())


def written(folder: Path, sheet: str = SHEET, set_file: str | None = SET, name: str = "mine") -> Path:
    path = folder / f"{name}.csv"
    path.write_text(sheet, encoding="utf-8")
    if set_file is not None:
        path.with_suffix(".yaml").write_text(set_file, encoding="utf-8")
    return path


def rows(library: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(library)) as db:
        return db.execute(sql).fetchall()


def reasons(outcome: Imported) -> list[str]:
    return [fault.reason for fault in outcome.faults]


# --- importing ----------------------------------------------------------------------------------------------


def test_a_set_file_beside_a_sheet_makes_its_pieces_custom(library: Path, tmp_path: Path) -> None:
    outcome = import_sheets(library, [written(tmp_path)])
    assert (outcome.new, outcome.refused, outcome.unparsed) == (1, 0, 0)
    assert rows(library, "SELECT id, nation_id, origin FROM pieces WHERE set_id = 'AT'") == [
        ("AT-gale-amber-league", "amber-league", "custom")
    ]
    assert rows(library, "SELECT name, released, origin FROM sets WHERE id = 'AT'") == [
        ("The Amber Tide", 0, "custom")
    ]
    assert rows(library, "SELECT adjective FROM nations WHERE origin = 'custom'") == [("Amber League",)]


def test_without_a_set_file_an_unknown_nation_refuses_the_row(library: Path, tmp_path: Path) -> None:
    outcome = import_sheets(library, [written(tmp_path, set_file=None)])
    assert outcome.refused == 1
    assert reasons(outcome) == [
        "no nation of the game; a set file beside the sheet names a nation of your own"
    ]


def test_a_set_file_lying_elsewhere_can_be_named(library: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "set.yml"
    elsewhere.write_text(SET)
    outcome = import_sheets(library, [written(tmp_path, set_file=None)], set_file=elsewhere)
    assert outcome.new == 1


def test_a_custom_set_is_just_what_its_sheet_says(library: Path, tmp_path: Path) -> None:
    import_sheets(library, [written(tmp_path)])
    outcome = import_sheets(library, [written(tmp_path, SHEET.replace("Gale", "Squall"))])
    assert (outcome.new, outcome.removed) == (1, 1)
    assert rows(library, "SELECT name FROM pieces WHERE origin = 'custom'") == [("Squall",)]


def test_an_import_of_the_same_set_changes_nothing(library: Path, tmp_path: Path) -> None:
    import_sheets(library, [written(tmp_path)])
    before = library.stat()
    outcome = import_sheets(library, [written(tmp_path)])
    assert (outcome.unchanged, outcome.new, outcome.removed) == (1, 0, 0)
    assert library.stat().st_mtime_ns == before.st_mtime_ns


def test_custom_sets_survive_a_new_build_and_a_fresh_one_leaves_them_out(
    library: Path, tmp_path: Path
) -> None:
    import_sheets(library, [written(tmp_path)])
    with closing(sqlite3.connect(library)) as db:
        db.execute("UPDATE meta SET value = 'another' WHERE key IN ('sources', 'language')")
        db.commit()
    lend_nations(())
    assert not build(library).unparsed
    assert rows(library, "SELECT count(*) FROM pieces WHERE origin = 'custom'") == [(1,)]
    build(library, fresh=True)
    assert rows(library, "SELECT count(*) FROM nations WHERE origin = 'custom'") == [(0,)]


def test_other_imports_leave_a_custom_set_alone(library: Path, tmp_path: Path) -> None:
    import_sheets(library, [written(tmp_path)])
    other = written(tmp_path, SHEET.replace("Amber League", "English"), None, "other")
    import_sheets(library, [other])
    assert rows(library, "SELECT origin, count(*) FROM pieces GROUP BY origin ORDER BY origin") == [
        ("custom", 1),
        *rows(library, "SELECT 'pirate-code', count(*) FROM pieces WHERE origin = 'pirate-code'"),
        ("sheet", 1),
    ]


def test_a_line_that_does_not_parse_is_kept_with_its_sentence(library: Path, tmp_path: Path) -> None:
    nonsense = SHEET.replace("gets +1 to her cannon rolls against Amber League ships", "hums along")
    outcome = import_sheets(library, [written(tmp_path, nonsense)])
    assert (outcome.new, outcome.unparsed) == (1, 1)
    assert reasons(outcome)[0].startswith("not understood: ")


def test_a_line_that_makes_no_sense_is_kept_with_its_sentence(library: Path, tmp_path: Path) -> None:
    senseless = SHEET.replace(
        "This ship gets +1 to her cannon rolls against Amber League ships.",
        "This ship cannot be pinned by the Flying Teapot.",
    )
    outcome = import_sheets(library, [written(tmp_path, senseless)])
    assert (outcome.new, outcome.unparsed) == (1, 1)
    assert "'Flying Teapot' is no piece that is known here" in reasons(outcome)[0]


def test_a_custom_line_may_name_another_piece_of_its_sheet(library: Path, tmp_path: Path) -> None:
    sheet = SHEET + "Crew,Tam Oat,Amber League,3,,,,,This crew is worth +1 gold to Gale.\n"
    sheet = sheet.replace("This crew is worth +1 gold to Gale.", "This ship cannot be pinned by Gale.")
    outcome = import_sheets(library, [written(tmp_path, sheet)])
    assert (outcome.new, outcome.unparsed) == (2, 0)


def test_a_row_that_says_it_is_of_a_set_of_the_game_is_refused(library: Path, tmp_path: Path) -> None:
    lines = SHEET.splitlines()
    sheet = f"{lines[0]},SheetName\n{lines[1]},Crimson Coast\n"
    outcome = import_sheets(library, [written(tmp_path, sheet)])
    assert reasons(outcome) == ["a set of the game; this sheet is the custom set The Amber Tide"]


def test_the_example_is_read_whole(library: Path) -> None:
    outcome = import_sheets(library, [EXAMPLE])
    assert (outcome.new, outcome.refused, outcome.unparsed) == (7, 0, 0)


# --- nations in the text of cards ---------------------------------------------------------------------------


def test_a_library_lends_its_nations_to_the_language(library: Path) -> None:
    import_sheets(library, [EXAMPLE])
    line = "This ship cannot be pinned by Amber League ships."
    lend_nations(())
    with pytest.raises(LanguageError):
        parse(line)
    with closing(open_library(library)):
        assert render(parse(line)) == "(Amber League ships) cannot pin this ship."
        assert render(parse("Hostile: Amberland.")) == "Hostile: Amberland."
        assert load_nations()[-1].colours == ("#b8860b", "#123c69")


def test_another_library_knows_nothing_of_them(library: Path, built: Path) -> None:
    import_sheets(library, [EXAMPLE])
    for path, custom in ((built, False), (library, True), (built, False)):
        with closing(open_library(path)):
            assert (load_nations() != game_nations()) is custom


# --- what is wrong with a set file --------------------------------------------------------------------------

WRONG = {
    "nation named twice": (
        "code: AT\nname: A\nnations:\n  - Amber League\n  - Salt Guild\n  - Amber League\n",
        ":6: the nation 'Amber League' is named twice: 'amber league' is a name of 'Amber League'",
    ),
    "nation named twice by a spelling": (
        "code: AT\nname: A\nnations:\n  - name: Amber League\n    noun: Ruun\n  - Ruun\n",
        ":6: the nation 'Ruun' is named twice: 'ruun' is a name of 'Amber League'",
    ),
    "nation of the game": (
        "code: AT\nname: A\nnations: [Spanish]\n",
        ":3: 'Spanish' is taken: 'spanish' is a name of the game's nation Spanish",
    ),
    "code of the game": (
        "name: A\ncode: sm\n",
        ":2: the code 'sm' is taken by the set Pirates of the Spanish Main; choose another",
    ),
    "old code of the game": (
        "name: A\ncode: RF\n",
        ":2: the code 'RF' is taken by the set Cursed Seas: Rise of the Fiends; choose another",
    ),
    "name of a set of the game": (
        "code: AT\nname: Pirates of the spanish main\n",
        ":2: 'Pirates of the spanish main' is the name of a set of the game; choose another",
    ),
    "colour by its name": (
        "code: AT\nname: A\nnations:\n  - name: Amber League\n    colours: [red, '#123c69']\n",
        ":5: nations 1 colours 1: 'red' is no colour; one is written like #b8860b, in small letters",
    ),
    "name that is empty": ('code: AT\nname: ""\n', ":2: name: it is empty"),
    "no code": ("name: A\n", ":1: the file lacks `code:`, the code of the set"),
    "no name": ("code: AT\n", ":1: the file lacks `name:`, the name of the set"),
    "unknown key": (
        "code: AT\nname: A\nnation: [Amber League]\n",
        ":3: 'nation' is unknown here; a set file holds code, name, nations",
    ),
    "unknown key of a nation": (
        "code: AT\nname: A\nnations:\n  - name: Amber League\n    flag: red\n",
        ":5: 'flag' is unknown here; a nation has name, noun, spellings, colours",
    ),
    "code with a digit": (
        "code: AT2\nname: A\n",
        ":1: code: 'AT2' is no code of a set; one has 1 to 12 letters, such as AT",
    ),
    "nations that are no list": ("code: AT\nname: A\nnations: 3\n", ":3: nations: 3 is not a list"),
    "colour that is none": (
        "code: AT\nname: A\nnations:\n  - name: Amber League\n    colours: [red, blue]\n",
        ":5: nations 1 colours 1: ",
    ),
    "nation in small letters": (
        "code: AT\nname: A\nnations: [amber league]\n",
        ":3: nations 1 name: 'amber league' is no name of a nation; one has 1 to 4 words with capitals,"
        " such as Amber League",
    ),
    "nation that is a keyword": (
        "code: AT\nname: A\nnations: [Schooner]\n",
        ":3: 'Schooner' is taken: 'schooner' is a name of the keyword Schooner",
    ),
    "nation that begins the name of a printed piece": (
        "code: AT\nname: A\nnations: [Odin]\n",
        ":3: 'Odin' means something else in the text of cards; choose another name",
    ),
    "not a mapping": (
        "- AT\n",
        ":1: a set file holds `code:`, `name:` and, if the game lacks them, `nations:`",
    ),
    "not YAML": ("code: [AT\n", ":2: this is not YAML"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_a_set_file_is_told_with_its_line(tmp_path: Path, name: str) -> None:
    text, message = WRONG[name]
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    with pytest.raises(DataError) as raised:
        read_custom_set(path)
    assert str(raised.value).startswith(f"{path}{message}")


def test_a_refused_set_file_leaves_the_library_as_it_was(library: Path, tmp_path: Path) -> None:
    import_sheets(library, [written(tmp_path)])
    before = library.read_bytes()
    with pytest.raises(DataError, match="named twice"):
        import_sheets(library, [written(tmp_path, set_file=WRONG["nation named twice"][0])])
    assert library.read_bytes() == before


def test_a_code_that_imported_pieces_have_is_taken(library: Path, tmp_path: Path) -> None:
    lines = SHEET.replace("Amber League", "English").splitlines()
    import_sheets(library, [written(tmp_path, f"{lines[0]},SheetName\n{lines[1]},AT\n", None, "other")])
    with pytest.raises(DataError, match="the code 'AT' is taken by the set AT; choose another"):
        import_sheets(library, [written(tmp_path)])


def test_two_sets_share_a_nation_that_is_the_same_in_both(library: Path, tmp_path: Path) -> None:
    import_sheets(library, [written(tmp_path)])
    second = written(tmp_path, SHEET, SET.replace("AT", "BT"), "second")
    assert import_sheets(library, [second]).new == 1
    other = written(
        tmp_path, SHEET, "code: CT\nname: C\nnations: [{name: Amber League, noun: Ruun}]\n", "third"
    )
    with pytest.raises(DataError, match="is a name of the nation Amber League of another custom set"):
        import_sheets(library, [other])


def test_two_files_of_one_import_cannot_have_one_code(library: Path, tmp_path: Path) -> None:
    sheets = [written(tmp_path), written(tmp_path, name="second")]
    with pytest.raises(DataError, match=r"the code 'AT' is the one of mine\.yaml; choose another"):
        import_sheets(library, sheets)


def test_a_sheet_is_not_its_own_set_file(tmp_path: Path) -> None:
    assert file_beside(written(tmp_path, set_file=None)) is None
    assert file_beside(tmp_path / "mine.yaml") is None


@given(st.from_regex(r"[A-Z][a-z]{1,8}( [A-Z][a-z]{1,8})?", fullmatch=True))
def test_any_name_with_capitals_makes_a_nation_that_is_itself_again(name: str) -> None:
    custom = CustomSet.model_validate({"code": "AT", "name": "A", "nations": [name]})
    assert nations_of([custom, custom]) == (custom.nations[0].nation,)
    assert CustomSet.model_validate_json(custom.model_dump_json()) == custom
