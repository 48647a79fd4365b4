"""The keywords and nations in db/ are whole, as the facts sheet has them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from pirate_code import glossary as module
from pirate_code.glossary import (
    Keyword,
    load_keywords,
    load_nations,
)
from tests.library.keywords.entries import KEYWORDS, MARKERS, NATIONS

# Appendix B of the facts sheet: what nobody found, and under which name it is assumed.
GAPS = [
    ("junk", "rule"),
    ("filching-gold", "rule"),
    ("unholy-light", "rule"),
    ("hoarding-gold", "rule"),
    ("emperors-commander", "rule"),
    ("treasure-ship", "transfer"),
    ("treasure-ship", "other transfer"),
    ("treasure-ship", "full texts"),
    ("black-mark", "surcharge"),
    ("turbine", "base move"),
    ("marine", "gun"),
    ("turtle-ship", "panels"),
    ("chieftain", "canoes lost"),
    ("native-canoe", "canoes without a chieftain"),
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


def table(sheet: str) -> list[list[str]]:
    rows = sheet.partition("## Table")[2].partition("## Entries")[0].splitlines()
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if row.startswith("| ")][1:]


def row_name(cell: str) -> str:
    return re.sub(r"\s*\*\([^)]*\)\*|\s*\((?:American|canceller)[^)]*\)", "", cell)


def names_of(keyword: Keyword) -> set[str]:
    return {name.casefold() for name in (keyword.name, *keyword.spellings, *keyword.other_names)}


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
