"""Garbage collection is paused during an experiment, and collects what the experiment left."""

from __future__ import annotations

import gc
import weakref

import pytest

from pirate_code.answers.experiment.gc_pause import garbage_collection_paused


class Ring:
    """Something that keeps itself alive."""

    def __init__(self) -> None:
        self.itself = self


def test_nothing_is_collected_inside_and_all_that_was_left_is_after() -> None:
    with garbage_collection_paused():
        assert not gc.isenabled()
        left = weakref.ref(Ring())
        assert left() is not None
    assert gc.isenabled()
    assert left() is None


def test_objects_that_survive_many_experiments_are_frozen() -> None:
    kept = [Ring()]
    for _ in range(64):
        with garbage_collection_paused():
            pass
    assert all(each is not kept for each in gc.get_objects())


def test_the_collector_comes_back_after_a_failure() -> None:
    with pytest.raises(LookupError), garbage_collection_paused():
        raise LookupError
    assert gc.isenabled()


def test_a_collector_that_is_off_stays_off() -> None:
    gc.disable()
    try:
        with garbage_collection_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
