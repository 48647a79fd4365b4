"""The explore action: a ship looks at the treasure of an island, or of a ship that she touches, and loads.

The order is the Code's (section Order of an explore action): look; what unique treasures do; then load and
unload at will. The same routine serves explore actions that are free.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter, Part, Ref
from pirate_code.board.state import Piece
from pirate_code.rules import capacity, table
from pirate_code.rules import event_facts as facts
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.event import Cause, Event, chain
from pirate_code.rules.happen import islands, treasure
from pirate_code.rules.program import abilities
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.nouns import is_a
from pirate_code.rules.program.performing import candidates, could, out_of_turn
from pirate_code.rules.program.relations import is_apart
from pirate_code.rules.registry import action, banned, happens

if TYPE_CHECKING:
    from pirate_code.rules.game import Game

EXPLORING = Cause("exploring")


@could("explore")
def _could_explore(event: EventSpec, ctx: Context) -> bool:
    """Whether an ability lets something be explored now: that is an action, though a free one."""
    return not out_of_turn(ctx) and (event.object is None or bool(candidates(event.object, ctx, event)))


@action("explore_action")
def explore_action(game: Game, event: Event) -> Steps[None]:
    """Explore the island where she began the turn docked, or a ship that she touches."""
    ship = game.piece(event.to)
    places = explorable(game, ship, event)
    if not places:
        return
    options = [Option(place.id, f"explore {place.card.name}", (place.id,)) for place in places]
    player = _player(game, ship)
    picked = yield from game.choose(player, Kind.PICK, options, subject=ship.id, event="explore")
    yield from exploring(game, ship, game.piece(picked), event)


def explorable(game: Game, ship: Piece, event: Event | None = None) -> list[Piece]:
    """What a ship may explore now, with the action that is going on, an explore action if none is."""
    near = [game.piece(ship.docked)] if ship.docked is not None else []
    near += [other for other in game.state.ships() if other is not ship and _touches(game, ship, other)]
    home = game.state.home(ship.controller) if ship.controller is not None else None
    if home is not None and treasure.unloads_from_afar(game, ship, home):
        near.append(home)
    for island in game.state.islands():
        if treasure.loads_from_afar(game, ship, island) or _can_touch(game, ship, island):
            near.append(island)
    return [place for place in dict.fromkeys(near) if may_explore(game, ship, place, event)]


def may_explore(game: Game, ship: Piece, place: Piece, event: Event | None = None) -> bool:
    """Whether a ship may explore a place in the course of an event."""
    return game.allows(_explore(game, ship, place, event))


def exploring(game: Game, ship: Piece, place: Piece, event: Event | None = None) -> Steps[None]:
    """Let a ship explore an island, derelict, wreck or friendly ship."""
    yield from game.propose(_explore(game, ship, place, event))


def _explore(game: Game, ship: Piece, place: Piece, event: Event | None) -> Event:
    return Event(
        "explore",
        agent=ship.id,
        object=place.id,
        at=place.id,
        using=_action(ship, event),
        player=ship.controller,
        cause=EXPLORING,
        within=event,
    )


def _action(ship: Piece, event: Event | None) -> Ref:
    """The action in the course of which she explores."""
    given = next((outer.object for outer in chain(event) if outer.type == "give"), None)
    return given if isinstance(given, Matter) else Matter("explore_action", ship.id)


def _player(game: Game, ship: Piece) -> int:
    return ship.controller if ship.controller is not None else game.state.turn.player


# --- may she? --------------------------------------------------------------------------------------------


@banned("explore")
def _cannot_explore(game: Game, event: Event) -> str | None:
    """Islands are explored by docked ships, ships by those that touch them."""
    if not isinstance(event.agent, int) or not isinstance(event.object, int):
        return None
    ship, place = game.piece(event.agent), game.piece(event.object)
    if place.kind in capacity.HULLS:
        if "submerged" in place.states and "submerged" not in ship.states:
            return f"nothing touches {place.card.name} under water"  # hoist-must-touch
        if isinstance(event.using, Matter) and event.using.noun == "move_action":
            return "no ship is explored with a move action"
        return _cannot_explore_ship(game, ship, place, reached=event.cause.rule == "ability")
    if place.kind == "terrain":
        return "terrain has nothing to explore, though a ship may lie docked at it"
    # What an ability explores it names itself (hoist-must-touch).
    reached = event.cause.rule == "ability" or _reaches(game, ship, place)
    if not reached and (ship.docked is None or ship.docked not in {place.id, place.where}):
        return f"{ship.card.name} is not docked there"
    island = islands.island_of(game, place) or place
    if island.home is not None and island.home != ship.controller:
        return "that is the home island of another player"
    fort = islands.fort_on(game, island)
    if fort is not None and fort.controller != ship.controller:
        return "an enemy fort stands on the island"
    return None if reached else _too_soon(game, ship, island, event)


def _too_soon(game: Game, ship: Piece, island: Piece, event: Event) -> str | None:
    """A full action needs a ship that began the turn docked there; a free one needs her player's marker."""
    using = event.using
    if isinstance(using, Matter) and using.noun == "explore_action":
        began = game.state.turn.began_docked.get(ship.id) == ship.docked
        if began or not game.edition.explore_needs_docked_start:
            return None
        return f"{ship.card.name} was not docked there when the turn began"
    if ship.controller in island.explored:
        return None
    return "the island bears no marker of hers"


