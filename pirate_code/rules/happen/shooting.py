"""Shooting: a ship fires her cannons one by one, each rolls, and hits or misses.

One event `shoot` is of the whole ship; within it each cannon has its own, in this order: `shoot_at` the
target, `target` by the action, `shoot`, `roll`, then `hit` or `miss`. A special shot is the object of the
cannon's `shoot` and the instrument (`using`) of its hit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pirate_code.board.pose import Pose
from pirate_code.board.refs import Matter, Part, Ref
from pirate_code.board.state import Lasting, Piece
from pirate_code.rules import cannons, pipeline, stats
from pirate_code.rules import event_facts as facts
from pirate_code.rules.cannons import Gun, gun, guns
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.event import Cause, Event, chain
from pirate_code.rules.happen import aiming
from pirate_code.rules.happen.damage import take_hit
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.effects import Change, Effect, Happen, Sequence
from pirate_code.rules.program.nouns import SHOTS
from pirate_code.rules.program.running import feasible
from pirate_code.rules.program.selectors import Selector, pieces
from pirate_code.rules.registry import banned, happens

if TYPE_CHECKING:
    from pirate_code.rules.game import Game

SHOOTING = Cause("shooting")


class Load(NamedTuple):
    """What a cannon was loaded with when the action was given: a special shot and what is told of it."""

    shot: Matter
    at: Selector | None
    bars: list[Lasting]
    ctx: Context


# --- the whole ship --------------------------------------------------------------------------------------


def shooting(game: Game, ship: Piece, event: Event) -> Steps[None]:
    """Let a ship shoot within an action: her own shoot action, or a free one that an ability adds to another.

    A free shoot action is one for every ability (captain-gives-a-free-shoot-action), so it is given like any,
    only that it does not count.
    """
    given = _given(event)
    if given is None:
        given = _free(ship, event)
        if any(True for _ in game.active.matching("forbid", given)):
            return
        game.enter(given)
        try:
            yield from game.active.respond("when", given)
            whole = _whole(ship, given, Matter("move_action", ship.id))
            facts.BECAUSE.put(whole, _leave(game, whole))
            yield from game.propose(whole)
        finally:
            game.leave()
        return
    yield from game.propose(_whole(ship, given, Matter("shoot_action", ship.id)))


def _free(ship: Piece, event: Event) -> Event:
    """The free shoot action that an ability adds to another action."""
    free = Event("give", object=Matter("shoot_action", ship.id), to=ship.id, manner=frozenset({"free"}))
    return free.but(player=ship.controller, cause=SHOOTING, within=event)


def _leave(game: Game, shots: Event) -> str:
    """Whose ability lets a ship shoot with her move, in words."""
    sources = dict.fromkeys(match.source for match in game.active.matching("permit", shots))
    names = " and ".join(game.name(source) for source in sources)
    return f"{names} {'lets' if len(sources) == 1 else 'let'} her shoot with her move" if names else ""


def _given(event: Event) -> Event | None:
    """The shoot action that is being carried out."""
    for found in chain(event):
        if found.type == "give" and isinstance(found.object, Matter):
            return found if found.object.noun == "shoot_action" else None
    return None


def _whole(ship: Piece, within: Event | None, using: Matter) -> Event:
    return Event("shoot", agent=ship.id, using=using, player=ship.controller, cause=SHOOTING, within=within)


def can_shoot(game: Game, ship: Piece, using: str = "shoot_action") -> bool:
    """Whether a ship could shoot at anybody now, or do something instead of shooting."""
    whole = _asked(ship, using)
    return game.allows(whole) and (_has_target(game, ship, whole) or _has_another_way(game, whole))


def can_shoot_with(game: Game, ship: Piece, event: Event) -> bool:
    """Whether a ship could shoot at anybody, or do something instead, with her move action."""
    whole = _whole(ship, _free(ship, event), Matter("move_action", ship.id))
    return _has_target(game, ship, whole) or _has_another_way(game, whole)


def has_target(game: Game, ship: Piece) -> bool:
    """Whether there is anybody whom a ship could shoot at with a shoot action as things are."""
    return _has_target(game, ship, _asked(ship, "shoot_action"))


def _asked(ship: Piece, using: str) -> Event:
    given = Event("give", object=Matter("shoot_action", ship.id), to=ship.id, player=ship.controller)
    return _whole(ship, given, Matter(using, ship.id))


def _has_target(game: Game, ship: Piece, whole: Event) -> bool:
    return aiming.has_enemies_near(game, ship) and any(
        aiming.targets(game, one, ship, whole.using, whole) for one in guns(game, ship)
    )


def _has_another_way(game: Game, whole: Event) -> bool:
    """Whether something else can be done with the action: a swoop, a shot that needs no target."""
    instead = list(game.active.matching("replace", whole))
    assert whole.within is not None
    for found in game.active.matching("when", whole.within):
        effect = found.op.effect
        if isinstance(effect, Sequence) and any(_needs_no_target(step) for step in effect.steps):
            return True
        if isinstance(effect, Sequence) and _only_places(effect):
            return True
        if isinstance(effect, Change) and effect.stat == "range":  # somebody may come into range by it
            return True
    return any(found.op.effect is not None and feasible(found.op.effect, found.ctx) for found in instead)


def _only_places(effect: Sequence) -> bool:
    """Whether a special shot is shot at nobody: something is placed by it, as smoke."""
    first, *rest = effect.steps
    shoots = isinstance(first, Happen) and first.spec.type == "shoot" and first.spec.at is None
    return shoots and any(isinstance(step, Happen) and step.spec.type == "place" for step in rest)


def _needs_no_target(step: Effect) -> bool:
    return isinstance(step, Happen) and step.modal == "need_not" and step.spec.type == "target"


@banned("shoot")
def _cannot_shoot(game: Game, event: Event) -> str | None:
    """Who is lost in fog does not shoot (fog-bank-what-lost-pieces-cannot-do-cursed-seas)."""
    ship = _shooter(game, event)
    if ship is not None and "lost" in ship.states:
        return f"{ship.card.name} is lost in fog."
    return None


def _shooter(game: Game, event: Event) -> Piece | None:
    of = event.agent.of if isinstance(event.agent, Part) else event.agent
    return game.state.pieces[of] if isinstance(of, int) else None


@happens("shoot")
def _shoot(game: Game, event: Event) -> Steps[None]:
    """A ship fires all her cannons, or one cannon fires."""
    if isinstance(event.agent, Part):
        yield from _fire(game, event)
    elif isinstance(event.agent, int):
        ship = game.piece(event.agent)
        yield from _fire_all(game, ship, event)
        if facts.SUCCEEDED.of(event):  # luddites-revenge-goes-after-the-last-cannon
            action = Matter("shoot_action", ship.id)
            wins = Event(
                "win", agent=ship.id, object=action, player=event.player, cause=SHOOTING, within=event
            )
            yield from game.propose(wins)


def _fire_all(game: Game, ship: Piece, event: Event) -> Steps[None]:
    """Cannon by cannon, in the order that the player chooses (shooting-cannon-by-cannon)."""
    player = ship.controller if ship.controller is not None else game.state.turn.player
    spent: set[Part] = facts.SPENT.to_grow(event)
    stood = ship.standing > 0
    while ship.in_play and not _has_used_its_flags(ship, spent):
        if stood and _has_fallen_silent(game, ship):
            return
        shots = {
            (one.part.label, target.id): (one, target)
            for one in guns(game, ship)
            if one.part not in spent | declared(event) and _may_fire(game, one, event)
            for target in _targets(game, one, ship, event)
        }
        options = [
            Option(list(key), f"{_name(game, one)} at {target.card.name}", (one.part, target.id))
            for key, (one, target) in shots.items()
        ]
        options.append(Option(None, "stop shooting"))
        answer = yield from game.choose(player, Kind.TARGET, options, subject=ship.id, event="shoot")
        if answer is None:
            return
        one, target = shots[tuple(answer)]
        spent.add(one.part)
        if (yield from shot(game, one, target, event)) is None:
            spent.discard(one.part)  # withdrawn before the roll (parley-leaves-the-attacker-other-targets)
        elif any(facts.ONE_SHOT.of(found) for found in chain(event)):
            return


def _has_fallen_silent(game: Game, ship: Piece) -> bool:
    """Whether she has lost her last mast by now and could be given no shoot action.

    See extra-mast-on-a-6-a-1-takes-the-last-mast; who had none before goes by captain-on-a-mastless-ship.
    """
    if ship.kind != "ship" or ship.standing:
        return False
    asked = Event("give", object=Matter("shoot_action", ship.id), to=ship.id, player=ship.controller)
    return not game.allows(asked)


def _has_used_its_flags(piece: Piece, spent: set[Part]) -> bool:
    """Whether a fort has fired as many cannons as it has flags (forts-cannons-go-to-flags)."""
    return piece.kind == "fort" and len(spent) >= piece.standing


def _may_fire(game: Game, one: Gun, event: Event) -> bool:
    return game.allows(Event("shoot", agent=one.part, using=event.using, within=event))


def _name(game: Game, one: Gun) -> str:
    cannon = stats.cannon(game, one.part)
    return f"{cannons.name_of(game, one.part)} ({cannon.rank}{cannon.range})"


def declared(event: Event) -> set[Part]:
    """The cannons of an action that shoot no more: they were used for something that needs no target."""
    return {part for found in chain(event) for part in facts.USED_UP.of(found)}


def load_of(event: Event | None, part: Part) -> Load | None:
    """What a cannon was loaded with in this action."""
    for found in chain(event):
        load = facts.LOADS.of(found).get(part)
        if isinstance(load, Load):
            return load
    return None


def unload(event: Event | None, part: Part) -> Load | None:
    """What a cannon was loaded with, which is now shot: it serves once (cannoneer-and-specialists)."""
    for found in chain(event):
        load = facts.LOADS.of(found).pop(part, None)
        if isinstance(load, Load):
            return load
    return None


def _targets(game: Game, one: Gun, ship: Piece, event: Event) -> list[Piece]:
    """Whom a cannon may shoot at; a special shot may be limited to some of them."""
    found = aiming.targets(game, one, ship, event.using, event)
    load = load_of(event, one.part)
    if load is None or load.at is None:
        return found
    at = load.at
    narrowed = pieces(at.noun, "a", at.count, at.of, at.filters) if at.noun else at
    return [target for target in found if narrowed.fits(target.id, load.ctx)]


# --- one cannon ------------------------------------------------------------------------------------------


def shot(game: Game, one: Gun, target: Piece, event: Event) -> Steps[bool | None]:
    """One cannon shoots at one target; whether it really shot, None if the target was withdrawn."""
    player, ship = event.player, game.state.pieces[one.part.of]
    poses = (ship.pose, target.pose)
    aimed = aiming.aim(one, target, event.using, event).but(player=player, cause=SHOOTING)
    if not (yield from game.propose(aimed)):
        return False
    action = Matter("shoot_action", one.part.of)
    marked = Event("target", agent=action, object=target.id, player=player, cause=SHOOTING, within=aimed)
    yield from game.propose(marked)
    if one.part in declared(event):
        return True  # it has hit already, by an ability that answered the aim
    if not target.in_play or not _is_still_aimed(game, one, target, event, poses):
        return None
    load = unload(event, one.part)
    fires = Event(
        "shoot",
        agent=one.part,
        object=load.shot if load is not None else None,
        at=target.id,
        using=event.using,
        player=player,
        cause=SHOOTING,
        within=marked,
    )
    for lasting in load.bars if load is not None else ():
        game.bar(fires, lasting)
    happened = yield from game.propose(fires)
    if happened and load is not None:
        used = Event("use", agent=one.part.of, object=load.ctx.source, player=player, within=event)
        yield from game.active.respond("after", used)
    return None if facts.FAILED.of(fires) else happened


def _is_still_aimed(
    game: Game, one: Gun, target: Piece, event: Event, poses: tuple[Pose | None, Pose | None]
) -> bool:
    """Whether a cannon can still shoot at its target, if an answer to the aim has moved one of them.

    See tritons-defense-before-a-swoop-attack, runes-of-defense-attack-goes-on-within-range.
    """
    ship = game.state.pieces[one.part.of]
    return (ship.pose, target.pose) == poses or (
        one.part in {gun.part for gun in guns(game, ship)} and target in _targets(game, one, ship, event)
    )


def _fire(game: Game, event: Event) -> Steps[None]:
    """The cannon rolls: more than its rank hits, a 1 always misses (cannon-roll-of-1-always-misses)."""
    assert isinstance(event.agent, Part)
    part, target = event.agent, event.at
    rolled = Event(
        "roll",
        agent=part,
        object=Matter("cannon_roll", part.of),
        against=target,
        player=event.player,
        cause=SHOOTING,
        within=event,
    )
    result = yield from game.roll(rolled)
    if not facts.SHOWN.is_known(rolled):  # the target was withdrawn before the roll
        facts.FAILED.put(event, True)
        return
    special = event.object if isinstance(event.object, Matter) else Matter("shot", part.of)
    if result > stats.cannon(game, part).rank and facts.SHOWN.of(rolled) != 1:
        yield from strike(game, rolled, target, special)
    else:
        yield from _miss(game, rolled, target, special)
    yield from game.active.respond("outcome", rolled)


def strike(game: Game, rolled: Event, target: Ref | None, shot: Matter) -> Steps[None]:
    """A shot that has hit, unless an ability says that it cannot (l-immunity-leaves-a-valid-target)."""
    hits = Event(
        "hit",
        agent=rolled.agent,
        object=target,
        at=target,
        using=shot,
        player=rolled.player,
        cause=SHOOTING,
        within=rolled,
    )
    if game.allows(hits):
        yield from take_hit(game, hits)
    else:
        yield from _miss(game, rolled, target, shot)


def _miss(game: Game, rolled: Event, target: Ref | None, shot: Matter) -> Steps[None]:
    missed = Event("miss", agent=rolled.agent, object=target, at=target, using=shot)
    yield from game.propose(missed.but(player=rolled.player, cause=SHOOTING, within=rolled))


@banned("roll")
def _is_no_target_any_more(game: Game, event: Event) -> str | None:
    """A shot is not rolled for if its target has just been put beyond shooting (parley-ends-the-shot)."""
    if not isinstance(event.object, Matter) or event.object.noun != "cannon_roll":
        return None
    aimed = next((found for found in chain(event) if found.type == "shoot_at"), None)
    if aimed is not None and pipeline.denied(game, aimed) is not None:
        return "The target can no longer be shot at."
    return None


def _load_anew(game: Game, part: Part, event: Event) -> Steps[None]:
    """A special shot that was not used in this action may serve the new shot (cannoneer-and-specialists)."""
    action = next((found for found in chain(event) if found.type == "give"), None)
    if action is None or event.type != "miss":
        return
    facts.LOADING.put(action, part)
    spent = list(facts.LOADED.of(action))
    for found in list(game.active.matching("when", action)):
        if found.source not in spent and found.op.effect is not None and _loads(found.op.effect):
            yield from game.active.carry_out(found)


def _loads(effect: Effect) -> bool:
    """Whether a cannon is loaded with a special shot by it."""
    specs = (one.spec for one in effect.walk() if isinstance(one, Happen))
    return any(spec.type == "shoot" and spec.noun in SHOTS for spec in specs)


def shoots_again(game: Game, part: Part, event: Event, player: int) -> Steps[bool]:
    """A cannon gets a whole new shot, at whomever its player likes (cannoneer-gives-a-new-shot)."""
    whole = next(
        (found for found in chain(event) if found.type == "shoot" and isinstance(found.agent, int)), None
    )
    one = gun(game, part)
    ship = game.piece(part.of)
    within = Event(
        "shoot",
        agent=ship.id,
        using=whole.using if whole is not None else Matter("shoot_action", ship.id),
        player=player,
        cause=SHOOTING,
        within=event,
    )
    yield from _load_anew(game, part, event)
    found = _targets(game, one, ship, within)
    if not found:
        return False
    name = _name(game, one)
    options = [Option(target.id, f"{name} at {target.card.name}", (one.part, target.id)) for target in found]
    answer = yield from game.choose(player, Kind.TARGET, options, subject=ship.id, event="shoot")
    return bool((yield from shot(game, one, game.piece(answer), within)))
