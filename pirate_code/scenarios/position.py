"""Positions from words: cards for the pieces of a scenario, and coordinates for where they are said to be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, radians, sin
from typing import TYPE_CHECKING

from pirate_code.board import geometry, sailing
from pirate_code.board.card import Card
from pirate_code.board.geometry import Shape
from pirate_code.board.outlines import fort as fort_outline
from pirate_code.board.outlines import hull, island, load_outlines, terrain
from pirate_code.board.pose import Pose
from pirate_code.board.state import ASIDE, FIRE, GONE, SEA, UP, Phase, Piece, State
from pirate_code.rules import table
from pirate_code.rules.game import Game
from pirate_code.rules.happen import becoming, docking, islands
from pirate_code.rules.happen.terrain import effect_of
from pirate_code.rules.registry import load_rules
from pirate_code.rules.setup import OUTSIDE, new_game, shows_its_text
from pirate_code.scenarios.format import SIDES, Given, Scenario
from pirate_code.scenarios.piece_names import ScenarioError, ScenarioPieces, measured, state_called
from pirate_code.scenarios.scenario_cards import card_of, with_card_facts
from pirate_code.scenarios.scenario_edition import edition_of
from pirate_code.terrain import Hide

if TYPE_CHECKING:
    from pirate_code.fleets.legality import Verdict

_APART = 420.0  # between pieces of which nothing is said
# Bearings that are tried round a piece: abeam first, where no mast stands in the line of fire of another.
_BEARINGS = sorted(
    range(0, 360, 15), key=lambda bearing: (min(abs(bearing - 90), abs(bearing - 270)), bearing)
)
_STEP = 4.0


CardChange = Callable[[str, Card], Card]


def _as_it_is(name: str, card: Card) -> Card:
    return card


def set_up(
    given: dict[str, Given], scenario: Scenario, change: CardChange = _as_it_is
) -> tuple[Game, ScenarioPieces]:
    """Put the pieces of a scenario on a table, in the middle of our turn; beside it if setup comes first.

    On a table each piece has its card as it is changed, by its name; beside it cards are as they are.
    """
    load_rules()
    given = {name: with_card_facts(piece) for name, piece in given.items()}
    game, pieces = _dealt(given, scenario) if scenario.begins_with_setup else _placed(given, scenario, change)
    pieces.judge = lambda side: _judged(given, side, scenario)
    pieces.rarities = {name: piece.rarity for name, piece in given.items() if piece.rarity is not None}
    return game, pieces


def _judged(given: dict[str, Given], side: str, scenario: Scenario) -> Verdict:
    """What the rules of building fleets say; few positions ask for it, so it is loaded late."""
    from pirate_code.scenarios.scenario_fleets import verdict

    return verdict(given, side, scenario)


def _players(given: dict[str, Given], scenario: Scenario) -> int:
    sides = [SIDES.get(str(getattr(piece, piece.kind)), 0) for piece in given.values()]
    return max([scenario.players, *(side + 1 for side in sides)])


def _dealt(given: dict[str, Given], scenario: Scenario) -> tuple[Game, ScenarioPieces]:
    """The fleets of the players beside the table; their pieces go by their own names, and islands too."""
    from pirate_code.scenarios.scenario_fleets import fleet_of

    sides = list(SIDES)[: _players(given, scenario)]
    brought = [fleet_of(given, side, scenario)[0] for side in sides]
    game = new_game(brought, edition_of(scenario), seed=1)
    game.state.table_size = scenario.table or game.state.table_size
    pieces = ScenarioPieces()
    names = {f"scenario-{name}": name for name in given}
    for piece in game.state.pieces:
        pieces.setdefault(names.get(piece.card.id, piece.card.name), piece)
    return game, pieces


def _placed(given: dict[str, Given], scenario: Scenario, change: CardChange) -> tuple[Game, ScenarioPieces]:
    """The pieces where they are said to be."""
    given = {name: piece for name, piece in given.items() if piece.fleet is None}
    state = State(_players(given, scenario), seed=1, edition=scenario.edition)
    state.turn.number, state.turn.phase = 1, Phase.ACTIONS
    state.starting_gold = scenario.gold
    state.table_size = scenario.table or (0, 0)
    game = Game(state, edition_of(scenario))
    pieces = ScenarioPieces()
    order = _in_order(given)
    for name in order:
        card = change(name, card_of(name, given[name], given))
        pieces[name] = _make(game, pieces, card, given[name])
    for name in order:
        _place(game, pieces, pieces[name], given[name])
    for name, piece in given.items():
        _finish(game, pieces, pieces[name], piece)
    state.turn.began_docked = {ship.id: ship.docked for ship in state.ships() if ship.docked is not None}
    return game, pieces


def _in_order(given: dict[str, Given]) -> list[str]:
    """Names in an order in which every piece comes after what it is aboard of or placed by."""
    order: list[str] = []
    while len(order) < len(given):
        ready = [name for name in given if name not in order and set(_needs(given, name)) <= set(order)]
        if not ready:
            circle = ", ".join(name for name in given if name not in order)
            raise ScenarioError(f"these are placed by each other, or by what is not there: {circle}")
        order += ready
    return order


def _needs(given: dict[str, Given], name: str) -> Iterator[str]:
    """The other pieces that a piece is told by."""
    piece = given[name]
    named = [
        piece.crew,
        piece.equipment,
        piece.treasure,
        piece.on,
        piece.docked,
        piece.touching,
        piece.bow_on,
    ]
    for other in (*named, piece.facing):
        if other is not None and other not in {name, OUTSIDE}:
            yield other
    for words in (piece.within, piece.beyond):
        if words is not None:
            yield words.partition(" of ")[2]


def _make(game: Game, pieces: ScenarioPieces, card: Card, given: Given) -> Piece:
    state = game.state
    side = SIDES.get(str(getattr(given, given.kind)))
    if given.kind == "event" and OUTSIDE in given.states:
        side = None  # it is in a collection, and nobody plays with it yet
    piece = state.add(card, side, ASIDE)
    if getattr(given, given.kind) == OUTSIDE:
        piece.states = frozenset({OUTSIDE})
        state.turn_face(piece, False)
    elif given.kind in {"crew", "equipment", "treasure", "coin"}:
        place = pieces.named(given.on or str(getattr(given, given.kind)))
        piece.owner = piece.controller = place.controller if given.kind != "treasure" else None
        if given.whose is not None:
            piece.owner = SIDES[given.whose]
            piece.controller = piece.owner if place.controller is None else place.controller
        state.put(piece, place.id)
    elif given.kind == "island":
        piece.home = side
        piece.owner = piece.controller = None
        state.put(piece, SEA)
        state.turn_face(
            piece, given.face != "down" and (given.face == "up" or shows_its_text(piece, game.edition))
        )
    elif given.kind != "event" and not (given.kind == "fort" and given.on is None):
        state.put(piece, SEA)
    if given.kind == "coin" or given.face == "down":
        state.turn_face(piece, given.face == "up")
    return piece


# --- where things are ---------------------------------------------------------------------------------------


def _place(game: Game, pieces: ScenarioPieces, piece: Piece, given: Given) -> None:
    if piece.where != SEA:
        return
    if given.kind == "fort":
        site = pieces.named(str(given.on))
        game.state.put(piece, site.id)
        piece.pose, piece.outline = site.pose, fort_outline().name
        piece.masts = (UP,) * len(piece.card.cannons)
        return
    if piece.kind == "island":
        piece.outline = island(0).name
    elif piece.kind == "terrain":
        piece.outline = terrain(str(given.terrain)).name
    else:
        piece.outline = hull(piece.card.masts, piece.card.keywords).name
    pose = next(_poses(game, pieces, piece, given), None)
    if pose is None:
        raise ScenarioError(f"there is no place for {piece.card.name} where it is said to be")
    piece.pose = pose


def _poses(game: Game, pieces: ScenarioPieces, piece: Piece, given: Given) -> Iterator[Pose]:
    """Places that fit what is said of a piece, the first of which is taken."""
    outline = load_outlines()[piece.outline]
    if given.at is not None:
        yield Pose(*given.at)
        return
    around = [(other.id, shape) for other, shape in _others(game, piece)]
    if given.docked is not None:
        yield from docking.berths(game, piece, pieces.named(given.docked))
    elif given.bow_on is not None:
        yield from _bow_on(game, piece, pieces.named(given.bow_on))
    elif given.touching is not None:
        target = _shape(game, pieces.named(given.touching))
        if piece.kind == "terrain":
            yield from _near(game, piece, target, (0.0, 0.0))
        else:
            yield from sailing.beside(outline, target, around)
    elif given.on is not None:
        centre = pieces.named(given.on).pose
        assert centre is not None
        yield centre
    elif given.within is not None:
        yield from _within(game, pieces, piece, given)
    elif given.beyond is not None:
        far, target = _measure(game, pieces, given.beyond)
        yield from _near(game, piece, target, (far + 4.0, far + 40.0), facing_it=given.facing is not None)
    else:
        yield from _anywhere(game, pieces, piece, given)


def _within(game: Game, pieces: ScenarioPieces, piece: Piece, given: Given) -> Iterator[Pose]:
    """Poses within a distance of one piece, and beyond one of the same or another, if that is said too."""
    most, target = _measure(game, pieces, str(given.within))
    least, other = _measure(game, pieces, given.beyond) if given.beyond is not None else (0.0, None)
    away = (other, least) if other is not None else None
    yield from _near(game, piece, target, (4.0, most - 4.0), facing_it=given.facing is not None, beyond=away)


def _measure(game: Game, pieces: ScenarioPieces, words: str) -> tuple[float, Shape]:
    """A distance in words, "S of Revenge" or "2L of Home", and what it is measured from."""
    segments, name = measured(words)
    return table.length(segments), _shape(game, pieces.named(name))


def _near(
    game: Game,
    piece: Piece,
    target: Shape,
    gaps: tuple[float, float],
    *,
    facing_it: bool = False,
    beyond: tuple[Shape, float] | None = None,
) -> Iterator[Pose]:
    """Poses round a piece at a gap between two bounds, clear of everything else, and so far from another."""
    least, most = gaps
    left, bottom, right, top = target.box
    x, y = (left + right) / 2, (bottom + top) / 2
    outline = load_outlines()[piece.outline]
    others = [shape for other, shape in _others(game, piece)]
    for bearing in _BEARINGS:
        ux, uy = cos(radians(bearing)), sin(radians(bearing))
        facing = float(bearing + 180) if facing_it else 0.0
        away = 0.0
        while away < _APART * 2:
            pose = Pose(x + ux * away, y + uy * away, facing)
            placed = geometry.place(outline, pose)
            gap = geometry.gap(placed, target)
            is_far = beyond is None or geometry.gap(placed, beyond[0]) > beyond[1] + 4.0
            if is_far and least <= gap <= most and not (gap == 0 and geometry.overlaps(placed, target)):
                if all(geometry.gap(placed, other) > 1.0 for other in others if other is not target):
                    yield pose
                break
            away += _STEP


def _bow_on(game: Game, piece: Piece, target: Piece) -> Iterator[Pose]:
    """Poses with the bow against a piece: she has sailed straight into it."""
    outline = load_outlines()[piece.outline]
    shape = _shape(game, target)
    others = [(other.id, found) for other, found in _others(game, piece)]
    for start in _near(game, piece, shape, (20.0, 40.0), facing_it=True):
        arrival = sailing.sail(outline, start, geometry.S, 0.0, others)
        if target.id in arrival.contact:
            yield arrival.pose


def _anywhere(game: Game, pieces: ScenarioPieces, piece: Piece, given: Given) -> Iterator[Pose]:
    """Places far from everything: ours on the left, theirs on the right."""
    side = SIDES.get(str(getattr(given, given.kind)), 0)
    heading = 180.0 if side == 1 and piece.kind != "island" else 0.0
    column = _APART * ({0: 0, 1: 2, 2: 4}[side] + (0 if piece.kind in {"ship", "sea creature"} else 1))
    for row in range(40):
        pose = Pose(column, row * _APART, heading)
        shape = geometry.place(load_outlines()[piece.outline], pose)
        if all(geometry.gap(shape, other) > _APART / 2 for _, other in _others(game, piece)):
            if given.facing is not None:
                x, y = _centre(_shape(game, pieces.named(given.facing)))
                pose = Pose(pose.x, pose.y, geometry.bearing((pose.x, pose.y), (x, y)))
            yield pose


def _centre(shape: Shape) -> tuple[float, float]:
    left, bottom, right, top = shape.box
    return (left + right) / 2, (bottom + top) / 2


def _others(game: Game, piece: Piece) -> Iterator[tuple[Piece, Shape]]:
    for other in game.state.pieces:
        if other is not piece and other.where == SEA and other.pose is not None:
            yield other, _shape(game, other)


def _shape(game: Game, piece: Piece) -> Shape:
    shape = table.shape(game.state, piece)
    if shape is None:
        raise ScenarioError(
            f"{piece.card.name} is placed by something that is not on the table yet; name it first"
        )
    return shape


# --- what else is said of them -----------------------------------------------------------------------------


def _finish(game: Game, pieces: ScenarioPieces, piece: Piece, given: Given) -> None:
    state = game.state
    if piece.afloat:
        becoming.fit_out(game, piece)
    standing = len(piece.masts) - given.lost - given.fire
    if standing < 0:
        raise ScenarioError(f"{piece.card.name} has {len(piece.masts)} masts and cannot have lost that many")
    piece.masts = (UP,) * standing + (FIRE,) * given.fire + (GONE,) * given.lost
    for name in given.states:
        state_called(name, piece)
        state.mark(piece, name)
    if "wreck" in piece.states:
        state.give_to(piece, None)
    if "lost" in piece.states:
        piece.lost_in = _hidden_in(pieces, piece, given)
    piece.value = given.number or piece.value
    if given.whose is not None and piece.where == SEA:
        piece.controller = SIDES[given.whose]
    if given.docked is not None:
        piece.docked = pieces.named(given.docked).id
    if given.pinned_by is not None:
        piece.pinned_by = pieces.named(given.pinned_by).id
    if given.towed_by is not None:
        piece.towed_by = pieces.named(given.towed_by).id
    for side in given.explored_by:
        islands.note_explored(game, piece, SIDES[side])
    for side in given.marked_by:
        islands.mark_explored(game, piece, SIDES[side])
    state.stamp += 1


def _hidden_in(pieces: ScenarioPieces, piece: Piece, given: Given) -> int:
    fog = pieces.named(given.on) if given.on is not None else None
    if fog is None or effect_of(fog, Hide) is None:
        raise ScenarioError(f"{piece.card.name} is lost in no fog bank; say which one she is on")
    return fog.id
