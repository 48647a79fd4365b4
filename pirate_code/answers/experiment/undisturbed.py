"""Keeps the collector of garbage out of an experiment: it comes right after, with little to look at."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

_EVERY = 32  # experiments, after which what was kept of them is taken to be kept for good
_done = count(1)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let something be tried without a pause, and clear away what it left.

    A full collection goes through all trees and outcomes that are kept, a tenth of a second of some answer.
    Here only what the experiment itself has made is gone through; what stays is looked at no more.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.collect(0)
        if next(_done) % _EVERY == 0:
            gc.freeze()
        gc.enable()
