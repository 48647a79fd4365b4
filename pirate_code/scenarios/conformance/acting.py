"""Clauses that make something happen: when, how many, whose, how often, and who is asked."""

from __future__ import annotations

from pirate_code.board.refs import Matter, Part, Ref
from pirate_code.language import tree as t
from pirate_code.rules.decision import Kind
from pirate_code.rules.event import Event, face
from pirate_code.scenarios.conformance.activations import (
    Activation,
    activations,
    answered,
    is_by,
    judge_of,
    met,
    was_asked,
)
from pirate_code.scenarios.conformance.amounts import (
    available,
    is_amount,
    judge_of_start,
    room,
    times,
    wanted,
)
from pirate_code.scenarios.conformance.clauses import Clause
from pirate_code.scenarios.conformance.evidence import Evidence
from pirate_code.scenarios.conformance.judge import Judge
from pirate_code.scenarios.conformance.nouns import holder_of
from pirate_code.scenarios.conformance.phrases import called, in_words, verb
from pirate_code.scenarios.conformance.playing import Play
from pirate_code.scenarios.conformance.trace import Seen
from pirate_code.scenarios.conformance.truth import Truth, both, either
from pirate_code.scenarios.conformance.wordings import BEFALLS

# An event of a tree may come about as one of these.
ALIASES: dict[str, frozenset[str]] = {
    "take": frozenset({"take", "transfer", "steal", "capture"}),
    "steal": frozenset({"take", "transfer", "steal"}),
    "move": frozenset({"move", "transfer", "give"}),
    "place": frozenset({"place", "transfer", "return", "unload"}),
    "put": frozenset({"place", "transfer"}),
    "return": frozenset({"return", "place", "transfer"}),
    "give": frozenset({"give", "transfer", "gain"}),
    "load": frozenset({"load", "transfer"}),
    "unload": frozenset({"unload", "transfer"}),
    "trade": frozenset({"trade", "transfer", "swap"}),
    "swap": frozenset({"swap", "transfer", "trade"}),
    "exchange": frozenset({"exchange", "transfer"}),
    "eliminate": frozenset({"eliminate"}),
    "lose": frozenset({"lose", "eliminate"}),
    "turn": frozenset({"turn", "reveal"}),
    "initiate": frozenset({"initiate", "board"}),
    "make": frozenset({"make", "roll", "shoot"}),
    "shoot": frozenset({"shoot", "give"}),
    "choose": frozenset({"choose"}),
}
_TWO_WAYS = frozenset({"trade", "swap", "exchange"})  # something goes, something comes
_AFTERWARDS = frozenset({"when", "after", "each_time", "first_time"})
_MOMENTS = _AFTERWARDS | {"before"}


def names(event_type: str) -> frozenset[str]:
    """The types of events that one of a tree may come about as."""
    return ALIASES.get(event_type, frozenset({event_type}))


def check(clause: Clause, play: Play, evidence: Evidence, told: tuple[Clause, ...]) -> None:
    """Look at one play for a clause that makes something happen; `told` are all clauses of its card."""
    leaf = clause.leaf
    assert isinstance(leaf, t.Happen)
    found = activations(play, clause.ability)
    rivals = [
        one.leaf.event
        for one in told
        if one is not clause
        and one.ability == clause.ability
        and isinstance(one.leaf, t.Happen)
        and one.leaf.strength in {"do", "may", "must"}
        and names(one.leaf.event.type) & names(leaf.event.type)
    ]
    types = names(leaf.event.type)
    if not any(seen.event.type in types for one in found for seen in one.happened):
        more = answered(play, clause.ability)
        found = found + [one for one in more if one.of(types, play.subject, clause.ability)]
    for one in found:
        _look_at(clause, leaf, play, one, rivals=rivals, evidence=evidence)
    _limits(clause, leaf, play, found, evidence)
    _never_missed(clause, leaf, play, found, evidence, choices=_choices(clause, told))


