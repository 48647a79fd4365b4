"""Lines of scenarios that stand on no card are found, and rulings in which no player does anything."""

from __future__ import annotations

import pytest

from pirate_code.data import folder
from pirate_code.library.card_lines import lines_on_no_card
from pirate_code.scenarios.check import CheckedRuling, check_file
from pirate_code.scenarios.summary import summary


def test_a_printed_line_stands_on_a_card() -> None:
    assert lines_on_no_card(["Galley. L-range cannons cannot hit this ship."]) == []


def test_a_keyword_counts_as_printed() -> None:
    assert lines_on_no_card(["Captain.", "Galley."]) == []


def test_a_line_that_nobody_prints_stands_on_no_card() -> None:
    line = "Galley. This ship gets +3 to her boarding rolls against Dutch crew."
    assert lines_on_no_card([line, "Captain.", line]) == [line]


def test_the_summary_counts_rulings_that_rest_on_injected_events() -> None:
    injected = CheckedRuling("a", "A", "passing", "a.yaml", 1, injected=True)
    played = CheckedRuling("b", "A", "passing", "a.yaml", 2, lines=("Captain.",))
    counted = summary([injected, played])
    assert counted.total.injected == 1
    assert counted.as_json()["lines_on_no_card"] == []


@pytest.mark.parametrize(("name", "injected"), [("all-are-put-in", True), ("one-is-played", False)])
def test_a_ruling_is_injected_only_if_nobody_plays(
    name: str, injected: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    source = (folder("rulings") / "doctor-ability.yaml").read_text(encoding="utf-8")
    head = source.partition("rulings:")[0]
    steps = "[{event: eliminate, object: Bob}]" if injected else "[{give: move, to: Revenge}]"
    ruling = f"""rulings:
  - id: {name}
    says: Bob sails.
    source: {{items: [1]}}
    claims: [{{subject: Doctor, relation: prevents, object: crew elimination}}]
    shows:
      - given: {{Revenge: {{ship: ours}}, Bob: {{crew: Revenge}}}}
        when: {steps}
        then: {{Revenge: not sunk}}
"""
    path = tmp_path_factory.mktemp("rulings") / "doctor-ability.yaml"
    path.write_text(head + ruling, encoding="utf-8")
    (checked,) = check_file(path)
    assert (checked.status, checked.injected) == ("passing", injected)
