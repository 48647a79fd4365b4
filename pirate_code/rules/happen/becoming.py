"""What pieces become: of a state, of a nation, worth gold, a cannon; the parts that ships have."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pirate_code.board.card import Cannon
from pirate_code.board.refs import Part, Ref, Seat
from pirate_code.board.state import GONE, OUT, End, Lasting, PartState, Piece, Until
from pirate_code.rules import capacity, stats, tally
from pirate_code.rules import event_facts as facts
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event
from pirate_code.rules.happen import islands, treasure
from pirate_code.rules.program import performing
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.effects import Become
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.filters import Filter, Has, InState, IsA, Located, OfRange, StatIs
from pirate_code.rules.program.lower import derived
from pirate_code.rules.program.nouns import CANNONS, MASTS, OTHER_PARTS
from pirate_code.rules.program.performing import performs
from pirate_code.rules.program.selectors import KeywordItself, Selector, Several
from pirate_code.rules.program.staying import as_lasting
from pirate_code.rules.registry import closes, happens

if TYPE_CHECKING:
    from pirate_code.rules.game import Game

GOLD = frozenset({"gold", "treasure", "coin"})
Becoming = Callable[["Game", Ref, Any, "Context", Event], Steps[bool]]


@happens("become")
def _become(game: Game, event: Event) -> Steps[None]:
    """A thing becomes what a filter says, as far as the position can hold it."""
    found, ctx = facts.FILTER.of(event), facts.CTX.of(event)
    assert event.object is not None
    if not (yield from _BECOME[type(found)](game, event.object, found, ctx, event)):
        facts.FAILED.put(event, True)


# --- states ----------------------------------------------------------------------------------------------


def _in_state(game: Game, ref: Ref, found: InState, ctx: Context, event: Event) -> Steps[bool]:
    """Linked, unexplored and friendly are told toward somebody; every other state is a mark on the piece."""
    yield from ()
    piece = ctx.piece(ref)
    if piece is None:
        return False
    toward = _toward(found, ctx)
    if found.state == "linked":
        others = ctx.copy()
        others.said = [said for said in ctx.said if said != ref]  # "that crew" is another than this crew
        names = {game.name(other) for other in _toward(found, others) if isinstance(other, int)}
        piece.linked = piece.linked | names
        capacity.link_by(game, piece, ctx)
        game.state.stamp += 1
    elif found.state in {"explored", "unexplored"}:
        for player in _players(game, toward):
            islands.mark_explored(game, piece, player, found.state == "explored")
    elif found.state == "friendly":
        players = _players(game, toward)
        game.state.give_to(piece, players[0] if players else ctx.player)
    elif isinstance(ref, Part):
        marked = {PartState(found.state, ref)}
        piece.part_states = piece.part_states - marked if found.negated else piece.part_states | marked
        game.state.stamp += 1
    else:
        game.state.mark(piece, found.state, not found.negated)
    return True


def _toward(found: InState, ctx: Context) -> list[Ref]:
    return found.toward.find(ctx) if found.toward is not None else []


def _players(game: Game, refs: list[Ref]) -> list[int]:
    named = [ref.player for ref in refs if isinstance(ref, Seat)]
    return named or ([] if refs else list(range(game.state.players)))


# --- kinds -----------------------------------------------------------------------------------------------


def _is_a(game: Game, ref: Ref, found: IsA, ctx: Context, event: Event) -> Steps[bool]:
    """A piece of a nation, cargo worth gold, a cannon; a number that is what a treasure is worth."""
    yield from ()
    what = found.what
    if not what.noun or found.negated:
        return False
    piece = ctx.piece(ref)
    if what.noun == "gold_value":
        return _is_value(game, what, ctx)
    if piece is None:
        return False
    if isinstance(ref, Part) and what.noun in OTHER_PARTS:  # a cannon is a claw cannon from now on
        piece.part_states = piece.part_states | {PartState(what.noun, ref)}
        game.state.stamp += 1
        return True
    nation = stats.nation_in(what)
    if nation is not None:
        piece.nation = nation
        game.state.stamp += 1
        return True
    if what.noun in {"cargo", "treasure"}:
        return _is_worth(game, piece, what, ctx)
    if what.noun == "cannon":
        return _is_cannon(game, piece, what, ctx)
    return False


def _is_value(game: Game, what: Selector, ctx: Context) -> bool:
    for ref in what.of.find(ctx) if what.of is not None else []:
        if isinstance(ref, int):
            tally.set_value(game, game.piece(ref), int(ctx.result))
    return True


def _is_worth(game: Game, piece: Piece, what: Selector, ctx: Context) -> bool:
    """A captive is cargo that uses no ability; it is worth what the filter says (capture-gold, Ransom)."""
    piece.role = "cargo"
    game.state.mark(piece, "captive")
    for found in what.filters:
        if isinstance(found, StatIs) and found.stat == "gold_value":
            tally.set_value(game, piece, max(piece.value, found.amount.value(ctx)))
    return True


def _is_cannon(game: Game, piece: Piece, what: Selector, ctx: Context) -> bool:
    """A treasure becomes a cannon of this ship and is spent (treasure-into-cannon-spends-a-whole-token)."""
    ship = ctx.ship
    if ship is None or piece.kind != "treasure":
        return False
    gun = next((found for found in what.filters if isinstance(found, OfRange)), None)
    add_cannon(game, ship, gun.rank or 3 if gun else 3, gun.range or "S" if gun else "S")
    game.state.put(piece, OUT)
    return True


def add_cannon(game: Game, ship: Piece, rank: int, reach: str) -> None:
    """Give a ship a cannon that is at no mast."""
    ship.given_cannons += (Cannon(rank, reach),)
    game.state.stamp += 1


# --- places and parts ------------------------------------------------------------------------------------


def _located(game: Game, ref: Ref, found: Located, ctx: Context, event: Event) -> Steps[bool]:
    """A ship comes to be docked somewhere; a piece comes to be in somebody's fleet."""
    piece = ctx.piece(ref)
    places = found.what.find(ctx)
    if piece is None or not places:
        return False
    if found.place == "docked_at" and piece.kind in capacity.HULLS:
        docks = Event("dock", object=piece.id, at=places[0], player=ctx.player, cause=ctx.cause, within=event)
        return (yield from game.propose(docks))
    game.state.give_to(piece, ctx.player)
    return True


