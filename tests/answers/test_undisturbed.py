"""The collector of garbage stays out of an experiment, and clears away what it left."""

from __future__ import annotations

import gc
import weakref

import pytest

from pirate_code.answers.experiment.undisturbed import undisturbed


class Ring:
    """Something that keeps itself alive."""

    def __init__(self) -> None:
        self.itself = self


def test_nothing_is_collected_inside_and_all_that_was_left_is_after() -> None:
    with undisturbed():
        assert not gc.isenabled()
        left = weakref.ref(Ring())
        assert left() is not None
    assert gc.isenabled()
    assert left() is None


def test_what_stays_is_in_the_end_looked_at_no_more() -> None:
    kept = [Ring()]
    for _ in range(64):
        with undisturbed():
            pass
    assert all(each is not kept for each in gc.get_objects())


def test_the_collector_comes_back_after_a_failure() -> None:
    with pytest.raises(LookupError), undisturbed():
        raise LookupError
    assert gc.isenabled()


def test_a_collector_that_is_off_stays_off() -> None:
    gc.disable()
    try:
        with undisturbed():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
