"""Ramming and pinning: what follows when a move action that is resolved has brought a bow against an enemy.

A ram comes when the move action is resolved, before whatever answers that; a pin and one boarding follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter, Part, Ref, as_answer
from pirate_code.board.state import UP, Piece
from pirate_code.rules import event_facts as facts
from pirate_code.rules import reasons
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.event import Cause, Event, chain
from pirate_code.rules.happen import boarding
from pirate_code.rules.happen.sailing import HULLS, contacts
from pirate_code.rules.program.filters import Touching
from pirate_code.rules.program.performing import performs, pick
from pirate_code.rules.registry import banned, closes, happens
from pirate_code.rules.table import touching

if TYPE_CHECKING:
    from pirate_code.rules.game import Game
    from pirate_code.rules.program.context import Context
    from pirate_code.rules.program.event_spec import EventSpec

RAMMING = Cause("ramming")
PINNING = Cause("pinning")


@happens("resolve")
def _resolve(game: Game, event: Event) -> Steps[None]:
    """After a move action in which she moved, she rams (ram-comes-after-the-move-action)."""
    given = next((found for found in chain(event) if found.type == "give"), None)
    if given is None or facts.OVER.of(given) or facts.AS_COST.of(given):
        return
    ship = game.piece(event.agent)
    rammed: set[int] = set()
    if ship.afloat and facts.MOVED.of(given):
        yield from _ram_what_she_meets(game, ship, event, rammed)
        yield from _board_what_she_meets(game, ship, event, rammed)
    yield from _ram_with_parts(game, ship, event, rammed)
    if ship.afloat and game.edition.bow_contact_pins:
        if not rammed:
            yield from _pin_by_contact(game, ship, event)
        yield from _pin_whom_she_meets(game, ship, event)


def _ram_what_she_meets(game: Game, ship: Piece, event: Event, rammed: set[int]) -> Steps[None]:
    """One ship in a move action, of her player's choice (ram-one-ship-only); it is no choice by the Code."""
    targets = [other for other in enemies_at_the_bow(game, ship) if game.allows(_ram(ship, other, event))]
    options = [Option(other.id, f"ram {other.card.name}", (other.id,)) for other in targets]
    if game.edition.ram_is_optional:
        options.append(Option(None, "do not ram"))
    if targets:
        player = _player(game, ship)
        picked = yield from game.choose(player, Kind.TARGET, options, subject=ship.id, event="ram")
        if picked is not None:
            rammed.add(picked)
            yield from ram(game, ship, game.piece(picked), event)


def _board_what_she_meets(game: Game, ship: Piece, event: Event, rammed: set[int]) -> Steps[None]:
    """She boards a creature that is not rammed, if an ability has it boarded nonetheless."""
    for number in [number for number, bow in contacts(game, ship).items() if bow and number not in rammed]:
        other = game.piece(number)
        if other.kind == "sea creature" and other.controller != ship.controller and ship.afloat:
            yield from boarding.without_a_ram(game, ship, other, event)


def _ram_with_parts(game: Game, ship: Piece, event: Event, rammed: set[int]) -> Steps[None]:
    """A part that reaches farther than her bow rams many (switchblade-rams-many-ships-once-each)."""
    while ship.afloat:
        options = [Option(None, "ram nobody else")]
        for other in game.state.ships():
            if other.id not in rammed and _may_ram_by_part(game, ship, other, event):
                options.append(Option(other.id, f"ram {other.card.name}", (other.id,)))
        if len(options) == 1:
            return
        player = _player(game, ship)
        picked = yield from game.choose(player, Kind.TARGET, options, subject=ship.id, event="ram")
        if picked is None:
            return
        rammed.add(picked)
        yield from ram(game, ship, game.piece(picked), event, _part(ship))


@closes("begin", "end")
def _reaches_on_the_way(game: Game, event: Event) -> Steps[None]:
    """What a part of her can touch between the stretches of her move, she may ram when it is over.

    She need not stop there (switchblade-sails-on-when-a-blade-touches).
    """
    yield from ()
    ship = game.state.pieces[event.agent] if isinstance(event.agent, int) else None
    if ship is None or _part(ship) is None:
        return
    given = next((found for found in chain(event) if found.type == "give"), None)
    if given is not None and ship.afloat:
        others = (other for other in game.state.ships() if _is_reached(game, ship, other, event))
        facts.REACHED.to_grow(given).update(other.id for other in others)


def _may_ram_by_part(game: Game, ship: Piece, other: Piece, event: Event) -> bool:
    """Whether a part of her reaches a ship, or did so in this action."""
    if any(other.id in facts.REACHED.of(outer) for outer in chain(event)):
        rams = _ram(ship, other, event, using=_part(ship))
        return other.afloat and _can_be_rammed(game, ship, other) and game.allows(rams)
    return _is_reached(game, ship, other, event)


