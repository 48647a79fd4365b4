"""Where the rules put what they know: how an event happens, what forbids it, how an action is done.

A module of `rules/happen` or `rules/actions` registers its functions with these decorators; nothing else
connects them to the pipeline.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from pirate_code.rules.decision import Steps
from pirate_code.rules.event import Event

if TYPE_CHECKING:
    from pirate_code.rules.game import Game
    from pirate_code.rules.program.event_spec import EventSpec

Mechanics = Callable[["Game", Event], Steps[None]]
Reason = Callable[["Game", Event], str | None]
F = TypeVar("F", bound=Callable[..., object])


class Ban(NamedTuple):
    """A rule that forbids events: why, or None; the slot of the event that it rests on, if it is one.

    Of what stands in that slot (`own`), only what is said of "this" piece lifts it.
    """

    reason: Reason
    slot: str | None
    own: bool = False

    def is_lifted_by(self, pattern: EventSpec | None) -> bool:
        """Whether leave that speaks so is about what the rule rests on."""
        if self.slot is None:
            return True
        named = pattern.slot(self.slot) if pattern is not None else None
        return named is not None and (named.is_this or not self.own)


MECHANICS: dict[str, Mechanics] = {}
BANS: dict[str, list[Ban]] = {}
ACTIONS: dict[str, Mechanics] = {}
OPENINGS: dict[str, list[Mechanics]] = {}
CLOSINGS: dict[str, list[Mechanics]] = {}


def happens(*types: str) -> Callable[[Mechanics], Mechanics]:
    """Register how events of these types change the position, once nothing forbids or replaces them."""

    def register(mechanics: Mechanics) -> Mechanics:
        for kind in types:
            if kind in MECHANICS:
                raise ValueError(f"two functions say how {kind!r} happens")
            MECHANICS[kind] = mechanics
        return mechanics

    return register


def banned(*types: str, slot: str | None = None, own: bool = False) -> Callable[[Reason], Reason]:
    """Register a rule that forbids events of these types: it returns the reason, or None.

    An ability that says "may" lifts it, unless another says "cannot". A rule about one slot of an event is
    lifted only by an ability that speaks of that slot: a creature that "may tow" tows derelicts, as ships do.
    If it rests on what that piece is (`own`), what is told of all ships does not lift it: that "a friendly
    ship may tow this ship" makes no creature one that tows.
    """

    def register(reason: Reason) -> Reason:
        for kind in types:
            BANS.setdefault(kind, []).append(Ban(reason, slot, own))
        return reason

    return register


def opens(*types: str) -> Callable[[Mechanics], Mechanics]:
    """Register what the rules do first, before abilities answer such an event or replace it."""

    def register(mechanics: Mechanics) -> Mechanics:
        for kind in types:
            OPENINGS.setdefault(kind, []).append(mechanics)
        return mechanics

    return register


def closes(*types: str) -> Callable[[Mechanics], Mechanics]:
    """Register what the rules still do when abilities have answered such an event, or replaced it."""

    def register(mechanics: Mechanics) -> Mechanics:
        for kind in types:
            CLOSINGS.setdefault(kind, []).append(mechanics)
        return mechanics

    return register


def action(name: str) -> Callable[[Mechanics], Mechanics]:
    """Register how a full action (move, shoot, explore, repair) is carried out."""

    def register(mechanics: Mechanics) -> Mechanics:
        ACTIONS[name] = mechanics
        return mechanics

    return register


@cache
def load_rules() -> None:
    """Import every module of rules/happen and rules/actions, in order of their names, to register all."""
    for package in ("happen", "actions"):
        home = import_module(f"pirate_code.rules.{package}")
        for found in sorted(module.name for module in pkgutil.iter_modules(home.__path__)):
            import_module(f"{home.__name__}.{found}")
