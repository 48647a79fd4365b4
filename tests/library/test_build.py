"""The library holds everything that is written down, linked together, and the same each time."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pirate_code import cli
from pirate_code.data import DataError
from pirate_code.glossary import load_keywords, load_nations
from pirate_code.library.abilities import ability_id, definition
from pirate_code.library.build import build
from pirate_code.library.code_document import Document
from pirate_code.library.pieces import load_errata, load_pieces
from pirate_code.library.rulings import load_rulings
from pirate_code.library.terms import load_terms

QUOTES = str.maketrans("“”’", '""\'')
TABLES = [
    "abilities",
    "ability_keyword",
    "asked",
    "claims",
    "custom_sets",
    "documents",
    "entries",
    "errata",
    "gram_vectors",
    "interactions",
    "keywords",
    "meta",
    "names",
    "nations",
    "parsed_files",
    "piece_ability",
    "piece_erratum",
    "piece_link",
    "pieces",
    "readings",
    "ruling_about",
    "ruling_see_also",
    "ruling_spellings",
    "ruling_vectors",
    "ruling_words",
    "rulings",
    "same_forms",
    "sets",
    "sheet_rows",
    "term_ability",
    "term_piece",
    "terms",
]


def one(db: sqlite3.Connection, query: str, *values: object) -> Any:
    return db.execute(query, values).fetchone()[0]


def column(db: sqlite3.Connection, query: str, *values: object) -> list[Any]:
    return [row[0] for row in db.execute(query, values)]


def test_every_table_is_there(db: sqlite3.Connection) -> None:
    found = column(db, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    assert [name for name in found if "_fts" not in name and not name.startswith("sqlite_")] == TABLES


def test_the_file_is_sound_and_no_link_dangles(db: sqlite3.Connection) -> None:
    assert column(db, "PRAGMA integrity_check") == ["ok"]
    assert column(db, "PRAGMA foreign_key_check") == []


def test_a_link_to_nothing_cannot_be_written(library: Path) -> None:
    db = sqlite3.connect(library)
    db.execute("PRAGMA foreign_keys = ON")
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        db.execute("INSERT INTO piece_link (piece_id, position, name) VALUES ('nobody', 1, 'x')")
    db.close()


def test_everything_that_is_written_down_is_in_it(db: sqlite3.Connection) -> None:
    rulings = [ruling for file in load_rulings() for ruling in file.rulings]
    assert one(db, "SELECT count(*) FROM pieces") == len(load_pieces())
    assert one(db, "SELECT count(*) FROM keywords") == len(load_keywords())
    assert one(db, "SELECT count(*) FROM nations") == len(load_nations())
    assert one(db, "SELECT count(*) FROM terms") == len(load_terms())
    assert one(db, "SELECT count(*) FROM errata") == len(load_errata())
    assert one(db, "SELECT count(*) FROM rulings") == len(rulings)
    assert one(db, "SELECT count(*) FROM claims") == sum(len(ruling.claims) for ruling in rulings)


def test_a_piece_has_its_facts_and_its_line(db: sqlite3.Connection) -> None:
    card = db.execute("SELECT * FROM piece_cards WHERE id = 'DJC-300a'").fetchone()
    assert (card["name"], card["nation"], card["cost"], card["masts"]) == (
        "Guichuan",
        "Cursed",
        "30 points",
        10,
    )
    assert card["keywords"] == "Ghost Ship, Junk, Treasure Ship"
    assert column(db, "SELECT text FROM ability_carriers WHERE piece_id = 'DJC-300a'") == [card["ability"]]


def test_errata_stand_beside_what_is_printed(db: sqlite3.Connection) -> None:
    hanno = db.execute("SELECT * FROM pieces WHERE id = 'MI-210'").fetchone()
    assert hanno["corrected"]
    assert hanno["ability"] == f"Galley. {hanno['printed_ability']}"
    lines = db.execute("SELECT printed, in_force FROM piece_ability WHERE piece_id = 'MI-210'").fetchall()
    assert sorted(map(tuple, lines)) == [(0, 1), (1, 0)]
    why = db.execute("SELECT * FROM corrected_pieces WHERE piece_id = 'MI-210'").fetchone()
    assert (why["field"], why["printed"], why["in_force"]) == ("ability", *_lines(hanno))
    assert "Galley" in one(db, "SELECT says FROM rulings WHERE id = ?", why["ruling_id"])


def test_a_corrected_nation_is_told_by_its_name(db: sqlite3.Connection) -> None:
    query = "SELECT printed, in_force FROM corrected_pieces WHERE piece_id = 'FN-300'"
    assert tuple(db.execute(query).fetchone()) == ("Cursed", "Viking")


def _lines(piece: sqlite3.Row) -> tuple[str, str]:
    return piece["printed_ability"], piece["ability"]


def test_an_ability_has_its_tree_or_its_error(db: sqlite3.Connection) -> None:
    for row in db.execute("SELECT * FROM abilities"):
        if row["status"] == "parsed":
            assert json.loads(row["tree_json"])
            assert row["rendered"]
            assert row["error_json"] is None
        else:
            assert row["tree_json"] is None
            assert json.loads(row["error_json"])["message"]


def test_a_tree_of_the_library_is_the_tree_of_its_text(db: sqlite3.Connection) -> None:
    from pirate_code.language import Ability, parse

    for row in db.execute("SELECT text, tree_json FROM abilities WHERE status = 'parsed' LIMIT 20"):
        read = tuple(Ability.model_validate(tree) for tree in json.loads(row["tree_json"]))
        assert read == parse(row["text"])


def test_a_line_has_the_keywords_it_prints_and_those_it_says_in_other_words(db: sqlite3.Connection) -> None:
    query = """SELECT how FROM ability_keyword JOIN abilities ON abilities.id = ability_id
        WHERE keyword_id = 'captain' AND text = ?"""
    assert column(db, query, "This ship may move and shoot using the same move action.") == ["text"]
    assert column(db, query.replace("'captain'", "'ghost-ship'"), "Ghost Ship. Junk. Treasure Ship.") == [
        "has"
    ]


def test_the_outline_of_a_line_is_stored_with_its_tree(db: sqlite3.Connection) -> None:
    from pirate_code.language import parse
    from pirate_code.library.tree_outlines import outlined

    for row in db.execute("SELECT text, tree_json, outline_json FROM abilities ORDER BY id LIMIT 20"):
        assert (row["tree_json"] is None) == (row["outline_json"] is None)
        if row["outline_json"]:
            assert json.loads(row["outline_json"]) == outlined(parse(row["text"]))
    query = "SELECT count(*) FROM keywords WHERE (tree_json IS NULL) <> (outline_json IS NULL)"
    assert one(db, query) == 0


def test_what_touches_an_event_is_one_query(db: sqlite3.Connection) -> None:
    found = column(db, "SELECT DISTINCT text FROM ability_events WHERE event = 'eliminate'")
    assert any("eliminate" in text for text in found)


def test_lines_of_one_meaning_have_one_form(db: sqlite3.Connection) -> None:
    rows = db.execute("SELECT text, other_text FROM same_abilities").fetchall()
    assert rows
    assert all(row["text"] != row["other_text"] for row in rows)


def test_a_keyword_has_the_tree_of_its_definition(db: sqlite3.Connection) -> None:
    for row in db.execute("SELECT marker, tree_json, footprint_json FROM keywords"):
        assert bool(row["marker"]) == (row["tree_json"] is None)


def test_every_ruling_is_about_something_and_claims_something(db: sqlite3.Connection) -> None:
    silent = """SELECT id FROM rulings WHERE says IS NOT NULL
        AND (id NOT IN (SELECT ruling_id FROM ruling_about) OR id NOT IN (SELECT ruling_id FROM claims))"""
    assert column(db, silent) == []


def test_a_ruling_that_only_points_says_where(db: sqlite3.Connection) -> None:
    lost = "SELECT id FROM rulings WHERE says IS NULL AND id NOT IN (SELECT ruling_id FROM ruling_see_also)"
    assert column(db, lost) == []


def test_the_rulings_of_a_keyword_reach_the_pieces_that_have_it(db: sqlite3.Connection) -> None:
    query = "SELECT count(*) FROM piece_rulings WHERE piece_id = 'DJC-300a' AND name = 'Ghost Ship'"
    assert one(db, query) > 0


def test_a_ruling_on_a_unique_treasure_reaches_its_piece(db: sqlite3.Connection) -> None:
    query = """SELECT DISTINCT pieces.kind FROM piece_rulings JOIN pieces ON pieces.id = piece_id
        WHERE because = 'piece' AND piece_rulings.name = 'Abandoned Crew'"""
    assert column(db, query) == ["treasure"]


@pytest.mark.parametrize(
    ("piece", "ruling"),
    [
        ("FN-300", "reroll-ability-for-crew-abilities"),
        ("DJC-200", "fog-jumper-and-smokepots"),
        ("FN-062a", "unique-treasure-taker-"),
        ("FS-066", "treasure-for-crew-swap-after-unique-treasures"),
    ],
)
def test_the_rulings_of_an_ability_reach_the_pieces_that_word_it_otherwise(
    db: sqlite3.Connection, piece: str, ruling: str
) -> None:
    found = column(db, "SELECT ruling_id FROM piece_rulings WHERE piece_id = ?", piece)
    assert any(each.startswith(ruling) for each in found)


def test_the_pieces_that_the_pirate_code_lists_get_the_rulings_of_their_section(
    db: sqlite3.Connection, whole: Document
) -> None:
    lacking = set()
    headed = "SELECT id FROM rulings WHERE document_id = 'pirate-code-2016' AND ? IN (section, line)"
    named = "SELECT id FROM pieces WHERE ? COLLATE NOCASE IN (name, other_names)"
    reached = "SELECT ruling_id FROM piece_rulings WHERE piece_id = ?"
    for section in whole.sections:
        rulings = set(column(db, headed, section.heading))
        for name in (name for line in section.carriers for name in line.split(", ")) if rulings else ():
            pieces = column(db, named, re.sub(r" \(.*", "", name.translate(QUOTES)))
            if pieces and not any(rulings.intersection(column(db, reached, piece)) for piece in pieces):
                lacking.add(name)
    assert lacking <= {"Bombardier (keyword)", "Morgawr"}


def test_a_claim_names_rows_of_the_library(db: sqlite3.Connection) -> None:
    query = "SELECT * FROM claims_in_words WHERE ruling_id = 'doctor-stops-elimination-only'"
    claims = [tuple(row)[1:5] for row in db.execute(query)]
    assert ("Doctor", "prevents", "captured crew", "no") in claims
    query = """SELECT keyword_id FROM claims JOIN entries ON entries.id = subject_id
        WHERE ruling_id = 'doctor-stops-elimination-only'"""
    assert set(column(db, query)) == {"doctor"}


def test_no_document_claims_and_denies_the_same(db: sqlite3.Connection) -> None:
    query = """SELECT first.ruling_id || ' and ' || second.ruling_id
        FROM claims AS first JOIN rulings ON rulings.id = first.ruling_id
        JOIN claims AS second USING (subject_id, relation, object_id)
        JOIN rulings AS other ON other.id = second.ruling_id
        WHERE first.holds = 'yes' AND second.holds = 'no' AND rulings.document_id = other.document_id"""
    assert column(db, query) == []


@pytest.mark.parametrize(
    ("table", "words", "expected"),
    [
        ("pieces", "guichuan", "DJC-300a"),
        ("keywords", "doctor", "doctor"),
        ("rulings", "doctor captured", "doctor-stops-elimination-only"),
    ],
)
def test_full_text_search_puts_the_best_first(
    db: sqlite3.Connection, table: str, words: str, expected: str
) -> None:
    query = f"""SELECT {table}.id FROM {table}_fts JOIN {table} ON {table}.rowid = {table}_fts.rowid
        WHERE {table}_fts MATCH ? ORDER BY rank LIMIT 5"""
    assert expected in column(db, query, words)


def test_search_ignores_accents_and_endings(db: sqlite3.Connection) -> None:
    query = "SELECT count(*) FROM abilities_fts WHERE abilities_fts MATCH ?"
    assert one(db, query, "eliminate") == one(db, query, "eliminates") > 0


def test_every_view_can_be_read(db: sqlite3.Connection) -> None:
    views = column(db, "SELECT name FROM sqlite_master WHERE type = 'view'")
    assert {"piece_cards", "ability_carriers", "rulings_by_section", "keyword_carriers"} <= set(views)
    for view in views:
        assert db.execute(f"SELECT * FROM {view} LIMIT 1").description


def test_the_library_cannot_be_changed_by_a_reader(db: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        db.execute("DELETE FROM pieces")


def test_the_same_input_gives_the_same_bytes(built: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.sqlite"
    command = [sys.executable, "-m", "pirate_code", "build", "--db", str(again)]
    environment = os.environ | {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LC_ALL": "C"}
    subprocess.run(command, env=environment, check=True, capture_output=True, timeout=600)
    assert again.read_bytes() == built.read_bytes()


def test_building_again_changes_no_byte(built: Path, library: Path) -> None:
    result = CliRunner().invoke(cli.commands, ["build", "--db", str(library), "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["pieces"] == len(load_pieces())
    assert library.read_bytes() == built.read_bytes()


def test_a_library_that_needs_no_change_is_not_written_again(library: Path) -> None:
    before = library.stat().st_mtime_ns
    again = build(library)
    assert again.counts["pieces"] == len(load_pieces())
    assert again.counts["claims"] > again.counts["rulings"]
    assert library.stat().st_mtime_ns == before


def test_a_library_that_is_not_sound_is_written_again(library: Path, built: Path) -> None:
    db = sqlite3.connect(library)
    root = one(db, "SELECT rootpage FROM sqlite_master WHERE name = 'ix_claims_relation'")
    size = one(db, "PRAGMA page_size")
    db.close()
    with library.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xff" * size)
    build(library)
    assert library.read_bytes() == built.read_bytes()


def test_a_definition_that_is_not_understood_is_told_with_its_file() -> None:
    keyword = load_keywords()[0].model_copy(update={"definition": ("This ship zyzzyvas.",)})
    place = rf"keywords/{keyword.family}\.yaml: {re.escape(keyword.name)}: the definition is not understood: "
    with pytest.raises(DataError, match=place):
        definition(keyword)


def test_build_says_what_the_library_holds(library: Path) -> None:
    result = CliRunner().invoke(cli.commands, ["build", "--db", str(library)])
    assert f"{len(load_pieces()):,} pieces" in result.stdout
    assert "rulings" in result.stdout


def test_the_id_of_a_line_stays_short_however_long_its_words_are() -> None:
    assert len(ability_id("9" * 9_000)) < 120
    assert ability_id("9" * 9_000) != ability_id("9" * 9_001)
