"""Verb phrases, predicates and statements."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from lark import Token

from pirate_code.language import tree as t
from pirate_code.language.build.effects import effect_of
from pirate_code.language.build.mentions import THIS_SHIP, reference
from pirate_code.language.build.posts import located
from pirate_code.language.build.said import (
    FORBIDDING,
    BuildError,
    Either,
    Predicate,
    Said,
    StatValue,
    Value,
    VerbPhrase,
    sequence,
)
from pirate_code.language.build.states import States, only
from pirate_code.language.build.values import selector

STRENGTHS = {
    "may": "may",
    "may only": "may",
    "must": "must",
    "must first": "must",
    "must not": "must_not",
    "cannot": "cannot",
    "does not": "not",
    "do not": "not",
    "did not": "not",
    "does not have to": "need_not",
    "do not have to": "need_not",
    "will": "do",
    "would": "would",
}
MODAL_MANNERS = {"may only": "only", "must first": "first"}


# Verbs, whether one of them is enough, what they are done with, and adjuncts.
Passive = tuple[list[str], bool, Value, list[Any]]


class Clauses(States):
    """Callbacks of the statements of grammar/conditions.lark and the verb phrases of grammar/effects.lark."""

    def vps(self, first: VerbPhrase, *rest: Any) -> VerbPhrase:
        phrases = [first, *rest[1::2]]
        choices = any("or" in str(joiner) for joiner in rest[::2])

        def make(agent: Any, strength: str) -> list[Said]:
            said = _chosen([item for phrase in phrases for item in phrase(agent, strength)])
            if choices and strength not in FORBIDDING:
                options = tuple(effect_of(item) for item in said)
                return [Said(subject=agent, effect=t.Choice(options=options))]
            return said

        return make

    def vp(self, *parts: Any) -> VerbPhrase:
        *manners, verb, args = parts
        key = self.words.forms["base"].get(verb) or self.words.forms["s"][verb]
        found, adjuncts = args
        adjuncts = [*(self.manner(word) for word in manners), *adjuncts]

        def make(agent: Any, strength: str) -> list[Said]:
            if strength == "must" and any(how == "purpose" for how, _ in adjuncts):
                return [self._must_first(key, agent, found, adjuncts)]
            said = self._event_said(key, agent, found, adjuncts)
            said.strength = said.strength if strength == "do" else strength
            said.subject = agent
            return [said]

        return make

    def _must_first(self, key: str, agent: Any, found: Value, adjuncts: list[Any]) -> Said:
        """ "You must roll a 6 to hit": without the 6 there is no hit."""
        first = self._event_said(key, agent, found, [a for a in adjuncts if a[0] != "purpose"])
        if first.event is None:
            raise BuildError("what must be done first must be an event")
        vps = next(value[1] for how, value in adjuncts if how == "purpose")
        then: Said = vps(agent, "cannot")[0]
        if then.event is not None and then.event.type == "hit" and then.event.agent == t.Person(who="you"):
            then.event = then.event.but(agent=t.Pieces(noun="cannon", of=THIS_SHIP))  # nobody else's shots
        said = self._required(then, t.Happens(event=first.event))
        said.subject = agent
        return said

    def vp_passive(self, passive: Passive) -> VerbPhrase:
        def make(agent: Any, strength: str) -> list[Said]:
            said = self._passive(agent, passive)
            for item in said:
                item.strength = strength
            return said

        return make

    def vp_state(self, pred: Any) -> VerbPhrase:
        return lambda agent, strength: self._states(agent, pred, strength)

    def vp_become(self, _: Token, pred: Any) -> VerbPhrase:
        return lambda agent, strength: self._states(agent, pred, strength, becoming=str(_))

    def have(self, _: Token, what: Value, *adjuncts: Any) -> VerbPhrase:
        return lambda agent, strength: [self._has(agent, what, list(adjuncts), strength)]

    def declare_that(self, verb: Token, _: Token, statement: list[Said]) -> VerbPhrase:
        def make(agent: Any, strength: str) -> list[Said]:
            said = self._event_said(self.words.forms["base"][verb], agent, None, [])
            said.strength, said.subject = strength, agent
            said.gains = [effect_of(item) for item in statement]
            return [said]

        return make

    def choose_of(self, text: Token, *options: Any) -> VerbPhrase:
        picks = {"one": 1, "two": 2, "three": 3}
        phrases = [option for option in options if callable(option)]

        def make(agent: Any, strength: str) -> list[Said]:
            effects = tuple(sequence([effect_of(item) for item in phrase(None, "do")]) for phrase in phrases)
            pick = picks[text.split()[1]]
            return [Said(subject=agent, effect=t.Choice(pick=pick, options=effects))]

        return make

    def either(self, _: Token, first: VerbPhrase, __: Token, second: VerbPhrase) -> VerbPhrase:
        def make(agent: Any, strength: str) -> list[Said]:
            options = tuple(
                sequence([effect_of(s) for s in phrase(agent, strength)]) for phrase in (first, second)
            )
            return [Said(subject=agent, effect=t.Choice(options=options))]

        return make

    # -------------------------------------------------------- predicates

    def modal(self, word: Token, vps: VerbPhrase) -> Predicate:
        return lambda subject: self._modal(str(word), vps, subject)

    def _modal(self, word: str, vps: VerbPhrase, subject: Any) -> list[Said]:
        said = vps(subject, STRENGTHS[word])
        manner = MODAL_MANNERS.get(word)
        for item in said:
            if manner and item.event is not None:
                item.event = item.event.but(manner=(*item.event.manner, manner))
            elif manner and isinstance(item.filter, t.Has) and isinstance(item.filter.what, t.Pieces):
                what = item.filter.what.but(filters=(t.InState(state="only"), *item.filter.what.filters))
                item.filter = item.filter.but(what=what)
            elif manner:
                raise BuildError(f"only an event can happen {manner!r}")
        return said

    def passive(self, *parts: Any) -> Passive:
        *words, args = parts
        manners = [word for word in words if word.type in {"PRE", "MANNER"}]
        verbs = [self.words.forms["ed"][word] for word in words if word.type == "VED"]
        either = any(word == "or" for word in words)
        return (verbs, either, args[0], [*(self.manner(word) for word in manners), *args[1]])

    def _passive(self, subject: Any, passive: Passive) -> list[Said]:
        verbs, either, found, adjuncts = passive
        said = Either() if either else []
        for verb in verbs:
            item = self._event_said(verb, subject, found, adjuncts, passive=True)
            item.subject = subject
            said.append(item)
        return said

    def passive_is(self, be: Token, passive: Passive) -> Predicate:
        def make(subject: Any) -> list[Said]:
            said = self._passive(subject, passive)
            for item in said:
                item.strength = "not" if "not" in be else item.strength
            return said

        return make

    def state_is(self, be: Token, pred: Any) -> Predicate:
        strength = "cannot" if "not" in be else "do"
        return lambda subject: self._states(subject, pred, strength, stating=True)

    def become(self, word: Token, pred: Any) -> Predicate:
        return lambda subject: self._states(subject, pred, "do", becoming=str(word))

    def has(self, word: Token, what: Value, *adjuncts: Any) -> Predicate:
        if word in {"get", "gets"}:
            return lambda subject: [self._event_said("gain", subject, what, [])]
        return lambda subject: [self._has(subject, what, list(adjuncts), "do")]

    def acts(self, *parts: Any) -> Predicate:
        *manners, verb, args = parts
        manners = [word for word in manners if word.type in {"PRE", "MANNER"}]
        key = (
            next(
                self.words.forms[form][verb]
                for form in ("s", "base", "ing", "ed")
                if verb in self.words.forms[form]
            )
            if verb != "took"
            else "take"
        )
        adjuncts = [*(self.manner(word) for word in manners), *args[1]]
        return lambda subject: [self._acts(key, subject, args[0], adjuncts)]

    def _acts(self, key: str, subject: Any, found: Value, adjuncts: list[Any]) -> Said:
        said = self._event_said(key, subject, found, adjuncts)
        said.subject = subject
        if key == "carry" and said.event is not None and said.event.object is not None:
            return Said(subject=subject, filter=t.Has(what=said.event.object), guards=said.guards)
        return said

    def acts_either(self, *parts: Any) -> Predicate:
        *_, first, __, second, args = parts
        keys = [self.words.forms["s"][verb] for verb in (first, second)]

        def make(subject: Any) -> list[Said]:
            return Either(self._acts(key, subject, *args) for key in keys)

        return make

    def acts_perfect(self, _: Token, verb: Token, args: Any) -> Predicate:
        key = self.words.forms["ed"][verb]
        return lambda subject: [self._acts(key, subject, *args)]

    def statement(self, subject: Value, *parts: Any) -> list[Said]:
        who = subject if isinstance(subject, t.Distance) else _subject(subject)
        told: list[list[Said]] = [part(who) for part in parts if callable(part)]
        if len(told) == 1:
            return told[0]
        either = any(isinstance(part, Token) and "or" in part.split() for part in parts)
        said = [item for items in told for item in items]
        return Either(said) if either else said

    def there_is(self, be: Token, what: Value, *adjuncts: Any) -> list[Said]:
        piece = selector(what)
        only(list(adjuncts), "on")
        for how, value in adjuncts:
            if how == "on" and isinstance(piece, t.Named):
                piece = t.Pieces(
                    noun="game_piece", which="a", filters=(t.NamedLike(name=piece.name), located("on", value))
                )
        return [
            Said(subject=piece, filter=t.InState(state="in_play"), strength="cannot" if "not" in be else "do")
        ]


def _chosen(said: list[Said]) -> list[Said]:
    """ "Choose and transfer one crew": what is transferred is chosen first."""
    for first, then in pairwise(said):
        plain = first.event is not None and first.event == t.Event(type="choose", agent=first.event.agent)
        if plain and first.event is not None and then.event is not None and then.event.object is not None:
            first.event = first.event.but(object=then.event.object, source=then.event.source)
            then.event = then.event.but(object=reference(then.event.object))
    return said


def _subject(value: Value) -> Any:
    return value if isinstance(value, StatValue) else selector(value)
