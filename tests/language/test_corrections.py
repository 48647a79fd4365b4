"""Known misprints are put right before a line is parsed, each with its reason, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from pirate_code.data import DataError
from pirate_code.language import corrections, parse
from pirate_code.language.corrections import Correction, corrected, load_corrections
from pirate_code.library.sheet import ability_lines

CORRECTIONS = list(load_corrections().values())


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        (
            "L-Reichweiten-Kanonen können dieses Schiff nicht treffen.",
            "L-range cannons cannot hit this ship.",
        ),
        (
            "When a ship docks here, roll a D6, on a 5 or 6, the ships loses it's next turn.",
            "When a ship docks here, roll a D6, on a 5 or 6, the ship loses its next turn.",
        ),
    ],
)
def test_a_misprint_is_put_right(line: str, meant: str) -> None:
    assert corrected(line) == meant
    assert corrected(f"  {line}\n") == meant


def test_a_line_without_a_misprint_stays_as_it_is() -> None:
    line = "  This ship cannot be pinned. "
    assert corrected(line) == line


def test_a_misprint_parses_as_the_line_that_was_meant() -> None:
    german = "Englische Schiffe bekommen +1 auf Kanonenwürfe gegen dieses Schiff."
    assert parse(german) == parse("English ships get +1 to their cannon rolls against this ship.")


def test_part_of_a_line_is_never_corrected() -> None:
    german = "L-Reichweiten-Kanonen können dieses Schiff nicht treffen."
    assert corrected(f"Schooner. {german}") == f"Schooner. {german}"


@pytest.mark.parametrize("correction", CORRECTIONS, ids=lambda found: found.why[:40])
def test_a_correction_is_final_and_its_line_parses(correction: Correction) -> None:
    assert correction.corrected != correction.line
    assert correction.why
    assert corrected(correction.corrected) == correction.corrected
    assert parse(correction.line) == parse(correction.corrected)


def test_every_corrected_line_is_printed_on_a_card(master_sheet: Path) -> None:
    printed = set(ability_lines(master_sheet))
    assert {correction.line for correction in CORRECTIONS} <= printed


def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str) -> dict[str, Correction]:
    (tmp_path / "corrections.yaml").write_text(content, encoding="utf-8")
    monkeypatch.setattr(corrections, "folder", lambda name: tmp_path)
    return load_corrections.__wrapped__()


def test_corrections_are_found_by_their_printed_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = read(tmp_path, monkeypatch, "- {line: Fera, corrected: Fear, why: letters turned round}\n")
    assert found == {"Fera": Correction(line="Fera", corrected="Fear", why="letters turned round")}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("line: a\n", r"corrections\.yaml.*the corrections must be a list"),
        ("- {line: a, corrected: b}\n", r"corrections\.yaml:1: correction 1, why: it is missing"),
        ("- {line: a, corrected: b, why: ''}\n", r"corrections\.yaml:1: correction 1, why: "),
        ("- {line: a, corrected: b, why: c, who: d}\n", r"corrections\.yaml:1: correction 1, who: "),
        (
            "- {line: a, corrected: b, why: c}\n- {line: a, corrected: d, why: e}\n",
            r"corrections\.yaml:2: the line 'a' is corrected twice",
        ),
    ],
)
def test_a_wrong_correction_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str, message: str
) -> None:
    with pytest.raises(DataError, match=message):
        read(tmp_path, monkeypatch, content)
