"""Giving actions: who may be given which, the limit of two, extra actions, and actions given up as a cost.

The event `give` carries the action in `object` and the ship in `to`; whatever the action does happens within
it. How often a ship may act is counted here and is no ban, because no ability lifts it ("Actions").
"""

from __future__ import annotations

from collections.abc import Iterator

from pirate_code.board import geometry
from pirate_code.board.refs import AbilityRef, Matter, Ref, Seat
from pirate_code.board.state import ExtraAction, Piece
from pirate_code.rules import cannons, stats
from pirate_code.rules import event_facts as facts
from pirate_code.rules.actions.explore import explorable
from pirate_code.rules.choice import Choice
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.event import Cause, Event, chain
from pirate_code.rules.game import Game, game_of
from pirate_code.rules.happen import damage, docking, free_actions, sailing, terrain_current, terrain_fog
from pirate_code.rules.happen.scuttling import Scuttle, scuttle_choices
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.nouns import is_a
from pirate_code.rules.program.performing import candidates, could, out_of_turn, performs, pick, plainly
from pirate_code.rules.program.selectors import Player, Selector
from pirate_code.rules.registry import ACTIONS, banned, closes, happens

FULL = ("move_action", "shoot_action", "explore_action", "repair_action")
NAMES = {
    "move_action": "move",
    "shoot_action": "shoot",
    "explore_action": "explore",
    "repair_action": "repair",
}
HULLS = frozenset({"ship", "sea creature"})
GIVEN_UP = "given up"  # stands for the action of a ship that something else was done instead of
_EXTRA = frozenset({"extra", "second", "more"})


# --- who may be given what -------------------------------------------------------------------------------


@banned("give")
def _is_in_play(game: Game, event: Event) -> str | None:
    """Wrecks and what is off the table are given nothing ("Derelict, Sunk, and Wrecked")."""
    piece = game.piece(event.to)
    if not piece.in_play:
        return f"{game.name(event.to)} is not in play."
    return f"{game.name(event.to)} is a wreck." if "wreck" in piece.states else None


@banned("give")
def _takes_such_actions(game: Game, event: Event) -> str | None:
    """Forts only shoot, sea creatures only move and shoot, crew are given none ("Forts", "Sea creatures")."""
    piece, noun = game.piece(event.to), _noun(event)
    if piece.kind == "fort" and (noun != "shoot_action" or not piece.standing):
        return "A fort with flags left can shoot, and nothing else."
    if piece.kind == "sea creature" and noun in {"explore_action", "repair_action"}:
        return "A sea creature can only move and shoot."
    if piece.kind not in {"ship", "sea creature", "fort"} and event.cause.rule != "ability":
        return f"{game.name(event.to)} is given no actions."
    return None


@banned("give")
def _has_masts(game: Game, event: Event) -> str | None:
    """Without masts she only explores and is repaired ("Derelict, Sunk, and Wrecked").

    One who is no derelict shoots, if she has a cannon; one who gains a base move sails.
    """
    ship, noun = game.piece(event.to), _noun(event)
    if ship.kind != "ship" or ship.standing or noun not in {"move_action", "shoot_action"}:
        return None
    if noun == "shoot_action" and cannons.parts(game, ship) and not is_a(game, ship.id, "derelict"):
        return None
    if noun == "move_action" and stats.moves_bare(game, ship):
        return None
    return f"{game.name(ship.id)} has no masts."


@banned("give")
def _has_a_bow(game: Game, event: Event) -> str | None:
    """A ship that has no bow sails nowhere, whatever base move she has (flotilla-cancelled)."""
    ship = game.piece(event.to)
    if _noun(event) != "move_action" or ship.kind != "ship" or not ship.outline:
        return None
    bow = sailing.outline_of(ship).bow_zone
    return f"{game.name(ship.id)} has no bow to sail by." if bow is None else None


