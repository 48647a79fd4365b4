"""Python looks for garbage seldom while a game is played."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from pirate_code.core import collecting


@pytest.fixture(autouse=True)
def threshold() -> Iterator[None]:
    """The threshold that Python has by itself, and the one of before afterwards."""
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)


def test_the_threshold_is_raised_inside_and_as_before_after() -> None:
    with collecting.seldom():
        assert gc.get_threshold()[0] > 10_000
        assert gc.get_threshold()[1:] == (10, 10)
    assert gc.get_threshold() == (700, 10, 10)


def test_it_is_as_before_after_a_failure() -> None:
    with pytest.raises(LookupError), collecting.seldom():
        raise LookupError
    assert gc.get_threshold() == (700, 10, 10)


@pytest.mark.parametrize("chosen", [0, 200_000])
def test_a_threshold_that_is_higher_or_off_stays(chosen: int) -> None:
    gc.set_threshold(chosen)
    with collecting.seldom():
        assert gc.get_threshold()[0] == chosen
