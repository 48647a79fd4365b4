"""Any tree that could be said is read again as it was; two trees that differ say different words."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pirate_code.blackbeard.cards import tree
from pirate_code.blackbeard.cards.reading import read_card

NUMBERS = st.integers(1, 99)
DICE = st.integers(1, 9)
TARGETS = st.sampled_from(["pirate", "port", "warship", "commissioner"])
CROWDS = st.sampled_from(["pirate", "merchant", "warship", "commissioner"])
PLACES = st.sampled_from([None, "that port", "the sea of that port"])
NAMES = st.from_regex(r"[a-z]{2,8}(-[a-z]{2,8}){0,2}", fullmatch=True)


@st.composite
def effects_of_one(draw: st.DrawFn) -> tree.Effect:
    """An effect with just the fields that its words have."""
    verb = draw(st.sampled_from(tree.Verb))
    words = tree.WORDS[verb]
    crowd = "{crowd}" in words
    return tree.Effect(
        verb=verb,
        noun=draw(CROWDS) if crowd else draw(TARGETS) if "{noun}" in words else None,
        place=draw(PLACES) if crowd else None,
        dice=draw(DICE) if "{dice}" in words else None,
        amount=draw(NUMBERS) if "{amount}" in words else None,
        second=draw(NUMBERS) if "{second}" in words else None,
    )


@st.composite
def effects(draw: st.DrawFn) -> tree.Effects:
    """One effect, or several joined."""
    several = draw(st.lists(effects_of_one(), min_size=1, max_size=3))
    join = draw(st.sampled_from(["and", "or"])) if len(several) > 1 else "and"
    return tree.Effects(join=join, effects=tuple(several))


@st.composite
def rolls(draw: st.DrawFn) -> tree.Roll:
    """A roll alone, with outcomes, or with a check."""
    outcomes = [
        tree.Outcome(low=low, high=low + more, effects=happens)
        for low, more, happens in draw(st.lists(st.tuples(NUMBERS, st.integers(0, 5), effects()), max_size=3))
    ]
    check = None
    if not outcomes and draw(st.booleans()):
        stat = draw(st.sampled_from(["value", "loyalty", "combat"]))
        check = tree.Check(stat=stat, noun=draw(TARGETS), effects=draw(effects()))
    more = draw(st.none() | NUMBERS)
    return tree.Roll(dice=draw(DICE), in_transit=more, outcomes=tuple(outcomes), check=check)


ROLL_PORTS = st.builds(tree.RollPort, civil=st.booleans()) | st.builds(
    tree.RollPort, ports=st.lists(NAMES, min_size=1, max_size=6).map(tuple)
)
STEPS = st.one_of(
    rolls(),
    ROLL_PORTS,
    effects(),
    st.builds(tree.Times, count=NUMBERS, roll=ROLL_PORTS, effect=effects_of_one()),
    st.builds(tree.ForEvery, noun=CROWDS, place=PLACES, roll=rolls()),
    st.builds(tree.Keep, island=NAMES, roll=rolls()),
    st.just(tree.ChoosePort()),
    st.builds(tree.Occasion, number=st.integers(1, 3), effects=effects()),
)


@st.composite
def clauses(draw: st.DrawFn) -> tree.Clause:
    """A clause for any moment."""
    when = draw(st.sampled_from(tree.WhenPlayed))
    at_sea = when is tree.WhenPlayed.DURING_ACTION and draw(st.booleans())
    deeds: list[str] = []
    if when is tree.WhenPlayed.ANNOUNCES:
        deeds = draw(st.lists(st.sampled_from(["find", "loot", "attack"]), min_size=1, max_size=3))
    steps = tuple(draw(st.lists(STEPS, min_size=1, max_size=4)))
    return tree.Clause.model_validate({"when": when, "at_sea": at_sea, "deeds": deeds, "steps": steps})


CARDS = st.builds(tree.CardTree, clauses=st.lists(clauses(), min_size=1, max_size=2).map(tuple))


@settings(max_examples=150, deadline=None)
@given(CARDS)
def test_what_a_tree_says_is_read_as_that_tree(card: tree.CardTree) -> None:
    assert read_card(card.says()) == card
