"""The keywords and nations in db/ are whole, and a mistake in them is told with its file and line."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from pirate_code.data import DataError
from pirate_code.library import keywords as module
from pirate_code.library.keywords import (
    Keyword,
    Nation,
    load_keywords,
    load_nations,
    read_keywords,
    read_nations,
)

KEYWORDS = {keyword.id: keyword for keyword in load_keywords()}
NATIONS = {nation.id: nation for nation in load_nations()}

# Appendix B of the facts sheet: what nobody found, and under which name it is assumed.
GAPS = [
    ("junk", "rule"),
    ("filching-gold", "rule"),
    ("unholy-light", "rule"),
    ("hoarding-gold", "rule"),
    ("emperors-commander", "rule"),
    ("treasure-ship", "full texts"),
    ("black-mark", "surcharge"),
    ("turbine", "base move"),
    ("marine", "gun"),
    ("turtle-ship", "panels"),
    ("chieftain", "canoes"),
    ("chieftain", "canoes lost"),
    ("chieftain", "canoes without a chieftain"),
    ("icebreaker", "roll to break the iceberg"),
    ("switchblade", "pinned"),
    ("hoist", "reach"),
    ("scorpion", "reach"),
    ("switchblade", "reach"),
    ("loyal", "wording"),
    ("hostile", "wording"),
    ("mercenary", "wording"),
    ("secret-hold", "wording"),
    ("dories", "wording"),
    ("extended-range", "wording"),
]
MARKERS = {
    "emperors-commander",
    "filching-gold",
    "hoarding-gold",
    "joysides-attack",
    "junk",
    "unholy-light",
}

ENTRY = """\
family: hulls
about: kinds of hull
keywords:
  - id: schooner
    name: Schooner
    kind: keyword
    carried_by: [ship]
    confidence: high
    sources: [psmlist]
    definition:
      - "This ship cannot be pinned."
