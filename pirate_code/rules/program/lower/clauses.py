"""Takes abilities apart: each becomes ops, and an op does one thing to events or stats.

| verb | what it does |
|---|---|
| forbid, permit, require | to an event, as long as its guards hold |
| replace | something else happens instead of an event |
| before, when, after | something happens at an event |
| rescue | cargo of a ship that sinks is saved, before she can be |
| swap | cargo changes places in an explore action, when unique treasures have acted |
| modify | changes a stat |
| hold, gain | keeps a piece in a state, gives it a keyword or part |
| offer | something the player may start when it is calm |
| ends | what is done at every turn is done no more after this event |

A guard "when ..." on a clause that forbids, permits or modifies means: while that event is going on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from pirate_code.language import tree as t
from pirate_code.language.compare import in_full, normal_form
from pirate_code.language.keywords import define
from pirate_code.language.walk import walk
from pirate_code.rules.events import USUAL
from pirate_code.rules.program import effects as e
from pirate_code.rules.program import guards as g
from pirate_code.rules.program.abilities import known
from pirate_code.rules.program.lower import expressions
from pirate_code.rules.program.lower.effects import effect as lower_effect
from pirate_code.rules.program.lower.expressions import event
from pirate_code.rules.program.lower.standing import (
    LASTING,
    as_it_is_given,
    as_one_offer,
    comes_once,
    doubles_one,
    each_trigger,
    first_event,
    follows,
    is_instead,
    is_optional,
    lost_before,
    nowhere_else,
    own_times,
    raises_one,
    replaces,
    rescues,
    shares_an_action,
    splits,
    standing_bans,
    stands,
    static,
    swaps_ashore,
    tells_a_rule,
    until_events,
    while_docked,
    without_loss,
    without_overruled,
    without_replaced,
)
from pirate_code.rules.program.ops import Gains, Hold, Modify, Op
from pirate_code.rules.program.rewrites import Reading, rewritten, watching

if TYPE_CHECKING:
    from pirate_code.board.card import AbilityOfCard

Versions = frozenset[tuple[str, str]]  # keywords, each with the name of the version to play
NO_VERSIONS: Versions = frozenset()
_VERBS = {
    "must_not": "forbid",
    "must": "require",
    "cannot": "forbid",
    "may": "permit",
    "need_not": "spare",
    "do": "state",
}
# Effects that answer an event although no "when" is written.
ANSWERS = {"reroll": "roll"}


@dataclass(frozen=True, slots=True)
class Guards:
    """The guards of a clause, by kind."""

    limit: str = ""
    times: int = 1
    triggers: tuple[t.Trigger, ...] = ()
    moments: tuple[t.Moment, ...] = ()
    conditions: tuple[t.Condition, ...] = ()
    part_of: tuple[t.PartOf, ...] = ()
    for_each: tuple[t.ForEach, ...] = ()
    rolled: tuple[int, ...] = ()  # faces of the roll that is going on
    instead: t.Instead | None = None
    lasts: t.Span | t.ForTurns | t.Until | None = None


@dataclass(frozen=True, slots=True)
class _Draft:
    """One thing that an ability does, before it is lowered."""

    verb: str
    on: str
    guards: Guards
    number: int
    key: str
    tree: t.Ability | t.Effect
    pattern: t.Event | None = None
    effect: t.Effect | None = None
    optional: bool = False
    moment: str = ""  # how the trigger is told: "next_time", "turn_after" ...
    each: bool = False  # every piece on a ship that has it uses it for itself
    until: bool = False  # done again and again until a clause "ends" of the same ability has acted
    gained: str = ""  # the keyword by which a ship has it


def sort_guards(guards: tuple[t.Guard, ...]) -> Guards:
    """Guards by kind."""
    of = {kind: tuple(guard for guard in guards if isinstance(guard, kind)) for kind in t.GUARDS}
    limits, insteads = of[t.Limit], of[t.Instead]
    lasting = [guard for guard in guards if isinstance(guard, LASTING)]
    return Guards(
        limit=limits[0].per if limits else "",  # type: ignore[union-attr]
        times=limits[0].times if limits else 1,  # type: ignore[union-attr]
        triggers=of[t.Trigger],  # type: ignore[arg-type]
        moments=of[t.Moment],  # type: ignore[arg-type]
        conditions=of[t.Condition],  # type: ignore[arg-type]
        part_of=of[t.PartOf],  # type: ignore[arg-type]
        for_each=of[t.ForEach],  # type: ignore[arg-type]
        rolled=tuple(face for guard in guards if isinstance(guard, t.Rolled) for face in guard.faces),
        instead=insteads[0] if insteads else None,  # type: ignore[arg-type]
        lasts=lasting[0] if lasting else None,
    )


@cache
def ops_of(
    abilities: tuple[AbilityOfCard, ...], kind: str, versions: Versions = NO_VERSIONS
) -> tuple[Op, ...]:
    """The ops of all abilities of a card of that kind; keywords are replaced by their definitions.

    `versions` names keywords that are played by another version of their rule.
    """
    trees = tuple(ability.tree for ability in known(abilities))
    return tuple(map(_lowered, _drafts(trees, kind, versions)))


def acts_in_setup(abilities: tuple[AbilityOfCard, ...], kind: str) -> bool:
    """Whether a card must act in setup, or says how much room it needs: that turns it face up."""
    for op in ops_of(abilities, kind):
        # "No cargo space when revealed" waits for that.
        always = not op.guards.conditions and not op.guards.triggers
        acts = (op.verb, op.on)
        if not op.optional and (acts == ("when", "setup") or (acts == ("modify", "cargo_space") and always)):
            return True
    return False


@cache
def ops_of_keyword(keyword: str, kind: str, versions: Versions = NO_VERSIONS) -> tuple[Op, ...]:
    """The ops of a keyword that a piece of that kind has gained."""
    tree = t.Ability(effect=t.KeywordAbility(keyword=keyword))
    return tuple(_lowered(replace(draft, gained=keyword)) for draft in _drafts((tree,), kind, versions))


def rewrites_of(abilities: tuple[AbilityOfCard, ...], kind: str) -> frozenset[str]:
    """The names of the rewrites that fire as the abilities of a card of that kind are lowered."""
    with watching() as fired:
        for _ in _drafts(tuple(ability.tree for ability in known(abilities)), kind, NO_VERSIONS):
            pass
    return frozenset(fired)


def _drafts(trees: tuple[t.Ability, ...], kind: str, versions: Versions) -> Iterator[_Draft]:
    shown_later = kind == "event" or any(_loads_face_down(ability) for ability in trees)
    reveals = any(map(_reveals, trees))
    for number, ability in enumerate(without_overruled(trees)):
        parts = tuple(_defined(in_full(ability), versions))
        each = any(_is_for_each(part) for part in parts)
        for defined in parts:
            if _is_for_each(defined):
                continue
            key = "; ".join(sorted(normal_form(defined)))
            hidden = shown_later and not _loads_face_down(defined) and (not reveals or _reveals(defined))
            maker = _Maker(number, kind, key, defined, shown_later=hidden, versions=versions)
            assert not isinstance(defined.effect, t.KeywordAbility)
            made = maker.make(defined.guards, defined.effect)
            yield from (replace(draft, each=each) for draft in made)


def _is_for_each(ability: t.Ability) -> bool:
    """Whether words say that an ability stacks: "each crew with ... on this ship may use this ability"."""
    event = ability.effect.event if isinstance(ability.effect, t.Happen) else None
    what = event.object if event is not None and event.type == "use" else None
    return isinstance(what, t.Pieces) and (what.noun, what.which) == ("ability", "this")


@cache
def ops_of_effect(effect: e.Effect, number: int) -> tuple[Op, ...]:
    """The ops of an effect that lasts: it is in force without its card."""
    tree = effect.tree
    guards, inner = ((), tree) if not isinstance(tree, t.Guarded) else (tree.guards, tree.effect)
    kept = tuple(guard for guard in guards if not isinstance(guard, LASTING))
    return tuple(map(_lowered, _Maker(number, "lasting", repr(tree), inner).make(kept, inner)))


def _lowered(draft: _Draft) -> Op:
    """An op, with everything lowered that it speaks of."""
    kind = {"modify": Modify, "hold": Hold, "gain": Gains}.get(draft.verb, Op)
    return kind(
        draft.verb,
        draft.on,
        _guards(draft.guards),
        draft.number,
        draft.key,
        draft.tree,
        event(draft.pattern) if draft.pattern is not None else None,
        lower_effect(draft.effect) if draft.effect is not None else None,
        draft.optional,
        draft.moment,
        draft.each,
        draft.until,
        draft.gained,
    )


def _guards(found: Guards) -> g.Guards:
    trees: tuple[t.Guard, ...] = (
        *found.triggers,
        *found.moments,
        *found.conditions,
        *found.part_of,
        *found.for_each,
        *((found.instead,) if found.instead is not None else ()),
        *((found.lasts,) if found.lasts is not None else ()),
    )
    lowered = expressions.guards(trees)
    return lowered.but(limit=found.limit, times=found.times, rolled=found.rolled)


def _version(keyword: str, versions: Versions) -> str | None:
    return next((name for printed, name in versions if printed == keyword), None)


def _defined(ability: t.Ability, versions: Versions) -> Iterator[t.Ability]:
    effect = ability.effect
    if isinstance(effect, t.KeywordAbility):
        for part in define(effect.keyword, effect.nation, _version(effect.keyword, versions)):
            yield from _defined(part, versions)
    else:
        yield ability


def _loads_face_down(ability: t.Ability) -> bool:
    effect = ability.effect
    return isinstance(effect, t.Happen) and effect.event.type == "load" and "face_down" in effect.event.manner


def _reveals(ability: t.Ability) -> bool:
    """Whether an ability tells when its card is shown: what else the card says waits for that."""
    events = [node.event for node in walk(ability) if isinstance(node, t.Happen | t.Trigger)]
    return any(event.type == "reveal" for event in events)


class _Maker:
    """Makes the clauses of one ability."""

    def __init__(
        self,
        number: int,
        kind: str,
        key: str,
        tree: t.Ability | t.Effect,
        *,
        shown_later: bool = False,
        versions: Versions = NO_VERSIONS,
    ) -> None:
        self.number, self.kind, self.key, self.tree, self.versions = number, kind, key, tree, versions
        self.shown_later = shown_later  # loaded face down, or kept in hand: it acts when it is revealed

    def make(self, guards: tuple[t.Guard, ...], effect: t.Effect) -> Iterator[_Draft]:
        """Clauses of an effect under guards, after rewrites have made its wording plain."""
        for reading in rewritten(Reading(guards, effect, self.shown_later)):
            yield from self._lower(reading)

    def _lower(self, reading: Reading) -> Iterator[_Draft]:
        """Clauses of what the wording means."""
        guards = as_it_is_given(without_replaced(reading.guards, reading.effect))
        effect = reading.effect
        if isinstance(effect, t.Happen) and effect.event.type in USUAL:
            return
        if tells_a_rule(effect):  # every ship burns by the same rules, told on the card or not
            kind = effect.event.type if isinstance(effect, t.Happen) else "replace"
            yield self._clause("state", kind, sort_guards(guards), effect=effect)
        elif spared := without_loss(effect):
            yield from self.make(t.in_order((*guards, spared[0])), spared[1])
        elif banned := nowhere_else(effect):
            yield from self.make(t.in_order((*guards, banned[0])), banned[1])
        elif any(isinstance(guard, t.Rolled) for guard in guards):
            yield self._clause("outcome", "roll", sort_guards(guards), effect=effect)
        elif isinstance(effect, t.Guarded) and not guards and replaces(effect):
            yield from self.make(effect.guards, effect.effect)
        elif isinstance(effect, t.Guarded) and static(effect.guards):
            yield from self.make(t.in_order((*guards, *effect.guards)), effect.effect)
        elif static(guards) and isinstance(effect, t.Sequence) and splits(guards, effect):
            yield from self._steps(guards, effect.steps)
        elif isinstance(effect, t.Sequence) and (own := own_times(effect, self.kind)):
            done = tuple(step for step in effect.steps if step not in own)
            yield from self.make(guards, done[0] if len(done) == 1 else t.Sequence(steps=done))
            for step in own:
                yield from self.make(step.guards, step.effect)
        elif static(guards) and isinstance(effect, t.Sequence) and (bans := standing_bans(guards, effect)):
            done = tuple(step for step in effect.steps if step not in bans)
            yield from self.make(guards, done[0] if len(done) == 1 else t.Sequence(steps=done))
            yield from self._steps(guards, bans)
        elif static(guards) and stands(effect) and not comes_once(guards, effect):
            yield self._standing(sort_guards(guards), effect)
            yield from self._gained(guards, effect, reading.reaches_also)
        elif end := until_events(guards, effect):
            kept = tuple(guard for guard in guards if not isinstance(guard, t.Until))
            make = self._standing if static(kept) and stands(effect) else self._acting
            yield replace(make(sort_guards(kept), effect), until=True)
            for event in end:
                yield self._clause("ends", event.type, Guards(), pattern=event)
        else:
            for one in each_trigger(guards):
                yield self._acting(sort_guards(one), effect)
            if self.kind == "treasure" and (before := lost_before(guards, _this_is("load"))):
                yield self._acting(sort_guards(before), effect)

    def _steps(self, guards: tuple[t.Guard, ...], steps: tuple[t.Effect, ...]) -> Iterator[_Draft]:
        """Steps that begin with a standing one: the others stand too, or are done after what is permitted.

        "She may dock at an enemy home island and load one treasure" loads after docking; "+1 to her rolls,
        +2 instead against ..." is two changes of which one holds.
        """
        # "May move and shoot using the same move action" gives leave to shoot; that she moves is nothing new.
        steps = tuple(step for step in steps if shares_an_action(step)) or steps
        permitted: t.Event | None = None
        for told, following in zip(steps, (*steps[1:], None), strict=True):
            step = while_docked(told, permitted) if permitted is not None else told
            if isinstance(following, t.Guarded) and is_instead(following):
                unless = tuple(
                    guard.but(negated=not guard.negated)
                    for guard in following.guards
                    if isinstance(guard, t.Condition)
                )
                yield from self.make(t.in_order((*guards, *unless)), step)
            elif isinstance(step, t.Guarded) and is_instead(step):
                kept = tuple(guard for guard in step.guards if not isinstance(guard, t.Instead))
                yield from self.make(t.in_order((*guards, *kept)), step.effect)
            elif stands(step) and not (permitted is not None and follows(step)):
                yield from self.make(guards, step)
                if isinstance(step, t.Happen) and step.strength == "may":
                    permitted = step.event
            elif permitted is not None and step is told:  # else at any time while she is there
                after = t.Trigger(moment="after", event=permitted.but(using=None))
                yield from self.make(t.in_order((*guards, after)), step)
            else:
                yield from self.make(guards, step)

    def _gained(
        self, guards: tuple[t.Guard, ...], effect: t.Effect, also: t.Pieces | None
    ) -> Iterator[_Draft]:
        """What a keyword does that this piece gains, or is said to have, as long as she has it."""
        who, what = _keyword_of(effect)
        if what is None or not isinstance(who, t.Pieces) or who.which != "this":
            return
        guards = (*guards, *_only_against(effect))
        for gained in define(what.keyword, None, _version(what.keyword, self.versions)):
            for ability in _defined(gained, self.versions):
                assert not isinstance(ability.effect, t.KeywordAbility)
                key = "; ".join(sorted(normal_form(ability)))
                maker = _Maker(self.number, self.kind, key, ability, versions=self.versions)
                made = maker.make(t.in_order((*guards, *_reaching(ability.guards, also))), ability.effect)
                by = what.keyword if who.noun == "ship" else ""
                yield from (replace(draft, gained=by) for draft in made)

    def _clause(self, verb: str, on: str, guards: Guards, **more: object) -> _Draft:
        return _Draft(verb, on, guards, self.number, self.key, self.tree, **more)  # type: ignore[arg-type]

    def _standing(self, guards: Guards, effect: t.Effect) -> _Draft:
        """What is so as long as the ability is in force."""
        if isinstance(effect, t.Change):
            return self._clause("modify", effect.stat, guards, effect=effect)
        if isinstance(effect, t.Become):
            return self._clause("hold", effect.filter.kind, guards, effect=effect)
        if isinstance(effect, t.Gain):
            return self._clause("gain", "gain", guards, effect=effect)
        assert isinstance(effect, t.Happen)
        event = effect.event
        verb = _VERBS[effect.strength]
        if guards.instead is not None and verb == "forbid":
            guards = replace(guards, instead=None)
        return self._clause(verb, event.type, guards, pattern=event, effect=effect)

    def _acting(self, guards: Guards, effect: t.Effect) -> _Draft:
        """What is done at an event, at a moment, or when the player starts it."""
        effect = as_one_offer(effect) if guards.instead is not None else effect
        optional = is_optional(effect) or doubles_one(guards.triggers, effect)
        if raises_one(guards.triggers, effect) and not guards.limit:  # one treasure each time she comes home
            guards = replace(guards, limit="turn")
        more: dict[str, object] = {"effect": effect, "optional": optional}
        if isinstance(effect, t.Table) and effect.roll is None:
            return self._clause("when", "visit", guards, effect=effect)
        instead = guards.instead
        if instead is not None and isinstance(instead.of, t.Event):
            return self._clause("replace", instead.of.type, guards, pattern=instead.of, **more)
        if instead is not None and isinstance(instead.of, t.Pieces):
            kind = "repair" if first_event(effect) == "repair" else "eliminate"
            pattern = t.Event(type=kind, object=instead.of)
            return self._clause("replace", kind, guards, pattern=pattern, **more)
        if guards.triggers and not _is_from_then_on(guards):
            return self._at_trigger(guards, effect, more)
        for moment in guards.moments:
            if moment.at in {"beginning", "end"} and moment.whose != "move":
                bound = self.kind == "treasure" and isinstance(effect, t.Table)  # a treasure asks nobody
                chosen = moment.whose == "one_yours" or (bool(guards.limit) and not bound)
                more["optional"] = optional or chosen
                return self._clause("when", f"turn_{moment.at}", guards, **more)
            if moment.at == "during" and not optional and moment.whose == "each":
                return self._clause("when", "turn_beginning", guards, **more)
            if moment.at == "setup":
                return self._clause("when", "setup", guards, **more)
        if guards.part_of:  # once in that action, at a time of the player's choice
            once = replace(guards, limit=guards.limit or "action")
            return self._clause("when", "part", once, pattern=None, **more)
        answered = ANSWERS.get(first_event(_shown_for(effect)) or "")
        if answered is not None:  # which roll it is for is the player's to say, "may" or no "may"
            more["optional"] = True
            return self._clause("when", answered, guards, **more)
        if self.shown_later and not guards.limit:
            return self._clause("when", "reveal", guards, pattern=_this_is("reveal"), **more)
        if self.kind == "treasure" and not guards.limit and not optional:
            return self._clause("when", "load", guards, pattern=_this_is("load"), **more)
        if not guards.limit and self.kind != "island" and not _at_will(guards):
            # An ability is used on a ship once each turn; what an island does is none.
            guards = replace(guards, limit="turn")
        return self._clause("offer", "calm", guards, **more)

    def _at_trigger(self, guards: Guards, effect: t.Effect, more: dict[str, object]) -> _Draft:
        trigger = guards.triggers[-1]
        rest = replace(guards, triggers=guards.triggers[:-1], instead=None)
        verb = {"before": "before", "in_order_to": "before", "after": "after"}.get(trigger.moment, "when")
        if trigger.event.type == "explore" and _speaks_of_loading(effect):
            verb = "after"  # "the next time she explores, you may replace a treasure she loads"
        rolled = isinstance(effect, t.Table) and not _may_replace(effect)
        if guards.instead is not None or (trigger.strength == "would" and not rolled):
            verb = "replace"
        elif trigger.strength == "would":
            verb = "before"
        elif rescues(trigger, effect):
            verb = "rescue"
        elif swaps_ashore(trigger, effect):
            verb = "swap"
        if trigger.moment == "first_time" and not rest.limit and _is_of_each_turn(trigger.event):
            rest = replace(rest, limit="turn")
        if self.shown_later and trigger.event.type != "reveal":
            more["optional"] = True  # it lies face down until its player wants to show it
        return self._clause(
            verb, trigger.event.type, rest, pattern=trigger.event, moment=trigger.moment, **more
        )


def _speaks_of_loading(effect: t.Effect) -> bool:
    """Whether something is done with what a ship has loaded."""
    told = (node.event for node in walk(effect) if isinstance(node, t.Involved))
    return any(event.type == "load" for event in told)


def _is_from_then_on(guards: Guards) -> bool:
    """Whether a card is used turn by turn once it lies open: "when revealed, once per turn ..."."""
    return guards.limit == "turn" and all(_shows_this_card(trigger.event) for trigger in guards.triggers)


def _shows_this_card(event: t.Event) -> bool:
    shown = event.object
    return event.type == "reveal" and isinstance(shown, t.Pieces) and shown.which == "this"


def _is_of_each_turn(event: t.Event) -> bool:
    """Whether an event is told of every turn anew: "the first time this fort is shot at each turn"."""
    return isinstance(event.time, t.Moment) and (event.time.at, event.time.whose) == ("during", "each")


def _shown_for(effect: t.Effect) -> t.Effect:
    """What a card is revealed for: "you may reveal it to force an opponent to reroll a die"."""
    first = effect.steps[0] if isinstance(effect, t.Sequence) else effect
    return first.gain if isinstance(first, t.Pay) and first.cost.event.type == "reveal" else effect


def _may_replace(effect: t.Table) -> bool:
    """Whether a roll may lead to something that happens instead."""
    return any(isinstance(node, t.Instead) and node.of is None for node in walk(effect))


@cache
def _this_is(done: str) -> t.Event:
    """This card is loaded, or revealed."""
    return t.Event(type=done, object=t.Pieces(noun="card", which="this"))


def _reaching(guards: tuple[t.Guard, ...], also: t.Pieces | None) -> tuple[t.Guard, ...]:
    """Guards that speak of each enemy, told of friends too where those are reached as well."""
    return tuple(_of_anybody(guard, also) if isinstance(guard, t.ForEach) else guard for guard in guards)


def _of_anybody(each: t.ForEach, also: t.Pieces | None) -> t.ForEach:
    what = each.what
    if also is None or not isinstance(what, t.Pieces) or what.noun != also.noun:
        return each
    kept = tuple(found for found in what.filters if found != t.InState(state="enemy"))
    return each.but(what=what.but(filters=kept))


def _keyword_of(effect: t.Effect) -> tuple[t.Selector | None, t.KeywordItself | None]:
    """Who gains or has which keyword."""
    if isinstance(effect, t.Gain) and isinstance(effect.what, t.KeywordItself):
        return effect.who, effect.what
    if isinstance(effect, t.Become) and isinstance(effect.filter, t.Has) and not effect.filter.negated:
        what = effect.filter.what
        return effect.subject, what if isinstance(what, t.KeywordItself) else None
    if isinstance(effect, t.Happen) and (effect.strength, effect.event.type) == ("may", "use"):
        used = effect.event.object
        return effect.event.agent, used if isinstance(used, t.KeywordItself) else None
    return None, None


def _only_against(effect: t.Effect) -> tuple[t.Condition, ...]:
    """Against whom alone a keyword may be used: "this ship may use Parley against Spanish ships"."""
    enemy = effect.event.against if isinstance(effect, t.Happen) else None
    if enemy is None:
        return ()
    attacker = t.Pieces(noun="attacker", which="the")
    return (t.Condition(fact=t.Matches(subject=attacker, filter=t.IsA(what=enemy))),)


def _at_will(guards: Guards) -> bool:
    """Whether something is done as often as one likes: "on your turn as a free action", "at any time"."""
    if any(moment.at == "any_time" for moment in guards.moments):
        return True
    return {("during", "your"), ("free_action", None)} <= {(one.at, one.whose) for one in guards.moments}
