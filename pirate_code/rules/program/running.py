"""Carries effects out: events are proposed, questions asked, dice rolled."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pirate_code.board.refs import Matter, Ref, Seat
from pirate_code.board.state import End, Until
from pirate_code.core.dice import Rolled
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.event import Event, face
from pirate_code.rules.program import changing, guards, staying
from pirate_code.rules.program.effects import (
    Become,
    Change,
    Choice,
    Effect,
    Gain,
    Guarded,
    Happen,
    Nothing,
    Pay,
    Sequence,
    Table,
)
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.filters import Located
from pirate_code.rules.program.lower import derived
from pirate_code.rules.program.met import ways
from pirate_code.rules.program.nouns import is_a
from pirate_code.rules.program.performing import AFFECT, LOSSES, can_perform, candidates, perform, pick
from pirate_code.rules.program.referents import target_of
from pirate_code.rules.program.selectors import UNIQUE, Selector
from pirate_code.rules.program.sequence_plan import others_need, plan_of
from pirate_code.rules.program.staying import as_lasting, ending, grant, hold, is_token, lie_on_placed, waits

if TYPE_CHECKING:
    from pirate_code.rules.program.context import Context
    from pirate_code.rules.program.ops import Op

Run = Callable[[Any, "Context"], Steps[bool]]
ATTEMPTS = frozenset({"possess"})  # what is tried with an action, and costs it if the dice let it succeed
WAITING = "waiting"  # a state of a treasure that does what it says as soon as it can
_NEVER_IN_VAIN = frozenset({"give", "make", "move_out_of", "possess"})  # what nobody pays for in vain
_WAITING = frozenset({"next_time", "turn_after", "first_time", "when", "before", "after"})


def carry_out(op: Op, ctx: Context) -> Steps[bool]:
    """Do what an op says, once for each of its "for each"; whether anything was done."""
    assert op.effect is not None
    ctx = yield from _one_way(op.effect, ctx)
    lasts = derived.next_turn() if op.moment == "turn_after" else op.guards.lasts
    if not op.guards.for_each:
        done = yield from _lasting_or_now(lasts, op.effect, ctx, agreed=op.optional)
        # A die rolled in place of something stands in its place, whatever it shows.
        return done or (op.guards.instead and isinstance(op.effect, Table))
    done = False
    for ref in op.guards.for_each[0].find(ctx):
        inner = ctx.copy()
        inner.say(ref)
        done |= yield from _lasting_or_now(lasts, op.effect, inner, agreed=op.optional)
    return done


def run(effect: Effect, ctx: Context, agreed: bool = False) -> Steps[bool]:
    """Carry out an effect; whether it was done. `agreed`: the player has already said yes to its "may"."""
    if isinstance(effect, Happen):
        return (yield from _happen(effect, ctx, agreed))
    if isinstance(effect, Sequence):
        return (yield from _sequence(effect, ctx, agreed))
    return (yield from _RUN[type(effect)](effect, ctx))


def could_act(op: Op, ctx: Context) -> bool:
    """Whether what an op does could change anything, with any of the things that its condition has met."""
    return op.effect is not None and any(feasible(op.effect, way) for way in ways(op.effect, ctx))


def _one_way(effect: Effect, ctx: Context) -> Steps[Context]:
    """What an ability sees when its player has said which of the things met he means, if several would do."""
    found = ways(effect, ctx)
    left = [way for way in found if feasible(effect, way)] if len(found) > 1 else found
    if len(left) < 2:
        return (left or found)[0]
    options = [Option(ref, ctx.game.name_for(ref, ctx.player), (ref,)) for way in left for ref in way.met]
    picked = yield from ctx.game.choose(ctx.player, Kind.PICK, options, subject=ctx.source, event=AFFECT.type)
    return next(way for way in left if way.met == (picked,))


def feasible(effect: Effect, ctx: Context) -> bool:
    """Whether carrying out an effect could change anything, so that it is worth asking about."""
    ctx = ctx.copy()
    if isinstance(effect, Happen):
        if effect.modal == "may" and effect.spec.type in LOSSES and not _are_enough(effect.spec, ctx):
            return False
        return effect.modal not in {"do", "may", "must"} or can_perform(effect.spec, ctx)
    if isinstance(effect, Pay):  # nobody shows a card for nothing, or pays for what cannot be had
        shows = effect.cost.spec.type == "reveal" or "face_up" in effect.cost.spec.manner
        ctx.paying = True
        if not feasible(effect.cost, ctx):
            return False
        ctx.paying = False
        sought = isinstance(effect.gain, Happen) and effect.gain.spec.type in _NEVER_IN_VAIN
        return not (shows or sought) or feasible(effect.gain, ctx)
    if isinstance(effect, Sequence):
        first, *rest = effect.parts
        begins = feasible(first, ctx) or (_shows_all(first) and any(feasible(step, ctx) for step in rest))
        return begins and all(_could_follow(step, ctx) for step in rest)
    if isinstance(effect, Choice):
        return any(feasible(option, ctx) for option in effect.options)
    if isinstance(effect, Table) and all(_gives(outcome.effect) for outcome in effect.outcomes):
        return any(feasible(outcome.effect, ctx) for outcome in effect.outcomes)
    if isinstance(effect, Guarded):
        return effect.guards.hold(ctx, ctx.event) and feasible(effect.effect, ctx)
    if isinstance(effect, Become | Gain):
        return bool(effect.about.find(ctx))
    return True


def _gives(effect: Effect) -> bool:
    """Whether somebody gets something, as an action."""
    return isinstance(effect, Happen) and effect.spec.type == "give"


def _shows_all(step: Effect) -> bool:
    """Whether all there is of something is shown, which may be nothing: what comes next can still be done."""
    if not isinstance(step, Happen) or step.modal != "do" or step.spec.type != "reveal":
        return False
    return step.spec.object is not None and step.spec.object.which == "all"


def _are_enough(event: EventSpec, ctx: Context) -> bool:
    """Whether there are as many as somebody may give up: "you may eliminate two crew" is of two."""
    what = event.object
    count = what.count.exact if what is not None and what.count is not None else None
    return what is None or count is None or len(candidates(what, ctx, event)) >= count


def _could_follow(step: Effect, ctx: Context) -> bool:
    """Whether what must be done afterwards can be: who must load has room (treasure-trade-needs-room).

    A card is not shown to lay its token where none may lie, or for a choice of which there is nothing.
    """
    if not isinstance(step, Happen):
        return True
    laid = (step.modal, step.spec.type, step.spec.noun) == ("do", "place", "token")
    chosen = (step.modal, step.spec.type) == ("do", "choose")
    if (step.modal, step.spec.type) == ("must", "load") or laid or chosen:
        return can_perform(step.spec, ctx)
    return True


def _happen(effect: Happen, ctx: Context, agreed: bool) -> Steps[bool]:
    if effect.forbids or effect.modal == "need_not":
        hold(effect, ctx)
        return True
    if leave := derived.leave(effect):
        grant(leave, ctx)
        return True
    if effect.modal == "may" and not agreed and not _is_of_none(effect.spec):
        ctx.asked = False
        if not can_perform(effect.spec, ctx):
            return False
        if not (yield from ctx.game.uses(_who(effect.spec, ctx), effect, ctx.source, ctx.event)):
            return False
    ctx.asked = yield from perform(effect.spec, ctx)
    return ctx.asked


def _is_of_none(event: EventSpec) -> bool:
    """Whether nothing may be done so: "it may make no other attacks" is nobody's choice."""
    return event.object is not None and event.object.which == "no"


