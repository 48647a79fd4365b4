"""How deep and how large a tree may be, and that work on it grows with its size, not with its depth."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from pirate_code.language import LanguageError, clear_caches, parse, render
from pirate_code.language import tree as t
from pirate_code.language.compare import normal_form
from pirate_code.language.footprint import footprint
from pirate_code.language.limits import MAX_LEVELS, MAX_NODES, size
from pirate_code.language.outline import outline

# Each row: what stands before, what is said again and again, what stands after.
CHAINS = {
    "within": ("This ship may sink ", "a ship within S of ", "this ship."),
    "owners": ("This ship may sink ", "a ship of ", "this ship."),
    "places": ("This ship may sink ", "a crew on ", "a ship."),
    "clauses": ("This ship may sink ", "a ship that sinks ", "a ship."),
    "stats": ("The base move of ", "the base move of ", "this ship becomes S."),
    "contact": ("This ship may sink ", "any ship touching ", "a ship."),
    "purposes": ("This ship may move", " to sink a ship", "."),
    "exceptions": ("This ship may sink ", "any ship except ", "a ship."),
    "left": ("This ship may sink ", "the player to the left of ", "you."),
}


def chain(name: str, times: int) -> str:
    before, again, after = CHAINS[name]
    return before + again * times + after


def calls(work: Callable[[], Any]) -> int:
    """How many functions are called while this is done."""
    counted = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal counted
        counted += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return counted


def deepest_that_parses(name: str) -> int:
    times = 1
    while _parses(chain(name, times + 1)):
        times += 1
    return times


def _parses(line: str) -> bool:
    try:
        parse(line)
    except LanguageError as error:
        assert f"more than {MAX_LEVELS} levels deep" in error.message
        return False
    return True


@pytest.mark.parametrize("name", CHAINS)
@pytest.mark.parametrize("work", [render, normal_form, footprint, lambda found: [outline(a) for a in found]])
def test_work_on_a_tree_grows_with_its_depth_by_the_same_step(name: str, work: Callable[[Any], Any]) -> None:
    trees = [parse(chain(name, times)) for times in (2, 4, 6)]
    for found in trees:
        work(found)  # word lists and patterns are made once
    first, second, third = (calls(lambda found=found: work(found)) for found in trees)  # type: ignore[misc]
    assert third - second <= 2 * (second - first) + 20


@pytest.mark.parametrize("name", CHAINS)
def test_reading_grows_with_the_length_of_the_line(name: str) -> None:
    def reading(times: int) -> int:
        parse(chain(name, times))
        clear_caches()
        return calls(lambda: parse(chain(name, times)))

    first, second, third = (reading(times) for times in (2, 4, 6))
    assert third - second <= 2 * (second - first) + 200


def test_two_deep_trees_are_told_apart_as_soon_as_two_small_ones() -> None:
    def compared(times: int) -> int:
        one = parse(chain("within", times))[0]
        other = parse(chain("within", times).replace("this ship.", "this fort."))[0]
        assert hash(one) != hash(other)
        return calls(lambda: one == other)

    assert compared(8) == compared(2)


@pytest.mark.parametrize("name", CHAINS)
def test_the_deepest_line_that_parses_is_rendered_and_read_back(name: str) -> None:
    times = deepest_that_parses(name)
    abilities = parse(chain(name, times))
    assert MAX_LEVELS - 4 < size(abilities)[0] <= MAX_LEVELS
    assert parse(render(abilities)) == abilities


@pytest.mark.parametrize("name", CHAINS)
@pytest.mark.parametrize("times", [26, 100, 300])
def test_a_line_that_is_nested_too_deep_is_refused_at_its_place(name: str, times: int) -> None:
    line = chain(name, times)
    with pytest.raises(LanguageError, match=f"more than {MAX_LEVELS} levels deep") as caught:
        parse(line)
    assert len(CHAINS[name][0]) < caught.value.column <= len(line)


def test_the_place_is_in_the_sentence_that_is_too_deep() -> None:
    begun = "This ship cannot be pinned. "
    with pytest.raises(LanguageError) as caught:
        parse(begun + chain("within", 26))
    assert caught.value.column > len(begun) + 19 * 20


def test_levels_and_nodes_are_those_of_the_tree() -> None:
    (ability,) = parse("This ship may sink a ship within S of a crew.")
    assert [size(node)[0] for node in (ability, ability.effect)] == [6, 5]
    assert size(ability)[1] == 8
    assert size(()) == (0, 0)


def test_a_part_that_stands_in_many_places_is_measured_once() -> None:
    piece: t.Selector = t.Pieces(noun="ship", which="a")
    for _ in range(60):
        piece = t.Group(join="or", members=(piece, t.Pieces(noun="crew", which="a", of=piece)))
    assert size(piece)[1] > 2**60


def test_a_line_whose_trees_repeat_a_long_phrase_too_often_is_refused() -> None:
    again = "a ship, crew, fort, island, mast or cannon within S of "
    with pytest.raises(LanguageError, match=f"more than {MAX_NODES:,} nodes"):
        parse("This ship may sink " + again * 6 + "this ship.")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("This ship may sink " + "a ship and " * 8 + "a ship.", "at most 6 pieces joined by 'and' or 'or'"),
        ("Sink a ship" + "; sink a crew; sink a ship" * 20 + ".", "at most 24 steps of one ability"),
        ("Choose one of the following: " + "sink a ship, " * 9 + "or sink a ship.", "at most 8 options"),
        ("Roll a d6. " + "On a 6, sink a ship. " * 8, "at most 6 results of one roll"),
        ("This ship may move " + "S+" * 20 + "S.", "1 to 12 segments, and this one has 21"),
    ],
)
def test_too_many_of_something_are_counted_in_words_of_the_game(line: str, message: str) -> None:
    with pytest.raises(LanguageError) as caught:
        parse(line)
    assert message in caught.value.message
