"""Treasure and other cargo on its way: loaded, unloaded, taken, transferred; gold that is brought home.

Whatever changes its place is transferred (transfer-is-any-change-of-place): a `transfer` moves the piece.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.card import coin
from pirate_code.board.refs import Matter, Seat
from pirate_code.board.state import SEA, Piece
from pirate_code.rules import capacity, stats, tally
from pirate_code.rules import event_facts as facts
from pirate_code.rules.ability_index import IGNORED
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Cause, Event, chain
from pirate_code.rules.happen import carrying
from pirate_code.rules.program import abilities, running
from pirate_code.rules.program.effects import Happen
from pirate_code.rules.program.performing import LOSSES, candidates, loss_of, performs
from pirate_code.rules.program.running import WAITING
from pirate_code.rules.registry import banned, closes, happens

if TYPE_CHECKING:
    from pirate_code.rules.game import Game
    from pirate_code.rules.program.context import Context
    from pirate_code.rules.program.event_spec import EventSpec

HOME = Cause("unloading at home")


# --- what a treasure is ----------------------------------------------------------------------------------


OWED = "to_unload"  # a state of cargo that must go ashore before its ship may leave


def is_unique(piece: Piece) -> bool:
    """Whether a piece is a unique treasure."""
    return piece.kind == "treasure" and piece.is_unique


def loads_face_down(piece: Piece) -> bool:
    """Whether a unique treasure says that it is loaded face down (unique-treasure-loaded-facedown)."""
    return abilities.loads_face_down(piece.card.abilities)


def is_showing(piece: Piece) -> bool:
    """Whether a unique treasure is in play as such; face down it is ordinary treasure."""
    return is_unique(piece) and piece.face_up


# --- gold ------------------------------------------------------------------------------------------------


def gold_at_home(game: Game, player: int) -> int:
    """The gold on a player's home island, that of tokens off it, and what stands in the tally beside it."""
    home = game.state.home(player)
    coins = 0 if home is None else sum(_worth_at_home(piece) for piece in game.state.aboard(home.id))
    return coins + _gold_adrift(game, player) + tally.of(game.state, player)


def _gold_adrift(game: Game, player: int) -> int:
    """What a player's tokens on the sea are worth where they lie: "that touches your home island"."""
    tokens = [one for one in game.state.pieces if one.where == SEA and one.kind == "treasure"]
    return sum(stats.number(game, "gold_value", one.id) for one in tokens if one.controller == player)


def _worth_at_home(piece: Piece) -> int:
    """What it is worth there: nothing if unique and face down (royal-decree-unique-treasure-is-worthless)."""
    return 0 if is_unique(piece) and not piece.face_up else piece.value


def gold_in_forts(game: Game, player: int) -> int:
    """The gold in a player's forts, abandoned ones too."""
    forts = [piece for piece in game.state.actors(player) if piece.kind == "fort"]
    return sum(piece.value for fort in forts for piece in game.state.treasure(fort.id))


def make_gold(game: Game, player: int, amount: int) -> None:
    """Put gold that an ability makes on a player's home island."""
    home = game.state.home(player)
    if home is not None and amount > 0:
        piece = game.state.add(coin(amount), None, home.id)
        piece.known = frozenset(range(game.state.players))
        piece.value = 0
        tally.set_value(game, piece, amount)


# --- a change of place -----------------------------------------------------------------------------------


@happens("transfer")
def _transfer(game: Game, event: Event) -> Steps[None]:
    """A piece of cargo changes its place; whose it is follows the ship."""
    yield from ()
    place = taken_to(game, event)
    piece = game.piece(event.object) if isinstance(event.object, int) else None
    if place is None or piece is None or piece.kind not in capacity.CARGO:
        facts.FAILED.put(event, True)
        return
    move_to(game, piece, place)


@closes("load", "transfer")
def _undock(game: Game, event: Event) -> Steps[None]:
    """A docked ship to which something comes that keeps her from docking is docked no more.

    Ruling plague-undocks-the-ship.
    """
    yield from ()
    piece = game.piece(event.object) if isinstance(event.object, int) else None
    ship = game.state.ship_of(piece) if piece is not None and piece.kind == "treasure" else None
    if piece is None or ship is None or ship.docked is None:
        return
    docks = Event("dock", agent=ship.id, at=ship.docked, player=ship.controller)
    if any(found.source == piece.id for found in game.active.matching("forbid", docks)):
        ship.docked = None


