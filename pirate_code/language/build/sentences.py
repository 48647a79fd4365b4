"""Whole sentences: keywords, or guards and the steps that they hold for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lark import Token

from pirate_code.language import tree as t
from pirate_code.language.build.adjuncts import Adjuncts
from pirate_code.language.build.changes import Changes
from pirate_code.language.build.clause import BuildError, Clause, Otherwise, VerbPhrase
from pirate_code.language.build.effects import effect_of, negate
from pirate_code.language.build.mentions import BARE, THIS_SHIP, reference
from pirate_code.language.build.statements import Statements
from pirate_code.language.build.steps import guarded, otherwise, sequence, with_rows
from pirate_code.language.fits import load_fits
from pirate_code.language.words import Words

PICKS = {"one": 1, "two": 2, "three": 3}


class Sentences:
    """Callbacks of grammar/ability.lark."""

    def __init__(self, words: Words, adjuncts: Adjuncts, changes: Changes, statements: Statements) -> None:
        """Build with the parts that make events, changes and statements."""
        self.words, self.adjuncts, self.changes, self.statements = words, adjuncts, changes, statements

    def start(self, result: Any) -> Any:
        return result

    def keywords(self, *parts: Any) -> list[t.KeywordAbility]:
        return [part for part in parts if isinstance(part, t.KeywordAbility)]

    def keyword(self, name: Token) -> t.KeywordAbility:
        return t.KeywordAbility(keyword=self.words.keyword_words[name])

    def keyword_nation(self, name: Token, nation: Token) -> t.KeywordAbility:
        return t.KeywordAbility(
            keyword=self.words.keyword_words[name], nation=self.words.nation_nouns[nation]
        )

    def steps(self, first: Any, *rest: Any) -> tuple[list[t.Guard], t.Effect]:
        """Guards of the first unit hold for all; later units keep their own."""
        guards, effect = first
        effects = [effect.effect if isinstance(effect, _Elided) else effect]
        joiner = ""
        for unit in rest:
            if isinstance(unit, Token):
                joiner = str(unit)
                continue
            own, effect = unit
            if isinstance(effect, _Elided):
                effect = _with_subject(effect.effect, effects[-1] if joiner != ";" else None)
            if Otherwise() in own:
                guards, effect = otherwise(*with_rows(guards, effects), own, effect)
                effects = [effect]
            else:
                effects.append(guarded(own, effect))
        return with_rows(guards, effects)

    def unit(self, *parts: Any) -> tuple[list[t.Guard], t.Effect | _Elided]:
        before = parts[0] if isinstance(parts[0], _GuardList) else _GuardList()
        core, *tails = parts[1:] if isinstance(parts[0], _GuardList) else parts
        guards: list[t.Guard] = list(before)
        own: list[t.Guard] = [guard for tail in tails for guard in tail]
        if isinstance(core, _Elided) and not own:
            return guards, core
        closed = isinstance(core, _Parenthesised)
        effect: t.Effect = core.effect if isinstance(core, _Parenthesised | _Elided) else core
        guards = [_about(guard, effect) for guard in guards]
        own, effect = _described(own, effect)
        if own:
            own, effect = _introduce([_about(guard, effect) for guard in own], effect)
            effect = _guard_last(own, effect)
        if not guards and isinstance(effect, t.Guarded) and not closed:
            return list(effect.guards), effect.effect
        return guards, effect

    def guards(self, *guards: Any) -> _GuardList:
        flat = _GuardList()
        for guard in guards:
            if isinstance(guard, list):
                flat.extend(guard)
            elif not isinstance(guard, Token):
                flat.append(guard)
        return flat

    def tail(self, guard: Any) -> _GuardList:
        return self.guards(guard)

    def imperative(self, *parts: Any) -> t.Effect:
        if isinstance(parts[0], Token):
            clauses = [self.adjuncts.event_clause(self.words.forms["ing"][parts[0]], None, *parts[1])]
        else:
            clauses = parts[0](None, "do")
        return _effect(clauses)

    def modal_imperative(self, word: Token, vps: VerbPhrase) -> t.Effect | _Elided:
        effect = _effect(self.statements.modal_clauses(str(word), vps, None))
        return effect if word.startswith("do") else _Elided(effect)

    def core_statement(self, clauses: list[Clause]) -> t.Effect:
        return _effect(clauses)

    def then_statement(self, _: Token, clauses: list[Clause]) -> t.Effect:
        """ "Then this ship may load one more treasure": the first thing clauses happens then."""
        first = clauses[0]
        if first.event is None:
            raise BuildError("only an event can happen 'then'")
        first.event = first.event.but(manner=(*first.event.manner, "then"))
        return _effect(clauses)

    def bare_change(self, *parts: Any) -> t.Effect:
        return _effect(self.changes.clauses(THIS_SHIP, parts))

    def nothing(self) -> t.Effect:
        return t.Nothing()

    def pay(self, cost: t.Effect | _Elided, gain: tuple[list[t.Guard], t.Effect]) -> t.Effect:
        cost = cost.effect if isinstance(cost, _Elided) else cost
        if not isinstance(cost, t.Happen):
            raise BuildError("only an event can be paid")
        return t.Pay(cost=cost, gain=guarded(*gain))

    def choice(self, text: Token, *options: Any) -> t.Effect:
        effects = tuple(guarded(*option) for option in options if not isinstance(option, Token))
        return t.Choice(pick=PICKS[text.split()[1]], options=effects)

    def parenthesised(self, steps: tuple[list[t.Guard], t.Effect]) -> _Parenthesised:
        return _Parenthesised(guarded(*steps))


class _GuardList(list[Any]):
    """The guards of a unit: a type of its own tells them from an effect."""


@dataclass(frozen=True)
class _Parenthesised:
    """An effect in parentheses: its guards hold for it alone."""

    effect: t.Effect


@dataclass(frozen=True)
class _Elided:
    """An effect whose subject was left out: ", but cannot ram other ships"."""

    effect: t.Effect


def _with_subject(effect: t.Effect, before: t.Effect | None) -> t.Effect:
    """Give an event without a subject that of the step before it."""
    subject = _subject_of(before)
    if subject is None or not isinstance(effect, t.Happen) or effect.event.agent is not None:
        return effect
    return effect.but(event=effect.event.but(agent=subject))


def _subject_of(effect: t.Effect | None) -> t.Selector | None:
    if isinstance(effect, t.Sequence):
        effect = effect.steps[-1]
    if isinstance(effect, t.Guarded):
        effect = effect.effect
    if isinstance(effect, t.Happen):
        return effect.event.agent
    if isinstance(effect, t.Change):
        return effect.of
    if isinstance(effect, t.Become):
        return effect.subject
    return effect.who if isinstance(effect, t.Gain) else None


def _effect(clauses: list[Clause]) -> t.Effect:
    first, *rest = clauses
    if rest and first.guards and not any(item.guards for item in rest):
        moments = [guard for guard in first.guards if isinstance(guard, t.Moment)]
        if len(moments) == len(first.guards):
            # "Reveal this event at the beginning of your turn and choose a ship": both then.
            first.guards = []
            return guarded(list(moments), sequence([effect_of(item) for item in clauses]))
    return sequence([effect_of(item) for item in clauses])


def _guard_last(guards: list[t.Guard], effect: t.Effect) -> t.Effect:
    """A guard that follows several steps belongs to the last of them."""
    if isinstance(effect, t.Sequence) and not _alike(effect.steps):
        return sequence([*effect.steps[:-1], guarded(guards, effect.steps[-1])])
    return guarded(guards, effect)


def _alike(steps: tuple[t.Effect, ...]) -> bool:
    """Whether steps say one kind of thing: "may shoot and be shot at", "+1 to this and +S to that"."""
    kinds = {(step.kind, getattr(step, "strength", "do")) for step in steps}
    return len(kinds) == 1 and kinds != {("happen", "do")}


def _introduce(guards: list[t.Guard], effect: t.Effect) -> tuple[list[t.Guard], t.Effect]:
    """A piece is introduced where it is first met: "one of her cannons may shoot again if it misses"."""
    subject = _subject_of(effect)
    named = (
        reference(subject)
        if isinstance(subject, t.Pieces) and subject.which not in {"this", "that"}
        else None
    )
    for number, guard in enumerate(guards):
        if named is not None and isinstance(guard, t.Trigger):
            slots = [slot for slot in ("agent", "object") if getattr(guard.event, slot) == named]
            if slots and not isinstance(effect, t.Sequence | t.Guarded):
                event = guard.event.but(**{slots[0]: subject})
                return [*guards[:number], guard.but(event=event), *guards[number + 1 :]], _with_agent(
                    effect, named
                )
    return guards, effect


def _with_agent(effect: t.Effect, subject: t.Selector) -> t.Effect:
    if isinstance(effect, t.Happen):
        return effect.but(event=effect.event.but(agent=subject))
    if isinstance(effect, t.Change):
        return effect.but(of=subject)
    if isinstance(effect, t.Become):
        return effect.but(subject=subject)
    return effect.but(who=subject) if isinstance(effect, t.Gain) else effect


def _is_own(piece: t.Selector | None) -> bool:
    return isinstance(piece, t.Pieces) and piece.which == "this"


def _described(guards: list[t.Guard], effect: t.Effect) -> tuple[list[t.Guard], t.Effect]:
    """ "Enemy ships cannot move while docked", or within S of a reef: enemy ships that are so cannot."""
    for guard in guards:
        fact = guard.fact if isinstance(guard, t.Condition) and not guard.even else None
        if not isinstance(fact, t.Matches) or fact.subject is not BARE:
            continue
        unless = isinstance(guard, t.Condition) and guard.negated
        if isinstance(effect, t.Happen) and _is_own(effect.event.object):
            continue  # "this ship cannot be towed by enemy ships while derelict"
        slot = _subject_slot(effect)
        subject = getattr(effect.event, slot) if isinstance(effect, t.Happen) else _subject_of(effect)
        if (
            isinstance(subject, t.Pieces)
            and subject.which not in {"this", "that"}
            and _is_so(subject, fact.filter)
        ):
            described = negate(fact.filter) if unless else fact.filter
            subject = subject.but(filters=(*subject.filters, described))
            rest = [other for other in guards if other is not guard]
            return rest, _with_described(effect, slot, subject)
    return guards, effect


def _subject_slot(effect: t.Effect) -> str:
    passive = isinstance(effect, t.Happen) and effect.event.agent is None
    return "object" if passive else "agent"


def _with_described(effect: t.Effect, slot: str, subject: t.Pieces) -> t.Effect:
    if isinstance(effect, t.Happen):
        return effect.but(event=effect.event.but(**{slot: subject}))
    return _with_agent(effect, subject)


def _is_so(subject: t.Pieces, filter_: t.Filter) -> bool:
    """Whether a filter without a subject can tell of these pieces: they can be so, or lie there."""
    kind = load_fits().kinds[subject.noun]
    if isinstance(filter_, t.InState):
        return filter_.toward is None and kind in load_fits().states.get(filter_.state, ())
    if isinstance(filter_, t.Located) and filter_.place == "docked_at":
        return kind == "ship"
    if not isinstance(filter_, t.Within) or filter_.of is None or kind != "ship":
        return False
    return filter_.of != THIS_SHIP or subject.which == "any"


def _about(guard: t.Guard, effect: t.Effect) -> t.Guard:
    """ "When submerged, this sea creature cannot dock" speaks of the sea creature."""
    if not isinstance(guard, t.Condition) or not isinstance(guard.fact, t.Matches):
        return guard
    subject = _subject_of(effect)
    if subject is None and isinstance(effect, t.Happen) and _is_own(effect.event.object):
        subject = effect.event.object  # "while submerged, this submarine cannot be shot at"
    if guard.fact.subject is not BARE or not isinstance(subject, t.Pieces):
        return guard
    near = getattr(guard.fact.filter, "of", None) or getattr(guard.fact.filter, "what", None)
    if subject.which == "this":
        return guard.but(fact=guard.fact.but(subject=subject))
    if near != THIS_SHIP:
        return guard
    # "Other ships get +1 while within S of this ship": while they are, not while she is.
    what: t.Selector | None = subject
    if load_fits().kinds[subject.noun] == "player" and isinstance(effect, t.Happen):
        what = effect.event.object  # what an opponent shows is within S of her
    return guard.but(fact=guard.fact.but(subject=reference(what))) if isinstance(what, t.Pieces) else guard
