"""Effects carried out: trees become events that are proposed, questions asked, dice rolled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pirate_code.board.refs import Matter, Part, Ref, Seat
from pirate_code.board.state import Lasting
from pirate_code.language import tree as t
from pirate_code.language.render import effect_text
from pirate_code.rules.decision import Option, Steps
from pirate_code.rules.event import Event, face
from pirate_code.rules.lasting import ending
from pirate_code.rules.meaning import facts, select
from pirate_code.rules.meaning.changing import become, change, gain
from pirate_code.rules.meaning.clauses import Clause, Guards, sort_guards
from pirate_code.rules.meaning.context import Context
from pirate_code.rules.meaning.nouns import KINDS, ROLLS, SHOTS
from pirate_code.rules.meaning.perform import can_perform, perform, pick
from pirate_code.rules.meaning.readings import until_retried, until_so_many_hits
from pirate_code.rules.meaning.staying import (
    about_whom,
    as_lasting,
    goes_on,
    hold,
    is_token,
    names_some,
    told_of,
    until,
    waits,
)

Run = Callable[[Any, Context], Steps[bool]]
ATTEMPTS = frozenset({"possess"})  # what is tried with an action, and costs it if the dice let it succeed


def carry_out(clause: Clause, ctx: Context) -> Steps[bool]:
    """Do what a clause says, once for each of its "for each"; whether anything was done."""
    assert clause.effect is not None
    lasts = clause.guards.lasts
    if clause.moment == "turn_after":
        lasts = t.Span(lasts="your_next_turn")
    if not clause.guards.for_each:
        done = yield from _lasting_or_now(lasts, clause.effect, ctx, agreed=clause.optional)
        # A die rolled in place of something stands in its place, whatever it shows.
        return done or (clause.guards.instead is not None and isinstance(clause.effect, t.Table))
    done = False
    for ref in select.find(clause.guards.for_each[0].what, ctx):
        inner = ctx.copy()
        inner.say(ref)
        done |= yield from _lasting_or_now(lasts, clause.effect, inner, agreed=clause.optional)
    return done


def run(effect: t.Effect, ctx: Context, agreed: bool = False) -> Steps[bool]:
    """Carry out an effect; whether it was done. `agreed`: the player has already said yes to its "may"."""
    if isinstance(effect, t.Happen):
        return (yield from _happen(effect, ctx, agreed))
    if isinstance(effect, t.Sequence):
        return (yield from _sequence(effect, ctx, agreed))
    return (yield from _RUN[type(effect)](effect, ctx))


def feasible(effect: t.Effect, ctx: Context) -> bool:
    """Whether carrying out an effect could change anything, so that it is worth asking about."""
    ctx = ctx.copy()
    if isinstance(effect, t.Happen):
        return effect.strength not in {"do", "may", "must"} or can_perform(effect.event, ctx)
    if isinstance(effect, t.Pay):  # nobody shows a card for nothing
        shows = effect.cost.event.type == "reveal"
        ctx.paying = True
        if not feasible(effect.cost, ctx):
            return False
        ctx.paying = False
        return not shows or feasible(effect.gain, ctx)
    if isinstance(effect, t.Sequence):
        first, *rest = effect.steps
        return feasible(first, ctx) and all(_could_follow(step, ctx) for step in rest)
    if isinstance(effect, t.Choice):
        return any(feasible(option, ctx) for option in effect.options)
    if isinstance(effect, t.Guarded):
        guards = sort_guards(effect.guards)
        return facts.guards_hold(guards, ctx, ctx.event) and feasible(effect.effect, ctx)
    if isinstance(effect, t.Become | t.Gain):
        return bool(select.find(effect.subject if isinstance(effect, t.Become) else effect.who, ctx))
    return True


def _could_follow(step: t.Effect, ctx: Context) -> bool:
    """Whether what must be done afterwards can be: who must load has room (treasure-trade-needs-room)."""
    if not isinstance(step, t.Happen) or (step.strength, step.event.type) != ("must", "load"):
        return True
    return can_perform(step.event, ctx)


def _happen(effect: t.Happen, ctx: Context, agreed: bool) -> Steps[bool]:
    if effect.strength in {"cannot", "need_not"}:
        hold(effect, ctx)
        return True
    if effect.strength == "may" and not agreed:
        ctx.asked = False
        if not can_perform(effect.event, ctx):
            return False
        if not (yield from ctx.game.agrees(_who(effect.event, ctx), effect_text(effect), "may")):
            return False
    ctx.asked = yield from perform(effect.event, ctx)
    return ctx.asked


def _who(event: t.Event, ctx: Context) -> int:
    """Who decides whether to do what may be done: the player who would do it."""
    if event.agent is not None:
        for ref in select.find(event.agent, ctx):
            if isinstance(ref, Seat):
                return ref.player
            piece = ctx.piece(ref)
            if piece is not None and piece.controller is not None:
                return piece.controller
    return ctx.player


def _lasting_or_now(lasts: Any, effect: t.Effect, ctx: Context, agreed: bool) -> Steps[bool]:
    """An effect with a span goes on until it ends; one that happens, happens now."""
    if lasts is not None and isinstance(effect, t.Sequence) and not goes_on(effect):
        return (yield from _some_last(lasts, effect, ctx, agreed))
    if lasts is None or not (goes_on(effect) or waits(effect, lasts)):
        return (yield from run(effect, ctx, agreed))
    if isinstance(effect, t.Become | t.Change) and effect.strength == "may":
        ctx.asked = agreed or (yield from ctx.game.agrees(ctx.player, effect_text(effect), "may"))
        if not ctx.asked:
            return False
        effect = effect.but(strength="do")
    settled = yield from _settle(effect, ctx)
    if not settled:
        return False
    for about, seen in settled:
        if seen is ctx:
            seen.say(select.target_of(ctx.event))
        ends, turn = yield from ending(lasts, seen)
        ctx.game.force.last(
            Lasting(until(lasts, about), ctx.source, ctx.player, tuple(seen.said), ends, turn)
        )
    return True


def _some_last(lasts: Any, effect: t.Sequence, ctx: Context, agreed: bool) -> Steps[bool]:
    """Steps of which some go on for a span: the others happen now."""
    done = False
    for number, step in enumerate(effect.steps):
        span = lasts if goes_on(step) else None
        done |= yield from _lasting_or_now(span, step, ctx, agreed and number == 0)
    return done


def _settle(effect: t.Effect, ctx: Context) -> Steps[list[tuple[t.Effect, Context]]]:
    """The effect for each piece that it is about, picked now: "one crew within S cannot use its ability"."""
    about = about_whom(effect)
    none_can = isinstance(effect, t.Happen) and isinstance(about, t.Pieces) and about.which == "any"
    if about is None or none_can or not names_some(about):  # "no abilities can be used" is of all of them
        # What is paid for later is asked for when its time has come.
        return [(effect, ctx)] if isinstance(effect, t.Pay) or feasible(effect, ctx) else []
    settled = []
    for ref in (yield from pick(about, ctx, t.Event(type="affect"))):
        seen = ctx.copy()
        seen.say(ref)
        settled.append((told_of(effect, t.Pieces(noun=_noun(ref), which="that")), seen))
    return settled


def _noun(ref: Ref) -> str:
    """A noun that names a thing, whatever it is."""
    if isinstance(ref, Part | Matter):
        return ref.noun
    return "player" if isinstance(ref, Seat) else "game_piece"


# --- the other effects -----------------------------------------------------------------------------------


def _holds_throughout(step: t.Effect) -> bool:
    """Whether a step forbids something of what the other steps do: "board her; she can't use any bonuses"."""
    if not isinstance(step, t.Happen) or step.strength != "cannot":
        return False
    named = (step.event.agent, step.event.object)
    return not any(isinstance(one, t.Pieces) and one.which == "that" for one in named)


def _sequence(effect: t.Sequence, ctx: Context, agreed: bool) -> Steps[bool]:
    """One step after the other; who agreed to the whole has agreed to its first step.

    What is told of a shot that the first step fires ("if it hits, ...") holds for that shot.
    """
    retried = until_retried(effect)
    if retried is not None:
        return (yield from run(retried, ctx))
    bars = [] if _lays_a_token(effect) else [step for step in effect.steps[1:] if _holds_throughout(step)]
    for bar in bars:
        yield from run(bar, ctx)
    told = [step for step in effect.steps[1:] if _of_shot(step)] if _fires(effect.steps[0]) else []
    ctx.shot = [as_lasting(step, ctx, "shot") for step in told]
    moves = any(isinstance(step, t.Happen) and step.event.type == "move" for step in effect.steps)
    heeded = [step for step in effect.steps[1:] if moves and _heeds(step)]
    heeding = [as_lasting(step, ctx, "game") for step in heeded]
    for one in heeding:
        ctx.game.force.last(one)
    done = False
    for number, step in enumerate(effect.steps):
        if step in told or step in bars or step in heeded:
            continue
        done |= yield from run(step, ctx, agreed and number == 0)
        if number == 0 and not done and (told or _docks(step)):
            break  # eternal-needs-a-home-to-dock-at
    for one in heeding:
        ctx.game.force.lift(one)
    return done


def _heeds(step: t.Effect) -> bool:
    """Whether a step tells what comes of a touch as ships are moved: "if a ship touches an island"."""
    guards = sort_guards(step.guards) if isinstance(step, t.Guarded) else None
    return guards is not None and any(
        (trigger.moment, trigger.event.type) == ("when", "touch") for trigger in guards.triggers
    )


def _lays_a_token(effect: t.Sequence) -> bool:
    """Whether a card lays its token on the sea, of which the other steps are told."""
    places = (
        step.event for step in effect.steps if isinstance(step, t.Happen) and step.event.type == "place"
    )
    return any(isinstance(event.object, t.Pieces) and event.object.noun == "token" for event in places)


def _docks(step: t.Effect) -> bool:
    """Whether a ship is docked somewhere, and the other steps are told of her there."""
    return isinstance(step, t.Happen) and step.strength in {"do", "must"} and step.event.type == "dock"


def _fires(effect: t.Effect) -> bool:
    """Whether an effect fires a special shot, or makes another attack that may hit."""
    if isinstance(effect, t.Pay):
        return _fires(effect.gain)
    if isinstance(effect, t.Guarded):
        return _fires(effect.effect)
    if not isinstance(effect, t.Happen) or not isinstance(effect.event.object, t.Pieces):
        return False
    noun = effect.event.object.noun
    return (effect.event.type == "shoot" and noun in SHOTS) or (
        effect.event.type == "make" and noun in KINDS["attack"]
    )


def _of_shot(step: t.Effect) -> bool:
    """Whether a step is told of a shot: when it hits, before it is rolled for, if its roll is a 1."""
    if not isinstance(step, t.Guarded):
        return False
    guards = sort_guards(step.guards)
    facts_told = [guard.fact for guard in guards.conditions]
    return any(trigger.event.type in {"hit", "miss", "roll"} for trigger in guards.triggers) or any(
        isinstance(fact, t.Matches) and isinstance(fact.subject, t.Pieces) and fact.subject.noun in ROLLS
        for fact in facts_told
    )


def _choice(effect: t.Choice, ctx: Context) -> Steps[bool]:
    left = [number for number, option in enumerate(effect.options) if feasible(option, ctx)]
    for _ in range(min(effect.pick, len(left))):
        options = [Option(number, effect_text(effect.options[number])) for number in left]
        if all(isinstance(effect.options[n], t.Happen) and effect.options[n].strength == "may" for n in left):  # type: ignore[union-attr]
            options.append(Option(None, "none of these"))
        picked = yield from ctx.game.choose(ctx.player, "which one?", "choice", options)
        if picked is None:
            return False
        left.remove(picked)
        yield from run(effect.options[picked], ctx, agreed=True)
    return True


def _pay(effect: t.Pay, ctx: Context) -> Steps[bool]:
    """What is gained is gained only if the cost was really paid: a cost undone was not."""
    ctx.paying = True
    ctx.asked = yield from perform(effect.cost.event, ctx)
    ctx.paying = False
    if not ctx.asked:
        return False
    ctx.attempt = isinstance(effect.gain, t.Happen) and effect.gain.event.type in ATTEMPTS
    yield from run(effect.gain, ctx, agreed=True)
    return True


def _guarded(effect: t.Guarded, ctx: Context) -> Steps[bool]:
    guards = sort_guards(effect.guards)
    if any(moment.at == "beginning" and moment.whose == "next_yours" for moment in guards.moments):
        ctx.game.force.last(as_lasting(effect, ctx, f"next {ctx.player}"))
        return True  # "remove the fog bank at the beginning of your next turn" waits for that
    if is_token(ctx.card) and goes_on(effect.effect):
        hold(effect, ctx)
        return True  # "unless she can move when derelict" is asked of every ship that comes near
    if guards.rolled and ctx.event is not None and ctx.event.type == "give":
        ctx.event.facts.setdefault("bars", []).append(as_lasting(effect, ctx, "action"))
        return True  # "for every cannon roll of 6" is told of every roll of the action
    if guards.rolled and ctx.result not in guards.rolled:
        return False
    if guards.triggers and guards.triggers[-1].event.type == "exceed":
        if not facts.exceeds(guards.triggers[-1].event, ctx):
            return False
        exceeds = Event("exceed", agent=Matter("result"), amount=ctx.result, cause=ctx.cause)
        happened = yield from ctx.game.propose(exceeds.but(within=ctx.event))
        return happened and (yield from run(effect.effect, ctx))
    ban = until_so_many_hits(effect, ctx.result)
    if ban is not None:
        ctx.game.force.last(as_lasting(ban, ctx, "turn"))
        return True
    if guards.triggers and _is_happening(guards.triggers[-1], ctx):
        guards = replace(guards, triggers=guards.triggers[:-1])
    if guards.triggers and guards.triggers[-1].moment in {
        "next_time",
        "turn_after",
        "first_time",
        "when",
        "before",
        "after",
    }:
        ends = "game" if guards.lasts == t.Span(lasts="game") else "next_time"
        ctx.game.force.last(as_lasting(effect, ctx, ends))
        return True
    if ctx.event is None and _bans_if(guards, effect.effect):
        hold(effect, ctx)
        return True
    if not facts.guards_hold(guards, ctx, ctx.event):
        return False
    if guards.for_each:
        done = False
        for ref in select.find(guards.for_each[0].what, ctx):
            inner = ctx.copy()
            inner.say(ref)
            done |= yield from _lasting_or_now(guards.lasts, effect.effect, inner, agreed=False)
            ctx.results[ref] = inner.result
        return done
    done = yield from _lasting_or_now(guards.lasts, effect.effect, ctx, agreed=False)
    if done and guards.instead is not None and guards.instead.of is not None and ctx.event is not None:
        hold(t.Happen(strength="cannot", event=_replaced(guards.instead.of)), ctx)
    return done


def _is_happening(trigger: t.Trigger, ctx: Context) -> bool:
    """Whether it has come already: "when this card was revealed" is now, for it was, to do all this."""
    told = trigger.event
    if told.type == "change":  # told of cards that are gone: "if such a treasure changed a coin's value"
        return facts.holds(t.Happens(event=told), ctx)
    revealed = trigger.moment == "when" and told.type == "reveal" and told.agent is None
    if not revealed or told.object is None or select.find(told.object, ctx) != [ctx.source]:
        return False
    return ("reveal", ctx.source) in {(kind, what) for kind, _, what in ctx.state.turn.done}


def _bans_if(guards: Guards, effect: t.Effect) -> bool:
    """Whether something cannot be as long as something else has not happened: "unless you roll a 6"."""
    told = bool(guards.conditions) and all(isinstance(one.fact, t.Happens) for one in guards.conditions)
    return told and isinstance(effect, t.Happen) and effect.strength == "cannot"


def _replaced(of: t.Event | t.Selector) -> t.Event:
    """The event that something is done instead of; instead of a mast is instead of losing one."""
    return of if isinstance(of, t.Event) else t.Event(type="eliminate", object=of)


def _table(effect: t.Table, ctx: Context) -> Steps[bool]:
    """Roll, and do what the result leads to; several dice act one by one where the table says "each"."""
    if effect.roll is not None and effect.roll.event.per is not None:
        return (yield from _table_for_each(effect, effect.roll, effect.roll.event.per, ctx))
    count = 1
    if effect.roll is not None:
        amount = effect.roll.event.amount
        count = amount.count if isinstance(amount, t.Dice) else 1
    results = []
    within = ctx.event
    ship = ctx.rolls_for
    if within is not None and within.type == "visit":  # a mysterious island: the visitor rolls for its effect
        ship = within.agent if isinstance(within.agent, int) else ship
        within = Event("roll_for_effect", agent=ship, at=within.object, player=ctx.player, within=within)
    for _ in range(count):
        rolled = Event(
            "roll",
            agent=ship if ship is not None else ctx.source,
            object=Matter("die_roll", ship),
            player=ctx.player,
            cause=ctx.cause,
            within=within,
        )
        yield from ctx.game.roll(rolled)
        results.append(face(rolled) if count == 1 else rolled.amount)
    done = False
    for outcome in effect.outcomes:
        faces = results if outcome.each else [sum(results)]
        for result in faces:
            if result in outcome.faces:
                ctx.result = result
                done |= yield from run(outcome.effect, ctx)
    if ctx.attempt and not done and ctx.ship is not None:
        failed = Event("fail", agent=ctx.ship.id, player=ctx.player, cause=ctx.cause)
        yield from ctx.game.propose(failed.but(within=ctx.event))
    ctx.result = sum(results)
    return done


def _table_for_each(effect: t.Table, roll: t.Happen, per: t.Selector, ctx: Context) -> Steps[bool]:
    """Roll for one thing after the other, save those that no result could do anything to."""
    once = effect.but(roll=roll.but(event=roll.event.but(per=None)))
    done = False
    for ref in select.find(per, ctx):
        inner = ctx.copy()
        inner.say(ref)
        if any(_could_happen(outcome.effect, inner) for outcome in effect.outcomes):
            done |= yield from _table(once, inner)
    rolled = Event("roll", object=Matter("die_roll", ctx.rolls_for, -1), player=ctx.player, cause=ctx.cause)
    yield from ctx.game.force.respond("after", rolled.but(within=ctx.event))  # "after all dice are rolled"
    return done


def _could_happen(effect: t.Effect, ctx: Context) -> bool:
    """Whether nothing forbids what an effect would do (ghostly-encounter-passes-over-safe-crew)."""
    if not isinstance(effect, t.Happen) or effect.event.object is None:
        return True
    asked = Event(effect.event.type, player=ctx.player, cause=ctx.cause, within=ctx.event)
    return any(ctx.game.allows(asked.but(object=ref)) for ref in select.find(effect.event.object, ctx))


def _nothing(effect: t.Nothing, ctx: Context) -> Steps[bool]:
    yield from ()
    return True


_RUN: dict[type[t.Node], Run] = {
    t.Choice: _choice,
    t.Pay: _pay,
    t.Guarded: _guarded,
    t.Table: _table,
    t.Change: change,
    t.Become: become,
    t.Gain: gain,
    t.Nothing: _nothing,
}
