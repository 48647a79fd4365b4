"""What comes out of a player's collection: coins of every printed value, and unique treasure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pirate_code.board.card import coin
from pirate_code.board.state import ASIDE, Piece
from pirate_code.rules import capacity, tally
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.event import Event
from pirate_code.rules.game import game_of
from pirate_code.rules.happen import treasure
from pirate_code.rules.program import abilities
from pirate_code.rules.program.amounts import StatOf
from pirate_code.rules.program.filters import StatIs
from pirate_code.rules.program.performing import pick
from pirate_code.rules.program.selectors import THIS_SHIP

if TYPE_CHECKING:
    from pirate_code.board.refs import Ref
    from pirate_code.rules.game import Game
    from pirate_code.rules.program.context import Context
    from pirate_code.rules.program.event_spec import EventSpec
    from pirate_code.rules.program.selectors import Selector

HIGHEST = 7  # no coin is printed with more


def is_coin_from_outside(what: Selector | None) -> bool:
    """Whether a coin from a collection is meant: by its noun, or as "one of greater value"."""
    if what is None:
        return False
    named = what if what.noun == "coin" else what.of
    if named is None or named.noun not in {"coin", "gold_value"}:
        return False
    return any(narrow.is_outside for narrow in named.filters)


def replace_coin(event: EventSpec, ctx: Context) -> Steps[bool]:
    """Coins are replaced, each with one of greater value that the player picks."""
    assert event.object is not None
    done = False
    for ref in (yield from pick(event.object, ctx, event)):
        old = ctx.piece(ref)
        new = yield from _coin(range((old.value if old is not None else 0) + 1, HIGHEST + 1), event, ctx)
        if old is not None and new is not None:
            replaced = Event("replace", object=old.id, using=new.id, player=ctx.player, cause=ctx.cause)
            done |= yield from ctx.game.propose(replaced.but(within=ctx.event))
    return done


def is_unique_from_outside(what: Selector | None) -> bool:
    """Whether a unique treasure of a collection is meant."""
    return what is not None and what.noun == "unique_treasure" and any(one.is_outside for one in what.filters)


def loadable(coin: Ref, event: EventSpec, ctx: Context) -> list[Piece]:
    """The unique treasures of a collection that the ship could load in place of a coin.

    There must be room, and its text must not keep it ashore.
    See mysterious-island-exchange-for-a-unique-treasure.
    """
    game, old = game_of(ctx), ctx.piece(coin)
    ship = next((piece for ref in THIS_SHIP.find(ctx) if (piece := ctx.piece(ref)) is not None), None)
    found = [piece for ref in event.using.find(ctx) if (piece := ctx.piece(ref))] if event.using else []
    if ship is None or old is None:
        return found
    found = [piece for piece in found if not _stays_ashore(game, ship, piece, old)]
    freed = capacity.space_of(game, old) if old.where == ship.id else 0
    return [piece for piece in found if _space_with(game, ship, piece) + freed >= 0]


def _stays_ashore(game: Game, ship: Piece, piece: Piece, coin: Piece) -> bool:
    """Whether a treasure that came in the place of a coin would stay on the island of the coin."""
    if abilities.stays_on_its_island(piece.card.abilities, piece.card.name):
        return True
    return treasure.belongs_ashore(
        game, ship, piece, coin.where if coin.where != ship.id else coin.loaded_from
    )


def _space_with(game: Game, ship: Piece, piece: Piece) -> int:
    """The cargo spaces that were left if a treasure lay open aboard."""
    state, where, up = game.state, piece.where, piece.face_up
    with game.active.supposing(), game.cache:
        state.put(piece, ship.id)
        state.turn_face(piece, True)
        try:
            return capacity.space_left(game, ship)
        finally:
            state.put(piece, where)
            state.turn_face(piece, up)


def replace_with_unique(event: EventSpec, ctx: Context) -> Steps[bool]:
    """Coins are replaced, each with a unique treasure that the player picks."""
    assert event.object is not None
    done = False
    for ref in (yield from pick(event.object, ctx, event)):
        found = loadable(ref, event, ctx)
        if not found:
            continue
        options = [Option(piece.id, ctx.game.name_for(piece.id, ctx.player), (piece.id,)) for piece in found]
        new = yield from ctx.game.choose(ctx.player, Kind.PICK, options, subject=ctx.source, event=event.type)
        replaced = Event("replace", object=ref, using=new, player=ctx.player, cause=ctx.cause)
        done |= yield from ctx.game.propose(replaced.but(within=ctx.event))
    return done


def place_coin(event: EventSpec, ctx: Context) -> Steps[bool]:
    """A coin is put face down on the island that speaks of it, of no greater value than is told."""
    assert event.object is not None
    most = min(HIGHEST, max((_told(one, ctx) for one in event.object.filters), default=HIGHEST))
    new = yield from _coin(range(1, most + 1), event, ctx)
    if new is None:
        return False
    put = Event("place", object=new.id, to=ctx.source, player=ctx.player, cause=ctx.cause)
    put.manner = frozenset({"face_down"})
    return (yield from ctx.game.propose(put.but(within=ctx.event)))


def _told(narrow: object, ctx: Context) -> int:
    """The value that a coin may have at most: that of the best of those of which it is told."""
    if not isinstance(narrow, StatIs) or not isinstance(narrow.amount, StatOf):
        return 0
    found = (ctx.piece(ref) for ref in narrow.amount.of.find(ctx))
    return max((piece.value for piece in found if piece is not None), default=0)


def is_load_from_outside(what: Selector | None) -> bool:
    """Whether treasure of a collection is meant, of any kind and as much as fits."""
    if what is None or what.noun != "treasure" or what.count is None or what.count.exact is not None:
        return False
    return any(one.is_outside for one in what.filters)


def fill(event: EventSpec, template: Event, ctx: Context) -> Steps[bool]:
    """Treasure of a collection is put aboard until no more fits, coins or unique ones as its player picks."""
    assert event.object is not None
    game, ship = game_of(ctx), ctx.piece(template.to)
    if ship is None or ship.kind not in capacity.HULLS:
        return False
    done = False
    while capacity.space_left(game, ship) > 0:
        fit = [
            piece
            for ref in event.object.find(ctx)
            if (piece := ctx.piece(ref)) is not None
            and piece.is_unique
            and _space_with(game, ship, piece) >= 0
            and ctx.game.allows(template.but(object=ref))
        ]
        picked = yield from _coin(range(1, HIGHEST + 1), event, ctx, fit)
        if picked is None:
            break
        put = template.but(object=picked.id, facts=dict(template.facts))
        if not picked.is_unique:
            put.manner = template.manner | {"face_down"}
        if not (yield from ctx.game.propose(put)):
            break
        done = True
    return done


def _coin(values: range, event: EventSpec, ctx: Context, others: Sequence[Piece] = ()) -> Steps[Piece | None]:
    """A coin of one of these values, as the player picks, or one of these other pieces."""
    if not values:
        return None
    options = [Option({"coin": value}, f"a coin of {value} gold") for value in reversed(values)]
    options += [Option(one.id, ctx.game.name(one.id), (one.id,)) for one in others]
    picked = yield from ctx.game.choose(ctx.player, Kind.PICK, options, subject=ctx.source, event=event.type)
    if not isinstance(picked, dict):
        return ctx.state.pieces[int(picked)]
    value = int(picked["coin"])
    tally.count_made(ctx.state, value)  # it was not in the game before
    return ctx.state.add(coin(value), None, ASIDE)
