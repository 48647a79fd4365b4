"""Lines that mean nothing are refused with a sentence; no printed line is."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from pirate_code.glossary import builtin_lines
from pirate_code.language import LanguageError, parse
from pirate_code.language.sense import faults, line_faults, read, warnings
from pirate_code.library.pieces import load_pieces, load_sets
from pirate_code.library.sheet import ability_lines, piece_names

NONSENSE = yaml.safe_load(Path(__file__).with_name("nonsense.yaml").read_text(encoding="utf-8"))
THIRD = yaml.safe_load(Path(__file__).with_name("third_nonsense.yaml").read_text(encoding="utf-8"))
# The share of our own nonsense that is refused at least.
ENOUGH = 0.95


def names() -> set[str]:
    sets = {name for one in load_sets() for name in (one.name, f"Pirates of the {one.name}")}
    return {piece.name for piece in load_pieces()} | sets


def fault(line: str) -> str:
    """Why a line is refused."""
    with pytest.raises(LanguageError) as refused:
        read(line, names)
    return str(refused.value)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "This ship gets +S to her boarding rolls.",
            "the boarding roll is raised by a number such as 1, not S",
        ),
        (
            "This ship gets +1 to her base move.",
            "the base move is raised by a distance such as S or L, not 1",
        ),
        (
            "On a 5 or 6, this ship may move.",
            "no die was rolled before 'on 5'; begin with 'roll a d6' or name",
        ),
        (
            "Zorblax may move S.",
            "'Zorblax' is no piece that is known here; name one that is, or say 'this ship'",
        ),
        ("This crew cannot sink.", "'this crew' cannot sink; ships and sea creatures can"),
        (
            "Load the home island.",
            "'the home island' cannot be loaded; parts of ships, crew, treasure",
        ),
        (
            "An island may shoot at a reef using gold.",
            "'an island' cannot shoot at; ships and sea creatures, ca",
        ),
        (
            "Roll a d6. On a 1-4, eliminate one crew. On a 3-6, eliminate one mast.",
            "the die result 3 and 4 stand",
        ),
        (
            "Eliminate one mast from that ship.",
            "'that ship' has nothing to refer to: none was spoken of; say wh",
        ),
        (
            "If you do, eliminate one mast.",
            "'if you do' has nothing to refer to: nothing that may be done stand",
        ),
    ],
)
def test_a_refusal_says_what_does_not_fit_and_what_would(line: str, sentence: str) -> None:
    assert fault(line).startswith(sentence)


def test_rows_that_go_up_leave_no_result_out() -> None:
    assert "stands in no row; add one" in fault(
        "Roll a d6. On a 1-2, eliminate one mast. On a 5-6, repair one mast."
    )
    assert list(faults(parse("Roll a d6. On a 5-6, repair one mast. On a 1-2, eliminate one mast."))) == []


def test_most_nonsense_is_refused() -> None:
    lines = [entry["line"] for family in NONSENSE for entry in family["lines"]]
    accepted = [line for line in lines if not _is_refused(line)]
    assert len(lines) >= 150
    assert len(accepted) <= (1 - ENOUGH) * len(lines), accepted


def test_most_nonsense_of_another_hand_is_refused() -> None:
    lines = Path(__file__).with_name("other_nonsense.txt").read_text(encoding="utf-8").splitlines()
    accepted = [line for line in lines if not _is_refused(line)]
    assert len(lines) == 40
    assert len(accepted) <= (1 - ENOUGH) * len(lines), accepted


def test_most_nonsense_of_a_third_hand_is_refused() -> None:
    for family in THIRD:
        lines = [entry["line"] for entry in family["lines"]]
        accepted = [line for line in lines if not _is_refused(line)]
        assert len(accepted) <= (1 - ENOUGH) * len(lines), accepted


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "This ship can't ram. When this ship rams an enemy ship, repair one mast.",
            "the line says that this",
        ),
        (
            "This ship must dock at a home island and can't dock at any home island.",
            "the line says that this",
        ),
        (
            "This ship can't carry crew. Crew on this ship get +1 to their boarding rolls.",
            "the line says that",
        ),
        (
            "This ship cannot board or be boarded and gets +1 to her boarding rolls.",
            "this ship makes no boarding",
        ),
        (
            "While submerged, this ship gets +1 to her cannon rolls.",
            "'this ship' makes no cannon rolls while sub",
        ),
        (
            "If this ship is submerged and docked, repair one mast.",
            "'this ship' is never submerged and docked at",
        ),
        ("This derelict has three masts.", "'this derelict' has no masts while derelict"),
        (
            "Kraken. While submerged, this kraken may move S.",
            "'this kraken' cannot be submerged; others of its",
        ),
        (
            "This fort may be given a move action.",
            "'this fort' is given no move actions; ships and sea creatures",
        ),
        (
            "After the game ends, this ship may move S.",
            "nothing is done or rolled after the game; name a time",
        ),
        ("When this ship sinks, she may shoot.", "this ship is gone when she sinks, and does nothing more"),
        ("During setup, this ship may ram an enemy ship.", "nobody shoots, rams or boards during setup"),
        ("Move this crew S in any direction.", "'this crew' is moved to a place, not so far; name the place"),
        ("Crew of any base move may be placed on this ship.", "'crew of any base move' says no value; write"),
        ("Return this ship to your home island with one mast.", "'your home island' has no masts"),
        (
            "Ships of that nation cannot move.",
            "'that nation' has nothing to refer to: name the nation, or let",
        ),
    ],
)
def test_a_line_does_not_take_back_what_it_says(line: str, sentence: str) -> None:
    assert fault(line).startswith(sentence)


@pytest.mark.parametrize(
    "line",
    [
        "This ship can't shoot. Once per turn, she may shoot one cannon; she gets +1 to her cannon rolls.",
        "While submerged, this ship may shoot. While submerged, she gets +1 to her cannon rolls.",
        "This ship can't be rammed. When this ship would be rammed, she may move S.",
        "When this ship is sunk, place her on your home island.",
        "Roll a d6. On a 1, eliminate one mast. On a 6, repair one mast.",
        "Choose a nation during setup. Ships of that nation cannot ram this ship.",
        "Titan. This titan may move S.",
    ],
)
def test_what_only_sounds_like_a_contradiction_is_read(line: str) -> None:
    assert list(line_faults(line, names)) == []


def _is_refused(line: str) -> bool:
    try:
        read(line, names)
    except LanguageError:
        return True
    return False


def test_a_part_has_an_owner_that_has_such_parts() -> None:
    assert fault("When this ship is hit, eliminate one of this crew's masts.").startswith(
        "'this crew' has no masts"
    )
    assert list(faults(parse("When this ship is hit, eliminate one of that ship's masts."))) == []


@pytest.mark.parametrize("line", builtin_lines())
def test_no_built_in_line_is_refused(line: str) -> None:
    assert list(line_faults(line, names)) == []


def test_no_printed_line_is_refused(master_sheet: Path) -> None:
    known = names() | set(piece_names(master_sheet))
    lines = dict.fromkeys(ability_lines(master_sheet))
    refused = {line: list(line_faults(line, lambda: known)) for line in lines}
    assert {line: found for line, found in refused.items() if found} == {}


def test_a_card_may_name_itself() -> None:
    assert list(faults(parse("Eliminate one crew. Then remove Zorblax from the game."), names)) == []


def test_a_repetition_is_a_warning_and_no_fault() -> None:
    line = "This ship cannot be pinned. This ship cannot be pinned."
    assert list(faults(parse(line), names)) == []
    assert list(warnings(parse(line))) == ["the line says twice: This ship cannot be pinned."]


def test_a_contradiction_is_a_warning_and_no_fault() -> None:
    line = "This ship may be towed. This ship cannot be towed."
    assert list(faults(parse(line), names)) == []
    assert [found.split(":")[0] for found in warnings(parse(line))] == ["the line contradicts itself"]


def test_it_is_the_last_piece_that_can_be_unloaded() -> None:
    line = "If loaded by another nation's ship, Barbary Banner is worth 5 gold when it is unloaded."
    assert parse(line) == parse(line.replace("it is", "Barbary Banner is"))
