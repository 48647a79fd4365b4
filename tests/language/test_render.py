"""Every tree has one canonical wording, which parses to the same tree."""

from __future__ import annotations

import pytest

from pirate_code.language import parse, render
from pirate_code.language import tree as t


@pytest.mark.parametrize(
    ("printed", "canonical"),
    [
        ("This ship can't be pinned", "This ship cannot be pinned."),
        ("Loyal:England, Captain", "Loyal: England.\nCaptain."),
        ("Ex-patriot.", "Ex-Patriot."),
        ("Schooner. This ship gets + S to her base move.", "Schooner.\nThis ship gets +S to base moves."),
        ("L-range cannons may not hit this ship.", "(L-range cannons) cannot hit this ship."),
        (
            "Once per turn, roll 1D6. On a result of 5–6, this ship can be given an extra action.",
            "Once per turn, roll a d6; on 5-6, an extra action may be given to this ship.",
        ),
        (
            "This ship's crew cannot be eliminated unless she sinks.",
            "Unless this ship sinks, this ship's crew cannot be eliminated.",
        ),
        (
            "When another face-up crew on this ship would be eliminated, turn it face down instead.",
            "When (another face up crew on this ship) would be eliminated, instead, turn that crew face"
            " down.",
        ),
        (
            "Once per turn, you can eliminate one of this ship's crew to give her an extra action.",
            "Once per turn, you may eliminate one of this ship's crew in exchange for (give an extra action"
            " to this ship).",
        ),
        (
            "If this ship succeeds at a boarding party, choose two of the following: eliminate a crew, take a"
            " treasure, or eliminate a mast.",
            "When this ship wins a boarding party, choose two of the following: (eliminate a crew), (take a"
            " treasure), (eliminate a mast).",
        ),
        (
            "1–2: Restless Natives--Eliminate a crew from this ship.\n3–4: No Effect\n5–6: This ship sinks.",
            "1-2: Restless Natives: Eliminate (a crew) from this ship. 3-4: No effect. 5-6: This ship sinks.",
        ),
        (
            "All of this ship's cannons have a range of 2 L.",
            "The range of all of this ship's cannons becomes L+L.",
        ),
        (
            "If derelict, this ship gains a base move of S.",
            "If this ship is derelict, the base move of this ship becomes S.",
        ),
        (
            "Once per turn instead of giving this ship an action, you may place a fog bank within L of her.",
            "Once per turn, instead of giving an action to this ship, you may place (a fog bank) within L of"
            " this ship.",
        ),
    ],
)
def test_a_printed_line_has_one_canonical_wording(printed: str, canonical: str) -> None:
    assert render(parse(printed)) == canonical
    assert parse(canonical) == parse(printed)
    assert render(parse(canonical)) == canonical


@pytest.mark.parametrize(
    "wordings",
    [
        (
            "When this ship sinks an enemy ship, she may move S.",
            "Whenever this ship sinks an opposing ship, this ship can move S.",
        ),
        (
            "At the start of your turn, put this crew on this ship.",
            "At the beginning of your turn, place this crew on this ship.",
        ),
        (
            "If this ship wins a boarding party, she sinks.",
            "If this ship succeeds at a boarding party, she sinks.",
        ),
        ("This ship may not be shot at while docked.", "This ship can't be shot at if docked."),
    ],
)
def test_wordings_of_one_meaning_are_rendered_alike(wordings: tuple[str, str]) -> None:
    first, second = wordings
    assert render(parse(first)) == render(parse(second))


def test_one_ability_and_a_line_of_one_ability_are_rendered_alike() -> None:
    (ability,) = parse("This ship cannot be pinned.")
    assert render(ability) == render([ability]) == "This ship cannot be pinned."


def test_abilities_stand_on_lines_of_their_own_and_stay_apart() -> None:
    abilities = parse("Choose an enemy ship.\nMove this ship S.")
    assert render(abilities).count("\n") == 1
    assert parse(render(abilities)) == abilities


def test_no_abilities_are_no_words() -> None:
    assert render(()) == ""


def test_a_title_stands_before_a_colon() -> None:
    assert render(parse("Isle of Fire: This island can be used only as a wild island.")) == (
        "Isle of Fire: This island may be used as a wild island only."
    )


def test_parentheses_keep_a_place_with_the_piece_it_belongs_to() -> None:
    looking = "Once per turn, this ship may look at one face-down treasure on any island."
    assert "(one face down treasure on any island)" in render(parse(looking))


def test_guards_are_said_in_one_order_whatever_the_card_says_first() -> None:
    first = "Once per turn, when this ship is hit, she may move S."
    second = "When this ship is hit, once per turn, she may move S."
    assert render(parse(first)) == render(parse(second))


def test_a_number_is_a_word_in_a_count_and_digits_in_an_amount() -> None:
    assert render(parse("Eliminate 2 crew.")) == "Eliminate two crew."
    assert render(parse("Fruit takes up two cargo spaces.")) == "The cargo space of Fruit becomes 2."


def test_a_tree_made_by_hand_has_a_wording() -> None:
    ship = t.Pieces(noun="ship", which="this")
    ability = t.Ability(
        guards=(
            t.Limit(per="game"),
            t.Condition(fact=t.Matches(subject=ship, filter=t.InState(state="docked"))),
        ),
        effect=t.Happen(strength="may", event=t.Event(type="repair", agent=ship)),
    )
    assert render(ability) == "Once per game, if this ship is docked, this ship may repair."
    assert parse(render(ability)) == (ability,)