"""


@pytest.fixture(scope="session")
def facts_sheet(root: Path) -> str:
    """Return the facts sheet on keywords, which is not part of the repository."""
    sheet = root.parent / "shared" / "keywords.md"
    if not sheet.is_file():
        pytest.skip("the facts sheet is not here")
    return sheet.read_text(encoding="utf-8")


def table(sheet: str) -> list[list[str]]:
    rows = sheet.partition("## Table")[2].partition("## Entries")[0].splitlines()
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if row.startswith("| ")][1:]


def row_name(cell: str) -> str:
    return re.sub(r"\s*\*\([^)]*\)\*|\s*\((?:American|canceller)[^)]*\)", "", cell)


def names_of(keyword: Keyword) -> set[str]:
    return {name.casefold() for name in (keyword.name, *keyword.spellings, *keyword.other_names)}


def folder_with(tmp_path: Path, **files: str) -> Path:
    for name, text in files.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def test_every_entry_of_the_facts_sheet_is_a_keyword_with_its_confidence(facts_sheet: str) -> None:
    rows = table(facts_sheet)
    assert len(rows) == len(KEYWORDS) == 84
    for cell, _, _, confidence in rows:
        found = [keyword for keyword in KEYWORDS.values() if row_name(cell).casefold() in names_of(keyword)]
        assert [keyword.confidence for keyword in found] == [confidence], cell


def test_every_entry_has_the_kind_that_the_facts_sheet_gives(facts_sheet: str) -> None:
    for cell, _, _, _ in table(facts_sheet):
        marked = re.search(r"\*\((.*)\)\*", cell)
        found = [keyword for keyword in KEYWORDS.values() if row_name(cell).casefold() in names_of(keyword)]
        assert [keyword.kind for keyword in found] == [marked[1] if marked else "keyword"], cell


def test_every_keyword_without_a_rule_is_a_marker_and_no_other_is() -> None:
    assert {keyword.id for keyword in KEYWORDS.values() if keyword.marker} == MARKERS
    for key in MARKERS:
        assert not KEYWORDS[key].definition
        assert "No rule is known" in KEYWORDS[key].notes
        assert KEYWORDS[key].confidence == "low"


@pytest.mark.parametrize("key", sorted(KEYWORDS.keys() - MARKERS))
def test_every_other_keyword_has_a_definition_of_whole_sentences(key: str) -> None:
    keyword = KEYWORDS[key]
    nations = {letter: NATIONS[parameter.values[0]] for letter, parameter in keyword.parameters.items()}
    assert keyword.definition
    for line in (*keyword.abilities(nations), *keyword.wordings(nations)):
        assert re.fullmatch(r"[A-Z][^{}]*[.)]", line), line


@pytest.mark.parametrize(("key", "fact"), GAPS)
def test_every_gap_in_the_sources_is_an_assumed_fact_with_a_reason(key: str, fact: str) -> None:
    assumed = {entry.fact: entry for entry in KEYWORDS[key].assumed}
    assert assumed[fact].reason.endswith(".")


def test_an_assumed_number_stands_in_one_place_and_reaches_the_definition() -> None:
    turtle = KEYWORDS["turtle-ship"]
    assert not any(character.isdigit() for line in turtle.definition for character in line)
    assert turtle.abilities()[0] == "This ship has 2 panels."


def test_every_parameter_value_is_a_nation() -> None:
    for keyword in KEYWORDS.values():
        for parameter in keyword.parameters.values():
            assert set(parameter.values) <= NATIONS.keys()


def test_a_captain_is_known_by_the_sentence_that_older_cards_print() -> None:
    assert "This ship may move and shoot using the same move action." in KEYWORDS["captain"].wordings()


def test_loyal_and_hostile_print_the_country_and_speak_of_its_pieces() -> None:
    english = NATIONS["english"]
    assert KEYWORDS["loyal"].printed_name({"X": english}) == "Loyal: England"
    assert "English ships or English crew" in KEYWORDS["hostile"].abilities({"X": english})[0]


def test_a_letter_of_marque_prints_the_nation_with_the_right_article() -> None:
    letter = KEYWORDS["letter-of-marque"]
    assert letter.printed_name({"X": NATIONS["french"]}) == "French Letter of Marque"
    assert "shoots at an English ship" in letter.abilities({"X": NATIONS["english"]})[1]
    assert "shoots at a French ship" in letter.abilities({"X": NATIONS["french"]})[1]


def test_a_one_use_card_is_a_version_of_its_equipment() -> None:
    assert KEYWORDS["chain-shot"].abilities(version="one use")[0].startswith("After using Chain Shot")


def test_an_octopus_is_a_kraken() -> None:
    assert KEYWORDS["octopus"].same_as == "kraken"


def test_definitions_taken_from_cards_are_what_the_cards_print(master_sheet: Path) -> None:
    printed = re.sub(r"\s+", " ", master_sheet.read_text(encoding="utf-8-sig").replace("’", "'"))
    kinds = {"named ability", "equipment", "crew ability"}
    for keyword in KEYWORDS.values():
        if keyword.kind in kinds and not keyword.parameters:
            assert all(line in printed for line in keyword.definition), keyword.id


def test_every_printed_keyword_of_the_master_sheet_is_here_under_a_printed_spelling(
    master_sheet: Path,
) -> None:
    sheet = master_sheet.read_text(encoding="utf-8-sig")
    for name in ("Ex-patriot", "Ex-Patriot", "Treasure Ship", "Headhunter's Domain", "Double Catamaran"):
        assert name in sheet
        assert any(name in (keyword.name, *keyword.spellings) for keyword in KEYWORDS.values())


def test_the_eleven_nations_are_here_and_one_is_promotional() -> None:
    assert [nation.adjective for nation in NATIONS.values()] == [
        "American",
        "Barbary Corsair",
        "Cursed",
        "English",
        "French",
        "Jade Rebellion",
        "Mercenary",
        "Pirate",
        "Spanish",
        "Viking",
        "Whitebeard's Raiders",
    ]
    assert [nation.id for nation in NATIONS.values() if nation.promotional] == ["whitebeards-raiders"]
    assert {nation.noun for nation in NATIONS.values()} >= {"America", "England", "France", "Spain"}


def test_every_source_is_explained_in_the_readme_of_db(root: Path) -> None:
    readme = (root / "db" / "README.md").read_text(encoding="utf-8")
    assert {f"`{source}`" for keyword in KEYWORDS.values() for source in keyword.sources} <= set(
        re.findall(r"`[a-z0-9-]+`", readme)
    )


def test_keywords_and_nations_are_read_once_and_cannot_be_changed() -> None:
    assert load_keywords() is load_keywords()
    assert load_nations() is load_nations()
    with pytest.raises(ValidationError, match="frozen"):
        KEYWORDS["galley"].name = "Gally"  # type: ignore[misc]


def test_this_module_does_not_know_the_language() -> None:
    source = Path(module.__file__).read_text(encoding="utf-8")
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    assert not any((node.module or "").startswith("pirate_code.language") for node in imports)


def test_broken_yaml_is_told_with_file_and_line(tmp_path: Path) -> None:
    place = folder_with(tmp_path, hulls=ENTRY + "  - id: [galley\n    name: Galley\n")
    with pytest.raises(DataError, match=r"hulls\.yaml:1[2-4]: this is not YAML"):
        read_keywords(place)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("confidence: high", "confidence: sure", 8, "schooner: confidence: .*'high'"),
        ("    kind: keyword\n", "", 4, "schooner: kind: Field required"),
        ("kind: keyword", "sort: keyword", 4, "schooner: kind: Field required"),
        ("name: Schooner", "name: Schooner\n    flavour: salt", 6, "flavour: Extra inputs"),
        ("[ship]", "[ship, kite]", 7, r"carried_by\.1"),
        ("id: schooner", "id: The Schooner", 4, "The Schooner: id"),
        ('      - "This ship cannot be pinned."', "      []", 4, "the definition is missing"),
        ("cannot be pinned", "has {panels} panels", 4, "{panels} is neither"),
        ("confidence: high", "confidence: high\n    marker: true", 4, "a type marker has no rule"),
        ("confidence: high", "confidence: high\n    same_as: galley", 9, "same_as names 'galley'"),
        ("family: hulls", "family: 7", 1, "'family' must be text"),
        ("about: kinds of hull\n", "", 1, "lacks `about:`"),
        ("about: kinds of hull", "about: hulls\nedition: 2", 3, "'edition' is unknown here"),
        ("name: Schooner", "name: Schooner\n    family: hulls", 6, "follows from the file"),
    ],
)
def test_a_wrong_entry_is_told_with_its_line_and_what_would_be_right(
    tmp_path: Path, old: str, new: str, line: int, message: str
) -> None:
    place = folder_with(tmp_path, hulls=ENTRY.replace(old, new))
    with pytest.raises(DataError, match=message) as caught:
        read_keywords(place)
    assert (caught.value.path, caught.value.line) == (place / "hulls.yaml", line)


def test_the_same_id_twice_is_refused_and_both_places_are_named(tmp_path: Path) -> None:
    place = folder_with(tmp_path, hulls=ENTRY, rigs=ENTRY)
    with pytest.raises(DataError, match=r"rigs\.yaml:4: the id 'schooner' is taken \(hulls\.yaml:4\)"):
        read_keywords(place)


def test_the_same_name_twice_is_refused_whatever_its_capitals(tmp_path: Path) -> None:
    other = ENTRY.replace("id: schooner", "id: sloop").replace("name: Schooner", "name: SCHOONER")
    with pytest.raises(DataError, match=r"rigs\.yaml:5: the name 'SCHOONER' is taken by schooner"):
        read_keywords(folder_with(tmp_path, hulls=ENTRY, rigs=other))


@pytest.mark.parametrize("text", ["", "[]", "keywords: []", "keywords: 3", "just text"])
def test_a_file_without_a_list_of_keywords_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(DataError, match="must hold a list of entries under `keywords:`"):
        read_keywords(folder_with(tmp_path, hulls=text))


def test_an_entry_that_is_no_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"hulls\.yaml:4: an entry must be a table"):
        read_keywords(folder_with(tmp_path, hulls="family: hulls\nabout: x\nkeywords:\n  - Schooner\n"))


def test_a_folder_without_keyword_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no keyword files"):
        read_keywords(tmp_path)


def test_two_nations_cannot_share_a_name(tmp_path: Path) -> None:
    path = tmp_path / "nations.yaml"
    nation = "  - {{id: {}, adjective: Dutch, noun: {}}}\n"
    path.write_text(
        "nations:\n" + nation.format("dutch", "Holland") + nation.format("orange", "Orange"), "utf-8"
    )
    with pytest.raises(DataError, match=r"nations\.yaml:3: the name 'Dutch' is taken by dutch"):
        read_nations(path)


def test_a_new_nation_needs_only_an_entry(tmp_path: Path) -> None:
    path = tmp_path / "nations.yaml"
    path.write_text("nations:\n  - {id: dutch, adjective: Dutch, noun: Holland}\n", "utf-8")
    assert read_nations(path) == (Nation(id="dutch", adjective="Dutch", noun="Holland"),)