@banned("give")
def _is_free_to_move(game: Game, event: Event) -> str | None:
    """Pinned and tangled ships do not move (ruling pinned-ships-may-shoot; "Sargasso Sea")."""
    ship = game.piece(event.to)
    if _noun(event) != "move_action":
        return None
    if ship.pinned_by is not None:
        return f"{game.name(ship.id)} is pinned."
    return f"{game.name(ship.id)} is tangled in weeds." if "tangled" in ship.states else None


@banned("give")
def _is_afloat(game: Game, event: Event) -> str | None:
    """Who lies on an island moves only if she may pass over islands (titan-cancelled-on-an-island).

    Who is placed somewhere instead of moving flies off (sea-dragon-on-an-island-and-lines-of-fire).
    """
    ship = game.piece(event.to)
    if _noun(event) != "move_action" or ship.kind != "sea creature" or ship.docked is None:
        return None
    island = game.piece(ship.docked)
    if island.kind != "island" or not geometry.overlaps(sailing.shape_of(ship), sailing.shape_of(island)):
        return None
    over = Event("pass_over", agent=ship.id, object=island.id, player=ship.controller)
    moves = Event("move", agent=ship.id, object=ship.id, player=ship.controller, within=event)
    flies = any("place" in found.op.events for found in game.active.matching("replace", moves))
    return None if flies or game.permits(over) else f"{game.name(ship.id)} lies on {game.name(island.id)}."


@banned("give")
def _has_to_leave(game: Game, event: Event) -> str | None:
    """Who must leave her island in this turn, and can, is given her move action before any other."""
    ship, noun = game.piece(event.to), _noun(event)
    if noun == "move_action" or not docking.has_to_leave(game, ship):
        return None
    move = asked(ship, "move_action", event.player if event.player is not None else 0)
    can = has_action_left(game, ship, "move_action") and game.allows(move)
    return f"{game.name(ship.id)} must leave, and has to move for that." if can else None


@banned("give")
def _is_ordered_by_another(game: Game, event: Event) -> str | None:
    """Who commands the ships of this turn gives them their actions, and nobody else (altar-of-the-loa)."""
    turn, piece = game.state.turn, game.piece(event.to)
    if turn.commander is None or event.cause.rule != "actions" or piece.controller != turn.player:
        return None
    if piece.kind not in HULLS or (event.player == turn.commander and not turn.orders_over):
        return None
    return f"{game.name(piece.id)} takes her orders from another player this turn."


@banned("give")
def _sees_something(game: Game, event: Event) -> str | None:
    """Who is lost in fog can only move or be repaired ("Fog Bank")."""
    ship = game.piece(event.to)
    if "lost" in ship.states and _noun(event) in {"shoot_action", "explore_action"}:
        return f"{game.name(ship.id)} is lost in fog."
    if _noun(event) == "move_action" and terrain_fog.remains(game, ship) and not facts.AS_COST.of(event):
        return f"{game.name(ship.id)} comes out of another fog bank or not at all."
    return None


@banned("give")
def _has_something_to_explore(game: Game, event: Event) -> str | None:
    """An explore action needs an island, ship or wreck that she may explore where she is ("Exploring")."""
    if _noun(event) != "explore_action" or facts.AS_COST.of(event):
        return None
    ship = game.piece(event.to)
    return None if explorable(game, ship, event) else f"{game.name(ship.id)} has nothing to explore."


def _noun(event: Event) -> str:
    return event.object.noun if isinstance(event.object, Matter) else ""


# --- how often -------------------------------------------------------------------------------------------


def given(game: Game, piece: Piece) -> tuple[str, ...]:
    """The full actions that a piece has been given this turn."""
    return game.state.turn.actions.get(piece.id, ())


def has_action_left(game: Game, piece: Piece, noun: str = "action") -> bool:
    """Whether she can be given one more action of that kind this turn, never more than the limit."""
    used = given(game, piece)
    if len(used) >= game.edition.action_limit or GIVEN_UP in used or terrain_fog.ends_turn(game, piece):
        return False
    return len(used) < game.edition.actions_per_turn or _credit(game, piece, noun) is not None


def _credit(game: Game, piece: Piece, noun: str) -> str | None:
    """The extra action that she would use for one of that kind."""
    extra = game.state.turn.extra.get(piece.id, ())
    nouns = [found.noun for found in extra]
    wanted = (noun, "action") if noun != "action" else nouns
    return next((found for found in wanted if found in nouns), None)


