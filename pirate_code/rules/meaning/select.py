"""Selectors on a position: which things a selector names, and whether a thing is one of them.

`find` lists them, nearest reading first; `fits` tests one. Both see the position through a `Context`. A word
that refers back ("that ship", "the target", "the other ship") is looked up in what has been said.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeGuard

from pirate_code.board.refs import Matter, Part, Ref, Seat
from pirate_code.board.state import Piece
from pirate_code.language import tree as t
from pirate_code.language.compare import normal_form
from pirate_code.rules.event import Event, chain
from pirate_code.rules.meaning import filters
from pirate_code.rules.meaning.context import Context
from pirate_code.rules.meaning.nouns import ABILITIES, PIECES, PLAYERS, ROLLS, ability_of, all_of, is_a

if TYPE_CHECKING:
    from pirate_code.rules.game import Game

BACKWARD = frozenset({"that", "the", "both"})


def find(selector: t.Selector, ctx: Context) -> list[Ref]:
    """Everything that a selector names, as the position stands; the count is not applied.

    A selector of no piece (an action, a hit) names a matter.
    """
    if isinstance(selector, t.Group):
        found = [ref for member in selector.members for ref in find(member, ctx)]
        return list(dict.fromkeys(found))
    if isinstance(selector, t.Person):
        return [Seat(player) for player in _person(selector, ctx)]
    if isinstance(selector, t.Named):
        return [
            piece.id
            for piece in ctx.state.pieces
            if piece.card.name == selector.name and _named(piece.id, ctx)
        ]
    if isinstance(selector, t.KeywordItself):
        return [Matter(selector.keyword)]
    return _pieces(selector, ctx)


def fits(selector: t.Selector, ref: Ref, ctx: Context) -> bool:
    """Whether a thing is one of those that a selector names."""
    if isinstance(selector, t.Group):
        return any(fits(member, ref, ctx) for member in selector.members)
    if isinstance(selector, t.Person):
        return isinstance(ref, Seat) and ref.player in _person(selector, ctx)
    if isinstance(selector, t.Named):
        return isinstance(ref, int) and ctx.state.pieces[ref].card.name == selector.name
    if isinstance(selector, t.KeywordItself):
        return isinstance(ref, Matter) and (
            ref.noun == selector.keyword or _is_keyword(ability_of(ctx.game, ref), selector.keyword)
        )
    if selector.which == "this":
        return not is_no(selector, ref, ctx.game) and ref in _this(selector, ctx)
    back = selector.which == "that" or (selector.which == "the" and selector.noun == "target")
    if back and (said := _said(selector, ctx)) is not None:
        return ref == said or _same_ability(ref, said, ctx)
    if selector.noun == "opponent" and isinstance(ref, Seat) and ref.player == ctx.player:
        return False
    if not is_a(ctx.game, ref, selector.noun) and not _counts_as(ref, selector.noun, ctx):
        return isinstance(ref, Matter) and selector.noun not in PIECES and _same_matter(ref, selector)
    if selector.which == "another" and ref == _own(ctx, ref):
        return False
    if _is_segment(ref) and (ref.number < 0) != (selector.which == "all"):
        return False  # the end of all segments together is none of one segment
    if isinstance(ref, Matter) and ref.noun in ROLLS and (ref.number < 0) != _is_all_dice(selector):
        return False  # nor is the end of all dice the roll of one
    if selector.of is not None and not _belongs(ref, selector.of, ctx):
        return False
    return all(filters.holds(found, ref, ctx) for found in selector.filters)


def is_no(selector: t.Selector, ref: Ref, game: Game) -> bool:
    """Whether a thing cannot be what a selector names, by its noun alone: quick, and most are not.

    Some words reach farther than their noun: "this card", a target, and what an ability says counts as one.
    """
    if not isinstance(selector, t.Pieces) or selector.noun in _WIDE or not isinstance(ref, int):
        return False
    return not is_a(game, ref, selector.noun) and not game.force.entries("state", "count")


_WIDE = frozenset({"card", "game_piece", "target"})


def _is_keyword(ability: t.Ability | None, keyword: str) -> bool:
    effect = ability.effect if ability is not None else None
    return isinstance(effect, t.KeywordAbility) and effect.keyword == keyword


def _same_ability(ref: Ref, said: Ref, ctx: Context) -> bool:
    """Whether two sources on one ship have the same ability (cancel-reaches-all-copies-aboard)."""
    one, other = ability_of(ctx.game, ref), ability_of(ctx.game, said)
    if one is None or other is None:
        return False
    assert isinstance(ref, Matter) and isinstance(said, Matter) and ref.of is not None and said.of is not None
    state = ctx.state
    ship = state.ship_of(state.pieces[ref.of])
    aboard = ship is not None and ship is state.ship_of(state.pieces[said.of])
    return aboard and normal_form(one) == normal_form(other)


def _is_segment(ref: Ref) -> TypeGuard[Matter]:
    return isinstance(ref, Matter) and ref.noun == "movement_segment"


def _counts_as(ref: Ref, noun: str, ctx: Context) -> bool:
    """Whether an ability says that a thing counts as one of a noun: "hull pieces count as masts"."""
    for entry in ctx.game.force.entries("state", "count"):
        wanted = entry.clause.pattern
        if wanted is None or wanted.agent is None or not isinstance(wanted.role, t.Pieces):
            continue
        if wanted.role.noun == noun and fits(wanted.agent, ref, ctx.game.force.context(entry, None)):
            return True
    return False


def _is_all_dice(selector: t.Pieces) -> bool:
    return selector.noun == "die" and selector.which == "all"


def _same_matter(ref: Matter, selector: t.Pieces) -> bool:
    return bool(ref.noun == selector.noun)


def _pieces(selector: t.Pieces, ctx: Context) -> list[Ref]:
    if selector.which == "this":
        return _this(selector, ctx)
    if selector.which in BACKWARD and selector.of is None and (said := _said(selector, ctx)) is not None:
        return [said]
    if selector.noun == "attacker" and (ship := _attacker(ctx)) is not None:
        return [ship]
    if selector.noun in PLAYERS and selector.of is not None:
        return _players_of(selector, ctx)
    everything: Iterable[Ref] = all_of(ctx.game, selector.noun)
    if any(isinstance(found, t.OutsideGame) for found in selector.filters):
        everything = [
            piece.id
            for piece in ctx.state.pieces
            if piece.where == filters.ASIDE and is_a(ctx.game, piece.id, selector.noun)
        ]
    found = [ref for ref in everything if fits(selector, ref, ctx)]
    if not found and selector.noun not in PIECES and selector.noun not in {"ability", *ABILITIES}:
        found = [Matter(selector.noun, ctx.ship.id if ctx.ship else None)]
    return filters.extremes(selector, found, ctx)


def _attacker(ctx: Context) -> int | None:
    """The ship that does what is going on."""
    for event in chain(ctx.event):
        of = event.agent.of if isinstance(event.agent, Part) else event.agent
        if isinstance(of, int) and ctx.state.pieces[of].afloat:
            return of
    return None


def _this(selector: t.Pieces, ctx: Context) -> list[Ref]:
    """This ship is the ship that the card is or is on; this crew, fort, island or card is the card itself."""
    card, ship = ctx.card, ctx.ship
    if selector.noun in {"card", "game_piece"} or (
        is_a(ctx.game, card.id, selector.noun) and card is not ship
    ):
        return [card.id]
    if ship is not None and is_a(ctx.game, ship.id, selector.noun):
        return [ship.id]
    if (near := _at_hand(selector.noun, ctx)) is not None:
        return near
    if ctx.event is not None and not ctx.said and not _concerns(ctx.event, card):
        return []
    if ctx.event is not None:  # an island speaks of the ship that docks, a treasure of the ship that loads it
        for slot in (ctx.event.agent, ctx.event.object, ctx.event.at, ctx.event.to):
            if slot is not None and is_a(ctx.game, slot, selector.noun):
                return [slot]
    said = _said(selector, ctx)
    return [] if said is None else [said]


def _concerns(event: Event, card: Piece) -> bool:
    """Whether an event happens to a card or where it is; a treasure ashore has no part in any other."""
    if card.kind != "treasure":
        return True
    slots = ((each.object, each.at, each.source, each.to) for each in chain(event))
    return any(slot in {card.id, card.where} for found in slots for slot in found if isinstance(slot, int))


def _at_hand(noun: str, ctx: Context) -> list[Ref] | None:
    """This island for what lies on it; this ship for an island (who visits it), or for what lies on one."""
    card = ctx.card
    holder = ctx.state.pieces[card.where] if card.where >= 0 else None
    if holder is not None and holder.kind == "island" and is_a(ctx.game, holder.id, noun):
        return [holder.id]
    if noun != "ship":
        return None
    if card.kind == "island":
        return next(([ref] for ref in ctx.said if is_a(ctx.game, ref, noun)), None)
    if holder is not None and holder.kind == "island" and ctx.event is None:
        return [ship.id for ship in ctx.state.ships(ctx.player) if ship.docked == holder.id]
    return None


def _said(selector: t.Pieces, ctx: Context) -> Ref | None:
    """What was last spoken of that fits the noun; "the other ship" and "the enemy ship" are not this one."""
    states = {found.state for found in selector.filters if isinstance(found, t.InState)}
    other = not states.isdisjoint({"other", "enemy"})
    ship = ctx.ship
    if selector.noun in {"result", "die_roll"}:
        return None
    if selector.noun == "target" and ctx.target is not None:
        return ctx.target
    if selector.noun == "target":
        declared = ctx.state.memory.get(f"target {ctx.source}")
        if (target := declared if declared is not None else target_of(ctx.event)) is not None:
            return target
    for ref in reversed(ctx.said):
        if not is_a(ctx.game, ref, selector.noun) and not (
            selector.noun == "target" and is_a(ctx.game, ref, "crew")  # a target crew was picked
        ):
            continue
        if (selector.noun == "target" or other) and ship is not None and ref == ship.id:
            continue
        return ref
    if selector.which == "that" and (met := _of_event(selector.noun, ctx, True)) is not None:
        return met
    return _of_event(selector.noun, ctx, other)


def target_of(event: Event | None) -> Ref | None:
    """The target of the shot or other attack that is going on."""
    for found in chain(event):
        if found.type in {"hit", "miss", "shoot_at", "target", "damage"}:
            return found.object
        if found.type in {"shoot", "fire", "roll", "make"} and (found.against or found.at) is not None:
            aimed = found.against if found.against is not None else found.at
            if isinstance(aimed, int):
                return aimed
    return None


def _of_event(noun: str, ctx: Context, other: bool) -> Ref | None:
    """A part in the event that the ability answers: its target first, then who does it."""
    event: Event | None = ctx.event
    if noun == "opponent":
        players = (found.player for found in chain(event))
        return next((Seat(one) for one in players if one is not None and one != ctx.player), None)
    own = ctx.ship.id if ctx.ship else None
    while event is not None:
        for slot in (event.object, event.against, event.at, event.to, event.source, event.agent, event.using):
            if slot is None or (other and slot == own):
                continue
            if is_a(ctx.game, slot, noun):
                return slot
            if isinstance(slot, Part) and is_a(ctx.game, slot.of, noun) and not (other and slot.of == own):
                return slot.of
        event = event.within
    return None


def _own(ctx: Context, ref: Ref) -> Ref | None:
    """The thing that "another" is told apart from: this card, or the ship it is on."""
    if ref == ctx.source:
        return ref
    ship = ctx.ship
    return ship.id if ship is not None and ref == ship.id else None


def _person(person: t.Person, ctx: Context) -> list[int]:
    state = ctx.state
    if person.who == "you":
        return [ctx.player]
    if person.who == "active":
        return [state.turn.player]
    step = 1 if person.who == "left" else -1
    start = ctx.player
    if person.of is not None:
        seats = [ref.player for ref in find(person.of, ctx) if isinstance(ref, Seat)]
        start = seats[0] if seats else start
    player = start
    while True:
        player = (player + step) % state.players
        if player not in state.out or player == start:
            return [player]


def _players_of(selector: t.Pieces, ctx: Context) -> list[Ref]:
    """The controller or owner of a piece."""
    assert selector.of is not None
    found: list[Ref] = []
    for ref in find(selector.of, ctx):
        piece = ctx.piece(ref)
        player = None if piece is None else piece.owner if selector.noun == "owner" else piece.controller
        if player is not None:
            found.append(Seat(player))
    return found


def _belongs(ref: Ref, of: t.Selector, ctx: Context) -> bool:
    """Whether a thing is somebody's: part of a piece, aboard, on an island, of a player, of a nation."""
    if isinstance(of, t.Person):
        players = _person(of, ctx)
        piece = ctx.piece(ref)
        if piece is None:
            return isinstance(ref, Matter)
        return (
            piece.home if piece.kind == "island" and piece.home is not None else piece.controller
        ) in players
    if isinstance(of, t.Pieces) and of.noun == "nationality":
        return filters.of_nationality(of, ref, ctx)
    if isinstance(of, t.Pieces) and (of.noun, of.which) == ("nation", "another"):
        return filters.of_another_nation(ref, ctx)
    owners = find(of, ctx)
    if isinstance(ref, Part):
        return ref.of in owners
    if isinstance(ref, Matter):
        if ref.of is None or ref.of in owners:
            return True
        controller = ctx.state.pieces[ref.of].controller  # an action is of the ship, and so of her player
        return controller is not None and Seat(controller) in owners
    if isinstance(ref, Seat):
        return ref in owners
    piece = ctx.state.pieces[ref]
    for owner in owners:
        if isinstance(owner, Seat):
            holder = piece.home if piece.kind == "island" and piece.home is not None else piece.controller
            if holder == owner.player:
                return True
        elif owner in {piece.where, ref}:
            return True
        elif isinstance(owner, int) and piece.home is not None:  # a ship's home island is her player's
            return piece.home == ctx.state.pieces[owner].controller
    return False


def _named(ref: int, ctx: Context) -> bool:
    piece = ctx.state.pieces[ref]
    return piece.in_play or ref == ctx.source