def _choices(clause: Clause, told: tuple[Clause, ...]) -> list[t.Event]:
    """What else has to be chosen for the ability to do anything."""
    return [
        one.leaf.event
        for one in told
        if one.ability == clause.ability and one.index and isinstance(one.leaf, t.Happen)
        if one.leaf.event.type == "choose"
    ]


# --- what happened ---------------------------------------------------------------------------------------


def _look_at(
    clause: Clause,
    leaf: t.Happen,
    play: Play,
    one: Activation,
    *,
    rivals: list[t.Event],
    evidence: Evidence,
) -> None:
    """Look at one activation; `rivals` are other clauses of the ability that bring the like about."""
    types = names(leaf.event.type)
    made = one.of(types, play.subject, clause.ability)
    when = _fits_when(clause, play, one)
    if not made:
        return
    if when is False:
        if not rivals and clause.index == 0:
            evidence.fault(f"acts where the line does not say so: at {_at(one)}")
        return
    if when is None:
        evidence.unknown(f"when it acts ({_at(one)})")
        return
    judge = judge_of(play, made[0], one.root, _earlier(one, made[0]))
    judge.spoken, judge.chosen = clause.spoken, _chosen(one, made[0])
    made = [seen for seen in made if not _is_of_another(leaf.event, rivals, judge, seen)]
    made = [seen for seen in made if not _is_another_roll(leaf.event, seen)]
    if not made:
        return
    told = _whose(clause, leaf.event, judge, made, evidence)
    number = _how_many(clause, judge, made, one, rivals=rivals, evidence=evidence)
    chosen = _who_chose(leaf.event, play, one, made, evidence)
    if told and number and chosen:
        evidence.seen += 1


def _is_of_another(said: t.Event, rivals: list[t.Event], judge: Judge, seen: Seen) -> bool:
    """Whether what happened is not what a clause tells, but what another of its ability does."""
    if not rivals or _concerns(said, judge, seen) is not False:
        return False
    return any(_concerns(rival, judge, seen) is not False for rival in rivals)


def _is_another_roll(said: t.Event, seen: Seen) -> bool:
    """Whether a roll of another kind came of what was done: of the boarding party that a shot leads to."""
    rolled, told = seen.event.object, said.object
    return (
        said.type == "make"
        and isinstance(rolled, Matter)
        and isinstance(told, t.Pieces)
        and rolled.noun.endswith("_roll")
        and told.noun.endswith("_roll")
        and rolled.noun != told.noun
    )


def _concerns(said: t.Event, judge: Judge, seen: Seen) -> Truth:
    """Whether what happened is done to what the words name."""
    event = seen.event
    source = event.source if event.source is not None else holder_of(judge.state, event.object)
    return both(
        judge.fits(ref, what)
        for ref, what in ((event.object, said.object), (source, said.source), (event.to, said.to))
        if what is not None and ref is not None
    )


def _at(one: Activation) -> str:
    return f"the event '{one.root.type}'" if one.root is not None else "a calm moment"


def _earlier(one: Activation, first: Seen) -> list[Ref]:
    """What the ability has spoken of before."""
    return [ref for seen in one.seen if seen.number < first.number for ref in met(seen.event)]


def _chosen(one: Activation, first: Seen) -> frozenset[Ref]:
    """The things that were chosen before, if they are several."""
    found = {
        seen.event.object for seen in one.seen if seen.event.type == "choose" and seen.number < first.number
    }
    return frozenset(ref for ref in found if ref is not None) if len(found) > 1 else frozenset()


def _fits_when(clause: Clause, play: Play, one: Activation) -> Truth:
    """Whether the line says that it acts at that moment."""
    start = _before_it_left(play, one)
    judge = judge_of(play, start, one.root)
    judge.spoken = clause.spoken
    answers: list[Truth] = [judge.holds(guard) for guard in clause.guards if isinstance(guard, t.Condition)]
    for guard in clause.guards:
        if isinstance(guard, t.Trigger):
            open_card = guard.event.type == "reveal" and one.root is None and judge.card.face_up
            answers.append(None if open_card else is_trigger(guard, play, start, one.root))
        elif isinstance(guard, t.Moment):
            answers.append(_is_moment(guard, one, judge))
        elif isinstance(guard, t.Rolled):
            answers.append(is_rolled(guard, one, clause))
        elif isinstance(guard, t.PartOf):
            answers.append(_is_part_of(guard, one))
    return both(answers)


