"""What the keywords of a line rule out by their definitions, and what a line itself leaves nobody to do.

Each fault is one sentence, as in `language/sense.py`. No keyword is named here: what rules something out is
found in the trees of its definition in db/keywords.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from pirate_code.language import tree as t
from pirate_code.language.build.mentions import THIS_SHIP
from pirate_code.language.contradictions import FORBIDS, HAPPENED, SLOTS, covers, is_plain
from pirate_code.language.fits import load_fits
from pirate_code.language.keywords import define
from pirate_code.language.render import nouns, verbs
from pirate_code.language.walk import walk
from pirate_code.language.words import load_words


@dataclass(frozen=True)
class Ruled:
    """What a keyword's definition forbids or denies: an event or a state, always or while in a state."""

    keyword: str
    effect: t.Happen | t.Become
    state: str | None = None  # only while the ship is in it


def ruled_out(abilities: Sequence[t.Ability]) -> Iterator[str]:
    """What a line says of its card although its keywords rule it out, one sentence each."""
    given = [ability.effect for ability in abilities if isinstance(ability.effect, t.KeywordAbility)]
    yield from _apart(given)
    own = [ability for ability in abilities if not isinstance(ability.effect, t.KeywordAbility)]
    lets = {
        node.event.type
        for node in walk(tuple(own))
        if isinstance(node, t.Happen) and node.strength not in FORBIDS
    }
    for rule in [rule for keyword in given for rule in _rules(keyword)]:
        for ability in own:
            yield from _against(rule, ability, lets)
    for node in walk(tuple(own)):
        if isinstance(node, t.Event):
            yield from _nobody_left(node)
        if isinstance(node, t.Ability | t.Guarded):
            yield from _of_what_is_not(node)


def _apart(given: Sequence[t.KeywordAbility]) -> Iterator[str]:
    """Keywords that no card has for the same nation."""
    names = load_words().keywords
    for one, other in combinations(given, 2):
        apart = other.keyword in load_fits().apart.get(one.keyword, ())
        if apart and one.nation is not None and one.nation == other.nation:
            yield f"{names[one.keyword]} and {names[other.keyword]} name the same nation; name two"


def _rules(given: t.KeywordAbility) -> Iterator[Ruled]:
    """What a keyword's definition rules out, always or in one state."""
    for ability in define(given.keyword, given.nation):
        state = _only_state(ability.guards)
        if ability.guards and state is None:
            continue
        steps = ability.effect.steps if isinstance(ability.effect, t.Sequence) else (ability.effect,)
        for step in steps:
            if isinstance(step, t.Happen) and step.strength in FORBIDS and is_plain(step.event):
                yield Ruled(given.keyword, step, state)
            elif isinstance(step, t.Become) and state is None and (step.strength in FORBIDS or _lacks(step)):
                yield Ruled(given.keyword, step)


def _only_state(guards: Sequence[t.Guard]) -> str | None:
    """The state of its ship in which alone something holds."""
    if len(guards) != 1:
        return None
    guard = guards[0]
    fact = guard.fact if isinstance(guard, t.Condition) and not guard.negated and not guard.even else None
    told = fact.filter if isinstance(fact, t.Matches) else None
    return str(told.state) if isinstance(told, t.InState) and not told.negated else None


def _lacks(step: t.Become) -> bool:
    """ "This ship has no masts"."""
    what = step.filter.what if isinstance(step.filter, t.Has) else None
    return isinstance(what, t.Pieces) and what.which == "no" and not what.filters


def _against(rule: Ruled, ability: t.Ability, lets: set[str]) -> Iterator[str]:
    """What an ability counts on although a keyword rules it out."""
    name = load_words().keywords[rule.keyword]
    if rule.state is not None and rule.state not in _states_asked(ability):
        return
    while_ = f" while {load_words().states[rule.state]}" if rule.state else ""
    for node in walk(ability):
        if isinstance(rule.effect, t.Happen):
            ban = _as_ship(rule.effect.event)
            events = [] if ban.type in lets else list(_counted(node))
            if any(covers(ban, _as_ship(event)) for event in events):
                yield f"by the keyword {name} {verbs.clause(ban, 'cannot')}{while_}; leave one of the two out"
        elif isinstance(rule.effect.filter, t.Has) and isinstance(rule.effect.filter.what, t.Pieces):
            part = rule.effect.filter.what.noun
            if isinstance(node, t.Pieces) and node.noun == part and _is_own(node.of):
                yield f"by the keyword {name} this ship has no {load_words().noun_many[part]}; name others"
        elif _becomes(node, rule.effect.filter) and isinstance(rule.effect.filter, t.InState):
            word = load_words().states[rule.effect.filter.state]
            yield f"by the keyword {name} this ship is never {word}; name another state"