def grantable(game: Game, piece: Piece, noun: str = "action") -> bool:
    """Whether she could be given one more action this turn, beyond those that she has or will have anyway."""
    used = given(game, piece)
    if len(used) >= game.edition.action_limit or GIVEN_UP in used or terrain_fog.ends_turn(game, piece):
        return False
    return all(found.noun != noun for found in game.state.turn.extra.get(piece.id, ()))


def grant(game: Game, piece: Piece, noun: str = "action", by: Context | None = None) -> bool:
    """Let a piece be given one more action this turn; two are the most there are (ruling: action limit)."""
    if not grantable(game, piece, noun):
        return False
    extra = game.state.turn.extra
    ability = AbilityRef(by.source, by.ability) if by is not None else None
    extra[piece.id] = (*extra.get(piece.id, ()), ExtraAction(noun, ability))
    return True


@closes("cancel")
def _withdrawn(game: Game, event: Event) -> Steps[None]:
    """An extra action is lost with its ability until it is given (cancel-before-the-effect-is-complete)."""
    yield from ()
    off = event.object
    if not isinstance(off, Matter) or off.of is None or game.active.usable(off.of, off.number):
        return
    turn = game.state.turn
    cancelled = AbilityRef(off.of, off.number)
    for ship, extra in list(turn.extra.items()):
        turn.extra[ship] = tuple(found for found in extra if found.by != cancelled)


def _count(game: Game, piece: Piece, noun: str) -> None:
    """Count an action: the standard one first, then an extra one ("Actions")."""
    turn = game.state.turn
    used = given(game, piece)
    if len(used) >= game.edition.actions_per_turn:
        credit = _credit(game, piece, noun)
        if credit is not None:
            turn.extra[piece.id] = tuple(found for found in turn.extra[piece.id] if found.noun != credit)
    turn.actions[piece.id] = (*used, noun)


# --- giving ----------------------------------------------------------------------------------------------


def asked(piece: Piece, noun: str, player: int) -> Event:
    """The event of giving an action, to ask about or to propose."""
    cause = Cause("actions")
    return Event("give", object=Matter(noun, piece.id), to=piece.id, player=player, cause=cause)


class Give(Choice):
    """To give an action to a piece."""

    __slots__ = ("_game", "_noun", "_player", "piece")

    def __init__(self, game: Game, piece: Piece, noun: str, player: int) -> None:
        super().__init__({"give": noun, "to": piece.id})
        self._game, self.piece, self._noun, self._player = game, piece, noun, player

    def test(self) -> Option | None:
        """Whether it may be given now."""
        if not self._game.allows(asked(self.piece, self._noun, self._player)):
            return None
        return Option(self.answer, f"{NAMES[self._noun]}: {self._game.name(self.piece.id)}", (self.piece.id,))

    def work(self) -> Steps[object]:
        """Give it."""
        return _obey(self._game, asked(self.piece, self._noun, self._player))


def action_choices(game: Game, player: int) -> Iterator[Give]:
    """The actions that a player might give now."""
    for piece in game.state.actors(player):
        for noun in FULL:
            if noun in ACTIONS and has_action_left(game, piece, noun):
                yield Give(game, piece, noun, player)


def order_choices(game: Game, commander: int) -> list[Give]:
    """The actions that who commands the ships of this turn might give them now."""
    found = action_choices(game, game.state.turn.player)
    ships = ((choice.piece, choice.answer["give"]) for choice in found if choice.piece.kind in HULLS)
    return [Give(game, piece, noun, commander) for piece, noun in ships]


def order(game: Game, event: Event) -> Steps[bool]:
    """Give a full action, after fire masts have burned (fire-mast-roll-needs-an-action); whether it was."""
    if not has_action_left(game, game.piece(event.to), _noun(event)) or not game.allows(event):
        return False
    return (yield from _obey(game, event))


