"""What pieces become: of a state, of a nation, worth gold, a cannon; the parts that ships have."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pirate_code.board.refs import Part, Ref, Seat
from pirate_code.board.state import GONE, OUT, Lasting, Piece
from pirate_code.language import tree as t
from pirate_code.rules import stats, tally
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event
from pirate_code.rules.happen import carrying, islands, treasure
from pirate_code.rules.lasting import COPIED
from pirate_code.rules.meaning import perform
from pirate_code.rules.meaning.context import Context
from pirate_code.rules.meaning.perform import performs
from pirate_code.rules.registry import happens

if TYPE_CHECKING:
    from pirate_code.rules.game import Game

GOLD = frozenset({"gold", "treasure", "coin"})
Becoming = Callable[["Game", Ref, Any, "Context", Event], Steps[bool]]


@happens("become")
def _become(game: Game, event: Event) -> Steps[None]:
    """A thing becomes what a filter says, as far as the position can hold it."""
    found, ctx = event.facts["filter"], event.facts["ctx"]
    assert event.object is not None
    if not (yield from _BECOME[type(found)](game, event.object, found, ctx, event)):
        event.facts["failed"] = True


# --- states ----------------------------------------------------------------------------------------------


def _in_state(game: Game, ref: Ref, found: t.InState, ctx: Context, event: Event) -> Steps[bool]:
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
        carrying.link_by(game, piece, ctx)
        game.state.stamp += 1
    elif found.state in {"explored", "unexplored"}:
        for player in _players(game, toward):
            islands.mark_explored(game, piece, player, found.state == "explored")
    elif found.state == "friendly":
        players = _players(game, toward)
        game.state.give_to(piece, players[0] if players else ctx.player)
    elif isinstance(ref, Part):
        game.state.mark(piece, f"{found.state} {ref.noun} {ref.number}", not found.negated)
    else:
        game.state.mark(piece, found.state, not found.negated)
    return True


def _toward(found: t.InState, ctx: Context) -> list[Ref]:
    from pirate_code.rules.meaning import select

    return select.find(found.toward, ctx) if found.toward is not None else []


def _players(game: Game, refs: list[Ref]) -> list[int]:
    named = [ref.player for ref in refs if isinstance(ref, Seat)]
    return named or ([] if refs else list(range(game.state.players)))


# --- kinds -----------------------------------------------------------------------------------------------


def _is_a(game: Game, ref: Ref, found: t.IsA, ctx: Context, event: Event) -> Steps[bool]:
    """A piece of a nation, cargo worth gold, a cannon; a number that is what a treasure is worth."""
    yield from ()
    what = found.what
    if not isinstance(what, t.Pieces) or found.negated:
        return False
    piece = ctx.piece(ref)
    if what.noun == "gold_value":
        return _is_value(game, what, ctx)
    if piece is None:
        return False
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


def _is_value(game: Game, what: t.Pieces, ctx: Context) -> bool:
    from pirate_code.rules.meaning import select

    for ref in select.find(what.of, ctx) if what.of is not None else []:
        if isinstance(ref, int):
            tally.set_value(game, game.piece(ref), ctx.result)
    return True


def _is_worth(game: Game, piece: Piece, what: t.Pieces, ctx: Context) -> bool:
    """A captive is cargo that uses no ability; it is worth what the filter says (capture-gold, Ransom)."""
    from pirate_code.rules.meaning import amounts

    piece.role = "cargo"
    game.state.mark(piece, "captive")
    for found in what.filters:
        if isinstance(found, t.StatIs) and found.stat == "gold_value":
            worth = amounts.value(found.amount, ctx)
            tally.set_value(game, piece, max(piece.value, worth))
    return True


def _is_cannon(game: Game, piece: Piece, what: t.Pieces, ctx: Context) -> bool:
    """A treasure becomes a cannon of this ship and is spent (treasure-into-cannon-spends-a-whole-token)."""
    ship = ctx.ship
    if ship is None or piece.kind != "treasure":
        return False
    gun = next((found for found in what.filters if isinstance(found, t.OfRange)), None)
    add_cannon(game, ship, gun.rank or 3 if gun else 3, gun.range or "S" if gun else "S")
    game.state.put(piece, OUT)
    return True


def add_cannon(game: Game, ship: Piece, rank: int, reach: str) -> None:
    """Give a ship a cannon that is at no mast; what it is like is told by her states."""
    number = ship.parts.get("cannon", 0)
    ship.parts["cannon"] = number + 1
    game.state.mark(ship, f"cannon {number} {rank}{reach}")


# --- places and parts ------------------------------------------------------------------------------------


def _located(game: Game, ref: Ref, found: t.Located, ctx: Context, event: Event) -> Steps[bool]:
    """A ship comes to be docked somewhere; a piece comes to be in somebody's fleet."""
    from pirate_code.rules.meaning import select

    piece = ctx.piece(ref)
    places = select.find(found.what, ctx)
    if piece is None or not places:
        return False
    if found.place == "docked_at" and piece.kind in carrying.HULLS:
        docks = Event("dock", object=piece.id, at=places[0], player=ctx.player, cause=ctx.cause, within=event)
        return (yield from game.propose(docks))
    game.state.give_to(piece, ctx.player)
    return True


