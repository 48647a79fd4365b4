"""A printed line is checked and cut into the sentences the grammar reads."""

from __future__ import annotations

import pytest

from pirate_code.language import LanguageError
from pirate_code.language.limits import MAX_LINE, MAX_PARENTHESES, MAX_WORD
from pirate_code.language.normalise import check, sentences

TURTLE = (
    "Great Turtle: This island can be used as a wild island. Move this island S.\n"
    "Trade Current: Trade current is friendly to the player who placed it. She gets +S to her base move."
)
ISLAND = "1-2: Eruption! Roll 5d6. Eliminate a mast.\n3–4: No Effect\n5-6: Rare Orchid--Put it here."


def texts(line: str) -> list[str]:
    return [sentence.text for sentence in sentences(line)]


@pytest.mark.parametrize(
    ("line", "cut"),
    [
        ("Schooner. This ship can't be pinned.", ["Schooner", "this ship cannot be pinned"]),
        ("Captain, Hostile: Spain.", ["Captain, Hostile: Spain"]),
        ("Loyal:Cursed, Captain, Fear.", ["Loyal:Cursed, Captain, Fear"]),
        ("Hostile: Spain. Captain. Explorer.", ["Hostile: Spain", "Captain", "Explorer"]),
        ("Octopus, Fear", ["Octopus, Fear"]),
        ("Roll a d6; on a 6, she sinks.", ["roll d6; on a 6, she sinks"]),
        ("Fear. She moves.  She docks.", ["Fear", "she moves", "she docks"]),
        ('Bellow "HO-HO-HO!" Any crew falls asleep.', ['bellow "HO-HO-HO"', "any crew falls asleep"]),
        ("This ship moves S (islands are not terrain).", ["this ship moves S; islands are not terrain"]),
        ("Sink her. (She moves. She docks.)", ["sink her", "she moves", "she docks"]),
    ],
)
def test_a_line_is_cut_into_sentences(line: str, cut: list[str]) -> None:
    assert texts(line) == cut


def test_a_title_is_no_part_of_its_sentence() -> None:
    assert [(s.title, s.text) for s in sentences(TURTLE)] == [
        ("Great Turtle", "this island may be used as a wild island"),
        (None, "move this island S"),
        ("Trade Current", "trade current is friendly to the player who placed it"),
        (None, "she gets +S to her base move"),
    ]


def test_the_nation_after_a_keyword_makes_no_title() -> None:
    (sentence,) = sentences("Loyal: England")
    assert (sentence.title, sentence.text) == (None, "Loyal: England")


def test_a_title_in_parentheses_begins_its_own_ability() -> None:
    line = "Fear. Headhunter's Domain. (Headhunter's Domain: This crew can dock. She moves.)"
    assert [(s.title, s.text) for s in sentences(line)] == [
        (None, "Fear"),
        (None, "Headhunter's Domain"),
        ("Headhunter's Domain", "this crew may dock"),
        (None, "she moves"),
    ]


def test_the_rows_of_an_island_keep_their_die_results_and_titles() -> None:
    assert [(s.faces, s.title, s.text) for s in sentences(ISLAND)] == [
        ("1-2", "Eruption", "roll 5d6"),
        ("1-2", None, "eliminate a mast"),
        ("3-4", None, "no effect"),
        ("5-6", "Rare Orchid", "put it here"),
    ]


def test_die_results_inside_a_sentence_make_no_row() -> None:
    assert [s.faces for s in sentences("Roll a d6. On a 5-6, she sinks.")] == [None, None]


def test_a_new_line_after_a_full_stop_closes_the_ability() -> None:
    assert [s.apart for s in sentences("She docks. She moves.\nShe sinks. She burns.")] == [
        False,
        False,
        True,
        False,
    ]


def test_a_new_line_inside_a_sentence_is_a_blank() -> None:
    assert texts("If she is given a\nmove action, she sinks.") == ["if she is given a move action, she sinks"]


def test_a_row_of_a_table_on_its_own_line_is_not_apart() -> None:
    assert not any(s.apart for s in sentences(ISLAND))


def test_a_sentence_knows_where_it_began() -> None:
    line = "Schooner. This ship can be pinned."
    assert [s.start for s in sentences(line)] == [0, line.index("This")]


@pytest.mark.parametrize("line", ["", " ", "\n\t "])
def test_an_empty_line_is_refused(line: str) -> None:
    with pytest.raises(LanguageError, match="the line is empty") as caught:
        check(line)
    assert caught.value.column == 1


def test_a_line_over_the_limit_is_refused_and_one_at_the_limit_is_not() -> None:
    check("x " * (MAX_LINE // 2))
    with pytest.raises(LanguageError, match="the line has 10,001 characters; at most 10,000") as caught:
        check("x " * (MAX_LINE // 2) + "x")
    assert caught.value.column == MAX_LINE + 1


@pytest.mark.parametrize(
    "character", ["\0", "\x07", "\x1b", "\x7f", "\x85", "\u200b", "\ufeff", "\ufffd", "\udc80"]
)
def test_a_character_that_no_card_prints_is_refused_at_its_place(character: str) -> None:
    with pytest.raises(LanguageError, match="does not belong in an ability line") as caught:
        check(f"Capt{character}ain.")
    assert caught.value.column == 5


@pytest.mark.parametrize("character", ["\n", "\t", "\r", "é", "“", "–"])
def test_a_character_that_cards_print_is_let_through(character: str) -> None:
    check(f"Capt{character}ain.")


def test_parentheses_may_nest_so_deep_and_no_deeper() -> None:
    check("(" * MAX_PARENTHESES + "x" + ")" * MAX_PARENTHESES)
    check("() " * 50)
    with pytest.raises(LanguageError, match="nested more than 48 deep") as caught:
        check("x" + "(" * (MAX_PARENTHESES + 1))
    assert caught.value.column == MAX_PARENTHESES + 2


def test_a_word_may_be_so_long_and_no_longer() -> None:
    check("x" * MAX_WORD)
    with pytest.raises(LanguageError, match="a word is longer than 60 characters") as caught:
        check("This " + "x" * (MAX_WORD + 1))
    assert caught.value.column == 6