def _becomes(node: t.Node, state: t.Filter) -> bool:
    """Whether the card's own ship comes into a state."""
    own = isinstance(node, t.Become) and node.strength not in FORBIDS and _is_own(node.subject)
    return own and isinstance(node, t.Become) and node.filter == state


def _states_asked(ability: t.Ability) -> set[str]:
    """The states that the conditions of an ability ask of its own ship."""
    asked = set[str]()
    for guard in ability.guards:
        state = _only_state((guard,))
        if state is not None and isinstance(guard, t.Condition) and isinstance(guard.fact, t.Matches):
            asked |= {state} if _is_own(guard.fact.subject) else set()
    return asked


def _counted(node: t.Node) -> Iterator[t.Event]:
    """Events that a node counts on: what comes of them, or a piece that is told by them.

    What comes of being pinned is printed on ships that cannot be: others may cancel their keyword.
    """
    if isinstance(node, t.Trigger) and node.moment in HAPPENED and node.strength == "do":
        yield from (event for event in node.events if event.agent is not None)
    elif isinstance(node, t.Involved) and node.strength == "do" and node.role in SLOTS:
        yield node.event if getattr(node.event, node.role) else node.event.but(**{node.role: _ANY})


_ANY = t.Pieces(noun="ship", which="any")


def _is_own(piece: Any) -> bool:
    """Whether a piece is the ship, or the creature, that the card is."""
    return isinstance(piece, t.Pieces) and piece.which == "this" and load_fits().kinds[piece.noun] == "ship"


def _as_ship(event: t.Event) -> t.Event:
    """An event in which the card's own ship is called so, whatever kind of ship the line calls it."""
    found = {slot: THIS_SHIP for slot in SLOTS if _is_own(getattr(event, slot))}
    for slot in SLOTS:
        piece = getattr(event, slot)
        if isinstance(piece, t.Pieces) and _owner_is_own(piece):
            found[slot] = piece.but(of=THIS_SHIP)
    return event.but(**found)


def _owner_is_own(piece: t.Pieces) -> bool:
    """Whether something is this ship's: "your home island" is hers too."""
    yours = isinstance(piece.of, t.Person) and piece.of.who == "you" and piece.noun == "home_island"
    return yours or _is_own(piece.of)


# ---------------------------------------------------------------- what nobody is left to do


def _nobody_left(event: t.Event) -> Iterator[str]:
    """ "Ships that cannot ram" ram nothing."""
    for slot in ("agent", "object"):
        piece = getattr(event, slot)
        for filter_ in piece.filters if isinstance(piece, t.Pieces) else ():
            if not isinstance(filter_, t.Involved) or filter_.role != slot or filter_.when is not None:
                continue
            same = filter_.event.type == event.type and is_plain(filter_.event)
            if (
                filter_.strength in FORBIDS
                and same
                and not any(getattr(filter_.event, name) for name in SLOTS)
            ):
                yield f"{nouns.np(piece)!r} are left out by what the line says of them; name others"


def _of_what_is_not(node: t.Ability | t.Guarded) -> Iterator[str]:
    """What happens to pieces that are not there by the condition of the same effect."""
    for guard in node.guards:
        fact = guard.fact if isinstance(guard, t.Condition) and not guard.negated and not guard.even else None
        has = fact.filter if isinstance(fact, t.Matches) else None
        what = has.what if isinstance(has, t.Has) and not has.negated else None
        if not isinstance(fact, t.Matches) or not isinstance(what, t.Pieces) or what.which != "no":
            continue
        if (
            isinstance(node.effect, t.Change)
            and not what.filters
            and _is_of(node.effect.of, what, fact.subject)
        ):
            yield f"{nouns.np(fact.subject)!r} has no {nouns.np(what.but(which=None))} then; leave out one"


def _is_of(piece: t.Selector, what: t.Pieces, whose: t.Selector) -> bool:
    if not isinstance(piece, t.Pieces) or piece.noun != what.noun:
        return False
    return piece.of == whose or any(isinstance(one, t.Located) and one.what == whose for one in piece.filters)
