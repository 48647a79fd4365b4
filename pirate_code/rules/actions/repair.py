"""The repair action: a ship at her home island or a friendly fort gets back one mast."""

from __future__ import annotations

from pirate_code.board.refs import Matter, Part, Ref, as_answer
from pirate_code.board.state import GONE, UP, Piece
from pirate_code.rules import event_facts as facts
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.event import Cause, Event
from pirate_code.rules.game import Game, game_of
from pirate_code.rules.happen.scuttling import is_harbour
from pirate_code.rules.program import nouns
from pirate_code.rules.program.amounts import MANY
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.performing import could, is_from_each, performs
from pirate_code.rules.program.selectors import pieces
from pirate_code.rules.registry import action, banned, happens

REPAIRING = Cause("repairing")


def fallen(ship: Piece) -> list[Part]:
    """The masts that a ship has lost; those removed are repaired like those eliminated.

    (Ruling eliminated-and-removed-masts-are-repaired-alike.)
    """
    return [Part(ship.id, "mast", number) for number, mast in enumerate(ship.masts) if mast == GONE]


def broken(game: Game, ship: Piece) -> list[Part]:
    """The masts that a ship has lost, and her cannons that are jammed."""
    jammed = [part for part in nouns.at_no_mast(ship) if game.held("jammed", part)]
    return [*fallen(ship), *jammed]


def lost_flags(ship: Piece) -> list[Part]:
    """The flag of a flotilla that was shot away; its keyword says what brings it back."""
    return [Part(ship.id, "flag", 0)] if ship.parts.get("flag") == 0 else []


@action("repair_action")
def repair(game: Game, event: Event) -> Steps[None]:
    """Bring back one mast that the player picks, or clear a cannon that is jammed."""
    ship = game.piece(event.to)
    masts = [part for part in broken(game, ship) if game.allows(_repair(game, ship, part, event))]
    if not masts and _is_spent_otherwise(game, ship, event):
        yield from game.propose(_repair(game, ship, Part(ship.id, "mast", 0), event))
    if not masts:
        return
    options = [Option(as_answer(part), f"{part.noun} {part.number + 1}", (part,)) for part in masts]
    player = ship.controller if ship.controller is not None else game.state.turn.player
    answer = yield from game.choose(player, Kind.PICK, options, subject=ship.id, event="repair")
    mast = next(one for one in masts if as_answer(one) == answer)
    yield from game.propose(_repair(game, ship, mast, event))


def _is_spent_otherwise(game: Game, ship: Piece, event: Event) -> bool:
    """Whether something else may be done instead of repairing a mast, were one lost."""
    asked = _repair(game, ship, Part(ship.id, "mast", 0), event)
    return game.allows(asked) and any(True for _ in game.active.matching("replace", asked))


def _repair(game: Game, ship: Piece, mast: Part, event: Event) -> Event:
    """The event of repairing a mast where the ship is."""
    at: Ref = ship.docked if ship.docked is not None else Matter("sea")
    done = Event("repair", agent=ship.id, object=mast, at=at, player=ship.controller, cause=REPAIRING)
    return done.but(within=event)


@banned("give")
def _needs_something_to_repair(game: Game, event: Event) -> str | None:
    """A repair action needs a mast or a flag to bring back, and the right place."""
    if (
        not isinstance(event.object, Matter)
        or event.object.noun != "repair_action"
        or facts.AS_COST.of(event)
    ):
        return None
    ship = game.piece(event.to)
    lost = [*broken(game, ship), *lost_flags(ship)]
    if any(game.allows(_repair(game, ship, part, event)) for part in lost):
        return None
    if _is_spent_otherwise(game, ship, event):
        return None
    return f"{ship.card.name} cannot be repaired here."


@banned("repair")
def _not_here(game: Game, event: Event) -> str | None:
    """Ships are repaired at their home island or a friendly fort ("Repairing").

    What an ability repairs it repairs anywhere.
    """
    if event.at is None or not isinstance(event.agent, int):
        return None
    ship = game.piece(event.agent)
    if isinstance(event.at, int) and is_harbour(game, ship, game.piece(event.at)):
        return None
    return f"{ship.card.name} is neither at her home island nor at a friendly fort."


