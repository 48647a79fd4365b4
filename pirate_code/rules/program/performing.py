"""How what an ability tells to happen is carried out: things are picked for every slot, and it is proposed.

`performs` registers how events of some types are done where picking is not enough.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from pirate_code.board.refs import Matter, Part, Ref, Seat, as_answer
from pirate_code.rules import event_facts as facts
from pirate_code.rules.decision import Kind, Option, Steps
from pirate_code.rules.event import Event
from pirate_code.rules.program.abilities import ability_of, turns_face_down
from pirate_code.rules.program.effects import Happen
from pirate_code.rules.program.event_spec import EventSpec
from pirate_code.rules.program.extremes import extremes
from pirate_code.rules.program.filters import Extreme, Located
from pirate_code.rules.program.nouns import MASTS, OTHER_PARTS
from pirate_code.rules.program.selectors import THIS_SHIP, UNIQUE, Player, Selector
from pirate_code.rules.program.states import player_of
from pirate_code.rules.program.wording import ability_text

if TYPE_CHECKING:
    from pirate_code.rules.program.context import Context
    from pirate_code.rules.program.ops import Op

Performer = Callable[[EventSpec, "Context"], Steps[bool]]
PERFORMERS: dict[str, Performer] = {}
COULD: dict[str, Callable[[EventSpec, Context], bool]] = {}
# What its owner loses: its owner picks.
OWN_WILL = "own_will"  # how a player loses what he gives up for something
PICKED = "picked"  # how he loses what he picks himself of several things, because something has to go
LOSSES = frozenset({"eliminate", "remove", "replace"})
AFFECT = EventSpec("affect")
_FILLED = ("agent", "source", "to", "at", "against", "using", "role", "exchange")
# What is done to one of those to whom nothing forbids it: who is kept from it is not picked.
_PICKED = frozenset({"choose", "surround", "tow", "possess"})
_CARGO = frozenset({"crew", "treasure", "coin", "gold", "gold_coin", "unique_treasure", "cargo", "equipment"})


def performs(*types: str) -> Callable[[Performer], Performer]:
    """Register how events of these types are carried out, where picking is not enough.

    A type may name a noun as well: "take hit" goes before "take" where hits are taken.
    """

    def register(performer: Performer) -> Performer:
        for kind in types:
            PERFORMERS[kind] = performer
        return performer

    return register


Test = TypeVar("Test", bound=Callable[[EventSpec, "Context"], bool])


def could(*types: str) -> Callable[[Test], Test]:
    """Register how to tell whether events of these types could be carried out at all."""

    def register(test: Test) -> Test:
        for kind in types:
            COULD[kind] = test
        return test

    return register


def perform(event: EventSpec, ctx: Context) -> Steps[bool]:
    """Carry out an event; whether it happened, to all that it names."""
    if _hands_over(event, ctx):
        event = event.but(type="transfer")
    special = PERFORMERS.get(f"{event.type} {event.noun}", PERFORMERS.get(event.type))
    if special is not None:
        return (yield from special(event, ctx))
    return (yield from plainly(event, ctx))


def _hands_over(event: EventSpec, ctx: Context) -> bool:
    """Whether something is given or moved that is cargo: "move two crew to this island" is a transfer."""
    if event.type not in {"move", "give"} or event.object is None or event.to is None:
        return False
    if event.object.noun:
        return event.object.noun in _CARGO
    return bool(event.object.name) and any(
        piece is not None and piece.kind in {"crew", "treasure", "equipment"}
        for piece in map(ctx.piece, event.object.find(ctx))
    )


def plainly(event: EventSpec, ctx: Context) -> Steps[bool]:
    """Pick what stands in each slot and propose the event for each object."""
    template = yield from fill(event, ctx)
    if event.object is None:
        return (yield from ctx.game.propose(template))
    if event.type in LOSSES and any(one.has_state("remaining") for one in event.object.members):
        return (yield from _one_after_the_other(event.object, template, ctx))
    objects = yield from pick(event.object, ctx, event)
    done = bool(objects)
    if event.type == "eliminate" and event.object.which == "all":
        facts.AT_ONCE.put(template, tuple(objects))
    left = list(objects)
    while left:
        ref = left.pop(0)
        ctx.say(ref)
        proposed = template.but(object=ref, facts=dict(template.facts))
        happened = yield from ctx.game.propose(proposed)
        replaced = facts.REPLACED.of(proposed)
        if (
            replaced
            and not facts.KEPT.of(proposed)
            and (another := (yield from _in_its_place(objects, ctx, event))) is not None
        ):
            objects.append(another)
            left.append(another)
            continue
        ctx.forestalled = ctx.forestalled or replaced
        done = done and happened
    ctx.count = len(objects)
    if event.type == "eliminate":
        ctx.together = tuple(objects)
    return done


def _one_after_the_other(bound: Selector, template: Event, ctx: Context) -> Steps[bool]:
    """Things that are bound to each other: when one has left, what remains is lost, and then that one too.

    If the other cannot be lost, nothing is. Who made it leave is who makes them go. See manawa-no-kowhatu.
    """
    gone = ctx.event.object if ctx.event is not None else None
    player = ctx.event.player if ctx.event is not None else ctx.player
    found = [ref for one in bound.members for ref in one.but(filters=()).find(ctx)]
    there = [ref for ref in found if (piece := ctx.piece(ref)) is not None and piece.in_play]
    for ref in sorted(there, key=lambda ref: ref == gone):
        if not (yield from ctx.game.propose(template.but(object=ref, player=player))):
            return False
    return bool(there)


def keeps_it(op: Op) -> bool:
    """Whether what comes in the place of a loss is sure, and nothing else is lost for it."""
    first = op.effect.first if op.effect is not None else None
    return not (op.rolls or (isinstance(first, Happen) and first.spec.type in LOSSES))


def _in_its_place(chosen: list[Ref], ctx: Context, event: EventSpec) -> Steps[Ref | None]:
    """What a player eliminates in the place of what a roll has saved, if he has said that he eliminates some.

    See altar-of-the-loa-against-crew-collector; where a doctor is aboard, nothing of hers can be given. Only
    a price of several is made up: the one that was given for an action is lost with it
    (sacrifice-action-against-an-opposing-ability).
    """
    if event.type != "eliminate" or not isinstance(event.agent, Player) or event.object is None:
        return None
    if len(chosen) < 2:
        return None
    found = [ref for ref in candidates(event.object, ctx, event) if ref not in chosen]
    if event.agent.seat(ctx) != ctx.player or not found:
        return None
    options = [Option(as_answer(ref), _name(ref, ctx), (ref,)) for ref in found]
    options.append(Option(None, "nothing more"))
    answer = yield from ctx.game.choose(ctx.player, Kind.PICK, options, subject=ctx.source, event=event.type)
    return next((ref for ref in found if as_answer(ref) == answer), None)


def fill(event: EventSpec, ctx: Context) -> Steps[Event]:
    """The event as it is proposed, with every slot but the object filled."""
    made = Event(event.type, player=ctx.player, cause=ctx.cause, within=ctx.event, manner=event.manner)
    what = event.object
    speaks_back = what is not None and what.is_that and what.noun == "game_piece"  # of what came before
    for slot in _FILLED:
        selector = event.slot(slot)
        if selector is not None:
            found = yield from pick(
                selector, ctx, event.but(type="affect", source=None, means=None, time=None)
            )
            if found:
                setattr(made, slot, found[0])
                if not selector.is_this and not isinstance(found[0], Seat | Matter) and not speaks_back:
                    ctx.say(found[0])
    if isinstance(made.agent, Seat):
        made.player = made.agent.player
    made.distance = event.distance
    if event.amount is not None:
        made.amount = event.amount.value(ctx)
    facts.SPEC.put(made, event)
    facts.CTX.put(made, ctx)
    return made


def can_perform(event: EventSpec, ctx: Context) -> bool:
    """Whether there is anything that the event could happen to."""
    special = COULD.get(event.type)
    if special is not None:
        return special(event, ctx)
    return event.object is None or bool(candidates(event.object, ctx, event))


def out_of_turn(ctx: Context) -> bool:
    """Whether a player would use an ability of his own accord in another's turn.

    He gives no actions then (abilities-work-on-an-opponents-turn).
    """
    return ctx.event is None and ctx.player != ctx.state.turn.player


# --- picking -----------------------------------------------------------------------------------------------


def candidates(selector: Selector, ctx: Context, event: EventSpec) -> list[Ref]:
    """What could stand in the object's slot: it must be where it is taken from."""
    found = selector.find(ctx)
    if event.type in LOSSES:
        found = [ref for ref in _losable(selector, ctx, event) if not _is_no_mast(ref)]
    one = selector.count is not None or (selector.which, selector.noun) == ("a", UNIQUE)
    if ctx.card.kind == "treasure" and one and event.type in LOSSES | {"choose"}:
        found = [ref for ref in found if ref != ctx.source]  # the treasure that speaks means another
    if event.type == "choose" and turns_face_down(ctx.card.card.abilities):
        found = [ref for ref in found if (piece := ctx.piece(ref)) is None or piece.face_up]
    if event.type == "choose" and "randomly" in event.manner:
        found = [ref for ref in found if _can_leave(ref, ctx)]
    if event.type == "choose" and selector.noun == "cannon" and selector.of is None and ctx.ship is not None:
        found = [ref for ref in found if isinstance(ref, Part) and ref.of == ctx.ship.id]
    if event.type == "choose" and ctx.event is not None and ctx.event.type == "win":
        loser = ctx.event.against  # what the winner of a fight chooses is the loser's
        found = [ref for ref in found if loser is None or _place(ref, ctx) == loser]
    if ctx.paying and event.type in LOSSES:
        found = [ref for ref in found if _pays(ref, ctx, event)]
    if _are_given_up(selector, ctx, event):
        ships = [ship for ship in THIS_SHIP.find(ctx) if not _keeps_crew(ship, selector, ctx, event)]
        return [ref for ref in found if _place(ref, ctx) in ships]
    if event.source is not None:
        places = event.source.find(ctx)
        if event.type == "place":
            places += _forts_on(places, ctx)
        return [ref for ref in found if _place(ref, ctx) in places or isinstance(ref, Matter)]
    return _not_banned(found, ctx, event) if event.type in _PICKED else found


