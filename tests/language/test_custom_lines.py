"""Lines as players write them for cards of their own: most are read, and nothing of them is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from pirate_code.language import LanguageError, parse, render
from pirate_code.language.coverage import Coverage, measure

# How many lines a file has, and the share of them that is read at least.
# The second, the third and the fourth file were written by other hands.
FILES = {
    "custom_lines.txt": (200, 0.92),
    "other_custom_lines.txt": (220, 0.80),
    "third_custom_lines.txt": (40, 0.90),
    "fourth_custom_lines.txt": (90, 0.95),
    "fifth_custom_lines.txt": (483, 0.88),
    "sixth_custom_lines.txt": (149, 0.88),
}


@pytest.fixture(scope="module", params=FILES)
def measured(request: pytest.FixtureRequest) -> tuple[Coverage, int, float]:
    lines = Path(__file__).with_name(request.param).read_text(encoding="utf-8").splitlines()
    return measure(line for line in lines if not line.startswith("#")), *FILES[request.param]


def test_most_of_them_are_read(measured: tuple[Coverage, int, float]) -> None:
    coverage, lines, enough = measured
    assert coverage.distinct == lines
    assert coverage.parsed >= enough * lines, [error.text for error in coverage.failures]


def test_none_that_is_read_loses_a_word_or_changes(measured: tuple[Coverage, int, float]) -> None:
    assert measured[0].swallowed == []
    assert measured[0].round_trip_failures == []


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("This ship gains +S to her base move.", "This ship gets +S to her base move."),
        ("Enemies within S cannot shoot.", "Enemy ships within S cannot shoot."),
        ("This ship cannot be hit by cannons of rank 4.", "This ship cannot be hit by rank 4 cannons."),
        ("This crew costs 2 points less.", "This crew costs two fewer points."),
        (
            "Sacrifice one crew to give this ship an extra action.",
            "Eliminate one crew to give this ship an extra action.",
        ),
        ("This ship is immune to whirlpools.", "This ship ignores whirlpools."),
        ("This ship may be repaired even when derelict.", "This ship may be repaired even if derelict."),
        ("Roll a d6. On a 5-6, nothing happens.", "Roll a d6. On a 5-6, no effect."),
        (
            "Treasure takes up no cargo space aboard this ship.",
            "Treasure aboard this ship takes up no cargo space.",
        ),
        ("Your fleet gets +1 to boarding rolls.", "All ships in your fleet get +1 to their boarding rolls."),
        ("This ship may shoot with one cannon.", "This ship may shoot using one cannon."),
        ("This ship gets +S while derelict.", "This ship gets +S to her base move while derelict."),
        ("This sea monster never surfaces.", "This sea monster cannot surface."),
        (
            "Once per turn, you may repair one mast on a roll of 5 or 6.",
            "Once per turn, you may roll a d6; on a 5 or 6, you may repair one mast.",
        ),
        (
            "The first time each turn this ship misses, she may shoot again.",
            "The first time this ship misses each turn, she may shoot again.",
        ),
        (
            "When she sinks a ship, she may take all of that ship's treasure that she can carry.",
            "When she sinks a ship, she may take as much of that ship's treasure as she can carry.",
        ),
        (
            "When this ship is hit, you may have this ship immediately repair one mast.",
            "When this ship is hit, this ship may repair one mast.",
        ),
        ("Crew on this ship cost 1 less, to a minimum of 0.", "Crew on this ship cost 1 less."),
        (
            "When an enemy ship touches this ship, that ship stops moving.",
            "When an enemy ship touches this ship, that ship must stop.",
        ),
        (
            "When this ship rams, roll two dice and pick the higher one.",
            "When this ship rams, roll two dice and use the higher result.",
        ),
        (
            "This ship cannot be rammed unless she has a captain.",
            "This ship cannot be rammed unless she has a Captain.",
        ),
        ("No enemy vessel may ram this vessel.", "No enemy ship may ram this ship."),
        ("One crewmember on this ship may use its ability.", "One crew on this ship may use its ability."),
        (
            "When an enemy ship fails to hit her, she may move S.",
            "When an enemy ship misses her, she may move S.",
        ),
        ("Two of your ships may each move S.", "Two of your ships may move S."),
        ("Crew on this ship cost +1 point each.", "Crew on this ship cost 1 more point."),
        (
            "Ships more than L away from this ship cannot shoot.",
            "Ships not within L of this ship cannot shoot.",
        ),
        ("Once each turn, this ship may move S.", "Once per turn, this ship may move S."),
        ("This ship may, once per turn, move S.", "Once per turn, this ship may move S."),
        (
            "On any turn in which she repairs, this ship cannot be shot at.",
            "In a turn when she repairs, this ship cannot be shot at.",
        ),
        (
            "When this ship is hit, eliminate one crew on a roll of 5 or 6.",
            "When this ship is hit, roll a d6; on a 5-6, eliminate one crew.",
        ),
        (
            "This ship may shoot at any ship other than an English ship.",
            "This ship may shoot at any ship except an English ship.",
        ),
        (
            "Instead of being eliminated, this crew is placed on your home island.",
            "When this crew would be eliminated, instead this crew is placed on your home island.",
        ),
        (
            "Once per turn, roll a d6. 1-3: she cannot move. 4-6: no effect.",
            "Once per turn, roll a d6. On a 1-3, she cannot move. On a 4-6, no effect.",
        ),
        ("Roll a d6. On a 4, 5 or 6, she sinks.", "Roll a d6. On a 4-6, she sinks."),
        ("Roll a d6. On a 2, 3, 4, or 5, she sinks.", "Roll a d6. On a 2-5, she sinks."),
        (
            "If this ship has a captain crew, she may move S.",
            "If this ship has a Captain crew, she may move S.",
        ),
        (
            "This crew takes up no cargo space on Spanish ships.",
            "As long as this crew is on any Spanish ship, this crew takes up no cargo space.",
        ),
        (
            "This ship may build a fort on a wild island for 1 gold less than its cost.",
            "This ship may build a fort on a wild island; a fort built by this ship costs one fewer gold.",
        ),
        (
            "Each treasure this ship unloads on a turn when she has no crew is worth +1 gold.",
            "Each treasure this ship unloads is worth +1 gold if she has no crew.",
        ),
        (
            "Any ship that hits this ship while within S of her loses one crew.",
            "Any ship within S of this ship that hits this ship loses one crew.",
        ),
        (
            "Any ship that rams this ship loses one mast. This does not apply to sea creatures.",
            "Any ship that rams this ship loses one mast. This ability does not affect sea creatures.",
        ),
        (
            "If she has room, this ship may load one treasure.",
            "If she has available cargo space, this ship may load one treasure.",
        ),
        (
            "Enemy ships over their cargo limit get -S to their base move.",
            "Enemy ships that have more cargo than their cargo limit get -S to their base move.",
        ),
        (
            "This ship, if she has no crew, gets +S to her base move.",
            "If she has no crew, this ship gets +S.",
        ),
        ("Enemy ships cannot shoot while docked.", "Enemy docked ships cannot shoot."),
        (
            "Enemy ships cannot move unless within S of a reef.",
            "Enemy ships not within S of a reef cannot move.",
        ),
        (
            "Neither crew can use its ability until your next turn.",
            "Both crew cannot use their ability until your next turn.",
        ),
    ],
)
def test_another_wording_is_the_same_tree(written: str, printed: str) -> None:
    assert parse(written) == parse(printed)


def test_a_list_of_what_cannot_be_done_forbids_each() -> None:
    line = "Crew on this ship cannot be eliminated, captured or removed."
    parts = ("eliminated", "captured", "removed")
    apart = "; ".join(f"crew on this ship cannot be {part}" for part in parts)
    assert parse(line) == parse(f"{apart.capitalize()}.")


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("Opponents must show you their face-down crew.", "that opponent's face down crew"),
        ("If this ship is touching a wreck, she may take one treasure from it.", "from that wreck"),
        ("After this ship explores a wild island, move one treasure from it.", "from that wild island"),
        (
            "For each enemy ship within S of her, this ship gets +1 to boarding rolls.",
            "within S of this ship",
        ),
        (
            "Your other ships get +1 to cannon rolls while within S of this ship.",
            "If that ship is within S of",
        ),
        ("Kraken. As long as it surrounds a ship, that ship cannot shoot.", "this kraken surrounds"),
        ("One enemy ship loses one of its crew.", "one crew of one enemy ship"),
        ("This titan may move one derelict it touches S.", "touched by this titan"),
        ("This ship may be given two actions instead of one.", "Instead of one action"),
        ("If this fort has no crew, it cannot be captured.", "this fort cannot be captured"),
        ("If this ship has no crew, it cannot be captured.", "this ship cannot be captured"),
        (
            "While this crew is on a ship with no masts, it can't be captured.",
            "this crew cannot be captured",
        ),
        ("Titan. This titan may repair one segment if it is docked.", "If this titan is docked"),
        (
            "Eliminate one treasure from each of your ships that exceeds its cargo limit.",
            "exceeds that ship's cargo capacity",
        ),
        (
            "Place this crew on the nearest wild island. Any friendly ship that docks there can load it.",
            "docks at that wild island",
        ),
        (
            "All wild islands within S of this ship are explored. You may look at the treasure on them.",
            "on that wild island",
        ),
        (
            "Enemy players must pay 1 gold from their home island. If they have no gold, no effect.",
            "if that player has no gold",
        ),
        (
            "When a friendly ship is hit, you may eliminate one of this ship's masts instead of one of hers.",
            "instead of one of that ship's masts",
        ),
    ],
)
def test_a_pronoun_is_what_fits(line: str, meaning: str) -> None:
    assert meaning in render(parse(line))


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        (
            "She gets +1 to her boarding rolls for each crew aboard, up to a maximum of +3.",
            "This ship gets +1 to boarding rolls for each (crew on this ship) to a maximum of +3.",
        ),
        ("Twice per game, this ship may move S.", "Twice per game, this ship may move S."),
        (
            "When this ship sinks, eliminate half of her crew, rounded up.",
            "When this ship sinks, eliminate (half rounded up of crew of this ship).",
        ),
        (
            "If this ship wins a boarding party by 3 or more, repair one mast.",
            "When this ship wins a boarding party by (at least 3), repair one mast.",
        ),
        ("She cannot carry treasure worth more than 3 gold.", "with gold value more than 3"),
        ("This ship may not load treasure this way.", "This ship cannot load treasures this way."),
        (
            "At the end of each opponent's turn, repair one mast.",
            "At the end of each opponent's turn, repair",
        ),
        ("Enemy ships cannot move unless they roll a 4 or higher.", "Unless that ship rolls at least 4,"),
        ("This ship gets +L to her base move instead of +S.", "Instead of adding S, this ship gets +L"),
    ],
)
def test_what_a_tree_can_say_besides(line: str, printed: str) -> None:
    assert printed in render(parse(line))
    assert parse(render(parse(line))) == parse(line)


def test_results_that_do_not_follow_each_other_are_no_row() -> None:
    for results in ("1 or 6", "2 or 5", "1, 3 or 5"):
        with pytest.raises(LanguageError):
            parse(f"Roll a d6. On a {results}, this ship may move S.")


def test_when_something_is_done_instead_is_not_lost() -> None:
    line = "You may place this ship at any wild island instead of your home island during setup."
    assert render(parse(line)).startswith("During setup, instead of your home island")


def test_what_cannot_be_done_to_this_ship_is_told_of_her() -> None:
    assert "If this ship is derelict" in render(
        parse("This ship can't be towed by enemy ships while derelict.")
    )


def test_half_of_an_odd_number_is_not_guessed() -> None:
    with pytest.raises(LanguageError):
        parse("Eliminate half of this ship's crew.")


def test_a_change_of_a_stat_that_says_where_is_refused_and_not_cut() -> None:
    with pytest.raises(LanguageError):
        parse("This ship's base move is doubled on the first turn of the game.")


def test_a_wording_that_is_not_known_is_refused() -> None:
    with pytest.raises(LanguageError):
        parse("Enemy ships cannot set this ship on fire.")
