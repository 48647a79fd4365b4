"""Effects that are made of others while a game goes on: told of one piece, until something ends them."""

from __future__ import annotations

from functools import cache
from typing import Literal

from pirate_code.language import tree as t
from pirate_code.rules.program import effects as e
from pirate_code.rules.program.guards import Lasts
from pirate_code.rules.program.lower import effects as lower
from pirate_code.rules.program.lower.expressions import lasts, tree_of
from pirate_code.rules.program.selectors import Selector


@cache
def cancelled() -> e.Effect:
    """What a cancelled ability comes to: it cannot be used."""
    ability = t.Pieces(noun="ability", which="that")
    return lower.effect(t.Happen(strength="cannot", event=t.Event(type="use", object=ability)))


@cache
def copied() -> e.Effect:
    """What a copied ability comes to: this piece has it too."""
    has = t.Has(what=t.Pieces(noun="ability", which="that"))
    return lower.effect(t.Become(subject=t.Pieces(noun="card", which="this"), filter=has))


@cache
def farther(segment: Literal["S", "L"]) -> e.Effect:
    """What a trade current does for a ship: she sails a segment farther."""
    ship, added = t.Pieces(noun="ship", which="this"), t.Distance(segments=(segment,))
    return lower.effect(t.Change(stat="base_move", of=ship, by="add", amount=added))


@cache
def next_turn() -> Lasts | None:
    """How long that lasts which is done in the turn after this one."""
    return lasts(t.Span(lasts="your_next_turn"))


@cache
def idle() -> e.Effect:
    """What a lost turn comes to: the ship is given no action in it."""
    event = t.Event(
        type="give",
        object=t.Pieces(noun="action", which="any"),
        to=t.Pieces(noun="game_piece", which="that"),
    )
    return lower.effect(t.Happen(strength="cannot", event=event))


@cache
def stays_until_unloaded() -> e.Effect:
    """This ship stays until this card is unloaded."""
    unloaded = t.Until(end=t.Event(type="unload", object=t.Pieces(noun="card", which="this")))
    leave = t.Event(type="leave", agent=t.Pieces(noun="ship", which="this"))
    return lower.effect(t.Guarded(guards=(unloaded,), effect=t.Happen(strength="cannot", event=leave)))


@cache
def leave(effect: e.Happen) -> tuple[e.Effect, ...]:
    """What a leave comes to that is given once and holds from then on; nothing for what is done at once.

    "A captive can use its abilities"; "it may now be assigned one crew, per the transfer rules", who needs no
    room there (chariot-of-the-gods-crew-needs-no-space).
    """
    if effect.modal == "may" and (effect.spec.type, effect.spec.noun) == ("use", "ability"):
        return (effect,)
    tree = effect.tree
    if effect.modal != "may" or effect.spec.type != "assign" or not isinstance(tree, t.Happen):
        return ()
    crew, there = tree.event.object, tree.event.to
    if tree.event.role is None or not isinstance(crew, t.Pieces) or not isinstance(there, t.Pieces):
        return ()
    here = t.Pieces(noun=there.noun, which="this")
    some = crew.but(count=t.UpTo(limit=crew.count)) if isinstance(crew.count, t.Number) else crew
    assigned = tree.but(event=tree.event.but(object=some, to=here, role=None))
    aboard = t.Pieces(noun=crew.noun, filters=(t.Located(place="on", what=here),))
    room = t.Change(stat="cargo_space", of=aboard, by="set", amount=t.Number(value=0))
    return lower.effect(assigned), lower.effect(room)


@cache
def of_that(effect: e.Effect, noun: str) -> e.Effect:
    """An effect that goes on, told of that piece."""
    tree, that = effect.tree, t.Pieces(noun=noun, which="that")
    if isinstance(tree, t.Happen) and isinstance(effect, e.Happen):
        return lower.effect(tree.but(event=tree.event.but(**{effect.subject_slot: that})))
    if isinstance(tree, t.Change):
        return lower.effect(tree.but(of=that))
    if isinstance(tree, t.Become):
        return lower.effect(tree.but(subject=that))
    return lower.effect(tree.but(who=that)) if isinstance(tree, t.Gain) else effect


@cache
def until(effect: e.Effect, span: Lasts | None) -> e.Effect:
    """An effect together with what ends it, if something does."""
    if span is None or span.tree is None:
        return effect
    return lower.effect(t.Guarded(guards=(span.tree,), effect=effect.tree))


