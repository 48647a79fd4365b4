"""Pieces that change places with each other: trades, swaps and exchanges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pirate_code.board.state import Piece
from pirate_code.rules import capacity
from pirate_code.rules import event_facts as facts
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.event import Event, chain
from pirate_code.rules.happen import carrying, treasure
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.performing import candidates, could, is_random, performs
from pirate_code.rules.program.selectors import Selector
from pirate_code.rules.registry import banned, happens

if TYPE_CHECKING:
    from pirate_code.rules.game import Game


@banned("trade", "swap", "exchange")
def _cannot_trade(game: Game, event: Event) -> str | None:
    """Both must be free to leave, and each must fit where the other was (treasure-for-crew-swap-fails)."""
    if not isinstance(event.object, int) or not isinstance(event.exchange, int):
        return None
    one, other = game.piece(event.object), game.piece(event.exchange)
    if one.where < 0 or other.where < 0:
        return "both must be in play"
    for piece, back in ((one, other), (other, one)):
        there = back.where
        kept = treasure.can_be_transferred(game, event.but(object=piece.id), there)
        if kept is not None:
            return kept
        if _must_stay_ashore(piece, event, game):
            return f"{piece.card.name} cannot be loaded where it is"
        if game.piece(there).kind == "island" and piece.kind == "crew" and piece.card.points == 0:
            return f"{piece.card.name} costs no points and cannot be put ashore"
    for piece, there in ((one, other.where), (other, one.where)):
        source = game.piece(piece.where)
        left = _may_be_left_on(game, piece, source, game.piece(there), event) is not None
        if left or (_is_found(piece, source) and _is_loaded(piece)):  # that shows, and takes no space then
            return None
    return carrying.swap_overloads(game, one, other)


@happens("trade", "swap", "exchange")
def _trade(game: Game, event: Event) -> Steps[None]:
    """Two pieces change places; then nobody may carry too much."""
    if not isinstance(event.object, int) or not isinstance(event.exchange, int):
        facts.FAILED.put(event, True)
        return
    one, other = game.piece(event.object), game.piece(event.exchange)
    there, here = one.where, other.where
    treasure.move_to(game, one, game.piece(here))
    treasure.move_to(game, other, game.piece(there))
    for piece, source in ((one, there), (other, here)):
        yield from _found_by(game, piece, game.piece(source), event)
        _leave_what_is_too_much(game, piece, game.piece(source), event)
    yield from carrying.settle(game, event)


def _found_by(game: Game, piece: Piece, source: Piece, event: Event) -> Steps[None]:
    """A unique treasure that comes aboard from a wild island is found there.

    Ruling davy-jones-key-may-leave-what-it-brings.
    """
    ship = game.state.ship_of(piece)
    if ship is None or not _is_found(piece, source) or not _is_loaded(piece) or piece.face_up:
        return
    found = Event("reveal", agent=ship.id, object=piece.id, at=source.id, player=ship.controller)
    found.cause, found.within = event.cause, event
    yield from game.propose(found)
    yield from game.propose(found.but(type="load", source=source.id))


def _leave_what_is_too_much(game: Game, piece: Piece, source: Piece, event: Event) -> None:
    """What need not be loaded, and what she has no room for, lies on the island that she explores."""
    ship = game.state.ship_of(piece)
    island = _may_be_left_on(game, piece, source, ship, event) if ship is not None else None
    if ship is not None and island is not None and capacity.space_left(game, ship) < 0:
        treasure.move_to(game, piece, island)


def _may_be_left_on(game: Game, piece: Piece, source: Piece, ship: Piece, event: Event) -> Piece | None:
    """The island that she explores, where what comes from another one need not be loaded.

    Ruling davy-jones-key-may-leave-what-it-brings.
    """
    explores = next((found for found in chain(event) if found.type == "explore"), None)
    if explores is None or explores.agent != ship.id or not isinstance(explores.at, int):
        return None
    island = game.piece(explores.at)
    found = _is_found(piece, source) and not _is_loaded(piece)
    return island if found and island.kind == "island" else None


def _is_found(piece: Piece, source: Piece) -> bool:
    """Whether it is a treasure that comes from a wild island."""
    return piece.kind == "treasure" and source.kind == "island" and source.home is None


def _is_loaded(piece: Piece) -> bool:
    """Whether it is loaded whenever it is found, as unique treasure is (unique-treasure-must-be-taken)."""
    return treasure.is_unique(piece) and not treasure.loads_face_down(piece)


@could("trade", "swap", "exchange")
def _could_trade(event: EventSpec, ctx: Context) -> bool:
    """Whether there is something on both sides."""
    other = event.exchange if event.exchange is not None else event.using
    if event.object is None or other is None:
        return False
    ours, theirs = (_found(side, event, ctx, side is event.object) for side in (event.object, other))
    return any(_can_change_places(one, two, event, ctx) for one in ours for two in theirs)


@performs("trade", "swap", "exchange")
def _trades(event: EventSpec, ctx: Context) -> Steps[bool]:
    """Pick both sides and let them change places, one for one; what came instead is spoken of last."""
    if event.object is None:
        return False
    other = event.exchange if event.exchange is not None else event.using
    if other is None:
        return False
    partners = _found(other, event, ctx, mine=False)
    ours = yield from _picked(event.object, event, ctx, mine=True, partners=partners)
    if not ours:
        return False
    done = False
    for one in ours:
        theirs = yield from _picked(other, event, ctx, mine=False, but=one, given=ours)
        if not theirs:
            break
        made = Event(
            event.type,
            object=one.id,
            exchange=theirs[0].id,
            player=ctx.player,
            cause=ctx.cause,
            within=ctx.event,
        )
        if (yield from ctx.game.propose(made)):
            ctx.say(one.id, theirs[0].id)
            done = True
    return done


def _picked(
    selector: Selector,
    event: EventSpec,
    ctx: Context,
    mine: bool,
    *,
    but: Piece | None = None,
    given: Sequence[Piece] = (),
    partners: Sequence[Piece] = (),
) -> Steps[list[Piece]]:
    """The pieces of one side: so many as asked for on ours, one at a time on theirs."""
    found = _found(selector, event, ctx, mine)
    found = [piece for piece in found if piece is not but and piece not in given and piece.where >= 0]
    if but is not None:
        found = [piece for piece in found if _can_change_places(but, piece, event, ctx)]
    if mine:
        found = [one for one in found if any(_can_change_places(one, two, event, ctx) for two in partners)]
    if not found:
        return []
    least, most = selector.how_many(len(found), ctx) if mine else (1, 1)
    if is_random(selector, event):
        ctx.state.dice.shuffle(found)
        return found[:most]
    picked: list[Piece] = []
    while found and len(picked) < most:
        options = [Option(piece.id, ctx.game.name_for(piece.id, ctx.player), (piece.id,)) for piece in found]
        if len(picked) >= least:
            options.append(Option(None, "no more"))
        answer = yield from ctx.game.choose(
            ctx.player, Kind.PICK, options, subject=ctx.source, event=event.type
        )
        if answer is None:
            break
        picked.append(ctx.state.pieces[answer])
        found.remove(picked[-1])
    return picked


def _found(selector: Selector, event: EventSpec, ctx: Context, mine: bool) -> list[Piece]:
    """Cargo that a side names; a ship stands for the treasure aboard her."""
    refs = candidates(selector, ctx, event) if mine else selector.find(ctx)
    pieces = [ctx.state.pieces[ref] for ref in refs if isinstance(ref, int)]
    if mine and event.source is None and selector.noun and not _placed(selector):
        ship = ctx.ship
        pieces = [piece for piece in pieces if ship is not None and piece.where == ship.id]
    aboard = [
        found for ship in pieces if ship.kind in capacity.HULLS for found in ctx.state.treasure(ship.id)
    ]
    return [piece for piece in pieces if piece.kind in capacity.CARGO] + aboard


def _can_change_places(one: Piece, other: Piece, event: EventSpec, ctx: Context) -> bool:
    made = Event(event.type, object=one.id, exchange=other.id, player=ctx.player, cause=ctx.cause)
    made.within = ctx.event
    return one is not other and one.where != other.where and ctx.game.allows(made)


def _must_stay_ashore(piece: Piece, event: Event, game: Game) -> bool:
    """Whether an ability keeps it from being loaded where it is (wolves-and-trading-between-islands).

    One that lies open on its island and says that it is put there and not loaded stays too.
    """
    if piece.kind != "treasure":
        return False
    asked = event.but(type="load", object=piece.id, exchange=None, source=piece.where)
    open_ashore = treasure.is_showing(piece) and game.piece(piece.where).kind == "island"
    stays = open_ashore and treasure.stays_there(game, asked)
    return stays or any(True for _ in game.active.matching("forbid", asked))


def _placed(selector: Selector) -> bool:
    return selector.of is not None or any(
        found.is_place or found.event is not None for found in selector.filters
    )