def who_decides(effect: Effect, ctx: Context) -> int:
    """Who decides whether an optional effect is carried out: who would do its first step."""
    first = effect.parts[0] if isinstance(effect, Sequence) else effect
    is_may = isinstance(first, Happen) and first.modal == "may"
    return _who(first.spec, ctx) if isinstance(first, Happen) and is_may else ctx.player


def _who(event: EventSpec, ctx: Context) -> int:
    """Who decides whether to do what may be done: the player who would do it."""
    if event.agent is not None:
        for ref in event.agent.find(ctx):
            if isinstance(ref, Seat):
                return ref.player
            piece = ctx.piece(ref)
            if piece is not None and piece.controller is not None:
                return piece.controller
    return ctx.player


# --- now, or for a while -----------------------------------------------------------------------------------


def _lasting_or_now(lasts: guards.Lasts | None, effect: Effect, ctx: Context, agreed: bool) -> Steps[bool]:
    """An effect with a span goes on until it ends; one that happens, happens now."""
    if lasts is not None and isinstance(effect, Sequence) and not effect.goes_on:
        return (yield from _some_last(lasts, effect, ctx, agreed))
    if lasts is not None and isinstance(effect, Pay) and effect.gain.goes_on and not waits(effect, lasts):
        paid = yield from _pays(effect, ctx)
        return paid and (yield from _lasting_or_now(lasts, effect.gain, ctx, agreed=True))
    if lasts is None or not (effect.goes_on or waits(effect, lasts)):
        return (yield from run(effect, ctx, agreed))
    if isinstance(effect, Become | Change) and effect.modal == "may":
        ctx.asked = agreed or (yield from ctx.game.uses(ctx.player, effect, ctx.source, ctx.event))
        if not ctx.asked:
            return False
        effect = derived.agreed(effect)
    settled = yield from _settle(effect, ctx)
    if not settled:
        return False
    for about, seen in settled:
        if seen is ctx:
            seen.say(target_of(ctx.event))
        ends = yield from ending(lasts, seen)
        made = derived.until(about, lasts)
        lasting = as_lasting(made, seen, ends)
        if lasts.span == "that_action" and ctx.event is not None and ctx.event.type == "give":
            ctx.game.bar(ctx.event, lasting)
        else:
            ctx.game.begin(lasting)
    return True