def move_to(game: Game, piece: Piece, place: Piece) -> None:
    """Put cargo aboard, on or in something: who commands there has it, and knows it."""
    state = game.state
    state.put(piece, place.id)
    if IGNORED in piece.states:  # it starts afresh wherever it comes (manawa-no-kowhatu-without-crew)
        state.mark(piece, IGNORED, False)
    tally.settle(game, piece, place)
    player = place.home if place.kind == "island" else place.controller
    if place.kind != "island" or piece.kind == "treasure":
        state.give_to(piece, player)
    if player is not None:
        piece.known = piece.known | {player}
    if piece.kind == "crew" and player is not None and player == piece.owner:
        piece.role = ""  # won back, a captive is crew again (capture-gold-crew-won-back)
        tally.set_value(game, piece, 0)
        state.mark(piece, "captive", False)


@performs("ignore treasure")
def _ignore(event: EventSpec, ctx: Context) -> Steps[bool]:
    """A treasure does nothing as long as it is on this ship."""
    yield from ()
    found = [piece for ref in event.object.find(ctx) if (piece := ctx.piece(ref))] if event.object else []
    for piece in found:
        ctx.state.mark(piece, IGNORED)
    return bool(found)


@closes("transfer")
def _acts_on_her(game: Game, event: Event) -> Steps[None]:
    """An open unique treasure that an ability brings from ship to ship acts on her who has it now.

    What it does as it is loaded it does again (unique-treasure-value-is-set-once tells what it does not).
    """
    piece = game.piece(event.object) if isinstance(event.object, int) else None
    if piece is None or not is_showing(piece) or event.cause.rule != "ability":
        return
    ship, before = game.state.ship_of(piece), event.source
    if ship is None or not isinstance(before, int) or before == ship.id or not game.piece(before).afloat:
        return
    if any(outer.type == "load" for outer in chain(event)):
        return
    loaded = Event("load", agent=ship.id, object=piece.id, source=before, player=ship.controller)
    yield from game.respond("when", loaded.but(cause=event.cause, within=event))


@closes("transfer")
def _counts_as_loading(game: Game, event: Event) -> Steps[None]:
    """What is taken, traded or swapped is unloaded from one ship and loaded on another, if it is their turn.

    Rulings transfer-loading-and-unloading and move-s-after-unloading-whatever-causes-the-transfer. What an
    open unique treasure does itself, see above.
    """
    piece = game.piece(event.object) if isinstance(event.object, int) else None
    told = any(outer.type in {"load", "unload"} for outer in chain(event))
    if piece is None or told or is_showing(piece):
        return
    for kind, place in (("unload", event.source), ("load", event.to)):
        ship = game.piece(place) if isinstance(place, int) and place >= 0 else None
        if ship is None or ship.kind not in capacity.HULLS or ship.controller != game.state.turn.player:
            continue
        gone = Event(kind, agent=ship.id, object=piece.id, source=event.source, player=ship.controller)
        yield from game.respond("after", gone.but(cause=event.cause, within=event))


@closes("replace")
def _comes_aboard(game: Game, event: Event) -> Steps[None]:
    """A unique treasure that takes the place of cargo is shown and acts as if she had just loaded it."""
    new = game.piece(event.using) if isinstance(event.using, int) else None
    ship = game.state.ship_of(new) if new is not None and is_unique(new) else None
    if new is None or ship is None or loads_face_down(new):
        return
    loaded = Event("load", agent=ship.id, object=new.id, source=ship.docked, player=ship.controller)
    yield from game.propose(loaded.but(type="reveal", cause=event.cause, within=event))
    if new.where == ship.id:
        yield from game.respond("when", loaded.but(cause=event.cause, within=event))