def _before_it_left(play: Play, one: Activation) -> Seen:
    """The first event of an activation, or what it answers if the card is gone by then."""
    if one.root is None or one.first.state.pieces[play.subject].in_play:
        return one.first
    return next((seen for seen in play.recording.seen if seen.itself is one.root), one.first)


def is_trigger(guard: t.Trigger, play: Play, seen: Seen, root: Event | None) -> Truth:
    """Whether an event or one in whose course it happens is what a trigger tells."""
    if guard.moment not in _MOMENTS:
        return None
    chain = [one for one in (root, *seen.outer) if one is not None]
    types = {said.type for said in guard.events}
    if guard.moment == "before" and root is not None and not any(one.type in types for one in chain):
        return _comes_later(guard, play, seen, root)
    answers = [judge_of(play, seen, one).is_event(said) for said in guard.events for one in chain]
    return either(answers)


def _comes_later(guard: t.Trigger, play: Play, seen: Seen, root: Event) -> Truth:
    """Whether what a trigger tells comes in the course of the same event, and all of it later."""
    course = [
        one for one in play.recording.seen if one.what == "happens" and any(o is root for o in one.outer)
    ]
    told = [
        one for one in course if any(judge_of(play, one, one.itself).is_event(said) for said in guard.events)
    ]
    return all(one.number > seen.number for one in told) if told else None


def _is_moment(guard: t.Moment, one: Activation, judge: Judge) -> Truth:
    mine = one.first.player == judge.player
    if guard.at == "beginning":
        if one.root is None or one.root.type not in {"turn_beginning", "reveal", "use"}:
            return None
        return (
            mine
            if guard.whose in {"each_yours", "your", "one_yours"}
            else True
            if guard.whose == "each"
            else None
        )
    if guard.at == "end":
        return None if one.root is None else one.root.type in {"turn_end", "end"} or None
    if guard.at == "during" and guard.whose in {"your", "one_yours", "each_yours"}:
        return mine
    if guard.at in {"any_time", "free_action"} or (guard.at, guard.whose) == ("during", "each"):
        return True
    return None


def is_rolled(guard: t.Rolled, one: Activation, clause: Clause) -> Truth:
    """Whether the dice of an activation show what a clause is told for."""
    if _came_before(guard, clause):
        return None
    rolls = one.dice
    if one.of_island is not None and guard == clause.guards_of(t.Rolled)[0]:
        rolls = [one.of_island]
    if not rolls and one.root is not None and one.root.type == "roll":
        return face(one.root) in guard.faces
    if not rolls:
        return None
    return any(face(seen.itself) in guard.faces for seen in rolls)


def _came_before(guard: t.Rolled, clause: Clause) -> bool:
    """Whether the die fell at another time: "1-2: the next time you give her a move action, ..."."""
    guards = clause.guards
    later = [n for n, one in enumerate(guards) if isinstance(one, t.Trigger) and one.moment == "next_time"]
    return bool(later) and guards.index(guard) < later[0]


def _is_part_of(guard: t.PartOf, one: Activation) -> Truth:
    what = guard.what
    if not isinstance(what, t.Pieces) or one.root is None:
        return None
    gives = [found for found in (one.root, *one.first.outer) if found.type == "give"]
    if not gives:
        return False
    noun = getattr(gives[0].object, "noun", "")
    return what.noun in {noun, "action"}


# --- how many, whose -------------------------------------------------------------------------------------