def _some_last(lasts: guards.Lasts, effect: Sequence, ctx: Context, agreed: bool) -> Steps[bool]:
    """Steps of which some go on for a span: the others happen now."""
    done = False
    for number, step in enumerate(effect.parts):
        span = lasts if step.goes_on or isinstance(step, Pay) else None
        done |= yield from _lasting_or_now(span, step, ctx, agreed and number == 0)
    return done


def _settle(effect: Effect, ctx: Context) -> Steps[list[tuple[Effect, Context]]]:
    """The effect for each piece that it is about, picked now: "one crew within S cannot use its ability"."""
    about = effect.about
    settles = about is not None and (about.names_some or _takes_part(about))
    if about is None or _is_of_all(effect, about) or not settles:
        # What is paid for later is asked for when its time has come.
        return [(effect, ctx)] if isinstance(effect, Pay) or feasible(effect, ctx) else []
    settled = []
    for ref in (yield from pick(about, ctx, AFFECT)):
        seen = ctx.copy()
        seen.say(ref)
        settled.append((derived.of_that(effect, changing.noun_of(ref)), seen))
    return settled


def _takes_part(about: Selector) -> bool:
    """Whether it is told by what happens now: "the ship that reveals it" is that ship later too."""
    return about.which == "the" and any(narrow.event is not None for narrow in about.filters)


def _is_of_all(effect: Effect, about: Selector) -> bool:
    """ "No abilities can be used" is of all of them."""
    return isinstance(effect, Happen) and all(one.which == "any" for one in about.members)


# --- one after the other -----------------------------------------------------------------------------------


def _sequence(effect: Sequence, ctx: Context, agreed: bool) -> Steps[bool]:
    """One step after the other; who agreed to the whole has agreed to its first step.

    What is told of a shot that the first step fires ("if it hits, ...") holds for that shot.
    """
    plan = plan_of(effect)
    if any(_is_kept_from_docking(step, ctx) for step in effect.parts):
        return False
    for bar in plan.bars:
        yield from run(bar, ctx)
    ctx.shot = [as_lasting(step, ctx, End(Until.MEANWHILE)) for step in plan.of_shot]
    heeding = [as_lasting(step, ctx, End(Until.GAME)) for step in plan.heeded]
    for one in heeding:
        ctx.game.begin(one)
    for step in plan.of_tie:
        ctx.settler = _settler(step, ctx)
    done = False
    for number, step in plan.steps:
        if number == 1 and done and plan.of_placed and (yield from lie_on_placed(plan.of_placed, ctx)):
            break
        instead = plan.instead.get(number)
        is_replaced = instead is not None and instead.guards.hold(ctx.copy(), ctx.event)
        done |= yield from run(instead if instead and is_replaced else step, ctx, agreed and number == 0)
        if number == 0 and not done and (plan.of_shot or others_need(step)):
            if ctx.card.kind == "treasure" and isinstance(step, Happen) and step.spec.type == "place":
                ctx.state.mark(ctx.card, WAITING)
            break  # eternal-needs-a-home-to-dock-at, castaway-is-used-at-once-or-waits-face-up
    for one in heeding:
        ctx.game.lift(one)
    return done


def _settler(step: Effect, ctx: Context) -> int | None:
    """The player who chooses among equals, where a step says so."""
    chooses = step.inner
    assert isinstance(chooses, Happen) and chooses.spec.agent is not None
    return next((seat.player for seat in chooses.spec.agent.find(ctx) if isinstance(seat, Seat)), None)


