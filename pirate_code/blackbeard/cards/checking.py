"""Whether a card can be carried out: what it calls "that pirate" or "that port" must be known by then."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from pirate_code.blackbeard.cards import tree
from pirate_code.blackbeard.values import Values

_REFERENCE = re.compile(r"\bthat (pirate|port|warship|commissioner)\b")
_STATS = {"value": {"port"}, "loyalty": {"pirate"}, "combat": {"warship", "commissioner"}}
_NOUNS = {tree.Verb.DESTROYED: {"port"}, tree.Verb.ONE_RETURNS: {"warship", "commissioner"}}
# What is known when a clause begins; in one's own turn, and of a card just drawn, nothing is.
_KNOWN = {
    tree.WhenPlayed.OWN_TURN: set[str](),
    tree.WhenPlayed.DRAWN: set[str](),
    tree.WhenPlayed.DURING_IN_PORT: {"pirate", "port"},
    tree.WhenPlayed.SIGHTED: {"pirate", "warship"},
}


def faults(card: tree.CardTree, values: Values) -> Iterator[str]:
    """What is wrong with a card that was read, a sentence each."""
    islands = {island for sea in values.seas.values() for island in sea.islands}
    for clause in card.clauses:
        known = set(_KNOWN.get(clause.when, {"pirate"}))
        for step in clause.steps:
            yield from _unknown(step, known)
            if isinstance(step, tree.RollPort | tree.ChoosePort | tree.Times):
                known.add("port")
            for port in _ports(step):
                if port not in values.ports:
                    yield f"there is no port {port!r}"
            if isinstance(step, tree.Keep) and step.island not in islands:
                yield f"there is no island {step.island!r} in any sea"
            for effect in _effects(step):
                nouns = _NOUNS.get(effect.verb, {"pirate"})
                if "{noun}" in tree.WORDS[effect.verb] and effect.noun not in nouns:
                    yield f"{effect.says()!r} can be said of a {' or a '.join(sorted(nouns))} only"
            roll = _roll(step)
            if roll is not None and roll.check is not None and roll.check.noun not in _STATS[roll.check.stat]:
                yield f"a {roll.check.noun} has no {roll.check.stat}"


def _unknown(step: tree.Step, known: Set[str]) -> Iterator[str]:
    here = set(known)
    if isinstance(step, tree.ForEvery):
        here.add(step.noun)
    if isinstance(step, tree.Keep):
        here.add("pirate")
    if isinstance(step, tree.Times):
        here.add("port")
    for noun in dict.fromkeys(_REFERENCE.findall(step.says())):
        if noun not in here:
            yield f"it says 'that {noun}' where none has been named"


def _roll(step: tree.Step) -> tree.Roll | None:
    if isinstance(step, tree.Roll):
        return step
    return step.roll if isinstance(step, tree.ForEvery | tree.Keep) else None


def _ports(step: tree.Step) -> tuple[str, ...]:
    roll = step.roll if isinstance(step, tree.Times) else step
    return roll.ports if isinstance(roll, tree.RollPort) else ()


def _effects(step: tree.Step) -> Iterator[tree.Effect]:
    roll = _roll(step)
    if roll is not None:
        for outcome in roll.outcomes:
            yield from outcome.effects.effects
        if roll.check is not None:
            yield from roll.check.effects.effects
    elif isinstance(step, tree.Times):
        yield step.effect
    elif isinstance(step, tree.Occasion):
        yield from step.effects.effects
    elif isinstance(step, tree.Effects):
        yield from step.effects