def _obey(game: Game, event: Event) -> Steps[bool]:
    """Give a full action that was found to be legal; whether it was given in the end."""
    piece = game.piece(event.to)
    if event.player is not None and event.player == game.state.turn.commander:
        facts.MOVER.put(event, event.player)
    facts.BECAUSE.put(event, _leave(game, piece, _noun(event)))
    yield from damage.burn(game, piece, event)
    happened = yield from game.propose(event)
    if facts.REPLACED.of(event):
        game.state.turn.actions[piece.id] = (*given(game, piece), GIVEN_UP)
        free_actions.give_up(game, piece)
    return happened


def _leave(game: Game, piece: Piece, noun: str) -> str:
    """Whose ability lets a piece be given one more action, in words."""
    if len(given(game, piece)) < game.edition.actions_per_turn:
        return ""
    credit = _credit(game, piece, noun)
    by = next((found.by for found in game.state.turn.extra.get(piece.id, ()) if found.noun == credit), None)
    return "an extra action" if by is None else f"an extra action by {game.name(by.piece)}"


@happens("give")
def _give(game: Game, event: Event) -> Steps[None]:
    """Count the action, carry it out, and offer what belongs to it; one given up as a cost does nothing."""
    piece = game.piece(event.to)
    _count(game, piece, _noun(event))
    before = len(game.state.turn.done)
    if not facts.AS_COST.of(event):
        yield from _set_out(game, piece, event)
        mechanics = ACTIONS.get(_noun(event))
        if mechanics is not None and "wreck" not in piece.states:
            yield from mechanics(game, event)
    done = {kind for kind, agent, _ in game.state.turn.done[before:] if agent == piece.id}
    for last in ("part", "resolve"):
        if last not in done and piece.in_play:
            yield from game.propose(
                Event(
                    last,
                    agent=piece.id,
                    object=event.object,
                    player=event.player,
                    cause=Cause("actions"),
                    within=event,
                )
            )


def _set_out(game: Game, piece: Piece, event: Event) -> Steps[None]:
    """Before a move action moves her, she comes out of the fog, or is helped by a current."""
    if _noun(event) != "move_action":
        return
    if "lost" in piece.states:
        yield from terrain_fog.come_out(game, piece, event)
    terrain_current.begin_move(game, piece, event)


# --- actions that abilities give -------------------------------------------------------------------------


@could("give")
def _could_give(event: EventSpec, ctx: Context) -> bool:
    """Whether an action can be given; as a price, by a ship that has one left and may be given it."""
    what = event.object
    if what is None or event.to is None or not _is_action(what):
        return what is None or bool(candidates(what, ctx, event))
    if ctx.paying:
        return bool(_can_pay(event.to, what, ctx))
    if out_of_turn(ctx) and not _is_fleet_of_this_turn(event.to):
        return False
    pieces = [piece for ref in event.to.find(ctx) if (piece := ctx.piece(ref)) is not None]
    if not any(_could_have(piece, what, event, ctx) for piece in pieces):
        return False
    return bool(candidates(what, ctx, event))


def _could_have(piece: Piece, what: Selector, event: EventSpec, ctx: Context) -> bool:
    """Whether a piece could be given such an action: one more for a player's own needs his turn.

    It is none beyond the limit of the turn (abilities-work-on-an-opponents-turn, action limit).
    """
    besides = _is_extra(what) or (ctx.event is not None and "twice" not in event.manner)
    if piece.controller != ctx.player or not besides:
        return True
    his_turn = ctx.player == ctx.state.turn.player
    return grantable(game_of(ctx), piece, what.noun) if his_turn else not _is_extra(what)


def _can_pay(ships: Selector, what: Selector, ctx: Context) -> list[Piece]:
    """Those of some ships that have such an action left and may be given it, in their player's turn."""
    game = game_of(ctx)
    return [
        piece
        for piece in map(ctx.piece, ships.find(ctx))
        if piece is not None
        and piece.controller == game.state.turn.player
        and has_action_left(game, piece, what.noun)
        and game.allows(_price(piece, what.noun, ctx))
    ]


