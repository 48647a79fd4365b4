"""Walks a tree: every node below a node, in the order it is said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pirate_code.language import tree as t


def walk(node: Any) -> Iterator[t.Node]:
    """The node and everything below it."""
    if isinstance(node, t.Node):
        yield node
        below: Iterable[Any] = node.values()
    elif isinstance(node, tuple | list):
        below = node
    else:
        return
    for member in below:
        if isinstance(member, t.Node | tuple | list):
            yield from walk(member)