def _is_kept_from_docking(step: Effect, ctx: Context) -> bool:
    """Whether an ability keeps one of the ships from docking that are docked here, all of them or none.

    See plague-stops-the-derelict-taker.
    """
    if not isinstance(step, Become) or not isinstance(step.filter, Located):
        return False
    if step.filter.place != "docked_at" or step.modal != "do":
        return False
    places = step.filter.what.find(ctx.copy())
    docks = [Event("dock", agent=ref, at=at) for ref in step.subject.find(ctx.copy()) for at in places]
    return any(ctx.game.forbids(event) for event in docks)


# --- the other effects -------------------------------------------------------------------------------------


def _choice(effect: Choice, ctx: Context) -> Steps[bool]:
    left = [number for number, option in enumerate(effect.options) if feasible(option, ctx)]
    for _ in range(min(effect.pick, len(left))):
        parts = [(number, effect.options[number]) for number in left]
        options = [Option(number, part.says, does=part) for number, part in parts]
        if all(_may_be_left(effect.options[number]) for number in left):
            options.append(Option(None, "none of these"))
        picked = yield from ctx.game.choose(ctx.player, Kind.EFFECT, options, subject=ctx.source)
        if picked is None:
            return False
        left.remove(picked)
        yield from run(effect.options[picked], ctx, agreed=True)
    return True


def _may_be_left(option: Effect) -> bool:
    """Whether it need not be done; which cannons fire says how an action is done, and is no action more."""
    return isinstance(option, Happen) and option.modal == "may" and option.spec.type != "fire"


def _pay(effect: Pay, ctx: Context) -> Steps[bool]:
    """What is gained is gained only if the cost was really paid: a cost undone was not."""
    if not (yield from _pays(effect, ctx)):
        return False
    ctx.attempt = isinstance(effect.gain, Happen) and effect.gain.spec.type in ATTEMPTS
    yield from run(effect.gain, ctx, agreed=True)
    return True


def _pays(effect: Pay, ctx: Context) -> Steps[bool]:
    """Pay the cost; whether it was."""
    ctx.paying = True
    ctx.asked = yield from perform(effect.cost.spec, ctx)
    ctx.paying = False
    return ctx.asked


def _guarded(effect: Guarded, ctx: Context) -> Steps[bool]:
    when = effect.guards
    if isinstance(effect.effect, Happen) and effect.effect.spec.type == "show":
        ctx.shown = _hidden_treasure(effect.effect.spec, ctx)
    if any(moment.at == "beginning" and moment.whose == "next_yours" for moment in when.moments):
        ends = End(Until.NEXT_TURN, ctx.player, ctx.state.turn.number)
        ctx.game.begin(as_lasting(effect, ctx, ends))
        return True  # "remove the fog bank at the beginning of your next turn" waits for that
    if any(moment.whose == "next_player" and not moment.holds(ctx) for moment in when.moments):
        return _on_the_next_turn(effect, ctx)
    if is_token(ctx.card) and effect.effect.goes_on:
        hold(effect, ctx)
        return True  # "unless she can move when derelict" is asked of every ship that comes near
    if when.rolled and ctx.event is not None and ctx.event.type == "give":
        ctx.game.bar(ctx.event, as_lasting(effect, ctx, End(Until.MEANWHILE)))
        return True  # "for every cannon roll of 6" is told of every roll of the action
    if ctx.event is not None and _is_of_later_hit(when, ctx):
        ctx.game.bar(ctx.event, as_lasting(effect, ctx, End(Until.MEANWHILE)))
        return True
    if when.rolled and ctx.result not in when.rolled:
        return False
    if when.triggers and when.triggers[-1].event.type == "exceed":
        return (yield from _exceeding(effect, ctx))
    settled = derived.with_result(effect, ctx.result)
    if settled is not None:  # what is told of a result holds for a while, with the number that was rolled
        staying.hold_on(settled, when.lasts, ctx)
        return True
    if when.triggers and _is_happening(when.triggers[-1], ctx):
        when = when.but(triggers=when.triggers[:-1])
    if when.triggers and when.triggers[-1].moment in _WAITING:
        for_good = when.lasts is not None and when.lasts.span == "game"
        if "for_any_reason" in when.triggers[-1].event.manner:
            for_good = True
            if not ctx.said:
                return False  # nothing was chosen that could leave
        ends = End(Until.GAME if for_good else Until.NEXT_TIME)
        ctx.game.begin(as_lasting(effect, ctx, ends))
        return True
    if _bans_if(when, effect.effect) and "leave" in effect.events:
        grant((effect,), ctx)
        return True  # "the captive cannot leave this ship unless she sinks" is asked whenever it would
    if ctx.event is None and _bans_if(when, effect.effect):
        hold(effect, ctx)
        return True
    if not when.hold(ctx, ctx.event):
        return False
    return (yield from _under_guards(effect, when, ctx))


