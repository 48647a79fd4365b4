"""Events in canonical words: active where somebody acts, passive where nobody is named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pirate_code.language import tree as t
from pirate_code.language.render import nouns
from pirate_code.language.terminals import NOT_PREDICATES
from pirate_code.language.times import PHRASES
from pirate_code.language.words import load_words

PREDICATE_STATES = frozenset(load_words().states) - NOT_PREDICATES
# Words that a noun phrase before them would take for its own.
_GRASPING = r"(?:from|as|in|on|within|not within|more than|\d*[SL] away)\b"
MODALS = {"may": "may", "must": "must", "cannot": "cannot", "need_not": "does not have to", "would": "would"}


def rest(event: t.Event, *, omit: str = "") -> str:
    """Everything of an event after its verb, slot by slot."""
    words = load_words()
    slots: list[tuple[str, Any]] = []
    if event.object is not None and omit != "object":
        slots.append(("", event.object))
    if event.distance is not None:
        slots.append(("", nouns.distance(event.distance)))
    if event.amount is not None:
        slots.append(("", event.amount))
    for name, preposition in (
        ("source", "from"),
        ("to", "to"),
        ("at", "at"),
        ("against", "against"),
        ("using", "using"),
        ("exchange", "for"),
        ("role", "as"),
        ("per", "for each"),
    ):
        value = getattr(event, name)
        if value is not None:
            slots.append((preposition, value))
    if event.near is not None:
        near = event.near
        slots.append(
            ("", nouns.post(near) if isinstance(near, t.Within) else f"next to {nouns.closed(near.what)}")
        )
    if event.means is not None:
        slots.append(("by", f"{words.verbs[event.means.type].ing} {rest(event.means)}".strip()))
    slots += [("", words.manners[manner]) for manner in event.manner]
    if event.time is not None:
        slots.append(("", time(event.time)))
    return " ".join(_slots(slots))


def _slots(slots: list[tuple[str, Any]]) -> Iterator[str]:
    """Each slot in words; what the next one begins with tells how tightly it must be closed."""
    for place, (preposition, value) in enumerate(slots):
        after = slots[place + 1] if place + 1 < len(slots) else ("", "")
        if isinstance(value, str):
            text = value
        else:
            follows = after[0] or (after[1] if isinstance(after[1], str) else "")
            text = nouns.tight(value) if re.match(_GRASPING, follows) else nouns.closed(value)
        yield f"{preposition} {text}".strip()


def time(moment: t.Span | t.Moment) -> str:
    """A span or moment in words."""
    if isinstance(moment, t.Span):
        return PHRASES["span", moment.lasts, None]
    return PHRASES["moment", moment.at, moment.whose]


def phrase(event: t.Event) -> str:
    """The bare verb phrase: "eliminate one crew from that ship"."""
    return f"{load_words().verbs[event.type].base} {rest(event)}".strip()


def clause(event: t.Event, strength: str = "do") -> str:
    """A whole clause about the event, with its subject if it has one."""
    verb = load_words().verbs[event.type]
    if event.agent is not None:
        subject = subject_of(event.agent)
        if strength == "do":
            return f"{subject} {verb.base if plural(event.agent) else verb.s} {rest(event)}".strip()
        return f"{subject} {MODALS[strength]} {phrase(event)}"
    if event.object is not None:
        subject = subject_of(event.object)
        return f"{subject} {be(event, strength)} {verb.ed} {rest(event, omit='object')}".strip()
    return f"{verb.ing} {rest(event)}".strip()


def be(event: t.Event, strength: str) -> str:
    """The verb before a participle; "is being docked" is the event, "is docked" the state."""
    words = load_words()
    being = words.state_words.get(words.verbs[event.type].ed) in PREDICATE_STATES
    if strength == "do":
        return "is being" if being else "is"
    return f"{MODALS[strength]} be"


def plural(piece: t.Selector) -> bool:
    """Whether the verb after this subject takes its plain form."""
    if isinstance(piece, t.Person):
        return piece.who == "you"
    if isinstance(piece, t.Pieces):
        several = isinstance(piece.count, t.Number) and piece.count.value != 1
        return several or (
            piece.which in {None, "all", "both"} and piece.count is None and piece.noun not in nouns.SINGLE
        )
    return isinstance(piece, t.Group) and piece.join == "and"


def subject_of(piece: t.Selector) -> str:
    """A noun phrase before its verb."""
    if isinstance(piece, t.Pieces) and piece.which is None and piece.count is None and piece.of is None:
        return f"({nouns.np(piece)})"
    return nouns.closed(piece)


def relative(found: t.Involved) -> str:
    """The predicate of a clause about a piece: "shoots the firepot", "is placed on this ship"."""
    verb = load_words().verbs[found.event.type]
    event, strength = found.event, found.strength
    if found.role == "agent":
        return (
            f"{verb.s} {rest(event)}".strip() if strength == "do" else f"{MODALS[strength]} {phrase(event)}"
        )
    if found.role == "owner":
        assert event.object is not None
        return f"{MODALS.get(strength, '')} have {nouns.np(event.object)} increased"
    by = f"by {nouns.closed(event.agent)}" if event.agent is not None else ""
    return " ".join(f"{be(event, strength)} {verb.ed} {by} {rest(event)}".split())


def involved(found: t.Involved) -> str:
    """A clause after a noun."""
    if found.role == "where":
        return f"where {clause(found.event, found.strength)}"
    text = f"that {relative(found)}"
    if found.when is None:
        return text
    word = "only when" if found.when.moment == "when" else "after"
    if word == "only when":
        text = text.removesuffix(" only")
    return f"{text} {word} {clause(found.when.event, found.when.strength)}"
