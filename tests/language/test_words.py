"""The vocabulary knows every word both ways, and the terminals of the grammar are made from it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pirate_code.data import DataError
from pirate_code.glossary import load_keywords, load_nations
from pirate_code.language import parse, words
from pirate_code.language import tree as t
from pirate_code.language.grammar import lark
from pirate_code.language.terminals import any_of, fill, grammar_text, terminal, word_lists
from pirate_code.language.times import PHRASES, TIMES
from pirate_code.language.words import FORMS, inflect, load_words

WORDS = load_words()


@pytest.mark.parametrize(
    ("written", "forms"),
    [
        ("eliminate", ("eliminate", "eliminates", "eliminated", "eliminating")),
        ("add", ("add", "adds", "added", "adding")),
        ("sink / sinks / sunk", ("sink", "sinks", "sunk", "sinking")),
        ("carry / carries / carried / carrying", ("carry", "carries", "carried", "carrying")),
    ],
)
def test_a_verb_has_four_forms_and_regular_ones_may_be_left_out(written: str, forms: tuple[str, ...]) -> None:
    verb = inflect(written)
    assert (verb.base, verb.s, verb.ed, verb.ing) == forms


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_verb_leads_back_to_it(form: str) -> None:
    for key, verb in WORDS.verbs.items():
        assert WORDS.forms[form][getattr(verb, form)] == key


@pytest.mark.parametrize(
    ("spelling", "noun"),
    [
        ("ship", "ship"),
        ("ships", "ship"),
        ("crewman", "crew"),
        ("crew members", "crew"),
        ("home ports", "home_island"),
        ("chainshot", "chain_shot"),
        ("canoe", "native_canoe"),
    ],
)
def test_every_spelling_of_a_noun_leads_to_it(spelling: str, noun: str) -> None:
    assert WORDS.nouns[spelling] == noun


def test_the_first_spelling_is_the_canonical_one() -> None:
    assert (WORDS.noun_one["crew"], WORDS.noun_many["crew"]) == ("crew", "crew")
    assert WORDS.states["enemy"] == "enemy"
    assert WORDS.state_words["opposing"] == "enemy"
    assert WORDS.verbs["place"].base == "place"
    assert WORDS.forms["base"]["put"] == "place"


def test_a_stat_is_a_noun_as_well() -> None:
    assert WORDS.noun_class["base_move"] == "stats"
    assert WORDS.stats["base_move"] == WORDS.noun_one["base_move"] == "base move"
    assert "ship" not in WORDS.stats


def test_an_attribute_stands_before_a_noun_only() -> None:
    assert "enemy" in WORDS.attributes
    assert "derelict" not in WORDS.attributes


def test_nations_and_keywords_come_from_the_database() -> None:
    assert set(WORDS.nations) == {nation.id for nation in load_nations()}
    assert set(WORDS.keywords) == {entry.id for entry in load_keywords() if entry.kind == "keyword"}
    assert WORDS.nation_nouns["England"] == WORDS.nation_words["English"] == "english"
    assert WORDS.keyword_parameters["loyal"]
    assert not WORDS.keyword_parameters["captain"]


def test_a_keyword_with_a_parameter_is_named_without_it() -> None:
    assert WORDS.keywords["loyal"] == "Loyal"


@pytest.mark.parametrize("content", ["nouns: {}\n", "[]\n", "ahoy\n"])
def test_a_vocabulary_without_its_tables_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str
) -> None:
    (tmp_path / "words.yaml").write_text(content, encoding="utf-8")
    monkeypatch.setattr(words, "folder", lambda name: tmp_path)
    with pytest.raises(DataError, match="the vocabulary must have the tables attributes, manners, nouns"):
        load_words.__wrapped__()


@pytest.mark.parametrize(
    ("node", "field", "table"),
    [
        (t.Pieces, "noun", "nouns"),
        (t.Event, "type", "verbs"),
        (t.InState, "state", "states"),
        (t.OfNation, "nation", "nations"),
        (t.HasKeyword, "keyword", "keywords"),
    ],
)
def test_a_tree_refuses_a_word_that_is_not_in_the_vocabulary(
    node: type[t.Node], field: str, table: str
) -> None:
    with pytest.raises(ValueError, match=rf"'zyzzyva' is not one of the .*{table[:4]}"):
        node(**{field: "zyzzyva"})


# ---------------------------------------------------------------- terminals


def test_the_longest_word_is_tried_first() -> None:
    assert any_of(["ship", "sea monster", "sea"]) == "s(?:ea(?: monster)?|hip)"
    assert any_of(["d6", "S+L"]) == r"S\+L|d6"


@given(st.lists(st.text("abc d", min_size=1, max_size=5), min_size=1), st.text("abc d", max_size=8))
def test_a_word_list_matches_the_longest_word_that_a_text_begins_with(words: list[str], text: str) -> None:
    longest = max((word for word in words if text.startswith(word)), key=len, default=None)
    found = re.match(any_of(words), text)
    assert (found and found[0]) == longest


def test_word_lists_are_filled_in_where_the_grammar_names_them() -> None:
    assert fill("A: /<x>/ B: /<y>/", {"x": "a|b", "y": "c/d"}) == r"A: /a|b/ B: /c\/d/"


def test_every_list_the_grammar_names_is_filled_in() -> None:
    assert not re.search(r"<\w+>", grammar_text())
    assert re.fullmatch(word_lists(WORDS)["nouns"], "turtle ships")


@pytest.mark.parametrize(
    ("name", "text", "matches"),
    [
        ("DICE", "d6", True),
        ("DICE", "d8", False),
        ("DIST", "S+L", True),
        ("DIST", "Sloop", False),
        ("NATION", "Barbary Corsair", True),
        ("NATION", "England", False),
        ("KEYWORD", "Ghost Ship", True),
    ],
)
def test_a_terminal_matches_whole_words_of_its_class(name: str, text: str, matches: bool) -> None:
    found = terminal(name).match(text)
    assert bool(found) is matches


def test_a_word_of_the_grammar_does_not_match_the_beginning_of_another() -> None:
    literal = next(found for found in lark().terminals if found.pattern.value == "worth\\b")
    assert not re.match(literal.pattern.to_regexp(), "worthless")


def test_the_grammar_is_one_lalr_parser() -> None:
    assert lark().options.parser == "lalr"
    assert lark().options.lexer == "contextual"


# ---------------------------------------------------------------- phrases of time


def test_every_guard_of_time_has_one_canonical_phrase() -> None:
    assert set(PHRASES) == set(TIMES.values())
    assert PHRASES["moment", "beginning", "your"] == "at the beginning of your turn"
    assert TIMES["until your next turn"] == TIMES["until the beginning of your next turn"]


@pytest.mark.parametrize(
    ("phrase", "guard"),
    [
        ("at the beginning of each of your turns", t.Moment(at="beginning", whose="each_yours")),
        ("at the end of your turn", t.Moment(at="end", whose="your")),
        ("during setup", t.Moment(at="setup")),
        ("as a free action", t.Moment(at="free_action")),
        ("next turn", t.Span(lasts="next_turn")),
        ("for the rest of the game", t.Span(lasts="game")),
        ("until the beginning of your next turn", t.Until(end=t.Moment(at="beginning", whose="next_yours"))),
        ("in case of a tie", t.Condition(fact=t.Tied())),
    ],
)
def test_a_phrase_of_time_becomes_its_guard(phrase: str, guard: t.Guard) -> None:
    assert parse(f"This ship may move {phrase}.")[0].guards == (guard,)


def test_every_phrase_of_time_can_be_said_of_a_move() -> None:
    for phrase in TIMES:
        (ability,) = parse(f"{phrase}, this ship may move.")
        assert len(ability.guards) == 1, phrase
