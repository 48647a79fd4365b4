"""A written position shows a clause if it holds, and no longer does when that clause is taken away."""

from __future__ import annotations

from pathlib import Path

import pytest

from pirate_code.data import DataError
from pirate_code.language import parse
from pirate_code.language.render import render
from pirate_code.scenarios.conformance import written
from pirate_code.scenarios.conformance.clauses import clauses
from pirate_code.scenarios.conformance.kept import Kept
from pirate_code.scenarios.conformance.removal import spelled_without, words_without
from pirate_code.scenarios.conformance.report import Report, Verdict

LINE = (
    "When this ship carries no cargo, she gets +S to her base move. This ship gets +1 to her boarding rolls."
)
POSITION = """
- title: an empty ship is fast
  given:
    Revenge: {{ship: ours, move: S, says: "{says}"}}
    Prey: {{ship: theirs}}
  then: {{Revenge: {{move: S+S}}}}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one position, and no rulings beside it."""
    (tmp_path / "lines.yaml").write_text(POSITION.format(says=LINE), encoding="utf-8")
    monkeypatch.setattr(written, "_of_rulings", lambda: ())
    return tmp_path


def test_a_position_shows_the_clause_that_it_needs_and_no_other(folder: Path) -> None:
    trees = parse(LINE)
    fast, boards = clauses(trees)
    assert written.shown_by(fast, "ship", trees[0], (folder,)) == "lines.yaml: an empty ship is fast"
    assert written.shown_by(boards, "ship", trees[1], (folder,)) == ""


def test_a_crew_gives_its_ship_what_a_position_shows_of_the_ship(folder: Path) -> None:
    """Aboard there is cargo then, so that what holds of an empty ship does not."""
    trees = parse(LINE)
    assert written.shown_by(clauses(trees)[0], "crew", trees[0], (folder,)) == ""


def test_a_clause_of_a_keyword_is_taken_out_of_its_definition() -> None:
    (turtle,) = parse("Turtle Ship.")
    whole, less = spelled_without(turtle, None), spelled_without(turtle, 0)
    assert len(whole) == len(less) + 1
    assert "panels" in render(whole[:1])
    assert whole[1:] == less


def test_a_roll_that_is_not_made_leads_to_nothing() -> None:
    line = parse("Once per turn, roll a d6. On a 5 or 6, this ship may be given an extra action.")
    assert words_without(line, line[0], 0) == ""
    assert words_without(line, line[0], 1) == "Once per turn, roll a d6; on 5-6, no effect."


def test_what_stands_instead_of_nothing_stands_by_itself() -> None:
    """A clause that forbids goes with the "instead" of the next one, and a guard stays one guard."""
    line = parse("If this ship is hit, do not eliminate a mast; instead, she sinks.")
    assert words_without(line, line[0], 0) == "When this ship is hit, this ship sinks."
    assert words_without(line, line[0], 1) == "When this ship is hit, a mast cannot be eliminated."


def test_reports_are_kept_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "found.jsonl"
    report = Report("ship", (Verdict("This ship sinks.", 0, "differs", "she does not", 0),), 13)
    Kept(path).add("ship|Card|This ship sinks.", report)
    assert Kept(path).get("ship|Card|This ship sinks.") == report
    assert Kept(path).get("ship|Card|Another.") is None


def test_a_file_that_keeps_something_else_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "found.jsonl"
    path.write_text("nothing\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"found\.jsonl:1: this is no kept report"):
        Kept(path)
