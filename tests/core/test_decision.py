"""Options that are found out only as far as somebody looks, and that can be drawn without listing them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pirate_code.core.decision import Answer, Candidate, Candidates, Decision, Option
from pirate_code.core.dice import Dice
from pirate_code.rules.cache import ReadCache


class Kind(StrEnum):
    """The kinds of decisions of a game that nobody plays."""

    PICK = "pick"


LAST: Option[int] = Option(None, "the last")


class Number(Candidate):
    """A number that may be an option; it is noted when it is tested."""

    def __init__(self, number: int, legal: bool, seen: list[int]) -> None:
        super().__init__()
        self.number, self.legal, self.seen = number, legal, seen

    def test(self) -> Option[int] | None:
        self.seen.append(self.number)
        return Option(self.number, f"the option {self.number}") if self.legal else None

    def may_be(self, answer: Answer) -> bool:
        return bool(answer == self.number)


def numbers(
    legal: Sequence[bool] = (True,) * 5,
    last: Option[int] | None = None,
    *,
    seen: list[int] | None = None,
    last_resort: bool = False,
) -> Candidates[Number]:
    """Candidates from 0; some of them are legal."""
    noted = seen if seen is not None else []
    found = [Number(number, is_legal, noted) for number, is_legal in enumerate(legal)]
    return Candidates(found, last, last_resort=last_resort)


def answers(options: Sequence[Option[int]]) -> list[Answer]:
    return [option.answer for option in options]


def deciding(options: Sequence[Option[int]]) -> Decision[Kind, int]:
    return Decision(0, Kind.PICK, None, "tow", options)


def test_no_more_options_are_found_out_than_are_looked_at() -> None:
    seen: list[int] = []
    listed = numbers(seen=seen)
    assert seen == []
    assert listed[0].answer == 0
    assert next(option.answer for option in listed if option.answer == 2) == 2
    assert seen == [0, 1, 2]
    assert answers(listed.known) == [0, 1, 2]
    assert deciding(listed).refuses(4) is None
    assert seen == [0, 1, 2, 4]
    assert len(listed) == 5
    assert seen == [0, 1, 2, 4, 3]  # and none is tested twice


def test_a_list_of_options_is_like_any_other() -> None:
    listed = numbers([True, False, True, True, True, False, True])
    assert len(listed) == 5
    assert listed[-1].answer == 6
    assert answers(listed[1:3]) == [2, 3]
    assert listed == numbers([True, False, True, True, True, False, True])
    assert listed != numbers([True] * 4)
    assert listed == tuple(numbers([True, False, True, True, True, False, True]))
    with pytest.raises(IndexError):
        listed[5]


def test_two_can_look_at_the_same_list() -> None:
    listed = numbers()
    pairs = [(one.answer, other.answer) for one, other in zip(listed, listed, strict=True)]
    assert pairs == [(number, number) for number in range(5)]


def test_what_is_not_on_the_list_is_refused_with_what_is() -> None:
    refused = deciding(numbers()).refuses(7)
    assert refused == "7 is no answer to the decision 'pick: tow'; one of these is: 0, 1, 2, 3, 4."


def test_a_candidate_that_is_not_legal_is_refused() -> None:
    decision = deciding(numbers([True, False]))
    assert decision.refuses(0) is None
    assert decision.refuses(1) is not None


def test_a_last_resort_is_offered_only_where_nothing_else_is() -> None:
    none = numbers([False, False], LAST, last_resort=True)
    assert list(none) == [LAST]
    assert none.offers(None)
    assert none.draw(Dice(1)) is LAST
    some = numbers([False, True], LAST, last_resort=True)
    assert answers(some) == [1]
    assert not some.offers(None)
    assert answers(numbers([False, True], LAST)) == [1, None]


def test_candidates_are_true_if_there_is_an_option() -> None:
    assert numbers([False, True])
    assert not numbers([False, False])
    assert numbers([False], LAST, last_resort=True)


def test_where_there_is_no_option_none_can_be_drawn() -> None:
    with pytest.raises(LookupError):
        numbers([False, False]).draw(Dice(1))


def test_to_draw_one_the_others_are_not_looked_at() -> None:
    seen: list[int] = []
    listed = numbers([True] * 100, seen=seen)
    drawn = listed.draw(Dice(3))
    assert seen == [drawn.answer]
    assert deciding(listed).refuses(drawn.answer) is None
    assert seen == [drawn.answer]


def test_what_is_asked_inside_a_cache_is_asked_all_at_once() -> None:
    seen: list[int] = []
    cache = ReadCache()
    listed = Candidates([Number(number, True, seen) for number in range(3)], reading=cache)
    assert listed[0].answer == 0
    assert seen == [0, 1, 2]
    assert cache.recall("key", lambda: 1) == 1
    assert cache.recall("key", lambda: 2) == 2  # nothing is kept when the list is made


@given(st.lists(st.booleans(), max_size=12), st.booleans(), st.booleans(), st.integers(0, 2**32))
def test_what_is_drawn_is_what_is_listed(legal: list[bool], ends: bool, resort: bool, seed: int) -> None:
    last = LAST if ends else None
    listed = list(numbers(legal, last, last_resort=resort))
    candidates, dice = numbers(legal, last, last_resort=resort), Dice(seed)
    if not listed:
        return
    drawn = {deciding(candidates).draw(dice).name for _ in range(60 * len(listed))}
    assert drawn == {option.name for option in listed}


@pytest.mark.parametrize("legal", ["11111", "10101", "0001000001", "01"])
def test_every_option_is_drawn_as_often(legal: str) -> None:
    candidates, dice = numbers([sign == "1" for sign in legal], LAST), Dice(11)
    size, each = len(candidates), 2000
    counts = Counter(candidates.draw(dice).answer for _ in range(size * each))
    assert len(counts) == size
    assert sum((count - each) ** 2 / each for count in counts.values()) < size + 6 * size**0.5


def test_a_plain_list_is_drawn_from_as_well() -> None:
    options = tuple(numbers())
    dice = Dice(5)
    assert {deciding(options).draw(dice).answer for _ in range(200)} == {0, 1, 2, 3, 4}


def test_options_by_promise_come_best_first_and_are_tested_only_as_far_as_somebody_looks() -> None:
    seen: list[int] = []
    options = numbers((True, False, True, True, False), LAST, seen=seen)
    found = options.by_promise(lambda candidate: -abs(candidate.number - 1.9))
    assert next(found)[1].answer == 2
    assert seen == [2]
    assert [option.answer for _, option in found] == [3, 0, None]
    only = numbers((True,), LAST, last_resort=True).by_promise(lambda candidate: 0.0)
    assert [option.answer for _, option in only] == [0]
