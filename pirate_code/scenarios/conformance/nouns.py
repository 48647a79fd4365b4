"""What the nouns of a tree mean on a table, as a player would read them."""

from __future__ import annotations

from pirate_code.board.refs import Matter, Part, Ref, Seat
from pirate_code.board.state import GONE, Piece, State
from pirate_code.terrain import load_terrain

AFLOAT = frozenset({"ship", "sea creature"})
TERRAIN = frozenset(load_terrain())
PLACES = TERRAIN | {"terrain", "island", "wild_island", "home_island"}
_KINDS: dict[str, frozenset[str]] = {
    "ship": AFLOAT,
    "crew": frozenset({"crew"}),
    "treasure": frozenset({"treasure"}),
    "island": frozenset({"island"}),
    "fort": frozenset({"fort"}),
    "equipment": frozenset({"equipment"}),
    "event": frozenset({"event"}),
    "terrain": frozenset({"terrain"}),
    "cargo": frozenset({"crew", "treasure", "equipment"}),
    "sea_monster": frozenset({"sea creature"}),
    "sea_creature": frozenset({"sea creature"}),
    "game_piece": AFLOAT | {"crew", "fort", "treasure", "equipment", "event", "island"},
    "target": AFLOAT | {"crew", "fort"},
    "card": frozenset({"treasure", "event", "equipment", "crew"}),
    "attacker": AFLOAT | {"fort"},
}
REACHING = frozenset({"arm", "blade"})  # parts of a ship that touch what is within S of her
_HULL_KEYWORDS = frozenset(
    {"titan", "kraken", "sea_dragon", "submarine", "octopus", "flotilla", "native_canoe"}
)


_OF_FORTS = frozenset({"mast", "cannon", "flag"})  # a fort has one flag for each of its cannons


def is_noun(state: State, ref: Ref, noun: str) -> bool | None:
    """Whether a thing is called by a noun; None if the judge does not know the noun."""
    if isinstance(ref, Seat):
        return noun in {"player", "opponent", "controller"}
    if isinstance(ref, Matter):
        return ref.noun == noun or (noun == "action" and ref.noun.endswith("_action")) or _is_roll(ref, noun)
    if isinstance(ref, Part):
        if noun in COUNTED | {"mast", "cannon"}:
            of_fort = state.pieces[ref.of].kind == "fort" and {ref.noun, noun} <= _OF_FORTS
            return of_fort or ref.noun == noun
        return False if noun in _KINDS else None
    return _is_piece(state.pieces[ref], noun)


def _is_roll(ref: Matter, noun: str) -> bool:
    return noun in {"die_roll", "roll", "die"} and ref.noun.endswith("_roll")


def _is_piece(piece: Piece, noun: str) -> bool | None:
    if noun in {"coin", "gold_coin"}:
        return piece.kind == "treasure" and not piece.card.abilities
    if noun == "unique_treasure":
        return piece.kind == "treasure" and bool(piece.card.abilities)
    if noun == "wild_island":
        return piece.kind == "island" and piece.home is None
    if noun == "home_island":
        return piece.kind == "island" and piece.home is not None
    if noun in TERRAIN:
        return piece.card.terrain == noun
    if noun == "derelict":
        return piece.kind == "ship" and not piece.standing
    if noun in _HULL_KEYWORDS:
        return noun in piece.card.keywords
    if noun == "game_piece" and piece.kind == "terrain":
        return None  # "choose two whirlpools; put one there": what "one" is, the noun does not tell
    if noun in {"mast", "cannon", "player", "opponent", "die_roll", "action"}:
        return False
    kinds = _KINDS.get(noun)
    return None if kinds is None else piece.kind in kinds


# What is counted on a ship beside her masts, and what stands for no piece.
COUNTED = frozenset({"panel", "secondary_hull", "arm", "blade", "flag"})
_SPACES = frozenset({"cargo_space", "cargo_capacity"})
NUMBERED = COUNTED | _SPACES


def counted(state: State, ship: Piece, noun: str) -> int | None:
    """How many of such parts a ship has, or spaces free: None if something aboard may have its say in it."""
    if noun not in _SPACES:
        return ship.parts.get(noun, 0)
    aboard = [piece for piece in state.pieces if piece.where == ship.id]
    return None if any(piece.card.abilities for piece in aboard) else ship.card.cargo - len(aboard)


def holder_of(state: State, ref: Ref | None) -> Ref | None:
    """What a thing is a part of, or aboard of."""
    if isinstance(ref, Part | Matter):
        return ref.of
    if isinstance(ref, int) and state.pieces[ref].where >= 0:
        return state.pieces[ref].where
    return None


def standing_masts(piece: Piece) -> int:
    """How many masts are there, burning ones too."""
    return len(piece.masts) - piece.masts.count(GONE)