def _forts_on(islands: list[Ref], ctx: Context) -> list[Ref]:
    """The forts on some islands: what is stored there is on the island too (treasure-placer-and-forts)."""
    return [piece.id for piece in ctx.state.pieces if piece.kind == "fort" and piece.where in islands]


def _is_no_mast(ref: Ref) -> bool:
    """Whether masts were spoken of where there is none: what is not there is not lost."""
    return isinstance(ref, Matter) and ref.noun in MASTS


def _are_given_up(selector: Selector, ctx: Context, event: EventSpec) -> bool:
    """Whether a player gives up crew for a card ashore: those of "this ship", any that is docked there.

    "While docked at this island you may eliminate two crew" (altar-of-the-loa-crew-on-docked-ships).
    """
    if (
        event.type not in LOSSES
        or event.source not in {None, THIS_SHIP}
        or not isinstance(event.agent, Player)
    ):
        return False
    return ctx.ship is None and (selector.noun, selector.of, selector.filters) == ("crew", None, ())


def _keeps_crew(ship: Ref, selector: Selector, ctx: Context, event: EventSpec) -> bool:
    """Whether crew aboard would not stay eliminated: a doctor (altar-of-the-loa-crew-stay-eliminated)."""
    aboard = [ref for ref in selector.find(ctx) if _place(ref, ctx) == ship]
    losses = [loss_of(event, ctx).but(object=ref, source=ship) for ref in aboard]
    return any(ctx.game.is_kept(loss) or ctx.game.comes_back(loss) for loss in losses)


