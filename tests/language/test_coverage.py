"""The language holds every printed line and every line of the project, and the measure of it can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from pirate_code.glossary import builtin_lines, load_keywords, load_nations
from pirate_code.language import LanguageError, coverage, parse
from pirate_code.language import tree as t
from pirate_code.language.coverage import Coverage, measure
from pirate_code.library.sheet import ability_lines

GOOD = "This ship gets +1 to her boarding rolls."
BAD = "This ship gets +1 to her zyzzyva."


def shortfalls(found: Coverage) -> list[object]:
    """Every line that is not held whole."""
    return [*found.failures, *found.swallowed, *found.round_trip_failures]


def test_every_printed_line_is_held_whole(master_sheet: Path) -> None:
    lines = ability_lines(master_sheet)
    found = measure(lines)
    assert shortfalls(found) == []
    assert found.lines == len(lines)
    assert found.distinct == found.parsed == len(set(lines))
    assert found.corrected <= 0.03 * found.distinct
    assert len(found.single_use_rules) <= 0.10 * found.rules


def test_every_line_of_the_project_is_held_whole_and_needs_no_correction() -> None:
    lines = builtin_lines()
    found = measure(lines)
    assert shortfalls(found) == []
    assert found.lines == found.distinct == found.parsed == len(lines)
    assert found.corrected == 0
    assert len(found.single_use_rules) <= 0.15 * found.rules


def test_lines_are_counted_stripped_and_blank_ones_left_out() -> None:
    found = measure([GOOD, f"  {GOOD} ", "", "  ", "Fear."])
    assert (found.lines, found.distinct, found.parsed) == (3, 2, 2)


def test_a_line_that_does_not_parse_is_listed_as_it_was_printed() -> None:
    found = measure([GOOD, BAD])
    assert (found.distinct, found.parsed) == (2, 1)
    assert [error.text for error in found.failures] == [BAD]


def test_a_correction_that_does_not_parse_is_listed_by_its_printed_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(coverage, "corrected", lambda line: BAD)
    assert [error.text for error in measure([GOOD]).failures] == [GOOD]


def test_a_corrected_line_is_counted() -> None:
    german = "L-Reichweiten-Kanonen können dieses Schiff nicht treffen."
    found = measure([german, "L-range cannons cannot hit this ship."])
    assert (found.parsed, found.corrected) == (2, 1)


def test_a_rule_of_one_line_is_a_single_use_rule_and_of_two_lines_is_not() -> None:
    one = measure(["Captain. Helmsman."])
    two = measure(["Captain. Helmsman.", "Fear."])
    assert "keyword" in one.single_use_rules
    assert "keyword" not in two.single_use_rules
    assert one.rules == two.rules > 100


def test_the_tick_comes_once_for_each_distinct_line() -> None:
    ticks: list[int] = []
    measure([GOOD, GOOD, "Fear.", BAD], lambda: ticks.append(1))
    assert len(ticks) == 3


def test_a_lost_word_is_listed_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def lossy(text: str) -> tuple[t.Ability, ...]:
        return tuple(ability.but(guards=()) for ability in parse(text))

    monkeypatch.setattr(coverage, "parse", lossy)
    line = "Once per turn, this ship may move S."
    assert measure([line]).swallowed == [(line, ["once per turn"])]


def test_a_line_whose_wording_reads_otherwise_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage, "render", lambda abilities: "Fear.")
    assert measure([GOOD]).round_trip_failures == [GOOD]


def test_a_line_whose_wording_cannot_be_read_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage, "render", lambda abilities: BAD)
    with pytest.raises(LanguageError):
        parse(BAD)
    assert measure([GOOD]).round_trip_failures == [GOOD]


def test_nothing_measured_is_nothing_held() -> None:
    found = measure([])
    assert (found.lines, found.distinct, found.parsed) == (0, 0, 0)
    assert shortfalls(found) == []


def test_the_lines_of_the_project_are_those_of_its_keywords() -> None:
    lines = builtin_lines()
    assert len(lines) == len(set(lines)) > 200
    nation = load_nations()[0]
    for entry in load_keywords():
        nations = dict.fromkeys(entry.parameters, nation)
        assert set(entry.abilities(nations)) <= set(lines), entry.id
        for version in entry.versions:
            assert set(entry.abilities(nations, version.name)) <= set(lines), entry.id
