"""Sentences become abilities: what refers back or goes on joins what was said before, the rest stands"
" apart."""

from __future__ import annotations

import pytest

from pirate_code.language import parse
from pirate_code.language import tree as t
from pirate_code.language.join import ability
from pirate_code.language.walk import walk

SHIP = t.Pieces(noun="ship", which="this")
MOVE = t.Happen(strength="may", event=t.Event(type="move", agent=SHIP))


@pytest.mark.parametrize(
    ("line", "abilities"),
    [
        ("This ship gets +1 to her boarding rolls. This ship cannot be pinned.", 2),
        (
            "This ship may move and shoot using the same move action. This ship gets +1 to her boarding"
            " rolls.",
            2,
        ),
        ("This ship gets +1 cargo spaces. This crew takes up no cargo space.", 2),
        ("Load this treasure face down. When revealed, eliminate an iceberg.", 2),
        (
            "This ship can use Parley against French ships. If this ship shoots at a French ship, remove"
            " French Letter of Marque from the game.",
            2,
        ),
        (
            "This ship's crew cannot be eliminated unless she sinks. Once per turn, roll a d6. On a 5 or 6,"
            " this ship may be given an extra action.",
            2,
        ),
    ],
)
def test_sentences_that_stand_alone_are_abilities_of_their_own(line: str, abilities: int) -> None:
    assert len(parse(line)) == abilities


@pytest.mark.parametrize(
    "line",
    [
        "Once per turn, roll a d6. On a 5 or 6, this ship may be given an extra action.",
        "Give this ship a move action but do not move her. Instead, roll a d6. On a result of 5 or 6, move an"
        " enemy ship L in any direction.",
        "This ship may dock at an enemy home island and load one treasure. If able, she must leave on your"
        " next turn.",
        "This ship gets +1 to her boarding rolls. She gets +2 instead if her opponent is a sea monster.",
        "You may turn Dry Powder face up. If you do, remove Dry Powder from the game.",
        "When this ship is docked at your home island, you may eliminate one treasure. It becomes a 3S"
        " cannon.",
        "When revealed, eliminate one mast from every ship in play. Then remove Odin's Revenge from the"
        " game.",
        "Choose an enemy ship. That ship cannot move.",
        "Place all crew on that ship onto the nearest wild island. Remove Raft from the game.",
        "As part of a move action, this ship may initiate a boarding party against a ship up to S away from"
        " her, without having to ram. The boarded ship may not use any boarding bonuses.",
        "After looking at treasure on a wild island, you may trade any one treasure from that island for a"
        " random treasure on any other wild island. This ship must load the traded treasure.",
    ],
)
def test_a_sentence_that_goes_on_joins_the_one_before(line: str) -> None:
    assert len(parse(line)) == 1


def test_the_guards_of_the_first_sentence_hold_for_the_whole_ability() -> None:
    line = "Once per turn, roll a d6. On a 5 or 6, this ship may be given an extra action."
    assert parse(line)[0].guards == (t.Limit(per="turn"),)


def test_a_step_that_joins_keeps_its_own_guards() -> None:
    line = "This ship may dock at an enemy home island. If able, she must leave on your next turn."
    (joined,) = parse(line)
    assert joined.guards == ()
    assert isinstance(joined.effect, t.Sequence)
    last = joined.effect.steps[-1]
    assert isinstance(last, t.Guarded)
    assert last.guards == (t.Condition(fact=t.Able()), t.Span(lasts="your_next_turn"))


def test_die_results_join_the_roll_before_them_as_one_table() -> None:
    line = "When this ship is hit, roll a d6. On a 1, she sinks. On a 2-4, she moves S. On a 6, she docks."
    (joined,) = parse(line)
    assert isinstance(joined.effect, t.Table)
    assert [row.faces for row in joined.effect.outcomes] == [(1,), (2, 3, 4), (6,)]


def test_what_is_said_of_a_result_after_it_belongs_to_that_result() -> None:
    line = (
        "Roll a d6; on a result of 6, a target crew is assigned to this ship. Its nationality changes to"
        " match the nationality of this ship."
    )
    (joined,) = parse(line)
    assert isinstance(joined.effect, t.Table)
    (row,) = joined.effect.outcomes
    assert [node.kind for node in walk(row) if isinstance(node, t.Happen | t.Change)] == ["happen", "change"]


def test_what_follows_loading_face_down_is_another_ability() -> None:
    line = "Load this treasure face down. When this ship is given a move action, you may reveal Screw Engine."
    first, second = parse(line)
    assert first.guards == ()
    assert isinstance(second.guards[0], t.Trigger)


def test_a_new_line_keeps_abilities_apart() -> None:
    assert len(parse("Choose an enemy ship. Move her S.")) == 1
    assert len(parse("Choose an enemy ship.\nMove this ship S.")) == 2


def test_a_title_begins_an_ability() -> None:
    line = "This ship cannot sink. Trade Current: Remove a trade current."
    assert [found.title for found in parse(line)] == [None, "Trade Current"]


def test_nothing_joins_a_keyword() -> None:
    line = "Fear. Remove Scurvy from the game."
    fear, remove = parse(line)
    assert fear.effect == t.KeywordAbility(keyword="fear")
    assert remove.effect.kind == "happen"


def test_sentences_of_one_island_row_are_steps_of_that_row() -> None:
    line = "1-2: Eliminate a crew from this ship. Eliminate a mast from this ship.\n3-6: No effect."
    (island,) = parse(line)
    assert isinstance(island.effect, t.Table)
    first, second = island.effect.outcomes
    assert isinstance(first.effect, t.Sequence)
    assert len(first.effect.steps) == 2
    assert (second.faces, second.effect) == ((3, 4, 5, 6), t.Nothing())


def test_keywords_before_an_island_stay_keywords() -> None:
    keyword, island = parse("Fear. 1-3: No effect. 4-6: Eliminate a crew from this ship.")
    assert keyword.effect == t.KeywordAbility(keyword="fear")
    assert island.effect.kind == "table"


def test_guards_of_the_whole_effect_are_those_of_the_ability() -> None:
    once, able = t.Limit(per="turn"), t.Condition(fact=t.Able())
    joined = ability([able], t.Guarded(guards=(once,), effect=MOVE), "Storm")
    assert joined == t.Ability(title="Storm", guards=(once, able), effect=MOVE)


def test_the_same_guard_said_twice_holds_once() -> None:
    once = t.Limit(per="turn")
    assert ability([once], t.Guarded(guards=(once,), effect=MOVE)).guards == (once,)


def test_then_after_a_die_table_follows_whichever_result_came() -> None:
    line = (
        "When revealed, roll a d6. On a 1-3, eliminate one crew; on a 4-6, eliminate one mast. "
        "Then this ship may load one more treasure."
    )
    (read,) = parse(line)
    assert isinstance(read.effect, t.Sequence)
    assert [step.kind for step in read.effect.steps] == ["table", "happen"]
