"""One spelling for one meaning: what cards print in several ways is written in one before it is parsed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pirate_code.data import DataError
from pirate_code.language import parse, spelling
from pirate_code.language.spelling import begin, spell, spelling_rules


@pytest.mark.parametrize(
    ("printed", "written"),
    [
        ("This ship can be pinned.", "This ship may be pinned."),
        ("This ship can't be pinned.", "This ship cannot be pinned."),
        ("This ship can’t be pinned.", "This ship cannot be pinned."),
        ("This ship can not be pinned.", "This ship cannot be pinned."),
        ("This ship may not be pinned.", "This ship cannot be pinned."),
        ("This ship may never be pinned.", "This ship must not be pinned."),
        ("It isn't docked.", "It is not docked."),
        ("They don't move.", "They do not move."),
        ("if she's within S of it", "if she is within S of it"),
        ("one face-down treasure", "one face down treasure"),
        ("one facedown treasure", "one face down treasure"),
        ("a face-up crew", "a face up crew"),
        ("Roll a D6.", "Roll d6."),
        ("Roll 1d6.", "Roll d6."),
        ("Roll one d6.", "Roll d6."),
        ("Roll two d6.", "Roll 2d6."),
        ("Roll 3 D6.", "Roll 3d6."),
        ("On a result of 5 or 6, move.", "On 5-6, move."),
        ("On a roll of 4–6, move.", "On 4-6, move."),
        ("On results of 4–6, move.", "On 4-6, move."),
        ("On a 1 to 3, move.", "On a 1-3, move."),
        ("She can move 2 L.", "She may move 2L."),
        ("a target within S range", "a target within S"),
        ("L range cannons", "L-range cannons"),
        ("that shoots short range", "that shoots S-range"),
        ("She gets + S to her base move.", "She gets +S to her base move."),
        ("She gets −1 to her rolls.", "She gets -1 to her die rolls."),
        ("any non–Pirate ship", "any non-Pirate ship"),
        ("any non - Pirate ship", "any non-Pirate ship"),
        ("When submerged , this  ship", "When submerged, this ship"),
        ("a captain crew", "a Captain crew"),
        ("No treasure may be loaded.", "any treasure cannot be loaded."),
        ("as a Home Island", "as a home island"),
        ("a ship docked here", "a ship docked at this fort"),
        ("a target (see kraken rules)", "a target"),
        ("“Captain” in its name", '"Captain" in its name'),
        ("(L)-range cannons", "L-range cannons"),
        ("a 2(L)-range cannon", "a 2L-range cannon"),
        ("a (3S) cannon", "a 3S cannon"),
        ("Cannons have (S) range.", "Cannons have S-range."),
        ("you must roll a (6) to hit", "you must roll a 6 to hit"),
        ("If this ship (sea monster) docks", "If this ship or this sea monster docks"),
        ("one crew (ship) within S", "one crew or one ship within S"),
        ("When docked (at your home island), she", "When docked at your home island, she"),
        ("any ship (or fort) within S", "any ship or fort within S"),
        ("She may dock (She cannot load.)", "She may dock. She cannot load."),
        ("Roll a d6; Buried Treasure is worth", "Roll d6; Buried Treasure is worth"),
    ],
)
def test_a_printed_spelling_is_written_in_one_way(printed: str, written: str) -> None:
    assert " ".join(spell(printed).split()) == written


@pytest.mark.parametrize(
    ("printed", "written"),
    [
        ("English and American crew", "English crew and American crew"),
        ("French or Spanish ships", "French ships or Spanish ships"),
        ("the Eternal and Fear keywords", "the Eternal keyword and the Fear keyword"),
    ],
)
def test_what_two_words_share_is_written_for_both(printed: str, written: str) -> None:
    assert spell(printed) == written


@pytest.mark.parametrize(
    ("printed", "written"),
    [("GHOST SHIP.", "Ghost Ship."), ("Secret hold.", "Secret Hold."), ("a ghost ship", "a ghost ship")],
)
def test_a_keyword_has_the_capitals_of_its_name_if_it_begins_with_one(printed: str, written: str) -> None:
    assert spell(printed) == written


@pytest.mark.parametrize(
    ("sentence", "inside"),
    [
        ("Once per turn, roll", "once per turn, roll"),
        ("Place this crew", "place this crew"),
        ("Sunken ships", "sunken ships"),
        ("Schooner", "Schooner"),
        ("English ships get", "English ships get"),
        ("Rum is worth", "Rum is worth"),
        ("Sunken Treasure is worth", "Sunken Treasure is worth"),
        ("When this ship docks you may repair", "when this ship docks, you may repair"),
        ("If this ship hits you must roll", "if this ship hits, you must roll"),
    ],
)
def test_a_sentence_loses_its_first_capital_unless_a_name_begins_it(sentence: str, inside: str) -> None:
    assert begin(sentence) == inside


@pytest.mark.parametrize(
    "wordings",
    [
        ("This ship can't be pinned.", "This ship may not be pinned.", "This ship cannot be pinned"),
        (
            "This ship gets +S to her base move if she has all of her masts.",
            "This ship gets + S to her base move if she has all of her masts.",
        ),
        ("All of this ship's cannons have L-range.", "All of this ship’s cannons have L range."),
        (
            "Once per turn, roll a d6. On a 5 or 6, this ship may be given an extra action.",
            "Once per turn, roll 1D6. On a result of 5–6, this ship can be given an extra action.",
        ),
        ("Captain, Hostile: Spain.", "Captain. Hostile:Spain", "Captain, Hostile: Spain"),
        (
            "Once per turn, this ship may look at one face-down treasure on any island.",
            "Once per turn , this ship can look at one face down treasure on any island .",
        ),
        ("This ship's range becomes 2 L.", "This ship's range becomes L+L."),
    ],
)
def test_wordings_that_differ_in_spelling_only_have_one_tree(wordings: tuple[str, ...]) -> None:
    first, *others = (parse(wording) for wording in wordings)
    assert all(other == first for other in others)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("This ship can dock.", "This ship cannot dock."),
        ("This ship gets +S to her base move.", "This ship gets +L to her base move."),
        ("Roll two d6.", "Roll a d6."),
    ],
)
def test_spelling_folds_no_difference_of_meaning(one: str, other: str) -> None:
    assert parse(one) != parse(other)


def test_spelling_a_line_twice_changes_nothing_more() -> None:
    line = "Once per turn, this ship can’t move 2 L on a result of 5 or 6 , unless she's within S range."
    assert spell(spell(line)) == spell(line)


def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str) -> object:
    (tmp_path / "spelling.yaml").write_text(content, encoding="utf-8")
    monkeypatch.setattr(spelling, "folder", lambda name: tmp_path)
    return spelling_rules.__wrapped__()


def test_rules_are_read_in_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = "- find: 'a'\n  write: 'b'\n- find: 'b'\n  write: 'c'\n"
    rules = read(tmp_path, monkeypatch, content)
    assert isinstance(rules, tuple)
    assert [(pattern.pattern, written) for pattern, written in rules] == [("a", "b"), ("b", "c")]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("- find: 'a'\n", r"spelling\.yaml:1: a spelling rule has `find` and `write`"),
        (
            "- find: 'a'\n  write: 'b'\n- find: '('\n  write: 'b'\n",
            r"spelling\.yaml:3: .*no regular expression",
        ),
        ("- find: 'a'\n  write: '\\1'\n", r"spelling\.yaml:1: .*no regular expression"),
        ("- ahoy\n", r"spelling\.yaml:1: a spelling rule has"),
    ],
)
def test_a_wrong_rule_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str, message: str
) -> None:
    with pytest.raises(DataError, match=message):
        read(tmp_path, monkeypatch, content)
