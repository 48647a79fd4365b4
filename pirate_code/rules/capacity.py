"""What a ship can carry and what is aboard: cargo spaces with their links, and the point limit.

It only counts; what follows from it is told in `rules/happen/carrying`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from pirate_code.board.refs import AbilityRef
from pirate_code.board.state import ABANDONED, SETUP_PHASES, Piece
from pirate_code.rules import stats

if TYPE_CHECKING:
    from pirate_code.rules.edition import Edition
    from pirate_code.rules.game import Game
    from pirate_code.rules.program.context import Context

CARGO = frozenset({"crew", "equipment", "treasure"})
HULLS = frozenset({"ship", "sea creature"})
_SPACES = ("cargo_space", "cargo_capacity")
_POINTS = ("point_cost", "point_limit")
_HANDS = ("crew", "equipment")


# --- cargo space -----------------------------------------------------------------------------------------


def cargo(game: Game, place: Piece) -> list[Piece]:
    """Crew, equipment and treasure aboard a ship, on an island or in a fort."""
    return [piece for piece in game.state.aboard(place.id) if piece.kind in CARGO]


def total(game: Game, ship: Piece) -> int:
    """The cargo spaces of a ship: those of her card as abilities change them, and one for each link."""
    return _spaces(game, ship, game.state.crew(ship.id))


def _spaces(game: Game, ship: Piece, crew: list[Piece]) -> int:
    return stats.number(game, "cargo_space", ship.id) + _links(game, ship, crew)


def space_of(game: Game, piece: Piece) -> int:
    """The cargo spaces that a piece takes up; a captive worth gold takes up none (capture-gold).

    Nor does a possessed crew (possessed-crew-need-no-space-and-no-points).
    """
    return (
        0
        if piece.role == "cargo" or "possessed" in piece.states
        else max(0, stats.number(game, "cargo_space", piece.id))
    )


def space_left(game: Game, ship: Piece) -> int:
    """The cargo spaces of a ship that are free; less than none if she carries too much."""
    carried = cargo(game, ship)
    crew = [piece for piece in carried if piece.kind == "crew" and piece.role != "cargo"]
    return _spaces(game, ship, crew) - sum([space_of(game, piece) for piece in carried])


def fits_as_printed(game: Game, ship: Piece, more: tuple[Piece, ...] = ()) -> bool:
    """Whether a ship has room for all aboard and more by the cards alone, and no ability changes them.

    Quick, and so for most ships; if not, she may still have room (`space_left`, `over_the_limit`).
    """
    active = game.active
    if ship.kind not in HULLS or active.is_modified(*_SPACES) or active.is_modified(*_POINTS):
        return False
    carried = (*cargo(game, ship), *more)
    if len(carried) > ship.card.cargo:
        return False
    return sum([piece.card.points for piece in carried if piece.kind in _HANDS]) <= ship.card.points


def links(game: Game, ship: Piece) -> int:
    """How many cargo spaces links give a ship.

    One for each crew linked to her, if the edition links crew to ships, and one for each pair of crew linked
    to each other; a crew is in one link only (links-one-for-each-crew). Links made by abilities come on top
    and need the crew face up.
    """
    return _links(game, ship, game.state.crew(ship.id))


def _links(game: Game, ship: Piece, crew: list[Piece]) -> int:
    if not crew:
        return 0
    made = sum(1 for one in crew if one.face_up and _made_links(game, one, (ship, *crew)))
    alone = [one for one in crew if not (game.edition.crew_linked_to_ships and _linked(one, ship))]
    if game.edition.links == "share_a_space":
        return len(crew) - len(alone) + _shared(alone, crew) + made
    return len(crew) - len(alone) + _pairs(alone) + made


def _shared(alone: list[Piece], crew: list[Piece]) -> int:
    """The spaces saved where all crew that are linked to others aboard share a single one."""
    together = [one for one in alone if any(other is not one and _linked(one, other) for other in crew)]
    return max(0, len(together) - 1)


def linked(one: Piece, other: Piece) -> bool:
    """Whether two pieces are linked, by either card or by an ability."""
    made = any(_names(link, other) for link in one.linked) or any(_names(link, one) for link in other.linked)
    return made or _linked(one, other)


def _linked(one: Piece, other: Piece) -> bool:
    """Whether the card of one of two pieces prints a link to the other; most cards print none."""
    if not one.card.links and not other.card.links:
        return False
    return any(_names(link, other) for link in one.card.links) or any(
        _names(link, one) for link in other.card.links
    )


def _names(link: str, piece: Piece) -> bool:
    """Whether a printed link names a piece: by its name, or as one of all ships of a nation."""
    words = _folded(link)
    if piece.kind in HULLS and words == f"all {piece.nation} ships":
        return True
    return words in _folded(piece.card.name)  # every version of a character (links-reach-every-version)


@cache
def _folded(name: str) -> str:
    return name.casefold().replace("-", " ")


def _made_links(game: Game, one: Piece, others: tuple[Piece, ...]) -> bool:
    made = one.linked.difference(one.card.links)
    if not made or not is_link_held(game, one):
        return False
    return any(other is not one and any(_names(link, other) for link in made) for other in others)


def link_by(game: Game, piece: Piece, ctx: Context) -> None:
    """Remember which ability linked a piece in the course of the game: the link lasts while that works."""
    if game.state.turn.phase not in SETUP_PHASES:
        piece.linked_by = AbilityRef(ctx.source, ctx.ability)


def is_link_held(game: Game, piece: Piece) -> bool:
    """Whether the ability that linked a piece still works aboard its ship (crew-collector-gone)."""
    by = piece.linked_by
    if by is None:
        return True
    source = game.piece(by.piece)
    aboard = source.in_play and game.state.ship_of(source) is game.state.ship_of(piece)
    return aboard and source.face_up and game.active.usable(source.id, by.number)


def _pairs(crew: list[Piece]) -> int:
    """The most pairs of linked crew that can be made, each crew in one pair."""
    if len(crew) < 2 or not any(one.card.links for one in crew):
        return 0
    first, rest = crew[0], crew[1:]
    best = _pairs(rest)
    for other in rest:
        if _linked(first, other):
            best = max(best, 1 + _pairs([one for one in rest if one is not other]))
    return best


# --- points ----------------------------------------------------------------------------------------------


_FREE = frozenset({"possessed", ABANDONED})


def is_possessed(game: Game, piece: Piece) -> bool:
    """Whether somebody has set out to possess a crew in this turn, or has possessed it."""
    tried = any(kind == "possess" and what == piece.id for kind, _, what in game.state.turn.done)
    return tried or "possessed" in piece.states


def points_of(game: Game, piece: Piece) -> int:
    """What a crew or equipment costs of the point limit: never less than nothing; a captive, nothing.

    One who serves his captor counts as soon as he takes up space (capture-shanghai-when-the-ability-is-gone).
    """
    if piece.kind not in {"crew", "equipment"} or piece.role == "cargo" or piece.states & _FREE:
        return 0
    if "captive" in piece.states and not space_of(game, piece):
        return 0
    if piece.linked_by is not None and is_link_held(game, piece):
        return 0  # crew-collector-crew-work-free-of-points
    return max(0, stats.number(game, "point_cost", piece.id))


def limited_together(edition: Edition) -> tuple[tuple[str, ...], ...]:
    """The kinds of cargo that a ship's point limit holds for: crew and equipment together, or each."""
    return (_HANDS,) if edition.equipment_shares_the_crew_limit else tuple((kind,) for kind in _HANDS)


def points_left(game: Game, ship: Piece, kinds: tuple[str, ...] = _HANDS) -> int:
    """How many more points of those kinds a ship can carry: together they cost no more than she does."""
    limit = stats.number(game, "point_cost", ship.id) + stats.number(game, "point_limit", ship.id)
    return limit - sum(points_of(game, piece) for piece in cargo(game, ship) if piece.kind in kinds)


def over_the_limit(game: Game, ship: Piece) -> tuple[str, ...] | None:
    """The kinds of cargo of which a ship carries more points than she may, or None."""
    together = limited_together(game.edition)
    return next((kinds for kinds in together if points_left(game, ship, kinds) < 0), None)
