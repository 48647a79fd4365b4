"""Events in canonical words: active where somebody acts, passive where nobody is named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pirate_code.language import tree as t
from pirate_code.language.render import nouns
from pirate_code.language.times import PHRASES
from pirate_code.language.words import load_words

MODALS = {
    "may": "may",
    "must": "must",
    "cannot": "cannot",
    "must_not": "must not",
    "need_not": "does not have to",
    "would": "would",
    "not": "does not",
}
PREPOSITIONS = {
    "source": "from",
    "to": "to",
    "at": "at",
    "against": "against",
    "using": "using",
    "exchange": "for",
    "role": "as",
    "per": "for each",
}
# Words that a noun phrase before them would take for its own.
_GRASPING = re.compile(
    r"(?:from|as|in|on|under|of|within|not within|more than|\d*[SL] away|that|without|even|already)\b"
)
Slot = tuple[str, Any]


def rest(event: t.Event, *, omit: str = "", tightly: bool = False) -> str:
    """Everything of an event after its verb, slot by slot; `tightly` when a description goes on after it."""
    return " ".join(_said(_slots(event, omit), tightly))


def _slots(event: t.Event, omit: str) -> list[Slot]:
    words = load_words()
    slots: list[Slot] = []
    if event.object is not None and omit != "object":
        slots.append(("", event.object))
    slots += _measures(event, bare=omit != "object")
    if event.agent is not None and omit != "agent":
        slots.append(("by", event.agent))
    slots += [(_preposition(event, name), getattr(event, name)) for name in PREPOSITIONS]
    if isinstance(event.near, t.Touching):
        slots.append(("next to", event.near.what))
    elif isinstance(event.near, t.Located):
        slots.append(("under", event.near.what))
    elif event.near is not None:
        slots.append(("", event.near))
    if event.time is not None:
        slots.append(("", time(event.time)))
    # "Docked here" would be at this fort.
    slots += [
        ("", words.manners[manner]) for manner in sorted(event.manner, key=lambda manner: manner != "here")
    ]
    if event.means is not None:
        slots.append(("by", event.means))
    if event.without is not None:
        slots.append(("without", event.without))
    return [slot for slot in slots if slot[1] is not None]


def _preposition(event: t.Event, slot: str) -> str:
    """The word before a slot; "shoot at" would be another verb."""
    word = PREPOSITIONS[slot]
    verb = load_words().verbs[event.type]
    return "in" if slot == "at" and f"{verb.base} at" in load_words().forms["base"] else word


def _measures(event: t.Event, bare: bool) -> Iterator[Slot]:
    """How far and how much: one of them follows the object, the other is said with "by"."""
    counted = isinstance(event.amount, t.CountOf | t.Difference)
    if counted:
        yield ("", event.amount)
    if event.distance is not None:
        yield ("" if bare and not counted else "by", event.distance)
    if event.amount is not None and not counted:
        by_so_much = event.object is not None and isinstance(event.amount, t.AtLeast | t.UpTo)
        plain = bare and event.distance is None and _is_plain(event.amount) and not by_so_much
        yield ("" if plain else "by", event.amount)


def _is_plain(amount: Any) -> bool:
    return isinstance(amount, t.Number | t.Dice | t.AtLeast | t.UpTo)


def _said(slots: list[Slot], tightly: bool) -> Iterator[str]:
    """Each slot in words; what comes after it tells how tightly it must be closed."""
    for place, (word, value) in enumerate(slots):
        last = place == len(slots) - 1
        if isinstance(value, str):
            yield value
        elif isinstance(value, t.Within):
            yield nouns.post(value, tightly=not last or tightly)
        elif isinstance(value, t.Event):
            yield f"{word} {load_words().verbs[value.type].ing} {rest(value, tightly=tightly)}".strip()
        else:
            yield _slot(word, value, slots[place + 1 :], tightly).strip()


def _slot(word: str, value: Any, after: list[Slot], tightly: bool) -> str:
    if isinstance(value, t.Number):
        return f"{word} {value.value}" if not after and not tightly else f"by ({value.value})"
    if isinstance(value, t.AtLeast | t.UpTo):
        return (
            f"{word} {nouns.np(value)}"
            if not word and not after and not tightly
            else f"by ({nouns.np(value)})"
        )
    if isinstance(value, t.Distance | t.Dice):
        return f"{word} {nouns.np(value)}"
    grasped = bool(after) and (
        _grasps(after[0]) or isinstance(after[0][1], t.Distance) or nouns.runs_on(value)
    )
    what = nouns.np(value)
    text = nouns.enclosed(value, what, tightly=grasped or (tightly and not after))
    return f"{word} {text}" if not nouns.taken(f"{word} {text}") else f"{word} {nouns.box(what)}"


def _grasps(slot: Slot) -> bool:
    word, value = slot
    if isinstance(value, t.Within):
        return True
    return bool(_GRASPING.match(word or (value if isinstance(value, str) else "")))


def time(moment: t.Span | t.Moment) -> str:
    """A span or moment in words."""
    if isinstance(moment, t.Span):
        return PHRASES["span", moment.lasts, None]
    return PHRASES["moment", moment.at, moment.whose]


# ---------------------------------------------------------------- clauses


def phrase(event: t.Event) -> str:
    """The bare verb phrase: "eliminate one crew from that ship"."""
    return f"{load_words().verbs[event.type].base} {rest(event, omit='agent')}".strip()


def clause(event: t.Event, strength: str = "do", *, inside: bool = True, tightly: bool = False) -> str:
    """A whole clause about the event, with its subject if it has one; `inside` a guard or a description."""
    if event.agent is not None and not (strength == "do" and _is_having(event)):
        subject = subject_of(event.agent)
        if inside and subject == "you" and strength in {"may", "must"}:
            subject = "(you)"  # before "you may" a line often leaves out the comma that ends a guard
        return f"{subject} {_active(event, strength, plural(event.agent), tightly)}"
    counted = isinstance(event.amount, t.CountOf | t.Difference)
    if event.object is not None and not (counted and strength == "do"):
        return f"{subject_of(event.object)} {passive(event, strength, tightly=tightly)}"
    return doing(event)


def _active(event: t.Event, strength: str, many: bool, tightly: bool) -> str:
    """What the subject does, from the verb on."""
    verb = load_words().verbs[event.type]
    words = rest(event, omit="agent", tightly=tightly)
    if strength != "do":
        return f"{MODALS[strength]} {verb.base} {words}".strip()
    text = f"{verb.base if many else verb.s} {words}".strip()
    # "Changes to" is what a piece becomes, and "ships hit by" are ships that were hit: so "is changing to".
    if text.startswith("changes to ") or (many and verb.base == verb.ed):
        return f"{'are' if many else 'is'} {verb.ing} {words}".strip()
    return text


def doing(event: t.Event) -> str:
    """The event without a subject: "docking at any island"."""
    return f"{load_words().verbs[event.type].ing} {rest(event)}".strip()


def passive(event: t.Event, strength: str, *, tightly: bool = False) -> str:
    """What is done to a piece: "is eliminated by that ship"."""
    verb = load_words().verbs[event.type].ed
    return f"{_be(event, strength)} {verb} {rest(event, omit='object', tightly=tightly)}".strip()


def _be(event: t.Event, strength: str) -> str:
    """The verb before a participle; "is being docked" is the event, "is docked" the state."""
    if strength == "do":
        return "is being" if _is_state(event) else "is"
    return f"{MODALS[strength]} be"


def _is_state(event: t.Event) -> bool:
    words = load_words()
    return words.state_words.get(words.verbs[event.type].ed) in nouns.predicate_states()


def has_passive(event: t.Event) -> bool:
    """Whether "may be done" says the event: "may be docked" is a state, and a count has no place there."""
    return not _is_state(event) and not isinstance(event.amount, t.CountOf | t.Difference)


def _is_having(event: t.Event) -> bool:
    """ "This ship carries gold" says that she has it; that gold is carried by her is the event."""
    return event.type == "carry" and event.object is not None


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
    if nouns.runs_on(piece) or nouns.is_bare(piece):
        return nouns.box(nouns.np(piece))
    return nouns.closed(piece)


# ---------------------------------------------------------------- clauses about a piece


def relative(filter_: t.Involved, *, tightly: bool = False) -> str:
    """The predicate of a clause about a piece: "shoots the firepot", "is placed on this ship"."""
    event, strength = filter_.event, filter_.strength
    if filter_.role == "agent":
        return _active(event, strength, False, tightly)
    if filter_.role == "owner":
        have = "has" if strength == "do" else f"{MODALS[strength]} have"
        return f"{have} {nouns.closed(event.object)} increased"
    return passive(event, strength, tightly=tightly)


def involved(filter_: t.Involved, *, tightly: bool = False) -> str:
    """A clause after a noun."""
    if filter_.role == "where":
        return f"where {clause(filter_.event, filter_.strength, tightly=tightly)}"
    if filter_.when is None:
        return f"that {relative(filter_, tightly=tightly)}"
    if filter_.when.moment == "after":
        return f"that {relative(filter_, tightly=True)} after {clause(filter_.when.event, tightly=tightly)}"
    manner = tuple(word for word in filter_.event.manner if word != "only")
    text = relative(filter_.but(event=filter_.event.but(manner=manner), when=None), tightly=True)
    return f"that {text} only when {clause(filter_.when.event, filter_.when.strength, tightly=tightly)}"


def _pieces(value: t.Pieces) -> str:
    filter_ = value.filters[-1] if value.filters else None
    if isinstance(filter_, t.Involved) and value.which == "which":
        return f"which {nouns.noun_of(value)} {relative(filter_)}"
    if isinstance(filter_, t.Involved) and filter_.role == "times":
        return f"the number of times {clause(filter_.event, filter_.strength)}"
    return nouns.whole(value)


nouns.NOUN_PHRASES[t.Pieces] = _pieces
nouns.POSTS[t.Involved] = lambda filter_, tightly: involved(filter_, tightly=tightly)
