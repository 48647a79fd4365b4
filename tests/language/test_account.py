"""No swallowed words: a word that carries meaning and that the tree lost is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from pirate_code.language import parse, swallowed
from pirate_code.language import tree as t
from pirate_code.language.account import meanings

SHIP = t.Pieces(noun="ship", which="this")
S, L = t.Distance(segments=("S",)), t.Distance(segments=("L",))
NOTHING = "nothing"


def without(found: Any, old: t.Node, new: t.Node | str = NOTHING) -> Any:
    """The tree with one node put in place of another, or taken out."""
    if found == old:
        return None if new == NOTHING else new
    if isinstance(found, tuple):
        members = (without(member, old, new) for member in found)
        return tuple(member for member in members if member is not None)
    if isinstance(found, t.Node):
        return found.but(**{name: without(value, old, new) for name, value in dict(found).items()})
    return found


def lost(line: str, old: t.Node, new: t.Node | str = NOTHING) -> list[str]:
    """The words named when the tree of a line loses a node, which must have been there."""
    abilities = parse(line)
    damaged: Sequence[t.Ability] = without(abilities, old, new)
    assert damaged != abilities
    assert swallowed(line, abilities) == []
    return swallowed(line, damaged)


PINNED = t.Event(type="pin", object=SHIP)
SINKS = t.Happens(event=t.Event(type="sink", agent=SHIP))
WOLVES = t.Event(type="eliminate", object=t.Named(name="Wolves"))
SECOND = t.Event(
    type="use",
    agent=t.Person(who="you"),
    object=t.Pieces(noun="result", which="the", filters=(t.InState(state="second"),)),
)
TWO_MASTS = t.Pieces(noun="mast", count=t.Number(value=2))
EACH = t.Pieces(noun="island", which="each")
ONLY_S = t.Event(type="move", agent=SHIP, distance=S, manner=("only",))
FRENCH = t.OfNation(nation="french")


@pytest.mark.parametrize(
    ("line", "old", "new", "words"),
    [
        (
            "If docked, this ship gets +S to her base move.",
            t.Condition(fact=t.Matches(subject=SHIP, filter=t.InState(state="docked"))),
            NOTHING,
            ["when"],
        ),
        (
            "This ship's crew cannot be eliminated unless she sinks.",
            t.Condition(fact=SINKS, negated=True),
            NOTHING,
            ["unless"],
        ),
        (
            "This ship's crew cannot be eliminated unless she sinks.",
            t.Condition(fact=SINKS, negated=True),
            t.Condition(fact=SINKS),
            ["unless"],
        ),
        (
            "When another face-up crew on this ship would be eliminated, turn it face down instead.",
            t.Instead(),
            NOTHING,
            ["instead"],
        ),
        (
            "No treasure may be loaded from this wild island until Wolves is eliminated.",
            t.Until(end=WOLVES),
            NOTHING,
            ["until"],
        ),
        ("Once per turn, this ship may move S.", t.Limit(per="turn"), NOTHING, ["once per turn"]),
        (
            "This ship may be scuttled.",
            t.Happen(strength="may", event=t.Event(type="scuttle", object=SHIP)),
            t.Happen(event=t.Event(type="scuttle", object=SHIP)),
            ["may"],
        ),
        (
            "You must use the second die roll result.",
            t.Happen(strength="must", event=SECOND),
            t.Happen(event=SECOND),
            ["must"],
        ),
        (
            "This ship cannot be pinned.",
            t.Happen(strength="cannot", event=PINNED),
            t.Happen(strength="may", event=PINNED),
            ["cannot"],
        ),
        ("She can move only S.", ONLY_S, ONLY_S.but(manner=()), ["only"]),
        (
            "When this ship sinks another ship, you may repair one of this ship's masts.",
            t.Pieces(noun="ship", which="another"),
            t.Pieces(noun="ship", which="a"),
            ["another"],
        ),
        ("This ship may look at one treasure on each island.", EACH, EACH.but(which="any"), ["each"]),
        ("This ship eliminates two masts with one hit.", TWO_MASTS, TWO_MASTS.but(count=None), ["number 2"]),
        ("This ship gets +1 to her boarding rolls.", t.Number(value=1), t.Number(value=2), ["number 1"]),
        (
            "If any crew on this ship with point cost 5 or more would be eliminated, eliminate Lian instead.",
            t.StatIs(stat="point_cost", compare="at_least", amount=t.Number(value=5)),
            NOTHING,
            ["number 5"],
        ),
        ("Roll 2d6.", t.Dice(count=2), t.Dice(), ["die"]),
        ("Roll 2d6.", t.Dice(count=2), NOTHING, ["die"]),
        (
            "Roll a d6. On a 4-6, this ship sinks.",
            t.Outcome(faces=(4, 5, 6), effect=t.Happen(event=t.Event(type="sink", agent=SHIP))),
            t.Outcome(faces=(6,), effect=t.Happen(event=t.Event(type="sink", agent=SHIP))),
            ["number 4"],
        ),
        ("This ship gets +S to her base move.", S, L, ["distance S"]),
        ("This ship's cannons have a range of 2L.", t.Distance(segments=("L", "L")), L, ["distance L"]),
        (
            "This ship cannot be shot at by forts within S of her.",
            t.Within(distance=S, of=SHIP),
            NOTHING,
            ["distance S"],
        ),
        ("This ship gets +1 to her cannon rolls against French ships.", FRENCH, NOTHING, ["name french"]),
        (
            "This ship gets +1 to her cannon rolls against French ships.",
            FRENCH,
            t.OfNation(nation="english"),
            ["name french"],
        ),
        (
            "Eliminate a crew on this ship.",
            t.Pieces(noun="crew", which="a", filters=(t.Located(place="on", what=SHIP),)),
            t.Pieces(noun="treasure", which="a", filters=(t.Located(place="on", what=SHIP),)),
            ["piece crew"],
        ),
        ("Eliminate a crew on this ship.", t.Located(place="on", what=SHIP), NOTHING, ["piece ship"]),
        (
            "If this ship has a crew with the Captain keyword, she gets +L to her base move.",
            t.HasKeyword(keyword="captain"),
            NOTHING,
            ["name captain"],
        ),
        ("Captain. Fear.", t.Ability(effect=t.KeywordAbility(keyword="fear")), NOTHING, ["name fear"]),
    ],
)
def test_a_word_the_tree_lost_is_named(line: str, old: t.Node, new: t.Node | str, words: list[str]) -> None:
    assert lost(line, old, new) == words


def test_a_whole_ability_that_was_lost_is_named_word_by_word() -> None:
    line = "This ship cannot be pinned. English crew may use their abilities on this ship."
    assert swallowed(line, parse(line)[:1]) == ["may", "name english", "piece crew", "piece ship"]


def test_a_tree_that_says_more_than_the_line_swallows_nothing() -> None:
    assert (
        swallowed("This ship cannot be pinned.", parse("This ship cannot be pinned unless she sinks.")) == []
    )


@pytest.mark.parametrize(
    "line",
    [
        "You must roll a 6 to hit her.",
        "Two hits from the same shoot action are required to eliminate one of this ship's masts.",
        "Whenever this ship docks, roll a d6.",
        "This ship ignores the first hit she takes each turn as long as she has all of her masts.",
        "When a ship docks here, you may repair all of her masts.",
        "When placing treasure, you may place a crew rather than a treasure.",
    ],
)
def test_wording_that_the_tree_says_in_other_words_is_not_missed(line: str) -> None:
    assert swallowed(line, parse(line)) == []


@pytest.mark.parametrize(
    ("line", "counted"),
    [
        ("Roll 3d6.", {"die": 3}),
        ("On a 5 or 6, no effect.", {"number 5": 1, "number 6": 1}),
        ("She moves 2L.", {"distance L": 2}),
        ("She moves S+L+S.", {"distance S": 2, "distance L": 1}),
        ("a 3S cannon", {"number 3": 1, "distance S": 1, "piece cannon": 1}),
        (
            "each English ship, every French fort",
            {"each": 2, "name english": 1, "name french": 1, "piece ship": 1, "piece fort": 1},
        ),
        ("if she docks, while she sails, whenever she sinks", {"when": 3}),
        ("she does not move, and it cannot dock", {"cannot": 2}),
        ("Loyal: Spain", {"name loyal": 1, "name spanish": 1}),
        ("a boarding roll and an action", {}),
        ("two opponents", {"number 2": 1, "piece player": 1}),
    ],
)
def test_words_that_carry_meaning_are_counted_in_one_spelling(line: str, counted: dict[str, int]) -> None:
    assert meanings(line) == Counter(counted)


def test_the_die_results_of_an_island_row_are_counted_once() -> None:
    line = "1-2: Eliminate a crew. Eliminate a mast.\n3-6: No effect."
    found = meanings(line)
    assert [found[f"number {face}"] for face in (1, 2, 3, 6)] == [1, 1, 1, 1]
