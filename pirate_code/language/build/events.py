"""Verbs with their objects and adjuncts become events; some events are changes of a stat."""

from __future__ import annotations

from typing import Any

from pirate_code.language import tree as t
from pirate_code.language.build.clause import BuildError, Clause, Paren, StatValue, Value
from pirate_code.language.build.mentions import THIS_SHIP, reference
from pirate_code.language.build.values import amount, more_or_fewer, selector
from pirate_code.language.words import load_words

# Verbs that put their object somewhere: a place that describes the object is where it goes.
PLACING = frozenset({"place", "unload", "assign", "dock"})
# Verbs that only lead to the next verb: "choose to reveal it", "try to possess".
LEADING = frozenset({"choose", "try"})
# Verbs that take somebody to receive before what is received: "give this ship an action".
GIVING = frozenset({"give", "assign", "deal", "pay", "show"})
# Verbs that make one thing another: "declare a ship a target".
NAMING = frozenset({"declare", "name", "consider"})
_SLOTS = ("to", "source", "at", "against", "using", "exchange", "role", "per")
# Slots that say where or how: a change of a stat has none of them, so they would be lost.
PLACES = ("at", "near", "means", "without", "role", "using")


class EventMaker:
    """Collects what a clause says of one event, and makes the event."""

    def __init__(self, verb: str, agent: t.Selector | None, passive: bool) -> None:
        """Begin with the verb and who does it."""
        self.verb, self.passive = verb, passive
        self.slots: dict[str, Any] = {"agent": agent} if agent is not None else {}
        self.lifted: dict[str, t.Filter] = {}
        self.manner: list[str] = []
        self.guards: list[t.Guard] = []
        self.purposes: list[Any] = []

    def add_object(self, value: Value) -> None:
        """What it is done to; distances and dice have slots of their own."""
        if isinstance(value, tuple):
            value, manner = value
            self.manner.append(manner)
        if isinstance(value, t.Distance):
            self._set("distance", value)
        elif isinstance(value, t.Number | t.Dice | t.CountOf | t.Difference | t.AtLeast | t.UpTo):
            self._set("amount", value)
        elif isinstance(value, StatValue):
            self._set("object", value)
        elif isinstance(value, Paren) and isinstance(value.value, t.CountOf | t.Difference):
            self._set("amount", value.value)
        elif isinstance(value, Paren):
            self._set("object", selector(value))
        else:
            self._set("object", self._lift(value))

    def _lift(self, value: t.Selector) -> t.Selector:
        """Move "from that ship" off the object and into the event."""
        if not isinstance(value, t.Pieces):
            if isinstance(value, t.Group) and isinstance(value.members[-1], t.Pieces):
                *others, end = value.members
                last = self._lift(end)
                gone = [filter_ for filter_ in self.lifted.values() if isinstance(filter_, t.Located)]
                return value.but(members=(*(_without(member, gone) for member in others), last))
            return value
        kept = [
            filter_
            for filter_ in value.filters
            if not (isinstance(filter_, t.Located | t.Within) and self._lifted(filter_, value.noun))
        ]
        value = value.but(filters=tuple(kept))
        if "near" in self.lifted and (rest := _own_distance(self.slots["near"])):
            # "... one L away from this ship and one L away from a wild island": each has its own distance.
            near = self.slots.pop("near")
            self.lifted.pop("near")
            mine = value.but(filters=(*value.filters, near.but(of=near.of.members[0])))
            return t.Group(join="and", members=(mine, *rest))
        if "source" in self.lifted and (rest := _own_source(self.slots["source"])):
            # "... from the island and one random crew from every ship": two objects, each with its place.
            place = self.slots.pop("source").members[0]
            self.lifted.pop("source")
            mine = value.but(filters=(*value.filters, t.Located(place="from", what=place)))
            return t.Group(join="and", members=(mine, *rest))
        if "source" in self.lifted and (parts := _no_places(self.slots["source"])):
            # "... one crew from this ship and one mast": a mast is no place, so it is lost as well.
            self.slots["source"] = self.slots["source"].members[0]
            return t.Group(join="and", members=(value, *parts))
        source = self.slots.get("source")
        if self.verb in PLACING and "to" not in self.slots and isinstance(source, t.Pieces):
            # "Place a treasure from your home island on her": the island is not on her.
            on = [one for one in source.filters if isinstance(one, t.Located) and one.place == "on"]
            if on and _is_island(source):
                self.slots["to"] = on[-1].what
                self.slots["source"] = source.but(
                    filters=tuple(one for one in source.filters if one != on[-1])
                )
        if self.verb in PLACING and isinstance(value.of, t.Pieces) and value.of.which != "this":
            # "place the center of a fog bank within S": the center is within S, not the fog bank.
            return value.but(of=self._lift(value.of))
        return value

    def _lifted(self, filter_: t.Located | t.Within, noun: str) -> bool:
        if isinstance(filter_, t.Within):
            slot = "near" if self.verb == "place" or noun == "turn" else None
        elif filter_.place == "on" and self.verb in PLACING:
            slot = "to"
        elif filter_.place == "under":
            slot = "near" if self.verb in PLACING else None
        elif filter_.place == "in" and (noun == "turn" or _is_direction(filter_.what)):
            slot = "at"
        else:
            slot = {"from": "source", "as": "role"}.get(filter_.place)
        if slot is None or slot in self.slots:
            return False
        self.slots[slot] = filter_.what if isinstance(filter_, t.Located) and slot != "near" else filter_
        self.lifted[slot] = filter_
        return True

    def _set(self, slot: str, value: Any) -> None:
        if slot in self.lifted:
            # The place was the object's own after all: "place all crew on that ship onto the island".
            self.slots["object"] = _narrowed(self.slots["object"], self.lifted.pop(slot))
            self.slots.pop(slot)
        if slot in self.slots:
            raise BuildError(f"an event of type {self.verb!r} has two values for its slot {slot!r}")
        self.slots[slot] = value

    def add(self, how: str, value: Any) -> None:
        """One adjunct."""
        if how == "manner":
            self.manner.append(value)
        elif how == "guard":
            self.guards.append(value)
        elif how == "purpose":
            self.purposes.append(value)
        elif how == "by":
            self._by(value)
        elif how == "to" and isinstance(value, t.Distance | t.Number):
            self._set("amount" if isinstance(value, t.Number) else "distance", value)
            self.slots["_to"] = True
        elif how in {"near", "means", "without"}:
            self._set(how, value)
        elif how == "carry":
            self._carry()
        elif how == "times":
            self._set("amount", value)
        elif how == "on":
            self._set("to" if self.verb in PLACING else "at", selector(value))
        elif how == "also_at":
            before = self.slots.get("at")
            other = selector(value)
            self.slots["at"] = t.Group(join="or", members=(before, other)) if before else other
        else:
            self._set(how, selector(value))

    def _by(self, value: Value) -> None:
        measure = amount(value)
        if isinstance(measure, t.Number | t.Dice | t.Result | t.Distance | t.AtLeast | t.UpTo):
            self._set("distance" if isinstance(measure, t.Distance) else "amount", measure)
        else:
            self._set("using" if "agent" in self.slots else "agent", selector(value))

    def _carry(self) -> None:
        obj = self.slots.get("object")
        if isinstance(obj, t.Pieces) and not isinstance(obj.count, t.AsMuchAs):
            self.slots["object"] = obj.but(count=t.AsMuchAs(), which=None)

    def clause(self, strength: str = "do") -> Clause:
        """The clause so far."""
        change = self._change()
        subject = self.slots.get("agent")
        if "always" in self.manner:
            self.manner.remove("always")
            strength = "must"
        if change is not None and [manner for manner in self.manner if manner != "also"]:
            raise BuildError(f"a change of a stat cannot happen {self.manner[0]!r}")
        if change is not None and (place := next((slot for slot in PLACES if slot in self.slots), None)):
            raise BuildError(f"a change of a stat has no slot {place!r}")
        if change is not None:
            return Clause(subject=subject, strength=strength, effect=change, guards=self.guards)
        slots = {key: value for key, value in self.slots.items() if not key.startswith("_")}
        if self.verb == "shoot" and "at" in slots and ("object" not in slots or _is_gun(slots["object"])):
            if "object" in slots:
                slots["using"] = slots.pop("object")
            self.verb, slots["object"] = "shoot_at", slots.pop("at")
        if isinstance(slots.get("object"), StatValue):
            slots["object"] = selector(slots["object"])
        if "_to" in self.slots:
            raise BuildError("only a stat can be brought to a number or a distance")
        slots = self._in_other_words(slots)
        if self.verb == "belong_to" and subject is not None and _is_of_a_nation(slots.get("object")):
            is_a = t.IsA(what=slots["object"])
            return Clause(subject=subject, strength=strength, filter=is_a, guards=self.guards)
        event = t.Event(type=self.verb, manner=tuple(dict.fromkeys(self.manner)), **slots)
        return Clause(subject=subject, strength=strength, event=event, guards=self.guards)

    def _in_other_words(self, slots: dict[str, Any]) -> dict[str, Any]:
        """The event that the rules know by another verb than the line uses."""
        if self.verb == "lose" and t.can_be_eliminated(slots.get("object")):
            # What a ship loses is eliminated, and it was hers: "the damaged ship loses an extra mast".
            self.verb, owner = "eliminate", slots.pop("agent", None)
            return slots | {"object": _owned(slots["object"], owner)}
        if self.verb == "take" and "agent" in slots and "to" not in slots and _is_action(slots.get("object")):
            # A ship that takes an action is given it.
            self.verb = "give"
            return slots | {"to": slots.pop("agent")}
        if self.verb == "end" and "object" not in slots and _is_action(slots.get("agent")):
            # An action that ends is resolved by the ship that had it.
            self.verb = "resolve"
            return slots | {"agent": THIS_SHIP, "object": slots["agent"]}
        if (
            self.verb == "begin"
            and _is_the_game(slots.get("object"))
            and isinstance(slots.get("using"), t.Pieces)
        ):
            # A ship that begins the game loaded with something has it put aboard before, as much as fits.
            self.verb = "place"
            self.guards.append(t.Moment(at="setup"))
            load = slots.pop("using")
            return slots | {"object": load.but(count=t.AsMuchAs(), which=None), "to": slots.pop("agent")}
        return slots

    # ---------------------------------------------------- changes of a stat

    def _change(self) -> t.Effect | None:
        obj = self.slots.get("object")
        stat = _stat_of(obj)
        extra: dict[str, Any] = {key: self.slots[key] for key in ("against", "per") if key in self.slots}
        if self.verb in {"add", "subtract"} and (raised := self._add_to_stat(extra)):
            return raised
        if self.verb == "double" and stat:
            return t.Change(stat=stat[0], of=stat[1], by="multiply", amount=t.Number(value=2), **extra)
        if self.verb == "multiply" and stat and isinstance(self.slots.get("amount"), t.Number):
            return t.Change(stat=stat[0], of=stat[1], by="multiply", amount=self.slots["amount"], **extra)
        if (self.verb in {"reduce", "increase"} and stat) or (
            self.verb == "change" and stat and "_to" in self.slots
        ):
            return self._raise(stat, extra)
        if self.verb == "take_up" and "agent" in self.slots:
            return self._space()
        if self.verb == "cost" and "agent" in self.slots and obj is not None:
            cost = amount(obj)
            by = "set"
            if isinstance(obj, t.Pieces) and obj.noun == "point" and (more := more_or_fewer(obj)):
                by, cost = more
            if isinstance(cost, t.Number):
                return t.Change(stat="point_cost", of=self.slots["agent"], by=by, amount=cost)
        if self.verb == "gain" and "agent" in self.slots and obj is not None:
            if isinstance(obj, StatValue):
                return t.Change(stat=obj.stat, of=self.slots["agent"], by="set", amount=obj.value)
            if set(self.slots) == {"agent", "object"} and not self.manner:
                return t.Gain(who=self.slots["agent"], what=obj)
        return None

    def _add_to_stat(self, extra: dict[str, Any]) -> t.Effect | None:
        """ "Add L to her base move", "subtract 1 from the die roll result"."""
        place = self.slots.get("to" if self.verb == "add" else "source")
        value = self.slots.get("amount") or self.slots.get("distance")
        if not isinstance(place, t.Pieces) or place.noun not in load_words().stats or place.filters:
            return None
        if not isinstance(value, t.Number | t.Distance):
            return None
        return t.Change(stat=place.noun, of=place.of or THIS_SHIP, by=self.verb, amount=value, **extra)

    def _raise(self, stat: tuple[str, t.Selector], extra: dict[str, Any]) -> t.Effect | None:
        value = self.slots.get("amount") or self.slots.get("distance")
        if not isinstance(value, t.Number | t.Distance):
            return None
        by = "set" if "_to" in self.slots else "subtract" if self.verb == "reduce" else "add"
        return t.Change(stat=stat[0], of=stat[1], by=by, amount=value, **extra)

    def _space(self) -> t.Effect | None:
        space = self.slots.get("object")
        if isinstance(space, t.Pieces) and space.noun == "cargo_space" and not space.filters:
            value = amount(space)
            if isinstance(value, t.Number):
                return t.Change(stat="cargo_space", of=self.slots["agent"], by="set", amount=value)
            if space.which is None and space.count is None:
                return t.Change(
                    stat="cargo_space", of=self.slots["agent"], by="set", amount=t.Number(value=1)
                )
        return None