@closes("transfer")
def _full(game: Game, event: Event) -> Steps[None]:
    """A ship whose last cargo space has been filled has reached her capacity."""
    if not isinstance(event.to, int) or not game.active.entries("when", "reach"):
        return
    ship = game.piece(event.to)
    if ship.kind in capacity.HULLS and capacity.space_left(game, ship) == 0:
        reached = Event("reach", agent=ship.id, object=Matter("cargo_capacity", ship.id))
        yield from game.propose(reached.but(player=ship.controller, cause=event.cause, within=event))


def moved(game: Game, event: Event, place: int) -> Steps[bool]:
    """Let the cargo of an event be transferred to a place in the course of it; whether it was."""
    piece = game.piece(event.object)
    if piece.where == place:
        return True
    transfer = Event(
        "transfer",
        agent=event.agent,
        object=piece.id,
        to=place,
        source=piece.where if piece.where >= 0 else None,
        player=event.player,
        cause=event.cause,
        within=event,
    )
    done = yield from game.propose(transfer)
    if not done and piece.where != place:
        facts.FAILED.put(event, True)
    return piece.where == place


def can_be_transferred(game: Game, event: Event, place: int) -> str | None:
    """Why the cargo of an event cannot go to a place, or None: something keeps it where it is.

    Whatever leaves a ship is unloaded and removed from her (transfer-loading-and-unloading).
    """
    piece = game.piece(event.object)
    asked = Event(
        "transfer",
        agent=event.agent,
        object=piece.id,
        to=place,
        source=piece.where if piece.where >= 0 else None,
        player=event.player,
        within=event,
    )
    ship = game.state.pieces[piece.where] if piece.where >= 0 else None
    leaves = ("unload", "remove") if ship is not None and ship.kind in capacity.HULLS else ()
    kept = any(True for kind in leaves for _ in game.active.matching("forbid", asked.but(type=kind)))
    return f"{piece.card.name} cannot leave its place" if kept or not game.allows(asked) else None


@banned("transfer")
def _stays_aboard(game: Game, event: Event) -> str | None:
    """What cannot be unloaded, no ability brings ashore (parley-and-unique-treasures)."""
    if event.cause.rule != "ability" or not isinstance(event.object, int) or not isinstance(event.to, int):
        return None
    piece = game.piece(event.object)
    if game.piece(event.to).kind != "island" or piece.where < 0 or game.piece(piece.where).kind == "island":
        return None
    unloads = event.but(type="unload", at=event.to)
    kept = any(True for _ in game.active.matching("forbid", unloads))
    if event.cause.piece != piece.id:  # what it says of itself goes before the rule
        kept = kept or _is_of_use_aboard_only(piece, game.piece(event.to))
    return f"{piece.card.name} cannot be unloaded" if kept else None


@banned("transfer")
def _has_no_room(game: Game, event: Event) -> str | None:
    """What an ability transfers by itself needs room, as what is taken does; a swap asks by itself."""
    outer = event.within
    asked = outer is not None and event.object in {outer.object, outer.exchange}
    if event.cause.rule != "ability" or asked or not isinstance(event.object, int):
        return None
    piece, to = game.piece(event.object), taken_to(game, event)
    if to is None or to.kind not in capacity.HULLS or piece.where == to.id or is_showing(piece):
        return None
    return carrying.no_room(game, to, piece)


# --- loading ---------------------------------------------------------------------------------------------


@banned("load")
def _cannot_load(game: Game, event: Event) -> str | None:
    """A ship loads what she has room for; treasure of home islands and the cost of a fort stay there.

    An ability that loads from a home island goes before the rule.
    """
    if not isinstance(event.object, int) or not isinstance(event.agent, int):
        return None
    ship, piece = game.piece(event.agent), game.piece(event.object)
    if ship.kind not in capacity.HULLS:
        return None
    place = game.state.pieces[piece.where] if piece.where >= 0 else None
    if piece.kind == "treasure" and place is not None:
        if place.kind == "island" and place.home is not None and event.cause.rule != "ability":
            return "nobody loads treasure from a home island"
        if reason := needed_inside(game, ship, piece):
            return reason
    ashore = piece.kind == "crew" and place is not None and place.kind == "island"
    if ashore and piece.controller not in {None, ship.controller}:
        return f"{piece.card.name} is the crew of another player"
    kept = can_be_transferred(game, event, ship.id)
    if kept is not None or is_showing(piece):
        return kept
    return carrying.no_room(game, ship, piece)


