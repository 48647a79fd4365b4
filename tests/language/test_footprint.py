"""What an ability touches: events it listens to, causes, permits and so on, and stats it reads and writes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pydantic import ValidationError

from pirate_code.glossary import builtin_lines
from pirate_code.language import Footprint, define, footprint, parse
from pirate_code.language import tree as t
from pirate_code.language.words import load_words


@pytest.mark.parametrize(
    ("line", "touched"),
    [
        ("This ship cannot be pinned.", Footprint(forbids=("pin",))),
        ("This ship gets +S to her base move.", Footprint(writes=("base_move",))),
        (
            "This ship gets +1 to her cannon rolls against English ships.",
            Footprint(changes=("roll",), writes=("cannon_roll",)),
        ),
        (
            "When another face-up crew on this ship would be eliminated, turn it face down instead.",
            Footprint(listens=("eliminate",), causes=("turn",), replaces=("eliminate",)),
        ),
        (
            "Once per turn, roll a d6. On a 5 or 6, this ship may be given an extra action.",
            Footprint(causes=("roll",), permits=("give",), reads=("result",)),
        ),
        (
            "If this ship wins a boarding party, she may capture the crew with the highest point cost instead"
            " of eliminating it.",
            Footprint(listens=("win",), permits=("capture",), replaces=("eliminate",), reads=("point_cost",)),
        ),
        (
            "You may give an action to any Pirate ship instead of giving this ship an action.",
            Footprint(permits=("give",), replaces=("give",)),
        ),
        (
            "Once per turn, you may eliminate one of this ship's crew to give her an extra action.",
            Footprint(causes=("give",), permits=("eliminate",)),
        ),
        (
            "This ship may dock at an enemy home island and load one treasure. If able, she must leave on"
            " your next turn.",
            Footprint(permits=("dock", "load"), requires=("leave",)),
        ),
        (
            "This ship does not have to roll for effect when she uses a whirlpool.",
            Footprint(listens=("use",), permits=("roll_for_effect",)),
        ),
        ("This ship gains the Mercenary keyword.", Footprint(causes=("gain",))),
        (
            "At the beginning of each of your turns, you must move this ship.",
            Footprint(listens=("turn_beginning",), requires=("move",)),
        ),
        (
            "At the end of your turn, remove this treasure from the game.",
            Footprint(listens=("turn_end",), causes=("remove",)),
        ),
        (
            "This ship's crew cannot be eliminated unless she sinks.",
            Footprint(listens=("sink",), forbids=("eliminate",)),
        ),
        (
            "If any crew on this ship with point cost 5 or more would be eliminated, eliminate Lian instead.",
            Footprint(
                listens=("eliminate",), causes=("eliminate",), replaces=("eliminate",), reads=("point_cost",)
            ),
        ),
        ("Rum is worth gold equal to the result.", Footprint(reads=("result",), writes=("gold_value",))),
        ("1-2: Eliminate a crew.\n3-6: No effect.", Footprint(causes=("eliminate",), reads=("result",))),
        (
            "If this ship succeeds at a boarding party, choose two of the following: eliminate a crew, take a"
            " treasure, or eliminate a mast.",
            Footprint(listens=("win",), causes=("eliminate", "take")),
        ),
        ("Reduce the cost of all other crew placed on this ship by 1.", Footprint(writes=("point_cost",))),
        (
            "When this ship is given a shoot action, for every cannon roll of 6, eliminate a mast.",
            Footprint(listens=("give", "roll"), causes=("eliminate",)),
        ),
    ],
)
def test_a_line_touches_exactly_this(line: str, touched: Footprint) -> None:
    assert footprint(parse(line)) == touched


def test_a_keyword_touches_what_its_definition_touches() -> None:
    assert footprint(parse("Captain.")) == footprint(define("captain"))
    assert footprint(parse("Captain.")).permits == ("move", "shoot")


def test_a_keyword_without_a_rule_touches_nothing() -> None:
    assert footprint(parse("Junk.")) == Footprint()


def test_a_line_touches_what_its_abilities_touch_together() -> None:
    line = "This ship cannot be pinned. This ship gets +1 to her boarding rolls."
    first, second = parse(line)
    assert footprint(first) == Footprint(forbids=("pin",))
    assert footprint(parse(line)) == Footprint(
        forbids=("pin",), writes=("boarding_roll",), changes=footprint(second).changes
    )


def test_a_trigger_inside_an_effect_is_listened_to() -> None:
    line = "1-2: The next time you give this ship a move action, she cannot move.\n3-6: No effect."
    assert footprint(parse(line)).listens == ("give",)


def test_a_step_that_replaces_what_it_waits_for_replaces_it() -> None:
    line = "Fear. 1-3: If this ship would sink, dock her at her home island instead. 4-6: No effect."
    island = parse(line)[-1]
    assert footprint(island).replaces == ("sink",)


def test_every_name_in_a_footprint_is_sorted_and_told_once() -> None:
    line = "Eliminate a crew. Take a treasure. Eliminate a mast."
    assert footprint(parse(line)).causes == ("eliminate", "take")


def test_a_footprint_cannot_be_changed_and_knows_no_other_list() -> None:
    with pytest.raises(ValidationError):
        Footprint(enjoys=("rum",))  # type: ignore[call-arg]
    with pytest.raises(ValidationError):
        footprint(()).causes = ("sink",)  # type: ignore[misc]


def test_footprints_speak_only_of_known_events_and_stats() -> None:
    words = load_words()
    events = {*words.verbs, "turn_beginning", "turn_end"}
    for line in builtin_lines():
        touched = footprint(parse(line))
        for kind in ("listens", "causes", "permits", "requires", "forbids", "replaces", "changes"):
            assert set(getattr(touched, kind)) <= events
        assert {*touched.reads, *touched.writes} <= set(words.stats)


@pytest.mark.parametrize(
    ("strength", "kind"),
    [
        ("do", lambda touched: touched.causes),
        ("may", lambda touched: touched.permits),
        ("must", lambda touched: touched.requires),
        ("cannot", lambda touched: touched.forbids),
        ("need_not", lambda touched: touched.permits),
    ],
)
def test_how_strongly_an_event_is_told_decides_its_list(
    strength: str, kind: Callable[[Footprint], tuple[str, ...]]
) -> None:
    event = t.Event(type="sink", agent=t.Pieces(noun="ship", which="this"))
    happen = t.Happen.model_validate({"strength": strength, "event": event})
    assert kind(footprint(t.Ability(effect=happen))) == ("sink",)