def _whose(clause: Clause, said: t.Event, judge: Judge, made: list[Seen], evidence: Evidence) -> bool:
    """Whether each of the things is one that the words name."""
    fine = True
    for seen in made:
        for slot, what in (("object", said.object), ("source", said.source)):
            if what is None or is_amount(what):
                continue
            ref: Ref | None = seen.event.object if slot == "object" else seen.event.source
            if slot == "source" and ref is None:
                ref = holder_of(judge.state, seen.event.object)
            if ref is None:
                continue
            answer = judge.fits(ref, what)
            if answer is False and isinstance(ref, Part):
                answer = judge.fits(ref.of, what) or answer
            if answer is False:
                evidence.fault(f"{verb(said)} {called(judge, ref)}, where the line says {in_words(what)}")
                fine = False
            elif answer is None:
                evidence.unknown(f"whether {in_words(what)} is meant")
                fine = False
    return fine


def _how_many(
    clause: Clause,
    judge: Judge,
    made: list[Seen],
    one: Activation,
    *,
    rivals: list[t.Event],
    evidence: Evidence,
) -> bool:
    """Whether as many things are concerned as the words tell."""
    assert isinstance(clause.leaf, t.Happen)
    said = _with_doer(clause.leaf.event, made)
    bounds = wanted(said, judge, made[0].event.source)
    if bounds is None:
        evidence.unknown(f"how many {in_words(said.object)}")
        return False
    count = times(clause, said, judge_of_start(judge, one), one)
    if count is None:
        evidence.unknown("for how many it is done")
        return False
    least, most = bounds[0] * count, bounds[1] * count
    if count > 1:  # no more can be done than there is
        least = min(least, available(said, judge_of_start(judge, one)) or 0)
    if said.type in {"take", "steal", "load"} and judge.ship is not None:
        least = min(least, room(judge, judge.ship))
    for rival in rivals:  # which of two clauses did it cannot be told where both may have
        if any(_concerns(rival, judge, seen) is not False for seen in made):
            most += (wanted(rival, judge) or (0, 99))[1]
    told = said.object if said.object is not None else said.agent if said.type in BEFALLS else None
    number = len({seen.event.object or seen.event.agent for seen in made}) if told is not None else len(made)
    if said.type in _TWO_WAYS and said.exchange is not None:
        number = (number + 1) // 2
    most = max(most, len(judge.chosen))
    stopped = any(seen.what == "forbidden" for seen in one.seen)
    if number > most and isinstance(told, t.Pieces) and told.which == "any":
        evidence.unknown("whether any means one or all")
        return False
    if number > most:
        evidence.fault(f"{verb(said)} {number} where the line says {in_words(said.object)}")
        return False
    if number < least and not stopped:
        evidence.fault(f"{verb(said)} only {number} where the line says {in_words(said.object)}")
        return False
    return True


def _with_doer(said: t.Event, made: list[Seen]) -> t.Event:
    """An event that is done by several and to nothing: "any crew on the target falls asleep"."""
    done_by = isinstance(said.agent, t.Pieces) and said.agent.which in {"all", "each", "any"}
    if said.object is None and done_by and all(seen.event.object is None for seen in made):
        return said.but(object=said.agent, agent=None)
    return said


# --- who chooses -----------------------------------------------------------------------------------------


def _who_chose(said: t.Event, play: Play, one: Activation, made: list[Seen], evidence: Evidence) -> bool:
    """Whether the right player picked: who loses it, unless the line says otherwise; chance if random."""
    asked = [
        found
        for found in play.recording.asked[one.calm + 1 : made[-1].decisions]
        if found.decision.kind is Kind.PICK
        and (found.decision.event, found.decision.subject) == (said.type, play.subject)
    ]
    if not asked:
        return True
    judge = judge_of(play, made[0], one.root)
    random = "randomly" in said.manner or (
        isinstance(said.object, t.Pieces) and t.InState(state="random") in said.object.filters
    )
    objects = {seen.event.object for seen in made}
    for found in asked:
        picks = [option for option in found.decision.options if set(option.refs) & objects]
        if (
            random
            and picks
            and isinstance(said.object, t.Pieces)
            and _same_place(judge, found.decision.options)
        ):
            evidence.fault("lets a player choose where the line says at random")
            return False
        if said.type != "eliminate" or not picks:
            continue
        owners = {judge.owner(option.refs[0]) for option in found.decision.options if option.refs}
        wanted = owners.pop() if len(owners) == 1 else judge.player
        if wanted is not None and found.decision.player != wanted:
            evidence.fault("asks the wrong player what is eliminated: the one who loses it chooses")
            return False
    return True


