"""A tree told in plain words: what each part does, and whom every "that ship" and "instead" means.

This is for people who check a tree against its printed line. Guards stand above the steps that they hold for,
and a reference is followed by the piece that it speaks of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pirate_code.language import tree as t
from pirate_code.language.labels import SLOTS, STRENGTHS
from pirate_code.language.render import effect_text, guard_text, nouns, verbs
from pirate_code.language.walk import walk
from pirate_code.language.words import load_words

_LASTING = (t.Span, t.ForTurns, t.Until)
_INDENT = "  "


def tell(abilities: Sequence[t.Ability]) -> list[str]:
    """The abilities of a line in plain words, one thing on each line.

    >>> from pirate_code.language import parse
    >>> tell(parse("When this ship docks at an island, this ship may explore that island."))[-1]
    '  may: explore [who: this ship] [what: that island = an island]'
    """
    teller = _Teller()
    return [line for number, one in enumerate(abilities, 1) for line in teller.ability(number, one)]


class _Teller:
    """Tells abilities in order and remembers the pieces that they have named."""

    def __init__(self) -> None:
        self.named: list[t.Selector] = []
        self.later: list[t.Selector] = []  # of the ability that is told now, for a reference that comes first
        self.awaited: list[t.Event] = []  # what would happen, and does not if something is done instead

    def ability(self, number: int, ability: t.Ability) -> Iterator[str]:
        effect = ability.effect
        title = f" ({ability.title})" if ability.title else ""
        if isinstance(effect, t.KeywordAbility):
            words = load_words()
            nation = f": {words.nations[effect.nation]}" if effect.nation else ""
            yield f"{number}. keyword {words.keywords[effect.keyword]}{nation}"
            return
        steps = len(effect.steps) if isinstance(effect, t.Sequence) else 1
        for_all = f": what is asked holds for all {steps} steps" if steps > 1 and ability.guards else ""
        yield f"{number}. ability{title}{for_all}"
        self.later = _introduced(ability)
        triggers = (guard for guard in ability.guards if isinstance(guard, t.Trigger))
        self.awaited = [trigger.event for trigger in triggers if trigger.strength == "would"]
        yield from self._guards(ability.guards, 1)
        yield from self._effect(effect, 1)

    # ------------------------------------------------------------ guards

    def _guards(self, guards: Sequence[t.Guard], depth: int) -> Iterator[str]:
        for guard in guards:
            yield _INDENT * depth + self._guard(guard, guards)

    def _guard(self, guard: t.Guard, others: Sequence[t.Guard]) -> str:
        if isinstance(guard, t.Trigger):
            events = " or ".join(self._event(event, guard.strength) for event in guard.events)
            return f"{guard.moment.replace('_', ' ')}: {events}"
        if isinstance(guard, t.Condition):
            word = "unless" if guard.negated else "even if" if guard.even else "only if"
            return f"{word}: {self._fact(guard.fact)}"
        if isinstance(guard, t.Instead):
            return f"in place of: {self._replaced(guard, others)}"
        if isinstance(guard, t.ForEach | t.PartOf):
            label = "once for each" if isinstance(guard, t.ForEach) else "as part of"
            return f"{label}: {self._np(guard.what)}"
        label = "lasts" if isinstance(guard, _LASTING) else "at" if isinstance(guard, t.Moment) else "only"
        self._remember(guard)
        return f"{label}: {guard_text(guard)}"

    def _replaced(self, guard: t.Instead, others: Sequence[t.Guard]) -> str:
        if isinstance(guard.of, t.Event):
            return self._event(guard.of)
        if guard.of is not None:
            return self._np(guard.of)
        events = [*self.awaited, *(other.event for other in others if isinstance(other, t.Trigger))]
        return f"{self._event(events[-1])}, which then does not happen" if events else "the step before"

    def _fact(self, fact: t.Fact) -> str:
        if isinstance(fact, t.Happens):
            return self._event(fact.event, fact.strength)
        if isinstance(fact, t.Matches):
            self._remember(fact.filter)
            return f"{self._np(fact.subject)} is so: {self._filter(fact.filter)}"
        if isinstance(fact, t.Facts):
            return f" {fact.join} ".join(f"({self._fact(one)})" for one in fact.facts)
        words = {
            t.Able: "it can be done",
            t.Done: "the step before was done",
            t.Tied: "the results are equal",
        }
        return words[type(fact)]

    def _filter(self, filter_: t.Filter) -> str:
        if isinstance(filter_, t.Has):
            return f"{'has no' if filter_.negated else 'has'} {self._np(filter_.what)}"
        if isinstance(filter_, t.Within) and filter_.of is not None:
            return f"{nouns.predicate(filter_.but(of=None))} of {self._np(filter_.of)}"
        return nouns.predicate(filter_)

    # ------------------------------------------------------------ effects

    def _effect(self, effect: t.Effect, depth: int) -> Iterator[str]:
        space = _INDENT * depth
        if isinstance(effect, t.Sequence):
            for number, step in enumerate(effect.steps, 1):
                yield f"{space}step {number}"
                yield from self._effect(step, depth + 1)
        elif isinstance(effect, t.Guarded):
            yield f"{space}for this step alone"
            yield from self._guards(effect.guards, depth + 1)
            yield from self._effect(effect.effect, depth + 1)
        elif isinstance(effect, t.Table):
            yield space + (self._happen(effect.roll) if effect.roll is not None else "the island's own roll")
            for outcome in effect.outcomes:
                faces = f"{outcome.faces[0]}-{outcome.faces[-1]}".removesuffix(f"-{outcome.faces[0]}")
                title = f" ({outcome.title})" if outcome.title else ""
                yield f"{space}{'for every' if outcome.each else 'on'} {faces}{title}"
                yield from self._effect(outcome.effect, depth + 1)
        elif isinstance(effect, t.Choice):
            yield f"{space}choose {effect.pick} of {len(effect.options)}"
            for option in effect.options:
                yield f"{space}option"
                yield from self._effect(option, depth + 1)
        elif isinstance(effect, t.Pay):
            yield f"{space}pay: {self._happen(effect.cost)}"
            yield f"{space}to get"
            yield from self._effect(effect.gain, depth + 1)
        else:
            yield space + self._plain(effect)

    def _plain(self, effect: Any) -> str:
        if isinstance(effect, t.Happen):
            return self._happen(effect)
        if isinstance(effect, t.Change):
            return self._change(effect)
        if isinstance(effect, t.Become):
            strength = "" if effect.strength == "do" else f"{STRENGTHS[effect.strength]} "
            self._remember(effect.filter)
            return f"{strength}be: [who: {self._np(effect.subject)}] {self._filter(effect.filter)}"
        if isinstance(effect, t.Gain):
            return f"gain: [who: {self._np(effect.who)}] [what: {self._np(effect.what)}]"
        return effect_text(effect)

    def _change(self, effect: t.Change) -> str:
        strength = "" if effect.strength == "do" else f"{STRENGTHS[effect.strength]} "
        stat = load_words().noun_one[effect.stat]
        amount = nouns.number_np(effect.amount)
        told = f"{strength}{effect.by} {amount}: {stat} [of: {self._np(effect.of)}]"
        for name in ("against", "per"):
            if getattr(effect, name) is not None:
                told += f" [{SLOTS[name]}: {self._np(getattr(effect, name))}]"
        return told

    def _happen(self, effect: t.Happen) -> str:
        return f"{STRENGTHS[effect.strength]}: {self._event(effect.event)}"

    def _event(self, event: t.Event, strength: str = "do") -> str:
        words = [load_words().verbs[event.type].base]
        if strength != "do":
            words.insert(0, STRENGTHS[strength])
        for slot, label in SLOTS.items():
            value = getattr(event, slot)
            if value is not None:
                words.append(f"[{label}: {self._value(value)}]")
        for label, other in (("by", event.means), ("without", event.without)):
            if other is not None:
                words.append(f"[{label}: {self._event(other)}]")
        words += [f"[how: {load_words().manners[manner]}]" for manner in event.manner]
        if event.time is not None:
            words.append(f"[time: {verbs.time(event.time)}]")
        return " ".join(words)

    # ------------------------------------------------------------ pieces

    def _value(self, value: Any) -> str:
        if isinstance(value, t.Within | t.Touching | t.Located):
            self._remember(value)
            return nouns.post(value) + self._meant(value)
        return self._np(value)

    def _np(self, value: Any) -> str:
        """A noun phrase, with whom each of its references means."""
        text = nouns.np(value)
        if isinstance(value, t.Group):
            word = "both " if value.join == "and" else "either "
            text = word + f" {value.join} ".join(f"({nouns.np(member)})" for member in value.members)
        text += self._meant(value)
        self._remember(value)
        return text

    def _meant(self, value: Any) -> str:
        """What every "that ..." in a phrase means."""
        meant = ""
        for node in walk(value):
            if isinstance(node, t.Pieces) and node.which == "that":
                first = self._antecedent(node)
                what = nouns.np(first) if first is not None else "nothing named before"
                meant += f" = {what}" if node is value else f" ({nouns.np(node)} = {what})"
        return meant

    def _antecedent(self, piece: t.Pieces) -> t.Selector | None:
        """The piece named last that a reference can mean."""
        classes = load_words().noun_class
        for alike in (
            lambda other: other.noun == piece.noun,
            lambda other: classes[other.noun] == classes[piece.noun],
        ):
            for other in (*reversed(self.named), *self.later):
                if isinstance(other, t.Group) and piece.noun == "game_piece":
                    return other
                if isinstance(other, t.Pieces) and alike(other) and other.which != "this":
                    return other
        return next(reversed(self.named), None) if piece.noun == "game_piece" else None

    def _remember(self, value: Any) -> None:
        self.named += _introduced(value)


def _introduced(value: Any) -> list[t.Selector]:
    """The pieces that a phrase names, what it is about last."""
    nodes = [node for node in walk(value) if isinstance(node, t.Group | t.Pieces)]
    return [node for node in reversed(nodes) if isinstance(node, t.Group) or node.which != "that"]
