"""The builder: callbacks that turn what the grammar reads into tree nodes, bottom up, while it reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lark import Token, Transformer, Tree

from pirate_code.language import tree as t
from pirate_code.language.build.effects import effect_of
from pirate_code.language.build.guards import Guards
from pirate_code.language.build.mentions import BARE, THIS_SHIP, Mentions, reference
from pirate_code.language.build.said import (
    BuildError,
    Otherwise,
    Said,
    VerbPhrase,
    guarded,
    otherwise,
    sequence,
    with_rows,
)
from pirate_code.language.words import load_words

PICKS = {"one": 1, "two": 2, "three": 3}


class Builder(Guards, Transformer[Token, Any]):
    """Turns one sentence into keyword abilities, or guards and an effect; remembers who was spoken of."""

    def __init__(self) -> None:
        """Begin a line."""
        super().__init__()
        self.words = load_words()
        self.begin()

    def begin(self, mentions: Mentions | None = None, last_stat: str = "boarding_roll") -> None:
        """Begin a sentence, with what the line spoke of before."""
        self.mentions = mentions or Mentions()
        self.last_stat = last_stat

    def _call_userfunc(self, tree: Tree[Token], new_children: list[Any] | None = None) -> Any:
        """Every callback takes the children as its arguments."""
        return getattr(self, tree.data)(*(tree.children if new_children is None else new_children))

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
        if own:
            own, effect = _introduce([_about(guard, effect) for guard in own], effect)
            effect = _guard_last(own, effect)
        if not guards and isinstance(effect, t.Guarded) and not closed:
            return list(effect.guards), effect.effect
        return guards, effect

    def guards(self, *guards: Any) -> _GuardList:
        found = _GuardList()
        for guard in guards:
            if isinstance(guard, list):
                found.extend(guard)
            elif not isinstance(guard, Token):
                found.append(guard)
        return found

    def tail(self, guard: Any) -> _GuardList:
        return self.guards(guard)

    def imperative(self, *parts: Any) -> t.Effect:
        if isinstance(parts[0], Token):
            said = [self._event_said(self.words.forms["ing"][parts[0]], None, *parts[1])]
        else:
            said = parts[0](None, "do")
        return _effect(said)

    def modal_imperative(self, word: Token, vps: VerbPhrase) -> t.Effect | _Elided:
        effect = _effect(self._modal(str(word), vps, None))
        return effect if word.startswith("do") else _Elided(effect)

    def core_statement(self, said: list[Said]) -> t.Effect:
        return _effect(said)

    def then_statement(self, _: Token, said: list[Said]) -> t.Effect:
        """ "Then this ship may load one more treasure": the first thing said happens then."""
        first = said[0]
        if first.event is None:
            raise BuildError("only an event can happen 'then'")
        first.event = first.event.but(manner=(*first.event.manner, "then"))
        return _effect(said)

    def bare_change(self, *parts: Any) -> t.Effect:
        return _effect(self._changes(THIS_SHIP, parts))

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
    """Guards of a unit, told apart from its effect."""


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


def _effect(said: list[Said]) -> t.Effect:
    first, *rest = said
    if rest and first.guards and not any(item.guards for item in rest):
        moments = [guard for guard in first.guards if isinstance(guard, t.Moment)]
        if len(moments) == len(first.guards):
            # "Reveal this event at the beginning of your turn and choose a ship": both then.
            first.guards = []
            return guarded(list(moments), sequence([effect_of(item) for item in said]))
    return sequence([effect_of(item) for item in said])


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
                return [*guards[:number], guard.but(event=event), *guards[number + 1 :]], _said_of(
                    effect, named
                )
    return guards, effect


def _said_of(effect: t.Effect, subject: t.Selector) -> t.Effect:
    if isinstance(effect, t.Happen):
        return effect.but(event=effect.event.but(agent=subject))
    if isinstance(effect, t.Change):
        return effect.but(of=subject)
    if isinstance(effect, t.Become):
        return effect.but(subject=subject)
    return effect.but(who=subject) if isinstance(effect, t.Gain) else effect


def _about(guard: t.Guard, effect: t.Effect) -> t.Guard:
    """ "When submerged, this sea creature cannot dock" speaks of the sea creature."""
    if not isinstance(guard, t.Condition) or not isinstance(guard.fact, t.Matches):
        return guard
    subject = _subject_of(effect)
    if guard.fact.subject is not BARE or not isinstance(subject, t.Pieces) or subject.which != "this":
        return guard
    return guard.but(fact=guard.fact.but(subject=subject))


__all__ = ["Builder"]