def _cannot_explore_ship(game: Game, ship: Piece, other: Piece, *, reached: bool) -> str | None:
    if not reached and not _touches(game, ship, other):
        return f"{ship.card.name} does not touch {other.card.name}"
    if other.controller == ship.controller or _is_open(game, other):
        return None
    return f"{other.card.name} is neither friendly nor derelict"


def _is_open(game: Game, ship: Piece) -> bool:
    """Whether anybody may explore a ship: a derelict or a wreck."""
    return "wreck" in ship.states or is_a(game, ship.id, "derelict")


# --- what happens ----------------------------------------------------------------------------------------


@happens("explore")
def _explores(game: Game, event: Event) -> Steps[None]:
    """Look, let unique treasures act, then load and unload at will."""
    ship, place = game.piece(event.agent), game.piece(event.object)
    if ship.parts.get("arm"):
        ship.arm = None
        if not table.touching(game.state, ship, place):
            table.swing(game.state, ship, place)
    facts.LENT.put(event, _cannot_explore(game, event) is not None)
    yield from _look(game, ship, place, event)
    if place.kind == "island":
        if place.home is None:
            yield from _unload_owed(game, ship, place, event)
            yield from _unique_treasures(game, ship, place, event)
            islands.note_explored(game, place, _player(game, ship))
            yield from _swap(game, ship, place, event)
        else:
            yield from treasure.unload_on_docking(game, ship, place, event)
    if ship.afloat and _still_there(game, ship, place, event):
        yield from _load_and_unload(game, ship, place, event)
        for other in _at_her_arm(game, ship, place):
            yield from _load_and_unload(game, ship, other, event)


def _swap(game: Game, ship: Piece, island: Piece, event: Event) -> Steps[None]:
    """Treasure of the island is swapped for crew before other cargo moves (explore-order-swap-for-crew)."""
    given = next((outer for outer in chain(event) if outer.type == "give"), None)
    if given is not None and ship.afloat and _still_there(game, ship, island, event):
        yield from game.respond("swap", given)


def _at_her_arm(game: Game, ship: Piece, place: Piece) -> list[Piece]:
    """What else her arm touches and is open to her: cargo goes there too (hoist-takes-one-derelict-home)."""
    if not ship.parts.get("arm"):
        return []
    ships = [one for one in game.state.ships() if one.controller == ship.controller or _is_open(game, one)]
    places = [one for one in game.state.islands() if ship.controller in one.explored and one.home is None]
    apart = {ship.id, place.id} | {one.id for one in ships if is_apart(ship, one)}
    return [one for one in (*ships, *places) if one.id not in apart and _can_touch(game, ship, one)]


def _unload_owed(game: Game, ship: Piece, island: Piece, event: Event) -> Steps[None]:
    """What she has to unload goes first (necklace-of-the-sky-is-unloaded-before-the-ship-is-moved)."""
    for piece in list(game.state.treasure(ship.id)):
        if treasure.OWED in piece.states and (
            yield from game.propose(_of_cargo("unload", ship, piece, island, event))
        ):
            game.state.mark(piece, treasure.OWED, False)


def _look(game: Game, ship: Piece, place: Piece, event: Event) -> Steps[None]:
    """She looks at all treasure there, and shows it to no opponent: one look, whatever it finds."""
    found = [piece.id for place in _stores(game, place) for piece in game.state.treasure(place.id)]
    if found and (place.kind != "island" or place.home is None):
        look = Event("look_at", agent=ship.id, object=found[0], at=place.id, player=ship.controller)
        look.cause, look.within = EXPLORING, event
        facts.ALL.put(look, found)
        yield from game.propose(look)