def take_up_waiting(game: Game) -> Steps[None]:
    """What could not do what it says does it when it can (castaway-is-used-at-once-or-waits-face-up)."""
    for piece in game.state.pieces:
        ship = game.state.ship_of(piece) if WAITING in piece.states and piece.face_up else None
        if ship is None:
            continue
        found = Event("load", agent=ship.id, object=piece.id, player=ship.controller)
        for one in list(game.active.matching("when", found)):
            effect = one.op.effect
            if one.source == piece.id and effect is not None and running.feasible(effect.first, one.ctx):
                game.state.mark(piece, WAITING, False)
                yield from game.active.carry_out(one)


def stays_there(game: Game, event: Event) -> bool:
    """Whether a treasure that has been found says that it is put on its island instead of loaded."""
    return any(
        found.source == event.object and "place" in found.op.events and not found.op.optional
        for found in game.active.matching("replace", event)
    )


def belongs_ashore(game: Game, ship: Piece, piece: Piece, island: int | None = None) -> bool:
    """Whether a treasure says that it is put on an island and not loaded, from there if one is told."""
    loads = Event("load", agent=ship.id, object=piece.id, source=island, at=island, player=ship.controller)
    return any(game.active.says(piece, verb, loads) for verb in ("forbid", "replace"))


@closes("turn_beginning")
def _goes_ashore(game: Game, event: Event) -> Steps[None]:
    """What was loaded while its ability was off, and belongs on an island, goes to the one last visited.

    See all-abilities-off-and-found-unique-treasures.
    """
    yield from ()
    for ship in game.state.ships():
        for piece in game.state.treasure(ship.id):
            if not is_showing(piece) or not belongs_ashore(game, ship, piece):
                continue
            number = ship.docked if ship.docked is not None else piece.loaded_from
            island = game.piece(number) if number is not None and number >= 0 else None
            if island is not None and island.home is None and game.active.usable(piece.id):
                move_to(game, piece, island)


def needed_inside(game: Game, ship: Piece, piece: Piece) -> str | None:
    """Why treasure stays in a fort: its player's ships leave gold of its cost inside.

    See forts-loading-treasure-from-them and treasure-placer-and-forts.
    """
    fort = game.state.pieces[piece.where] if piece.where >= 0 else None
    if fort is None or fort.kind != "fort" or fort.controller != ship.controller:
        return None
    left = sum(found.value for found in game.state.treasure(fort.id)) - piece.value
    return f"gold for {fort.card.name} must stay inside" if left < fort.card.gold else None


@happens("load")
def _load(game: Game, event: Event) -> Steps[None]:
    """A piece comes aboard; a unique treasure lies there face up, or down if it says so."""
    piece = game.piece(event.object)
    to = event.agent if isinstance(event.agent, int) else event.to
    assert isinstance(to, int)
    if event.source is None and piece.where >= 0:
        event.source = piece.where
    if not (yield from moved(game, event, to)):
        return
    if is_unique(piece) and not (loads_face_down(piece) and game.active.usable(piece.id)):
        show(game, piece)  # all-abilities-off-and-found-unique-treasures
    piece.loaded_from = event.source if isinstance(event.source, int) else SEA


def show(game: Game, piece: Piece) -> None:
    """Turn a piece face up, so that everybody knows it."""
    game.state.turn_face(piece, True)
    game.state.mark(piece, "dormant", False)
    piece.known = frozenset(range(game.state.players))


# --- unloading -------------------------------------------------------------------------------------------


@banned("load")
def _cannot_be_paid_for(game: Game, event: Event) -> str | None:
    """What costs a crew each time is not had without one (blood-money-needs-a-lasting-elimination)."""
    ship = event.agent
    for found in game.active.matching("when", event) if isinstance(ship, int) else ():
        if found.source == event.object or found.ctx.card.where == ship:
            continue  # what the treasure itself does, or a card aboard, is no price of the load
        loss = found.op.effect.first if found.op.effect is not None else None
        if found.op.optional or not isinstance(loss, Happen) or loss.spec.type not in LOSSES:
            continue
        ability = Matter("ability", found.source, found.op.number)
        spared = Event("affect", agent=ability, object=ship, within=event)
        if not any(game.active.matching("forbid", spared)) and not _can_be_paid(game, loss.spec, found.ctx):
            return found.op.says
    return None