def _is_of_later_hit(when: guards.Guards, ctx: Context) -> bool:
    """Whether something is told of a hit that the action may still lead to: "if you do and the shot hits"."""
    if ctx.event is None or ctx.event.type != "give" or not ctx.asked:
        return False
    told = [part for one in when.conditions if isinstance(one.fact, guards.Facts) for part in one.fact.parts]
    return any(isinstance(fact, guards.Happens) and fact.spec.type == "hit" for fact in told)


def _hidden_treasure(shown: EventSpec, ctx: Context) -> tuple[Ref, ...]:
    """Unique treasure that lies face down on a ship, where her controller is to show what there is of it."""
    if shown.agent is None or shown.agent.of is None or shown.object is None or shown.object.noun != UNIQUE:
        return ()
    ships = shown.agent.of.find(ctx)
    aboard = (piece for piece in ctx.state.pieces if piece.where in ships and piece.kind == "treasure")
    return tuple(piece.id for piece in aboard if piece.is_unique and not piece.face_up)


def _on_the_next_turn(effect: Guarded, ctx: Context) -> bool:
    """What is told of the next player's turn waits for it, if it has been earned."""
    if not all(condition.holds(ctx) for condition in effect.guards.conditions):
        return False
    player = (ctx.player + 1) % ctx.state.players
    ctx.game.begin(as_lasting(effect.effect, ctx, End(Until.NEXT_TURN, player, ctx.state.turn.number)))
    return True


def _under_guards(effect: Guarded, when: guards.Guards, ctx: Context) -> Steps[bool]:
    """Do what the guards allow, once for each thing if that is told; not without the action it needs."""
    used = derived.action_used(effect)
    if used is not None and not (yield from perform(used.spec, ctx)):
        return False
    if when.for_each:
        done = False
        for ref in _each_of(when.for_each[0], ctx):
            inner = ctx.copy()
            inner.say(ref)
            done |= yield from _lasting_or_now(when.lasts, effect.effect, inner, agreed=False)
            ctx.results[ref] = inner.result
        return done
    done = yield from _lasting_or_now(when.lasts, effect.effect, ctx, agreed=False)
    ban = derived.ban_on_replaced(effect) if done and used is None and ctx.event is not None else None
    if ban is not None:
        hold(ban, ctx)
    return done


def _each_of(each: Selector, ctx: Context) -> list[Ref]:
    """Each thing that is meant; "for each crew you eliminate" is of those whom the step before took away."""
    found = each.find(ctx)
    told = {narrow.event.type for narrow in each.filters if narrow.event is not None}
    done = {ref for kind, _, ref in ctx.state.turn.done if kind in told}
    gone = [ref for ref in ctx.said if ref in done and ref not in found and is_a(ctx.game, ref, each.noun)]
    return [*found, *gone]


def _exceeding(effect: Guarded, ctx: Context) -> Steps[bool]:
    """A result that is more than a rank is an event of its own."""
    if not guards.exceeds(effect.guards.triggers[-1].event, ctx):
        return False
    exceeds = Event("exceed", agent=Matter("result"), amount=ctx.result, cause=ctx.cause)
    happened = yield from ctx.game.propose(exceeds.but(within=ctx.event))
    return happened and (yield from run(effect.effect, ctx))


def _is_happening(trigger: guards.Trigger, ctx: Context) -> bool:
    """Whether it has come already: "when this card was revealed" is now, for it was, to do all this."""
    spec = trigger.event
    if spec.type == "change":  # told of cards that are gone: "if such a treasure changed a coin's value"
        return ctx.game.value_was_changed(ctx)
    revealed = trigger.moment == "when" and spec.type == "reveal" and spec.agent is None
    if not revealed or spec.object is None or spec.object.find(ctx) != [ctx.source]:
        return False
    return ("reveal", ctx.source) in {(kind, what) for kind, _, what in ctx.state.turn.done}


def _bans_if(when: guards.Guards, effect: Effect) -> bool:
    """Whether something cannot be as long as something else has not happened: "unless you roll a 6"."""
    if not when.conditions or not all(isinstance(one.fact, guards.Happens) for one in when.conditions):
        return False
    return isinstance(effect, Happen) and effect.forbids