def _not_banned(found: list[Ref], ctx: Context, event: EventSpec) -> list[Ref]:
    """Those to whom nothing forbids that it happens."""
    agents = event.agent.find(ctx) if event.agent is not None else []
    asked = Event(event.type, agent=agents[0] if agents else None, player=ctx.player, cause=ctx.cause)
    asked = asked.but(within=ctx.event, manner=event.manner)
    return [ref for ref in found if ctx.game.allows(asked.but(object=ref))]


def _can_leave(ref: Ref, ctx: Context) -> bool:
    """Whether cargo may leave its place (barrel-o-monkeys-picks-removable-unique-treasures)."""
    place = _place(ref, ctx)
    gone = Event("remove", object=ref, source=place, player=ctx.player, cause=ctx.cause, within=ctx.event)
    return ctx.game.allows(gone) and ctx.game.allows(gone.but(type="unload"))


def _pays(ref: Ref, ctx: Context, event: EventSpec) -> bool:
    """Whether a price can be paid with a thing: it can be lost, and is not the crew whose ability it is."""
    loss = loss_of(event, ctx)
    loss = loss.but(object=ref, manner=loss.manner | {OWN_WILL})
    return ref != ctx.source and ctx.game.allows(loss) and not ctx.game.comes_back(loss)


def _losable(selector: Selector, ctx: Context, event: EventSpec) -> list[Ref]:
    """What could be lost: the dearest or cheapest is that of those that can go (highest-point-crew)."""
    if not any(isinstance(one, Extreme) for one in selector.filters):
        return selector.find(ctx)
    wide = selector.but(filters=tuple(one for one in selector.filters if not isinstance(one, Extreme)))
    loss = loss_of(event, ctx)
    found = [ref for ref in wide.find(ctx) if ctx.game.allows(loss.but(object=ref))]
    return extremes(selector.filters, found, ctx)


