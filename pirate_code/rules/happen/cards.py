"""Cards and words: events that are played, things chosen, declared and named, pieces added to a fleet."""

from __future__ import annotations

from pirate_code.board.refs import Matter, Ref, Seat
from pirate_code.board.state import ASIDE, SEA, Piece
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event
from pirate_code.rules.game import Game, game_of
from pirate_code.rules.happen import placing
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.performing import fill, performs, pick
from pirate_code.rules.program.selectors import Selector
from pirate_code.rules.registry import banned, closes, happens

# --- events ----------------------------------------------------------------------------------------------


def is_played(piece: Piece) -> bool:
    """Whether an event has been revealed: it cannot be played again."""
    return "played" in piece.states


@banned("reveal")
def _one_event_a_turn(game: Game, event: Event) -> str | None:
    """A player reveals one beginning-of-turn event on a turn (events-one-beginning-of-turn-event-a-turn)."""
    if not isinstance(event.object, int) or game.piece(event.object).kind != "event":
        return None
    piece = game.piece(event.object)
    if is_played(piece):
        return f"{piece.card.name} has been played"
    outer = event.within
    if outer is None or outer.type != "turn_beginning":
        return None
    shown = [
        game.piece(ref) for kind, _, ref in game.state.turn.done if kind == "reveal" and isinstance(ref, int)
    ]
    if any(other.kind == "event" and other.owner == piece.owner for other in shown):
        return "one event has been revealed this turn"
    return None


# --- words -----------------------------------------------------------------------------------------------


@performs("choose", "declare", "name")
def choose(event: EventSpec, ctx: Context) -> Steps[bool]:
    """Somebody chooses: what is chosen is what the words that follow speak of."""
    if event.object is None or event.object.which == "which":
        return True  # "choose which mast is eliminated" is asked when the mast is
    template = yield from fill(event.but(source=None, role=None), ctx)
    template.role = _part_of(event.role, ctx)
    found = _new_terrain(event.object, ctx) or (yield from pick(event.object, ctx, event))
    for ref in found:
        ctx.say(ref)
        yield from ctx.game.propose(template.but(object=ref, facts={}))
        ctx.say(ref)
    if event.object.count is not None:
        ctx.together = tuple(found)
    if found and event.object.has_state("target"):
        ctx.target = found[-1]
    return bool(found)


def _part_of(role: Selector | None, ctx: Context) -> Ref | None:
    """What something is declared to be: a target of a creature."""
    if role is None or role.of is None or not role.noun:
        return None
    whose = next((ref for ref in role.of.find(ctx) if isinstance(ref, int)), None)
    return Matter(role.noun, whose)


@happens("declare")
def _declare(game: Game, event: Event) -> Steps[None]:
    """A ship is the target of somebody from now on, until another is."""
    yield from ()
    role, ship = event.role, event.object
    if not isinstance(role, Matter) or role.noun != "target" or role.of is None:
        return
    if isinstance(ship, int):
        game.piece(role.of).target = ship


@closes("sink")
def _target_is_gone(game: Game, event: Event) -> Steps[None]:
    """A ship that has sunk is nobody's target."""
    yield from ()
    for creature in game.state.pieces:
        if creature.target is not None and creature.target == event.object:
            creature.target = None


def _new_terrain(what: Selector, ctx: Context) -> list[Ref]:
    """Terrain from outside the game is there whenever it is wanted, as often as it is."""
    if what.noun not in placing.TERRAIN or not any(found.is_outside for found in what.filters):
        return []
    count = what.count.value(ctx) if what.count is not None else 1
    chosen: list[int] = []
    for _ in range(count):
        chosen.append(placing.new_terrain(game_of(ctx), what.noun, ctx.player, chosen).id)
    return list(chosen)


# --- fleets ----------------------------------------------------------------------------------------------


@happens("add")
def _add(game: Game, event: Event) -> Steps[None]:
    """A piece from outside the game joins a fleet: an event comes to hand, the rest to the home island."""
    yield from ()
    if not isinstance(event.object, int):
        return
    piece = game.piece(event.object)
    player = event.agent.player if isinstance(event.agent, Seat) else event.player
    if player is None:
        return
    piece.owner = player
    game.state.give_to(piece, player)
    if piece.kind != "event":
        home = game.state.home(player)
        game.state.put(piece, home.id if home is not None else ASIDE)


@happens("return")
def _return(game: Game, event: Event) -> Steps[None]:
    """A piece goes back where it is sent, or to its owner's home island."""
    yield from ()
    if not isinstance(event.object, int):
        return
    piece = game.piece(event.object)
    place = event.to if isinstance(event.to, int) else event.at
    if isinstance(place, int):
        game.state.put(piece, place)
    elif piece.owner is not None and (home := game.state.home(piece.owner)) is not None:
        game.state.put(piece, home.id)


@happens("draw")
def _draw(game: Game, event: Event) -> Steps[None]:
    """A card is drawn into a player's hand; a line is drawn in thought only."""
    yield from ()
    if isinstance(event.object, int) and event.player is not None:
        piece = game.piece(event.object)
        if piece.where != SEA:
            piece.owner = event.player
            game.state.give_to(piece, event.player)
