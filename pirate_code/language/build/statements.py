"""Verb phrases, predicates and statements."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from lark import Token

from pirate_code.language import tree as t
from pirate_code.language.build.adjuncts import Adjuncts, required
from pirate_code.language.build.clause import (
    FORBIDDING,
    BuildError,
    Clause,
    Either,
    Predicate,
    StatValue,
    Value,
    VerbPhrase,
)
from pirate_code.language.build.effects import effect_of
from pirate_code.language.build.mentions import THIS_SHIP, reference
from pirate_code.language.build.posts import located
from pirate_code.language.build.states import States, only
from pirate_code.language.build.steps import sequence
from pirate_code.language.build.values import selector
from pirate_code.language.fits import load_fits
from pirate_code.language.words import Words

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


class Statements:
    """Callbacks of the statements of grammar/conditions.lark and the verb phrases of grammar/effects.lark."""

    def __init__(self, words: Words, adjuncts: Adjuncts, states: States) -> None:
        """Build with the parts that make events and states."""
        self.words, self.adjuncts, self.states = words, adjuncts, states

    def vps(self, first: VerbPhrase, *rest: Any) -> VerbPhrase:
        phrases = [first, *rest[1::2]]
        choices = any("or" in str(joiner) for joiner in rest[::2])

        def make(agent: Any, strength: str) -> list[Clause]:
            clauses = _chosen([item for phrase in phrases for item in phrase(agent, strength)])
            if choices and strength not in FORBIDDING:
                options = tuple(effect_of(item) for item in clauses)
                return [Clause(subject=agent, effect=t.Choice(options=options))]
            return clauses

        return make

    def vp(self, *parts: Any) -> VerbPhrase:
        *manners, verb, args = parts
        key = self.words.forms["base"].get(verb) or self.words.forms["s"][verb]
        obj, adjuncts = args
        adjuncts = [*(self.adjuncts.manner(word) for word in manners), *adjuncts]

        def make(agent: Any, strength: str) -> list[Clause]:
            if strength == "must" and any(how == "purpose" for how, _ in adjuncts):
                return [self._must_first(key, agent, obj, adjuncts)]
            clause = self.adjuncts.event_clause(key, agent, obj, adjuncts)
            clause.strength = clause.strength if strength == "do" else strength
            clause.subject = agent
            return [clause]

        return make

    def _must_first(self, key: str, agent: Any, obj: Value, adjuncts: list[Any]) -> Clause:
        """ "You must roll a 6 to hit": without the 6 there is no hit."""
        first = self.adjuncts.event_clause(key, agent, obj, [a for a in adjuncts if a[0] != "purpose"])
        if first.event is None:
            raise BuildError("what must be done first must be an event")
        vps = next(value[1] for how, value in adjuncts if how == "purpose")
        then: Clause = vps(agent, "cannot")[0]
        if then.event is not None and then.event.type == "hit" and then.event.agent == t.Person(who="you"):
            then.event = then.event.but(agent=t.Pieces(noun="cannon", of=THIS_SHIP))  # nobody else's shots
        clause = required(then, t.Happens(event=first.event))
        clause.subject = agent
        return clause

    def vp_passive(self, passive: Passive) -> VerbPhrase:
        def make(agent: Any, strength: str) -> list[Clause]:
            clauses = self._passive(agent, passive)
            for item in clauses:
                item.strength = strength
            return clauses

        return make

    def vp_state(self, pred: Any) -> VerbPhrase:
        return lambda agent, strength: self.states.clauses(agent, pred, strength)

    def vp_become(self, _: Token, pred: Any) -> VerbPhrase:
        return lambda agent, strength: self.states.clauses(agent, pred, strength, becoming=str(_))

    def have(self, _: Token, what: Value, *adjuncts: Any) -> VerbPhrase:
        return lambda agent, strength: [self.states.possession(agent, what, list(adjuncts), strength)]

    def declare_that(self, verb: Token, _: Token, statement: list[Clause]) -> VerbPhrase:
        def make(agent: Any, strength: str) -> list[Clause]:
            clause = self.adjuncts.event_clause(self.words.forms["base"][verb], agent, None, [])
            clause.strength, clause.subject = strength, agent
            clause.gains = [effect_of(item) for item in statement]
            return [clause]

        return make

    def choose_of(self, text: Token, *options: Any) -> VerbPhrase:
        picks = {"one": 1, "two": 2, "three": 3}
        phrases = [option for option in options if callable(option)]

        def make(agent: Any, strength: str) -> list[Clause]:
            effects = tuple(sequence([effect_of(item) for item in phrase(None, "do")]) for phrase in phrases)
            pick = picks[text.split()[1]]
            return [Clause(subject=agent, effect=t.Choice(pick=pick, options=effects))]

        return make

    def either(self, _: Token, first: VerbPhrase, __: Token, second: VerbPhrase) -> VerbPhrase:
        def make(agent: Any, strength: str) -> list[Clause]:
            options = tuple(
                sequence([effect_of(s) for s in phrase(agent, strength)]) for phrase in (first, second)
            )
            return [Clause(subject=agent, effect=t.Choice(options=options))]

        return make

    # -------------------------------------------------------- predicates

    def modal(self, word: Token, vps: VerbPhrase) -> Predicate:
        return lambda subject: self.modal_clauses(str(word), vps, subject)

    def modal_clauses(self, word: str, vps: VerbPhrase, subject: Any) -> list[Clause]:
        """What somebody may, must or cannot do."""
        clauses = vps(subject, STRENGTHS[word])
        manner = MODAL_MANNERS.get(word)
        for item in clauses:
            if manner and item.event is not None:
                item.event = item.event.but(manner=(*item.event.manner, manner))
            elif manner and isinstance(item.filter, t.Has) and isinstance(item.filter.what, t.Pieces):
                what = item.filter.what.but(filters=(t.InState(state="only"), *item.filter.what.filters))
                item.filter = item.filter.but(what=what)
            elif manner:
                raise BuildError(f"only an event can happen {manner!r}")
        return clauses

    def passive(self, *parts: Any) -> Passive:
        *words, args = parts
        manners = [word for word in words if word.type in {"PRE", "MANNER"}]
        verbs = [self.words.forms["ed"][word] for word in words if word.type == "VED"]
        either = any(word.type == "OR_ED" and word.endswith("or") for word in words)
        return (verbs, either, args[0], [*(self.adjuncts.manner(word) for word in manners), *args[1]])

    def _passive(self, subject: Any, passive: Passive) -> list[Clause]:
        verbs, either, obj, adjuncts = passive
        clauses = Either() if either else []
        for verb in verbs:
            item = self.adjuncts.event_clause(verb, subject, obj, adjuncts, passive=True)
            item.subject = subject
            clauses.append(item)
        return clauses

    def passive_is(self, be: Token, passive: Passive) -> Predicate:
        def make(subject: Any) -> list[Clause]:
            clauses = self._passive(subject, passive)
            for item in clauses:
                item.strength = "not" if "not" in be else item.strength
            return clauses

        return make

    def state_is(self, be: Token, pred: Any) -> Predicate:
        strength = "cannot" if "not" in be else "do"
        return lambda subject: self.states.clauses(self._fitting(subject, pred), pred, strength, stating=True)

    def _fitting(self, subject: Any, pred: Any) -> Any:
        """ "It" is the last piece that can be in such a state: a titan is docked, not its segment."""
        state = pred[1] if pred[0] == "filter" else None
        mentions = self.adjuncts.mentions
        if not isinstance(subject, t.Pieces) or not mentions.is_guessed(subject):
            return subject
        allowed: frozenset[str] | None = None
        if isinstance(state, t.InState) and state.toward is None:
            allowed = load_fits().states.get(state.state)
        elif isinstance(state, t.Located) and state.place == "docked_at":
            allowed = load_fits().allowed("dock", "agent", alone=True)
        if allowed is None or load_fits().kinds[subject.noun] in allowed | {"none"}:
            return subject
        own = (one for one in mentions.now if isinstance(one, t.Pieces) and one != THIS_SHIP)
        mine = next(
            (one for one in own if one.which == "this" and load_fits().kinds[one.noun] in allowed), None
        )
        return mentions.fitting(allowed) or mine or subject

    def become(self, word: Token, pred: Any) -> Predicate:
        return lambda subject: self.states.clauses(subject, pred, "do", becoming=str(word))

    def has(self, word: Token, what: Value, *adjuncts: Any) -> Predicate:
        if word in {"get", "gets"}:
            return lambda subject: [self.adjuncts.event_clause("gain", subject, what, [])]
        return lambda subject: [self.states.possession(subject, what, list(adjuncts), "do")]

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
        adjuncts = [*(self.adjuncts.manner(word) for word in manners), *args[1]]
        return lambda subject: [self._acts(key, subject, args[0], adjuncts)]

    def _acts(self, key: str, subject: Any, obj: Value, adjuncts: list[Any]) -> Clause:
        clause = self.adjuncts.event_clause(key, subject, obj, adjuncts)
        clause.subject = subject
        if key == "carry" and clause.event is not None and clause.event.object is not None:
            return Clause(subject=subject, filter=t.Has(what=clause.event.object), guards=clause.guards)
        return clause

    def acts_either(self, *parts: Any) -> Predicate:
        *_, first, __, second, args = parts
        keys = [self.words.forms["s"][verb] for verb in (first, second)]

        def make(subject: Any) -> list[Clause]:
            return Either(self._acts(key, subject, *args) for key in keys)

        return make

    def acts_perfect(self, _: Token, verb: Token, args: Any) -> Predicate:
        key = self.words.forms["ed"][verb]
        return lambda subject: [self._acts(key, subject, *args)]

    def statement(self, subject: Value, *parts: Any) -> list[Clause]:
        who = subject if isinstance(subject, t.Distance) else _subject(subject)
        of_each: list[list[Clause]] = [part(who) for part in parts if callable(part)]
        if len(of_each) == 1:
            return of_each[0]
        either = any(isinstance(part, Token) and "or" in part.split() for part in parts)
        clauses = [item for items in of_each for item in items]
        return Either(_sharing_object(clauses)) if either else clauses

    def there_is(self, _: Token, be: Token, what: Value, *adjuncts: Any) -> list[Clause]:
        piece = selector(what)
        only(list(adjuncts), "on")
        for how, value in adjuncts:
            if how == "on" and isinstance(piece, t.Named):
                piece = t.Pieces(
                    noun="game_piece", which="a", filters=(t.NamedLike(name=piece.name), located("on", value))
                )
        if self._is_of_no_place(piece):
            piece = piece.but(filters=(*piece.filters, located("on", THIS_SHIP)))  # type: ignore[union-attr]
        return [
            Clause(
                subject=piece, filter=t.InState(state="in_play"), strength="cannot" if "not" in be else "do"
            )
        ]

    def _is_of_no_place(self, piece: t.Selector) -> bool:
        """Whether cargo is told to be there without a place: it is this ship's, "if there are no crew"."""
        if not isinstance(piece, t.Pieces) or piece.of is not None or piece.which in {"this", "that"}:
            return False
        placed = any(isinstance(filter_, t.Located | t.Within | t.Touching) for filter_ in piece.filters)
        return self.words.noun_class[piece.noun] == "cargo" and not placed