def _is_reached(game: Game, ship: Piece, other: Piece, event: Event) -> bool:
    """Whether an ability lets her ram what a part of her touches."""
    rams = _ram(ship, other, event, using=_part(ship))
    if other.controller == ship.controller or not _can_be_rammed(game, ship, other) or not game.allows(rams):
        return False
    for found in game.active.matching("permit", rams):
        what = found.op.pattern.object if found.op.pattern is not None else None
        if what is not None and any(isinstance(one, Touching) for one in what.filters):
            return True
    return False


def _part(ship: Piece) -> Part | None:
    """The part that reaches farther than her bow."""
    return next((Part(ship.id, noun, 0) for noun in ("blade", "arm") if ship.parts.get(noun)), None)


def _player(game: Game, ship: Piece) -> int:
    return ship.controller if ship.controller is not None else game.state.turn.player


def enemies_at_the_bow(game: Game, ship: Piece) -> Iterator[Piece]:
    """The enemy ships that her bow touches and that can be rammed at all."""
    for number, bow in contacts(game, ship).items():
        other = game.piece(number)
        if (
            bow
            and other.kind in HULLS
            and other.controller != ship.controller
            and _can_be_rammed(game, ship, other)
        ):
            yield other


def _can_be_rammed(game: Game, ship: Piece, other: Piece) -> bool:
    """Sea creatures, wrecks, submerged and lost ships are not rammed, whatever the other may do."""
    if other.states & {"wreck", "submerged", "lost"}:
        return False
    return other.kind == "ship" or game.permits(Event("ram", object=other.id)) or _may_ram(game, ship, other)


def _may_ram(game: Game, ship: Piece, other: Piece) -> bool:
    """Whether an ability of hers tells what comes of a ram against such a creature: then she may ram it."""
    for entry in game.active.entries("replace", "eliminate"):
        ctx = game.active.context(entry, None)
        for won in (trigger.event for trigger in entry.op.guards.triggers if trigger.event.type == "win"):
            is_hers = won.agent is not None and won.agent.fits(ship.id, ctx) and won.noun == "ram_roll"
            if is_hers and won.against is not None and won.against.fits(other.id, ctx):
                return True
    return False


def _ram(ship: Piece, other: Piece, event: Event, using: Ref | None = None) -> Event:
    made = Event("ram", agent=ship.id, object=other.id, using=using, within=event)
    return made.but(player=ship.controller, cause=RAMMING)


@banned("ram")
def _cannot_ram(game: Game, event: Event) -> str | None:
    """Who does not ram: sea creatures, ships without masts, and those pinned against each other or in tow."""
    if not isinstance(event.agent, int) or not isinstance(event.object, int):
        return None
    ship, other = game.piece(event.agent), game.piece(event.object)
    if ship.kind == "sea creature":
        return "Sea creatures do not ram."
    if "flag" in ship.parts or (ship.bare and not game.edition.mastless_ships_ram):
        return "A ship without masts does not ram."
    if "lost" in ship.states:
        return "Who is lost in fog does not ram."
    if other.id == ship.pinned_by or ship.id == other.pinned_by:
        return "Ships that are pinned do not ram one another."
    if other.id == ship.towed_by or ship.id == other.towed_by:
        return "Ships in tow do not ram one another."
    return None


def ram(game: Game, ship: Piece, other: Piece, event: Event, using: Part | None = None) -> Steps[bool]:
    """Ram a ship: then comes the pin, then one boarding (move-order-in-short); whether she rammed."""
    rams = _ram(ship, other, event, using=using)
    if not (yield from game.propose(rams)):
        return False
    if other.kind in HULLS and other.afloat and ship.afloat:
        yield from _pin_after(game, ship, other, rams)
    if other.kind in HULLS and other.afloat and ship.afloat:
        yield from boarding.after_a_ram(game, ship, other, rams)
    return True


@happens("ram")
def _rams(game: Game, event: Event) -> Steps[None]:
    """A d6 above the masts that she has left takes one of them; a ram never sinks (ram-does-not-sink)."""
    ship, other = game.piece(event.agent), game.piece(event.object)
    if other.kind not in HULLS:
        return
    rolled = Event("roll", agent=ship.id, object=Matter("die_roll", ship.id), against=other.id)
    rolled = rolled.but(player=ship.controller, cause=RAMMING, within=event)
    facts.BECAUSE.put(rolled, f"against {reasons.masts(other.standing)}")
    result = yield from game.roll(rolled)
    if other.standing and result > other.standing:
        won = Event("win", agent=ship.id, object=Matter("ram_roll", ship.id), against=other.id, within=event)
        yield from _take_a_mast(game, ship, other, won)