def _stores(game: Game, place: Piece) -> list[Piece]:
    """Where cargo lies that she can get at: there, and in the fort on the island."""
    fort = islands.fort_on(game, place) if place.kind == "island" else None
    return [place] if fort is None else [place, fort]


def _unique_treasures(game: Game, ship: Piece, island: Piece, event: Event) -> Steps[None]:
    """Unique treasures are revealed and loaded, save those that are loaded face down or may remain.

    One that nobody has revealed and that came into a fort acts as on its island, where it goes back to
    (forts-and-treasures-that-forbid-loading).
    """
    fort = islands.fort_on(game, island)
    for piece in list(game.state.treasure(fort.id)) if fort is not None else ():
        if treasure.is_unique(piece) and not piece.face_up and not treasure.loads_face_down(piece):
            game.state.put(piece, island.id)
    found = [
        piece
        for piece in game.state.treasure(island.id)
        if treasure.is_unique(piece) and not treasure.loads_face_down(piece)
    ]
    if len(found) > 1:  # all of them lie open before the first takes effect
        for piece in found:
            if not piece.face_up and not _may_remain(game, ship, piece, event):
                treasure.show(game, piece)
                game.state.mark(piece, "dormant")
    while found:
        player = _player(game, ship)  # who says which is first: maps-of-alexandria-found-with-kharmic-idol
        first = [piece for piece in found if abilities.eliminates_treasure(piece.card.abilities)]
        first = first or [piece for piece in found if not _takes_away(piece)] or found
        options = [Option(piece.id, game.name_for(piece.id, player), (piece.id,)) for piece in first]
        picked = yield from game.choose(player, Kind.ORDER, options, subject=ship.id, event="reveal")
        piece = game.piece(picked)
        found.remove(piece)
        if piece.where == island.id and ship.afloat:
            yield from _find(game, ship, piece, event)
        found = [left for left in found if left.where == island.id]


def _takes_away(piece: Piece) -> bool:
    """Whether it takes its ship elsewhere (message-in-a-bottle-comes-last-and-leaves-the-rest)."""
    return abilities.docks_this_ship(piece.card.abilities)


def _find(game: Game, ship: Piece, piece: Piece, event: Event) -> Steps[None]:
    """A unique treasure is revealed and loaded; one that was only turned up takes effect now."""
    island = game.piece(event.object)
    if not piece.face_up or "dormant" in piece.states:
        if (yield from _left_lying(game, ship, piece, event)):
            return
        yield from game.propose(_of_cargo("reveal", ship, piece, island, event))
    if piece.where == island.id and piece.face_up and ship.afloat:
        yield from _make_room(game, ship, piece, event)
        yield from game.propose(_of_cargo("load", ship, piece, island, event))


def _make_room(game: Game, ship: Piece, piece: Piece, event: Event) -> Steps[None]:
    """Other cargo is unloaded for what she must take, as far as it may be (fruit-makes-room-for-itself)."""
    island = game.piece(event.object)
    while capacity.space_left(game, ship) < capacity.space_of(game, piece):
        options = [
            Option(other.id, f"unload {other.card.name}", (other.id,))
            for other in capacity.cargo(game, ship)
            if capacity.space_of(game, other) and game.allows(_of_cargo("unload", ship, other, island, event))
        ]
        if not options or not game.allows(_of_cargo("load", ship, piece, island, event)):
            return
        player = _player(game, ship)
        picked = yield from game.choose(player, Kind.PICK, options, subject=ship.id, event="unload")
        yield from game.propose(_of_cargo("unload", ship, game.piece(picked), island, event))
        if game.piece(picked).where == ship.id:
            return


def _may_remain(game: Game, ship: Piece, piece: Piece, event: Event) -> bool:
    stays = _of_cargo("remain", ship, piece, game.piece(event.object), event)
    stays = stays.but(agent=piece.id, manner=frozenset({"face_down"}))
    return game.active.says(piece, "permit", stays)


def _left_lying(game: Game, ship: Piece, piece: Piece, event: Event) -> Steps[bool]:
    """Whether a unique treasure that may remain on its island is left there unseen."""
    if not _may_remain(game, ship, piece, event):
        return False
    stays = yield from game.agrees(_player(game, ship), "remain", piece.id)
    if stays:
        facts.LEFT.to_grow(event).add(piece.id)
    return stays