def loss_of(event: EventSpec, ctx: Context) -> Event:
    """A loss that an ability speaks of, to ask whether something may be lost so."""
    return Event(event.type, player=ctx.player, cause=ctx.cause, within=ctx.event, manner=event.manner)


def _place(ref: Ref, ctx: Context) -> Ref | None:
    if isinstance(ref, Part):
        return ref.of
    return ctx.state.pieces[ref].where if isinstance(ref, int) else None


def pick(selector: Selector, ctx: Context, event: EventSpec) -> Steps[list[Ref]]:
    """Pick as many things as a selector asks for; whoever has to pick is asked."""
    if selector.is_all_of:
        picked: list[Ref] = []
        for member in selector.members:
            picked += yield from pick(member, ctx, event)
        return picked
    found = candidates(selector, ctx, event)
    if not is_from_each(selector, event):
        return (yield from pick_of(selector, found, ctx, event))
    taken: list[Ref] = []
    for place in dict.fromkeys(_place(ref, ctx) for ref in found):
        here = [ref for ref in found if _place(ref, ctx) == place]
        taken += yield from pick_of(selector, here, ctx, event)
    return taken


def is_from_each(selector: Selector, event: EventSpec) -> bool:
    """Whether as many are meant from every one of several places: "one crew from every ship"."""
    told = [narrow.what for narrow in selector.filters if isinstance(narrow, Located)]
    told += [event.source] if event.source is not None else []
    ships = {"each", None} if event.type == "repair" else {"each"}  # "repair one mast on ships within S"
    return selector.count is not None and any(
        what.which in ships and what.count is None and bool(what.noun) for what in told
    )


def pick_of(selector: Selector, found: list[Ref], ctx: Context, event: EventSpec) -> Steps[list[Ref]]:
    """As many of some things as a selector asks for."""
    least, most = _asked_for(selector, found, ctx, event)
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
    return (yield from _chosen(found, (least, most), selector, ctx, event))


def _chosen(
    found: list[Ref], bounds: tuple[int, int], selector: Selector, ctx: Context, event: EventSpec
) -> Steps[list[Ref]]:
    """Let a player choose one thing after the other, as many as may be."""
    least, most = bounds
    chosen: list[Ref] = []
    while len(chosen) < most and found:
        options = [Option(as_answer(ref), _name(ref, ctx), (ref,)) for ref in found]
        if len(chosen) >= least:
            options.append(Option(None, "no more"))
        player = picker(found, selector, event, ctx)
        if event.type in LOSSES:
            options = _given_up(options, player, ctx, event)
        answer = yield from ctx.game.choose(player, Kind.PICK, options, subject=ctx.source, event=event.type)
        if answer is None:
            break
        ref = next(ref for ref in found if as_answer(ref) == answer)
        found.remove(ref)
        chosen.append(ref)
    return chosen


def _given_up(options: list[Option], player: int, ctx: Context, event: EventSpec) -> list[Option]:
    """What a player may pick to be lost, if there is any (manawa-no-kowhatu-ransom-binds-the-owner)."""
    loss = loss_of(event, ctx).but(manner=event.manner | {PICKED})

    def stays(ref: Ref) -> bool:
        return player_of(ref, ctx) == player and not ctx.game.allows(loss.but(object=ref))

    left = [one for one in options if not any(map(stays, one.refs))]
    return left if any(one.refs for one in left) else options