def _has(game: Game, ref: Ref, found: t.Has, ctx: Context, event: Event) -> Steps[bool]:
    """A ship comes to have parts, or to have no masts."""
    yield from ()
    piece = ctx.piece(ref)
    if piece is None:
        return False
    if isinstance(found.what, t.Pieces) and found.what.noun == "ability":
        return _copy(game, piece, found.what, ctx)
    return fit(game, piece, found)


def _copy(game: Game, piece: Piece, what: t.Pieces, ctx: Context) -> bool:
    """A piece has an ability that was spoken of until the next turn (copy-lasts-until-your-next-turn)."""
    from pirate_code.rules.meaning import select

    for copied in select.find(what, ctx):
        ends, turn = f"begin {ctx.player}", game.state.turn.number
        game.force.last(Lasting(COPIED, piece.id, ctx.player, (copied,), ends, turn, ctx.ability))
        return True
    return False


def fit(game: Game, piece: Piece, found: t.Has) -> bool:
    """Give a piece the parts that it is told to have; whether that is anything the position holds."""
    what = found.what
    if not isinstance(what, t.Pieces) or found.negated:
        return False
    if _is_no_mast(found):
        piece.masts = (GONE,) * len(piece.masts)
        return True
    from pirate_code.rules.meaning.nouns import CANNONS, MASTS, OTHER_PARTS

    count = what.count.value if isinstance(what.count, t.Number) else 1
    gun = next((one for one in what.filters if isinstance(one, t.OfRange)), None)
    if what.noun in CANNONS and gun is not None:
        for _ in range(count):
            add_cannon(game, piece, gun.rank or 3, gun.range or "S")
        return True
    if what.noun not in OTHER_PARTS | MASTS:
        return False
    piece.parts[what.noun] = count
    return True


def _is_no_mast(found: t.Has) -> bool:
    return isinstance(found.what, t.Pieces) and (found.what.noun, found.what.which) == ("mast", "no")


def fit_out(game: Game, ship: Piece) -> None:
    """Give a ship the parts that her abilities say she has: panels, blades, further hulls; for setup.

    One that is told to have no masts never had any, whatever she is listed with: her cannons stand at none.
    """
    from pirate_code.rules.meaning import select

    for entry in game.force.entries("hold", "has"):
        become = entry.clause.effect
        if not isinstance(become, t.Become) or become.strength not in {"do", "must"}:
            continue
        one = game.force.acts(entry, None)
        if (
            one is not None
            and isinstance(become.filter, t.Has)
            and select.fits(become.subject, ship.id, one.ctx)
        ):
            if _is_no_mast(become.filter):
                ship.masts = ()
            else:
                fit(game, ship, become.filter)


_BECOME: dict[type[t.Node], Becoming] = {
    t.InState: _in_state,
    t.IsA: _is_a,
    t.Located: _located,
    t.Has: _has,
}


# --- what is gained --------------------------------------------------------------------------------------


@performs("gain")
def _gains(event: t.Event, ctx: Context) -> Steps[bool]:
    """What is gained for good: gold on a home island, a keyword, or no actions for a turn."""
    what = event.object
    if isinstance(what, t.KeywordItself | t.Group) and event.agent is not None:
        gain = t.Gain(who=event.agent, what=what)
        said, turn = tuple(ctx.said), ctx.state.turn.number
        ctx.game.force.last(Lasting(gain, ctx.source, ctx.player, said, "game", turn))
        return True
    if isinstance(what, t.Pieces) and what.noun in GOLD and event.source is None:
        template = yield from perform.fill(event, ctx)
        return (yield from ctx.game.propose(template))
    return (yield from perform.plainly(event, ctx))


@happens("gain")
def _gain(game: Game, event: Event) -> Steps[None]:
    """Somebody gains gold, a home island a treasure; what a ship gains for good is her own."""
    yield from ()
    what = event.facts.get("tree")
    ctx = event.facts.get("ctx")
    if what is None or ctx is None or not isinstance(what.object, t.Pieces):
        return
    noun = what.object.noun
    piece = game.piece(event.object) if isinstance(event.object, int) else None
    if noun in GOLD and event.source is None and piece is None:
        amount = _amount(what.object, ctx)
        player = _gainer(game, event)
        if player is not None:
            treasure.make_gold(game, player, amount)
    elif piece is not None and (event.source is not None or noun in GOLD):
        player = _gainer(game, event)
        home = game.state.home(player) if player is not None else None
        if home is not None:
            treasure.move_to(game, piece, home)


def _amount(what: t.Pieces, ctx: Context) -> int:
    from pirate_code.rules.meaning import amounts

    for found in what.filters:
        if isinstance(found, t.StatIs) and found.stat == "gold_value":
            return amounts.value(found.amount, ctx)
    return amounts.value(what.count, ctx) if what.count is not None else 1


def _gainer(game: Game, event: Event) -> int | None:
    if isinstance(event.agent, Seat):
        return event.agent.player
    if isinstance(event.agent, int):
        piece = game.piece(event.agent)
        return piece.home if piece.kind == "island" else piece.controller
    return event.player
