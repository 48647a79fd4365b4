"""Turns the recipes in the YAML lists of this folder into the bytes that they stand for.

A recipe is short, what it makes may be huge. tests/hostile/README.md explains the recipes to those who write
them.
"""

from __future__ import annotations

from typing import Any


class RecipeError(ValueError):
    """A recipe is written wrongly; the message shows it."""


def expand(recipe: Any) -> bytes:
    """Return the bytes of a recipe: a text, a list of recipes one after the other, or one of the mappings."""
    match recipe:
        case str():
            return recipe.encode()
        case list():
            return b"".join(map(expand, recipe))
        case {"hex": str(digits), **rest} if not rest:
            return bytes.fromhex(digits)
        case {"repeat": what, "times": int(times), **rest} if rest.keys() <= {"then"}:
            return expand(what) * times + expand(rest.get("then", ""))
        case {"nest": [opening, closing], "times": int(times), **rest} if rest.keys() <= {"around"}:
            return expand(opening) * times + expand(rest.get("around", "")) + expand(closing) * times
    raise RecipeError(f"this is no recipe: {str(recipe)[:200]}")
