"""Adjuncts of a verb, and the events they make: (how, value) pairs filled into slots."""

from __future__ import annotations

from typing import Any

from lark import Token

from pirate_code.language import tree as t
from pirate_code.language.build.clause import BuildError, Clause, Paren, Value, VerbPhrase
from pirate_code.language.build.effects import effect_of
from pirate_code.language.build.events import GIVING, LEADING, NAMING, EventMaker
from pirate_code.language.build.mentions import Mentions
from pirate_code.language.build.posts import located
from pirate_code.language.build.values import selector, signed_amount
from pirate_code.language.fits import load_fits
from pirate_code.language.times import TIMES
from pirate_code.language.words import Words

_PLACE_SLOTS = {
    "on": "on",
    "aboard": "on",
    "assigned to": "on",
    "in": "at",
    "from": "source",
    "than": "against",
    "as": "role",
}


_THERE = t.InState(state="in_play")
_MEASURES = t.Distance | t.Number | t.Dice | t.CountOf | t.Difference | t.AtLeast | t.UpTo


class Adjuncts:
    """Callbacks of the arguments and adjuncts of grammar/effects.lark, and the clauses that they make."""

    def __init__(self, words: Words, mentions: Mentions) -> None:
        """Build with the vocabulary, for a line that has mentioned these pieces."""
        self.words, self.mentions = words, mentions

    def to(self, *words: Any) -> tuple[str, Value]:
        return ("to", words[-1])

    def place(self, word: Token, what: Value) -> tuple[str, Value]:
        if word == "under":
            return ("near", located(word, what))
        return (_PLACE_SLOTS[str(word)], what)

    def at(self, what: Value) -> tuple[str, Value]:
        return ("at", what)

    def or_at(self, what: Value) -> tuple[str, Value]:
        return ("also_at", what)

    def by(self, *words: Any) -> tuple[str, Value]:
        return ("by", words[-1])

    def against(self, what: Value) -> tuple[str, Value]:
        return ("against", what)

    def for_(self, what: Value) -> tuple[str, Value]:
        return ("exchange", what)

    def per(self, *words: Any) -> tuple[str, Value]:
        return ("per", words[-1])

    def with_(self, *words: Any) -> tuple[str, Value]:
        return ("using", words[-1])

    def near(self, within: t.Within) -> tuple[str, t.Within]:
        return ("near", within)

    def next_to(self, what: Value) -> tuple[str, t.Touching]:
        return ("near", t.Touching(what=selector(what)))

    def manner(self, word: Token) -> tuple[str, str]:
        return ("manner", self.words.manner_words[word])

    def time_adjunct(self, text: Token) -> tuple[str, t.Guard]:
        return ("guard", self.time(text))

    def time(self, text: Token) -> t.Guard:
        kind, first, second = TIMES[text]
        if kind == "limit":
            return t.Limit(per=first)
        if kind == "tied":
            return t.Condition(fact=t.Tied())
        if kind == "moment":
            return t.Moment(at=first, whose=second)
        if kind == "until":
            return t.Until(end=t.Moment(at=first, whose=second))
        return t.Span(lasts=first)

    def purpose(self, to: Token, vps: VerbPhrase) -> tuple[str, Any]:
        return ("purpose", ("not" in to, vps))

    def as_carry(self, _: Token) -> tuple[str, None]:
        return ("carry", None)

    def by_doing(self, word: Token, verb: Token, args: Any) -> tuple[str, t.Event]:
        clause = self.event_clause(self.words.forms["ing"][verb], None, *args)
        if clause.event is None:
            raise BuildError("what something is done by or without must be an event")
        return ("without" if word == "without" else "means", clause.event)

    def docked_at(self, _: Token, what: Value) -> tuple[str, Any]:
        return ("docked", what)

    def except_on(self, what: Value) -> tuple[str, Any]:
        return ("except", what)

    def increased(self, _: Token) -> tuple[str, str]:
        return ("participle", "increase")

    def aboard(self, _: Token) -> tuple[str, str]:
        return ("manner", "aboard")

    def adjunct_there(self, _: Token) -> tuple[str, t.Selector]:
        return ("at", self.mentions.place(there=True))

    def most(self, _: Token, signed: Token) -> tuple[str, Any]:
        return ("most", signed_amount(signed))

    def times_as(self, _: Token, noun: Token) -> tuple[str, t.CountOf]:
        owner = self.mentions.pronoun("she")
        return ("times", t.CountOf(what=t.Pieces(noun=self.words.nouns[noun], of=owner)))

    def per_rules(self, what: Value) -> tuple[str, Any]:
        return ("role", what)

    # -------------------------------------------------------- events

    def args(self, *parts: Any) -> tuple[Value, list[Any]]:
        objects = [part for part in parts if not is_adjunct(part)]
        return (objects[0] if objects else None, [part for part in parts if is_adjunct(part)])

    def args_two(self, first: Value, second: Value, *adjuncts: Any) -> tuple[Value, list[Any]]:
        return ((first, second, "two"), list(adjuncts))

    def event_clause(
        self, verb: str, agent: t.Selector | None, obj: Value, adjuncts: list[Any], passive: bool = False
    ) -> Clause:
        """The clause of a verb: who does it, what it is done to, and how, where, when."""
        maker = EventMaker(verb, None if passive else agent, passive)
        if isinstance(obj, tuple) and len(obj) == 3:
            first, second, _ = obj
            self._two_objects(maker, first, second)
        elif obj is not None and passive and agent is not None and not _is_measure(obj):
            # "this ship is given an action": the subject receives, the object is what she is given.
            maker.slots["to"] = agent
            maker.add_object(obj)
            agent = None
        elif obj is not None:
            maker.add_object(obj)
        if passive and agent is not None:
            maker.add_object(_whole(agent))
        for how, value in adjuncts:
            self._add(maker, how, value)
        self._refer(maker)
        clause = maker.clause()
        return self._with_purposes(clause, maker.purposes)

    def _refer(self, maker: EventMaker) -> None:
        """ "It" is the last piece that can do this or have it done: a treasure is unloaded, not its ship."""
        for slot in ("agent", "object", "source"):
            piece = maker.slots.get(slot)
            allowed = load_fits().allowed(maker.verb, slot, alone="object" not in maker.slots)
            if allowed is None or not isinstance(piece, t.Pieces) or not self.mentions.is_guessed(piece):
                continue
            if slot == "object" and load_fits().kinds[piece.noun] == "ship" and _is_for_islands(allowed):
                maker.slots[slot] = self.mentions.fitting(frozenset({"island"})) or piece
            elif load_fits().kinds[piece.noun] not in allowed | {"none"}:
                others = [value for name, value in maker.slots.items() if name != slot]
                maker.slots[slot] = self.mentions.fitting(allowed, others) or piece

    def _two_objects(self, maker: EventMaker, first: Value, second: Value) -> None:
        plain = second.value if isinstance(second, Paren) else second
        if isinstance(plain, _MEASURES | tuple):
            maker.add_object(first)
            maker.add_object(second)
        elif isinstance(first, t.Distance):
            raise BuildError("a distance cannot receive anything")
        elif maker.verb in NAMING:
            maker.add_object(first)
            maker.add("role", second)
        elif maker.verb not in GIVING:
            raise BuildError(f"an event of type {maker.verb!r} is done to one thing, and two stand here")
        else:
            maker.slots["to"] = selector(first)
            maker.add_object(second)

    def _add(self, maker: EventMaker, how: str, value: Any) -> None:
        if how == "docked":
            maker.add("at", value)
            maker.add("manner", "docked")
        elif how == "except":
            place = maker.slots.get("at") or maker.slots.get("to")
            except_ = t.Except(what=selector(value))
            if isinstance(place, t.Pieces):
                slot = "at" if "at" in maker.slots else "to"
                maker.slots[slot] = place.but(filters=(*place.filters, except_))
            else:
                raise BuildError("an exception needs a place to be excepted from")
        else:
            maker.add(how, value)

    def _with_purposes(self, clause: Clause, purposes: list[Any]) -> Clause:
        for negated, vps in purposes:
            event = clause.event
            if event is not None and event.type == "require" and event.object is not None:
                return required(vps(None, "cannot")[0], t.Matches(subject=event.object, filter=_THERE))
            if event is not None and event.type == "force" and event.object is not None:
                forced: Clause = vps(event.object, "must")[0]
                forced.strength = "must"
                return forced
            inner = vps(None, "cannot" if negated else "do")
            leads = event is not None and event.type in LEADING and event.object is None and not negated
            if leads and event is not None:
                first = inner[0]
                agent = event.agent
                if first.event is not None and agent is not None:
                    first.event = first.event.but(agent=agent)
                clause = Clause(
                    clause.subject,
                    clause.strength,
                    first.event,
                    first.filter,
                    first.effect,
                    clause.guards + first.guards,
                )
                clause.gains.extend(effect_of(other) for other in inner[1:])
            else:
                clause.gains.extend(effect_of(other) for other in inner)
        return clause


def _is_for_islands(kinds: frozenset[str]) -> bool:
    """Whether what is done is done to islands rather than to ships: to explore, to look at."""
    return "island" in kinds and "terrain" not in kinds


def _is_measure(value: Value) -> bool:
    """Whether a value says how far or how much: "is moved L" moves the subject."""
    plain = value.value if isinstance(value, Paren) else value
    return isinstance(plain, _MEASURES)


def is_adjunct(part: Any) -> bool:
    return isinstance(part, tuple) and len(part) == 2 and isinstance(part[0], str)


def _whole(value: Any) -> Any:
    """A subject of a passive is not taken apart."""
    return Paren(value) if isinstance(value, t.Pieces | t.Group) else value


def required(clause: Clause, fact: t.Matches | t.Happens) -> Clause:
    """What needs something cannot happen without it: "two hits are required to eliminate a mast"."""
    clause.guards.append(t.Condition(fact=fact, negated=True))
    clause.strength = "cannot"
    return clause