def _is_the_game(value: Any) -> bool:
    return isinstance(value, t.Pieces) and value.noun == "game"


def _is_island(value: t.Pieces) -> bool:
    return load_words().noun_class[value.noun] == "places"


def _is_action(value: Any) -> bool:
    return isinstance(value, t.Pieces) and value.noun.endswith("action")


def _is_of_a_nation(value: Any) -> bool:
    return isinstance(value, t.Pieces) and any(isinstance(filter_, t.OfNation) for filter_ in value.filters)


def _is_gun(value: Any) -> bool:
    return isinstance(value, t.Pieces) and value.noun in {"cannon", "gun"}


def _is_direction(value: t.Selector) -> bool:
    return isinstance(value, t.Pieces) and value.noun == "direction"


def _own_source(source: t.Selector) -> tuple[t.Selector, ...]:
    """Members of a place that are no places, because they come from somewhere themselves."""
    if not isinstance(source, t.Group) or source.join != "and":
        return ()
    rest = source.members[1:]
    coming = all(
        isinstance(member, t.Pieces)
        and any(isinstance(filter_, t.Located) and filter_.place == "from" for filter_ in member.filters)
        for member in rest
    )
    return rest if coming else ()


def _own_distance(near: t.Filter) -> tuple[t.Selector, ...]:
    """What is placed as well, at a distance of its own, and is no place that the first is near to."""
    if not isinstance(near, t.Within) or not isinstance(near.of, t.Group) or near.of.join != "and":
        return ()
    rest = near.of.members[1:]
    apart = all(
        isinstance(member, t.Pieces)
        and (member.noun, member.count) == ("game_piece", t.Number(value=1))
        and any(isinstance(filter_, t.Within) for filter_ in member.filters)
        for member in rest
    )
    return rest if apart else ()