def _nothing(effect: Nothing, ctx: Context) -> Steps[bool]:
    yield from ()
    return True


# --- tables ------------------------------------------------------------------------------------------------


def _table(effect: Table, ctx: Context) -> Steps[bool]:
    """Roll, and do what the result leads to; several dice act one by one where the table says "each"."""
    if effect.per is not None:
        return (yield from _table_for_each(effect, effect.per, ctx))
    if not _settles_something(effect, ctx):
        return False
    results: list[Rolled] = []
    within = ctx.event
    ship, player = ctx.rolls_for, ctx.player
    if within is not None and within.type == "visit":  # a mysterious island: the visitor rolls for its effect
        ship = within.agent if isinstance(within.agent, int) else ship
        visitor = ctx.piece(ship)
        if visitor is not None and visitor.controller is not None:
            player = visitor.controller
        within = Event("roll_for_effect", agent=ship, at=within.object, player=player, within=within)
    rolled = Event(
        "roll",
        agent=ship if ship is not None else ctx.source,
        object=Matter("die_roll", ship),
        player=player,
        cause=ctx.cause,
        within=within,
    )
    dice = [rolled.but(facts={}) for _ in range(effect.dice)]
    yield from ctx.game.throw(dice)
    results += [face(die) if effect.dice == 1 else die.amount for die in dice]
    done = yield from _outcomes(effect, results, ctx)
    if ctx.attempt and not done and ctx.ship is not None:
        failed = Event("fail", agent=ctx.ship.id, player=ctx.player, cause=ctx.cause)
        yield from ctx.game.propose(failed.but(within=ctx.event))
    ctx.result = _sum(results)
    ctx.asked = ctx.asked and done  # "on a 5 or 6 he may ...; if he does, ..."
    return done


def _settles_something(effect: Table, ctx: Context) -> bool:
    """Whether a die is rolled: not where every face eliminates something and nothing is there to eliminate.

    See cursed-natives-without-crew-to-eliminate.
    """
    told = {number for outcome in effect.outcomes for number in outcome.faces}
    losses = [outcome.effect for outcome in effect.outcomes if isinstance(outcome.effect, Happen)]
    all_lose = len(losses) == len(effect.outcomes) and all(loss.spec.type == "eliminate" for loss in losses)
    if effect.dice > 1 or not all_lose or not told >= set(range(1, 7)):
        return True
    return any(can_perform(loss.spec, ctx) and _could_happen(loss, ctx) for loss in losses)


def _outcomes(effect: Table, results: list[Rolled], ctx: Context) -> Steps[bool]:
    """Do what the dice lead to, taken together or one by one."""
    done = False
    for outcome in effect.outcomes:
        for result in results if outcome.each else [_sum(results)]:
            if result in outcome.faces:
                ctx.result = result
                done |= yield from run(outcome.effect, ctx)
    return done


def _sum(results: list[Rolled]) -> Rolled:
    """What some dice show together; their sum is `Rolled` too."""
    total: Rolled = 0
    for result in results:
        total += result
    return total


def _table_for_each(effect: Table, per: Selector, ctx: Context) -> Steps[bool]:
    """Roll for one thing after the other, save those that no result could do anything to."""
    once = derived.for_one(effect)
    done = False
    for ref in per.find(ctx):
        inner = ctx.copy()
        inner.say(ref)
        if any(_could_happen(outcome.effect, inner) for outcome in effect.outcomes):
            done |= yield from _table(once, inner)
    rolled = Event("roll", object=Matter("die_roll", ctx.rolls_for, -1), player=ctx.player, cause=ctx.cause)
    yield from ctx.game.respond("after", rolled.but(within=ctx.event))  # "after all dice are rolled"
    return done


def _could_happen(effect: Effect, ctx: Context) -> bool:
    """Whether nothing forbids what an effect would do (ghostly-encounter-passes-over-safe-crew)."""
    if not isinstance(effect, Happen) or effect.spec.object is None:
        return True
    asked = Event(effect.spec.type, player=ctx.player, cause=ctx.cause, within=ctx.event)
    return any(ctx.game.allows(asked.but(object=ref)) for ref in effect.spec.object.find(ctx))


_RUN: dict[type[Effect], Run] = {
    Choice: _choice,
    Pay: _pay,
    Guarded: _guarded,
    Table: _table,
    Change: changing.change,
    Become: changing.become,
    Gain: changing.gain,
    Nothing: _nothing,
}
