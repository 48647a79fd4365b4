"""Tells which ability lines of scenarios stand on no card: those show what no player can have."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from pirate_code.language import parse
from pirate_code.language.errors import LanguageError
from pirate_code.language.tree import Ability, KeywordAbility
from pirate_code.library.pieces import apply_errata, load_pieces
from pirate_code.library.rulings import load_rulings


def lines_on_no_card(lines: Iterable[str]) -> list[str]:
    """The lines that have an ability which no card prints and no section of the Code is about.

    A keyword counts as printed: keywords have definitions of their own.
    """
    return sorted(line for line in set(lines) if not _stands_on_a_card(line))


def _stands_on_a_card(line: str) -> bool:
    abilities = _abilities(line)
    return bool(abilities) and all(map(_is_known, abilities))


def _is_known(ability: Ability) -> bool:
    return isinstance(ability.effect, KeywordAbility) or ability in _printed()


@cache
def _printed() -> frozenset[Ability]:
    """The abilities on the cards of db/pieces, as printed and as corrected, and those that head a section."""
    lines: set[str | None] = set()
    for piece in load_pieces():
        lines |= {piece.ability, apply_errata(piece).ability}
    for file in load_rulings():
        lines |= {file.source_of(ruling.source).line for ruling in file.rulings}
    return frozenset(ability for line in lines if line for ability in _abilities(line))


def _abilities(line: str) -> tuple[Ability, ...]:
    try:
        return tuple(parse(line))
    except LanguageError:
        return ()