def _chosen(clauses: list[Clause]) -> list[Clause]:
    """ "Choose and eliminate one mast": it is chosen first; "he must choose and transfer one" is one step."""
    kept = list(clauses)
    for first, then in pairwise(clauses):
        plain = first.event is not None and first.event == t.Event(type="choose", agent=first.event.agent)
        if not plain or first.event is None or then.event is None or then.event.object is None:
            continue
        if first.event.agent is not None:
            kept.remove(first)  # the one who is named chooses what he does it to
        else:
            first.event = first.event.but(object=then.event.object, source=then.event.source)
            then.event = then.event.but(object=reference(then.event.object))
    return kept


def _sharing_object(clauses: list[Clause]) -> list[Clause]:
    """ "Rams or pins a ship": both are done to that ship, if both can be."""
    last = clauses[-1].event
    if last is None or last.agent is None or not isinstance(last.object, t.Pieces):
        return clauses
    kind = load_fits().kinds[last.object.noun]
    for clause in clauses[:-1]:
        event = clause.event
        allowed = load_fits().allowed(event.type, "object", alone=False) if event is not None else None
        bare = event is not None and event == t.Event(type=event.type, agent=last.agent)
        if event is not None and bare and kind in (allowed or ()):
            clause.event = event.but(object=last.object)
    return clauses


def _subject(value: Value) -> Any:
    return value if isinstance(value, StatValue) else selector(value)
