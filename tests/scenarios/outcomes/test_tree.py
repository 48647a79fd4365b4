"""The tree of outcomes: chances add up whatever is chosen, and folding changes none of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pirate_code.scenarios.outcomes import tree

OUTCOMES = 4
# A tree as nested tuples: an outcome, a choice of a player, or a die with the shares of its branches.
leaves = st.integers(0, OUTCOMES - 1)
shapes: st.SearchStrategy[Any] = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.tuples(st.just("choice"), st.integers(0, 1), st.lists(inner, min_size=1, max_size=3)),
        st.tuples(st.just("chance"), st.lists(inner, min_size=1, max_size=4)),
    ),
    max_leaves=12,
)


def folded(shape: Any) -> tree.Node:
    match shape:
        case ("choice", player, inner):
            return tree.choice(player, "?", [(f"way {n}", folded(one)) for n, one in enumerate(inner)])
        case ("chance", inner):
            share = Fraction(1, len(inner))
            return tree.chance("die", [(str(n), share, folded(one)) for n, one in enumerate(inner, 1)])
    return tree.Leaf(shape)


def plain_chance(shape: Any, outcome: int, pick: Callable[[Sequence[Fraction]], Fraction]) -> Fraction:
    """The chance of an outcome, by the tree as it was before it was folded."""
    match shape:
        case ("choice", _, inner):
            return pick([plain_chance(one, outcome, pick) for one in inner])
        case ("chance", inner):
            chances = [plain_chance(one, outcome, pick) for one in inner]
            return sum(chances, Fraction(0)) / len(chances)
    return Fraction(outcome == shape)


@given(shapes)
def test_folding_changes_no_chance_for_those_who_choose_for_or_against_an_outcome(shape: Any) -> None:
    root = folded(shape)
    for outcome in range(OUTCOMES):
        least, most = tree.chances(root, outcome)
        assert least == plain_chance(shape, outcome, min)
        assert most == plain_chance(shape, outcome, max)
        assert 0 <= least <= most <= 1


@given(shapes, st.integers(0, 5))
def test_chances_of_all_outcomes_make_one_whatever_is_chosen(shape: Any, choice: int) -> None:
    root = folded(shape)
    total = sum(
        root.chance(outcome, lambda chances: chances[choice % len(chances)]) for outcome in range(OUTCOMES)
    )
    assert total == 1


@given(shapes)
def test_the_shares_of_a_die_make_one_and_no_two_branches_come_to_the_same(shape: Any) -> None:
    def check(node: tree.Node) -> None:
        if isinstance(node, tree.Leaf):
            return
        worths = [branch.then.worth for branch in node.branches]
        assert len(worths) == len(set(worths)) > 1
        shares = [branch.share for branch in node.branches]
        if node.player is None:
            assert sum(share for share in shares if share is not None) == 1
        else:
            assert shares == [None] * len(shares)
        for branch in node.branches:
            check(branch.then)

    check(folded(shape))


def test_two_dice_in_a_row_are_told_as_one_chance() -> None:
    shape = ("chance", [0, ("chance", [0, 1])])
    root = folded(shape)
    assert isinstance(root, tree.ForkNode)
    assert [(tree.in_words(branch), branch.share) for branch in root.branches] == [
        ("1; 2 and 1", Fraction(3, 4)),
        ("2 and 2", Fraction(1, 4)),
    ]


def test_faces_that_follow_each_other_are_told_in_short() -> None:
    share = Fraction(1, 6)
    faces = [(str(face), share, tree.Leaf(int(face > 3))) for face in range(1, 7)]
    root = tree.chance("die", faces)
    assert isinstance(root, tree.ForkNode)
    assert [tree.in_words(branch) for branch in root.branches] == ["1 to 3", "4 to 6"]


def test_the_ways_to_an_outcome_are_told_with_what_is_asked() -> None:
    root = folded(("choice", 0, [0, ("chance", [1, 0])]))
    assert tree.ways_to(root, 1, 5) == [(("?", "way 1"), ("die", "1"))]
    assert len(tree.ways_to(root, 0, 1)) == 1
