"""Disables garbage collection during an experiment, and collects only its own garbage afterwards."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

_EVERY = 32  # experiments, after which surviving objects are frozen
_finished = count(1)


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """Pause garbage collection, and collect the youngest generation at the end.

    A full collection scans all cached trees and results, which takes a tenth of a second. What survives many
    experiments is frozen, so that no later collection scans it.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.collect(0)
        if next(_finished) % _EVERY == 0:
            gc.freeze()
        gc.enable()
