"""A mistake in the keywords or nations of db/ is told with its file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from pirate_code.data import DataError
from pirate_code.glossary import (
    Nation,
    read_keywords,
    read_nations,
)

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


def folder_with(tmp_path: Path, **files: str) -> Path:
    for name, text in files.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def test_broken_yaml_is_told_with_file_and_line(tmp_path: Path) -> None:
    place = folder_with(tmp_path, hulls=ENTRY + "  - id: [galley\n    name: Galley\n")
    with pytest.raises(DataError, match=r"hulls\.yaml:1[2-4]: this is not YAML"):
        read_keywords(place)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("confidence: high", "confidence: sure", 8, "schooner: confidence: .*'high'"),
        ("    kind: keyword\n", "", 4, "schooner: kind: it is missing"),
        ("kind: keyword", "sort: keyword", 4, "schooner: kind: it is missing"),
        ("name: Schooner", "name: Schooner\n    flavour: salt", 6, "flavour: there is no entry of this name"),
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
