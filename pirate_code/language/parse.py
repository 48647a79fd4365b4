"""From a text to its abilities: by its stored tree, or else read anew."""

from __future__ import annotations

import sys

from pirate_code.language import tree as t
from pirate_code.language.stored import recall


def parse(text: str) -> tuple[t.Ability, ...]:
    """Parse an ability line; a line that does not parse raises LanguageError.

    >>> [ability.effect.kind for ability in parse("Schooner. This ship cannot be pinned.")]
    ['has_keyword', 'happen']
    """
    if (known := recall(text)) is not None:
        return known
    from pirate_code.language.reader import read

    return read(text)


def clear_caches() -> None:
    """Forget sentences read before; the grammar stays."""
    if "pirate_code.language.reader" in sys.modules:
        from pirate_code.language import reader

        reader.clear_caches()
