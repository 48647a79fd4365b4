"""Trees back into words: one canonical wording for each tree, which parses to the same tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pirate_code.language import tree as t
from pirate_code.language.render import nouns, verbs
from pirate_code.language.spelling import begin
from pirate_code.language.times import PHRASES
from pirate_code.language.words import load_words

PICKS = ("", "one", "two", "three")
MOMENTS = {
    "when": "when",
    "after": "after",
    "before": "before",
    "each_time": "each time",
    "next_time": "the next time",
    "first_time": "the first time",
    "turn_after": "the turn after",
}


def render(abilities: t.Ability | Sequence[t.Ability]) -> str:
    """The canonical wording, one ability a line.

    >>> from pirate_code.language import parse
    >>> render(parse("Schooner. This ship can't be pinned."))
    'Schooner.\\nThis ship cannot be pinned.'
    """
    if isinstance(abilities, t.Ability):
        abilities = (abilities,)
    return "\n".join(_ability(ability) for ability in abilities)


def _ability(ability: t.Ability) -> str:
    effect = ability.effect
    if isinstance(effect, t.KeywordAbility):
        words = load_words()
        nouns_of = {nation: noun for noun, nation in reversed(words.nation_nouns.items())}
        parameter = f": {nouns_of[effect.nation]}" if effect.nation else ""
        return f"{words.keywords[effect.keyword]}{parameter}."
    if isinstance(effect, t.Table) and effect.roll is None:
        return " ".join(_island_outcome(outcome) for outcome in effect.outcomes)
    text = _guarded(ability)
    title = f"{ability.title}: " if ability.title else ""
    return f"{title}{_capital(text)}."


def _island_outcome(outcome: t.Outcome) -> str:
    title = f"{outcome.title}: " if outcome.title else ""
    return f"{_faces(outcome.faces)}: {title}{_capital(effect_text(outcome.effect))}."


def _capital(text: str) -> str:
    """A capital where the first word is known to have none inside a sentence."""
    written = text[:1].upper() + text[1:]
    return written if begin(written) == text else text


# ---------------------------------------------------------------- effects


def effect_text(effect: Any) -> str:
    """An effect as one or more steps."""
    return _EFFECTS[type(effect)](effect)


def _happen(effect: t.Happen) -> str:
    event, strength = effect.event, effect.strength
    passive = event.object is not None and strength != "do" and verbs.has_passive(event)
    if event.agent is not None or passive:
        return verbs.clause(event, strength, inside=False)
    modal = "do not have to" if strength == "need_not" else verbs.MODALS.get(strength, "")
    return f"{modal} {verbs.phrase(event)}".strip()


def _change(effect: t.Change) -> str:
    words = load_words()
    stat = words.noun_one[effect.stat]
    tail = f" against {nouns.closed(effect.against)}" if effect.against is not None else ""
    tail += f" for each {nouns.closed(effect.per)}" if effect.per is not None else ""
    if effect.most is not None:
        tail += f" to a maximum of {'+' if effect.by == 'add' else '-'}{nouns.number_np(effect.most)}"
    modal = "" if effect.strength == "do" else verbs.MODALS[effect.strength] + " "
    if effect.by in {"add", "subtract"}:
        sign = "+" if effect.by == "add" else "-"
        get = "gets" if effect.strength == "do" and not verbs.plural(effect.of) else "get"
        change = f"{sign}{nouns.number_np(effect.amount)} to {words.noun_many[effect.stat]}{tail}"
        return f"{verbs.subject_of(effect.of)} {modal}{get} {change}"
    subject = f"the {stat} of {nouns.after_of(effect.of)}"
    if effect.by == "multiply":
        be = "is" if effect.strength == "do" else "be"
        return f"{subject} {modal}{be} multiplied by {nouns.amount_before(effect.amount, tail)}"
    if effect.by == "match":
        return f"{subject} {modal}changes to match {nouns.closed(effect.amount)}{tail}"
    become = "becomes" if effect.strength == "do" else "become"
    return f"{subject} {modal}{become} {nouns.amount_before(effect.amount, tail)}"


def _become(effect: t.Become) -> str:
    subject = verbs.subject_of(effect.subject)
    modal = "" if effect.strength == "do" else verbs.MODALS[effect.strength] + " "
    if isinstance(effect.filter, t.Has) and not effect.filter.negated and effect.strength == "do":
        have = "have" if verbs.plural(effect.subject) else "has"
        return f"{subject} {have} {nouns.closed(effect.filter.what)}"
    become = "becomes" if effect.strength == "do" and not verbs.plural(effect.subject) else "become"
    return f"{subject} {modal}{become} {nouns.predicate(effect.filter)}"


def _table(effect: t.Table) -> str:
    roll = effect_text(effect.roll) if effect.roll is not None else ""
    return "; ".join([roll, *(_outcome(outcome) for outcome in effect.outcomes)])


def _outcome(outcome: t.Outcome) -> str:
    faces = _faces(outcome.faces)
    return f"{'for every' if outcome.each else 'on'} {faces}, {_step(outcome.effect)}"


def _faces(faces: tuple[int, ...]) -> str:
    return str(faces[0]) if len(faces) == 1 else f"{faces[0]}-{faces[-1]}"


def _step(effect: Any) -> str:
    """An effect as a single step: several stand in parentheses."""
    return nouns.box(effect_text(effect)) if isinstance(effect, t.Sequence | t.Table) else effect_text(effect)


def _sequence(effect: t.Sequence) -> str:
    steps = []
    for number, step in enumerate(effect.steps):
        alone = isinstance(step, t.Guarded) and number == 0
        steps.append(nouns.box(effect_text(step)) if alone else effect_text(step))
    return "; ".join(steps)


def _choice(effect: t.Choice) -> str:
    options = ", ".join(nouns.box(effect_text(option)) for option in effect.options)
    return f"choose {PICKS[effect.pick]} of the following: {options}"


def _guarded(node: t.Ability | t.Guarded) -> str:
    """Guards and what they hold for; after a die result, several steps stand in parentheses."""
    rolled = any(isinstance(guard, t.Rolled) for guard in node.guards)
    whole = isinstance(node, t.Ability) and not rolled
    return _guards(node.guards) + (effect_text(node.effect) if whole else _step(node.effect))


_EFFECTS: dict[type, Callable[[Any], str]] = {
    t.Happen: _happen,
    t.Change: _change,
    t.Become: _become,
    t.Gain: lambda effect: f"{verbs.subject_of(effect.who)} gains {nouns.closed(effect.what)}",
    t.Nothing: lambda effect: "no effect",
    t.Table: _table,
    t.Pay: lambda effect: f"{_happen(effect.cost)} in exchange for {nouns.box(effect_text(effect.gain))}",
    t.Sequence: _sequence,
    t.Choice: _choice,
    t.Guarded: _guarded,
}

# ---------------------------------------------------------------- guards


def _guards(guards: Sequence[t.Guard]) -> str:
    """Guards with their commas, in the order in which none is read as part of another."""
    return "".join(f"{guard_text(guard)}, " for guard in sorted(guards, key=_turn_of))


def _turn_of(guard: Any) -> int:
    """Until a moment first: a line leaves out the comma before it. ", on 6" begins a step. "you do," last."""
    if isinstance(guard, t.Rolled):
        return 0
    if isinstance(guard, t.Until) and isinstance(guard.end, t.Moment):
        return 1
    return 3 if t.asks_if_done(guard) else 2


def guard_text(guard: Any) -> str:
    """One guard, without its comma."""
    return _GUARDS[type(guard)](guard)


def _trigger(guard: t.Trigger) -> str:
    if guard.moment == "in_order_to":
        if guard.event.agent is not None:
            return f"in order for {nouns.closed(guard.event.agent)} to {verbs.phrase(guard.event)}"
        return f"to {verbs.phrase(guard.event)}"
    clauses = " or if ".join(verbs.clause(event, guard.strength) for event in guard.events)
    return f"{MOMENTS[guard.moment]} {clauses}"


_OFTEN = {2: "twice", 3: "three times", 4: "four times"}


def _limit(guard: t.Limit) -> str:
    if guard.times > 1:
        return f"{_OFTEN[guard.times]} per {guard.per}"
    return {
        "turn": "once per turn",
        "action": "once per action",
        "game": "once per game",
        "trigger": "only once",
    }[guard.per]


def _instead(guard: t.Instead) -> str:
    if guard.of is None:
        return "instead"
    if isinstance(guard.of, t.Event):
        return f"instead of {load_words().verbs[guard.of.type].ing} {verbs.rest(guard.of)}".strip()
    return f"instead of {nouns.after_of(guard.of)}"


def _condition(guard: t.Condition) -> str:
    fact = guard.fact
    if isinstance(fact, t.Tied):
        return "in case of a tie"
    word = "unless" if guard.negated else "even if" if guard.even else "if"
    happens = isinstance(fact, t.Happens) and fact.strength in {"do", "would"}
    if word == "if" and (happens or t.are_events(fact)):
        word = "as long as"
    return f"{word} {fact_text(fact)}"


def fact_text(fact: Any) -> str:
    """A fact, as it stands after "if"."""
    if isinstance(fact, t.Able):
        return "able"
    if isinstance(fact, t.Done):
        return "you do"
    if isinstance(fact, t.Happens):
        return verbs.clause(fact.event, fact.strength)
    if isinstance(fact, t.Matches):
        subject = verbs.subject_of(fact.subject)
        many = verbs.plural(fact.subject)
        if isinstance(fact.filter, t.Has) and not fact.filter.negated:
            return f"{subject} {'have' if many else 'has'} {nouns.closed(fact.filter.what)}"
        be = "are" if many else "is"
        return f"{subject} {be} {nouns.predicate(fact.filter)}"
    return f" {fact.join} if ".join(fact_text(member) for member in fact.facts)


def _until(guard: t.Until) -> str:
    if isinstance(guard.end, t.Moment):
        return PHRASES["until", guard.end.at, guard.end.whose]
    if isinstance(guard.end, t.Event):
        return f"until {verbs.clause(guard.end)}"
    return f"until {fact_text(guard.end)}"


def _rolled(guard: t.Rolled) -> str:
    return f"{'for every' if guard.each else 'on'} {_faces(guard.faces)}"


_GUARDS: dict[type, Callable[[Any], str]] = {
    t.Limit: _limit,
    t.Moment: verbs.time,
    t.Span: verbs.time,
    t.Trigger: _trigger,
    t.PartOf: lambda guard: f"as part of {nouns.after_of(guard.what)}",
    t.ForEach: lambda guard: f"for each {nouns.closed(guard.what)}",
    t.Instead: _instead,
    t.Condition: _condition,
    t.Rolled: _rolled,
    t.ForTurns: lambda guard: f"for a number of turns equal to {nouns.number_np(guard.turns)}",
    t.Until: _until,
}