def _safe(found: list[Ref], ctx: Context, event: EventSpec) -> list[Ref]:
    """Those that cannot be eliminated as things stand: others are picked, or go first."""
    if event.type != "eliminate" or len(found) < 2:
        return []
    loss = loss_of(event, ctx)
    return [ref for ref in found if not ctx.game.allows(loss.but(object=ref))]


def of_one_place(found: list[Ref], ctx: Context, event: EventSpec, one: bool = False) -> Steps[list[Ref]]:
    """Where chance picks: "from this ship or your home island", as the player of the ability likes.

    `one`: it all comes from one place anyway.
    """
    places = sorted({place for ref in found if isinstance(place := _place(ref, ctx), int)})
    if event.source is None or not (one or event.source.is_any_of) or len(places) < 2:
        return found
    options = [Option(place, ctx.game.name(place), (place,)) for place in places]
    answer = yield from ctx.game.choose(ctx.player, Kind.PICK, options, subject=ctx.source, event=event.type)
    return [ref for ref in found if _place(ref, ctx) == answer]


def _asked_for(selector: Selector, found: list[Ref], ctx: Context, event: EventSpec) -> tuple[int, int]:
    """How many of what was found are asked for; of "the one or the other", as many as either is."""
    if selector.is_any_of:
        each = [[ref for ref in member.find(ctx) if ref in found] for member in selector.members]
        bounds = [
            one.how_many(len(refs), ctx) for one, refs in zip(selector.members, each, strict=True) if refs
        ]
        if bounds:
            return min(low for low, _ in bounds), max(high for _, high in bounds)
    if found and (_is_settled(selector, ctx) or _is_one_of_a_player(selector, event)):
        return 1, 1
    return selector.how_many(len(found), ctx)


def _is_one_of_a_player(selector: Selector, event: EventSpec) -> bool:
    """Whether one thing is chosen that is told by its player only: "pick an opponent's ship"."""
    if event.type != "choose" or selector.which is not None or selector.count is not None:
        return False
    whose = selector.of
    return whose is not None and (whose.noun, whose.which) == ("opponent", "a")


def _is_settled(selector: Selector, ctx: Context) -> bool:
    """Whether somebody was named who chooses among those that have equally many: "the fewest coins"."""
    most = any(isinstance(one, Extreme) for one in selector.filters)
    return ctx.settler is not None and selector.which == "the" and most


def picker(found: Sequence[Ref], selector: Selector, event: EventSpec, ctx: Context) -> int:
    """Who picks one of several: whoever the words say, the one who loses it, or the player of the ability.

    That "you may eliminate" something leaves it to the other which it is (defenders-choice-of-what-is-lost).
    """
    named = ctx.settler if _is_settled(selector, ctx) else _named_chooser(selector, ctx)
    if named is not None:
        return named
    if event.type in LOSSES and "of_choice" not in event.manner:
        owner, *others = {player_of(ref, ctx) for ref in found}
        if owner is not None and not others:
            return owner
    if event.agent is not None:
        for agent in event.agent.find(ctx):
            if isinstance(agent, Seat):
                return agent.player
    return ctx.player


def _named_chooser(selector: Selector, ctx: Context) -> int | None:
    """The player by whom a thing is chosen: "an island chosen by the player to your left"."""
    for narrow in selector.filters:
        choosing = narrow.event
        if choosing is not None and choosing.type == "choose" and choosing.agent is not None:
            seats = [seat for seat in choosing.agent.find(ctx) if isinstance(seat, Seat)]
            return seats[0].player if seats else None
    return None


def is_random(selector: Selector, event: EventSpec) -> bool:
    """Whether chance picks."""
    told = (narrow.event for narrow in selector.filters)
    drawn = any(one is not None and one.type == "choose" and "randomly" in one.manner for one in told)
    return drawn or "randomly" in event.manner or selector.has_state("random")


def _name(ref: Ref, ctx: Context) -> str:
    if isinstance(ref, Part):
        return f"{ctx.game.name(ref.of)}: {ref.noun} {ref.number + 1}"
    ability = ability_of(ctx.state, ref)
    if ability is not None and isinstance(ref, Matter):
        return f"{ctx.game.name(ref.of)}: {ability_text(ability)}"
    return ctx.game.name_for(ref, ctx.player)