def _same_place(judge: Judge, options: object) -> bool:
    places = {holder_of(judge.state, option.refs[0]) for option in options if option.refs}  # type: ignore[attr-defined]
    return len(places) == 1 and None not in places


# --- how often -------------------------------------------------------------------------------------------


def _limits(clause: Clause, leaf: t.Happen, play: Play, found: list[Activation], evidence: Evidence) -> None:
    types = names(leaf.event.type)
    acted = [one for one in found if any(seen.event.type in types for seen in one.happened)]
    acted = [one for one in acted if not _goes_on(one, acted)]
    if clause.limit == "turn":
        # whether a treasure that another ship has taken is used up for her, the words leave open
        turns = [(one.first.turn, one.first.state.pieces[play.subject].where) for one in acted]
        if any(turns.count(turn) > clause.times for turn in set(turns)):
            evidence.fault("acts more often in one turn than the line says")
    if clause.limit == "game" and len(acted) > clause.times:
        evidence.fault("acts more often in the game than the line says")
    if clause.limit == "action":
        gives = [
            next((id(o) for o in (one.root, *one.first.outer) if o is not None and o.type == "give"), None)
            for one in acted
        ]
        known = [give for give in gives if give is not None]
        if len(known) != len(set(known)):
            evidence.fault("acts twice in one action where the line says once per action")


def _goes_on(one: Activation, found: list[Activation]) -> bool:
    """Whether it happens in the course of what another activation answers, and is the rest of that."""
    roots = [other.root for other in found if other is not one and other.root is not None]
    return any(root is outer for root in roots for outer in one.first.outer if outer is not one.root)


# --- never missed ----------------------------------------------------------------------------------------


def _never_missed(
    clause: Clause,
    leaf: t.Happen,
    play: Play,
    found: list[Activation],
    evidence: Evidence,
    *,
    choices: list[t.Event],
) -> None:
    """Whether it acts, or is offered, each time that its moment comes."""
    if (
        clause.index
        or (clause.is_cost and clause.index)
        or any(isinstance(g, t.Rolled) for g in clause.guards)
    ):
        return
    triggers = clause.triggers
    if (
        any(isinstance(guard, t.Instead) for guard in clause.guards)
        and triggers[:1]
        and (triggers[0].strength != "would")
    ):
        return  # whether there was something to be done otherwise, the trigger does not tell
    if len(triggers) == 1 and triggers[0].moment in _MOMENTS:
        _answers(clause, leaf, play, found, evidence)
    elif any(moment.at == "beginning" and moment.whose == "each_yours" for moment in clause.moments):
        _at_beginnings(clause, leaf, play, found, evidence, choices=choices)


