"""Lines that take back what they say: what they forbid and count on, states that exclude each other, the end.

Each fault is one sentence, as in `language/sense.py`. What goes with what stands in grammar/sense.yaml.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from pirate_code.language import tree as t
from pirate_code.language.build.mentions import THIS_SHIP
from pirate_code.language.fits import Excluded, load_fits
from pirate_code.language.render import nouns, verbs
from pirate_code.language.walk import walk
from pirate_code.language.words import load_words

FORBIDS = frozenset({"cannot", "must_not"})
SLOTS = ("agent", "object", "to", "source", "at", "against", "using", "exchange", "role")
# What else an event may say of itself: a ban that says any of it holds for such events alone.
_NARROWING = ("near", "distance", "amount", "per", "means", "without", "time")
_STARTS = {"shoot": {"shoot", "shoot_at"}}  # who cannot shoot shoots at nothing
# Triggers at which something has happened or happens.
HAPPENED = frozenset({"when", "after", "each_time", "next_time", "first_time", "turn_after"})
_ALWAYS = frozenset({t.Moment.model_construct(at="during", whose="each")})
_ENDS = frozenset({"end", "eliminate", "remove", "sink"})


def contradictions(abilities: Sequence[t.Ability]) -> Iterator[str]:
    """What a line says against itself, one sentence each."""
    nodes = list(walk(tuple(abilities)))
    bans = list(_bans(abilities, nodes))
    for ban in bans:
        yield from _counted_on(ban, nodes)
    yield from _rolls_never_made(bans, nodes)
    for node in nodes:
        if isinstance(node, t.Ability | t.Guarded):
            yield from _situation(node, nodes)
            yield from _after_the_end(node)
        elif isinstance(node, t.Sequence):
            becoming = [step for step in node.steps if isinstance(step, t.Become)]
            for who in dict.fromkeys(step.subject for step in becoming):
                yield from _at_once([step.filter for step in becoming if step.subject == who], nouns.np(who))
        elif isinstance(node, t.Become | t.Matches) and isinstance(node.subject, t.Pieces):
            yield from _at_once([*_by_noun(node.subject), node.filter], nouns.np(node.subject))
        elif isinstance(node, t.Pieces):
            yield from _at_once([*_by_noun(node), *node.filters], nouns.np(node))


# ---------------------------------------------------------------- what is forbidden


def _bans(abilities: Sequence[t.Ability], nodes: Sequence[t.Node]) -> Iterator[t.Event]:
    """Events that the line forbids always and everywhere, and lets nobody do after all."""
    costs = [node.cost for node in nodes if isinstance(node, t.Pay)]
    allowed = {
        node.event.type
        for node in nodes
        if isinstance(node, t.Happen) and node.strength == "may" and node not in costs
    }
    for ability in abilities:
        steps = ability.effect.steps if isinstance(ability.effect, t.Sequence) else (ability.effect,)
        for step in steps if set(ability.guards) <= _ALWAYS else ():
            if not isinstance(step, t.Happen) or step.strength not in FORBIDS:
                continue
            if is_plain(step.event) and step.event.type not in allowed:
                yield step.event


def is_plain(event: t.Event) -> bool:
    """Whether an event says nothing of how, where or how much: a ban of it holds for every such event."""
    return not event.manner and not any(getattr(event, name) for name in _NARROWING)


def _counted_on(ban: t.Event, nodes: Sequence[t.Node]) -> Iterator[str]:
    """What is told to come of an event, or must be done, although the same line forbids it."""
    forbidden = verbs.clause(ban, "cannot")
    for node in nodes:
        if isinstance(node, t.Trigger) and node.moment in HAPPENED and node.strength == "do":
            if any(covers(ban, event) or _is_its_action(ban, event) for event in node.events):
                yield f"the line says that {forbidden}, and what comes of it; leave one of the two out"
        elif isinstance(node, t.Happen) and node.strength == "must" and covers(ban, node.event):
            yield f"the line says that {forbidden}, and that it must happen; leave one of the two out"
        elif isinstance(node, t.Pay) and isinstance(node.cost, t.Happen) and covers(ban, node.cost.event):
            yield f"the line says that {forbidden}, and asks it as a cost; leave one of the two out"
        elif isinstance(node, t.Change) and _is_kept_out(node.of, ban):
            yield f"the line says that {forbidden}, and what {nouns.np(node.of)} gets; leave out one"


def _is_its_action(ban: t.Event, event: t.Event) -> bool:
    """Whether an event is the end of an action that is there for what a ban forbids."""
    what = event.object.noun if isinstance(event.object, t.Pieces) else ""
    made_of = what == f"{ban.type}_action" and event.type in {"resolve", "complete"}
    return made_of and ban.agent == event.agent and _is_only(ban, "agent", ban.agent)


def _is_kept_out(piece: t.Selector, ban: t.Event) -> bool:
    """Whether a ban keeps a piece from being carried where it is."""
    if ban.type != "carry" or not isinstance(piece, t.Pieces) or not isinstance(ban.object, t.Pieces):
        return False
    aboard = any(isinstance(one, t.Located) and one.what == ban.agent for one in piece.filters)
    return (aboard or piece.of == ban.agent) and _holds(ban.object, t.Pieces(noun=piece.noun))


def covers(ban: t.Event, event: t.Event) -> bool:
    """Whether an event is one that a ban forbids."""
    if event.type not in _STARTS.get(ban.type, {ban.type}):
        return False
    return all(_holds(getattr(ban, slot), getattr(event, slot)) for slot in SLOTS)


def _holds(wide: t.Selector | None, narrow: t.Selector | None) -> bool:
    """Whether what stands in a slot of a ban takes in what stands in that slot of an event."""
    if wide is None or wide == narrow:
        return True
    if not isinstance(wide, t.Pieces) or not isinstance(narrow, t.Pieces):
        return False
    if wide.which in {"this", "that", "the", "another"} or wide.count is not None:
        return False
    kind = wide.noun == narrow.noun or (wide.noun, narrow.noun.partition("_")[2]) == ("island", "island")
    within = set(wide.filters) <= set(narrow.filters)
    return (kind or _is_wider(wide.noun, narrow.noun)) and within and wide.of in (None, narrow.of)


def _is_wider(wide: str, narrow: str) -> bool:
    """Whether a noun takes in another: every home island is an island, every move action an action."""
    return narrow.endswith(f"_{wide}")


def _rolls_never_made(bans: Sequence[t.Event], nodes: Sequence[t.Node]) -> Iterator[str]:
    """Bonuses to a roll that a piece never makes, because the line forbids all it is made for."""
    for node in nodes:
        if not isinstance(node, t.Change) or node.by not in {"add", "subtract"}:
            continue
        deeds = load_fits().deeds.get(node.stat, ())
        if deeds and all(_is_kept_from(node.of, role, verb, bans) for role, verb in deeds):
            roll = load_words().noun_many[node.stat]
            yield f"{nouns.np(node.of)} makes no {roll} where the line forbids what they are made for"


def _is_kept_from(who: t.Selector, role: str, verb: str, bans: Sequence[t.Event]) -> bool:
    """Whether a ban keeps a piece from doing something at all, or from having it done."""
    return any(ban.type == verb and _is_only(ban, role, who) for ban in bans)


def _is_only(ban: t.Event, role: str, who: t.Selector | None) -> bool:
    """Whether a ban names one piece in one role, and nothing else."""
    return all(getattr(ban, slot) == (who if slot == role else None) for slot in SLOTS)


# ---------------------------------------------------------------- states that exclude each other


def _situation(node: t.Ability | t.Guarded, nodes: Sequence[t.Node]) -> Iterator[str]:
    """What the conditions of an effect ask for at once, and what the effect says of a piece in that state."""
    facts = [fact for guard in node.guards for fact in _facts(guard)]
    for subject in dict.fromkeys(fact.subject for fact in facts):
        told = [fact.filter for fact in facts if fact.subject == subject]
        if isinstance(node.effect, t.Become) and node.effect.subject == subject:
            told.append(node.effect.filter)
        yield from _at_once(told, nouns.np(subject))
        for state in filter(None, map(_state_of, told)):
            yield from _rolls_in_state(state, subject, node.effect, nodes)


def _facts(guard: t.Guard) -> Iterator[t.Matches]:
    """What a condition asks of a piece."""
    fact = guard.fact if isinstance(guard, t.Condition) and not guard.negated and not guard.even else None
    if isinstance(fact, t.Matches):
        yield fact
    elif isinstance(fact, t.Facts) and fact.join == "and":
        yield from (one for one in fact.facts if isinstance(one, t.Matches))


def _is_state(filter_: t.Filter) -> bool:
    return isinstance(filter_, t.InState) and not filter_.negated and filter_.toward is None


def _by_noun(piece: t.Pieces) -> list[t.Filter]:
    """A derelict is in the state of that name."""
    return [t.InState(state=piece.noun)] if piece.noun in load_fits().excluded else []


def _at_once(filters: Sequence[t.Filter], who: str) -> Iterator[str]:
    """States that cannot be at once, and parts that nothing in that state has."""
    states = [_state_of(filter_) for filter_ in filters]
    words = load_words()
    for one, other in combinations([state for state in states if state], 2):
        if other in _excluded(one).states or one in _excluded(other).states:
            yield f"{who!r} is never {words.states[one]} and {words.states[other]} at once; name one state"
    for state in filter(None, states):
        for filter_ in filters:
            what = filter_.what if isinstance(filter_, t.Has) and not filter_.negated else None
            if isinstance(what, t.Pieces) and what.which != "no" and what.noun in _excluded(state).parts:
                part = words.noun_many[what.noun]
                yield f"{who!r} has no {part} while {words.states[state]}; leave one of the two out"


def _state_of(filter_: t.Filter) -> str:
    if isinstance(filter_, t.Located) and filter_.place == "docked_at":
        return "docked"
    return filter_.state if isinstance(filter_, t.InState) and _is_state(filter_) else ""


def _excluded(state: str) -> Excluded:
    return load_fits().excluded.get(state, Excluded())


def _rolls_in_state(
    state: str, subject: t.Selector, effect: t.Node, nodes: Sequence[t.Node]
) -> Iterator[str]:
    """A bonus to rolls that nobody makes in that state, unless the line lets it be done there."""
    words, fits = load_words(), load_fits()
    for change in walk(effect):
        if (
            not isinstance(change, t.Change)
            or change.of != subject
            or change.stat not in _excluded(state).rolls
        ):
            continue
        deeds = {verb for _, verb in fits.deeds.get(change.stat, ())}
        lets = {node.event.type for node in nodes if isinstance(node, t.Happen) and node.strength != "cannot"}
        if not deeds & lets and not ("board" in deeds and "initiate" in lets):
            roll = words.noun_many[change.stat]
            yield f"{nouns.np(subject)!r} makes no {roll} while {words.states[state]}; name another state"


# ---------------------------------------------------------------- after the end


def _after_the_end(node: t.Ability | t.Guarded) -> Iterator[str]:
    """What is told of a ship that is gone, or of a game that is over."""
    events = [event for guard in node.guards for event in _happened(guard)]
    if any(_ends_the_game(event) for event in events) and any(map(_is_deed, walk(node.effect))):
        yield "nothing is done or rolled after the game; name a time before its end"
    if any(_sinks_this(event) for event in events) and any(map(_is_of_this_ship, walk(node.effect))):
        yield "this ship is gone when she sinks, and does nothing more; write 'when this ship would sink'"


def _happened(guard: t.Guard) -> Iterator[t.Event]:
    """What has happened, or happens, when an effect comes."""
    if isinstance(guard, t.Trigger) and guard.strength == "do" and guard.moment in HAPPENED:
        yield from guard.events
    elif isinstance(guard, t.Condition) and not guard.negated:
        facts = guard.fact.facts if isinstance(guard.fact, t.Facts) else (guard.fact,)
        yield from (fact.event for fact in facts if isinstance(fact, t.Happens) and fact.strength == "do")


def _ends_the_game(event: t.Event) -> bool:
    over = event.agent or event.object
    return event.type == "end" and isinstance(over, t.Pieces) and over.noun == "game"


def _sinks_this(event: t.Event) -> bool:
    if event.type not in _ENDS or (event.type == "end"):
        return False
    gone = event.agent if event.type == "sink" and event.object is None else event.object
    for_good = event.type == "sink" or (event.type == "eliminate" and "from_game" in event.manner)
    return for_good and gone == THIS_SHIP


def _is_deed(node: t.Node) -> bool:
    return isinstance(node, t.Event) and node.type in load_fits().deeds_of_turn


def _is_of_this_ship(node: t.Node) -> bool:
    """Whether a ship that is gone would have to do it, be given it, or roll for it."""
    if isinstance(node, t.Change):
        return node.of == THIS_SHIP and node.stat in {"cannon_roll", "boarding_roll", "base_move"}
    if not isinstance(node, t.Event) or node.type not in load_fits().deeds_of_turn:
        return False
    return node.agent == THIS_SHIP or (
        node.type in {"give", "pin", "ram", "tow"} and THIS_SHIP in (node.to, node.object)
    )
