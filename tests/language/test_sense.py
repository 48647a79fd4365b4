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