def _answers(clause: Clause, leaf: t.Happen, play: Play, found: list[Activation], evidence: Evidence) -> None:
    trigger = clause.triggers[0]
    roots = {id(one.root): one for one in found}
    used_in: set[int] = {one.first.turn for one in found}
    for seen in play.recording.seen:
        if seen.what != "happens" or not any(seen.event.type == said.type for said in trigger.events):
            continue
        event = seen.itself
        judge = judge_of(play, seen, event)
        if _is_done_by_another(trigger, event, judge) or _is_its_own_end(trigger, event, judge):
            continue
        fits = either(judge.is_event(said) for said in trigger.events)
        holds = both(
            [fits, *(judge.holds(guard) for guard in clause.guards if isinstance(guard, t.Condition))]
        )
        acted = id(event) in roots or any(any(o is event for o in one.first.outer) for one in found)
        if holds is False and not acted:
            evidence.held_back += 1
        if holds is not True or acted or not _in_force(judge):
            continue
        if seen.is_by(play.subject, clause.ability) or any(
            is_by(outer, play.subject, clause.ability)
            or (outer.type == seen.event.type and was_asked(play, outer) is not None)
            for outer in seen.outer
        ):
            continue  # what it brought about itself is no new occasion
        if clause.limit in {"turn", "game"} and seen.turn in used_in:
            continue
        if was_asked(play, event) is not None:
            continue
        there = available(leaf.event, judge) if leaf.event.object is not None else 1
        if there and not (trigger.moment in _AFTERWARDS and _is_none_left(leaf.event, play, seen)):
            evidence.fault(f"does nothing when its moment comes ('{trigger.event.type}')")


def _is_none_left(said: t.Event, play: Play, seen: Seen) -> bool:
    """Whether nothing that words name is left when an event is over: a mast that was the last one."""
    event = seen.itself
    later = play.recording.seen[seen.number + 1 :]
    after = next((one for one in later if not any(outer is event for outer in one.outer)), None)
    state = after.state if after is not None else play.game.state
    start = judge_of(play, seen, event)
    return said.object is not None and available(said, Judge(state, play.subject, event, (), start.met)) == 0


def _is_its_own_end(trigger: t.Trigger, event: Event, judge: Judge) -> bool:
    """Whether the card itself goes, where words speak of any: what is gone has no more to say."""
    told = trigger.event.object
    any_such = isinstance(told, t.Pieces) and told.which in {"a", "any"}
    return any_such and event.type in {"eliminate", "remove"} and event.object == judge.me


def _is_done_by_another(trigger: t.Trigger, event: Event, judge: Judge) -> bool:
    """Whether another ship does what is told without a doer: "after loading treasure" means one's own."""
    said = next(one for one in trigger.events if one.type == event.type)
    if said.agent is not None or event.type not in {"load", "unload", "look_at"}:
        return False
    return judge.ship is None or event.agent != judge.ship.id


def _at_beginnings(
    clause: Clause,
    leaf: t.Happen,
    play: Play,
    found: list[Activation],
    evidence: Evidence,
    *,
    choices: list[t.Event],
) -> None:
    roots = {id(one.root) for one in found}
    for seen in play.recording.seen:
        if seen.what != "happens" or seen.event.type != "turn_beginning":
            continue
        event = seen.itself
        judge = judge_of(play, seen, event)
        if seen.player != judge.player:
            if id(event) in roots:
                evidence.fault("acts at the beginning of another player's turn")
            continue
        holds = both(judge.holds(guard) for guard in clause.guards if isinstance(guard, t.Condition))
        idle = id(event) not in roots and was_asked(play, event) is None
        each = [judge.find(guard.what) for guard in clause.guards if isinstance(guard, t.ForEach)]
        could = all(each) and (leaf.event.object is None or available(leaf.event, judge))
        could = could and all(available(one, judge) for one in choices)
        if holds and idle and could and _in_force(judge) and not _sinks_then(play, event, judge):
            evidence.fault("does nothing at the beginning of the turn")


def _sinks_then(play: Play, beginning: Event, judge: Judge) -> bool:
    """Whether the ship is scuttled at the very beginning of the turn, before anything else is done."""
    ship = judge.ship.id if judge.ship is not None else None
    return any(
        seen.event.type == "sink" and seen.event.object == ship and beginning in seen.outer
        for seen in play.recording.seen
    )


def _in_force(judge: Judge) -> bool:
    """Whether the card lies where its words count."""
    card = judge.card
    if card.kind in {"crew", "equipment"}:
        return card.where >= 0 and judge.ship is not None and card.face_up
    if card.kind == "treasure":
        return card.where >= 0 and card.face_up
    if card.kind == "event":
        return False
    return card.in_play