def _price(piece: Piece, noun: str, ctx: Context) -> Event:
    """The action that a ship gives up for something else."""
    event = asked(piece, noun, ctx.player).but(cause=ctx.cause, within=ctx.event)
    facts.AS_COST.put(event, True)
    return event


@performs("give")
def _give_by_ability(event: EventSpec, ctx: Context) -> Steps[bool]:
    """An ability gives an action: one more this turn, one to another's ship at once, or one as a price."""
    what = event.object
    if what is None or not _is_action(what):
        return (yield from plainly(event.but(type="transfer"), ctx))
    assert event.to is not None
    if _is_fleet_of_this_turn(event.to) and not _is_extra(what):
        ctx.state.turn.commander = ctx.player
        return True
    if ctx.paying and event.to.which == "a":
        able = [
            Option(piece.id, ctx.game.name(piece.id), (piece.id,)) for piece in _can_pay(event.to, what, ctx)
        ]
        if not able:
            return False
        payer = yield from ctx.game.choose(ctx.player, Kind.PICK, able, subject=ctx.source, event="affect")
        return (yield from _one(event, what, game_of(ctx).piece(payer), ctx))
    pieces = yield from pick(event.to, ctx, event.but(type="affect"))
    done = False
    for ref in pieces:
        piece = ctx.piece(ref)
        if piece is None:
            continue
        ctx.say(ref)
        done |= yield from _one(event, what, piece, ctx)
    return done


def _one(event: EventSpec, what: Selector, piece: Piece, ctx: Context) -> Steps[bool]:
    """Give an action by an ability to one piece."""
    game = game_of(ctx)
    noun = what.noun
    giver = _giver(event, ctx)
    if giver is not None and giver not in {ctx.player, piece.controller}:
        lender = ctx.copy()
        lender.player = giver
        return (yield from _lend(piece, noun, lender))
    mine = piece.controller == ctx.state.turn.player == (ctx.player if giver is None else giver)
    if "twice" in event.manner:
        return not _was_given_up(ctx) and grant(game, piece, _going_on(ctx) or noun, ctx)
    if mine and (_is_extra(what) or ctx.event is not None):
        return grant(game, piece, noun, ctx)
    if mine and piece.kind != "crew" and _is_cost(event, ctx):
        if has_action_left(game, piece, noun):
            yield from damage.burn(game, piece, _price(piece, noun, ctx))
        return (yield from give_up(game, piece, noun, ctx))
    return (yield from _lend(piece, noun, ctx))


def _was_given_up(ctx: Context) -> bool:
    """Whether the action is only spent: none is repeated (whirlpool-maker-spends-the-standard-action)."""
    given_now = next((found for found in chain(ctx.event) if found.type == "give"), None)
    return given_now is not None and facts.AS_COST.of(given_now)


def _is_fleet_of_this_turn(ships: Selector) -> bool:
    """Whether all ships of the player whose turn it is are meant."""
    return ships.which is None and isinstance(ships.of, Player) and ships.of.who == "active"


def _giver(event: EventSpec, ctx: Context) -> int | None:
    """The player who is said to give an action (maps-of-hades-opponent-commands-the-ship)."""
    found = event.agent.find(ctx) if event.agent is not None else []
    if event.agent is not None and event.agent.noun == "attacker":
        return next((piece.controller for ref in found if (piece := ctx.piece(ref)) is not None), None)
    return next((ref.player for ref in found if isinstance(ref, Seat)), None)


def _is_extra(what: Selector) -> bool:
    """Whether it is an action beyond the usual one."""
    return what.has_state(*_EXTRA) or what.count is not None or what.which == "another"


def _is_cost(event: EventSpec, ctx: Context) -> bool:
    """Whether an action is only given up: "give this ship a move action but do not move her"."""
    return event.agent is None or (event.to is not None and event.to.find(ctx) == [ctx.source])


def _going_on(ctx: Context) -> str | None:
    """The action that is being given."""
    return next((_noun(found) for found in chain(ctx.event) if found.type == "give"), None)