@cache
def then_too(waits: e.Guarded, last: e.Effect) -> e.Guarded:
    """What waits for something, together with what comes last: that comes with it."""
    tree = waits.tree
    assert isinstance(tree, t.Guarded)
    made = lower.effect(tree.but(effect=t.Sequence(steps=(tree.effect, last.tree))))
    assert isinstance(made, e.Guarded)
    return made


@cache
def agreed(effect: e.Effect) -> e.Effect:
    """An effect that its player has agreed to."""
    tree = effect.tree
    return lower.effect(tree.but(strength="do")) if isinstance(tree, t.Change | t.Become) else effect


@cache
def for_one(table: e.Table) -> e.Table:
    """A table that is rolled for several things, for one of them."""
    tree = table.tree
    assert isinstance(tree, t.Table) and tree.roll is not None
    return lower.table(tree.but(roll=tree.roll.but(event=tree.roll.event.but(per=None))))


@cache
def ban_on_replaced(guarded: e.Guarded) -> e.Effect | None:
    """That what something was done instead of cannot happen any more."""
    tree = guarded.tree
    losses = (
        [guard.of for guard in tree.guards if isinstance(guard, t.Instead)]
        if isinstance(tree, t.Guarded)
        else []
    )
    if not losses or losses[0] is None:
        return None
    of = losses[0] if isinstance(losses[0], t.Event) else t.Event(type="eliminate", object=losses[0])
    return lower.effect(t.Happen(strength="cannot", event=of))


@cache
def action_used(guarded: e.Guarded) -> e.Happen | None:
    """That a ship's action is used up, where something is done instead of giving it to her."""
    tree = guarded.tree
    of = (
        next((one.of for one in tree.guards if isinstance(one, t.Instead)), None)
        if isinstance(tree, t.Guarded)
        else None
    )
    if (
        not isinstance(of, t.Event)
        or of.type != "give"
        or not isinstance(of.object, t.Pieces)
        or of.to is None
    ):
        return None
    used = t.Event(type="use", object=t.Pieces(noun=of.object.noun, of=of.to))
    return lower.happen(t.Happen(strength="do", event=used))


def gives_up_the_turn(tree: t.Ability | t.Effect) -> bool:
    """Whether something is done instead of giving a ship an action "this turn", and not just an action."""
    told = [guard.of for guard in getattr(tree, "guards", ()) if isinstance(guard, t.Instead)]
    spans = [of.time for of in told if isinstance(of, t.Event)]
    return any(isinstance(span, t.Span) and span.lasts == "this_turn" for span in spans)


@cache
def with_result(guarded: e.Guarded, number: int) -> e.Effect | None:
    """An effect whose conditions speak of the result of a roll, told of the number that was rolled."""
    tree = guarded.tree
    if not isinstance(tree, t.Guarded):
        return None
    settled = tuple(_with_number(guard, max(number, 0)) for guard in tree.guards)
    if settled == tree.guards:
        return None
    asked = tuple(guard for guard in settled if not isinstance(guard, t.Span))
    return lower.effect(tree.but(guards=asked))


def _with_number(guard: t.Guard, number: int) -> t.Guard:
    """A condition with the number in it; of "another", one more than that."""
    fact = guard.fact if isinstance(guard, t.Condition) else None
    if not isinstance(guard, t.Condition) or not isinstance(fact, t.Matches):
        return guard
    subject = fact.subject
    if not isinstance(subject, t.Pieces) or subject.count != t.SameNumber():
        return guard
    least = t.Number(value=number + (subject.which == "another"))
    return guard.but(fact=fact.but(subject=subject.but(which=None, count=t.AtLeast(limit=least))))


@cache
def gold(amount: int) -> e.Effect:
    """That you gain so much gold."""
    coins = t.Pieces(noun="gold", count=t.Number(value=amount))
    return lower.effect(t.Gain(who=t.Person(who="you"), what=coins))


@cache
def gained(who: Selector, what: Selector) -> e.Effect:
    """That somebody has gained something for good."""
    return lower.effect(t.Gain(who=tree_of(who), what=tree_of(what)))


@cache
def spared(by: Selector | None, who: Selector | None) -> e.Effect:
    """That damage which somebody deals does nothing."""
    agent, sufferer = (tree_of(one) if one is not None else None for one in (by, who))
    damage = t.Event(type="damage", agent=agent, object=sufferer)
    return lower.effect(t.Happen(strength="cannot", event=damage))