def _has(game: Game, ref: Ref, found: Has, ctx: Context, event: Event) -> Steps[bool]:
    """A ship comes to have parts, or to have no masts."""
    yield from ()
    piece = ctx.piece(ref)
    if piece is None:
        return False
    if found.what.noun == "ability":
        return _copy(game, piece, found.what, ctx)
    return fit(game, piece, found)


def _copy(game: Game, piece: Piece, what: Selector, ctx: Context) -> bool:
    """A piece has an ability that was spoken of until the next turn (copy-lasts-until-your-next-turn)."""
    for copied in what.find(ctx):
        ends = End(Until.BEGINNING, ctx.player, game.state.turn.number)
        game.begin(Lasting(derived.copied(), piece.id, ctx.player, (copied,), ends, ctx.ability))
        return True
    return False


def fit(game: Game, piece: Piece, found: Has) -> bool:
    """Give a piece the parts that it is told to have; whether that is anything the position holds."""
    what = found.what
    if not what.noun or found.negated:
        return False
    if _is_no_mast(found):
        piece.masts = (GONE,) * len(piece.masts)
        return True
    exact = what.count.exact if what.count is not None else None
    count = 1 if exact is None else exact
    gun = next((one for one in what.filters if isinstance(one, OfRange)), None)
    if what.noun in CANNONS and gun is not None:
        for _ in range(count):
            add_cannon(game, piece, gun.rank or 3, gun.range or "S")
        return True
    if what.noun not in OTHER_PARTS | MASTS:
        return False
    piece.parts[what.noun] = count
    return True


