"""The captains of Pirates by name; core.captains tells what a captain is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

from pirate_code.board.state import State
from pirate_code.core import captains as core
from pirate_code.core.captains import Random
from pirate_code.play.admiral import BUDGET, Admiral
from pirate_code.play.greedy import Curious, Greedy, Raider, Settler
from pirate_code.rules.decision import Decision
from pirate_code.rules.edition import Edition

Look: TypeAlias = Callable[[], State]
Captain: TypeAlias = core.Captain[Decision, State]
MakeCaptain: TypeAlias = core.MakeCaptain[Decision, State]
CAPTAINS: dict[str, MakeCaptain] = {
    "random": Random,
    "greedy": Greedy,
    "raider": Raider,
    "curious": Curious,
    "settler": Settler,
    "admiral": Admiral,
}
IN_WORDS = {  # for menus
    "random": "anything that is legal",
    "greedy": "takes what looks best now",
    "raider": "goes for enemies",
    "curious": "goes for enemies and strange treasure",
    "settler": "builds forts and seeks strange islands",
    "admiral": "the strongest, thinks ahead",
}
NO_BOTS: Mapping[str, MakeCaptain] = {}
QUICK_ADMIRAL = "admiral-200"  # for pages: whoever watches a whole game does not wait for long plans
_MOST_DIGITS = 6


def maker(name: str) -> MakeCaptain | None:
    """What makes a captain of ours, if there is one; `admiral-500` is the admiral with another budget."""
    budget = budget_of(name)
    return CAPTAINS.get(name) if budget is None else partial(Admiral, budget=budget)


def in_words(name: str) -> str:
    """A captain's name with what he is like: "greedy: takes what looks best now"."""
    kind = "admiral" if budget_of(name) is not None else name
    quick = ", quickly" if name == QUICK_ADMIRAL else ""
    return f"{kind}: {IN_WORDS[kind]}{quick}" if kind in IN_WORDS else name


def budget_of(name: str) -> int | None:
    """How many decisions the admiral of that name tries in a turn; None for every other captain."""
    head, dash, budget = name.partition("-")
    if head != "admiral":
        return None
    if not dash:
        return BUDGET
    return int(budget) if budget.isascii() and budget.isdigit() and len(budget) <= _MOST_DIGITS else None


def captain(
    name: str,
    seed: int,
    player: int,
    bots: Mapping[str, MakeCaptain] = NO_BOTS,
    edition: Edition | None = None,
) -> Captain:
    """A captain by name, of ours or of the bots given, for a player of a game with that seed.

    The admiral plans by the edition that is played; without one he takes that which the position names.
    """
    own = maker(name)
    makers = {**bots, **CAPTAINS} | ({name: own} if own is not None else {})
    found = core.captain_of(makers, name, seed, player)
    if isinstance(found, Admiral):
        found.edition = edition
    return found
