"""Walks a tree: every node below a node, in the order it is said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pirate_code.language import tree as t

_LEAVES = (str, int, type(None))  # most of what nodes hold


def walk(node: Any) -> Iterator[t.Node]:
    """The node and everything below it."""
    left = [node]
    while left:
        one = left.pop()
        below: Iterable[Any] = ()
        if isinstance(one, tuple | list):
            below = one
        elif isinstance(one, t.Node):
            yield one
            below = one.values()
        left += [member for member in below if not isinstance(member, _LEAVES)][::-1]
