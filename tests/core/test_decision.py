"""Options that are found out only as far as somebody looks."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import pytest

from pirate_code.core.decision import Decision, Listed, Option


class Kind(StrEnum):
    """The kinds of decisions of a game that nobody plays."""

    PICK = "pick"


def counting(seen: list[int], size: int = 5) -> Iterator[Option[int]]:
    for number in range(size):
        seen.append(number)
        yield Option(number, f"the option {number}")


def test_no_more_options_are_found_out_than_are_looked_at() -> None:
    seen: list[int] = []
    listed = Listed(counting(seen))
    assert seen == []
    assert listed[0].answer == 0
    assert next(option.answer for option in listed if option.answer == 2) == 2
    assert seen == [0, 1, 2]
    assert [option.answer for option in listed.known] == [0, 1, 2]
    assert Decision(0, Kind.PICK, None, "tow", listed).refuses(1) is None
    assert seen == [0, 1, 2]


def test_a_list_of_options_is_like_any_other() -> None:
    listed = Listed(counting([]))
    assert len(listed) == 5
    assert listed[-1].answer == 4
    assert [option.answer for option in listed[1:3]] == [1, 2]
    assert listed == Listed(counting([]))
    assert listed != Listed(counting([], 4))
    assert listed == tuple(counting([]))
    with pytest.raises(IndexError):
        listed[5]


def test_two_can_look_at_the_same_list() -> None:
    listed = Listed(counting([]))
    pairs = [(one.answer, other.answer) for one, other in zip(listed, listed, strict=True)]
    assert pairs == [(number, number) for number in range(5)]


def test_what_is_not_on_the_list_is_refused_with_what_is() -> None:
    refused = Decision(0, Kind.PICK, None, "tow", Listed(counting([]))).refuses(7)
    assert refused == "7 is no answer to the decision 'pick: tow'; one of these is: 0, 1, 2, 3, 4."