def _no_places(source: t.Selector) -> tuple[t.Selector, ...]:
    """The members of a place after the first, if none of them can hold anything."""
    if not isinstance(source, t.Group) or source.join != "and" or t.can_be_eliminated(source.members[0]):
        return ()
    return source.members[1:] if all(map(t.can_be_eliminated, source.members[1:])) else ()


def _owned(what: t.Selector, owner: t.Selector | None) -> t.Selector:
    """Parts and cargo of this owner, unless they are said to be somebody's already."""
    if isinstance(what, t.Group):
        return what.but(members=tuple(_owned(member, owner) for member in what.members))
    if isinstance(what, t.Pieces) and isinstance(owner, t.Pieces) and what.of == reference(owner):
        return what.but(of=owner)  # "the ship that hits her loses one of its crew": one of that ship's
    if (
        not isinstance(what, t.Pieces)
        or owner is None
        or what.of is not None
        or what.which in {"this", "that"}
    ):
        return what
    return what.but(of=owner)


def _without(value: t.Selector, gone: list[t.Located]) -> t.Selector:
    """A member of a group without what was moved into the event for all of them."""
    if not isinstance(value, t.Pieces):
        return value
    return value.but(filters=tuple(filter_ for filter_ in value.filters if filter_ not in gone))


def _narrowed(value: t.Selector, filter_: t.Filter) -> t.Selector:
    if isinstance(value, t.Group):
        return value.but(members=tuple(_narrowed(member, filter_) for member in value.members))
    return value.but(filters=(*value.filters, filter_)) if isinstance(value, t.Pieces) else value


def _stat_of(value: Any) -> tuple[str, t.Selector] | None:
    """The stat and its owner, if that is what the noun phrase names."""
    if isinstance(value, t.Pieces) and value.noun in load_words().stats and value.count is None:
        if value.of is None and value.noun in {"range", "rank"}:
            cannons = t.Pieces(noun="cannon", of=THIS_SHIP, filters=value.filters)
            return (value.noun, cannons)
        return (value.noun, value.of if value.of is not None and not value.filters else value)
    return None
