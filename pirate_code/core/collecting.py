"""Has Python look for garbage seldom while a game is played.

A game makes many small objects that live for a while, beside a library of programs that never goes away. By
its own threshold Python searches them so often that it takes a tenth of the time of a game.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_NEW_OBJECTS = 50_000  # that are made before the youngest are searched


@contextmanager
def seldom() -> Iterator[None]:
    """Raise the threshold of garbage collection, unless it is higher already; it is as before at the end."""
    before = gc.get_threshold()
    if 0 < before[0] < _NEW_OBJECTS:
        gc.set_threshold(_NEW_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
