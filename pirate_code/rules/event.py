"""What happens at the table: a type and its slots, named like those of the trees, and why it happens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypedDict, Unpack

from pirate_code.board.refs import Matter, Part, Ref
from pirate_code.core.dice import Rolled
from pirate_code.rules.event_facts import SHOWN, Facts


class Cause(NamedTuple):
    """Why something happens: a rule of the game, or an ability of a piece."""

    rule: str
    piece: int | None = None
    ability: int | None = None


SETUP = Cause("setup")


class EventChanges(TypedDict, total=False):
    """What of an event can be changed: its fields, by name."""

    type: str
    agent: Ref | None
    object: Ref | None
    to: Ref | None
    source: Ref | None
    at: Ref | None
    against: Ref | None
    using: Ref | None
    role: Ref | None
    exchange: Ref | None
    amount: Rolled
    distance: tuple[str, ...]
    manner: frozenset[str]
    player: int | None
    cause: Cause
    within: Event | None
    facts: Facts


@dataclass(slots=True)
class Event:
    """Something that happens, is about to happen or is asked about.

    `player` is who makes it happen. `amount` is what can be modified about it: the value of a roll, so many
    gold. `manner` holds words of the trees (face_down, randomly, from_game). `within` is the event in the
    course of which this one happens: a hit within a shot within a shoot action.
    """

    type: str
    agent: Ref | None = None
    object: Ref | None = None
    to: Ref | None = None
    source: Ref | None = None
    at: Ref | None = None
    against: Ref | None = None
    using: Ref | None = None
    role: Ref | None = None
    exchange: Ref | None = None
    amount: Rolled = 0
    distance: tuple[str, ...] = ()
    manner: frozenset[str] = frozenset()
    player: int | None = None
    cause: Cause = SETUP
    within: Event | None = None
    facts: Facts = field(default_factory=dict)  # see event_facts

    def but(self, **changes: Unpack[EventChanges]) -> Event:
        """The same event with some slots changed."""
        new = Event(
            self.type,
            self.agent,
            self.object,
            self.to,
            self.source,
            self.at,
            self.against,
            self.using,
            self.role,
            self.exchange,
            self.amount,
            self.distance,
            self.manner,
            self.player,
            self.cause,
            self.within,
            self.facts,
        )
        for name, value in changes.items():
            setattr(new, name, value)
        return new


GUN_ROLLS = frozenset({"cannon_roll", "gun_roll"})


def chain(event: Event | None) -> Iterator[Event]:
    """An event, the one it happens within, and so on outward."""
    while event is not None:
        yield event
        event = event.within


# The free actions that an action may bring about: how many different sums of them there are.
_FREE = {"shoot": 1, "ram": 2, "board": 4}
FREE_ACTIONS = 64


def free_action(event: Event | None) -> int:
    """Which free action of an action an event belongs to, as a number (better-of-two-dice-for-every-action).

    Shots, rams and boardings are told apart, and a move as a free action, which is given within another.
    """
    types = [outer.type for outer in chain(event)]
    return sum(_FREE[kind] for kind in set(types) & _FREE.keys()) + 8 * min(types.count("give"), 7)


def face(roll: Event) -> Rolled:
    """What a roll counts as where a result is asked for; 0 if it is not known.

    Modifiers count, within 1 to 6 (die-roll-modifiers-and-required-results); a cannon that rolls a 1 has
    rolled a 1 (cannon-roll-of-1-always-misses).
    """
    shown = SHOWN.get(roll, roll.amount)
    if shown in (roll.amount, 0) or (is_of_guns(roll) and shown == 1):
        return shown
    return min(6, max(1, roll.amount))


def is_of_guns(roll: Event) -> bool:
    """Whether a roll is made for a cannon or gun."""
    return isinstance(roll.object, Matter) and roll.object.noun in GUN_ROLLS


def made_for(event: Event) -> int | None:
    """The piece that a roll is made for."""
    if isinstance(event.agent, Part):
        return event.agent.of
    if isinstance(event.agent, int):
        return event.agent
    return event.object.of if isinstance(event.object, Matter) else None
