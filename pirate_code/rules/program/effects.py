"""Effects: what an ability does, as the engine runs it. `running` carries them out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pirate_code.rules.program.amounts import MANY
from pirate_code.rules.program.node import Node
from pirate_code.rules.program.wording import tree_text

if TYPE_CHECKING:
    from pirate_code.language import tree as t
    from pirate_code.rules.program.amounts import Amount
    from pirate_code.rules.program.context import Context
    from pirate_code.rules.program.event_spec import EventSpec
    from pirate_code.rules.program.filters import Filter
    from pirate_code.rules.program.guards import Guards
    from pirate_code.rules.program.selectors import Selector

FORBIDDING = frozenset({"cannot", "must_not"})
# What can go on as leave or as a duty, and is not over with one event.
_GOING_ON = frozenset({"leave", "use", "dock", "shoot", "move", "give"})


@dataclass(frozen=True, slots=True, eq=False)
class Effect(Node):
    """What is done, or is so. The tree is kept for its words and for saving a position."""

    tree: t.Effect

    @property
    def says(self) -> str:
        """The effect in words, for people."""
        return tree_text(self.tree)

    @property
    def events(self) -> frozenset[str]:
        """The types of the events that it causes, allows or forbids."""
        return frozenset(part.spec.type for part in self.walk() if isinstance(part, Happen))

    @property
    def goes_on(self) -> bool:
        """Whether it can go on: a ban, leave, a changed stat, a state."""
        return False

    @property
    def about(self) -> Selector | None:
        """Whom an effect that goes on is about."""
        return None

    @property
    def first(self) -> Effect:
        """The first step, or the whole."""
        return self

    @property
    def steps(self) -> tuple[Effect, ...]:
        """The steps, one after the other."""
        return (self,)

    @property
    def inner(self) -> Effect:
        """The effect without guards of its own."""
        return self

    def parts_inside(self) -> tuple[Effect, ...]:
        """The effects that it is made of."""
        return ()

    def walk(self) -> Iterator[Effect]:
        """The effect and all that it is made of."""
        yield self
        for part in self.parts_inside():
            yield from part.walk()

    @property
    def event(self) -> EventSpec | None:
        """The event that happens, if that is all."""
        return None

    @property
    def strength(self) -> str:
        """Whether it is done, may be, must be or cannot be."""
        return "do"


@dataclass(frozen=True, slots=True, eq=False)
class Happen(Effect):
    """An event is caused, permitted, required or forbidden."""

    spec: EventSpec
    modal: str

    @property
    def event(self) -> EventSpec:
        """The event."""
        return self.spec

    @property
    def strength(self) -> str:
        """How it is told."""
        return self.modal

    @property
    def forbids(self) -> bool:
        """Whether something cannot be done."""
        return self.modal in FORBIDDING

    @property
    def goes_on(self) -> bool:
        """Bans do, and leave for what can be done at any time."""
        if self.forbids or self.modal == "need_not":
            return True
        if self.modal not in {"may", "must"} or self.spec.type not in _GOING_ON:
            return False
        what = self.spec.object  # "she may be given two actions", "a second action" is done at once
        if self.spec.type != "give" or what is None:
            return True
        return what.count is None and not what.has_state("extra", "second")

    @property
    def about(self) -> Selector | None:
        """Who does it, who is given something, or what it is done to."""
        return self.spec.slot(self.subject_slot)

    @property
    def subject_slot(self) -> str:
        """The slot of whom the event is told."""
        if self.spec.agent is not None:
            return "agent"
        return "to" if self.spec.type == "give" and self.spec.to is not None else "object"


@dataclass(frozen=True, slots=True, eq=False)
class Change(Effect):
    """A stat is raised, lowered, multiplied or set."""

    stat: str
    of: Selector
    by: str
    amount: Amount | Selector
    against: Selector | None
    per: Selector | None
    modal: str
    most: int = MANY

    def times(self, ctx: Context) -> int:
        """How many times the amount counts: "+1 for every crew on her, to a maximum of +3"."""
        return 1 if self.per is None else min(self.most, len(self.per.find(ctx)))

    @property
    def strength(self) -> str:
        """How it is told."""
        return self.modal

    @property
    def goes_on(self) -> bool:
        """It does."""
        return True

    @property
    def about(self) -> Selector:
        """Whose stat it is."""
        return self.of


@dataclass(frozen=True, slots=True, eq=False)
class Become(Effect):
    """A piece turns into, or counts as, something."""

    subject: Selector
    filter: Filter
    modal: str

    @property
    def strength(self) -> str:
        """How it is told."""
        return self.modal

    @property
    def goes_on(self) -> bool:
        """It does."""
        return True

    @property
    def about(self) -> Selector:
        """Who becomes something."""
        return self.subject


@dataclass(frozen=True, slots=True, eq=False)
class Gain(Effect):
    """A piece gains a keyword, a cannon, an ability."""

    who: Selector
    what: Selector

    @property
    def goes_on(self) -> bool:
        """It does."""
        return True

    @property
    def about(self) -> Selector:
        """Who gains it."""
        return self.who


@dataclass(frozen=True, slots=True, eq=False)
class Nothing(Effect):
    """No effect."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcome(Node):
    """What a die result leads to."""

    faces: tuple[int, ...]
    each: bool
    effect: Effect