def _is_no_mast(found: Has) -> bool:
    return (found.what.noun, found.what.which) == ("mast", "no")


def fit_out(game: Game, ship: Piece) -> None:
    """Give a ship the parts that her abilities say she has: panels, blades, further hulls; for setup.

    One that is told to have no masts never had any, whatever she is listed with: her cannons stand at none.
    """
    for entry in game.active.entries("hold", "has"):
        become = entry.op.effect
        if not isinstance(become, Become) or become.modal not in {"do", "must"}:
            continue
        one = game.active.acts(entry, None)
        if one is not None and isinstance(become.filter, Has) and become.subject.fits(ship.id, one.ctx):
            if _is_no_mast(become.filter):
                ship.masts, ship.parts["mast"] = (), 0  # she is no derelict for it, though it be cancelled
            else:
                fit(game, ship, become.filter)


@closes("sink")
def _made_cannons_go(game: Game, event: Event) -> Steps[None]:
    """A ship that comes home again has no cannons of treasure (treasure-into-cannon-and-eternal)."""
    yield from ()
    ship = game.piece(event.object)
    if facts.REPLACED.of(event) and ship.given_cannons:
        ship.given_cannons = ()
        for entry in game.active.entries("hold", "has"):
            found = entry.op.effect.filter if isinstance(entry.op.effect, Become) else None
            if entry.source == ship.id and isinstance(found, Has) and found.what.noun in CANNONS:
                fit(game, ship, found)
        game.state.stamp += 1


_BECOME: dict[type[Filter], Becoming] = {
    InState: _in_state,
    IsA: _is_a,
    Located: _located,
    Has: _has,
}


# --- what is gained --------------------------------------------------------------------------------------


@performs("gain")
def _gains(event: EventSpec, ctx: Context) -> Steps[bool]:
    """What is gained for good: gold on a home island, a keyword, or no actions for a turn."""
    what = event.object
    if isinstance(what, KeywordItself | Several) and event.agent is not None:
        ctx.game.begin(as_lasting(derived.gained(event.agent, what), ctx, End(Until.GAME)))
        return True
    if what is not None and (what.noun, what.which) == ("action", "no"):
        turn = ctx.state.turn
        turn.commander, turn.orders_over = ctx.player, True  # altar-of-the-loa-may-give-no-actions
        return True
    if event.noun in GOLD and event.source is None:
        template = yield from performing.fill(event, ctx)
        return (yield from ctx.game.propose(template))
    return (yield from performing.plainly(event, ctx))


@happens("gain")
def _gain(game: Game, event: Event) -> Steps[None]:
    """Somebody gains gold, a home island a treasure; what a ship gains for good is her own."""
    yield from ()
    spec = facts.SPEC.get(event, None)
    ctx = facts.CTX.get(event, None)
    if spec is None or ctx is None or spec.object is None or not spec.noun:
        return
    noun = spec.noun
    piece = game.piece(event.object) if isinstance(event.object, int) else None
    if noun in GOLD and event.source is None and piece is None:
        amount = _amount(spec.object, ctx)
        player = _gainer(game, event)
        if player is not None:
            treasure.make_gold(game, player, amount)
    elif piece is not None and (event.source is not None or noun in GOLD):
        player = _gainer(game, event)
        home = game.state.home(player) if player is not None else None
        if home is not None:
            treasure.move_to(game, piece, home)


def _amount(what: Selector, ctx: Context) -> int:
    for found in what.filters:
        if isinstance(found, StatIs) and found.stat == "gold_value":
            return found.amount.value(ctx)
    return what.count.value(ctx) if what.count is not None else 1


def _gainer(game: Game, event: Event) -> int | None:
    if isinstance(event.agent, Seat):
        return event.agent.player
    if isinstance(event.agent, int):
        piece = game.piece(event.agent)
        return piece.home if piece.kind == "island" else piece.controller
    return event.player
