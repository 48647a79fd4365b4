"""Every line of every keyword is in the ability language, and in our own words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pirate_code.glossary import (
    AssumedFact,
)
from pirate_code.language import define, parse, render, swallowed
from pirate_code.language import tree as t
from tests.library.keywords.entries import KEYWORDS, MARKERS, all_nations, nodes, spoken

SHARED_RUN = 8  # so many words in a row, taken from somebody else, are a sentence of theirs


def runs(text: str) -> set[tuple[str, ...]]:
    """Every run of SHARED_RUN words in a text, case and punctuation aside."""
    words = re.findall(r"[a-z0-9]+", text.casefold().replace("\u2019", "'").replace("'", ""))
    return {tuple(words[place : place + SHARED_RUN]) for place in range(len(words) - SHARED_RUN + 1)}


@pytest.mark.parametrize("key", sorted(KEYWORDS.keys() - MARKERS))
def test_every_line_of_every_keyword_parses_loses_no_word_and_makes_the_round_trip(key: str) -> None:
    for line in spoken(KEYWORDS[key]):
        abilities = parse(line)
        assert swallowed(line, abilities) == [], line
        assert parse(render(abilities)) == abilities, line


@pytest.mark.parametrize("key", sorted(KEYWORDS.keys() - MARKERS))
def test_a_definition_says_the_same_in_one_piece_and_item_by_item(key: str) -> None:
    for nations in all_nations(KEYWORDS[key]):
        items = tuple(ability for line in KEYWORDS[key].abilities(nations) for ability in parse(line))
        assert parse(KEYWORDS[key].wordings(nations)[0]) == items


def test_nothing_is_permitted_to_nobody() -> None:
    """'No ship may' forbids; a definition says 'ships cannot'."""
    for key in KEYWORDS:
        for node in nodes(define(key)):
            if isinstance(node, t.Happen) and isinstance(node.event.agent, t.Pieces):
                assert (node.strength, node.event.agent.which) != ("may", "no"), key


def test_the_definitions_are_in_our_own_words(root: Path, facts_sheet: str, master_sheet: Path) -> None:
    theirs = runs(facts_sheet)
    for seed in sorted((root.parent / "shared" / "seeds").glob("*.txt")):
        theirs |= runs(seed.read_text(encoding="utf-8"))
    printed = runs(master_sheet.read_text(encoding="utf-8-sig"))
    printed.update(run for keyword in KEYWORDS.values() for form in keyword.text_forms for run in runs(form))
    for keyword in KEYWORDS.values():
        ours = [*keyword.definition, keyword.notes, *(fact.reason for fact in keyword.assumed)]
        ours += [text for version in keyword.versions for text in (*version.definition, version.notes)]
        for text in ours:
            shared = (runs(text) & theirs) - printed
            assert not shared, f"{keyword.id}: {' '.join(min(shared))}"


def test_a_better_value_for_an_assumed_fact_reaches_the_tree() -> None:
    better = AssumedFact(fact="base move", value="L", reason="Somebody found the rule sheet.")
    turbine = KEYWORDS["turbine"].model_copy(update={"assumed": (better,)})
    (change,) = [node for node in nodes(parse(turbine.abilities()[2])) if isinstance(node, t.Change)]
    assert change.amount == t.Distance(segments=("L",))
