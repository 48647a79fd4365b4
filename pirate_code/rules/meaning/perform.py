"""Events of trees carried out: pieces are picked for every slot, and the event is proposed for each of them.

Who picks is the Code's: the player who loses something picks what is lost, unless the ability names who does;
otherwise the player whose ability it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pirate_code.board.refs import Matter, Part, Ref, Seat, as_answer
from pirate_code.language import tree as t
from pirate_code.language.render import render
from pirate_code.rules.decision import Option, Steps
from pirate_code.rules.event import Event
from pirate_code.rules.meaning import amounts, filters, select
from pirate_code.rules.meaning.context import Context
from pirate_code.rules.meaning.nouns import OTHER_PARTS, ability_of

Performer = Callable[[t.Event, Context], Steps[bool]]
PERFORMERS: dict[str, Performer] = {}
COULD: dict[str, Callable[[t.Event, Context], bool]] = {}
# What its owner loses: its owner picks.
LOSSES = frozenset({"eliminate", "remove", "replace"})
RANDOM = t.InState(state="random")


def performs(*types: str) -> Callable[[Performer], Performer]:
    """Register how a tree's events of these types are carried out, where picking is not enough.

    A type may name a noun as well: "take hit" goes before "take" where hits are taken.
    """

    def register(performer: Performer) -> Performer:
        for kind in types:
            PERFORMERS[kind] = performer
        return performer

    return register


Test = TypeVar("Test", bound=Callable[[t.Event, Context], bool])


def could(*types: str) -> Callable[[Test], Test]:
    """Register how to tell whether a tree's events of these types could be carried out at all."""

    def register(test: Test) -> Test:
        for kind in types:
            COULD[kind] = test
        return test

    return register


def perform(event: t.Event, ctx: Context) -> Steps[bool]:
    """Carry out an event of a tree; whether it happened, to all that it names."""
    if _hands_over(event, ctx):
        event = event.but(type="transfer")
    noun = event.object.noun if isinstance(event.object, t.Pieces) else ""
    special = PERFORMERS.get(f"{event.type} {noun}", PERFORMERS.get(event.type))
    if special is not None:
        return (yield from special(event, ctx))
    return (yield from plainly(event, ctx))


def _hands_over(event: t.Event, ctx: Context) -> bool:
    """Whether something is given or moved that is cargo: "move two crew to this island" is a transfer."""
    if event.type not in {"move", "give"} or event.object is None or event.to is None:
        return False
    nouns = {"crew", "treasure", "coin", "gold", "gold_coin", "unique_treasure", "cargo", "equipment"}
    if isinstance(event.object, t.Pieces):
        return event.object.noun in nouns
    return isinstance(event.object, t.Named) and any(
        piece is not None and piece.kind in {"crew", "treasure", "equipment"}
        for piece in map(ctx.piece, select.find(event.object, ctx))
    )


def plainly(event: t.Event, ctx: Context) -> Steps[bool]:
    """Pick what stands in each slot and propose the event for each object."""
    template = yield from fill(event, ctx)
    if event.object is None:
        return (yield from ctx.game.propose(template))
    objects = yield from pick(event.object, ctx, event)
    done = bool(objects)
    for ref in objects:
        ctx.say(ref)
        happened = yield from ctx.game.propose(template.but(object=ref, facts=dict(template.facts)))
        done = done and happened
    ctx.count = len(objects)
    return done


def fill(event: t.Event, ctx: Context) -> Steps[Event]:
    """The runtime event of a tree's event, with every slot but the object filled."""
    made = Event(
        event.type, player=ctx.player, cause=ctx.cause, within=ctx.event, manner=frozenset(event.manner)
    )
    for slot in ("agent", "source", "to", "at", "against", "using", "role", "exchange"):
        selector = getattr(event, slot)
        if selector is not None:
            found = yield from pick(selector, ctx, event.but(type="affect", means=None, time=None))
            if found:
                setattr(made, slot, found[0])
                this = isinstance(selector, t.Pieces) and selector.which == "this"
                if not this and not isinstance(found[0], Seat | Matter):
                    ctx.say(found[0])
    if isinstance(made.agent, Seat):
        made.player = made.agent.player
    if event.distance is not None:
        made.distance = event.distance.segments
    if event.amount is not None:
        made.amount = amounts.value(event.amount, ctx)
    made.facts["tree"], made.facts["ctx"] = event, ctx
    return made


