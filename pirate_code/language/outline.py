"""An ability as a short outline for people: guards, effects and events, pieces in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pirate_code.language import tree as t
from pirate_code.language.labels import SLOTS, STRENGTHS
from pirate_code.language.render import effect_text, guard_text, nouns
from pirate_code.language.words import load_words


@dataclass
class Branch:
    """A line of the outline: what it is, what it says, and the lines below it."""

    name: str
    text: str = ""
    below: list[Branch] = field(default_factory=list)


def outline(ability: t.Ability) -> Branch:
    """The outline of one ability.

    >>> from pirate_code.language import parse
    >>> [branch.name for branch in outline(parse("This ship cannot be pinned.")[0]).below]
    ['cannot']
    """
    effect = ability.effect
    if isinstance(effect, t.KeywordAbility):
        words = load_words()
        nouns_of = {nation: noun for noun, nation in reversed(words.nation_nouns.items())}
        nation = f": {nouns_of[effect.nation]}" if effect.nation else ""
        return Branch("keyword", words.keywords[effect.keyword] + nation)
    root = Branch("ability", ability.title or "")
    root.below = [*(_guard(guard) for guard in ability.guards), *_effects(effect)]
    return root


def _guard(guard: t.Guard) -> Branch:
    if isinstance(guard, t.Trigger):
        moment = guard.moment.replace("_", " ")
        strength = "" if guard.strength == "do" else f"{STRENGTHS[guard.strength]} "
        branch = Branch(moment, strength + guard.event.type.replace("_", " "), _event(guard.event))
        for event in guard.also:
            branch.below.append(Branch("or", strength + event.type.replace("_", " "), _event(event)))
        return branch
    if isinstance(guard, t.Condition) and isinstance(guard.fact, t.Happens):
        word = "unless" if guard.negated else "if"
        return Branch(word, guard.fact.event.type.replace("_", " "), _event(guard.fact.event))
    name, _, rest = guard_text(guard).partition(" ")
    return Branch(name, rest)


def _effects(effect: Any) -> list[Branch]:
    if isinstance(effect, t.Sequence):
        return [branch for step in effect.steps for branch in _effects(step)]
    return [_effect(effect)]


def _effect(effect: Any) -> Branch:
    if isinstance(effect, t.Happen):
        return Branch(STRENGTHS[effect.strength], effect.event.type.replace("_", " "), _event(effect.event))
    if isinstance(effect, t.Guarded):
        first, *rest = effect.guards
        branch = _guard(first)
        branch.below = [*branch.below, *(_guard(guard) for guard in rest), *_effects(effect.effect)]
        return branch
    if isinstance(effect, t.Table):
        roll = _effect(effect.roll) if effect.roll else Branch("island roll")
        roll.below += [_outcome(outcome) for outcome in effect.outcomes]
        return roll
    if isinstance(effect, t.Pay):
        cost = _effect(effect.cost)
        cost.below.append(Branch("to get", "", _effects(effect.gain)))
        return cost
    if isinstance(effect, t.Choice):
        options = [Branch("option", "", _effects(option)) for option in effect.options]
        return Branch("choose", f"{effect.pick} of {len(options)}", options)
    return _plain(effect)


def _plain(effect: Any) -> Branch:
    """Changes, states and gains, which one line can say."""
    if isinstance(effect, t.Become):
        return Branch("becomes", nouns.predicate(effect.filter), [Branch("who", nouns.np(effect.subject))])
    if isinstance(effect, t.Gain):
        return Branch("gains", nouns.np(effect.what), [Branch("who", nouns.np(effect.who))])
    return Branch("change" if isinstance(effect, t.Change) else "nothing", effect_text(effect))


def _outcome(outcome: t.Outcome) -> Branch:
    faces = f"{outcome.faces[0]}" if len(outcome.faces) == 1 else f"{outcome.faces[0]}-{outcome.faces[-1]}"
    name = f"{'for every' if outcome.each else 'on'} {faces}"
    return Branch(name, outcome.title or "", _effects(outcome.effect))


def _event(event: t.Event) -> list[Branch]:
    words = load_words()
    branches: list[Branch] = []
    for slot in SLOTS:
        value = getattr(event, slot)
        if value is not None:
            text = (
                nouns.post(value) if isinstance(value, t.Within | t.Touching | t.Located) else nouns.np(value)
            )
            branches.append(Branch(slot, text))
    if event.means is not None:
        branches.append(Branch("by", event.means.type.replace("_", " "), _event(event.means)))
    if event.without is not None:
        branches.append(Branch("without", event.without.type.replace("_", " "), _event(event.without)))
    branches += [Branch("how", words.manners[manner]) for manner in event.manner]
    return branches
