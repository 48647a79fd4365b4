"""The one way in which anything happens.

    propose → may it happen? (rule, permit, forbid, by strength) → replace → modify → happen → trigger

Everything that changes a position goes through `propose`. Between abilities, what must not or cannot be beats
what may be; an ability beats a rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pirate_code.board.refs import Matter, Part
from pirate_code.rules import event_facts as facts
from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event
from pirate_code.rules.events import HANDLING_CARGO, OPENING
from pirate_code.rules.lasting import end_by_event
from pirate_code.rules.reasons import why_it_can
from pirate_code.rules.registry import BANS, CLOSINGS, MECHANICS, OPENINGS, Ban

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pirate_code.rules.active import Match
    from pirate_code.rules.game import Game

# How something is done that no "cannot" stops: see secret-hold-against-the-taker, and "she can be scuttled".
OUTWEIGHING = frozenset({"even_unremovable", "even_unsinkable"})


def forbidden(game: Game, event: Event) -> str | None:
    """Why an event cannot happen, or None: an ability that forbids it, or a rule that no ability lifts.

    This changes nothing and asks nobody: the rules use it to see what can be offered.
    """
    may_be_denied = _may_be_denied(game, event)
    if not may_be_denied and event.type not in BANS:
        return None
    with game.cache:
        reason = _denial(game, event) if may_be_denied else None
        return _broken_rule(game, event) if reason is None else reason


def _may_be_denied(game: Game, event: Event) -> bool:
    """Whether any ability forbids such events; most that are asked about, none does."""
    if game.active.listens("forbid", event.type):
        return True
    return event.cause.rule == "ability" and bool(game.active.entries("forbid", "affect"))


def _denial(game: Game, event: Event) -> str | None:
    """The words of the ability that forbids an event, or that keeps others from acting on a piece."""
    found = denied(game, event)
    if found is not None:
        return f"{game.name(found.source)}: {found.op.says}"
    shield = _shield(game, event)
    if shield is not None:
        return f"{game.name(shield.source)}: {shield.op.says}"
    return None


def _broken_rule(game: Game, event: Event) -> str | None:
    """Why the rules forbid an event; None if they do not, or if an ability lifts what they say."""
    for ban in BANS.get(event.type, ()):
        reason = ban.reason(game, event)
        if reason is not None and not _is_lifted(game, event, ban):
            return reason
    return None


def _is_lifted(game: Game, event: Event, ban: Ban) -> bool:
    """Whether an ability lifts what a rule forbids."""
    if not _is_spoken_of(game, event):
        return False
    return any(ban.is_lifted_by(found.op.pattern) for found in _leave(game, event))


def denied(game: Game, event: Event) -> Match | None:
    """The ability that forbids an event, unless another outranks it or speaks of what it rests on.

    What must happen happens although it cannot, and does not if it must not (ability-conflict-ranks).
    """
    if not game.active.listens("forbid", event.type):
        return None
    bans = list(game.active.matching("forbid", event))
    if not bans or not OUTWEIGHING.isdisjoint(event.manner):
        return None
    for ban in sorted(bans, key=lambda found: found.op.rank, reverse=True):
        if _spares(game, ban, event):
            continue
        leaves = (*_leave(game, event), *_leave_to_aim(game, event))
        if not any(leave.op.rank > ban.op.rank or _names_state_of(leave, ban) for leave in leaves):
            return ban
    return None


def _spares(game: Game, ban: Match, event: Event) -> bool:
    """Whether who is forbidden something is told not to be concerned by the card that forbids it.

    To keep others off oneself does nothing to them (holy-water-lets-indirect-effects-through). What a piece
    says of itself always concerns it.
    """
    if not isinstance(event.agent, int) or event.agent == ban.source:
        return False
    if not game.active.entries("forbid", "affect"):
        return False
    asked = Event("affect", agent=Matter("ability", ban.source, ban.op.number), object=event.agent)
    shields = [found.source for found in game.active.matching("forbid", asked)]
    return ban.source in shields or (bool(shields) and not _keeps_off(game, ban, event))


def _keeps_off(game: Game, ban: Match, event: Event) -> bool:
    """Whether an ability forbids what would be done to pieces of its own player, and says so."""
    own = game.active.player_of(game.state.pieces[ban.source])
    for slot in ("object", "at", "against", "source"):
        ref = getattr(event, slot)
        named = ban.op.pattern is not None and getattr(ban.op.pattern, slot) is not None
        if named and isinstance(ref, int) and game.state.pieces[ref].controller == own:
            return True
    return False


def _shield(game: Game, event: Event) -> Match | None:
    """The ability that keeps others from acting on a ship or crew (holy-water-stops-direct-effects)."""
    cause = event.cause
    if cause.rule != "ability" or cause.piece is None or not game.active.entries("forbid", "affect"):
        return None
    ability = Matter("ability", cause.piece, cause.ability or 0)
    for ref in _sufferers(game, event):
        if ref == cause.piece:
            continue  # a crew's own words are none of "friendly abilities"
        asked = Event("affect", agent=ability, object=ref, within=event)
        for found in game.active.matching("forbid", asked):
            if not (_is_of_a_treasure(game, event) and _means_friends(found)):
                return found
    return None


def _means_friends(shield: Match) -> bool:
    """Whether it holds off friendly abilities; a treasure is none (ransom-crew-and-unique-treasures)."""
    agent = shield.op.pattern.agent if shield.op.pattern is not None else None
    return agent is not None and agent.has_state("friendly")


def _sufferers(game: Game, event: Event) -> Iterator[int]:
    """The ships and crew that an event is done to."""
    for ref in (event.object, event.to if event.type == "give" else None, event.against):
        of = ref if isinstance(ref, int) else ref.of if isinstance(ref, Part | Matter) else None
        if of is None or (isinstance(ref, Matter) and ref.noun != "ability"):
            continue
        if game.state.pieces[of].kind != "treasure":
            yield of
        ship = game.state.ship_of(game.state.pieces[of])
        handled = event.type in HANDLING_CARGO or event.type == "reveal"
        if ship is not None and (handled or _is_of_a_treasure(game, event)):
            yield ship.id  # cursed-natives-nationality: whose ship is safe, her crew are


def _is_of_a_treasure(game: Game, event: Event) -> bool:
    """Whether a treasure is what makes something happen."""
    return event.cause.piece is not None and game.state.pieces[event.cause.piece].kind == "treasure"


def permits(game: Game, event: Event, slot: str | None = None) -> bool:
    """Whether an ability says that an event may happen, and says it of what stands in a slot."""
    if not _is_spoken_of(game, event):
        return False
    for found in _leave(game, event):
        pattern = found.op.pattern
        if slot is None or (pattern is not None and getattr(pattern, slot) is not None):
            return True
    return False


def _is_spoken_of(game: Game, event: Event) -> bool:
    """Whether any ability might say that such an event may happen."""
    active = game.active
    if active.listens("permit", event.type) or active.entries("require", event.type):
        return True
    return event.type in _LEAVE_BY_OTHERS


_LEAVE_BY_OTHERS = frozenset({"shoot_at", "repair"})  # what leave for another event covers: see `_leave`


def _leave(game: Game, event: Event) -> Iterator[Match]:
    """The abilities that say that an event may or must happen, or that it is part of what may."""
    yield from game.active.matching("permit", event)
    yield from game.active.matching("require", event)
    if event.type == "shoot_at" and game.active.entries("permit", "attack"):
        yield from game.active.matching("permit", event.but(type="attack"))
    if event.type == "repair" and isinstance(event.agent, int) and game.active.entries("permit", "give"):
        given = Event("give", object=Matter("repair_action", event.agent), to=event.agent)
        given.player, given.within = event.player, event.within
        yield from game.active.matching("permit", given)  # who may be given the action may repair


def _leave_to_aim(game: Game, event: Event) -> Iterator[Match]:
    """Who may shoot at something may be given the action for it (shoots-submerged-ships-while-submerged)."""
    kinds = [kind for kind in ("shoot_at", "attack") if game.active.entries("permit", kind)]
    if event.type not in {"give", "shoot"} or not kinds:
        return
    if event.type == "give" and (not isinstance(event.object, Matter) or event.object.noun != "shoot_action"):
        return
    by = event.to if event.type == "give" else event.agent
    targets = [event.at] if event.at is not None else [ship.id for ship in game.state.ships()]
    for target in targets:
        aims = Event("shoot_at", agent=by, object=target, player=event.player, within=event.within)
        for kind in kinds:
            yield from game.active.matching("permit", aims.but(type=kind))


def _names_state_of(leave: Match, ban: Match) -> bool:
    """Whether leave speaks of the state that a ban rests on (shoots-submerged-ships-beats-the-keywords)."""
    asked = [one.fact.state_asked for one in ban.op.guards.conditions if not one.negated]
    states = {(found.state, found.is_denied) for found in asked if found is not None and found.state}
    said = leave.op.pattern.object if leave.op.pattern is not None else None
    return said is not None and any((found.state, found.is_denied) in states for found in said.filters)


def propose(game: Game, event: Event) -> Steps[bool]:
    """Let an event happen if it may; whether it did, as itself and not as something else instead."""
    game.enter(event)
    try:
        return (yield from _let_happen(game, event))
    finally:
        game.leave()


def _let_happen(game: Game, event: Event) -> Steps[bool]:
    active = game.active
    reason = forbidden(game, event)
    if reason is not None:
        game.note("forbidden", event, reason)
        return False
    if _has_prelude(game, event):
        if (yield from _prelude(game, event)):
            facts.REPLACED.put(event, True)
            yield from _close(game, event)
            return False
        reason = forbidden(game, event)  # what was done just before may have changed it
        if reason is not None:
            game.note("forbidden", event, reason)
            return False
    mechanics = MECHANICS.get(event.type)
    game.note("happens", event, why_it_can(game, event))
    last_words = _last_words(game, event)
    if event.type in OPENING and active.listens("when", event.type):
        yield from active.respond("when", event)
    if mechanics is not None:
        yield from mechanics(game, event)
    if facts.FAILED.of(event):
        return False
    game.state.turn.done += ((event.type, event.agent, event.object),)
    if event.type not in OPENING:
        if active.listens("when", event.type):
            yield from active.respond("when", event)
        for found in last_words:
            if not game.state.pieces[found.source].in_play:
                yield from active.carry_out(found)
    if active.listens("after", event.type):
        yield from active.respond("after", event)
    end_by_event(game, event)
    if active.listens("ends", event.type):
        active.end(event)
    yield from _close(game, event)
    return True


def _has_prelude(game: Game, event: Event) -> bool:
    """Whether anything may come before an event, or in its place; before most events nothing does."""
    kind, active = event.type, game.active
    if kind in OPENINGS or active.entries("if shown", kind) or active.entries("replace", kind):
        return True
    return active.listens("before", kind)


def _prelude(game: Game, event: Event) -> Steps[bool]:
    """What comes before an event: crew is shown, rules and abilities act; whether it was replaced."""
    active = game.active
    if active.entries("if shown", event.type):
        yield from active.show_for(event)
    for opening in OPENINGS.get(event.type, ()):
        yield from opening(game, event)
    yield from active.respond("before", event)
    return (yield from active.replace(event))


def _last_words(game: Game, event: Event) -> list[Match]:
    """What a piece still does when it leaves play: "when this crew is eliminated, ..."."""
    if event.type not in {"eliminate", "remove"} or not isinstance(event.object, int):
        return []
    return [found for found in game.active.matching("when", event) if found.source == event.object]


def _close(game: Game, event: Event) -> Steps[None]:
    """What the rules still do when abilities have answered an event, or replaced it."""
    for closing in CLOSINGS.get(event.type, ()):
        yield from closing(game, event)
