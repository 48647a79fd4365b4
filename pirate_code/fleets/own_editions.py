"""Editions of one's own: a file based on another edition, whose banned pieces must be pieces that exist."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pirate_code.data import DataError, load_yaml
from pirate_code.library.pieces import load_pieces, load_sets
from pirate_code.library.terms import load_terms
from pirate_code.rules.edition import Edition, edition_named, editions
from pirate_code.rules.names import words_of


def checked_edition(name: str) -> Edition:
    """An edition by its id, or one's own by its file; what is wrong with that is told with file and line."""
    if reason := why_no_edition(name):
        raise DataError(reason)
    edition = edition_named(name)
    if name not in editions():
        _check_bans(Path(name), edition)
    return edition


def why_no_edition(name: str) -> str | None:
    """Why another game is no edition of this one, if its name or some words of it are meant."""
    written = " ".join(words_of(name))
    for term in load_terms():
        called = (" ".join(words_of(each)) for each in (term.name, *term.aliases))
        if term.notes and any(written == each or (" " in written and written in each) for each in called):
            return term.notes
    return None


def _check_bans(path: Path, edition: Edition) -> None:
    """Refuse a ban of something that is no piece: a name that nobody knows, an id of a set that is none."""
    document = load_yaml(path)
    for number, key in enumerate(edition.banned if "banned" in document.data else ()):
        if key.casefold() not in _names() and key.partition("-")[0] not in _sets():
            raise document.error(
                f"banned: there is no piece {key[:60]!r}; give its name, or its id such as R-031",
                "banned",
                number,
            )


@cache
def _names() -> frozenset[str]:
    return frozenset(piece.name.casefold() for piece in load_pieces())


@cache
def _sets() -> frozenset[str]:
    return frozenset(each.id for each in load_sets())
