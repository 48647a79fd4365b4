"""Attacks by abilities: special shots, second shots, sure hits, broadsides, blades, swoops and breath."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter, Part
from pirate_code.rules import cannons, table
from pirate_code.rules import event_facts as facts
from pirate_code.rules.cannons import Gun, guns
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.event import Event, chain
from pirate_code.rules.game import game_of
from pirate_code.rules.happen import aiming
from pirate_code.rules.happen.damage import take_hit
from pirate_code.rules.happen.shooting import SHOOTING, Load, load_of, shoots_again, strike
from pirate_code.rules.program.context import Context
from pirate_code.rules.program.effects import Become
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.filters import OfRange, Within
from pirate_code.rules.program.nouns import KINDS, SHOTS, is_cannon
from pirate_code.rules.program.performing import could, performs, plainly
from pirate_code.rules.program.selectors import Selector

if TYPE_CHECKING:
    from pirate_code.board.state import Piece

# Shots that are laid somewhere and hit nobody.
_LAID = frozenset({"smokepot"})


# --- shots -----------------------------------------------------------------------------------------------


@could("shoot")
def _could_shoot(event: EventSpec, ctx: Context) -> bool:
    """Whether some cannon can shoot as an ability says."""
    if _special(event) is not None:
        return bool(_loadable(event, ctx))
    return True


@performs("shoot")
def _shoot_by_ability(event: EventSpec, ctx: Context) -> Steps[bool]:
    """A cannon is loaded with a special shot, or shoots once more."""
    if _special(event) is not None:
        return (yield from _load(event, ctx))
    for ref in event.agent.find(ctx) if event.agent is not None else []:
        if isinstance(ref, Part) and ctx.event is not None:
            return (yield from shoots_again(game_of(ctx), ref, ctx.event, ctx.player))
    return False


def _special(event: EventSpec) -> str | None:
    """The special shot that an event is about."""
    return event.noun if event.noun in SHOTS else None


def _any_such(selector: Selector) -> Selector:
    """Any one of the things that are named, whichever was spoken of."""
    return selector.but(which="a") if selector.noun else selector


def given(ctx: Context) -> Event | None:
    """The shoot action that is going on."""
    for found in chain(ctx.event):
        if found.type == "give" and isinstance(found.object, Matter):
            return found if found.object.noun == "shoot_action" else None
    return None


def _loadable(event: EventSpec, ctx: Context) -> list[Gun]:
    """The cannons that can shoot a special shot: one shot or specialist for each ("Equipment")."""
    action, ship = given(ctx), ctx.ship
    if action is None or ship is None:
        return []
    used = facts.USED_UP.of(action)
    bearing = guns(game_of(ctx), ship)
    free = [
        gun
        for gun in bearing
        if load_of(action, gun.part) is None
        and gun.part not in used
        and facts.LOADING.get(action, gun.part) == gun.part
        and not ctx.game.forbids(Event("use", agent=gun.part, object=ctx.source, player=ctx.player))
    ]
    if _special(event) in _LAID:
        return free
    return [gun for gun in free if _aims(event.at, gun, ship, ctx, action)]


def _aims(at: Selector | None, gun: Gun, ship: Piece, ctx: Context, action: Event) -> list[Piece]:
    """The targets of a cannon, narrowed to those that an ability allows."""
    found = aiming.targets(game_of(ctx), gun, ship, action.object, action)
    if at is None:
        return found
    narrowed = _any_such(at)
    return [target for target in found if narrowed.fits(target.id, ctx.copy())]


def _load(event: EventSpec, ctx: Context) -> Steps[bool]:
    """Declare which cannon shoots the special shot; it does so when its turn comes in the action."""
    action, free = given(ctx), _loadable(event, ctx)
    noun = _special(event)
    if action is None or not free or noun is None:
        return False
    options = [Option(gun.part.label, cannons.name_of(game_of(ctx), gun.part), (gun.part,)) for gun in free]
    answer = yield from ctx.game.choose(ctx.player, Kind.PICK, options, subject=ctx.source, event="shoot")
    gun = next(one for one in free if one.part.label == answer)
    shot = Matter(noun, gun.part.of, ctx.source)
    ctx.say(gun.part, shot)
    facts.LOADED.to_grow(action).append(ctx.source)
    if noun in _LAID:
        facts.USED_UP.to_grow(action).append(gun.part)
        yield from used(ctx.source, gun.part.of, ctx)
    else:
        facts.LOADS.to_grow(action)[gun.part] = Load(shot, event.at, list(ctx.shot), ctx.copy())
    return True


def used(source: int, ship: int, ctx: Context) -> Steps[None]:
    """Answer that a shot was used: "after using ..., remove it from the game"."""
    yield from ctx.game.respond("after", Event("use", agent=ship, object=source, player=ctx.player))


# --- sure hits -------------------------------------------------------------------------------------------


@performs("hit")
def _hit_by_ability(event: EventSpec, ctx: Context) -> Steps[bool]:
    """A cannon hits without a roll, which is like a rolled 6 (metal-hull-and-automatic-hits)."""
    action = given(ctx)
    pairs = _sure(event, ctx, action)
    if action is None or not pairs:
        return False
    options = [
        Option(
            [gun.part.label, target.id],
            f"{cannons.name_of(game_of(ctx), gun.part)} at {target.card.name}",
            (gun.part, target.id),
        )
        for gun, target in pairs
    ]
    player = game_of(ctx).piece(action.to).controller
    chooser = player if player is not None else ctx.player
    answer = yield from ctx.game.choose(chooser, Kind.TARGET, options, subject=action.to, event="hit")
    gun, target = next(pair for pair in pairs if [pair[0].part.label, pair[1].id] == answer)
    facts.USED_UP.to_grow(action).append(gun.part)
    rolled = Event("roll", agent=gun.part, object=Matter("cannon_roll", gun.part.of), against=target.id)
    rolled = rolled.but(amount=6, player=player, cause=ctx.cause, within=action, facts={facts.SHOWN: 6})
    yield from strike(game_of(ctx), rolled, target.id, Matter("shot", gun.part.of))
    return True


def _sure(event: EventSpec, ctx: Context, action: Event | None) -> list[tuple[Gun, Piece]]:
    if action is None:
        return []
    game, what = game_of(ctx), event.object
    ship = game.piece(action.to)
    wanted = _any_such(what) if what is not None and what.noun else None
    chosen = _chosen_cannon(event, ctx)
    aimed_at = next((found.object for found in chain(ctx.event) if found.type == "shoot_at"), None)
    return [
        (gun, target)
        for gun in guns(game, ship)
        if chosen is None or gun.part == chosen
        for target in aiming.targets(game, gun, ship, action.object, action)
        if wanted is None or wanted.fits(target.id, ctx.copy())
        if aimed_at is None or target.id == aimed_at
    ]


def _chosen_cannon(event: EventSpec, ctx: Context) -> Part | None:
    """The cannon that was chosen before, where words speak of it: "that cannon automatically hits"."""
    if event.agent is None or event.agent.noun != "cannon" or not event.agent.is_that:
        return None
    spoken = [ref for ref in ctx.said if isinstance(ref, Part) and ref.noun == "cannon"]
    return spoken[-1] if spoken else None


@performs("take hit")
def _take_hits(event: EventSpec, ctx: Context) -> Steps[bool]:
    """A target takes so many hits at once, and as many again for each of what is counted."""
    target = next(iter(event.agent.find(ctx)), None) if event.agent is not None else None
    if not isinstance(target, int) or event.object is None:
        return False
    count = event.object.count.value(ctx) if event.object.count is not None else 1
    if event.per is not None:
        count *= len(event.per.find(ctx))
    attack = next((found for found in chain(ctx.event) if found.type in {"fire", "make", "shoot"}), None)
    by = attack.agent if attack is not None else ctx.source
    with_what = (
        attack.object if attack is not None and isinstance(attack.object, Matter) else Matter("attack")
    )
    for _ in range(count):
        hit = Event("hit", agent=by, object=target, at=target, using=with_what, player=ctx.player)
        yield from take_hit(game_of(ctx), hit.but(cause=ctx.cause, within=ctx.event))
    return True


# --- broadsides ------------------------------------------------------------------------------------------


def _broadside_targets(ctx: Context) -> list[Piece]:
    """Whom all cannons that are left reach as near as is told (broadsides-attack-conditions)."""
    ship, game = ctx.ship, game_of(ctx)
    if ship is None:
        return []
    using = Matter("shoot_action", ship.id)
    bearing, far = guns(game, ship), _stated_reach(ctx, ship)
    return [
        target
        for target in aiming.enemies(game, ship)
        if bearing
        and all(aiming.in_sight(game, gun, ship, target, far) for gun in bearing)
        and game.allows(Event("shoot_at", agent=ship.id, object=target.id, using=using, within=ctx.event))
    ]


def _stated_reach(ctx: Context, ship: Piece) -> float:
    """How near a target must be, as an ability of the ship says of it; else as far as a cannon reaches."""
    said = []
    for entry in game_of(ctx).active.entries("hold", "within"):
        kept = entry.op.effect
        aboard = ctx.state.ship_of(ctx.state.pieces[entry.source]) is ship
        if aboard and isinstance(kept, Become) and isinstance(kept.filter, Within):
            said.append(table.length(kept.filter.distance))
    return min(said, default=table.length(("L",)))


@could("fire")
def _could_fire(event: EventSpec, ctx: Context) -> bool:
    return bool(_own_cannons(event, ctx)) if _is_of_cannons(event) else bool(_broadside_targets(ctx))


def _is_of_cannons(event: EventSpec) -> bool:
    """Whether it is told which cannons fire: "the claw cannon only", "all your other cannons"."""
    return is_cannon(event.noun)


def _own_cannons(event: EventSpec, ctx: Context) -> list[Part]:
    """The cannons of this ship that are meant; "other" cannons are none of those that were spoken of."""
    told = event.object.find(ctx) if event.object is not None else []
    but = ctx.said if event.object is not None and event.object.has_state("other") else []
    own = [gun.part for gun in guns(game_of(ctx), ctx.ship)] if ctx.ship is not None else []
    return [part for part in own if part in told and part not in but]


@performs("fire")
def _fire(event: EventSpec, ctx: Context) -> Steps[bool]:
    """All cannons fire as one, at one target; no other ability has a part in it (broadsides-attack-alone).

    Where it is told which cannons fire, the others do not in this action.
    """
    ship, action = ctx.ship, given(ctx)
    if _is_of_cannons(event) and ship is not None and action is not None:
        firing = _own_cannons(event, ctx)
        idle = [gun.part for gun in guns(game_of(ctx), ship) if gun.part not in firing]
        facts.USED_UP.to_grow(action).extend(idle)
        return True
    found = _broadside_targets(ctx)
    if ship is None or not found:
        return False
    target = yield from _target(found, ctx)
    yield from _mark(ship, target, ctx, aims=False)
    while target not in (found := _broadside_targets(ctx)):  # broadsides-attack-what-makes-a-target-invalid
        if not found or not (yield from ctx.game.agrees(ctx.player, "attack", ship.id, target.id)):
            return False
        target = yield from _target(found, ctx)
        yield from _mark(ship, target, ctx, aims=False)
    ctx.say(target.id)
    fires = Event("fire", agent=ship.id, object=Matter("broadside", ship.id), at=target.id, against=target.id)
    fires = fires.but(player=ctx.player, cause=ctx.cause, within=ctx.event)
    if _is_closed(fires, ctx):
        facts.CLOSED.put(fires, (ctx.source, ctx.ability))
    return (yield from ctx.game.propose(fires))


def _is_closed(attack: Event, ctx: Context) -> bool:
    """Whether no other ability can affect or prevent this attack."""
    active, ability = game_of(ctx).active, Matter("ability")
    affects = Event("affect", agent=ability, object=attack.object, within=attack)
    prevents = Event("prevent", agent=ability, object=attack.object, within=attack)
    return any(True for asked in (affects, prevents) for _ in active.matching("forbid", asked))


def _target(found: list[Piece], ctx: Context) -> Steps[Piece]:
    options = [Option(target.id, target.card.name, (target.id,)) for target in found]
    answer = yield from ctx.game.choose(ctx.player, Kind.TARGET, options, subject=ctx.source, event="attack")
    return game_of(ctx).piece(answer)


# --- other attacks ---------------------------------------------------------------------------------------


def _attack(event: EventSpec) -> str | None:
    """The kind of attack that is made."""
    return event.noun if event.noun in KINDS["attack"] and event.against is not None else None


def _attackable(event: EventSpec, ctx: Context) -> list[Piece]:
    """Whom an attack can be made against: enemies that its words fit; a swoop or breath is a shoot action."""
    ship, against = ctx.ship, event.against
    if ship is None or against is None:
        return []
    by_shooting = _attack(event) != "blade_attack"
    game, wanted, reach = game_of(ctx), _any_such(against), _range(event)
    return [
        target
        for target in aiming.enemies(game, ship)
        if target.kind != "crew"
        and wanted.fits(target.id, ctx.copy())
        and (reach is None or table.within(ctx.state, ship, target, reach))
        and (not by_shooting or game.allows(_aim(ship, target, ctx)))
    ]


def _aim(ship: Piece, target: Piece, ctx: Context) -> Event:
    using = Matter("shoot_action", ship.id)
    return Event("shoot_at", agent=ship.id, object=target.id, using=using, within=ctx.event)


def _mark(ship: Piece, target: Piece, ctx: Context, aims: bool = True) -> Steps[bool]:
    """Aim an attack that is a shoot action, before any die; whether the target is still one (parley).

    What answers the aim of a gun has no part in a broadside, which is not one (`aims`).
    """
    aimed = _aim(ship, target, ctx)
    marked = Event("target", agent=aimed.using, object=target.id, player=ctx.player, cause=ctx.cause)
    marked = marked.but(within=aimed)
    if aims:
        yield from ctx.game.propose(aimed.but(player=ctx.player, cause=ctx.cause))
    yield from ctx.game.propose(marked)
    die = Event("roll", agent=ship.id, object=Matter("die_roll", ship.id), against=target.id, within=marked)
    yield from ctx.game.respond("before", die.but(player=ctx.player))
    return ctx.game.allows(aimed)


def _kind(event: EventSpec) -> OfRange | None:
    filters = event.object.filters if event.object is not None else ()
    return next((found for found in filters if isinstance(found, OfRange)), None)


def _range(event: EventSpec) -> tuple[str, ...] | None:
    kind = _kind(event)
    return (kind.range,) if kind is not None and kind.range is not None else None


@could("make")
def _could_make(event: EventSpec, ctx: Context) -> bool:
    return _attack(event) is None or bool(_attackable(event, ctx))


@performs("make")
def _make(event: EventSpec, ctx: Context) -> Steps[bool]:
    """Make an attack: what it does is told of it; one that has a rank is rolled for like a shot."""
    what = event.object
    noun = _attack(event)
    if noun is None:
        action = given(ctx)
        if event.noun == "cannon_roll" and action is not None:
            facts.ONE_SHOT.put(action, True)
            return True
        return what is not None and (what.noun == "choice" or what.which == "no")
    found, ship = _attackable(event, ctx), ctx.ship
    if not found or ship is None:
        return False
    target = yield from _declared(event, ship, found, ctx)
    if target is None:
        return True
    ctx.say(target.id)
    attack = Matter(noun, ship.id)
    makes = Event("make", agent=ship.id, object=attack, against=target.id, using=attack, player=ctx.player)
    makes = makes.but(cause=ctx.cause, within=ctx.event)
    for lasting in ctx.shot:
        ctx.game.bar(makes, lasting)
    if _is_closed(makes, ctx):
        facts.CLOSED.put(makes, (ctx.source, ctx.ability))
    if not (yield from ctx.game.propose(makes)):
        return False
    kind = _kind(event)
    if kind is not None and kind.rank is not None:
        yield from _roll_for(kind.rank, attack, target, makes, ctx)
    return True


def _declared(event: EventSpec, ship: Piece, found: list[Piece], ctx: Context) -> Steps[Piece | None]:
    """Whom an attack is made against; nobody if what answers it saves the target and no other is wanted.

    Who is not in reach any more is none: another may be declared (tritons-defense-dragon-chooses-anew).
    """
    target = yield from _target(found, ctx)
    if _attack(event) == "blade_attack":
        return target
    while (yield from _mark(ship, target, ctx)):
        left = _attackable(event, ctx)
        if target in left or not ship.afloat:
            return target if ship.afloat else None
        if not left or not (yield from ctx.game.agrees(ctx.player, "attack", ship.id, target.id)):
            return None
        target = yield from _target(left, ctx)
    return None


def _roll_for(rank: int, attack: Matter, target: Piece, makes: Event, ctx: Context) -> Steps[None]:
    """Roll for an attack of a rank; what is told of it holds until it is over."""
    rolled = Event("roll", agent=makes.agent, object=Matter("cannon_roll", attack.of), against=target.id)
    rolled = rolled.but(player=ctx.player, cause=SHOOTING, within=makes)
    game = game_of(ctx)
    game.enter(makes)
    try:
        result = yield from game.roll(rolled)
        if result > rank and facts.SHOWN.get(rolled, 1) != 1:
            yield from strike(game, rolled, target.id, attack)
    finally:
        game.leave()


@performs("attack")
def _attack_by_ability(event: EventSpec, ctx: Context) -> Steps[bool]:
    """An attack of no other kind: it is proposed, and what answers it acts."""
    return (yield from plainly(event, ctx))