def _take_a_mast(game: Game, ship: Piece, other: Piece, event: Event) -> Steps[None]:
    """The player of the rammed ship chooses the mast that goes."""
    masts = [Part(other.id, "mast", number) for number, mast in enumerate(other.masts) if mast == UP]
    options = [Option(as_answer(mast), f"mast {mast.number + 1}", (mast,)) for mast in masts]
    player = other.controller if other.controller is not None else game.state.turn.player
    answer = yield from game.choose(player, Kind.PICK, options, subject=other.id, event="eliminate")
    picked = next(mast for mast in masts if as_answer(mast) == answer)
    gone = Event("eliminate", agent=Matter("ramming", ship.id), object=picked, source=other.id)
    yield from game.propose(gone.but(player=ship.controller, cause=RAMMING, within=event))


# --- pinning -----------------------------------------------------------------------------------------------


def _pin_after(game: Game, ship: Piece, other: Piece, event: Event) -> Steps[None]:
    """The rammer is pinned if the other has masts left (ram-pins-the-ramming-ship-cursed-seas)."""
    if not other.bare:
        pins = Event("pin", agent=other.id, object=ship.id, player=other.controller, cause=PINNING)
        yield from game.propose(pins.but(within=event))


def _pin_by_contact(game: Game, ship: Piece, event: Event) -> Steps[None]:
    """Her bow against an enemy ship pins her, rammed or not (pinned-by-contact-crimson-coast)."""
    for other in enemies_at_the_bow(game, ship):
        if ship.pinned_by is None and not other.bare:
            pins = Event("pin", agent=other.id, object=ship.id, player=other.controller, cause=PINNING)
            yield from game.propose(pins.but(within=event))


def _pin_whom_she_meets(game: Game, ship: Piece, event: Event) -> Steps[None]:
    """An enemy against whose bow she came is pinned, unless it pins her (pinned-by-contact-crimson-coast)."""
    for other in game.state.ships():
        free = other.pinned_by is None and ship.pinned_by != other.id
        if free and not ship.bare and any(mark is ship for mark in enemies_at_the_bow(game, other)):
            pins = Event("pin", agent=ship.id, object=other.id, player=ship.controller, cause=PINNING)
            yield from game.propose(pins.but(within=event))


def loosen(game: Game) -> None:
    """Who cannot be pinned any more is free (ghost-ship-slips-a-pin)."""
    for ship in game.state.ships():
        if ship.pinned_by is None:
            continue
        held = Event("pin", agent=ship.pinned_by, object=ship.id)
        if any(True for _ in game.active.matching("forbid", held)):
            ship.pinned_by = None


@banned("pin")
def _cannot_pin(game: Game, event: Event) -> str | None:
    """Sea creatures are not pinned; a ship without masts pins nobody (oarsman-ship-neither-pins-nor-rams)."""
    pinned = game.piece(event.object)
    if pinned.kind == "sea creature":
        return "Sea creatures are not pinned."
    if isinstance(event.agent, int) and fleet_of(game, game.piece(event.agent)) == fleet_of(game, pinned):
        return "Ships of one fleet do not pin each other."
    if isinstance(event.agent, int) and game.piece(event.agent).afloat and game.piece(event.agent).bare:
        return "A ship without masts pins nobody."
    return None


def fleet_of(game: Game, ship: Piece) -> int | None:
    """Whose fleet a ship is in, also while another player commands her (cursed-conch-changes-no-owner)."""
    return ship.lent_by if ship.lent_by is not None else ship.controller


@happens("pin")
def _pins(game: Game, event: Event) -> Steps[None]:
    """The other ship holds her."""
    yield from ()
    by = event.agent.of if isinstance(event.agent, Matter | Part) else event.agent
    pinned = game.piece(event.object)
    if not isinstance(by, int) or by == pinned.id:
        facts.FAILED.put(event, True)
    else:
        pinned.pinned_by = by


@performs("pin")
def _pin_by_ability(event: EventSpec, ctx: Context) -> Steps[bool]:
    """An ability pins: what it names, by this ship, or by the attack that she makes with it."""
    if event.object is None or ctx.ship is None:
        return False
    made = next((found.object for found in chain(ctx.event) if found.type == "make"), None)
    attack = made if isinstance(made, Matter) and made.of == ctx.ship.id else None
    done = False
    for ref in (yield from pick(event.object, ctx, event)):
        ctx.say(ref)
        pins = Event("pin", agent=attack or ctx.ship.id, object=ref, player=ctx.player, cause=ctx.cause)
        done |= yield from ctx.game.propose(pins.but(within=ctx.event))
    return done


def part(game: Game, piece: Piece) -> None:
    """End the pins of a ship that has moved away (pinned-until-the-other-ship-leaves)."""
    for other in game.state.ships():
        if other.pinned_by == piece.id and not touching(game.state, other, piece):
            other.pinned_by = None
    if piece.pinned_by is not None and not touching(game.state, piece, game.piece(piece.pinned_by)):
        piece.pinned_by = None


def unpin(game: Game, ship: Piece) -> None:
    """A ship that has no masts left, or is gone, holds nobody any longer; repairs do not bring a pin back."""
    for other in game.state.pieces:
        if other.pinned_by == ship.id:
            other.pinned_by = None
