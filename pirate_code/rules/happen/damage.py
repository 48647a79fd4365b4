"""What hits do: masts, segments, flags and other parts go; what is eliminated, removed or burnt.

A hit, a mast eliminated and a mast replaced are three events: "hit" brings about "damage", and that proposes
to "eliminate" a mast which the owner picks ("Who picks"). Only a hit sinks a ship that has no mast left.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter, Part, Ref, Source, as_answer
from pirate_code.board.state import FIRE, GONE, LOST, OUT, UP, Piece
from pirate_code.rules import event_facts as facts
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.event import Cause, Event, chain
from pirate_code.rules.happen import ramming
from pirate_code.rules.program import nouns
from pirate_code.rules.program.effects import Happen
from pirate_code.rules.program.ops import Op
from pirate_code.rules.registry import happens

if TYPE_CHECKING:
    from pirate_code.rules.game import Game

HULLS = frozenset({"ship", "sea creature"})
DAMAGE = Cause("damage")


# --- hits ------------------------------------------------------------------------------------------------


def take_hit(game: Game, hit: Event) -> Steps[bool]:
    """Let a hit land, unless its target ignores it; whether it did.

    Hits are counted by action and by turn.
    """
    assert isinstance(hit.object, int)
    action = next((found for found in chain(hit) if found.type == "give"), hit)
    counts: dict[int, int] = facts.HITS.to_grow(action)
    counts[hit.object] = counts.get(hit.object, 0) + 1
    facts.OF_ACTION.put(hit, counts[hit.object])
    number = _hits_this_turn(game, hit.object) + 1
    facts.OF_TURN.put(hit, number)
    ignored = _ignore(hit, Matter("hit", hit.object, number))
    if any(True for _ in game.active.matching("state", ignored)):
        yield from game.propose(ignored)
        return False
    return (yield from game.propose(hit))


def _hits_this_turn(game: Game, target: int) -> int:
    """The hits that a piece has taken this turn, those that it ignored included."""
    return sum(
        (kind == "hit" and what == target)
        or (kind == "ignore" and agent == target and isinstance(what, Matter) and what.noun == "hit")
        for kind, agent, what in game.state.turn.done
    )


def _ignore(hit: Event, number: Matter) -> Event:
    """The question whether a piece ignores a hit that it takes."""
    taken = Event("take", agent=hit.object, object=number, within=hit)
    return Event("ignore", agent=hit.object, object=number, cause=DAMAGE, within=taken)


@happens("hit")
def _hit(game: Game, event: Event) -> Steps[None]:
    """The hit lands, if an ability has not let it do so already ("eliminate a mast as normal and then")."""
    if not facts.LANDED.of(event):
        yield from land(game, event)


def land(game: Game, event: Event) -> Steps[None]:
    """A ship loses a mast or sinks, a fort loses a flag or falls; whatever else was hit is eliminated."""
    facts.LANDED.put(event, True)
    target = game.piece(event.object)
    if facts.HIT_IGNORED.of(event) or not target.in_play:
        return
    if target.kind in HULLS and not nouns.felled_by_hits(target) and not facts.BURNT.of(event):
        sinks = Event("sink", agent=event.agent, object=target.id, player=event.player, cause=event.cause)
        yield from game.propose(sinks.but(within=event))
    elif target.kind in HULLS or (target.kind == "fort" and target.standing):
        hurts = Event("damage", agent=event.agent, object=target.id, using=event.using, player=event.player)
        yield from game.propose(hurts.but(cause=event.cause, within=event))
    else:
        kind = "destroy" if target.kind == "fort" else "eliminate"
        ends = Event(kind, agent=event.agent, object=target.id, using=event.using, player=event.player)
        yield from game.propose(ends.but(cause=event.cause, within=event))


@happens("damage")
def _damage(game: Game, event: Event) -> Steps[None]:
    """One mast goes, and more where one hit takes more (two-masts-with-one-hit-against-defences)."""
    ship = game.piece(event.object)
    standing = ship.standing
    yield from lose_mast(game, ship, event)
    if ship.standing < standing:
        for _ in range(_more_masts(game, event)):
            if ship.in_play and ship.standing:
                yield from lose_mast(game, ship, event)
    if not facts.LOST.of(event):
        facts.FAILED.put(event, True)


def lose_mast(game: Game, ship: Piece, event: Event) -> Steps[bool]:
    """Have a ship lose a mast (segment, flag) that her player picks; whether it went."""
    hit = next((found for found in chain(event) if found.type == "hit"), event)
    burnt = facts.BURNT.of(hit)
    masts = nouns.felled_by_hits(ship) or (burning(ship) if burnt else [])
    if not masts:
        return False
    lost = Event("eliminate", agent=event.agent, source=ship.id, using=event.using, player=event.player)
    lost = lost.but(cause=event.cause, within=event)
    legal = [mast for mast in masts if game.allows(lost.but(object=mast))]
    other = legal and any(
        not found.op.optional for found in game.active.matching("replace", lost.but(object=legal[0]))
    )
    if burnt and not other:
        return False  # the fire took a mast; what always goes in place of a mast, as a panel, goes as well
    if len(legal) > 1 and not other:
        options = [Option(as_answer(mast), _name(ship, mast), (mast,)) for mast in legal]
        chooser = facts.CHOOSER.get(hit, ship.controller)
        player = chooser if chooser is not None else game.state.turn.player
        answer = yield from game.choose(player, Kind.PICK, options, subject=ship.id, event="eliminate")
        legal = [mast for mast in legal if as_answer(mast) == answer]
    return (yield from game.propose(lost.but(object=(legal or masts)[0])))


def _name(ship: Piece, mast: Part) -> str:
    guns = ship.card.cannons
    gun = f" ({guns[mast.number].rank}{guns[mast.number].range})" if mast.number < len(guns) else ""
    return f"{'flag' if ship.kind == 'fort' else 'mast'} {mast.number + 1}{gun}"


def _more_masts(game: Game, event: Event) -> int:
    """How many masts a hit takes beyond the first: "this ship eliminates two masts with one hit"."""
    ship = game.piece(event.object)
    if ship.kind not in HULLS:
        return 0
    masts = nouns.masts_of(ship)
    asked = Event("eliminate", agent=event.agent, object=masts[0] if masts else None, within=event)
    asked.using = Matter("hit", ship.id)
    patterns = [
        found.op.pattern
        for found in game.active.matching("state", asked)
        if not game.forbids(  # holy-water-stops-direct-effects
            Event(
                "affect", agent=Matter("ability", found.source, found.op.number), object=ship.id, within=event
            )
        )
    ]
    counts = [
        one.object.count.exact
        for one in patterns
        if one is not None and one.object is not None and one.object.count is not None
    ]
    return max((count for count in counts if count is not None), default=1) - 1


# --- what is lost ----------------------------------------------------------------------------------------


@happens("eliminate")
def _eliminate(game: Game, event: Event) -> Steps[None]:
    """A mast or other part falls; a piece is lost, from where an ability may bring it back."""
    out = "from_game" in event.manner
    yield from _lose(game, event, OUT if out else LOST)


@happens("remove")
def _remove(game: Game, event: Event) -> Steps[None]:
    """A part comes off; a piece is out of the game for good (removed-from-the-game-is-out-for-good)."""
    yield from _lose(game, event, OUT)


def _lose(game: Game, event: Event, place: int) -> Steps[None]:
    what = event.object
    if isinstance(what, Part):
        yield from _lose_part(game, what, event)
    elif isinstance(what, int):
        yield from _lose_piece(game, game.piece(what), event, place)


def _lose_part(game: Game, part: Part, event: Event) -> Steps[None]:
    ship = game.piece(part.of)
    if part.noun == "cannon" and part.source is Source.GIVEN:
        left = [gun for number, gun in enumerate(ship.given_cannons) if number != part.number]
        ship.given_cannons = tuple(left)
        note_loss(event)
    elif part.noun in {"mast", "cannon"} and part.source is Source.CARD and part.number < len(ship.masts):
        burnt = any(found.type == "hit" and facts.BURNT.of(found) for found in chain(event))
        is_own = any(found.type == "damage" for found in chain(event))
        if ship.masts[part.number] == GONE or (burnt and is_own):
            # The fire took a mast in its place (fire-mast-and-two-masts-with-one-hit).
            facts.FAILED.put(event, True)
            return
        yield from _stand(game, ship, part.number, GONE, event)
    elif ship.parts.get(part.noun, 0):
        ship.parts[part.noun] -= 1
        note_loss(event)
    else:
        facts.FAILED.put(event, True)


def _stand(game: Game, ship: Piece, number: int, mast: int, event: Event) -> Steps[None]:
    """Put something else in the place of a mast, and see what follows if it was her last."""
    masts = list(ship.masts)
    was_up = masts[number] == UP
    masts[number] = mast
    ship.masts = tuple(masts)
    note_loss(event, felled=mast == GONE)
    if was_up and not ship.standing:
        yield from _mastless(game, ship, event)


def note_loss(event: Event, felled: bool = False) -> None:
    """Remember that a hit did damage, and that the shooting succeeded (power-cannons-end-with-damage).

    A mast is felled by it, or something else was lost (extra-mast-on-a-6-needs-a-mast-eliminated).
    """
    hit = False
    for found in chain(event):
        if found.type in {"hit", "damage"}:
            facts.LOST.put(found, True)
            hit = True
        elif hit and found.type == "shoot":
            facts.SUCCEEDED.put(found, True)
        elif hit and found.type == "roll" and felled:
            facts.FELLED.put(found, True)


def _mastless(game: Game, ship: Piece, event: Event) -> Steps[None]:
    """Without masts a ship pins nobody, and a sea creature dies (sea-creature-dies-with-its-last-segment)."""
    ramming.unpin(game, ship)
    if ship.kind == "sea creature":
        dies = Event("sink", agent=event.agent, object=ship.id, player=event.player, cause=DAMAGE)
        yield from game.propose(dies.but(within=event))


def _lose_piece(game: Game, piece: Piece, event: Event, place: int) -> Steps[None]:
    """A piece leaves play with what it carries; nobody is docked at it any longer."""
    if not piece.in_play and piece.where == place:
        facts.FAILED.put(event, True)
        return
    if piece.kind in HULLS:
        sinks = event.but(type="sink", manner=frozenset(), within=event)
        if comes_home(game, sinks):  # to be eliminated is to sink (kraken-gong-one-on-an-eternal-kraken)
            yield from game.propose(sinks)
            return
        cast_loose(game, piece)
    if not any(found is not event and isinstance(found.object, Part) for found in _eliminations(event)):
        note_loss(event)  # what goes in place of a mast is no damage (luddites-revenge-ends-with-damage)
    _leave_with_all(game, piece, place)
    yield from ()


def _eliminations(event: Event) -> Iterator[Event]:
    return (found for found in chain(event) if found.type == "eliminate")


def comes_home(game: Game, event: Event) -> bool:
    """Whether an ability would dock a ship that sinks."""
    return any(
        docks_ship(found.op) for verb in ("replace", "when") for found in game.active.matching(verb, event)
    )


def docks_ship(op: Op) -> bool:
    """Whether an ability docks a ship."""
    steps = op.effect.steps if op.effect is not None else ()
    return any(isinstance(step, Happen) and step.spec.type == "dock" for step in steps)


def _leave_with_all(game: Game, piece: Piece, place: int) -> None:
    """Take a piece out of play with all that is aboard or on it: an island with its fort and treasure."""
    for carried in list(game.state.aboard(piece.id)):
        _leave_with_all(game, carried, place)
    for other in game.state.pieces:
        if other.docked == piece.id:
            other.docked = None
    leave_play(game, piece, place)


def leave_play(game: Game, piece: Piece, place: int) -> None:
    """Take a piece out of play: eliminated, or removed from the game."""
    piece.role = ""
    game.state.put(piece, place)


def cast_loose(game: Game, ship: Piece) -> None:
    """Undo whatever ties a ship to others: docks, pins and tows (eternal-leaves-her-tow-behind)."""
    ship.docked = ship.pinned_by = ship.towed_by = None
    for other in game.state.pieces:
        if other.pinned_by == ship.id:
            other.pinned_by = None
        if other.towed_by == ship.id:
            other.towed_by = None


# --- fire ------------------------------------------------------------------------------------------------


@happens("replace")
def _replace(game: Game, event: Event) -> Steps[None]:
    """A mast is replaced with a fire mast; a piece with another, which comes where it was."""
    what, new = event.object, event.using
    if isinstance(what, Part):
        if game.piece(what.of).masts[what.number] != UP:
            facts.FAILED.put(event, True)
            return
        for found in chain(event):
            if found.type == "hit" and found.object == what.of:
                facts.BURNT.put(found, True)
        yield from _stand(game, game.piece(what.of), what.number, FIRE, event)
    elif isinstance(what, int) and isinstance(new, int):
        old, other = game.piece(what), game.piece(new)
        other.face_up = old.face_up
        game.state.give_to(other, old.controller)
        game.state.put(other, old.where)
        leave_play(game, old, OUT)


def burning(piece: Piece) -> list[Part]:
    """The fire masts of a ship."""
    return [Part(piece.id, "mast", number) for number, mast in enumerate(piece.masts) if mast == FIRE]


def burn(game: Game, ship: Piece, event: Event) -> Steps[None]:
    """Roll for each fire mast before a full action: 5 or 6 puts it out, 1 or 2 spreads it ("Fire Masts").

    Every full action calls for its own rolls (fire-mast-roll-for-every-full-action).
    """
    cause = Cause("fire masts")
    for mast in burning(ship):
        rolled = Event("roll", agent=ship.id, object=Matter("die_roll", ship.id), player=ship.controller)
        result = min(6, max(1, (yield from game.roll(rolled.but(cause=cause, within=event)))))
        if result >= 5:
            yield from game.propose(
                Event(
                    "remove", object=mast, source=ship.id, player=ship.controller, cause=cause, within=event
                )
            )
        elif result <= 2:
            yield from _spread(game, ship, event, cause)


def _spread(game: Game, ship: Piece, event: Event, cause: Cause) -> Steps[None]:
    masts = nouns.masts_of(ship)
    if not masts:
        return
    options = [Option(as_answer(mast), _name(ship, mast), (mast,)) for mast in masts]
    player = ship.controller if ship.controller is not None else game.state.turn.player
    answer = yield from game.choose(player, Kind.PICK, options, subject=ship.id, event="replace")
    mast = next(one for one in masts if as_answer(one) == answer)
    yield from game.propose(burns(mast, player, cause, event))


def burns(mast: Ref, player: int | None, cause: Cause, within: Event | None) -> Event:
    """The event of a mast that catches fire."""
    assert isinstance(mast, Part)
    fire = Matter("fire_mast", mast.of)
    return Event(
        "replace", object=mast, source=mast.of, using=fire, player=player, cause=cause, within=within
    )


def put_out(game: Game, ship: Piece, event: Event) -> Steps[None]:
    """Remove all fire masts of a ship that has come to her home island or a fort ("Fire Masts")."""
    for mast in burning(ship):
        out = Event("remove", object=mast, source=ship.id, player=ship.controller, cause=Cause("fire masts"))
        yield from game.propose(out.but(within=event))