@happens("repair")
def _repaired(game: Game, event: Event) -> Steps[None]:
    """The mast stands again, with its cannon."""
    yield from ()
    mast = event.object
    if not isinstance(mast, Part):
        facts.FAILED.put(event, True)
    elif mast.noun == "flag":
        game.piece(mast.of).parts["flag"] = 1
    elif mast.number < len(game.piece(mast.of).masts):
        ship = game.piece(mast.of)
        masts = list(ship.masts)
        masts[mast.number] = UP
        ship.masts = tuple(masts)


# --- by an ability ---------------------------------------------------------------------------------------


def _lost_masts(event: EventSpec, ctx: Context) -> list[Part]:
    """The lost masts that an ability speaks of: of ships it names, or of this one."""
    what = event.object
    ships = [
        piece
        for piece in ctx.state.pieces
        if piece.in_play and piece.kind in {"ship", "sea creature", "fort"}
    ]
    lost = [mast for ship in ships for mast in fallen(ship)]
    if what is None or not what.noun:
        return []
    if what.noun == "flag":
        flags = [flag for ship in ships for flag in lost_flags(ship)]
        return [flag for flag in flags if what.of is None or what.of.fits(flag.of, ctx)]
    if what.noun in nouns.PIECES:  # all that a repair action could (trees-repair-what-a-repair-action-could)
        return [part for ship in ships if what.fits(ship.id, ctx) for part in broken(game_of(ctx), ship)]
    if what.noun == "bombardier_cannon":
        return [ref for ref in what.find(ctx) if isinstance(ref, Part)]
    if what.which in {"the", "that"} and what.of is None:
        said = [ref for ref in reversed(ctx.said) if ref in lost] or [
            ref for ref in _going(ctx) if ref in lost
        ]
        return [ref for ref in said if isinstance(ref, Part)][:1]
    plain = pieces("mast", "a", of=what.of, filters=what.filters)
    scope = what.of is not None or any(found.is_place for found in what.filters)
    own = ctx.ship.id if ctx.ship is not None else None
    return [mast for mast in lost if (plain.fits(mast, ctx) if scope else mast.of == own)]


def _going(ctx: Context) -> list[Ref]:
    return [ctx.event.object] if ctx.event is not None and ctx.event.object is not None else []


@could("repair")
def _could_repair(event: EventSpec, ctx: Context) -> bool:
    return bool(_lost_masts(event, ctx))


@performs("repair")
def _repair_by_ability(event: EventSpec, ctx: Context) -> Steps[bool]:
    """An ability repairs masts, as many as it says; a whole ship if it names the ship."""
    lost = _lost_masts(event, ctx)
    if event.object is None or not is_from_each(event.object, event):
        return (yield from _repair_of(lost, event, ctx))
    done = False
    for ship in dict.fromkeys(mast.of for mast in lost):
        done |= yield from _repair_of([mast for mast in lost if mast.of == ship], event, ctx)
    return done


def _repair_of(lost: list[Part], event: EventSpec, ctx: Context) -> Steps[bool]:
    """Repair as many of some masts as an ability says."""
    game, count = ctx.game, len(lost)
    if event.object is not None and event.noun not in nouns.PIECES:
        count = event.object.how_many(len(lost), ctx)[1]
    done = False
    for _ in range(min(count, MANY)):
        if not lost:
            break
        options = [
            Option(as_answer(mast), f"{game.name(mast.of)}: mast {mast.number + 1}", (mast,)) for mast in lost
        ]
        answer = options[0].answer
        if count < len(lost):
            answer = yield from game.choose(
                ctx.player, Kind.PICK, options, subject=ctx.source, event="repair"
            )
        mast = next(one for one in lost if as_answer(one) == answer)
        lost.remove(mast)
        ctx.say(mast)
        mended = Event("repair", object=mast, player=ctx.player, cause=ctx.cause, within=ctx.event)
        done |= yield from game.propose(mended)
    return done