def _of_cargo(what: str, ship: Piece, piece: Piece, place: Piece, event: Event) -> Event:
    return Event(
        what,
        agent=ship.id,
        object=piece.id,
        at=place.id,
        source=place.id if what == "load" else ship.id if what == "unload" else None,
        player=ship.controller,
        cause=EXPLORING,
        within=event,
    )


def _still_there(game: Game, ship: Piece, place: Piece, event: Event) -> bool:
    """Whether she is still where she explored: a unique treasure may have taken her away."""
    if place.kind in capacity.HULLS:
        return place.afloat and (event.cause.rule == "ability" or _touches(game, ship, place))
    there = ship.docked in {place.id, place.where} or event.cause.rule == "ability"
    return there or _reaches(game, ship, place)


def _reaches(game: Game, ship: Piece, place: Piece) -> bool:
    """Whether an ability lets her unload or load there from where she is, or her arm touches it."""
    if _can_touch(game, ship, place):
        return True
    return treasure.unloads_from_afar(game, ship, place) or treasure.loads_from_afar(game, ship, place)


def _touches(game: Game, ship: Piece, other: Piece) -> bool:
    """Whether she touches a ship, with her hull or with an arm (hoist-explores-what-it-touches)."""
    return table.touching(game.state, ship, other) or _can_touch(game, ship, other)


def _can_touch(game: Game, ship: Piece, place: Piece) -> bool:
    """Whether her arm can be swung so that it touches a place."""
    if not ship.parts.get("arm"):
        return False
    return game.permits(Event("touch", agent=Part(ship.id, "arm", 0), object=place.id))


def _load_and_unload(game: Game, ship: Piece, place: Piece, event: Event) -> Steps[None]:
    """The player moves cargo either way, each piece once, until done."""
    moved: set[int] = set(facts.LEFT.of(event))
    while _still_there(game, ship, place, event) and _may_go_on(game, event):
        options = _cargo_moves(game, ship, place, event, moved)
        if not options:
            return
        options.append(Option(None, "done"))
        player = _player(game, ship)
        answer = yield from game.choose(player, Kind.CARGO, options, subject=ship.id, event="explore")
        if answer is None:
            return
        ((what, number),) = answer.items()
        moved.add(number)
        piece, side = game.piece(number), _side(game, number, place)
        if what == "load" and piece.kind == "treasure":
            if facts.LOADS_LEFT.is_known(event):
                facts.LOADS_LEFT.put(event, facts.LOADS_LEFT.of(event) - 1)
            yield from game.propose(_of_cargo("choose", ship, piece, side, event).but(source=side.id))
        yield from game.propose(_of_cargo(what, ship, piece, side, event))


def _may_go_on(game: Game, event: Event) -> bool:
    """Whether what lets her explore is still there (exploring-ends-when-the-explorer-is-unloaded)."""
    return not facts.LENT.of(event) or game.permits(event)


def _side(game: Game, number: int, place: Piece) -> Piece:
    """Where a piece is loaded from: the island or the fort on it."""
    where = game.piece(number).where
    return game.piece(where) if where >= 0 and game.piece(where).kind == "fort" else place


def _may_load(game: Game, ship: Piece, piece: Piece, places: tuple[Piece, Piece], event: Event) -> bool:
    """From a fort she loads from its island too (forts-and-treasures-that-forbid-loading)."""
    if piece.kind == "treasure" and facts.LOADS_LEFT.get(event, 1) <= 0:
        return False
    if treasure.unloads_from_afar(game, ship, places[1]):
        return False
    shown = treasure.is_showing(piece) and places[1].kind == "island"
    if shown and treasure.stays_there(game, _of_cargo("load", ship, piece, places[1], event)):
        return False
    return all(game.allows(_of_cargo("load", ship, piece, place, event)) for place in places)


def _cargo_moves(game: Game, ship: Piece, place: Piece, event: Event, moved: set[int]) -> list[Option]:
    found: list[Option] = []
    for store in _stores(game, place):
        for piece in capacity.cargo(game, store):
            if piece.id not in moved and _may_load(game, ship, piece, (store, place), event):
                found.append(Option({"load": piece.id}, f"load {piece.card.name}", (piece.id,)))
    for piece in capacity.cargo(game, ship) if not treasure.loads_from_afar(game, ship, place) else ():
        if piece.id not in moved and game.allows(_of_cargo("unload", ship, piece, place, event)):
            found.append(Option({"unload": piece.id}, f"unload {piece.card.name}", (piece.id,)))
    return found
