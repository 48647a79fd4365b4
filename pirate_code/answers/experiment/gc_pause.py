"""Disables garbage collection during an experiment, and collects only its own garbage afterwards."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

_EVERY = 32  # experiments, before which surviving objects are frozen
_started = count()


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """Pause garbage collection, and collect the youngest generation at the end.

    A full collection scans all cached trees and results, which takes a tenth of a second. What is there
    before the first experiment, and what survives many, is frozen, so that no later collection scans it.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    if next(_started) % _EVERY == 0:
        gc.freeze()
    try:
        yield
    finally:
        gc.collect(0)
        gc.enable()
