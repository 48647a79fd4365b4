"""Every event card is read whole, and its tree says the same words again."""

from __future__ import annotations

import pytest

from pirate_code.blackbeard.cards.reading import read_card, read_cards
from pirate_code.blackbeard.cards.tree import CardTree, Verb, WhenPlayed
from pirate_code.blackbeard.values import standard_values, values_with
from pirate_code.data import DataError

CARDS = {key: card.text for key, card in standard_values().events.items()}


@pytest.mark.parametrize("key", CARDS)
def test_a_card_says_again_what_was_read(key: str) -> None:
    tree = read_card(CARDS[key])
    assert tree.says() == CARDS[key]
    assert CardTree.model_validate_json(tree.model_dump_json()) == tree


@pytest.mark.parametrize("key", CARDS)
def test_no_word_of_a_card_can_be_left_out_unnoticed(key: str) -> None:
    """With any one word gone, a card is not understood, or it says something else."""
    words, whole = CARDS[key].split(" "), read_card(CARDS[key])
    for number in range(len(words)):
        text = " ".join(words[:number] + words[number + 1 :])
        try:
            other = read_card(text)
        except ValueError:
            continue
        assert other != whole
        assert other.says() == text


def test_every_verb_and_every_moment_is_on_a_card() -> None:
    trees = read_cards(standard_values()).values()
    said = " ".join(tree.model_dump_json() for tree in trees)
    assert [verb for verb in Verb if f'"{verb.value}"' not in said] == []
    assert [when for when in WhenPlayed if f'"{when.value}"' not in said] == []


def test_a_new_card_made_of_the_same_phrases_is_read() -> None:
    text = (
        "During an action of a hunted pirate at sea: roll 2d6: on 2-6, that pirate loses 2 speed, and that"
        " pirate suffers scurvy."
    )
    assert read_card(text).says() == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("In your own turn: sink everybody.", "column 19: 'sink everybody.' is not understood here"),
        ("When drawn: the game ends", "column 26: the text ends too early"),
        ("When drawn: roll d6 for a port: 2 bermuda; that port is destroyed.", "must have 1"),
    ],
)
def test_what_is_not_understood_is_told_with_its_place(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_card(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("In your own turn: that pirate suffers scurvy.", "it says 'that pirate' where none has been named"),
        ("When drawn: everyone in that port dies.", "it says 'that port' where none has been named"),
        (
            "During an action of a hunted pirate: that warship returns to the cup.",
            "it says 'that warship' where none has been named",
        ),
        (
            "During an action of a hunted pirate: choose a pro-pirate port; that port suffers scurvy.",
            "'that port suffers scurvy' can be said of a pirate only",
        ),
        (
            "During an action of a hunted pirate: roll d6; if the result is more than the value of that"
            " pirate, that pirate is hanged.",
            "a pirate has no value",
        ),
        (
            "In your own turn: one of your pirates keeps this card until he digs on atlantis; then roll d6.",
            "there is no island 'atlantis' in any sea",
        ),
    ],
)
def test_a_card_that_could_not_be_carried_out_is_refused(text: str, said: str) -> None:
    with pytest.raises(DataError, match=f"the event card disease: {said}"):
        read_cards(values_with({"events": {"disease": {"text": text}}}))


def test_a_card_that_names_a_port_that_is_not_there_is_refused() -> None:
    text = "When drawn: roll d6 for a port: 1 atlantis; that port is destroyed."
    with pytest.raises(DataError, match="the event card disease: there is no port 'atlantis'"):
        read_cards(values_with({"events": {"disease": {"text": text}}}))