def _lend(piece: Piece, noun: str, ctx: Context) -> Steps[bool]:
    """Another player gives a ship an action: she obeys him for it and keeps her owner (all-powerful)."""
    game, state = game_of(ctx), ctx.state
    nouns = [found for found in FULL if found in ACTIONS] if noun == "action" else [noun]
    events = [asked(piece, found, ctx.player).but(cause=ctx.cause, within=ctx.event) for found in nouns]
    controller = piece.controller
    state.give_to(piece, ctx.player)
    if controller is not None:
        piece.lent_by = controller
    legal = {_noun(event): event for event in events if game.allows(event)}
    tries = _scuttling(piece, ctx.player, game) if noun == "action" else []
    happened = False
    if legal or tries:
        options = [Option(found, NAMES[found]) for found in legal]
        options += [choice.option for choice in tries if choice.option is not None]
        answer = yield from game.choose(ctx.player, Kind.ACTION, options, subject=piece.id, event="give")
        if isinstance(answer, str):
            happened = yield from game.propose(legal[answer])
        else:
            yield from tries[0].work()
            happened = True
    piece.lent_by = None
    if piece.controller == ctx.player:
        state.give_to(piece, controller)
    return happened


def _scuttling(piece: Piece, player: int, game: Game) -> list[Scuttle]:
    """A derelict may be made to try to sink, as her action (all-powerful-may-scuttle-a-derelict)."""
    return [choice for choice in scuttle_choices(game, player) if choice.ship is piece and choice.option]


def give_up(game: Game, piece: Piece, noun: str, ctx: Context) -> Steps[bool]:
    """Use a ship's action for something else: it counts as given, and nothing is done with it."""
    if not has_action_left(game, piece, noun):
        return False
    return (yield from game.propose(_price(piece, noun, ctx)))


@happens("fail")
def _fail(game: Game, event: Event) -> Steps[None]:
    """An attempt that fails costs no action (possession-costs-the-action-only-on-success)."""
    yield from ()
    ship = game.piece(event.agent)
    game.state.turn.actions[ship.id] = given(game, ship)[:-1]


@could("use")
def _could_use(event: EventSpec, ctx: Context) -> bool:
    """Her action is the standard one of the turn, not an additional one."""
    what = event.object
    if what is not None and _is_action(what):
        return bool(_payers(event, what, ctx))
    return what is None or bool(candidates(what, ctx, event))


@performs("use")
def _use(event: EventSpec, ctx: Context) -> Steps[bool]:
    """Use a ship's action for something: her action is given up."""
    what = event.object
    if what is None or not _is_action(what):
        return (yield from plainly(event, ctx))
    game = game_of(ctx)
    ships = _payers(event, what, ctx)
    if not ships:
        return False
    options = [Option(ship.id, ship.card.name, (ship.id,)) for ship in ships]
    picked = yield from game.choose(ctx.player, Kind.PICK, options, subject=ctx.source, event="use")
    return (yield from give_up(game, game.piece(picked), what.noun, ctx))


def _is_action(what: Selector) -> bool:
    return what.noun == "action" or what.noun in FULL


def _payers(event: EventSpec, what: Selector, ctx: Context) -> list[Piece]:
    """The ships that may give up their standard action: "a ship docked at this fort may use its action".

    They have one in their own player's turn only (abilities-work-on-an-opponents-turn).
    """
    turn, game = ctx.state.turn, game_of(ctx)
    ships = _said_to_pay(event, what, ctx)
    return [ship for ship in ships if ship.controller == turn.player and not given(game, ship)]


def _said_to_pay(event: EventSpec, what: Selector, ctx: Context) -> list[Piece]:
    """The ships whose action is spoken of: whoever is docked there, or the ship of this card."""
    agent = event.agent
    if what.of is not None and what.of.is_that and agent is not None and not isinstance(agent, Player):
        told = [ship for ref in agent.find(ctx) if (ship := ctx.piece(ref)) is not None]
        return [ship for ship in told if ship.controller == ctx.player]
    found: list[Ref] = what.of.find(ctx)[:1] if what.of is not None else []
    ship = ctx.piece(found[0]) if found else ctx.ship
    return [ship] if ship is not None else []
