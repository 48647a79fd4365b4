"""Caches answers about a position until it changes.

To list what a player may do, the same few things are asked hundreds of times: whether a crew can use its
ability, which cannons a ship has, what something costs. Nothing is kept once anything can happen.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")


class ReadCache:
    """Answers that hold while nothing happens: `with game.cache:` around a question, never around a step."""

    __slots__ = ("_found", "_looking")

    def __init__(self) -> None:
        self._looking = 0
        self._found: dict[Hashable, Any] = {}

    def __enter__(self) -> None:
        self._looking += 1

    def __exit__(self, *error: object) -> None:
        self._looking -= 1
        if not self._looking:
            self._found.clear()

    def recall(self, key: Hashable, find: Callable[[], T]) -> T:
        """What was found out under a key; found out now if it was not yet."""
        if not self._looking:
            return find()
        try:
            return self._found[key]  # type: ignore[no-any-return]
        except KeyError:
            found = self._found[key] = find()
            return found

    @contextmanager
    def supposing(self) -> Iterator[None]:
        """While pieces lie elsewhere to see how it would be; nothing of that is remembered."""
        outside, self._found = self._found, {}
        try:
            yield
        finally:
            self._found = outside
