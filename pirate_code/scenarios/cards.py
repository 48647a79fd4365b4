"""Real cards in a scenario: the facts of a piece of db/pieces, as it is played or as it is printed."""

from __future__ import annotations

from typing import Any

from pirate_code.library.pieces import Piece, apply_errata, load_errata, load_pieces
from pirate_code.scenarios.format import Given
from pirate_code.scenarios.naming import UnclearError

# How a fact of a card is called in a scenario, and what joins its parts.
_FACTS = {"points": "cost", "gold": "gold", "masts": "masts", "cargo": "cargo", "nation": "nation"}
_JOINED = {"base_move": ("move", "+"), "cannons": ("cannons", "-")}


def can_lose(given: Given) -> bool:
    """Whether a piece has an ability that can be taken away, or a correction."""
    return bool(given.says) or _is_corrected(given) or bool(filled(given).says)


def bereft(given: Given) -> Given:
    """The same piece without its ability; a card that the Pirate Code corrects is as it was printed."""
    if _is_corrected(given):
        return given.model_copy(update={"printed": True, "says": ""})
    return filled(given).model_copy(update={"card": None, "says": ""})


def _is_corrected(given: Given) -> bool:
    if given.card is None or given.printed:
        return False
    piece = _named(given.card)
    return any(erratum.is_for(piece) for erratum in load_errata())


def filled(given: Given) -> Given:
    """A piece with the facts of its card where the scenario tells no others."""
    if given.card is None:
        return given
    piece = _named(given.card)
    piece = piece if given.printed else apply_errata(piece)
    facts: dict[str, Any] = {ours: getattr(piece, theirs) for theirs, ours in _FACTS.items()}
    for theirs, (ours, mark) in _JOINED.items():
        parts = getattr(piece, theirs)
        facts[ours] = mark.join(parts) if parts is not None else None
    facts |= {"says": piece.ability or "", "links": piece.links}
    told = {key: value for key, value in facts.items() if value is not None and not getattr(given, key)}
    return given.model_copy(update=told)


def _named(key: str) -> Piece:
    found = next((piece for piece in load_pieces() if piece.id == key), None)
    if found is None:
        raise UnclearError(f"no piece of db/pieces is called {key!r}; one is like 'FN-005'")
    return found
