"""Sentences of a line become abilities: what refers back, or goes on, joins what was said before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pirate_code.language import tree as t
from pirate_code.language.build.clause import Otherwise
from pirate_code.language.build.steps import guarded, ordered, otherwise, sequence, told_for_each, with_rows
from pirate_code.language.normalise import Sentence
from pirate_code.language.words import load_words

_THIS_TURN = t.Span(lasts="this_turn")


@dataclass
class Part:
    """A sentence and what it says: keywords, or guards and an effect."""

    sentence: Sentence
    result: Any
    carried: bool


def join(parts: list[Part]) -> tuple[t.Ability, ...]:
    """The abilities of a line."""
    abilities: list[t.Ability] = []
    island: list[t.Outcome] = []
    for part in parts:
        if part.sentence.faces:
            _add_outcome(island, part)
        elif isinstance(part.result, list):
            abilities.extend(t.Ability(effect=keyword) for keyword in part.result)
        elif abilities and _continues(part, abilities[last := _spoken_of(abilities)]):
            abilities[last] = _continue(abilities[last], *part.result)
        else:
            guards, effect = part.result
            abilities.append(ability(guards, effect, part.sentence.title))
    if island:
        abilities.append(t.Ability(effect=t.Table(outcomes=tuple(island))))
    return tuple(abilities)


def ability(guards: list[t.Guard], effect: t.Effect, title: str | None = None) -> t.Ability:
    """An ability in canonical form: guards of the whole effect are its own."""
    if isinstance(effect, t.Guarded):
        guards, effect = [*guards, *effect.guards], effect.effect
    guards, effect = told_for_each(guards, effect)
    return t.Ability(title=title, guards=ordered(guards), effect=effect)


def _spoken_of(abilities: list[t.Ability]) -> int:
    """The place of the ability that a sentence may go on with: what its use requires stands in between."""
    return -2 if len(abilities) > 1 and _is_requirement(abilities[-1]) else -1


def _is_requirement(last: t.Ability) -> bool:
    """Whether an ability tells what must be so for this card to be used."""
    return any(
        isinstance(guard, t.Trigger) and guard.moment == "in_order_to" and guard.event.type == "use"
        for guard in last.guards
    )


def _continues(part: Part, last: t.Ability) -> bool:
    if part.sentence.apart or part.sentence.title or isinstance(last.effect, t.KeywordAbility):
        return False
    if _reveals_event(last) or Otherwise() in part.result[0]:
        return True
    guards = [*part.result[0], *_guards_of_first(part.result[1])]
    if guards and all(guard == _THIS_TURN for guard in guards) and _has_its_turn(last):
        return True
    own_trigger = any(isinstance(guard, t.Trigger) for guard in guards)
    refers = any(_refers_back(guard) and not (own_trigger and guard == t.Instead()) for guard in guards)
    counted = any(_counts_what_was_done(guard, last) for guard in guards)
    goes_on = part.carried or refers or counted or _tells_result(part.result[1])
    if goes_on or part.sentence.text.startswith(("then ", "you must declare ", "declare ")):
        return True
    return not guards and (_bids(part.result[1], last) or _is_action(last) or _bids_change(part, last))


def _reveals_event(last: t.Ability) -> bool:
    """Whether an event is revealed: the rest of its card says what that does."""
    first = last.effect.steps[0] if isinstance(last.effect, t.Sequence) else last.effect
    event = t.Pieces(noun="event", which="this")
    return isinstance(first, t.Happen) and first.event.type == "reveal" and first.event.object == event


def _has_its_turn(last: t.Ability) -> bool:
    """Whether an ability speaks of the turn in which something happened, as a sentence after it may."""
    return _THIS_TURN in last.guards and any(isinstance(guard, t.Trigger) for guard in last.guards)


def _refers_back(guard: t.Guard) -> bool:
    """Whether a guard makes sense only after something else: a die result, "instead", "if able"."""
    if isinstance(guard, t.Instead):
        return guard.of is None
    if isinstance(guard, t.Condition) and isinstance(guard.fact, t.Matches):
        return _is_result(guard.fact.subject)
    if isinstance(guard, t.Condition):
        facts = guard.fact.facts if isinstance(guard.fact, t.Facts) else (guard.fact,)
        return any(isinstance(fact, t.Able | t.Done | t.Tied) for fact in facts)
    return isinstance(guard, t.Rolled)


def _counts_what_was_done(guard: t.Guard, last: t.Ability) -> bool:
    """Whether something comes for each thing that the sentence before does: "for each crew you eliminate"."""
    if not isinstance(guard, t.ForEach) or not isinstance(guard.what, t.Pieces):
        return False
    told = {found.event.type for found in guard.what.filters if isinstance(found, t.Involved)}
    step = last.effect.steps[-1] if isinstance(last.effect, t.Sequence) else last.effect
    return isinstance(step, t.Happen) and step.event.type in told


def _is_result(piece: t.Selector) -> bool:
    """The result of a roll, which only a roll before it can give."""
    return (
        isinstance(piece, t.Pieces)
        and piece.noun in {"result", "total", "cannon_roll"}
        and (piece.which == "the" or (piece.noun, piece.which) == ("cannon_roll", "any"))
    )


def _tells_result(effect: t.Effect) -> bool:
    """Whether a sentence says what the result just rolled stands for."""
    return isinstance(effect, t.Become) and _is_result(effect.subject)


def _is_action(last: t.Ability) -> bool:
    """Whether an ability so far is only an action given, which the next sentence describes."""
    return not last.guards and isinstance(last.effect, t.Happen) and last.effect.event.type == "give"


def _guards_of_first(effect: t.Effect) -> tuple[t.Guard, ...]:
    """Guards of the first step alone: "On a 1-4, ...; on a 5, ..."."""
    first = effect.steps[0] if isinstance(effect, t.Sequence) else effect
    return first.guards if isinstance(first, t.Guarded) else ()


def _bids(effect: t.Effect, last: t.Ability) -> bool:
    """Whether a sentence bids the player do something, as the next step of what was said before."""
    step = effect.steps[0] if isinstance(effect, t.Sequence) else effect
    first = step.roll if isinstance(step, t.Table) else step
    bidding = isinstance(first, t.Happen) and first.strength == "do" and first.event.agent is None
    before = last.effect.steps[-1] if isinstance(last.effect, t.Sequence) else last.effect
    stowing = isinstance(before, t.Happen) and before.event.type == "load"
    return bidding and not stowing and t.Moment(at="setup") not in last.guards


def _bids_change(part: Part, last: t.Ability) -> bool:
    """Whether a sentence bids change a stat, after something happened: "Change the result to 6"."""
    bidden = part.sentence.text.split(" ", 1)[0] in load_words().forms["base"]
    triggered = any(isinstance(guard, t.Trigger) for guard in last.guards)
    return bidden and triggered and isinstance(part.result[1], t.Change)


def _continue(last: t.Ability, guards: list[Any], effect: t.Effect) -> t.Ability:
    if isinstance(last.effect, t.KeywordAbility):
        raise TypeError("a keyword is never continued")
    if Otherwise() in guards:
        return ability(*otherwise(list(last.guards), last.effect, guards, effect), last.title)
    steps = list(last.effect.steps) if isinstance(last.effect, t.Sequence) else [last.effect]
    table = steps[-1]
    states = (not isinstance(effect, t.Happen) or effect.event.agent is not None) and not _is_then(effect)
    if isinstance(table, t.Table) and states and not guards and not _guards_of_first(effect):
        # What is said of a die's result after it belongs to that result: "Its nationality changes ...".
        row = table.outcomes[-1]
        rows = (*table.outcomes[:-1], row.but(effect=sequence([row.effect, effect])))
        return ability(list(last.guards), sequence([*steps[:-1], table.but(outcomes=rows)]), last.title)
    # "For each chosen crew, roll a d6" ends with its sentence; other guards hold for what follows.
    each: list[t.Guard] = [guard for guard in last.guards if isinstance(guard, t.ForEach)]
    rest = [guard for guard in last.guards if guard not in each]
    return ability(*with_rows(rest, [guarded(each, last.effect), guarded(guards, effect)]), last.title)


def _is_then(effect: t.Effect) -> bool:
    """Whether a sentence goes on after a whole roll: "Then this ship may load one more treasure"."""
    first = effect.steps[0] if isinstance(effect, t.Sequence) else effect
    return isinstance(first, t.Happen) and "then" in first.event.manner


def _add_outcome(island: list[t.Outcome], part: Part) -> None:
    ends = [int(face) for face in str(part.sentence.faces).split("-")]
    faces = tuple(range(ends[0], ends[-1] + 1))
    if isinstance(part.result, list):
        effect: t.Effect = sequence(list(part.result))
    else:
        effect = guarded(*part.result)
    if island and island[-1].faces == faces:
        island[-1] = island[-1].but(effect=sequence([island[-1].effect, effect]))
    else:
        island.append(t.Outcome(faces=faces, title=part.sentence.title, effect=effect))
