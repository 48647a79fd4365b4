"""How much of the game a game has shown: edition, players, pieces and terrain in play, how it ended."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pirate_code.board.state import Piece
from pirate_code.play.game import Played

_NUMBERS = re.compile(r"\d+")


class Trait(NamedTuple):
    """One thing that a game has shown: of what sort it is, and what it is."""

    sort: str
    what: str


def traits(played: Played, seen: set[int]) -> frozenset[Trait]:
    """What a game has shown; `seen` are the numbers of the pieces that were in play."""
    state, edition = played.game.state, played.edition
    shown = {
        Trait("edition", edition.id),
        Trait("players", str(state.players)),
        Trait("edge of the table", edition.table_edge),
    }
    shown |= {Trait("captain", name) for name in played.captains}
    if played.result is not None:
        shown.add(Trait("end", _NUMBERS.sub("…", played.result.why)))
    for number in seen:
        shown |= set(_traits_of(state.pieces[number]))
    return frozenset(shown)


def _traits_of(piece: Piece) -> Iterator[Trait]:
    """What a piece shows: its kind, and the form of a hull."""
    card = piece.card
    if piece.kind == "terrain":
        yield Trait("terrain", card.name.lower())
        return
    special = {"treasure": "unique treasure", "island": "mysterious island"}
    yield Trait("piece", special.get(piece.kind, piece.kind) if card.line else f"plain {piece.kind}")
    if piece.kind in {"ship", "sea creature"}:
        yield Trait("hull", piece.outline.rpartition("-")[0])