def _can_be_paid(game: Game, loss: EventSpec, ctx: Context) -> bool:
    """Whether something can be lost for good that a loss asks for."""
    if loss.object is None:
        return True
    ctx.paying = True
    lost = loss_of(loss, ctx)
    return any(not game.active.is_kept(lost.but(object=ref)) for ref in candidates(loss.object, ctx, loss))


@banned("unload")
def _cannot_unload(game: Game, event: Event) -> str | None:
    """Crew that cost nothing stay aboard; so does unique treasure that shows and is worth nothing."""
    if not isinstance(event.object, int) or not isinstance(event.at, int):
        return None
    piece, place = game.piece(event.object), game.piece(event.at)
    if place.kind == "island":
        if piece.kind == "crew" and piece.card.points == 0 and piece.role != "cargo":
            return f"{piece.card.name} costs no points and cannot be put ashore"
        by_rule = piece.kind == "crew" and event.cause.rule != "ability"
        if by_rule and place.home not in {None, piece.controller}:  # marine-ashore-revolution
            return f"{piece.card.name} is not put ashore at the home of an opponent"
        if _is_of_use_aboard_only(piece, place):
            return f"{piece.card.name} cannot be unloaded"
    kept = can_be_transferred(game, event, place.id)
    if kept is not None or place.kind not in capacity.HULLS or is_showing(piece):
        return kept
    return carrying.no_room(game, place, piece)


def _is_of_use_aboard_only(piece: Piece, place: Piece) -> bool:
    """Whether a unique treasure shows, is worth nothing and has nothing to do at a place ashore."""
    spent_there = place.home is not None and _is_spent_at_home(piece)
    return is_showing(piece) and piece.value == 0 and OWED not in piece.states and not spent_there


@happens("unload")
def _unload(game: Game, event: Event) -> Steps[None]:
    """A piece goes ashore or into a fort; what it is worth there is settled as it goes."""
    piece = game.piece(event.object)
    place = event.at if isinstance(event.at, int) else event.to
    assert isinstance(place, int)
    if not piece.in_play or piece.where == place:
        facts.FAILED.put(event, True)
        return
    if game.piece(place).home is not None and piece.kind == "treasure":
        tally.settle_stats(game, piece, event)
    yield from moved(game, event, place)


def unload_on_docking(game: Game, ship: Piece, island: Piece, event: Event | None = None) -> Steps[None]:
    """All treasure worth gold goes ashore at home, by itself; into her fort as the edition says.

    Call it when the docking is done, so that what an ability makes of it comes first. A ship that an ability
    brings home as she sinks has lost her cargo ("Neptune's Figurehead").
    """
    place = _treasury(game, ship, island)
    if place is None or "sunk" in ship.states:
        return
    if place.kind == "fort" and not (yield from _stored(game, ship, place)):
        return
    for piece in [found for found in capacity.cargo(game, ship) if _brought_home(found)]:
        if piece.where != ship.id:
            continue
        gone = Event(
            "unload",
            agent=ship.id,
            object=piece.id,
            at=place.id,
            source=ship.id,
            player=ship.controller,
            cause=HOME,
            within=event,
        )
        spared = any(True for _ in game.active.matching("spare", gone))
        if not spared or (yield from game.agrees(ship.controller or 0, "unload", ship.id, piece.id)):
            yield from game.propose(gone)


def unloads_from_afar(game: Game, ship: Piece, place: Piece, event: Event | None = None) -> bool:
    """Whether she may unload at home without docking (unloads-within-s-of-home-by-move-or-explore-action)."""
    if ship.docked is not None or place.home is None or place.home != ship.controller:
        return False
    if not game.active.entries("permit", "unload"):
        return False
    gone = Event("unload", agent=ship.id, at=place.id, source=ship.id, player=ship.controller, within=event)
    gone = gone.but(manner=frozenset({"without_docking"}))
    return any(game.permits(gone.but(object=piece.id)) for piece in capacity.cargo(game, ship))