def can_perform(event: t.Event, ctx: Context) -> bool:
    """Whether there is anything that the event could happen to."""
    special = COULD.get(event.type)
    if special is not None:
        return special(event, ctx)
    if event.object is None:
        return True
    return bool(candidates(event.object, ctx, event))


def candidates(selector: t.Selector, ctx: Context, event: t.Event) -> list[Ref]:
    """What could stand in the object's slot: it must be where it is taken from."""
    found = _losable(selector, ctx, event) if event.type in LOSSES else select.find(selector, ctx)
    if ctx.paying and event.type in LOSSES:
        found = [ref for ref in found if _pays(ref, ctx, event)]
    if event.source is not None:
        places = select.find(event.source, ctx)
        return [ref for ref in found if _place(ref, ctx) in places or isinstance(ref, Matter)]
    return found


def _pays(ref: Ref, ctx: Context, event: t.Event) -> bool:
    """Whether a price can be paid with a thing: it can be lost, and is not the crew whose ability it is."""
    loss = loss_of(event, ctx).but(object=ref)
    return ref != ctx.source and ctx.game.allows(loss) and not _comes_back(loss, ctx)


def _comes_back(loss: Event, ctx: Context) -> bool:
    """Whether it would be put in play again: a cost undone was not paid (devils-maw-spoils-a-sacrifice)."""
    found = [one for moment in ("when", "after") for one in ctx.game.force.matching(moment, loss)]
    effects = [one.clause.effect for one in found if not one.clause.optional]
    first = [one.steps[0] if isinstance(one, t.Sequence) else one for one in effects]
    told = [one.event for one in first if isinstance(one, t.Happen) and one.event.type == "place"]
    return any(isinstance(one.object, t.Pieces) and one.object.which == "that" for one in told)


def _losable(selector: t.Selector, ctx: Context, event: t.Event) -> list[Ref]:
    """What could be lost: the dearest or cheapest is that of those that can go (highest-point-crew)."""
    if not isinstance(selector, t.Pieces) or not any(isinstance(one, t.Extreme) for one in selector.filters):
        return select.find(selector, ctx)
    narrow = tuple(one for one in selector.filters if not isinstance(one, t.Extreme))
    loss = loss_of(event, ctx)
    found = select.find(selector.but(filters=narrow), ctx)
    return filters.extremes(selector, [ref for ref in found if ctx.game.allows(loss.but(object=ref))], ctx)


def loss_of(event: t.Event, ctx: Context) -> Event:
    """A loss that a tree speaks of, to ask whether something may be lost so."""
    manner = frozenset(event.manner)
    return Event(event.type, player=ctx.player, cause=ctx.cause, within=ctx.event, manner=manner)


def _place(ref: Ref, ctx: Context) -> Ref | None:
    if isinstance(ref, Part):
        return ref.of
    return ctx.state.pieces[ref].where if isinstance(ref, int) else None


def pick(selector: t.Selector, ctx: Context, event: t.Event) -> Steps[list[Ref]]:
    """Pick as many things as a selector asks for; whoever has to pick is asked."""
    if isinstance(selector, t.Group) and selector.join == "and":
        picked: list[Ref] = []
        for member in selector.members:
            picked += yield from pick(member, ctx, event)
        return picked
    found = candidates(selector, ctx, event)
    least, most = _asked_for(selector, found, ctx)
    safe = _safe(found, ctx, event)
    if most >= len(found) and least >= len(found):
        return [ref for ref in found if ref not in safe] + safe  # who stays while others do goes after them
    found = [ref for ref in found if ref not in safe] or found
    if is_random(selector, event):
        found = yield from of_one_place(found, ctx, event)
        ctx.state.dice.shuffle(found)
        return found[:most]
    if least == most and all(isinstance(ref, Part) and ref.noun in OTHER_PARTS for ref in found):
        return found[:most]  # one panel is like another
    chosen: list[Ref] = []
    while len(chosen) < most and found:
        options = [Option(as_answer(ref), _says(ref, ctx)) for ref in found]
        if len(chosen) >= least:
            options.append(Option(None, "no more"))
        answer = yield from ctx.game.choose(
            picker(found[0], event, ctx), f"pick for: {event.type}", event.type, options
        )
        if answer is None:
            break
        ref = next(ref for ref in found if as_answer(ref) == answer)
        found.remove(ref)
        chosen.append(ref)
    return chosen


