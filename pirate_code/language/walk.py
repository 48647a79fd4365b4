"""Walks a tree: every node below a node, in the order it is said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pirate_code.language import tree as t


def walk(node: Any) -> Iterator[t.Node]:
    """The node and everything below it."""
    if isinstance(node, t.Node):
        yield node
        for name in type(node).model_fields:
            yield from walk(getattr(node, name))
    elif isinstance(node, tuple | list):
        for member in node:
            yield from walk(member)
