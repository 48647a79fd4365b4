"""The original document is read into the headings and items that rulings cite."""

from __future__ import annotations

from pathlib import Path

import pytest

from pirate_code.data import DataError
from pirate_code.library import code_document
from pirate_code.library.code_document import PARTS, Document, borrowed, read_document, runs

SHORT = """
The Pirate Code

CARD CORRECTIONS AND MISPRINTS

General Rules for Misprints:

-The card counts.

Some Ship (XX-001): Her cost is 3.

GENERAL RULES QUESTIONS AND TERMINOLOGY

“Come About”

-No longer used.

TOURNAMENTS, ORGANIZED PLAY, and CUSTOM RULESETS

Who Picks?

- The loser.

SPECIFIC RULES (By rulebook section)

SETUP

Placing Islands

- First, steps:
 - 1) One step.
Not a heading, for it follows a line.

ABILITIES AND KEYWORDS

“This ship does this.”

Some Ship, Other Ship

-First.

--Below the first.

---(Continued...)

Dancing (keyword)

Jumping (keyword)

“This ship dances.”

Somebody

-See: *Elsewhere*

Dancing (*continued*)

- Second.

UNIQUE TREASURE (UT) ABILITIES

Gem

See: Stone

EVENTS

- One.

FORTS

- One.

Building Forts

To build a fort, the following conditions must be met:

-(Continued...)

Forts (*continued*)

- Two.

PIRATES: QUEST FOR DAVY JONES' GOLD (Board Game)

RED

- Nine.

PIRATES CSG ONLINE

Note: It is gone.

USEFUL LISTS (Reference)

MOVE ACTION

1) **Give** the action.

--Move action begins--
"""


@pytest.fixture
def short(tmp_path: Path) -> Document:
    """Return a small document with every shape of line that the real one has."""
    path = tmp_path / "code.txt"
    path.write_text(SHORT, encoding="utf-8")
    return read_document(path)


def test_the_pirate_code_has_1371_items(whole: Document) -> None:
    assert len(list(whole.items)) == 1371


def test_every_dashed_line_of_the_pirate_code_is_an_item_with_its_line(whole: Document) -> None:
    lines = whole.path.read_text(encoding="utf-8").splitlines()
    dashed = [number for number, line in enumerate(lines, 1) if line.lstrip().startswith("-")]
    assert sorted(item.line for _, item in whole.items) == dashed


def test_every_part_of_the_pirate_code_is_found_in_order(whole: Document) -> None:
    assert list(dict.fromkeys(section.part for section in whole.sections)) == list(PARTS)


def test_no_two_sections_of_a_part_have_one_heading(whole: Document) -> None:
    places = [(section.part, code_document.fold(section.heading)) for section in whole.sections]
    assert len(places) == len(set(places)) == 297


@pytest.mark.parametrize(
    ("part", "heading", "items"),
    [
        ("general rules", "Who Picks?", 2),
        ("specific rules", "SHOOTING", 5),
        ("abilities", "Abilities That Modify Gold Values", 12),
        ("abilities", "Chieftain (keyword)", 21),
        ("abilities", "Kraken (keyword)", 14),
        ("unique treasures", "Turtles!", 23),
        ("forts", "FORTS", 13),
        ("forts", "Shooting", 0),
        ("useful lists", "ACTION LIMIT", 14),
    ],
)
def test_items_are_counted_under_their_heading(whole: Document, part: str, heading: str, items: int) -> None:
    section = whole.section(part, heading)
    assert section is not None
    assert [item.number for item in section.items] == list(range(1, items + 1))


def test_a_continued_heading_counts_on(short: Document) -> None:
    section = short.section("abilities", "Dancing (keyword)")
    assert section is not None
    assert [(item.number, item.text) for item in section.items] == [(1, "See: Elsewhere"), (2, "Second.")]


def test_a_continued_heading_finds_its_section_behind_another(short: Document) -> None:
    section = short.section("forts", "FORTS")
    assert section is not None
    assert [item.text for item in section.items] == ["One.", "Two."]


def test_a_printed_line_may_head_a_section(short: Document) -> None:
    section = short.section("abilities", "This ship does this.")
    assert section is not None
    assert section.printed
    assert section.carriers == ["Some Ship", "Other Ship"]
    assert [item.dashes for item in section.items] == [1, 2, 3]
    assert [item.page_mark for item in section.items] == [False, False, True]


def test_several_headings_and_lines_may_stand_over_the_same_items(short: Document) -> None:
    section = short.section("abilities", "Dancing")
    assert section is not None
    assert section.headings == ["Dancing (keyword)", "Jumping (keyword)", "This ship dances."]
    assert section.lines == ["This ship dances."]
    assert section.carriers == ["Somebody"]


def test_a_pointer_without_a_dash_is_text(short: Document) -> None:
    section = short.section("unique treasures", "Gem")
    assert section is not None
    assert section.only_points
    assert not section.items


def test_a_step_without_a_dash_is_text_and_a_line_between_dashes_is_an_item(short: Document) -> None:
    section = short.section("useful lists", "MOVE ACTION")
    assert section is not None
    assert section.text == ["1) Give the action."]
    assert [item.text for item in section.items] == ["Move action begins"]


def test_a_heading_is_found_by_words_that_only_it_begins_with(short: Document) -> None:
    assert short.section("general rules", "come about") is not None
    assert short.section("general rules", "Come Ab") is None
    assert short.section("forts", "Come About") is None


def test_another_text_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear captain,\n\n- rum\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"letter\.txt: this is not the Pirate Code as text: .* is missing$"):
        read_document(path)


def test_a_file_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "code.txt"
    path.write_text(SHORT, encoding="utf-8")
    monkeypatch.setattr(code_document, "SIZE_LIMIT", 100)
    with pytest.raises(DataError, match="larger than 100 bytes"):
        read_document(path)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no such file"):
        read_document(tmp_path / "none.txt")


def test_eight_words_running_are_borrowed_and_seven_are_not() -> None:
    original = runs("The doctor turns another crew face down and saves it.")
    assert borrowed("A Doctor turns another crew face-down and rescues it", original) is None
    assert borrowed("Here doctor turns another crew face-down and saves it!", original) == (
        "doctor turns another crew face down and saves"
    )