def _safe(found: list[Ref], ctx: Context, event: t.Event) -> list[Ref]:
    """Those that cannot be eliminated as things stand: others are picked, or go first."""
    if event.type != "eliminate" or len(found) < 2:
        return []
    loss = loss_of(event, ctx)
    return [ref for ref in found if not ctx.game.allows(loss.but(object=ref))]


def of_one_place(found: list[Ref], ctx: Context, event: t.Event) -> Steps[list[Ref]]:
    """Where chance picks: "from this ship or your home island", as the player of the ability likes."""
    places = sorted({place for ref in found if isinstance(place := _place(ref, ctx), int)})
    if not (isinstance(event.source, t.Group) and event.source.join == "or" and len(places) > 1):
        return found
    options = [Option(place, ctx.game.name(place)) for place in places]
    answer = yield from ctx.game.choose(ctx.player, f"{event.type} from where?", event.type, options)
    return [ref for ref in found if _place(ref, ctx) == answer]


def _asked_for(selector: t.Selector, found: list[Ref], ctx: Context) -> tuple[int, int]:
    """How many of what was found are asked for; of "the one or the other", as many as either is."""
    if isinstance(selector, t.Group) and selector.join == "or":
        each = [[ref for ref in select.find(member, ctx) if ref in found] for member in selector.members]
        bounds = [
            how_many(one, len(refs), ctx) for one, refs in zip(selector.members, each, strict=True) if refs
        ]
        if bounds:
            return min(low for low, _ in bounds), max(high for _, high in bounds)
    return how_many(selector, len(found), ctx)


def how_many(selector: t.Selector, available: int, ctx: Context) -> tuple[int, int]:
    """The least and the most things that a selector asks for."""
    if isinstance(selector, t.Group):
        bounds = [how_many(member, available, ctx) for member in selector.members]
        return min(low for low, _ in bounds), max(high for _, high in bounds)
    if not isinstance(selector, t.Pieces):
        return available, available
    if selector.count is not None:
        if isinstance(selector.count, t.AllBut):
            left = max(0, available - selector.count.limit.value)
            return left, left
        least, most = amounts.bounds(selector.count, ctx)
        return min(least, available), min(most, available)
    if selector.which in {"a", "any", "another"}:
        return min(1, available), min(1, available)
    return available, available


def picker(ref: Ref, event: t.Event, ctx: Context) -> int:
    """Who picks: whoever the event says, the one who loses the piece, or the player of the ability."""
    named = _named_chooser(event, ctx)
    if named is not None:
        return named
    if event.type in LOSSES and event.agent is None:
        owner = filters._player_of(ref, ctx)
        if owner is not None:
            return owner
    if event.agent is not None:
        for agent in select.find(event.agent, ctx):
            if isinstance(agent, Seat):
                return agent.player
    return ctx.player


def _named_chooser(event: t.Event, ctx: Context) -> int | None:
    """The player by whom something of the event is chosen: "an island chosen by the player to your left"."""
    for slot in ("object", "to", "at", "source"):
        selector = getattr(event, slot)
        for narrow in selector.filters if isinstance(selector, t.Pieces) else ():
            if (
                isinstance(narrow, t.Involved)
                and narrow.event.type == "choose"
                and narrow.event.agent is not None
            ):
                seats = [seat for seat in select.find(narrow.event.agent, ctx) if isinstance(seat, Seat)]
                return seats[0].player if seats else None
    return None


def is_random(selector: t.Selector, event: t.Event) -> bool:
    """Whether chance picks."""
    return "randomly" in event.manner or (isinstance(selector, t.Pieces) and RANDOM in selector.filters)


def _says(ref: Ref, ctx: Context) -> str:
    if isinstance(ref, Part):
        return f"{ctx.game.name(ref.of)}: {ref.noun} {ref.number + 1}"
    ability = ability_of(ctx.game, ref)
    if ability is not None and isinstance(ref, Matter):
        return f"{ctx.game.name(ref.of)}: {render(ability)}"
    return ctx.game.told(ref, ctx.player)
