"""Valid trees that no line says, by kind. Each is a gap of the language, not of the trees."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pirate_code.language import tree as t
from pirate_code.language.render import nouns
from pirate_code.language.words import load_words

WORDS = load_words()


def numbered_strangers(piece: t.Pieces) -> bool:
    """ "Two non-English ships": a number before "non-" is read as a number alone."""
    strange = any(isinstance(found, t.OfNation) and found.negated for found in piece.filters)
    first = piece.filters[0] if piece.filters else None
    described = isinstance(first, t.InState) and WORDS.states[first.state] not in WORDS.nouns
    return piece.count is not None and strange and not described


def two_open_amounts(piece: t.Pieces) -> bool:
    """ "With rank 3 with point cost 2": the second description would be of the 3."""
    amounts = [found for found in piece.filters if isinstance(found, t.StatIs) and found.compare == "equal"]
    return len([found for found in amounts if not isinstance(found.amount, t.Distance)]) > 1


def two_somethings(piece: t.Pieces) -> bool:
    """ "That is Cursed something that is English something": the second would describe the something."""
    nations = [found for found in piece.filters if isinstance(found, t.OfNation) and not found.negated]
    room = 0 if WORDS.noun_one[piece.noun][0].isupper() else 1
    last = piece.filters[-1] if piece.filters else None
    open_amount = (
        isinstance(last, t.StatIs) and last.compare == "equal" and not isinstance(last.amount, t.Distance)
    )
    return len(nations) + open_amount > room + 1


def pointed_at(piece: t.Pieces) -> bool:
    """ "This Whale with L-range": what is pointed at is described before its noun only."""
    return piece.which in {"this", "that"} and any(
        word in nouns.np(piece) for word in (" that is ", " with ")
    )


def two_quotes(piece: t.Pieces) -> bool:
    """ "With "Jack" in the name with "Jones" in the name": what stands between quotes is taken for quoted."""
    return nouns.np(piece).count('"') > 2


def compared_state(piece: t.Pieces) -> bool:
    """ "Each target greater than 3": "target" before "greater" describes something."""
    after = [found for found in piece.filters if not t.stands_before(found)]
    return WORDS.noun_one[piece.noun] in WORDS.state_words and bool(after) and isinstance(after[0], t.Equals)


def is_gain(event: t.Event) -> bool:
    """ "By gaining gold by this ship": that somebody gains something is no event there."""
    gain = t.Event(type="gain", agent=event.agent, object=event.object)
    return event.agent is not None and event.object is not None and event == gain


def means_gain(event: t.Event) -> bool:
    """ "By gaining ...", "without gaining ..."."""
    other = event.means or event.without
    return other is not None and is_gain(other)


def docks_here(event: t.Event) -> bool:
    """ "Docks here" is at this fort."""
    return event.type == "dock" and "here" in event.manner


def sized_name(piece: t.Pieces) -> bool:
    """ "Any Whale S wide and L long" begins with a name."""
    return re.search(rf"\b{WORDS.noun_one[piece.noun]}s? \d?[SL] ", nouns.np(piece)) is not None


def is_gap(piece: t.Pieces) -> bool:
    """ "That something" is the piece that a clause is about."""
    return piece.noun == "something" and piece.which == "that"


def no_that_may(piece: t.Pieces) -> bool:
    """ "No ship that may dock" is spelled like "no ship may dock"."""
    return piece.which == "no" and " may " in nouns.np(piece)


def is_manner(found: Any) -> bool:
    """ "Is face down": after "is" the word is read as how something is done."""
    return isinstance(found, t.InState) and found.state in WORDS.manners and found.toward is None


def denied_manner(found: t.InState) -> bool:
    """ "That is not face down"."""
    return is_manner(found) and found.negated


def told_manner(told: t.Matches | t.Become) -> bool:
    """ "This crew is face down"."""
    return is_manner(told.filter)


def is_state(event: t.Event) -> bool:
    """ "May be docked" is a state that may be, not the event."""
    state = WORDS.state_words.get(WORDS.verbs[event.type].ed)
    return state is not None and state not in WORDS.attributes


def is_counted(event: t.Event) -> bool:
    """ "Is moved by the number of crew": what is done by a count has no passive."""
    return isinstance(event.amount, t.CountOf | t.Difference)


def other_word(event: t.Event) -> bool:
    """ "Ramming" alone is a thing that happens, "touching" a state, and "revealing" is of this card."""
    alone = event.agent is None and (event.object is None or is_counted(event))
    return alone and event.type in {"ram", "touch", "reveal"}


def no_doing(guard: t.Until | t.Instead) -> bool:
    """Guards that would begin with such a word, or with a gain."""
    event = guard.end if isinstance(guard, t.Until) else guard.of
    if not isinstance(event, t.Event):
        return False
    if isinstance(guard, t.Instead):
        return event.type == "ram" or is_gain(event)
    return no_passive(t.Happens(event=event))


def no_passive(told: t.Happens | t.Trigger) -> bool:
    """Clauses that begin with what something is done to."""
    event = told.event
    if other_word(event) or (isinstance(told, t.Trigger) and told.moment == "in_order_to" and is_gain(event)):
        return True
    if event.agent is not None and not (event.type == "carry" and told.strength == "do"):
        return False
    if event.agent is not None:
        return is_counted(event)
    return event.object is not None and told.strength != "do" and (is_state(event) or is_counted(event))


def no_description(found: t.Involved) -> bool:
    """Events that a clause about a piece cannot tell."""
    event = found.event
    if found.role == "agent":
        return event == t.Event(type="gain", object=event.object)  # a gain is no event there
    passive = event.agent is None or (event.type == "carry" and found.strength == "do")
    if found.role in {"where", "times"}:
        gained = event == t.Event(type="gain", agent=event.agent, object=event.object)
        return gained or (passive and (is_counted(event) or (is_state(event) and found.strength != "do")))
    gained = event == t.Event(type="gain", agent=event.agent)
    return gained or is_counted(event) or (is_state(event) and found.strength != "do")


def done_or(facts: t.Facts) -> bool:
    """ "If you do or if ...": what the player did is asked last."""
    return facts.join == "or" and t.Done() in facts.facts[:-1]


def done_twice(guarded: t.Ability | t.Guarded) -> bool:
    """ "If you do, even if you do": what the player did is asked once."""
    return sum(t.asks_if_done(guard) for guard in guarded.guards) > 1


def begins_like_another_word(piece: Any) -> bool:
    """A subject that would be read as a time, a manner or a verb: "this turn", "damage", "first ships"."""
    if isinstance(piece, t.Group):
        return begins_like_another_word(piece.members[0])
    if not isinstance(piece, t.Pieces):
        return False
    if (piece.which, piece.noun) in {
        ("this", "turn"),
        ("that", "turn"),
        ("that", "action"),
        ("each", "turn"),
    }:
        return True
    if piece.which in {"each", "any"} and piece.noun == "time":
        return True
    if piece.which is not None or piece.count is not None:
        return False
    states = [
        found.state for found in piece.filters if isinstance(found, t.InState) and t.stands_before(found)
    ]
    if states:
        word = WORDS.states[states[0]]
        return (
            states[0] in WORDS.manners
            or word == "next"
            or word in WORDS.forms["ing"]
            or word in WORDS.forms["base"]
        )
    return bool(piece.noun == "damage")


def bad_beginning(effect: Any) -> bool:
    """Effects whose first words would be read as something else."""
    if isinstance(effect, t.Happen):
        event = effect.event
        passive = event.agent is None and effect.strength != "do"
        return begins_like_another_word(event.object if passive else event.agent)
    if isinstance(effect, t.Change):
        return begins_like_another_word(effect.of)
    return begins_like_another_word(effect.subject if isinstance(effect, t.Become) else effect.who)


UNSAID: dict[type, tuple[Callable[[Any], bool], ...]] = {
    t.Pieces: (
        numbered_strangers,
        two_open_amounts,
        two_somethings,
        two_quotes,
        pointed_at,
        compared_state,
        sized_name,
        is_gap,
        no_that_may,
    ),
    t.Event: (docks_here, means_gain),
    t.Ability: (done_twice,),
    t.Guarded: (done_twice,),
    t.InState: (denied_manner,),
    t.Matches: (told_manner,),
    t.Become: (told_manner, bad_beginning),
    t.Happens: (no_passive,),
    t.Trigger: (no_passive,),
    t.Involved: (no_description,),
    t.Facts: (done_or,),
    t.Until: (no_doing,),
    t.Instead: (no_doing,),
    t.Happen: (bad_beginning,),
    t.Change: (bad_beginning,),
    t.Gain: (bad_beginning,),
}