def loads_from_afar(game: Game, ship: Piece, place: Piece) -> bool:
    """Whether an ability lets her load from a wild island without docking there."""
    if ship.docked is not None or place.kind != "island" or place.home is not None:
        return False
    if not game.active.entries("permit", "load"):
        return False
    load = Event("load", agent=ship.id, source=place.id, at=place.id, player=ship.controller)
    return any(game.permits(load.but(object=piece.id)) for piece in capacity.cargo(game, place))


def _treasury(game: Game, ship: Piece, island: Piece) -> Piece | None:
    """Where a ship brings treasure to: her home island, or her fort on an island."""
    if island.home is not None and island.home == ship.controller:
        return island
    if island.kind == "fort":
        return island if island.controller == ship.controller else None
    return next(
        (
            found
            for found in game.state.aboard(island.id)
            if found.kind == "fort" and found.controller == ship.controller
        ),
        None,
    )


def _stored(game: Game, ship: Piece, fort: Piece) -> Steps[bool]:
    """Whether a ship that docks at her fort unloads into it: her player's choice, or by itself.

    See forts-unloading-treasure-at-them, dock-unloading-crimson-coast.
    """
    if not any(_brought_home(piece) for piece in capacity.cargo(game, ship)) or ship.controller is None:
        return False
    if game.edition.unloading_at_forts == "automatic":
        return True
    return (yield from game.agrees(ship.controller, "unload", ship.id, fort.id))


def _is_spent_at_home(piece: Piece) -> bool:
    """Whether an open treasure tells what comes of unloading it, or what it is worth, be it nothing."""
    printed, name = piece.card.abilities, piece.card.name
    return piece.face_up and (
        abilities.acts_when_unloaded(printed, name) or abilities.tells_its_worth(printed, name)
    )


def _brought_home(piece: Piece) -> bool:
    """Coins, unique treasure that is or was worth gold or makes some there, and captives.

    Facedown unique treasure may stay aboard.
    """
    if piece.kind == "treasure":
        return not piece.is_unique or piece.value > 0 or _is_spent_at_home(piece)
    return piece.kind == "crew" and piece.role == "cargo"


# --- taking ----------------------------------------------------------------------------------------------


@banned("take", "steal", "capture", "possess", "assign", "reassign")
def _cannot_take(game: Game, event: Event) -> str | None:
    """What is taken must be able to leave its place, and there must be room for it."""
    if not isinstance(event.object, int):
        return None
    piece, to = game.piece(event.object), taken_to(game, event)
    if piece.kind not in capacity.CARGO or to is None or piece.where == to.id:
        return None
    kept = None if "even_unremovable" in event.manner else can_be_transferred(game, event, to.id)
    if kept is not None or to.kind not in capacity.HULLS or is_showing(piece):
        return kept
    if event.type == "capture":
        return None
    if event.type == "possess" or capacity.is_possessed(game, piece):
        carries = game.allows(Event("carry", agent=to.id, object=piece.id))
        return None if carries else f"{to.card.name} cannot carry {piece.card.name}"
    return carrying.no_room(game, to, piece)


def taken_to(game: Game, event: Event) -> Piece | None:
    """Where what is taken goes: to the ship that takes it, the place that is named, or the taker's home."""
    for slot in (event.to, event.agent):
        if isinstance(slot, int):
            found = game.piece(slot)
            return found if found.kind != "crew" else game.state.ship_of(found)
        if isinstance(slot, Seat):
            return game.state.home(slot.player)
    if event.type == "possess" and event.cause.piece is not None:
        return game.state.ship_of(game.piece(event.cause.piece))  # whoever is possessed is to serve there
    return None


@happens("take", "steal")
def _take(game: Game, event: Event) -> Steps[None]:
    """A piece changes hands."""
    to = taken_to(game, event)
    if not isinstance(event.object, int) or to is None:
        facts.FAILED.put(event, True)
        return
    piece = game.piece(event.object)
    if "even_unremovable" in event.manner:
        move_to(game, piece, to)
    else:
        yield from moved(game, event, to.id)