@dataclass(frozen=True, slots=True, eq=False)
class Table(Effect):
    """A roll and its outcomes; on a mysterious island the roll is the island's own.

    `per` is what is rolled for one after the other; `once` is the table for one of them.
    """

    roll: Happen | None
    outcomes: tuple[Outcome, ...]

    def parts_inside(self) -> tuple[Effect, ...]:
        """The outcomes, and the roll."""
        roll = () if self.roll is None else (self.roll,)
        return (*roll, *(outcome.effect for outcome in self.outcomes))

    @property
    def per(self) -> Selector | None:
        """What is rolled for, one after the other."""
        return self.roll.spec.per if self.roll is not None else None

    @property
    def dice(self) -> int:
        """How many dice are rolled."""
        amount = self.roll.spec.amount if self.roll is not None else None
        return amount.dice or 1 if amount is not None else 1


@dataclass(frozen=True, slots=True, eq=False)
class Pay(Effect):
    """A cost paid to get an effect: "eliminate one crew to give this ship an extra action"."""

    cost: Happen
    gain: Effect

    def parts_inside(self) -> tuple[Effect, ...]:
        """The cost and the gain."""
        return (self.cost, self.gain)


@dataclass(frozen=True, slots=True, eq=False)
class Sequence(Effect):
    """Effects one after the other."""

    parts: tuple[Effect, ...]

    def parts_inside(self) -> tuple[Effect, ...]:
        """The steps."""
        return self.parts

    @property
    def goes_on(self) -> bool:
        """Whether all steps do."""
        return all(step.goes_on for step in self.parts)

    @property
    def first(self) -> Effect:
        """The first step."""
        return self.parts[0]

    @property
    def steps(self) -> tuple[Effect, ...]:
        """The steps."""
        return self.parts


@dataclass(frozen=True, slots=True, eq=False)
class Choice(Effect):
    """Some of these effects, chosen by the player."""

    pick: int
    options: tuple[Effect, ...]

    def parts_inside(self) -> tuple[Effect, ...]:
        """The options."""
        return self.options


@dataclass(frozen=True, slots=True, eq=False)
class Guarded(Effect):
    """An effect with guards of its own, inside an ability."""

    guards: Guards
    effect: Effect

    def parts_inside(self) -> tuple[Effect, ...]:
        """The effect."""
        return (self.effect,)

    @property
    def inner(self) -> Effect:
        """The effect."""
        return self.effect
